"""Text in a diagram: made safe, measured without a font, and shortened in the middle.

The picture is shown inside an `<img>`, where no font can be loaded and nothing can be measured, so widths come from a table of our
own. Its numbers are rounded-up advance widths, in thousandths of the font size, of what the font stack may give on the usual
systems; a little room too much does no harm, a text that runs out of its box does.
"""

from __future__ import annotations

import re
from bisect import bisect_right

MAX_TEXT = 240
"""Code points of a text that are kept at all, in tooltips too."""
MAX_MARKS = 4
"""Marks that are kept on one character; more would be drawn over the lines above and below."""
ELLIPSIS = "…"
UNNAMED = "(unnamed)"

_GLYPHS = {
    260: "'ijl|",
    310: "!,.:;I` ",
    370: '"()-/[\\]fr{}t',
    470: "*Jsz°",
    530: "?Lackvxy_·",
    590: "#$0123456789EFTbdeghnopqu«»",
    620: "+<=>^~ABKPRSXYZ",
    710: "&CDGHNUVw",
    780: "OQ",
    880: "%Mm…",
    980: "@W→",
}
_ASCII = {char: width for width, chars in _GLYPHS.items() for char in chars}

# First code point of a run and the width of the characters in it, up to the next run. Zero is a mark that sits on another character.
_RUNS = (
    (0x0000, 620),
    (0x0300, 0),
    (0x0370, 660),
    (0x0483, 0),
    (0x048A, 700),
    (0x0591, 0),
    (0x05BE, 620),
    (0x064B, 0),
    (0x0660, 640),
    (0x06D6, 0),
    (0x06DD, 640),
    (0x0900, 760),
    (0x0E31, 0),
    (0x0E32, 650),
    (0x0E34, 0),
    (0x0E3F, 650),
    (0x0E47, 0),
    (0x0E4F, 700),
    (0x1100, 1000),
    (0x1200, 760),
    (0x1AB0, 0),
    (0x1B00, 760),
    (0x1DC0, 0),
    (0x1E00, 660),
    (0x200B, 0),
    (0x2010, 700),
    (0x2060, 0),
    (0x2070, 700),
    (0x20D0, 0),
    (0x2100, 1000),
    (0x3099, 0),
    (0x309B, 1000),
    (0xA4D0, 720),
    (0xAC00, 1000),
    (0xD7FB, 720),
    (0xF900, 1000),
    (0xFB00, 720),
    (0xFE00, 0),
    (0xFE10, 1000),
    (0xFE70, 640),
    (0xFEFF, 0),
    (0xFF00, 1000),
    (0xFF61, 620),
    (0xFFE0, 1000),
    (0x10000, 760),
    (0x16FE0, 1000),
    (0x1D000, 800),
    (0x1F000, 1350),
    (0x1F3FB, 0),
    (0x1F400, 1350),
    (0x20000, 1000),
    (0xE0000, 0),
)
_RUN_STARTS = [start for start, _ in _RUNS]
_BOLD_PERCENT = 108
_JOINER = "\u200d"

# Not XML characters (XML 1.0, section 2.2), C1 controls, and what turns the direction of the text around it (Unicode, TR 36), which
# could make one name look like another.
_DROPPED = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
_SPACES = re.compile(r"[\s\x85\u2028\u2029]+")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def clean(text: str) -> str:
    """Make a text from anywhere fit to be shown on one line.

    Args:
        text: Any text, of any length.

    Returns:
        At most MAX_TEXT code points (the middle left out) without control characters, line ends and heaps of marks; never empty.
    """
    if len(text) > 8 * MAX_TEXT:
        text = f"{text[: 4 * MAX_TEXT]}{ELLIPSIS}{text[-4 * MAX_TEXT :]}"
    line = _SPACES.sub(" ", _DROPPED.sub("", text)).strip()
    clusters = _clusters(line)
    if not any(_units(char) and char != " " for char in line):
        return UNNAMED
    if sum(map(len, clusters)) <= MAX_TEXT:
        return "".join(clusters)
    head, tail = _take(clusters, MAX_TEXT // 2), _take(clusters[::-1], MAX_TEXT // 2 - 1)[::-1]
    return "".join((*head, ELLIPSIS, *tail))


def escape(text: str) -> str:
    """Escape a text for use in XML, in an element or between double quotes."""
    return text.translate(_ESCAPES)


def width(text: str, size: int, *, bold: bool = False) -> int:
    """Estimate how wide a text is.

    Args:
        text: A clean text.
        size: Font size in pixels.
        bold: Whether the text is set in a bold face.

    Returns:
        Whole pixels, rounded up.
    """
    units = sum(map(_units, text)) * (_BOLD_PERCENT if bold else 100)
    return -(-units * size // 100_000)


def shorten(text: str, size: int, limit: int, *, bold: bool = False) -> str:
    """Shorten a text in the middle until it fits.

    The end of a name tells as much as its start (`..._date_sk` and `..._time_sk`), so both stay. Never cuts within a character that is
    made of several code points.

    Args:
        text: A clean text.
        size: Font size in pixels.
        limit: Pixels that it may take.
        bold: Whether the text is set in a bold face.

    Returns:
        The text itself when it fits.
    """
    if width(text, size, bold=bold) <= limit:
        return text
    clusters = _clusters(text)
    head: list[str] = []
    tail: list[str] = []
    while len(head) + len(tail) < len(clusters):
        from_head = len(head) <= len(tail)
        index = len(head) if from_head else -1 - len(tail)
        if width("".join((*head, clusters[index], ELLIPSIS, *tail)), size, bold=bold) > limit:
            break
        if from_head:
            head.append(clusters[index])
        else:
            tail.insert(0, clusters[index])
    return "".join(head).rstrip() + ELLIPSIS + "".join(tail).lstrip()


def _units(char: str) -> int:
    """Give the width of a character in thousandths of the font size."""
    known = _ASCII.get(char)
    return _RUNS[bisect_right(_RUN_STARTS, ord(char)) - 1][1] if known is None else known


def _clusters(text: str) -> list[str]:
    """Split a text into what a reader takes for characters, each with at most MAX_MARKS marks.

    Close to, but simpler than, the grapheme clusters of Unicode's TR 29: marks and modifiers stay with the character before them, what
    follows a joiner stays with what precedes it, and flags are pairs.
    """
    found: list[str] = []
    marks = 0
    for char in text:
        joined = bool(found) and (found[-1][-1] == _JOINER or _completes_flag(found[-1], char))
        if found and not joined and _units(char) == 0:
            marks += 1
            if marks <= MAX_MARKS:
                found[-1] += char
        elif joined:
            found[-1] += char
        else:
            marks = 0
            found.append(char)
    return found


def _completes_flag(cluster: str, char: str) -> bool:
    """Tell whether a character and the one before it are the two letters of a flag."""
    first, last = 0x1F1E6, 0x1F1FF
    return len(cluster) == 1 and first <= ord(cluster) <= last and first <= ord(char) <= last


def _take(clusters: list[str], limit: int) -> list[str]:
    """Take clusters from the start as long as they have no more than so many code points."""
    taken = []
    for cluster in clusters:
        limit -= len(cluster)
        if limit < 0:
            break
        taken.append(cluster)
    return taken
