"""What a run of an ingestion pipeline reports: its status, its progress and its metrics."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

from connector.bridge.demo.catalog.calls import Answer, Call, Route
from connector.bridge.demo.catalog.errors import not_found
from connector.bridge.demo.catalog.reading import find_by_id, find_by_name
from connector.bridge.demo.catalog.render import show_all
from connector.bridge.demo.catalog.store import Json, Record
from connector.bridge.demo.catalog.tables import strip_nulls

_MODELS = "metadata.generated.schema.entity.services.ingestionPipelines."
STATUS = _MODELS + "ingestionPipeline:PipelineStatus"
PROGRESS = _MODELS + "progressUpdate:ProgressUpdate"
METRICS = _MODELS + "operationMetricsBatch:OperationMetricsBatch"
TEST_RESULT = (
    "metadata.generated.schema.entity.services.connections.testConnectionResult:TestConnectionResult"
)
_PIPELINE = "ingestionPipeline"
_OPERATION = "EditIngestionPipelineStatus"


def pipeline_routes() -> Iterator[Route]:
    """The routes of this module."""
    base = "/v1/services/ingestionPipelines"
    yield Route("PUT", f"{base}/{{fqn}}/pipelineStatus", _put_status)
    yield Route("GET", f"{base}/{{fqn}}/pipelineStatus", _list_statuses, frozenset({"startTs", "endTs"}))
    yield Route("GET", f"{base}/{{fqn}}/pipelineStatus/{{run}}", _get_status)
    yield Route("PUT", f"{base}/progress/{{fqn}}/{{run}}", _put_progress)
    yield Route("GET", f"{base}/progress/{{fqn}}/{{run}}", _get_progress)
    yield Route("POST", f"{base}/metrics/{{fqn}}/{{run}}", _post_metrics)
    yield Route("PUT", "/v1/services/databaseServices/{id}/testConnectionResult", _put_test_result)


def _pipeline(call: Call) -> Record:
    return find_by_name(call.context, _PIPELINE, call.params["fqn"])


def _put_status(call: Call) -> Answer:
    pipeline = _pipeline(call)
    call.actor.require(_OPERATION, _PIPELINE)
    call.context.check(STATUS, call.body)
    status: Json = strip_nulls(call.body)
    call.context.store.pipeline_statuses[pipeline.id][str(status.get("runId"))] = status
    return Answer({**show_all(call.context.store, pipeline), "pipelineStatuses": status})


def _get_status(call: Call) -> Answer:
    status = call.context.store.pipeline_statuses[_pipeline(call).id].get(call.params["run"])
    return Answer(status) if status is not None else Answer(None, HTTPStatus.NO_CONTENT)


def _list_statuses(call: Call) -> Answer:
    start, end = call.number("startTs", 0), call.number("endTs", 2**63)
    stored = call.context.store.pipeline_statuses[_pipeline(call).id].values()
    found = [status for status in stored if start <= int(status.get("timestamp", 0)) <= end]
    found.sort(key=lambda status: int(status.get("timestamp", 0)), reverse=True)
    return Answer({"data": found, "paging": {"total": len(found)}})


def _put_progress(call: Call) -> Answer:
    pipeline = _pipeline(call)
    call.actor.require(_OPERATION, _PIPELINE)
    call.context.check(PROGRESS, call.body)
    call.context.store.progress[pipeline.id, call.params["run"]] = strip_nulls(call.body)
    return Answer(call.body)


def _get_progress(call: Call) -> Answer:
    update = call.context.store.progress.get((_pipeline(call).id, call.params["run"]))
    if update is None:
        raise not_found("progress", call.params["run"])
    return Answer(update)


def _post_metrics(call: Call) -> Answer:
    pipeline = _pipeline(call)
    call.actor.require(_OPERATION, _PIPELINE)
    call.context.check(METRICS, call.body)
    call.context.store.metrics[pipeline.id, call.params["run"]].append(strip_nulls(call.body))
    return Answer(None, HTTPStatus.ACCEPTED)


def _put_test_result(call: Call) -> Answer:
    service = find_by_id(call.context, "databaseService", call.entity_id)
    call.actor.require("EditAll", "databaseService")
    call.context.check(TEST_RESULT, call.body)
    document = service.load()
    document["testConnectionResult"] = strip_nulls(call.body)
    service.save(document)
    return Answer(show_all(call.context.store, service))
