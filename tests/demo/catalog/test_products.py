"""Data products, domains and their assets; metrics."""

from __future__ import annotations

import pytest

from connector.bridge.demo.catalog import CatalogServer
from connector.bridge.demo.catalog.models import load_model
from tests.demo.catalog.support import TABLE, Api, Json, build_domain, build_schema, op, reference, table_body

RESULT = load_model("metadata.generated.schema.type.bulkOperationResult:BulkOperationResult")
NOBODY = {"id": "00000000-0000-4000-8000-000000000000", "type": "table"}


@pytest.fixture
def table(admin: Api) -> Json:
    """A table in the domain ``one`` of its service, with a product ``p`` there and ``q`` in ``two``."""
    for name in ("one", "two"):
        build_domain(admin, name)
    build_schema(admin, domains=["one"])
    for name, domain in (("p", "one"), ("q", "two")):
        admin.put("dataProducts", {"name": name, "description": "", "domains": [domain]})
    return admin.put("tables", table_body())


def assets(api: Api, path: str, operation: str, *items: Json, status: int = 200, **more: object) -> Json:
    reply = api.call("PUT", f"{path}/assets/{operation}", {"assets": list(items), **more})
    assert reply.status == status, reply.body
    if status in {200, 400}:
        RESULT.model_validate(reply.body)
    return dict(reply.body)


def products(api: Api) -> list[str]:
    return [item["name"] for item in api.table("dataProducts")["dataProducts"]]


class TestProductAssets:
    """Membership in data products."""

    def test_add_and_remove_are_idempotent(self, bot: Api, table: Json, server: CatalogServer) -> None:
        asset = reference(table, "table")
        writes = server.catalog.writes
        for _ in range(2):
            result = assets(bot, "dataProducts/p", "add", asset)
            assert (result["status"], result["successRequest"][0]["request"]) == ("success", asset)
        assert (products(bot), server.catalog.writes) == (["p"], writes + 1)
        for _ in range(2):
            assets(bot, "dataProducts/p", "remove", asset)
        assert (products(bot), server.catalog.writes) == ([], writes + 2)
        assert bot.table()["version"] == 0.1

    def test_a_product_of_another_domain_is_refused(self, bot: Api, table: Json) -> None:
        result = assets(bot, "dataProducts/q", "add", reference(table, "table"), status=400)
        message = result["failedRequest"][0]["message"]
        assert message.startswith(f"Cannot assign asset '{table['id']}' (type: table) to data product 'q': ")
        assert "Data Product Domain Validation" in message

    def test_some_failed(self, bot: Api, table: Json) -> None:
        result = assets(bot, "dataProducts/p", "add", NOBODY, reference(table, "table"))
        assert (result["status"], result["failedRequest"][0]["status"]) == ("partialSuccess", 404)
        assert products(bot) == ["p"]

    def test_dry_run(self, bot: Api, table: Json) -> None:
        assert assets(bot, "dataProducts/p", "add", reference(table, "table"), dryRun=True)["dryRun"] is True
        assert products(bot) == []

    def test_the_right_to_edit_the_product_is_needed(self, server: CatalogServer, table: Json) -> None:
        person = Api(server, server.add_actor("person", deny=["dataProduct.EditAll"]))
        assets(person, "dataProducts/p", "add", reference(table, "table"), status=403)

    def test_an_unknown_product(self, bot: Api, table: Json) -> None:
        assets(bot, "dataProducts/none", "add", reference(table, "table"), status=404)

    @pytest.mark.usefixtures("table")
    def test_what_is_no_asset(self, bot: Api, admin: Api) -> None:
        team = admin.put("teams", {"name": "t", "teamType": "Group"})
        assets(bot, "dataProducts/p", "add", reference(team, "team"), status=400)

    def test_the_listing_is_by_name_and_by_pages(self, bot: Api, table: Json) -> None:
        second = bot.put("tables", table_body("b"))
        assets(bot, "dataProducts/p", "add", reference(table, "table"), reference(second, "table"))
        page = bot.get("dataProducts/name/p/assets?limit=1&offset=1")
        assert ([item["name"] for item in page["data"]], page["paging"]["total"]) == (["orders"], 2)
        bot.call("DELETE", "tables/name/svc.db.sales.b")
        product = bot.get("dataProducts/name/p")
        assert [item["name"] for item in bot.get(f"dataProducts/{product['id']}/assets")["data"]] == [
            "orders"
        ]

    def test_a_lagging_index_answers_what_it_last_saw(
        self, bot: Api, table: Json, server: CatalogServer
    ) -> None:
        server.switch(search_lag=True)
        assets(bot, "dataProducts/p", "add", reference(table, "table"))
        assert bot.get("dataProducts/name/p/assets")["data"] == []
        assert products(bot) == ["p"], "the asset itself tells the truth"
        server.refresh_search()
        assets(bot, "dataProducts/p", "remove", reference(table, "table"))
        assert len(bot.get("dataProducts/name/p/assets")["data"]) == 1

    def test_deleting_a_product_leaves_its_assets(self, bot: Api, table: Json, server: CatalogServer) -> None:
        assets(bot, "dataProducts/p", "add", reference(table, "table"))
        assert bot.call("DELETE", "dataProducts/name/p").status == 200
        assert server.catalog.get("dataProducts", "p", "all") is None
        assert products(bot) == []


