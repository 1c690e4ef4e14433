"""The pictures as they were looked at and found good."""

from __future__ import annotations

import pytest

from connector.bridge.plan.diagram import Detail, draw
from tests.plan.diagram import golden
from tests.plan.diagram.samples import shuffled


@pytest.mark.parametrize("name", golden.NAMES)
def test_a_model_gives_the_golden_picture(name: str) -> None:
    expected = golden.picture(name).read_text(encoding="utf-8")

    assert golden.drawn(name).svg + "\n" == expected


@pytest.mark.parametrize("name", golden.NAMES)
@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_model_does_not_matter(name: str, seed: int) -> None:
    model, max_bytes = golden.read(name)

    assert draw(shuffled(model, seed), max_bytes=max_bytes) == golden.drawn(name)


@pytest.mark.parametrize(
    ("name", "detail"), [("tpcds", Detail.FULL), ("star_keys", Detail.KEYS), ("star_names", Detail.NAMES)]
)
def test_golden_pictures_show_each_detail(name: str, detail: Detail) -> None:
    assert golden.drawn(name).detail is detail
