"""HTTP: authentication, refusals, the request log, faults, stop and start."""

from __future__ import annotations

import http.client
import socket
import threading
from urllib.parse import urlsplit

import pytest
import requests

from connector.bridge.demo.catalog import DROPPED, CatalogServer, Fault
from tests.demo.catalog.support import TABLE, Api, table_body


def test_the_version_needs_no_token(server: CatalogServer) -> None:
    with requests.Session() as session:
        answer = session.get(f"{server.url}/v1/system/version", timeout=30)
    assert answer.json()["version"] == "2.0.7"


def test_another_version() -> None:
    with CatalogServer(version="1.12.1") as server:
        assert requests.get(f"{server.url}/v1/system/version", timeout=30).json()["version"] == "1.12.1"


@pytest.mark.parametrize(("token", "text"), [(None, "Token not present"), ("nonsense", "Invalid Token")])
def test_without_a_good_token(server: CatalogServer, token: str | None, text: str) -> None:
    reply = Api(server, token).call("GET", "tables")
    assert (reply.status, reply.body["code"], text in reply.message) == (401, 401, True)
    assert reply.headers["WWW-Authenticate"] == "om-auth"


def test_another_scheme_is_no_token(server: CatalogServer) -> None:
    headers = {"Authorization": f"Basic {server.admin_token}"}
    assert requests.get(f"{server.url}/v1/tables", headers=headers, timeout=30).status_code == 401


def test_tokens_look_like_jwt(server: CatalogServer) -> None:
    from metadata.ingestion.ometa.utils import decode_jwt_token

    claims = decode_jwt_token(server.bot_token)
    assert claims is not None
    assert (claims["sub"], claims["isBot"]) == ("ingestion-bot", True)


def test_an_added_actor_is_a_user_and_writes_under_its_name(server: CatalogServer, admin: Api) -> None:
    token = server.add_actor("carol")
    assert server.catalog.writes == 0
    assert Api(server, token).put("teams", {"name": "t", "teamType": "Group"})["updatedBy"] == "carol"
    assert admin.get("users/name/carol")["isBot"] is False


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "colours"),
        ("PUT", "tables/x/y/z"),
        ("POST", "tables/bulk"),
        ("DELETE", "tables"),
        ("GET", "tables/"),
    ],
)
def test_an_unknown_route_is_refused_and_recorded(
    admin: Api, server: CatalogServer, method: str, path: str
) -> None:
    reply = admin.call(method, path)
    assert (reply.status, reply.body["code"]) == (501, 501)
    assert server.log.unsupported == [f"{method} /api/v1/{path}"]


def test_a_path_beside_the_api(server: CatalogServer) -> None:
    assert requests.get(server.url.removesuffix("/api") + "/v1/tables", timeout=30).status_code == 501
    assert server.log.unsupported == ["GET /v1/tables"]


@pytest.mark.parametrize("data", [b"{", b"nonsense", b"\xff\xfe", b'{"name": NaN}', b'{"name": Infinity}'])
def test_what_is_no_json(admin: Api, data: bytes) -> None:
    assert admin.call("PUT", "teams", data=data).status == 400


def test_another_media_type(admin: Api) -> None:
    assert admin.call("PUT", "teams", {}, Content_Type="text/plain").status == 415


def test_text_beyond_ascii(admin: Api) -> None:
    name = "Zürich 東京 \U0001f600"
    assert admin.put("teams", {"name": "t", "teamType": "Group", "displayName": name})["displayName"] == name


def test_half_a_surrogate_pair_comes_back_as_it_was_sent(admin: Api) -> None:
    data = b'{"name": "t", "teamType": "Group", "displayName": "\\ud83d"}'
    assert admin.call("PUT", "teams", data=data).body["displayName"] == "\ud83d"


def test_one_connection_serves_many_requests(server: CatalogServer) -> None:
    parts = urlsplit(server.url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=30)
    connection.connect()
    first = connection.sock
    for _ in range(3):
        connection.request("GET", "/api/v1/system/version")
        answer = connection.getresponse()
        assert (answer.status, answer.version) == (200, 11)
        answer.read()
        assert connection.sock is first
    connection.close()


def test_a_chunked_body_is_refused(server: CatalogServer) -> None:
    answer = requests.put(f"{server.url}/v1/teams", data=iter([b"{}"]), timeout=30)
    assert answer.status_code == 411


def raw(server: CatalogServer, request: bytes) -> bytes:
    """Send bytes, say that no more will come, and read to the end of the connection."""
    parts = urlsplit(server.url)
    with socket.create_connection((str(parts.hostname), int(parts.port or 0)), timeout=30) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while block := connection.recv(65536):
            received += block
        return received


