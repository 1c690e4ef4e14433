"""What goes through the framework's topology: a record for the sink, or a failure that is counted."""

from __future__ import annotations

from typing import Any

from metadata.generated.schema.entity.services.ingestionPipelines.status import StackTraceError
from metadata.ingestion.api.models import Either

from connector.bridge.errors import BridgeError


def record(value: object) -> Either[Any]:
    """Wrap something for the sink.

    Args:
        value: A request or a barrier.

    Returns:
        The record.
    """
    return Either(left=None, right=value)


def failed(error: BridgeError) -> Either[Any]:
    """Wrap a failure.

    Args:
        error: What went wrong.

    Returns:
        The record, which the framework counts as a failure of the source.
    """
    return Either(left=failure(error), right=None)


def failure(error: BridgeError) -> StackTraceError:
    """Write a failure in the framework's form.

    Args:
        error: What went wrong.

    Returns:
        Subject and text; no stack, since each code has one place it comes from.
    """
    return StackTraceError(name=error.subject, error=str(error))
