"""What a column's name means at one place of a query.

The rules are those of the SQL standard, as far as engines agree: a qualifier finds its table from the innermost query out, a bare name
must fit exactly one column of the innermost query that has it, and a path goes on into the fields of a structured column.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from connector.bridge.plan.sql.names import CaseRule, Path, Word
from connector.bridge.plan.sql.relations import Flow, Gap, Relation, Rest, gap


@dataclass(frozen=True, slots=True)
class Source:
    """One table, subquery or function of a FROM clause.

    `paths` are the names it can be called by: its alias, or the path it is written with and the one it was found under, of which the
    last words are enough. A `hidden` one, the right side of a semi join, gives no columns to `*` and to bare names.
    """

    paths: tuple[Path, ...]
    relation: Relation
    hidden: bool = False

    def is_called(self, qualifier: Path, rule: CaseRule) -> bool:
        """Tell whether a qualifier means this source."""
        size = len(qualifier)
        return any(
            len(path) >= size
            and all(_same(one, other, rule) for one, other in zip(path[-size:], qualifier, strict=True))
            for path in self.paths
        )


class Scope:
    """The sources of one query, inside those of the queries around it."""

    def __init__(self, rule: CaseRule, outer: Scope | None) -> None:
        """Make an empty scope.

        Args:
            rule: How the dialect compares names.
            outer: The scope around it, None when its columns can't be reached.
        """
        self.rule = rule
        self.outer = outer
        self.sources: list[Source] = []
        self.aliases: dict[str, Flow] = {}
        self.windows: dict[str, exp.Expression] = {}
        self._joined: Relation | None = None

    @property
    def joined(self) -> Relation:
        """All columns, those of USING once."""
        if self._joined is None:
            shown = [one.relation for one in self.sources if not one.hidden]
            self._joined = Relation(
                [item for one in shown for item in one.items], ordered=all(one.ordered for one in shown)
            )
        return self._joined

    def join(self, relation: Relation) -> None:
        """Set all columns, in the order of `*`."""
        self._joined = relation

    def rests(self) -> list[Rest]:
        """List what answers for columns that are not known."""
        return [one.relation.rest for one in self.sources if not one.hidden and one.relation.rest is not None]

    def add(self, source: Source) -> None:
        """Add a source, which the ones to the right of it may see."""
        self.sources.append(source)
        self._joined = None

    def resolve(self, path: Path) -> Flow:
        """Follow a reference.

        Args:
            path: The reference as written: qualifiers, column, fields of it.

        Returns:
            What it is made from; a gap when that can't be settled.
        """
        for scope in self._chain():
            known, flow = scope._qualified(path)
            if flow is not None:
                return flow
            if known:
                break
        for scope in self._chain():
            found = scope._bare(path[0])
            if found is not None:
                return found
        if len(path) == 1:
            for scope in self._chain():
                for source in scope.called(path):
                    return source.relation.everything()
        return gap(Gap.MISSING)

    def called(self, qualifier: Path) -> list[Source]:
        """List the sources that a qualifier means."""
        return [one for one in self.sources if one.is_called(qualifier, self.rule)]

    def _chain(self) -> Iterator[Scope]:
        """Go from the innermost scope out."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer

    def _qualified(self, path: Path) -> tuple[bool, Flow | None]:
        """Read a path as qualifier and column: whether the qualifier is known here, and what the column is made from."""
        known = False
        for size in range(len(path) - 1, 0, -1):
            sources = self.called(path[:size])
            known = known or bool(sources)
            flow = _only_column(sources, path[size], self.rule)
            if flow is not None:
                return True, flow
        return known, None

    def _bare(self, word: Word) -> Flow | None:
        """Read a bare name; None when nothing here has it."""
        hits = self.joined.at(word, self.rule)
        if len(hits) == 1:
            return self.joined.items[hits[0]].flow
        if hits:
            return gap(Gap.AMBIGUOUS)
        rests = self.rests()
        alias = self.aliases.get(self.rule.key(word))
        if not rests:
            return alias
        if alias is not None or self._outer_may_have(word):
            return gap(Gap.SCHEMA)
        return self._from_the_rest(word, rests)

    def _from_the_rest(self, word: Word, rests: list[Rest]) -> Flow:
        """Read a name that no known column has.

        It belongs to the one source whose columns are not all known. For a listed table that is only certain when it stands alone; for
        tables that are not shared no origin could be shown anyway.
        """
        called = [one.relation.rest for one in self.called((word,)) if one.relation.rest is not None]
        if len(called) == 1 and called[0].key is None:
            # The element of an UNNEST goes by the name of its source.
            return called[0].flow
        alone = sum(not one.hidden for one in self.sources) == 1
        if len(rests) == 1 and (rests[0].key is None or alone):
            return rests[0].column(word)
        if all(rest == rests[0] and rest.key is None for rest in rests):
            return rests[0].flow
        return gap(Gap.SCHEMA)

    def _outer_may_have(self, word: Word) -> bool:
        """Tell whether a query around this one could have a column of this name."""
        return self.outer is not None and any(
            scope.joined.at(word, scope.rule) or bool(scope.rests()) for scope in self.outer._chain()
        )


def _only_column(sources: list[Source], word: Word, rule: CaseRule) -> Flow | None:
    """Follow a column of the one source among several of the same name that has it; None when no source does."""
    found = [(one, one.relation.at(word, rule)) for one in sources]
    hits = [one.relation.items[position] for one, positions in found for position in positions]
    if len(hits) == 1:
        return hits[0].flow
    if hits:
        return gap(Gap.AMBIGUOUS)
    rests = [one.relation.rest for one in sources if one.relation.rest is not None]
    if not rests:
        return None
    return rests[0].column(word) if len(sources) == 1 else gap(Gap.SCHEMA)


def _same(one: Word, other: Word, rule: CaseRule) -> bool:
    """Tell whether two words of a qualifier are the same."""
    return one.text == other.text or rule.key(one) == rule.key(other)
