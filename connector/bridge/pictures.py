"""One listing's ER diagram, read from a Bridge: what `bridge-connector diagram` writes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from connector.bridge.connection_models import BridgeConnection
from connector.bridge.errors import (
    BridgeError,
    Code,
    ConfigurationError,
    SkippedListingError,
    SkippedObjectError,
)
from connector.bridge.options import parse_options
from connector.bridge.plan.diagram import Drawing, draw
from connector.bridge.plan.model import Definition, Note, ObjectKey
from connector.bridge.plan.objects import object_key, table_definition, view_definition
from connector.bridge.plan.semantics import er_model, read_semantics
from connector.bridge.wire import models
from connector.bridge.wire.client import BridgeClient
from connector.bridge.wire.reader import ListingContent, read_listing


@dataclass(frozen=True)
class Picture:
    """A listing's diagram.

    Attributes:
        drawing: The diagram.
        failures: Objects that could not be read and are not in it.
        notes: What of the listing could not be carried.
    """

    drawing: Drawing
    failures: tuple[BridgeError, ...]
    notes: tuple[Note, ...]


def connection_of(workflow: Path) -> BridgeConnection:
    """Read the Bridge's connection off a workflow file, as the framework does: with environment variables in place.

    Args:
        workflow: Path of the YAML file of `metadata ingest -c`.

    Returns:
        The connection.

    Raises:
        ConfigurationError: The file can't be read, holds no such connection, or an option can't be used.
    """
    try:
        content: Any = yaml.safe_load(os.path.expandvars(workflow.read_text(encoding="utf-8")))
        source = content["source"]
        options = source["serviceConnection"]["config"]["connectionOptions"]
        return parse_options({name: str(text) for name, text in options.items()}, str(source["serviceName"]))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        raise ConfigurationError(
            Code.OPTIONS_INVALID,
            f"workflow {workflow.name}",
            f"it has no source.serviceConnection.config.connectionOptions that can be read ({type(error).__name__})",
            "Give the file that `metadata ingest -c` takes.",
        ) from None


def picture(connection: BridgeConnection, listing_id: str) -> Picture:
    """Read one listing and draw its tables.

    Args:
        connection: The Bridge.
        listing_id: Id of the listing.

    Returns:
        The diagram.

    Raises:
        BridgeError: The listing can't be read, or there is nothing to draw.
    """
    with BridgeClient.from_connection(connection) as client:
        body = client.listing(listing_id).body
    content = read_listing(body, listing_id)
    if not content.readable:
        raise content.problems[0]
    failures = list(content.problems)
    tables = dict(_definitions(content, failures))
    documents = [(object_key(item), item.document) for item in content.semantic_models]
    semantics = read_semantics(listing_id, tables, documents)
    drawing = draw(er_model(content.listing.name or listing_id, tables, semantics.keys))
    if drawing is None:
        raise SkippedListingError(
            Code.LISTING_NOTE,
            f'listing "{listing_id}"',
            f"its {len(tables)} tables and views can't be drawn: there are none, or too many",
            "Draw a smaller listing.",
        )
    return Picture(drawing, tuple(failures), semantics.notes)


def _definitions(
    content: ListingContent, failures: list[BridgeError]
) -> Iterator[tuple[ObjectKey, Definition]]:
    """Map the listing's tables and views; what can't be mapped is a failure of its own."""
    items: tuple[models.ListedTable | models.ListedView, ...] = (*content.tables, *content.views)
    for key, item in {object_key(item): item for item in items}.items():
        try:
            if isinstance(item, models.ListedTable):
                yield key, table_definition(item)[0]
            else:
                yield key, view_definition(item)[0]
        except SkippedObjectError as error:
            failures.append(error)
