"""Governance rules that are on by default, and who may own.

OpenMetadata server, settings ``entityRulesSettings``: many users or exactly one team as owners, one domain at most, and
data products only of the entity's own domains.
"""

from __future__ import annotations

from collections.abc import Sequence

from connector.bridge.demo.catalog.errors import bad_request, rule_violation
from connector.bridge.demo.catalog.store import Record

_MANY_DOMAINS = frozenset({"user", "team", "persona", "bot", "query"})


def check_owners(owners: Sequence[Record]) -> None:
    """Refuse a team that can't own: only teams of the type Group do (400)."""
    for owner in owners:
        if owner.kind == "team" and owner.load().get("teamType") != "Group":
            raise bad_request(
                f"Team of type {owner.load().get('teamType')} can't own entities. Only Group can"
            )


def violations(
    kind: str, owners: Sequence[Record], domains: Sequence[Record], products: Sequence[Record]
) -> list[str]:
    """The rules broken by an entity with these relationships.

    Args:
        kind: the kind of the entity.
        owners: its owners.
        domains: its domains.
        products: the data products it belongs to.

    Returns:
        One sentence for each broken rule.
    """
    broken: list[str] = []
    teams = [owner for owner in owners if owner.kind == "team"]
    if len(teams) > 1 or (teams and len(owners) > 1):
        broken.append("Rule [Multiple Users or Single Team Ownership] validation failed")
    if len(domains) > 1 and kind not in _MANY_DOMAINS:
        broken.append("Rule [Multiple Domains are not allowed] validation failed")
    own = {domain.id for domain in domains}
    for product in products:
        if not own & set(product.links.get("domains", ())):
            broken.append(f"Rule [Data Product Domain Validation] validation failed for {product.fqn}")
    return broken


def evaluate(
    kind: str, owners: Sequence[Record], domains: Sequence[Record], products: Sequence[Record]
) -> None:
    """Raise 400 RULE_VIOLATION when a request breaks a rule."""
    broken = violations(kind, owners, domains, products)
    if broken:
        raise rule_violation("; ".join(broken))


def evaluate_update(before: Sequence[str], after: Sequence[str]) -> None:
    """Raise 400 RULE_VIOLATION when an update leaves violations and does not reduce them."""
    if after and len(after) >= len(before):
        raise rule_violation("; ".join(after))
