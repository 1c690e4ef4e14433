"""The stand-in as one object: start it, point a client at it, look into it."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Any

from connector.bridge.demo.catalog.application import PREFIX, Application
from connector.bridge.demo.catalog.context import Context
from connector.bridge.demo.catalog.faults import Faults
from connector.bridge.demo.catalog.http_server import HOST, Listener
from connector.bridge.demo.catalog.options import Options
from connector.bridge.demo.catalog.requestlog import RequestLog
from connector.bridge.demo.catalog.seed import ADMIN, INGESTION_BOT, add_user, seed
from connector.bridge.demo.catalog.view import CatalogView


class CatalogServer:
    """An OpenMetadata in memory on the loopback interface.

    Attributes:
        catalog: the state, for reading.
        log: the requests.
        faults: the planted faults.
        bot_token: token of the stock ingestion bot, which may do all but change display names.
        admin_token: token of a human administrator.
    """

    def __init__(
        self,
        port: int = 0,
        *,
        version: str = "2.0.7",
        checks: bool = True,
        sanitize_on_patch: bool = False,
        stale_supported: bool = True,
        search_lag: bool = False,
        custom_test_definition: bool = False,
        bot_keeps_owners: bool = False,
        bot_keeps_constraints: bool = False,
    ) -> None:
        """Make a catalog with the stock entities of a fresh server; nothing listens yet.

        Args:
            port: TCP port, 0 for a free one.
            version: see ``Options``, as all that follow.
            checks: check bodies against the generated models.
            sanitize_on_patch: sanitize descriptions of a PATCH.
            stale_supported: offer deleteStale.
            search_lag: answer asset listings from the last ``refresh_search``.
            custom_test_definition: offer the connection test of CustomDatabase.
            bot_keeps_owners: a bot's PUT keeps owners.
            bot_keeps_constraints: a bot's PUT without table constraints keeps them.
        """
        options = Options(
            version=version,
            checks=checks,
            sanitize_on_patch=sanitize_on_patch,
            stale_supported=stale_supported,
            search_lag=search_lag,
            custom_test_definition=custom_test_definition,
            bot_keeps_owners=bot_keeps_owners,
            bot_keeps_constraints=bot_keeps_constraints,
        )
        self._context = Context(options)
        self._port = port
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None
        self.catalog = CatalogView(self._context)
        self.log = RequestLog()
        self.faults = Faults()
        self._application = Application(self._context, self.log)
        seed(self._context)
        self.bot_token = self._context.actors.add_stock_bot(INGESTION_BOT).token
        self.admin_token = self._context.actors.add(ADMIN, is_admin=True).token

    def start(self) -> CatalogServer:
        """Listen. After a stop it listens on the same port again, and the catalog is as it was.

        Raises:
            RuntimeError: it listens already.
            OSError: the port is taken.
        """
        if self._listener is not None:
            raise RuntimeError("the stand-in listens already")
        self._listener = Listener(self._port, self._application, self.log, self.faults)
        self._port = self._listener.server_port
        self._thread = threading.Thread(
            target=self._listener.serve_forever, kwargs={"poll_interval": 0.05}, name="catalog", daemon=True
        )
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop listening and end open connections; the catalog stays. Does nothing when stopped."""
        if self._listener is None or self._thread is None:
            return
        self._listener.end()
        self._thread.join()
        self._listener = self._thread = None

    def __enter__(self) -> CatalogServer:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address of the API, for instance ``http://127.0.0.1:8585/api``: a client's ``hostPort``.

        Raises:
            RuntimeError: it was never started with port 0, so there is no port yet.
        """
        if not self._port:
            raise RuntimeError("the stand-in has no port before it is started")
        return f"http://{HOST}:{self._port}{PREFIX}"

    def add_actor(
        self,
        name: str,
        *,
        is_bot: bool = False,
        is_admin: bool = False,
        allow: Iterable[str] = ("All",),
        deny: Iterable[str] = (),
    ) -> str:
        """Add a person or a bot, with the user entity.

        Args:
            name: name of the user.
            is_bot: whether it is a bot.
            is_admin: whether it may do everything.
            allow: operations of the server's policies that it may do, such as ``EditAll`` or ``domain.Create``.
            deny: operations that it may not do; they win.

        Returns:
            Its token.
        """
        with self._context.lock:
            actor = self._context.actors.add(name, is_bot=is_bot, is_admin=is_admin, allow=allow, deny=deny)
            if self._context.store.find("user", name) is None:
                add_user(self._context, name, is_bot=is_bot, is_admin=is_admin)
        return actor.token

    def switch(self, **options: Any) -> None:
        """Change switches while it runs.

        Args:
            options: fields of ``Options`` by name.
        """
        with self._context.lock:
            self._context.options = dataclasses.replace(self._context.options, **options)

    def refresh_search(self) -> None:
        """Let the search index catch up, for a stand-in with ``search_lag``."""
        with self._context.lock:
            self._context.search.refresh(self._context.store)
