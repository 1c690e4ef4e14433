"""The figures as Markdown: what was measured, the ratios, and how they stand to the aims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from tests.benchmarks.job import Measure

FIRST = "ours"
AGAIN = "ours-again"
FLOOR = "floor"
SINGLE = "single"
VARIANTS: Mapping[str, str] = {
    FIRST: "the connector, first run",
    AGAIN: "the connector, nothing changed since",
    FLOOR: "floor: a bare source of the framework, rows in memory",
    SINGLE: "one PUT for each entity, no framework",
}

RATIO_AIM = 0.8
RATIO_LIMIT = 1.1
REQUESTS_AIM = 0.03
GROWTH_AIM_MB = 60.0

LATENCY_SECONDS = 0.05
BUSY_SHARE = 0.15
"""Beyond this share of a run without a processor, something else was running on the machine."""

Grouped = Mapping[tuple[str, int], Sequence[Measure]]


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
        measures: Measurements of a variant, by round.
        floors: Measurements of the floor in the same rounds.

    Returns:
        The median of the ratios of all rounds.
    """
    return median(one.seconds / floor.seconds for one, floor in zip(measures, floors, strict=True))


def cpu_ratio(measures: Sequence[Measure], floors: Sequence[Measure]) -> float:
    """Compare CPU times, which depend less on what else the machine does.

    Args:
        measures: Measurements of a variant, by round.
        floors: Measurements of the floor in the same rounds.

    Returns:
        The median of the ratios of all rounds, the catalog's time included where it is known.
    """
    return median(_worked(one) / _worked(floor) for one, floor in zip(measures, floors, strict=True))


def _worked(measure: Measure) -> float:
    return measure.cpu_seconds + (measure.catalog_cpu_seconds or 0.0)


def rendered(setting: Setting, measures: Sequence[Measure]) -> str:
    """Write everything.

    Args:
        setting: What the figures depend on.
        measures: All measurements, those of one variant and size in the order of the rounds.

    Returns:
        Markdown.
    """
    grouped: dict[tuple[str, int], list[Measure]] = {}
    for measure in measures:
        grouped.setdefault((measure.variant, measure.tables), []).append(measure)
    sizes = sorted({size for _, size in grouped})
    parts = (
        _head(setting, measures),
        _times(grouped, sizes),
        _phases(grouped, sizes),
        _memory(grouped, sizes),
        _aims(grouped, sizes),
        _requests(grouped, sizes[-1]),
    )
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _present(grouped: Grouped, sizes: Iterable[int]) -> Iterator[tuple[int, str, Measure]]:
    for size in sizes:
        for variant in VARIANTS:
            if (variant, size) in grouped:
                yield size, variant, summarised(grouped[variant, size])


def _head(setting: Setting, measures: Sequence[Measure]) -> Iterator[str]:
    versions = ", ".join(f"{name} {version}" for name, version in setting.versions.items())
    rounds = "one round" if setting.repeat == 1 else f"medians of {setting.repeat} rounds"
    texts = "with characters that need a patch" if setting.special else "without characters that need a patch"
    checks = "checks every body" if setting.checks else "does not check bodies against the generated models"
    yield f"Measured on {setting.date}, {setting.cores} cores, {versions}; {rounds}."
    yield f"Tables of {setting.columns} columns, one in twenty a view, descriptions {texts}."
    if setting.latency_seconds:
        yield f"Each answer of the Bridge took at least {setting.latency_seconds} s."
    yield ""
    yield f"The catalog is the stand-in, in a process of its own on the same cores; it {checks}. Its work is part of"
    yield "all seconds and is shown beside them. A real server needs longer for a table, on cores of its own, which brings the"
    yield "ratios of the first three nearer to one; the fourth pays for each request. Imports are not counted: the first three"
    yield "share them."
    waited = max(_idle_share(measure) for measure in measures)
    if waited > BUSY_SHARE and not setting.latency_seconds:
        yield ""
        yield (
            f"**The machine was busy with something else: up to {waited:.0%} of a run was spent waiting for a processor.**\n"
            "Trust the ratios of CPU time more than those of seconds."
        )


def _idle_share(measure: Measure) -> float:
    """Give the share of a run in which neither it nor the catalog worked; the two never work at the same time."""
    if measure.catalog_cpu_seconds is None:
        return 0.0
    return max(0.0, 1 - _worked(measure) / measure.seconds)


