"""What the plan's tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from connector.bridge.plan.catalog import WorkingSet
from tests.plan.samples import opened


@pytest.fixture
def working_set() -> Iterator[WorkingSet]:
    """An empty working set."""
    with opened() as empty:
        yield empty
