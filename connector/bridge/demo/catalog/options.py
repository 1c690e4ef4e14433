"""Switches for what differs between releases of the server or is not settled by its source."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """How the stand-in behaves where servers differ.

    Attributes:
        version: what ``/v1/system/version`` answers.
        checks: check every body against the generated models. Off for benchmarks: the models need not be loaded then, and
            only the server's own checks and rules stay, so requests have to be well formed.
        sanitize_on_patch: run descriptions of a PATCH through the sanitizer as well (off: OpenMetadata#32410 reports
            that a PATCH stores the text as sent).
        stale_supported: offer ``deleteStale``; off answers 404 as servers before 2.0 do.
        search_lag: answer the search-backed asset listings from the last refresh instead of the present state.
        custom_test_definition: offer the test connection definition of CustomDatabase.
        bot_keeps_owners: a bot's PUT keeps owners that are set, without an explicit deny on EditOwners.
        bot_keeps_constraints: a bot's PUT without table constraints keeps those stored, as later servers do.
    """

    version: str = "2.0.7"
    checks: bool = True
    sanitize_on_patch: bool = False
    stale_supported: bool = True
    search_lag: bool = False
    custom_test_definition: bool = False
    bot_keeps_owners: bool = False
    bot_keeps_constraints: bool = False