def _times(grouped: Grouped, sizes: Sequence[int]) -> Iterator[str]:
    latency = f"with {LATENCY_SECONDS * 1000:.0f} ms a request (computed)"
    yield (
        f"| Tables | Variant | Seconds | Tables/s | Time to floor | CPU to floor | own CPU s | catalog CPU s | {latency} "
        "| Requests | per table | MB up |"
    )
    yield f"|---:|---|{'---:|' * 10}"
    for size, variant, one in _present(grouped, sizes):
        found, floors = grouped[variant, size], grouped.get((FLOOR, size))
        to_floor = f"{time_ratio(found, floors):.2f} | {cpu_ratio(found, floors):.2f}" if floors else "- | -"
        catalog = "-" if one.catalog_cpu_seconds is None else f"{one.catalog_cpu_seconds:.1f}"
        yield (
            f"| {size:,} | {VARIANTS[variant]} | {one.seconds:.1f} | {size / one.seconds:.0f} | {to_floor} "
            f"| {one.cpu_seconds:.1f} | {catalog} | {one.seconds + LATENCY_SECONDS * one.request_count:.1f} "
            f"| {one.request_count:,} | {one.request_count / size:.3f} | {one.bytes_up / 1e6:.1f} |"
        )


def _phases(grouped: Grouped, sizes: Sequence[int]) -> Iterator[str]:
    yield "Parts of these seconds:"
    yield ""
    for size, variant, one in _present(grouped, sizes):
        if one.phases:
            parts = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in one.phases.items())
            yield f"- {VARIANTS[variant]}, {size:,} tables: {parts}; {one.bridge_requests} requests to the Bridge."


def _memory(grouped: Grouped, sizes: Sequence[int]) -> Iterator[str]:
    yield "| Tables | Variant | Peak MB after imports | with prepared rows | at the end |"
    yield "|---:|---|---:|---:|---:|"
    for size, variant, one in _present(grouped, sizes):
        yield (
            f"| {size:,} | {VARIANTS[variant]} | {one.imported_mb:.0f} | {one.ready_mb:.0f} | {one.peak_mb:.0f} |"
        )


def _aims(grouped: Grouped, sizes: Sequence[int]) -> Iterator[str]:
    yield "| Aim for the first run | Measured | |"
    yield "|---|---:|---|"
    for size in sizes:
        ours, floors = grouped.get((FIRST, size)), grouped.get((FLOOR, size))
        if ours and floors:
            ratio, cpu = time_ratio(ours, floors), cpu_ratio(ours, floors)
            aim = f"at most {RATIO_AIM} of the floor's time, never above {RATIO_LIMIT}, {size:,} tables"
            yield f"| {aim} | {ratio:.2f} (CPU {cpu:.2f}) | {_against(ratio, RATIO_AIM, RATIO_LIMIT)} |"
        if ours:
            share = max(one.request_count for one in ours) / size
            aim = f"at most {REQUESTS_AIM} requests per table, {size:,} tables"
            yield f"| {aim} | {share:.3f} | {_against(share, REQUESTS_AIM, REQUESTS_AIM)} |"
    least, most = grouped.get((FIRST, sizes[0])), grouped.get((FIRST, sizes[-1]))
    if least and most and len(sizes) > 1:
        growth = max(one.peak_mb for one in most) - min(one.peak_mb for one in least)
        aim = (
            f"peak memory grows by less than {GROWTH_AIM_MB:.0f} MB from {sizes[0]:,} to {sizes[-1]:,} tables"
        )
        yield f"| {aim} | {growth:.0f} MB | {_against(growth, GROWTH_AIM_MB, GROWTH_AIM_MB)} |"


def _against(value: float, aim: float, limit: float) -> str:
    if value <= aim:
        return "met"
    return "within the limit" if value <= limit else "not met"


def _requests(grouped: Grouped, size: int) -> Iterator[str]:
    yield f"Requests to the catalog at {size:,} tables:"
    yield ""
    for _, variant, one in _present(grouped, [size]):
        ranked = sorted(one.requests.items(), key=lambda item: (-item[1], item[0]))
        yield f"- {VARIANTS[variant]}: {', '.join(f'{count:,} x `{route}`' for route, count in ranked)}."
