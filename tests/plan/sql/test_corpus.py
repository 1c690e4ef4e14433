"""The corpus of views: tables, columns and resolution of each are those that a reader of the SQL expects."""

from __future__ import annotations

from collections import Counter

import pytest

from connector.bridge.plan.sql import Resolution, SharedInAnyCase
from tests.plan.sql.corpus_cases import Case, Listing, cases, listed, listing

MIN_CASES = 290
MIN_RESOLVED = 0.89
"""The share of views of the corpus whose lineage is resolved; the others are there because they can't be."""


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_view(case: Case) -> None:
    """Every edge is found, and no other."""
    lineage = case.run(listing())
    assert set(lineage.upstream) == case.upstream, lineage
    assert sorted(map(str, lineage.columns)) == sorted(map(str, case.columns)), lineage
    assert lineage.resolution is case.resolution, lineage
    assert set(lineage.unknown) == case.unknown, lineage
    if case.reason is not None:
        assert lineage.reason is not None
        assert case.reason in lineage.reason
    elif case.resolution is Resolution.RESOLVED:
        assert lineage.reason is None
    assert (lineage.resolution in (Resolution.RESOLVED, Resolution.NO_UPSTREAM)) or lineage.reason


def test_share_of_resolved_views() -> None:
    """The share of views that are resolved does not fall."""
    counts = Counter(case.run(listing()).resolution for case in cases())
    assert sum(counts.values()) >= MIN_CASES
    assert counts[Resolution.RESOLVED] / sum(counts.values()) >= MIN_RESOLVED, counts


def test_names_of_cases_are_distinct() -> None:
    """Each case can be told by its name."""
    assert max(Counter(case.name for case in cases()).values()) == 1


def test_results_are_sorted_and_the_same_every_time() -> None:
    """A second run gives the same values in the same order."""
    for case in cases():
        first, second = case.run(listing()), case.run(listing())
        assert first == second
        keys = [(key.catalog, key.namespace, key.name) for key in first.upstream]
        assert keys == sorted(set(keys))
        assert len(set(first.columns)) == len(first.columns)
        assert list(first.unknown) == sorted(first.unknown)


def test_only_mixed_case_needs_a_listing_that_ignores_case() -> None:
    """With exact look-ups alone, lower and upper case are still found."""
    exact = Listing(dict(listed().values()))
    assert not isinstance(exact, SharedInAnyCase)
    different = [case.name for case in cases() if case.run(exact) != case.run(listing())]
    assert different == [
        "10_names: a listed name of mixed case",
        "10_names: two that differ in case alone are ambiguous",
    ]


def test_reasons_do_not_hold_the_sql() -> None:
    """A reason is made of our own words and numbers."""
    secret = "SELECT zq_column FROM zq_schema.zq_table JOIN zq_other USING (zq_key) WHERE 'zq_text' = zq_last"
    for case in (*cases(), *(_with_sql(case, secret) for case in cases()[:1])):
        reason = case.run(listing()).reason or ""
        assert "zq_" not in reason
        assert not any(word in reason for word in ("order_id", "retail", "orders.", "SELECT"))


def _with_sql(case: Case, sql: str) -> Case:
    """Give a case with another text."""
    from dataclasses import replace

    return replace(case, sql=sql)