def test_a_bad_length(server: CatalogServer) -> None:
    request = b"PUT /api/v1/teams HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n"
    assert raw(server, request).startswith(b"HTTP/1.1 400 ")


def test_half_a_request_has_no_effect(server: CatalogServer) -> None:
    body = b'{"name": "t", "teamType": "Group"}'
    head = f"Host: x\r\nAuthorization: Bearer {server.admin_token}\r\nContent-Length: {len(body) + 1}\r\n\r\n"
    assert raw(server, b"PUT /api/v1/teams HTTP/1.1\r\n" + head.encode() + body) == b""
    assert (server.log.total, server.catalog.get("teams", "t")) == (0, None)


def test_many_writers_at_once_lose_nothing(server: CatalogServer, bot: Api, schema: str) -> None:
    assert schema
    failures: list[object] = []

    def write(worker: int) -> None:
        api = Api(server, server.bot_token)
        with api.session:
            for number in range(10):
                reply = api.call(
                    "PUT", "tables/bulk", [table_body(f"t{worker}-{number}"), table_body("shared")]
                )
                if reply.status != 200 or reply.body["failedRequest"]:
                    failures.append(reply.body)

    threads = [threading.Thread(target=write, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert bot.get("tables?limit=0")["paging"]["total"] == 81


class TestLog:
    """The request log."""

    def test_entries(self, server: CatalogServer, bot: Api, admin: Api) -> None:
        bot.call("GET", "tables/name/a%2Fb?fields=owners")
        admin.put("teams", {"name": "t", "teamType": "Group"})
        read, write = server.log.entries
        assert (read.method, read.route, read.path) == (
            "GET",
            "/v1/tables/name/{fqn}",
            "/v1/tables/name/a%2Fb",
        )
        assert (read.query, read.status, read.body_size, read.actor) == (
            "fields=owners",
            404,
            0,
            "ingestion-bot",
        )
        assert read.answer_size > 0
        assert (write.route, write.status, write.actor) == ("/v1/teams", 201, "admin")
        assert write.body_size == len(b'{"name": "t", "teamType": "Group"}')
        assert server.log.total == 2
        assert server.log.counts == {("GET", "/v1/tables/name/{fqn}"): 1, ("PUT", "/v1/teams"): 1}
        assert server.log.count("PUT", "/v1/teams") == 1
        assert server.log.writes() == [write]

    def test_reset(self, server: CatalogServer, bot: Api) -> None:
        bot.call("GET", "colours")
        server.log.reset()
        assert (server.log.total, server.log.unsupported, server.log.entries) == (0, [], [])

    def test_no_token_gets_into_it(self, server: CatalogServer, bot: Api) -> None:
        bot.call("GET", "tables?limit=1")
        assert server.bot_token not in repr(server.log.entries)


def test_a_failure_of_the_stand_in_is_an_answer_and_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    from connector.bridge.demo.catalog import entity_routes

    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(entity_routes, "list_page", fail)
    with CatalogServer() as server:
        reply = Api(server, server.admin_token).call("GET", "tables")
        assert (reply.status, reply.body["code"]) == (500, 500)
        assert server.log.crashes == ["GET /v1/tables: RuntimeError('broken')"]


def test_a_failure_outside_of_a_handler_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    with CatalogServer() as server:
        monkeypatch.setattr(server.faults, "take", fail)
        with pytest.raises(requests.ConnectionError):
            requests.get(f"{server.url}/v1/system/version", timeout=30)
        assert server.log.crashes == ["RuntimeError('broken')"]


class TestFaults:
    """Planted faults."""

    def test_status_headers_and_body(self, server: CatalogServer, bot: Api) -> None:
        planted = server.faults.add(Fault("GET", "tables$", 429, headers={"Retry-After": "2"}))
        reply = bot.call("GET", "tables")
        assert (reply.status, reply.body["code"], reply.headers["Retry-After"]) == (429, 429, "2")
        assert bot.call("GET", "tables").status == 200
        assert (planted.seen, planted.hits) == (2, 1)
        assert [entry.status for entry in server.log.entries] == [429, 200]

    def test_a_page_instead_of_json(self, server: CatalogServer, bot: Api) -> None:
        server.faults.add(Fault("GET", "tables$", 200, body="<html>log in</html>"))
        answer = requests.get(f"{server.url}/v1/tables", timeout=30)
        assert (answer.text, answer.headers["Content-Type"]) == ("<html>log in</html>", "text/html")
        server.faults.add(Fault("GET", "tables$", 503, body={"code": 1}))
        assert bot.call("GET", "tables").body == {"code": 1}

    def test_bytes_as_they_are(self, server: CatalogServer) -> None:
        server.faults.add(
            Fault("GET", "tables$", 200, body=b"{", headers={"Content-Type": "application/json"})
        )
        answer = requests.get(f"{server.url}/v1/tables", timeout=30)
        assert (answer.content, answer.headers["Content-Type"]) == (b"{", "application/json")

    def test_times_after_and_clear(self, server: CatalogServer, bot: Api) -> None:
        server.faults.add(Fault("GET", "tables$", times=2, after=1))
        assert [bot.call("GET", "tables").status for _ in range(5)] == [200, 503, 503, 200, 200]
        server.faults.add(Fault(".*", "tables", times=None))
        assert [bot.call("GET", "tables").status for _ in range(3)] == [503] * 3
        assert bot.call("GET", "teams").status == 200
        server.faults.clear()
        assert bot.call("GET", "tables").status == 200

    def test_the_method_is_matched_whole(self, server: CatalogServer, bot: Api) -> None:
        server.faults.add(Fault("PUT|PATCH", "teams", times=None))
        assert bot.call("GET", "teams").status == 200
        assert bot.call("PUT", "teams", {"name": "t", "teamType": "Group"}).status == 503
        assert server.catalog.get("teams", "t") is None

    @pytest.mark.parametrize(("drop", "stands"), [("before", False), ("after", True)])
    def test_a_dropped_connection(self, server: CatalogServer, admin: Api, drop: str, stands: bool) -> None:
        server.faults.add(Fault("POST", "teams$", drop=drop))  # type: ignore[arg-type]  # parametrized literal
        with pytest.raises(requests.ConnectionError):
            admin.call("POST", "teams", {"name": "t", "teamType": "Group"})
        assert (server.catalog.get("teams", "t") is not None) is stands
        assert server.log.entries[-1].status == DROPPED
        assert admin.call("GET", "teams").status == 200

    def test_a_delay_lets_the_request_through(self, server: CatalogServer, admin: Api) -> None:
        server.faults.add(Fault("PUT", "teams$", status=None, delay_seconds=0.01))
        assert admin.put("teams", {"name": "t", "teamType": "Group"}, 201)

    def test_a_stop_ends_a_delay(self) -> None:
        server = CatalogServer().start()
        planted = server.faults.add(Fault("GET", "version$", delay_seconds=3600))
        ended = threading.Event()

        def ask() -> None:
            with pytest.raises(requests.ConnectionError):
                requests.get(f"{server.url}/v1/system/version", timeout=60)
            ended.set()

        thread = threading.Thread(target=ask)
        thread.start()
        assert planted.wait(30)
        server.stop()
        thread.join(30)
        assert ended.is_set()


class TestLifetime:
    """Start and stop."""

    def test_it_comes_back_on_its_port_with_its_catalog(self) -> None:
        server = CatalogServer()
        with pytest.raises(RuntimeError):
            _ = server.url
        with server:
            url = server.url
            api = Api(server, server.admin_token)
            api.put("teams", {"name": "t", "teamType": "Group"})
            with pytest.raises(RuntimeError):
                server.start()
        with pytest.raises(requests.ConnectionError):
            requests.get(f"{url}/v1/system/version", timeout=30)
        with server:
            assert server.url == url
            assert Api(server, server.admin_token).get("teams/name/t")["name"] == "t"
        server.stop()

    def test_a_stop_ends_open_connections(self) -> None:
        with CatalogServer() as server:
            parts = urlsplit(server.url)
            connection = socket.create_connection((str(parts.hostname), int(parts.port or 0)), timeout=30)
            connection.sendall(b"GET /api/v1/system/version HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(4096).startswith(b"HTTP/1.1 200 OK")
        with connection:
            assert connection.recv(1) == b""

    def test_a_taken_port(self, server: CatalogServer) -> None:
        port = urlsplit(server.url).port
        assert port is not None
        with pytest.raises(OSError, match="in use"):
            CatalogServer(port).start()


def test_without_checks_server_rules_stay(schema: str, bot: Api, server: CatalogServer) -> None:
    assert schema
    server.switch(checks=False)
    bot.put("tables", {**table_body(), "sourceUrl": 5}, 201)
    assert bot.call("PUT", "tables", {"name": "t", "databaseSchema": "svc.db.sales"}).status == 400
    assert bot.call("PUT", "tables", {"name": "t"}).status == 400
    assert bot.call("PUT", "tables", table_body("a::b")).status == 400
    assert server.catalog.get("tables", TABLE) is not None


def test_an_unknown_switch(server: CatalogServer) -> None:
    with pytest.raises(TypeError):
        server.switch(colour=True)
