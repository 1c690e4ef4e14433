"""Ossie semantic models: reading them, and what their names stand for in listed tables."""

from connector.bridge.plan.ossie.document import (
    OssieReading,
    SourceProblem,
    read_model,
    resolve_source,
)

__all__ = [
    "OssieReading",
    "SourceProblem",
    "read_model",
    "resolve_source",
]
