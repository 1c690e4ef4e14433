"""From the body of a Create request to an entity that can be stored: checks, parents, references and rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from connector.bridge.demo.catalog.context import Context
from connector.bridge.demo.catalog.errors import UnsupportedError, bad_request
from connector.bridge.demo.catalog.extensions import check_extension
from connector.bridge.demo.catalog.kinds import Kind
from connector.bridge.demo.catalog.names import check_fqn_length, check_name, join_fqn
from connector.bridge.demo.catalog.references import live, live_id, resolve
from connector.bridge.demo.catalog.rules import check_owners, evaluate
from connector.bridge.demo.catalog.sanitizer import sanitize_description
from connector.bridge.demo.catalog.store import Json, Record
from connector.bridge.demo.catalog.tables import check_keys, prepare_columns, prepare_constraints, strip_nulls
from connector.bridge.demo.catalog.taglabels import check_labels
from connector.bridge.demo.catalog.teams import check_team


@dataclass
class Draft:
    """A checked Create request.

    Attributes:
        kind: the kind of the entity.
        name: its name.
        fqn: its fully qualified name.
        parent: the entity that contains it, None for a root.
        attributes: plain fields as sent, without nulls, in the form that is stored.
        links: relationships as sent, as ids; a relationship that the request leaves out is an empty list.
    """

    kind: Kind
    name: str
    fqn: str
    parent: Record | None
    attributes: Json
    links: dict[str, list[str]]


def map_request(context: Context, kind: Kind, body: Any) -> Draft:
    """Check a Create request as the server's mappers do.

    Args:
        context: the catalog.
        kind: the kind to create or update.
        body: the decoded JSON; not changed.

    Returns:
        The draft.

    Raises:
        ApiError: 400 for what the server refuses, 404 for a missing parent, owner, domain or tag, 501 for a field that the
            stand-in does not know.
    """
    context.check(kind.create_model, body)
    if not isinstance(body, dict):
        raise bad_request("Unable to process the request: a JSON object is needed")
    sent: Json = strip_nulls(body)
    _check_known(kind, sent)
    name = check_name(sent.get("name"))
    parent = _parent(context, kind, sent)
    draft = Draft(
        kind=kind,
        name=name,
        fqn=_fqn(kind, parent, name),
        parent=parent,
        attributes={key: sent[key] for key in kind.attributes if key in sent},
        links={key: resolve(context.store, link, sent.get(key)) for key, link in kind.links.items()},
    )
    _map_common(context, draft)
    _check_rules(context, draft)
    special = _SPECIAL.get(kind.name)
    if special is not None:
        special(context, draft)
    return draft


def _check_known(kind: Kind, sent: Json) -> None:
    unknown = sent.keys() - kind.attributes.keys() - kind.links.keys() - {"name", kind.parent_field}
    if kind.name == "tag":
        unknown -= {"parent"}
    if unknown:
        raise UnsupportedError(f"{kind.collection}: field {', '.join(sorted(unknown))}")


def _parent(context: Context, kind: Kind, sent: Json) -> Record | None:
    field = kind.parent_field
    if field is None:
        return None
    given = sent.get(field)
    if kind.name == "tag" and sent.get("parent"):
        return live(context.store, "tag", str(sent["parent"]))
    if given is None:
        if kind.name == "domain":
            return None
        raise bad_request(f"[{field} must not be null]")
    if isinstance(given, dict):
        return live_id(context.store, kind.parent_kinds, given.get("id"))
    return live(context.store, kind.parent_kinds[0], str(given))


def _fqn(kind: Kind, parent: Record | None, name: str) -> str:
    # A metric's FQN is its bare name, even with a dot (OpenMetadata server, MetricRepository.setFullyQualifiedName).
    if kind.name == "metric":
        return check_fqn_length(name)
    return join_fqn(parent.fqn if parent else None, name)


def _map_common(context: Context, draft: Draft) -> None:
    attributes = draft.attributes
    if "description" in attributes:
        attributes["description"] = sanitize_description(attributes["description"])
    if attributes.get("tags"):
        attributes["tags"] = check_labels(context.store, attributes["tags"])
    if attributes.get("extension"):
        check_extension(context.store, draft.kind.name, attributes["extension"])


def _check_rules(context: Context, draft: Draft) -> None:
    found = {name: [context.store.by_id[item] for item in ids] for name, ids in draft.links.items()}
    owners, domains = found.get("owners", []), found.get("domains", [])
    check_owners(owners)
    evaluate(draft.kind.name, owners, domains, found.get("dataProducts", []))


def _map_table(context: Context, draft: Draft) -> None:
    attributes = draft.attributes
    if not isinstance(attributes.get("columns"), list):
        raise bad_request("[columns must not be null]")
    prepare_columns(context.store, attributes["columns"])
    constraints = attributes.get("tableConstraints") or []
    check_keys(attributes["columns"], constraints, attributes.get("tablePartition"))
    if constraints:
        attributes["tableConstraints"] = prepare_constraints(
            context.store, draft.fqn, attributes["columns"], constraints
        )


def _map_metric(context: Context, draft: Draft) -> None:
    if draft.attributes.get("unitOfMeasurement") != "OTHER":
        draft.attributes.pop("customUnitOfMeasurement", None)
    elif not draft.attributes.get("customUnitOfMeasurement"):
        raise bad_request("customUnitOfMeasurement is required when unitOfMeasurement is OTHER")
    standing = context.store.find("metric", draft.fqn)
    if standing is not None and standing.id in draft.links["relatedMetrics"]:
        raise bad_request(f"Metric {draft.fqn} can't be related to itself")


def _map_product(_: Context, draft: Draft) -> None:
    if not draft.links["domains"]:
        raise bad_request("[domains must not be empty]")


def _map_team(context: Context, draft: Draft) -> None:
    draft.links["parents"] = check_team(
        context.store,
        draft.fqn,
        str(draft.attributes.get("teamType")),
        draft.links["parents"],
        draft.links["users"],
    )


_SPECIAL: Mapping[str, Callable[[Context, Draft], None]] = {
    "table": _map_table,
    "metric": _map_metric,
    "dataProduct": _map_product,
    "team": _map_team,
}
