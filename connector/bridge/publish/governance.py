"""Domain, teams and service: written one by one before everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from metadata.generated.schema.api.domains.createDomain import CreateDomainRequest
from metadata.generated.schema.api.services.createDatabaseService import CreateDatabaseServiceRequest
from metadata.generated.schema.api.teams.createTeam import CreateTeamRequest

from connector.bridge.connection_models import Descriptions
from connector.bridge.plan import names
from connector.bridge.plan.model import DomainPlan, Note, TeamPlan
from connector.bridge.publish.api import CatalogApi
from connector.bridge.publish.foundation import Foundation, domain_request, put_into_domain, service_request
from connector.bridge.publish.owners import Owners
from connector.bridge.publish.patcher import Patcher
from connector.bridge.publish.report import Action, RunReport
from connector.bridge.publish.standing import DOMAINS, SERVICES, TEAMS
from connector.bridge.publish.teams import team_notes, team_patch, team_request


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
            descriptions: Whose description wins.
            note: Takes warnings.
        """
        self._api = api
        self._patcher = patcher
        self._owners = owners
        self._report = report
        self._base = base
        self._policy = descriptions
        self._note = note

    def domain(self, plan: DomainPlan) -> Iterator[CreateDomainRequest]:
        """Make the installation's own domain.

        Args:
            plan: The domain, which does not stand yet.

        Yields:
            The request.

        Raises:
            StopRunError: It did not arrive.
        """
        yield domain_request(plan)
        self._api.required(DOMAINS, self._base.domain_fqn)
        self._report.count("domain", Action.CREATED)

    def team(self, plan: TeamPlan) -> Iterator[CreateTeamRequest]:
        """Make a team, or bring what differs up to date.

        Args:
            plan: The team.

        Yields:
            A request when it does not stand.

        Raises:
            StopRunError: It did not arrive, or the catalog refused a change.
        """
        fqn = names.quote(plan.name)
        entity = self._api.by_name(TEAMS, fqn)
        for note in team_notes(plan, entity):
            self._note(note)
        if entity is None:
            yield team_request(plan)
            entity = self._api.required(TEAMS, fqn)
            action = Action.CREATED
        else:
            written = self._patcher.apply(
                TEAMS,
                entity,
                (),
                lambda current, exact: team_patch(current, plan, self._policy, exact=exact),
            )
            action = Action.UPDATED if written else Action.UNCHANGED
        self._report.count("team", action)
        self._owners.add_team(plan.name, entity["id"])

    def service(self, shared_by: str) -> Iterator[CreateDatabaseServiceRequest]:
        """Make the service, or give the one that stands a domain when it has none.

        Args:
            shared_by: The installation's name, for the description of a new service.

        Yields:
            A request when it does not stand.

        Raises:
            StopRunError: It did not arrive, or the catalog refused the domain.
        """
        base = self._base
        action = Action.UNCHANGED
        if base.service is None:
            yield service_request(base, f"Tables and views that {shared_by} shares through its Bridge.")
            self._api.required(SERVICES, base.service_fqn)
            action = Action.CREATED
        elif base.lacks_domain:
            put_into_domain(self._api, self._patcher, base)
            action = Action.UPDATED
        self._report.count("service", action)
