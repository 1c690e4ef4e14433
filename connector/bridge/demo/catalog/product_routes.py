"""Assets of data products and domains (OpenMetadata server, DataProductRepository and DomainRepository)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus

from connector.bridge.demo.catalog.bulk import BulkResult
from connector.bridge.demo.catalog.calls import Answer, Call, Route
from connector.bridge.demo.catalog.errors import ApiError, UnsupportedError, bad_request
from connector.bridge.demo.catalog.reading import find_by_id, find_by_name
from connector.bridge.demo.catalog.references import live_id
from connector.bridge.demo.catalog.render import effective_links
from connector.bridge.demo.catalog.rules import violations
from connector.bridge.demo.catalog.search import ASSET_KINDS, assets_of
from connector.bridge.demo.catalog.store import Json, Record, Store

ASSETS_REQUEST = "metadata.generated.schema.api.bulkAssets:BulkAssets"
_LINKS = {"dataProduct": "dataProducts", "domain": "domains"}
Change = Callable[[Store, Record, Record], bool]


def product_routes() -> Iterator[Route]:
    """The routes of this module."""
    page = frozenset({"limit", "offset"})
    for kind, collection in (("dataProduct", "dataProducts"), ("domain", "domains")):
        base = f"/v1/{collection}"
        yield Route("PUT", f"{base}/{{name}}/assets/add", partial(_change_assets, kind, _ADD[kind]))
        yield Route("PUT", f"{base}/{{name}}/assets/remove", partial(_change_assets, kind, _remove))
        yield Route("GET", f"{base}/{{id}}/assets", partial(_list_by_id, kind), page)
        yield Route("GET", f"{base}/name/{{fqn}}/assets", partial(_list_by_name, kind), page)


def _change_assets(kind: str, change: Change, call: Call) -> Answer:
    container = find_by_name(call.context, kind, call.params["name"])
    call.actor.require("EditAll", kind)
    call.context.check(ASSETS_REQUEST, call.body)
    if call.body.get("dryRun") and kind == "domain":
        raise UnsupportedError("a dry run of a domain's assets")
    store = call.context.store
    result = BulkResult(dry_run=bool(call.body.get("dryRun")))
    for item in call.body.get("assets") or ():
        try:
            asset = live_id(store, (item["type"],), item["id"])
            _check_asset(store, kind, container, asset, adding=change is not _remove)
        except ApiError as error:
            result.fail(item, int(error.status), _refusal(kind, container, item, error))
            continue
        if not result.dry_run and change(store, container, asset):
            store.note_change(kind, container.fqn, "assets", call.actor.name)
        result.succeed(item)
    return Answer(result.shown(), HTTPStatus.BAD_REQUEST if result.all_failed else HTTPStatus.OK)


def _refusal(kind: str, container: Record, item: Json, error: ApiError) -> str:
    where = "data product" if kind == "dataProduct" else "domain"
    return f"Cannot assign asset '{item['id']}' (type: {item['type']}) to {where} '{container.fqn}': {error.message}"


def _check_asset(store: Store, kind: str, container: Record, asset: Record, *, adding: bool) -> None:
    if asset.kind not in ASSET_KINDS:
        raise bad_request(f"Entity type {asset.kind} can't be an asset")
    if adding and kind == "dataProduct":
        domains = effective_links(store, asset, "domains")[0]
        broken = violations(asset.kind, (), domains, [container])
        if broken:
            raise bad_request("; ".join(broken))


def _add_to_product(store: Store, product: Record, asset: Record) -> bool:
    stored = asset.links.get("dataProducts", [])
    if product.id in stored:
        return False
    store.set_links(asset, "dataProducts", [*stored, product.id])
    return True


def _add_to_domain(store: Store, domain: Record, asset: Record) -> bool:
    """Move an asset: its old domain and its data products of other domains go."""
    if asset.links.get("domains") == [domain.id]:
        return False
    store.set_links(asset, "domains", [domain.id])
    kept = [
        product
        for product in asset.links.get("dataProducts", [])
        if domain.id in store.by_id[product].links.get("domains", ())
    ]
    store.set_links(asset, "dataProducts", kept)
    return True


def _remove(store: Store, container: Record, asset: Record) -> bool:
    """Take an asset out; out of a domain, it loses all its data products as well."""
    name = _LINKS[container.kind]
    stored = asset.links.get(name, [])
    if container.id not in stored:
        return False
    store.set_links(asset, name, [item for item in stored if item != container.id])
    if container.kind == "domain":
        store.set_links(asset, "dataProducts", [])
    return True


_ADD: dict[str, Change] = {"dataProduct": _add_to_product, "domain": _add_to_domain}


def _list_by_id(kind: str, call: Call) -> Answer:
    return _list_assets(call, find_by_id(call.context, kind, call.entity_id))


def _list_by_name(kind: str, call: Call) -> Answer:
    return _list_assets(call, find_by_name(call.context, kind, call.params["fqn"]))


def _list_assets(call: Call, container: Record) -> Answer:
    context = call.context
    lagging = context.options.search_lag
    found = context.search.assets(container) if lagging else assets_of(context.store, container)
    first = call.number("offset", 0)
    return Answer({"data": found[first : first + call.number("limit", 10)], "paging": {"total": len(found)}})
