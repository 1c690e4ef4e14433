"""Everything that can go wrong, named by what happens next.

BridgeError
├── ConfigurationError    fix your configuration: the run ends before anything is read or written
├── RetriableError        try again: only inside the Bridge client, which waits and repeats
├── SkippedListingError   go on without this listing: it keeps what the catalog has, the run is a failed one
├── SkippedObjectError    go on without this table, view or model: it keeps what the catalog has, the run is a failed one
└── StopRunError          stop the run: going on could do harm or is of no use

Each error carries a stable code, the thing it is about and what the user can do. Texts never hold a token, a header, a query
string or the body of an answer.
"""

from __future__ import annotations

from enum import Enum


class Code(str, Enum):
    """Stable codes of failures and warnings; a code never changes its meaning and is never used again for another one."""

    OPTIONS_INVALID = "BRIDGE_OPTIONS_INVALID"
    TOKEN_MISSING = "BRIDGE_TOKEN_MISSING"
    TOKEN_REJECTED = "BRIDGE_TOKEN_REJECTED"
    TLS_FAILED = "BRIDGE_TLS_FAILED"
    UNREACHABLE = "BRIDGE_UNREACHABLE"
    BUSY = "BRIDGE_BUSY"
    NOT_JSON = "BRIDGE_NOT_JSON"
    BAD_ANSWER = "BRIDGE_BAD_ANSWER"
    PAGE_LOOP = "BRIDGE_PAGE_LOOP"
    READ_CANCELLED = "BRIDGE_READ_CANCELLED"
    SUMMARY_ENTRY_INVALID = "BRIDGE_SUMMARY_ENTRY_INVALID"
    LISTING_UNREADABLE = "BRIDGE_LISTING_UNREADABLE"
    LISTING_INVALID = "BRIDGE_LISTING_INVALID"
    LISTING_GONE = "BRIDGE_LISTING_GONE"
    LISTING_NOTE = "BRIDGE_LISTING_NOTE"
    OBJECT_INVALID = "BRIDGE_OBJECT_INVALID"
    OBJECT_UNMAPPABLE = "BRIDGE_OBJECT_UNMAPPABLE"
    OBJECT_UNAVAILABLE = "BRIDGE_OBJECT_UNAVAILABLE"
    OBJECT_NOTE = "BRIDGE_OBJECT_NOTE"
    OWNER_INVALID = "BRIDGE_OWNER_INVALID"
    DOMAIN_UNKNOWN = "CATALOG_DOMAIN_UNKNOWN"
    DOMAIN_CONFLICT = "CATALOG_DOMAIN_CONFLICT"
    SERVICE_UNUSABLE = "CATALOG_SERVICE_UNUSABLE"
    TEAM_UNUSABLE = "CATALOG_TEAM_UNUSABLE"
    CATALOG_FAILED = "CATALOG_REQUEST_FAILED"
    NAME_KEPT = "CATALOG_DISPLAY_NAME_KEPT"
    LOST = "CATALOG_OBJECT_LOST"
    UNEXPECTED = "CONNECTOR_UNEXPECTED"


class BridgeError(Exception):
    """Base of all errors of the connector."""

    def __init__(self, code: Code, subject: str, problem: str, remedy: str) -> None:
        """Make an error.

        Args:
            code: Stable code for scripts and support.
            subject: What it is about: a listing, an object, an option, an entity of the catalog.
            problem: What happened, as a clause without a final stop.
            remedy: What the user can do, as a sentence.
        """
        super().__init__(code, subject, problem, remedy)
        self.code = code
        self.subject = subject
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        return f"[{self.code.value}] {self.subject}: {self.problem}. {self.remedy}"


class ConfigurationError(BridgeError):
    """Fix your configuration: the run ends before anything is read or written."""


class RetriableError(BridgeError):
    """Try again: a failure that may pass by itself."""

    def __init__(
        self,
        code: Code,
        subject: str,
        problem: str,
        remedy: str,
        *,
        retry_after_seconds: float | None = None,
    ) -> None:
        """Make an error that the retry policy looks at.

        Args:
            code: As in BridgeError.
            subject: As in BridgeError.
            problem: As in BridgeError.
            remedy: As in BridgeError.
            retry_after_seconds: Seconds the server asked to wait, None when it did not.
        """
        super().__init__(code, subject, problem, remedy)
        self.retry_after_seconds = retry_after_seconds


class SkippedListingError(BridgeError):
    """Go on without this listing: it keeps what the catalog has."""


class SkippedObjectError(BridgeError):
    """Go on without this table, view or model: it keeps what the catalog has."""


class StopRunError(BridgeError):
    """Stop the run: going on could do harm or is of no use."""


def unexpected(subject: str, error: Exception) -> SkippedObjectError:
    """Name a fault of the connector itself, so that it costs one thing and not the run.

    Args:
        subject: What was being worked on.
        error: What was raised. Its text is not repeated, since it may hold anything.

    Returns:
        The error; its cause is the original one, for the log at debug level.
    """
    fault = SkippedObjectError(
        Code.UNEXPECTED,
        subject,
        f"the connector failed with {type(error).__name__}",
        "This is a fault of the connector: report it with the log of a run at loggerLevel DEBUG.",
    )
    fault.__cause__ = error
    return fault
