"""Everything that decides and builds the requests of one run, put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from metadata.ingestion.ometa.ometa_api import OpenMetadata

from connector.bridge.connection_models import Descriptions
from connector.bridge.plan.catalog import WorkingSet
from connector.bridge.plan.model import Note
from connector.bridge.publish.api import CatalogApi
from connector.bridge.publish.containers import ContainerPublisher
from connector.bridge.publish.filters import Filters
from connector.bridge.publish.foundation import Foundation
from connector.bridge.publish.governance import Governance
from connector.bridge.publish.owners import Owners
from connector.bridge.publish.patcher import Patcher
from connector.bridge.publish.report import RunReport
from connector.bridge.publish.scope import Scope
from connector.bridge.publish.tables import TablePublisher


@dataclass(frozen=True)
class Publishers:
    """What works on one run after everything was read."""

    scope: Scope
    governance: Governance
    containers: ContainerPublisher
    tables: TablePublisher


def make_publishers(
    metadata: OpenMetadata[Any, Any],
    base: Foundation,
    working_set: WorkingSet,
    filters: Filters,
    report: RunReport,
    *,
    prefix: str,
    descriptions: Descriptions,
    owner_config: Any,
    all_is_known: bool,
    note: Callable[[Note], None],
) -> Publishers:
    """Put the publishers of one run together.

    Args:
        metadata: The workflow's client.
        base: What stands of service and domain.
        working_set: What is listed.
        filters: The pipeline's filters.
        report: Counts what happens.
        prefix: The installation's prefix.
        descriptions: Whose description wins.
        owner_config: `sourceConfig.config.ownerConfig`.
        all_is_known: Whether every listing could be read.
        note: Takes warnings.

    Returns:
        The publishers.
    """
    api = CatalogApi(metadata)
    patcher = Patcher(api)
    owners = Owners(metadata, owner_config, prefix)
    return Publishers(
        scope=Scope(working_set, filters, base.service_fqn),
        governance=Governance(
            api, patcher, owners, report, base=base, prefix=prefix, descriptions=descriptions, note=note
        ),
        containers=ContainerPublisher(
            api, owners, report, base.service_fqn, service_is_new=base.service is None
        ),
        tables=TablePublisher(
            api,
            patcher,
            working_set,
            owners,
            report,
            prefix=prefix,
            descriptions=descriptions,
            all_is_known=all_is_known,
        ),
    )
