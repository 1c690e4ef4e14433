"""Tables and views of one schema after the other: what stands, what has to be sent, and whether it arrived.

What stands is read by pages before anything is written. A table whose fingerprint is the one that the catalog stored is not sent;
only its descriptions are compared. All others are sent whole, and read back at the end of the run: the sink may lose rows without
an error for each (a failed bulk request counts as two errors, whatever its size).
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.utils import fqn

from connector.bridge.connection_models import Descriptions
from connector.bridge.errors import BridgeError, Code, SkippedObjectError
from connector.bridge.plan import names
from connector.bridge.plan.build import table_plan
from connector.bridge.plan.catalog import WorkingSet
from connector.bridge.plan.model import Kind, ObjectKey, TablePlan, fingerprint
from connector.bridge.publish import standing
from connector.bridge.publish.api import CatalogApi
from connector.bridge.publish.descriptions import table_patch
from connector.bridge.publish.owners import Owners
from connector.bridge.publish.patcher import Patcher
from connector.bridge.publish.report import Action, RunReport
from connector.bridge.publish.requests import table_request
from connector.bridge.publish.standing import OwnerRef, Standing, Within

NEW_TABLE_FIELDS = ("sourceHash",)
NEW_TABLES_PER_PAGE = 500


@dataclass(frozen=True, slots=True)
class Place:
    """The schema that tables are written to.

    Attributes:
        fqn: Its FQN.
        path: Names from the database in.
        stands: Whether the schema stood before this run, so that there may be tables in it.
        new_database: FQN of its database when this run made it, so that everything in it is ours; else None.
        owners: Owners configured for the schema.
    """

    fqn: str
    path: tuple[str, ...]
    stands: bool
    new_database: str | None = None
    owners: tuple[OwnerRef, ...] = ()

    @property
    def within(self) -> Within:
        """The schema as a filter for tables."""
        return Within("databaseSchema", self.fqn)

    @property
    def reading_back(self) -> Within:
        """The largest thing that holds nothing but what this run wrote, for fewer and fuller pages."""
        return Within("database", self.new_database) if self.new_database else self.within


@dataclass(frozen=True, slots=True)
class Task:
    """One listed table or view with what stands of it.

    Attributes:
        key: The object.
        kind: Table or view.
        before: The table in the catalog, None when there is none.
        entity: The table as it was read, kept only when it is unchanged but a description of it differs.
        unchanged: Whether the catalog has it as it would be sent.
    """

    key: ObjectKey
    kind: Kind
    before: Standing | None = None
    entity: Mapping[str, Any] | None = None
    unchanged: bool = False


@dataclass(frozen=True, slots=True)
class _Sent:
    """A request that was handed to the sink."""

    key: ObjectKey
    kind: Kind
    source_hash: str
    text: str | None
    owners: tuple[OwnerRef, ...]
    fresh: bool


class TablePublisher:
    """Publishes tables and views; several threads may work on different schemas."""

    def __init__(
        self,
        api: CatalogApi,
        patcher: Patcher,
        working_set: WorkingSet,
        owners: Owners,
        report: RunReport,
        *,
        prefix: str,
        descriptions: Descriptions,
        all_is_known: bool,
    ) -> None:
        """Make a publisher for one run.

        Args:
            api: The catalog.
            patcher: Sends patches.
            working_set: What is listed.
            owners: Resolves owners.
            report: Counts what happens.
            prefix: The installation's prefix.
            descriptions: Whose description wins.
            all_is_known: Whether every listing could be read. If not, the one that is missing may share a table, too: so a table
                that stands keeps the team that it has, and page and text when they seem to come from the missing listing.
        """
        self._api = api
        self._patcher = patcher
        self._working_set = working_set
        self._owners = owners
        self._report = report
        self._prefix = prefix
        self._policy = descriptions
        self._all_is_known = all_is_known
        self._sent: dict[Within, dict[str, _Sent]] = {}

    def tasks(self, place: Place, wanted: Sequence[tuple[ObjectKey, Kind]]) -> Iterator[Task]:
        """Compare what is wanted in a schema with what stands there.

        Args:
            place: The schema.
            wanted: Objects to publish.

        Yields:
            One task for each of them, first those that stand.

        Raises:
            StopRunError: The tables of the schema can't be read.
        """
        missing = {names.entity_name(key.name): (key, kind) for key, kind in wanted}
        entities = standing.tables_of(self._api, place.within) if place.stands and missing else iter(())
        for entity in entities:
            found = missing.pop(entity["name"], None)
            if found is not None:
                yield self._task(place, *found, entity)
        for key, kind in missing.values():
            yield Task(key, kind)

    def _task(self, place: Place, key: ObjectKey, kind: Kind, entity: Mapping[str, Any]) -> Task:
        before = standing.standing(entity)
        plan = self._plan(key, before)
        if before.deleted or not self._stands(place, plan, before):
            return Task(key, kind, before)
        operations = self._differences(place, entity, plan, before, exact=self._patcher.exact)
        return Task(key, kind, before, entity if operations else None, unchanged=True)

    def publish(self, place: Place, task: Task) -> Iterator[CreateTableRequest]:
        """Bring one table or view to where it should be.

        Args:
            place: The schema.
            task: The table with what stands of it.

        Yields:
            A request when it is new or differs; what is sent is remembered and looked for at the end.

        Raises:
            StopRunError: The catalog refused a description.
        """
        if task.unchanged:
            self._settle(place, task)
            return
        plan = self._plan(task.key, task.before)
        configured = self._configured(place, plan)
        team = self._team(plan, task.before)
        planned = configured or team
        source_hash = self._hash(plan, planned)
        owners = self._owners.to_send(configured, team, task.before)
        fresh = task.before is None
        sent = _Sent(task.key, task.kind, source_hash, plan.description, planned, fresh)
        self._sent.setdefault(place.reading_back, {})[f"{place.fqn}.{names.quote(plan.name)}"] = sent
        self._report.count(task.kind.value, Action.CREATED if sent.fresh else Action.UPDATED)
        before = self._without_dead_keys(task.before)
        yield table_request(plan, place.fqn, source_hash, owners, before, self._policy)

    def _without_dead_keys(self, before: Standing | None) -> Standing | None:
        """Drop foreign keys of a person's to what is gone: the server would refuse the whole table for one (TableRepository)."""
        if before is None or not before.constraints:
            return before
        kept = tuple(item for item in before.constraints if self._reaches(item.get("referredColumns") or ()))
        return before if len(kept) == len(before.constraints) else replace(before, constraints=kept)

    def _reaches(self, column_fqns: Sequence[str]) -> bool:
        for column_fqn in column_fqns:
            *table, column = fqn.split(column_fqn)[:5]
            entity = self._api.by_name(
                standing.TABLES, names.fqn(*table), standing.TABLE_FIELDS, deleted_too=True
            )
            found = {str(item["name"]).lower() for item in (entity or {}).get("columns") or ()}
            if column.lower() not in found:
                return False
        return True

    def _settle(self, place: Place, task: Task) -> None:
        """Finish a table that stands as it should, but perhaps for a description."""
        written = False
        if task.entity is not None and task.before is not None:
            plan, before = self._plan(task.key, task.before), task.before
            written = self._patcher.apply(
                standing.TABLES,
                task.entity,
                standing.TABLE_FIELDS,
                lambda current, exact: self._differences(place, current, plan, before, exact=exact),
            )
        self._report.count(task.kind.value, Action.UPDATED if written else Action.UNCHANGED)

    def _differences(
        self, place: Place, entity: Mapping[str, Any], plan: TablePlan, before: Standing, *, exact: bool
    ) -> list[dict[str, Any]]:
        """Find what of a table that need not be sent differs all the same: texts, and an owner that a killed run left."""
        owners = self._configured(place, plan) or self._team(plan, before)
        texts = table_patch(entity, plan, self._policy, exact=exact)
        return [*texts, *self._owners.patch(entity, owners)]

    def verify(self) -> Iterator[BridgeError]:
        """Read back what was sent and set the texts that a PUT does not set; call after a barrier.

        Yields:
            A failure for each table or view that did not arrive, for each text that was refused, and for each schema or database
            that can't be read.
        """
        for within, sent in self._sent.items():
            yield from self._read_back(within, sent)
        self._sent.clear()

    def _read_back(self, within: Within, sent: Mapping[str, _Sent]) -> Iterator[BridgeError]:
        # A new table holds the texts of its columns as sent, so only its own has to be looked at.
        fresh = all(item.fresh for item in sent.values())
        fields, page_size = (
            (NEW_TABLE_FIELDS, NEW_TABLES_PER_PAGE)
            if fresh
            else (standing.TABLE_FIELDS, standing.TABLES_PER_PAGE)
        )
        lost = dict(sent)
        try:
            for entity in standing.tables_of(self._api, within, fields, page_size):
                item = lost.get(entity["fullyQualifiedName"])
                if item is not None and entity.get("sourceHash") == item.source_hash:
                    del lost[entity["fullyQualifiedName"]]
                    yield from self._complete(entity, item, fields)
        except BridgeError as error:
            yield error
            return
        for item in lost.values():
            self._report.count(item.kind.value, Action.CREATED if item.fresh else Action.UPDATED, -1)
            self._report.count(item.kind.value, Action.FAILED)
            yield _lost(item)

    def _complete(
        self, entity: Mapping[str, Any], item: _Sent, fields: Sequence[str]
    ) -> Iterator[BridgeError]:
        if item.fresh and (entity.get("description") or None) == item.text:
            return
        plan = self._plan(item.key, standing.standing(entity))
        try:
            self._patcher.apply(
                standing.TABLES,
                entity,
                fields,
                lambda current, exact: self._after_put(current, plan, item, exact=exact),
            )
        except BridgeError as error:
            yield error

    def _after_put(
        self, entity: Mapping[str, Any], plan: TablePlan, item: _Sent, *, exact: bool
    ) -> list[dict[str, Any]]:
        """Find what a PUT did not set."""
        operations: list[dict[str, Any]]
        if item.fresh:
            # Whatever stands there is what the server made of our own text.
            return table_patch(entity, plan, Descriptions.BRIDGE, exact=exact)
        operations = table_patch(entity, plan, self._policy, exact=exact)
        if entity.get("schemaDefinition") and plan.definition.sql is None:
            # A PUT without SQL keeps the one that stands (OpenMetadata server, TableUpdater).
            operations.append({"op": "remove", "path": "/schemaDefinition"})
        return [*operations, *self._owners.patch(entity, item.owners)]

    def _plan(self, key: ObjectKey, before: Standing | None) -> TablePlan:
        plan = table_plan(self._prefix, self._working_set.entry(key))
        if before is None or self._all_is_known or before.source_url in (None, plan.source_url):
            return plan
        # The listing whose page the table shows could not be read, so its text can't be told either.
        text = html.unescape(before.description) if before.description else plan.description
        return replace(plan, source_url=before.source_url, description=text)

    def _configured(self, place: Place, plan: TablePlan) -> tuple[OwnerRef, ...]:
        return self._owners.configured("table", (*place.path, plan.name), place.owners)

    def _team(self, plan: TablePlan, before: Standing | None) -> tuple[OwnerRef, ...]:
        """Give the team that owns a table; never a person, so that their edits don't make a table look changed."""
        if before is not None and not self._all_is_known:
            return self._owners.ours(before.owners)
        return self._owners.team(plan.owner)

    def _stands(self, place: Place, plan: TablePlan, before: Standing) -> bool:
        """Tell whether the catalog has a table as it would be sent."""
        configured = self._configured(place, plan)
        if configured or self._all_is_known:
            return before.source_hash == self._hash(plan, configured or self._team(plan, before))
        possible = (self._team(plan, before), self._owners.team(plan.owner), ())
        return before.source_hash in {self._hash(plan, owners) for owners in possible}

    @staticmethod
    def _hash(plan: TablePlan, owners: Sequence[OwnerRef]) -> str:
        definition = plan.definition
        return fingerprint(
            plan.name,
            plan.display_name,
            definition.kind.value,
            definition.columns,
            definition.partitions,
            definition.sql,
            plan.description,
            plan.source_url,
            [owner.id for owner in owners],
        )


def _lost(item: _Sent) -> SkippedObjectError:
    return SkippedObjectError(
        Code.LOST,
        str(item.key),
        "it is listed and was sent, but the catalog does not have it as it was sent",
        "See what the sink reported; the next run sends it again.",
    )
