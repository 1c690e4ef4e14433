"""Python's garbage collector and the framework's size."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def imports_left_alone() -> Iterator[None]:
    """Keep the collector from visiting all that stands now.

    The framework's imports leave some millions of objects that live as long as the process; visiting them in every full collection
    takes about a quarter of a run (CONNECTOR_CONTEXT.md, "Speed and memory").

    Yields:
        Nothing; afterwards everything is visited as before.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
