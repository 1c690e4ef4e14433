"""A plain HTTP client for the stand-in, and small bodies of requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import requests

from connector.bridge.demo.catalog import CatalogServer

Json = dict[str, Any]
SCHEMA = "svc.db.sales"
TABLE = f"{SCHEMA}.orders"


@dataclass(frozen=True)
class Reply:
    """An answer: status, decoded body (None when empty) and headers."""

    status: int
    body: Any
    headers: requests.structures.CaseInsensitiveDict[str]

    @property
    def message(self) -> str:
        """The text of an error."""
        return str(self.body["message"])


@dataclass
class Api:
    """Calls the stand-in with one token over one connection."""

    server: CatalogServer
    token: str | None
    session: requests.Session = field(default_factory=requests.Session)

    def call(
        self, method: str, path: str, body: Any = None, *, data: bytes | None = None, **headers: str
    ) -> Reply:
        """Send a request to a path below ``/v1``; keywords become headers, ``If_Match`` being ``If-Match``."""
        kind = "application/json-patch+json" if method == "PATCH" else "application/json"
        sent = {"Content-Type": kind, **{name.replace("_", "-"): text for name, text in headers.items()}}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        answer = self.session.request(
            method,
            f"{self.server.url}/v1/{path}",
            json=body if data is None else None,
            data=data,
            headers=sent,
            timeout=30,
        )
        return Reply(answer.status_code, answer.json() if answer.content else None, answer.headers)

    def get(self, path: str) -> Json:
        """Read something that has to be there."""
        reply = self.call("GET", path)
        assert reply.status == 200, reply.body
        return dict(reply.body)

    def put(self, path: str, body: Any, status: int | None = None) -> Json:
        """Put something that has to be taken."""
        reply = self.call("PUT", path, body)
        assert reply.status in ({200, 201, 202} if status is None else {status}), reply.body
        return dict(reply.body) if reply.body is not None else {}

    def patch(self, path: str, *operations: Json) -> Json:
        """Patch something that has to take it."""
        reply = self.call("PATCH", path, list(operations))
        assert reply.status == 200, reply.body
        return dict(reply.body)

    def table(self, fields: str = "", fqn: str = TABLE) -> Json:
        """Read a table."""
        query = f"?fields={fields}" if fields else ""
        return self.get(f"tables/name/{name_path(fqn)}{query}")


def name_path(fqn: str) -> str:
    """A fully qualified name as a step of a path."""
    return quote(fqn, safe="")


def op(kind: str, path: str, value: Any = None) -> Json:
    """An operation of a JSON Patch."""
    return {"op": kind, "path": path} if kind == "remove" else {"op": kind, "path": path, "value": value}


def column(name: str, data_type: str = "STRING", **more: Any) -> Json:
    """A column of a Create request."""
    return {"name": name, "dataType": data_type, **more}


def table_body(name: str = "orders", *columns: Json, **more: Any) -> Json:
    """A Create request of a table."""
    return {
        "name": name,
        "databaseSchema": SCHEMA,
        "columns": list(columns) or [column("id"), column("amount")],
        **more,
    }


def build_schema(api: Api, service: str = "svc", **more: Any) -> None:
    """Make a service with a database ``db`` and a schema ``sales``; keywords go to the service."""
    quoted = f'"{service}"' if "." in service else service
    api.put("services/databaseServices", {"name": service, "serviceType": "CustomDatabase", **more})
    api.put("databases", {"name": "db", "service": quoted})
    api.put("databaseSchemas", {"name": "sales", "database": f"{quoted}.db"})


def build_domain(api: Api, name: str, **more: Any) -> Json:
    """Make a domain."""
    return api.put("domains", {"name": name, "description": name, "domainType": "Aggregate", **more})


def build_tags(api: Api, *names: str, exclusive: bool = False) -> list[Json]:
    """Make a classification ``c`` with tags; gives their labels."""
    api.put("classifications", {"name": "c", "description": "c", "mutuallyExclusive": exclusive})
    for name in names:
        api.put("tags", {"name": name, "description": name, "classification": "c"})
    return [
        {"tagFQN": f"c.{name}", "source": "Classification", "labelType": "Manual", "state": "Confirmed"}
        for name in names
    ]


def reference(entity: Json, kind: str) -> Json:
    """A reference to an entity."""
    return {"id": entity["id"], "type": kind}
