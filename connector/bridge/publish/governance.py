"""Domain, teams and service: written one by one before everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from metadata.generated.schema.api.domains.createDomain import CreateDomainRequest
from metadata.generated.schema.api.services.createDatabaseService import CreateDatabaseServiceRequest
from metadata.generated.schema.api.teams.createTeam import CreateTeamRequest
from metadata.generated.schema.entity.teams.team import TeamType

from connector.bridge.connection_models import Descriptions
from connector.bridge.errors import BridgeError, Code, StopRunError
from connector.bridge.plan.model import DomainPlan, Note, TeamPlan
from connector.bridge.publish.api import CatalogApi, not_arrived
from connector.bridge.publish.descriptions import may_be_rewritten, same_text, text_patch
from connector.bridge.publish.foundation import Foundation, domain_request, put_into_domain, service_request
from connector.bridge.publish.owners import Owners
from connector.bridge.publish.patcher import Patcher
from connector.bridge.publish.report import Action, RunReport
from connector.bridge.publish.standing import DOMAINS, SERVICES, TEAMS
from connector.bridge.publish.teams import team_notes, team_patch, team_request

TEAMS_PER_PAGE = 1_000


class Governance:
    """Publishes what is not a table.

    Each method is a generator: the sink writes a request of these kinds at once, so what follows the `yield` sees it in the catalog.
    """

    def __init__(
        self,
        api: CatalogApi,
        patcher: Patcher,
        owners: Owners,
        report: RunReport,
        *,
        base: Foundation,
        prefix: str,
        descriptions: Descriptions,
        note: Callable[[Note], None],
    ) -> None:
        """Make a publisher for one run.

        Args:
            api: The catalog.
            patcher: Sends patches.
            owners: Learns which teams stand.
            report: Counts what happens.
            base: What stands of service and domain.
            prefix: The installation's prefix.
            descriptions: Whose description wins.
            note: Takes warnings.
        """
        self._api = api
        self._patcher = patcher
        self._owners = owners
        self._report = report
        self._base = base
        self._ours = f"{prefix}__"
        self._policy = descriptions
        self._note = note
        self._standing: dict[str, dict[str, Any]] | None = None
        self._made: list[TeamPlan] = []

    def domain(self, plan: DomainPlan) -> Iterator[CreateDomainRequest]:
        """Make the installation's own domain.

        Args:
            plan: The domain, which does not stand yet.

        Yields:
            The request.

        Raises:
            StopRunError: It did not arrive; where that is not looked at here, the service can't be made, which tells as well.
        """
        yield domain_request(plan)
        if may_be_rewritten(plan.description):
            self._set_text(DOMAINS, self._api.required(DOMAINS, self._base.domain_fqn), plan.description)
        self._report.count("domain", Action.CREATED)

    def team(self, plan: TeamPlan) -> Iterator[CreateTeamRequest]:
        """Make a team, or bring what differs up to date.

        Args:
            plan: The team.

        Yields:
            A request when it does not stand.

        Raises:
            StopRunError: The teams that stand can't be read, this one can't own, or the catalog refused a change.
        """
        if self._standing is None:
            self._standing = self._read_teams()
        entity = self._standing.get(plan.name)
        for note in team_notes(plan, entity):
            self._note(note)
        if entity is None:
            self._made.append(plan)
            yield team_request(plan)
            return
        if entity.get("teamType") != TeamType.Group.value:
            raise StopRunError(
                Code.TEAM_UNUSABLE,
                f"team `{plan.name}`",
                f"it is a {entity.get('teamType')}, and only a Group may own, so its tables go without an owner",
                "Rename that team, or make it a Group.",
            )
        if entity.get("deleted"):
            self._api.restore(TEAMS, entity)
            entity = self._api.required(TEAMS, entity["fullyQualifiedName"])
        self._owners.add_team(plan.name, entity["id"])
        written = self._patcher.apply(
            TEAMS,
            entity,
            (),
            lambda current, exact: team_patch(current, plan, self._policy, exact=exact),
        )
        self._report.count("team", Action.UPDATED if written else Action.UNCHANGED)

    def settle_teams(self) -> Iterator[BridgeError]:
        """Learn the ids of the teams that were made; call after the last team.

        Yields:
            A failure for each team that did not arrive.

        Raises:
            StopRunError: The teams can't be read.
        """
        standing = self._read_teams() if self._made else {}
        for plan in self._made:
            if plan.name not in standing:
                yield not_arrived(TEAMS, plan.name)
                continue
            self._owners.add_team(plan.name, standing[plan.name]["id"])
            self._report.count("team", Action.CREATED)
            try:
                self._set_text(TEAMS, standing[plan.name], plan.description)
            except BridgeError as error:
                yield error

    def _set_text(self, collection: str, entity: Mapping[str, Any], text: str | None) -> None:
        """Set the exact text of what was just made, since a PUT may rewrite it."""
        self._patcher.apply(
            collection,
            entity,
            (),
            lambda current, exact: text_patch(
                current.get("description"), text, Descriptions.BRIDGE, exact=exact
            ),
        )

    def mend_domain(self, plan: DomainPlan) -> None:
        """Complete the text of the installation's own domain if a run was ended right after making it.

        Args:
            plan: The domain as it would be made.

        Raises:
            StopRunError: The catalog refused.
        """
        self._mend_text(DOMAINS, self._base.domain, plan.description)

    def _mend_text(self, collection: str, entity: Mapping[str, Any] | None, text: str) -> None:
        """Set the exact text where the one that stands reads the same but was rewritten; anybody else's stays."""
        stored = (entity or {}).get("description")
        if entity is not None and stored and stored != text and same_text(stored, text):
            self._set_text(collection, entity, text)

    def _read_teams(self) -> dict[str, dict[str, Any]]:
        """Read the teams in few large pages: there is no filter by name, and one request each would be more."""
        pages = self._api.pages(TEAMS, {"include": "all"}, (), TEAMS_PER_PAGE)
        return {team["name"]: team for page in pages for team in page if team["name"].startswith(self._ours)}

    def service(self, shared_by: str) -> Iterator[CreateDatabaseServiceRequest]:
        """Make the service, bring back a deleted one with its connection, and give it a domain when it has none.

        Args:
            shared_by: The installation's name, for the description of a new service.

        Yields:
            A request when it does not stand.

        Raises:
            StopRunError: It did not arrive, or the catalog refused the domain.
        """
        base = self._base
        action = Action.UNCHANGED
        text = f"Tables and views that {shared_by} shares through its Bridge."
        if base.service is None:
            yield service_request(base, text)
            self._set_text(SERVICES, self._api.required(SERVICES, base.service_fqn), text)
            action = Action.CREATED
        else:
            if base.is_deleted and base.service is not None:
                self._api.restore(SERVICES, base.service)
                action = Action.UPDATED
            if base.lacks_domain:
                put_into_domain(self._api, self._patcher, base)
                action = Action.UPDATED
            self._mend_text(SERVICES, base.service, text)
        self._report.count("service", action)
