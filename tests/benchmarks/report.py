"""The figures as Markdown: what was measured, the ratios, and how they stand to the aims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from tests.benchmarks.job import Measure

FLOOR = "floor"
FIRST = "ours"
AGAIN = "ours-again"
SINGLE = "single"
VARIANTS: Mapping[str, str] = {
    FIRST: "the connector, first run",
    AGAIN: "the connector, nothing changed since",
    FLOOR: "a bare source of the framework, rows in memory",
    SINGLE: "one PUT for each entity, no framework",
}

RATIO_AIM = 0.8
RATIO_LIMIT = 1.1
REQUESTS_AIM = 0.03
GROWTH_AIM_MB = 60.0


@dataclass(frozen=True)
class Setting:
    """What the figures depend on.

    Attributes:
        date: The day, as ISO 8601.
        cores: Cores that the benchmark could use.
        versions: Names and versions of what matters.
        columns: Columns of each table.
        special: Whether descriptions need patches.
        checks: Whether the catalog checked all bodies with the generated models.
        repeat: How often each was measured.
        latency_seconds: How long each answer of the Bridge took at least.
    """

    date: str
    cores: int
    versions: Mapping[str, str]
    columns: int
    special: bool
    checks: bool
    repeat: int
    latency_seconds: float


def summarised(measures: Sequence[Measure]) -> Measure:
    """Take several measurements of one thing together.

    Args:
        measures: At least one, all of one variant and size.

    Returns:
        The one with the median time; of an even number the faster one in the middle.
    """
    ranked = sorted(measures, key=lambda measure: measure.seconds)
    return ranked[(len(ranked) - 1) // 2]


def time_ratio(measures: Sequence[Measure], floors: Sequence[Measure]) -> float:
    """Compare times that were taken side by side.

    Args:
        measures: Times of a variant, by round.
        floors: Times of the floor in the same rounds.

    Returns:
        The median of the ratios of all rounds.
    """
    return median(one.seconds / floor.seconds for one, floor in zip(measures, floors, strict=True))


def rendered(setting: Setting, measures: Sequence[Measure]) -> str:
    """Write everything.

    Args:
        setting: What the figures depend on.
        measures: All measurements, those of one round in the same order for each variant.

    Returns:
        Markdown.
    """
    grouped = _grouped(measures)
    sizes = sorted({size for _, size in grouped})
    parts = [
        "\n".join(_head(setting)),
        "\n".join(_table(grouped, sizes)),
        "\n".join(_phases(grouped, sizes)),
        "\n".join(_requests(grouped, sizes)),
        "\n".join(_memory(grouped, sizes)),
        "\n".join(_aims(grouped, sizes)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


Grouped = Mapping[tuple[str, int], Sequence[Measure]]


def _grouped(measures: Sequence[Measure]) -> Grouped:
    grouped: dict[tuple[str, int], list[Measure]] = {}
    for measure in measures:
        grouped.setdefault((measure.variant, measure.tables), []).append(measure)
    return grouped


def _head(setting: Setting) -> Iterator[str]:
    versions = ", ".join(f"{name} {version}" for name, version in setting.versions.items())
    rounds = "one round" if setting.repeat == 1 else f"medians of {setting.repeat} rounds"
    checks = "checks every body" if setting.checks else "does not check bodies against the generated models"
    special = "that need a patch" if setting.special else "without characters that need a patch"
    delay = f", each answer delayed by {setting.latency_seconds} s" if setting.latency_seconds else ""
    yield f"Measured on {setting.date}, {setting.cores} cores, {versions}; {rounds}."
    yield f"Tables of {setting.columns} columns, one of twenty a view, with descriptions {special}."
    yield ""
    yield f"The catalog is the stand-in, in a process of its own on the same cores; it {checks}{delay and '; the Bridge is another process'}{delay}."
    yield "Its time is part of every figure in seconds and is shown beside it. A real server takes longer for a table, which brings all ratios"
    yield "nearer to one; it works on cores of its own, which this one does not. Imports are not in the figures: they take the same few"
    yield "seconds in each run of the framework."


def _table(grouped: Grouped, sizes: Sequence[int]) -> Iterator[str]:
    yield "| Tables | Variant | Seconds | Tables/s | Time to floor | Own CPU s | Catalog CPU s | Requests | per table | MB up |"
    yield "|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for size in sizes:
        floors = grouped.get((FLOOR, size), ())
        for variant in VARIANTS:
            found = grouped.get((variant, size))
            if not found:
                continue
            one = summarised(found)
            ratio = f"{time_ratio(found, floors):.2f}" if floors else "-"
            catalog = "-" if one.catalog_cpu_seconds is None else f"{one.catalog_cpu_seconds:.1f}"
            yield (
                f"| {size:,} | {VARIANTS[variant]} | {one.seconds:.1f} | {size / one.seconds:.0f} | {ratio} "
                f"| {one.cpu_seconds:.1f} | {catalog} | {one.request_count:,} "
                f"| {one.request_count / size:.3f} | {one.bytes_up / 1e6:.1f} |"
            )


def _phases(grouped: Grouped, sizes: Sequence[int]) -> Iterator[str]:
    for size in sizes:
        for variant in VARIANTS:
            one = summarised(grouped[variant, size]) if (variant, size) in grouped else None
            if one is not None and one.phases:
                parts = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in one.phases.items())
                yield f"- {VARIANTS[variant]}, {size:,} tables: {parts}; {one.bridge_requests} requests to the Bridge."


def _requests(grouped: Grouped, sizes: Sequence[int]) -> Iterator[str]:
    size = sizes[-1]
    yield f"Requests to the catalog at {size:,} tables:"
    yield ""
    for variant in VARIANTS:
        if (variant, size) in grouped:
            one = summarised(grouped[variant, size])
            ranked = sorted(one.requests.items(), key=lambda item: (-item[1], item[0]))
            yield f"- {VARIANTS[variant]}: {', '.join(f'{count:,} x `{route}`' for route, count in ranked)}."


def _memory(grouped: Grouped, sizes: Sequence[int]) -> Iterator[str]:
    yield "| Tables | Variant | Peak MB after imports | with prepared rows | at the end |"
    yield "|---:|---|---:|---:|---:|"
    for size in sizes:
        for variant in VARIANTS:
            if (variant, size) in grouped:
                one = summarised(grouped[variant, size])
                yield (
                    f"| {size:,} | {VARIANTS[variant]} | {one.imported_mb:.0f} | {one.ready_mb:.0f} | {one.peak_mb:.0f} |"
                )


def _aims(grouped: Grouped, sizes: Sequence[int]) -> Iterator[str]:
    yield "| Aim | Measured | |"
    yield "|---|---:|---|"
    for size in sizes:
        ours, floors = grouped.get((FIRST, size)), grouped.get((FLOOR, size))
        if ours and floors:
            ratio = time_ratio(ours, floors)
            word = "met" if ratio <= RATIO_AIM else "not met" if ratio > RATIO_LIMIT else "within the limit"
            yield f"| first run in at most {RATIO_AIM} of the floor's time, never above {RATIO_LIMIT}, {size:,} tables | {ratio:.2f} | {word} |"
        if ours:
            share = max(one.request_count for one in ours) / size
            yield f"| at most {REQUESTS_AIM} requests per table, {size:,} tables | {share:.3f} | {_met(share <= REQUESTS_AIM)} |"
    least, most = grouped.get((FIRST, sizes[0])), grouped.get((FIRST, sizes[-1]))
    if least and most and len(sizes) > 1:
        growth = max(one.peak_mb for one in most) - min(one.peak_mb for one in least)
        yield f"| peak memory grows by less than {GROWTH_AIM_MB:.0f} MB from {sizes[0]:,} to {sizes[-1]:,} tables | {growth:.0f} MB | {_met(growth < GROWTH_AIM_MB)} |"


def _met(condition: bool) -> str:
    return "met" if condition else "not met"
