"""Who calls: the people and bots behind the tokens, and what their policies allow."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from connector.bridge.demo.catalog.errors import forbidden

_BOT_ALLOW = frozenset(
    {
        "Create",
        "BulkCreate",
        "BulkUpdate",
        "EditAll",
        "ViewAll",
        "Delete",
        "Trigger",
        "EditIngestionPipelineStatus",
    }
)
_BOT_DENY = frozenset({"EditDisplayName"})
_EDIT_OF_FIELD = {
    "description": "EditDescription",
    "displayName": "EditDisplayName",
    "owners": "EditOwners",
    "tags": "EditTags",
    "tier": "EditTier",
    "glossaryTerms": "EditGlossaryTerms",
    "certification": "EditCertification",
    "extension": "EditCustomFields",
    "lifeCycle": "EditLifeCycle",
    "reviewers": "EditReviewers",
    "users": "EditUsers",
    "teams": "EditTeams",
    "policies": "EditPolicy",
    "lineage": "EditLineage",
    "sampleData": "EditSampleData",
    "entityStatus": "EditEntityStatus",
}


@dataclass(frozen=True)
class Actor:
    """A person or a bot.

    ``allow`` and ``deny`` hold operations of the server's policies (``Create``, ``EditAll``, ``EditDisplayName``,
    ``Delete``, ...), for all resources or for one (``domain.Create``). A denied operation wins over an allowed one.
    """

    name: str
    token: str
    is_bot: bool = False
    is_admin: bool = False
    allow: frozenset[str] = field(default_factory=frozenset)
    deny: frozenset[str] = field(default_factory=frozenset)

    def denies(self, operation: str, resource: str = "All") -> bool:
        """Whether a policy of the actor denies the operation in so many words."""
        return operation in self.deny or f"{resource}.{operation}" in self.deny

    def may(self, operation: str, resource: str) -> bool:
        """Whether the actor may do the operation on entities of the kind ``resource``."""
        if self.is_admin:
            return True
        if self.denies(operation, resource):
            return False
        granted = {operation, "All"}
        if operation.startswith("Edit"):
            granted.add("EditAll")
        if operation.startswith("View"):
            granted.add("ViewAll")
        return any(item in self.allow or f"{resource}.{item}" in self.allow for item in granted)

    def require(self, operation: str, resource: str) -> None:
        """Raise 403 unless the actor may do the operation."""
        if not self.may(operation, resource):
            raise forbidden(self.name, [operation])


def edit_operation(pointer: str) -> str:
    """The operation that a JSON Patch path needs.

    Any segment decides, so ``/columns/0/displayName`` needs EditDisplayName as ``/displayName`` does (OpenMetadata
    server, JsonPatchUtils); a path without a known segment needs EditAll.
    """
    for segment in pointer.split("/"):
        if segment in _EDIT_OF_FIELD:
            return _EDIT_OF_FIELD[segment]
    return "EditAll"


def make_token(name: str, *, is_bot: bool, is_admin: bool) -> str:
    """A token in the shape of a JWT: three base64url parts, the middle one naming the actor. It never expires."""

    def part(value: object) -> str:
        return (
            base64.urlsafe_b64encode(json.dumps(value, separators=(",", ":")).encode()).rstrip(b"=").decode()
        )

    header = part({"alg": "RS256", "typ": "JWT", "kid": "stand-in"})
    claims = part(
        {
            "sub": name,
            "iss": "open-metadata.org",
            "isBot": is_bot,
            "isAdmin": is_admin,
            "tokenType": "BOT",
            "exp": None,
        }
    )
    return f"{header}.{claims}.{part(f'signature-of-{name}')}"


class Actors:
    """The known tokens."""

    def __init__(self) -> None:
        self._by_token: dict[str, Actor] = {}

    def add(
        self,
        name: str,
        *,
        is_bot: bool = False,
        is_admin: bool = False,
        allow: Iterable[str] = (),
        deny: Iterable[str] = (),
    ) -> Actor:
        """Add an actor and give it a token."""
        token = make_token(name, is_bot=is_bot, is_admin=is_admin)
        actor = Actor(name, token, is_bot, is_admin, frozenset(allow), frozenset(deny))
        self._by_token[token] = actor
        return actor

    def add_stock_bot(self, name: str = "ingestion-bot") -> Actor:
        """Add a bot with the policies of the stock ingestion bot: all but EditDisplayName."""
        return self.add(name, is_bot=True, allow=_BOT_ALLOW, deny=_BOT_DENY)

    def of(self, authorization: str | None) -> Actor | None:
        """The actor of an ``Authorization`` header, or None when there is no known one."""
        if not authorization:
            return None
        scheme, _, token = authorization.partition(" ")
        return self._by_token.get(token.strip()) if scheme.lower() == "bearer" else None
