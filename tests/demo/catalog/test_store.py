"""The store keeps both directions of everything in step, whatever is written in whatever order."""

from __future__ import annotations

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from connector.bridge.demo.catalog.actors import Actors
from connector.bridge.demo.catalog.application import Application, Request
from connector.bridge.demo.catalog.context import Context
from connector.bridge.demo.catalog.options import Options
from connector.bridge.demo.catalog.requestlog import RequestLog
from connector.bridge.demo.catalog.seed import seed
from tests.demo.catalog.support import Json

NAMES = st.sampled_from(["a", "b", "c"])
FLAGS = st.booleans()
COLUMN = {"name": "a", "dataType": "INT"}
PATHS = st.sampled_from(
    [
        "services/databaseServices/name/s",
        "databases/name/s.d",
        "databaseSchemas/name/s.d.a",
        "tables/name/s.d.a.a",
        "tables/name/s.d.a.b",
        "domains/name/a",
        "dataProducts/name/a",
        "teams/name/a",
        "metrics/name/a",
        "metrics/name/b",
    ]
)


class Catalog(RuleBasedStateMachine):
    """Writes at random, refused or not; after each, the store must be consistent and no request may crash."""

    def __init__(self) -> None:
        super().__init__()
        self.context = Context(Options(), actors=Actors())
        self.log = RequestLog()
        self.application = Application(self.context, self.log)
        self.token = self.context.actors.add("admin", is_admin=True).token
        seed(self.context)

    def send(self, method: str, path: str, body: object = None) -> Json:
        media = "application/json-patch+json" if method == "PATCH" else "application/json"
        headers = {"authorization": f"Bearer {self.token}", "content-type": media}
        path, _, query = path.partition("?")
        data = b"" if body is None else json.dumps(body).encode()
        answer = self.application.answer(Request(method, f"/api/v1/{path}", query, headers, data))
        return dict(json.loads(answer.body)) if answer.body else {}

    @initialize()
    def build(self) -> None:
        self.send("PUT", "services/databaseServices", {"name": "s", "serviceType": "CustomDatabase"})
        self.send("PUT", "databases", {"name": "d", "service": "s"})
        self.send("PUT", "databaseSchemas", {"name": "a", "database": "s.d"})
        for name in ("a", "b", "c"):
            self.send("PUT", "tables", {"name": name, "databaseSchema": "s.d.a", "columns": [COLUMN]})

    @rule(name=NAMES)
    def put_schema(self, name: str) -> None:
        self.send("PUT", "databaseSchemas", {"name": name, "database": "s.d"})

    @rule(name=NAMES, domain=NAMES, product=NAMES, columns=st.sets(NAMES, min_size=1), related=FLAGS)
    def put_table(self, name: str, domain: str, product: str, columns: set[str], related: bool) -> None:
        body: Json = {
            "name": name,
            "databaseSchema": "s.d.a",
            "columns": [{"name": item, "dataType": "INT"} for item in sorted(columns)],
        }
        if related:
            body |= {"domains": [domain], "dataProducts": [product]}
        self.send("PUT", "tables", body)

    @rule(name=NAMES, parent=st.none() | NAMES)
    def put_domain(self, name: str, parent: str | None) -> None:
        body = {"name": name, "description": "", "domainType": "Aggregate", "parent": parent}
        self.send("PUT", "domains", body)

    @rule(name=NAMES, domain=NAMES)
    def put_product(self, name: str, domain: str) -> None:
        self.send("PUT", "dataProducts", {"name": name, "description": "", "domains": [domain]})

    @rule(name=NAMES, related=st.sets(NAMES))
    def put_metric(self, name: str, related: set[str]) -> None:
        self.send("PUT", "metrics", {"name": name, "relatedMetrics": sorted(related)})

    @rule(name=NAMES, kind=st.sampled_from(["Group", "Department"]), parent=NAMES)
    def put_team(self, name: str, kind: str, parent: str) -> None:
        above = self.send("GET", f"teams/name/{parent}").get("id")
        self.send("PUT", "teams", {"name": name, "teamType": kind, "parents": [above] if above else None})

    @rule(read=NAMES, reader=NAMES, columns=FLAGS)
    def put_edge(self, read: str, reader: str, columns: bool) -> None:
        mapping = {"fromColumns": [f"s.d.a.{read}.a"], "toColumn": f"s.d.a.{reader}.b"}
        path = f"lineage/table/name/s.d.a.{read}/table/name/s.d.a.{reader}"
        self.send("PUT", path, {"columnsLineage": [mapping] if columns else []})

    @rule(read=NAMES, reader=NAMES)
    def delete_edge(self, read: str, reader: str) -> None:
        self.send("DELETE", f"lineage/table/name/s.d.a.{read}/table/name/s.d.a.{reader}")

    @rule(path=PATHS, team=NAMES)
    def own(self, path: str, team: str) -> None:
        owner = {"id": self.send("GET", f"teams/name/{team}").get("id"), "type": "team"}
        self.send("PATCH", path, [{"op": "add", "path": "/owners", "value": [owner]}])

    @rule(product=NAMES, table=NAMES, operation=st.sampled_from(["add", "remove"]))
    def change_assets(self, product: str, table: str, operation: str) -> None:
        asset = {"id": self.send("GET", f"tables/name/s.d.a.{table}").get("id"), "type": "table"}
        self.send("PUT", f"dataProducts/{product}/assets/{operation}", {"assets": [asset]})

    @rule(path=PATHS, recursive=FLAGS, hard=FLAGS)
    def delete(self, path: str, recursive: bool, hard: bool) -> None:
        self.send("DELETE", f"{path}?recursive={recursive}&hardDelete={hard}")

    @rule(path=PATHS)
    def restore(self, path: str) -> None:
        found = self.send("GET", f"{path}?include=all").get("id")
        self.send("PUT", f"{path.partition('/name/')[0]}/restore", {"id": found})

    @invariant()
    def nothing_crashed(self) -> None:
        assert self.log.crashes == []

    @invariant()
    def both_directions_agree(self) -> None:
        store = self.context.store
        forward = {
            (record.id, name, target)
            for record in store.by_id.values()
            for name, targets in record.links.items()
            for target in targets
        }
        backward = {
            (source, name, target) for target, found in store.backlinks.items() for source, name in found
        }
        assert forward == backward
        assert {target for _, _, target in forward} <= store.by_id.keys()

    @invariant()
    def every_entity_is_found_by_name_and_by_its_parent(self) -> None:
        store = self.context.store
        by_name = [record for found in store.by_fqn.values() for record in found.values()]
        assert {record.id for record in by_name} == store.by_id.keys()
        for record in by_name:
            parent = store.parent_of(record)
            assert store.find(record.kind, record.fqn) is record
            assert record.id in (store.roots[record.kind] if parent is None else parent.children)
            assert parent is None or record.fqn.startswith(f"{parent.fqn}.")
        children = [child for record in by_name for child in record.children]
        assert sorted(children) == sorted(record.id for record in by_name if record.parent is not None)

    @invariant()
    def edges_have_standing_ends_and_are_known_at_both(self) -> None:
        store = self.context.store
        assert all(end in store.by_id for edge in store.edges for end in edge)
        known = [(end, edge) for end, edges in store.edges_at.items() for edge in edges]
        assert sorted(known) == sorted({(end, edge) for edge in store.edges for end in edge})


Catalog.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestCatalog = Catalog.TestCase
