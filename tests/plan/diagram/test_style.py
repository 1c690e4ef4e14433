"""The colours: readable in both themes, whatever the viewer makes of style sheets."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from connector.bridge.plan.diagram.style import DARK, LIGHT, PAINTS, Palette, attributes, style_sheet
from connector.bridge.plan.diagram.tints import TINTS

THEMES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


def luminance(colour: str) -> float:
    """Give the relative luminance of a colour (WCAG 2.2)."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """Give the contrast ratio of two colours (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def test_the_ratio_is_computed_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@THEMES
@pytest.mark.parametrize("ink", ["text", "muted"])
@pytest.mark.parametrize("ground", ["canvas", "box", "head"])
def test_text_can_be_read_on_every_ground(palette: Palette, ink: str, ground: str) -> None:
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= 4.5


@THEMES
@pytest.mark.parametrize("ground", ["canvas", "box"])
def test_key_marks_can_be_read(palette: Palette, ground: str) -> None:
    assert contrast(palette.accent, getattr(palette, ground)) >= 4.5


@THEMES
@pytest.mark.parametrize("ink", ["line", "frame", *(f"tint_{number}" for number in range(1, 6))])
def test_lines_and_frames_stand_out_from_the_canvas(palette: Palette, ink: str) -> None:
    assert contrast(getattr(palette, ink), palette.canvas) >= 3


@THEMES
def test_frames_and_brackets_stand_out_from_the_box(palette: Palette) -> None:
    assert contrast(palette.frame, palette.box) >= 3
    assert contrast(palette.line, palette.box) >= 3


@THEMES
def test_colours_are_whole_and_different_where_they_tell_things_apart(palette: Palette) -> None:
    colours = [getattr(palette, colour.name) for colour in fields(palette)]

    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)
    assert len({palette.line, *(getattr(palette, f"tint_{number}") for number in range(1, 6))}) == 6


def test_the_style_sheet_has_both_themes_for_every_class() -> None:
    light, _, dark = style_sheet().partition("@media(prefers-color-scheme:dark)")

    for name, paints in PAINTS.items():
        for prop, colour in paints.items():
            assert re.search(rf"\.{name}{{[^}}]*{prop}:{getattr(LIGHT, colour)}", light)
            assert re.search(rf"\.{name}{{[^}}]*{prop}:{getattr(DARK, colour)}", dark)


@pytest.mark.parametrize("name", PAINTS)
def test_the_light_colours_stand_without_a_style_sheet(name: str) -> None:
    assert all(
        f'{prop}="{getattr(LIGHT, colour)}"' in attributes(name) for prop, colour in PAINTS[name].items()
    )


def test_every_colour_of_lines_has_a_class() -> None:
    assert set(TINTS) <= set(PAINTS)
