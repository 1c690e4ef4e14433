"""What a fresh server holds: the Organization, the administrator and the stock ingestion bot."""

from __future__ import annotations

from connector.bridge.demo.catalog.context import Context
from connector.bridge.demo.catalog.kinds import KINDS
from connector.bridge.demo.catalog.names import quote_name
from connector.bridge.demo.catalog.store import Json, Record, now_millis
from connector.bridge.demo.catalog.teams import ORGANIZATION

ADMIN = "admin"
INGESTION_BOT = "ingestion-bot"


def seed(context: Context) -> None:
    """Put the stock entities into an empty catalog; they are no changes."""
    _add(context, "team", ORGANIZATION, {"teamType": ORGANIZATION, "displayName": ORGANIZATION})
    add_user(context, ADMIN, is_bot=False, is_admin=True)
    add_user(context, INGESTION_BOT, is_bot=True, is_admin=False)


def add_user(context: Context, name: str, *, is_bot: bool, is_admin: bool) -> None:
    """Add the user entity of an actor; it is no change."""
    attributes: Json = {
        "email": f"{name}@open-metadata.org",
        "displayName": name,
        "isBot": is_bot,
        "isAdmin": is_admin,
    }
    _add(context, "user", name, attributes)


def _add(context: Context, kind: str, name: str, attributes: Json) -> None:
    record = Record(kind, context.store.new_id(), name, quote_name(name), None)
    record.save({**KINDS[kind].defaults, **attributes})
    record.updated_at, record.updated_by = now_millis(), ADMIN
    context.store.add(record)
