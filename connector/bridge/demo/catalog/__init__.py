"""A stand-in for OpenMetadata 2.0.7: an HTTP server on loopback that keeps a catalog in memory and refuses what it does not know.

It answers the part of the API that ingestion and this connector use, with the field rules, checks and governance rules of the
server, and it is stricter: every body is checked against the client library's generated models, and an unknown route, parameter
or field is refused with 501 and recorded. What a test wants to know afterwards is at ``CatalogServer.catalog`` and
``CatalogServer.log``.
"""

from connector.bridge.demo.catalog.actors import Actor
from connector.bridge.demo.catalog.faults import Fault, Faults, PlantedFault
from connector.bridge.demo.catalog.options import Options
from connector.bridge.demo.catalog.requestlog import DROPPED, RequestEntry, RequestLog
from connector.bridge.demo.catalog.server import CatalogServer
from connector.bridge.demo.catalog.store import Change
from connector.bridge.demo.catalog.view import CatalogView

__all__ = [
    "DROPPED",
    "Actor",
    "CatalogServer",
    "CatalogView",
    "Change",
    "Fault",
    "Faults",
    "Options",
    "PlantedFault",
    "RequestEntry",
    "RequestLog",
]
