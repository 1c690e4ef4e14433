"""What every operation works on: the stored catalog, the switches and who calls."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from connector.bridge.demo.catalog.actors import Actor, Actors
from connector.bridge.demo.catalog.models import validate_body
from connector.bridge.demo.catalog.options import Options
from connector.bridge.demo.catalog.search import SearchIndex
from connector.bridge.demo.catalog.store import Store


@dataclass
class Context:
    """One catalog: its state, its switches and the lock that is held around each request."""

    options: Options
    store: Store = field(default_factory=Store)
    actors: Actors = field(default_factory=Actors)
    search: SearchIndex = field(default_factory=SearchIndex)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def check(self, model: str, body: Any) -> None:
        """Check a body against a generated model, unless checks are off.

        Args:
            model: ``package.module:Class`` of the model.
            body: the decoded JSON.

        Raises:
            ApiError: 400.
        """
        if self.options.checks:
            validate_body(model, body)


@dataclass(frozen=True)
class Writer:
    """Who writes and how.

    Attributes:
        actor: the caller.
        override: a bulk write with ``overrideMetadata``, which may replace what a bot's write keeps.
    """

    actor: Actor
    override: bool = False

    @property
    def bot(self) -> bool:
        """Whether the writer is a bot, so that what people set stays."""
        return self.actor.is_bot
