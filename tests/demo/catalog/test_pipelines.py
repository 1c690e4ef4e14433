"""What a run reports, the server's version, its search and its connection tests."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from connector.bridge.demo.catalog import CatalogServer
from tests.demo.catalog.support import Api, Json, op

BASE = "services/ingestionPipelines"


@pytest.fixture
def pipeline(admin: Api, schema: str) -> str:
    """The FQN of a pipeline."""
    assert schema
    service = admin.get("services/databaseServices/name/svc")
    body = {
        "name": "p",
        "pipelineType": "metadata",
        "sourceConfig": {"config": {"type": "DatabaseMetadata"}},
        "airflowConfig": {},
        "service": {"id": service["id"], "type": "databaseService"},
    }
    return str(admin.put(BASE, body)["fullyQualifiedName"])


class TestPipelines:
    """Status, progress and metrics of a run."""

    def status(self, run: str, state: str, moment: int) -> Json:
        return {"runId": run, "pipelineState": state, "timestamp": moment}

    def test_status(self, bot: Api, pipeline: str) -> None:
        path = f"{BASE}/{pipeline}/pipelineStatus"
        assert bot.call("GET", f"{path}/one").status == 204
        bot.put(path, self.status("one", "running", 1), 200)
        bot.put(path, self.status("one", "success", 1), 200)
        bot.put(path, self.status("two", "failed", 2), 200)
        assert bot.get(f"{path}/one")["pipelineState"] == "success"
        listed = bot.get(f"{path}?startTs=0&endTs=9")["data"]
        assert [item["runId"] for item in listed] == ["two", "one"]
        assert [item["runId"] for item in bot.get(f"{path}?startTs=2&endTs=9")["data"]] == ["two"]
        assert bot.get(f"{BASE}/name/{pipeline}")["version"] == 0.1

    def test_malformed_status(self, bot: Api, pipeline: str) -> None:
        assert bot.call("PUT", f"{BASE}/{pipeline}/pipelineStatus", {"pipelineState": "lost"}).status == 400
        assert bot.call("PUT", f"{BASE}/none/pipelineStatus", self.status("x", "running", 1)).status == 404

    def test_progress_and_metrics(self, bot: Api, pipeline: str) -> None:
        path = f"{BASE}/progress/{pipeline}/run"
        assert bot.call("GET", path).status == 404
        update = {"runId": "run", "timestamp": 1, "updateType": "PROCESSING"}
        bot.put(path, update, 200)
        assert bot.get(path) == update
        assert bot.call("PUT", path, {"runId": "run"}).status == 400
        metrics = {"runId": "run", "stepName": "Source", "metrics": []}
        assert bot.call("POST", f"{BASE}/metrics/{pipeline}/run", metrics).status == 202
        assert bot.call("POST", f"{BASE}/metrics/{pipeline}/run", {"metrics": []}).status == 400

    def test_the_right_to_report_is_needed(self, server: CatalogServer, pipeline: str) -> None:
        person = Api(server, server.add_actor("person", allow=["ViewAll"]))
        path = f"{BASE}/{pipeline}/pipelineStatus"
        assert person.call("PUT", path, self.status("x", "running", 1)).status == 403

    def test_it_goes_with_its_service(self, admin: Api, pipeline: str) -> None:
        assert admin.call("DELETE", "services/databaseServices/name/svc").status == 400
        assert admin.call("DELETE", "services/databaseServices/name/svc?recursive=true").status == 200
        assert admin.call("GET", f"{BASE}/name/{pipeline}").status == 404

    def test_listing_by_service(self, admin: Api, pipeline: str) -> None:
        listed = admin.get(f"{BASE}?service=svc")["data"]
        assert [item["fullyQualifiedName"] for item in listed] == [pipeline]
        shown = admin.get("services/databaseServices/name/svc?fields=pipelines")["pipelines"]
        assert [item["name"] for item in shown] == ["p"]


class TestConnectionTests:
    """Definitions and results."""

    def test_the_definition_is_there_when_switched_on(self, bot: Api, server: CatalogServer) -> None:
        path = "services/testConnectionDefinitions/name/CustomDatabase.testConnectionDefinition"
        assert bot.call("GET", path).status == 404
        server.switch(custom_test_definition=True)
        assert [step["name"] for step in bot.get(path)["steps"]] == ["CheckAccess"]
        assert bot.call("GET", path.replace("Custom", "Other")).status == 404

    def test_a_workflow_takes_status_and_response(self, admin: Api, bot: Api) -> None:
        connection = {"config": {"type": "CustomDatabase", "sourcePythonClass": "a.B"}}
        request = {"connection": connection, "serviceType": "Database", "connectionType": "CustomDatabase"}
        workflow = admin.put(
            "automations/workflows", {"name": "w", "workflowType": "TEST_CONNECTION", "request": request}
        )
        assert workflow["status"] == "Pending"
        result = {
            "status": "Successful",
            "steps": [{"name": "CheckAccess", "mandatory": True, "passed": True}],
        }
        done = bot.patch(
            f"automations/workflows/{workflow['id']}",
            op("add", "/response", result),
            op("add", "/status", "Successful"),
        )
        assert (done["status"], done["response"]["status"]) == ("Successful", "Successful")

    @pytest.mark.usefixtures("schema")
    def test_the_result_is_kept_with_the_service(self, bot: Api) -> None:
        service = bot.get("services/databaseServices/name/svc")
        path = f"services/databaseServices/{service['id']}/testConnectionResult"
        stored = bot.put(path, {"status": "Failed", "steps": []}, 200)
        assert stored["testConnectionResult"]["status"] == "Failed"
        assert bot.call("PUT", path, {"status": "Perhaps", "steps": []}).status == 400


class TestSearch:
    """Search for people and teams, as the framework does for owners."""

    @pytest.fixture(autouse=True)
    def _people(self, admin: Api) -> None:
        admin.put("users", {"name": "ann", "email": "ann@example.org", "displayName": "Ann Smith"})
        admin.put(
            "users", {"name": "robot", "email": "robot@example.org", "displayName": "Smith", "isBot": True}
        )
        admin.put("teams", {"name": "smiths", "teamType": "Group", "email": "smiths@example.org"})

    def names(self, api: Api, query: str) -> list[str]:
        hits = api.get(f"search/query?{query}&from=0&size=10")["hits"]
        assert hits["total"]["value"] == len(hits["hits"])
        return [hit["_source"]["fullyQualifiedName"] for hit in hits["hits"]]

    def by_name(self, words: str) -> str:
        text = json.dumps({"query": {"query_string": {"query": f"{words} AND isBot:false"}}})
        return f"query_filter={quote(text, safe='')}&index=user_search_index"

    def test_by_address(self, bot: Api) -> None:
        assert self.names(bot, "q=email.keyword:Ann@example.org&index=user_search_index") == ["ann"]
        assert self.names(bot, "q=email.keyword:smiths@example.org&index=team_search_index") == ["smiths"]
        assert self.names(bot, "q=email.keyword:no@example.org&index=team_search_index") == []

    def test_by_words_without_bots(self, bot: Api) -> None:
        assert self.names(bot, self.by_name("smith ann")) == ["ann"]
        assert self.names(bot, self.by_name("Smith")) == ["ann"]
        assert self.names(bot, self.by_name("ann jones")) == []

    def test_deleted_people_are_not_found(self, bot: Api, admin: Api) -> None:
        admin.call("DELETE", "users/name/ann")
        assert self.names(bot, self.by_name("smith")) == []

    @pytest.mark.parametrize(
        "query",
        [
            "q=ann&index=user_search_index",
            "q=email.keyword:x&index=table_search_index",
            "q=x",
            "query_filter=x&index=user_search_index",
            "query_filter=%7B%22query%22%3A%7B%22query_string%22%3A%7B%22query%22%3A%22x%22%7D%7D%7D&index=user_search_index",
        ],
    )
    def test_other_searches_are_unsupported(self, bot: Api, query: str) -> None:
        assert bot.call("GET", f"search/query?{query}").status == 501
