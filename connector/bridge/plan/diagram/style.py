"""Colours and type of a diagram, for light and dark pages.

The picture is shown inside an `<img>`, so it can neither see the page nor load anything: it carries its own background, and follows the
reader's preference by a media query. Where a viewer knows no style sheets (some rasterizers), the presentation attributes give the light
colours. Text has a contrast of at least 4.5:1, lines and frames that carry meaning at least 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
"""

from __future__ import annotations

from dataclasses import dataclass

FONT_FAMILY = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',Arial,sans-serif"


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, as `#rrggbb`.

    Attributes:
        canvas: Background of the picture.
        box: Background of a table.
        head: Background of a table's head.
        frame: Outline of a table.
        line: Relations.
        text: Titles and columns.
        muted: Schemas, types and counts.
        accent: Marks of primary keys.
        tint_1: Relations to the table that is most referred to, in a crowded diagram.
        tint_2: To the second such table.
        tint_3: To the third.
        tint_4: To the fourth.
        tint_5: To the fifth.
    """

    canvas: str
    box: str
    head: str
    frame: str
    line: str
    text: str
    muted: str
    accent: str
    tint_1: str
    tint_2: str
    tint_3: str
    tint_4: str
    tint_5: str


LIGHT = Palette(
    canvas="#f8fafc",
    box="#ffffff",
    head="#e8eef6",
    frame="#7f8ea4",
    line="#5b6b82",
    text="#101828",
    muted="#526079",
    accent="#1d4ed8",
    tint_1="#1f6fd6",
    tint_2="#b4540a",
    tint_3="#0c7f72",
    tint_4="#8a45c9",
    tint_5="#c0305f",
)
DARK = Palette(
    canvas="#10151d",
    box="#1b222d",
    head="#2a3443",
    frame="#66758c",
    line="#93a3b8",
    text="#eef2f7",
    muted="#a9b6c8",
    accent="#8ab8ff",
    tint_1="#6aaaf5",
    tint_2="#e2a05c",
    tint_3="#4fc3b0",
    tint_4="#bd93ee",
    tint_5="#ee86a8",
)

PAINTS: dict[str, dict[str, str]] = {
    "c": {"fill": "canvas"},
    "l": {"stroke": "line"},
    "l1": {"stroke": "tint_1"},
    "l2": {"stroke": "tint_2"},
    "l3": {"stroke": "tint_3"},
    "l4": {"stroke": "tint_4"},
    "l5": {"stroke": "tint_5"},
    "b": {"fill": "box", "stroke": "frame"},
    "o": {"fill": "canvas", "stroke": "frame"},
    "h": {"fill": "head", "stroke": "frame"},
    "s": {"stroke": "line"},
    "x": {"fill": "text"},
    "m": {"fill": "muted"},
    "k": {"fill": "accent"},
}
"""By class of a group the colours that all in it has: property to attribute of a palette."""


def attributes(name: str) -> str:
    """Give the class of a group with its light colours as attributes, for viewers without style sheets."""
    paints = "".join(f' {prop}="{getattr(LIGHT, colour)}"' for prop, colour in PAINTS[name].items())
    return f'class="{name}"{paints}'


def style_sheet() -> str:
    """Give the style sheet: the light colours, and the dark ones for readers who prefer them."""
    return f"{_rules(LIGHT)}@media(prefers-color-scheme:dark){{{_rules(DARK)}}}"


def _rules(palette: Palette) -> str:
    """Write the rules of one theme."""
    return "".join(
        f".{name}{{{';'.join(f'{prop}:{getattr(palette, colour)}' for prop, colour in paints.items())}}}"
        for name, paints in PAINTS.items()
    )