class TestProductEntity:
    """The data product itself."""

    @pytest.mark.usefixtures("table")
    def test_domains_are_needed_and_move_the_assets(self, admin: Api, bot: Api, table: Json) -> None:
        assert admin.call("PUT", "dataProducts", {"name": "r", "description": ""}).status == 400
        assert (
            admin.call("PUT", "dataProducts", {"name": "r", "description": "", "domains": []}).status == 400
        )
        assets(bot, "dataProducts/p", "add", reference(table, "table"))
        bot.put("dataProducts", {"name": "p", "description": "", "domains": ["two"]})
        assert bot.get("dataProducts/name/p?fields=domains")["domains"][0]["name"] == "one"
        bot.patch("dataProducts/name/p", op("add", "/description", "another text"))
        assert admin.table("domains")["domains"][0]["inherited"] is True
        two = reference(admin.get("domains/name/two"), "domain")
        bot.patch("dataProducts/name/p", op("add", "/domains", [two]))
        assert [item["name"] for item in admin.table("domains")["domains"]] == ["two"]

    @pytest.mark.usefixtures("table")
    def test_the_description_is_sanitized_and_kept_from_a_bot(self, bot: Api) -> None:
        body = {"name": "r", "description": "it's", "domains": ["one"]}
        assert bot.put("dataProducts", body)["description"] == "it&#39;s"
        assert bot.put("dataProducts", {**body, "description": "new"})["description"] == "it&#39;s"

    def test_no_soft_deletion_and_no_restore(self, admin: Api, table: Json) -> None:
        assert "deleted" not in admin.get("dataProducts/name/p")
        assert admin.call("PUT", "dataProducts/restore", {"id": table["id"]}).status == 501


class TestDomainAssets:
    """Membership in domains."""

    def test_moving_drops_products_of_other_domains(self, bot: Api, table: Json) -> None:
        asset = reference(table, "table")
        assets(bot, "dataProducts/p", "add", asset)
        assets(bot, "domains/two", "add", asset)
        shown = bot.table("domains,dataProducts")
        assert [(item["name"], item.get("inherited")) for item in shown["domains"]] == [("two", None)]
        assert shown["dataProducts"] == []
        assets(bot, "dataProducts/q", "add", asset)
        assets(bot, "domains/two", "remove", asset)
        shown = bot.table("domains,dataProducts")
        assert [(item["name"], item["inherited"]) for item in shown["domains"]] == [("one", True)]
        assert shown["dataProducts"] == []

    def test_moves_are_idempotent_and_have_no_dry_run(
        self, bot: Api, table: Json, server: CatalogServer
    ) -> None:
        asset = reference(table, "table")
        assets(bot, "domains/two", "add", asset)
        writes = server.catalog.writes
        assets(bot, "domains/two", "add", asset)
        assert server.catalog.writes == writes
        assets(bot, "domains/two", "add", asset, status=501, dryRun=True)

    @pytest.mark.usefixtures("table")
    def test_the_listing_counts_what_is_inherited(self, bot: Api) -> None:
        page = bot.get("domains/name/one/assets?limit=100")
        assert [item["fullyQualifiedName"] for item in page["data"]] == [
            "svc",
            "svc.db",
            "svc.db.sales",
            TABLE,
        ]
        assert bot.get("domains/name/two/assets")["data"] == []


class TestMetrics:
    """Metrics."""

    def test_the_name_is_the_fqn(self, bot: Api) -> None:
        assert bot.put("metrics", {"name": "a.b c"})["fullyQualifiedName"] == "a.b c"

    def test_a_unit_of_ones_own(self, bot: Api) -> None:
        assert bot.call("PUT", "metrics", {"name": "m", "unitOfMeasurement": "OTHER"}).status == 400
        body = {"name": "m", "unitOfMeasurement": "OTHER", "customUnitOfMeasurement": "EUR"}
        assert bot.put("metrics", body)["customUnitOfMeasurement"] == "EUR"
        changed = bot.put("metrics", {**body, "unitOfMeasurement": "COUNT"})
        assert "customUnitOfMeasurement" not in changed

    def test_related_metrics_hold_both_ways(self, bot: Api) -> None:
        assert bot.call("PUT", "metrics", {"name": "a", "relatedMetrics": ["b"]}).status == 404
        bot.put("metrics", {"name": "b"})
        bot.put("metrics", {"name": "a", "relatedMetrics": ["b"]})
        assert bot.call("PUT", "metrics", {"name": "a", "relatedMetrics": ["a"]}).status == 400
        back = bot.get("metrics/name/b?fields=relatedMetrics")["relatedMetrics"]
        assert [item["name"] for item in back] == ["a"]
        bot.put("metrics", {"name": "a"})
        assert bot.get("metrics/name/b?fields=relatedMetrics")["relatedMetrics"] == []
        itself = [reference(bot.get("metrics/name/a"), "metric")]
        assert bot.call("PATCH", "metrics/name/a", [op("add", "/relatedMetrics", itself)]).status == 400

    def test_an_expression_is_kept_and_measures_are_replaced(self, bot: Api) -> None:
        expression = {"language": "SQL", "code": "SUM(x)"}
        measures = [{"name": "x", "aggregation": "SUM"}]
        bot.put("metrics", {"name": "m", "metricExpression": expression, "measures": measures})
        changed = bot.put("metrics", {"name": "m"})
        assert changed["metricExpression"] == expression
        assert "measures" not in changed

    def test_assets(self, bot: Api, table: Json) -> None:
        body = {"name": "m", "assets": [reference(table, "table")]}
        assert [item["name"] for item in bot.put("metrics", body)["assets"]] == ["orders"]
        assert bot.put("metrics", {"name": "m"})["assets"] == []
        metric = reference(bot.put("metrics", {"name": "m", "domains": ["one"]}), "metric")
        assets(bot, "dataProducts/p", "add", metric)
        shown = bot.get("metrics/name/m?fields=dataProducts")
        assert [item["name"] for item in shown["dataProducts"]] == ["p"]
