"""Descriptions of what comes from a semantic model, as Markdown."""

from __future__ import annotations

import re

from connector.bridge.plan.ossie.model import SQL_DIALECTS, Expressions

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_MARKUP = re.compile(r"[\\`*_\[\]|~:@]")
_BACKTICKS = re.compile(r"`+")
_MIN_FENCE = 3


def escaped(text: str) -> str:
    """Make a foreign text mean itself within a line of Markdown.

    Args:
        text: Any text.

    Returns:
        The text on one line, with markup, HTML and what viewers turn into links or emoji escaped.
    """
    line = " ".join(text.split())
    line = re.sub(r"[&<>]", lambda match: _ENTITIES[match[0]], line)
    return _MARKUP.sub(r"\\\g<0>", line)


def code_block(code: str, language: str = "") -> str:
    """Show code as it is.

    Args:
        code: Any text; runs of backticks in it do not end the block.
        language: What viewers colour it as.

    Returns:
        A fenced code block.
    """
    longest = max((len(run) for run in _BACKTICKS.findall(code)), default=0)
    fence = "`" * max(_MIN_FENCE, longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"


def with_synonyms(text: str | None, synonyms: tuple[str, ...]) -> str | None:
    """Add other names to a description.

    Args:
        text: The description, Markdown already.
        synonyms: Other names, plain text.

    Returns:
        The description with a paragraph that lists them; None when there is neither.
    """
    names = ", ".join(escaped(name) for name in synonyms)
    parts = [text, f"Also known as: {names}" if names else None]
    return "\n\n".join(part for part in parts if part) or None


def metric_description(text: str | None, synonyms: tuple[str, ...], others: Expressions) -> str | None:
    """Describe a metric.

    Args:
        text: Its description.
        synonyms: Its other names.
        others: Its expressions in other dialects than the one the catalog shows.

    Returns:
        Markdown with all of them, None when there is nothing to say.
    """
    parts = [with_synonyms(text, synonyms)]
    for dialect, code in others:
        language = "sql" if dialect in SQL_DIALECTS else ""
        parts.append(f"Expression in {escaped(dialect)}:\n\n{code_block(code, language)}")
    return "\n\n".join(part for part in parts if part) or None
