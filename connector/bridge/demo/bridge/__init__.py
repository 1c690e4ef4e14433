"""A Bridge on this machine: it serves an installation from memory or from files, keeps the contract, and breaks it on demand."""

from connector.bridge.demo.bridge.faults import Armed, Fault, Faults
from connector.bridge.demo.bridge.installation import Installation, Offer
from connector.bridge.demo.bridge.log import Entry, RequestLog
from connector.bridge.demo.bridge.server import BridgeServer

__all__ = ["Armed", "BridgeServer", "Entry", "Fault", "Faults", "Installation", "Offer", "RequestLog"]
