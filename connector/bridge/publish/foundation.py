"""What everything else stands on: the service and its domain. Read before the first write, and decided without writing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from metadata.generated.schema.api.domains.createDomain import CreateDomainRequest
from metadata.generated.schema.api.services.createDatabaseService import CreateDatabaseServiceRequest
from metadata.generated.schema.entity.domains.domain import DomainType
from metadata.generated.schema.entity.services.databaseService import DatabaseServiceType
from metadata.generated.schema.type.basic import EntityName, Markdown

from connector.bridge.errors import Code, ConfigurationError
from connector.bridge.plan import names
from connector.bridge.plan.model import DomainPlan
from connector.bridge.publish.api import CatalogApi
from connector.bridge.publish.patcher import Patcher
from connector.bridge.publish.standing import DOMAINS, SERVICES

SERVICE_TYPE = DatabaseServiceType.CustomDatabase
SERVICE_FIELDS = ("domains",)


@dataclass(frozen=True, slots=True)
class Foundation:
    """The service and the domain of a run.

    Attributes:
        service_name: Name of the service.
        service_fqn: Its FQN.
        service: The service as it stands, None when it has to be made.
        domain_fqn: FQN of the domain that everything is put into.
        domain: That domain as it stands when it is the installation's own, else None.
        own_domain: The domain to make, None when it stands.
    """

    service_name: str
    service_fqn: str
    service: Mapping[str, Any] | None
    domain_fqn: str
    domain: Mapping[str, Any] | None
    own_domain: DomainPlan | None

    @property
    def is_deleted(self) -> bool:
        """Whether the service is there, but was deleted by somebody."""
        return self.service is not None and bool(self.service.get("deleted"))

    @property
    def lacks_domain(self) -> bool:
        """Whether the service stands, but in no domain."""
        return self.service is not None and not self.service.get("domains")


def survey(api: CatalogApi, service_name: str, wanted_domain: str | None, own: DomainPlan) -> Foundation:
    """Find out what stands and which domain applies; writes nothing.

    Args:
        api: The catalog.
        service_name: Name of the service of this pipeline.
        wanted_domain: FQN of the domain that the options name, None when they name none.
        own: The installation's own domain, used when neither the options nor the service give one.

    Returns:
        The foundation.

    Raises:
        ConfigurationError: The service's name can't be used or it is of another type, the wanted domain is unknown, or the service
            has another one.
        StopRunError: The catalog did not answer.
    """
    if names.entity_name(service_name) != service_name:
        raise ConfigurationError(
            Code.SERVICE_UNUSABLE,
            f"service {service_name!r}"[:100],
            "OpenMetadata takes no service name with `::`, `>`, a double quote or a control character, or longer than 256",
            "Choose another source.serviceName.",
        )
    service_fqn = names.quote(service_name)
    service = api.by_name(SERVICES, service_fqn, SERVICE_FIELDS, deleted_too=True)
    if service is not None and service.get("serviceType") != SERVICE_TYPE.value:
        raise ConfigurationError(
            Code.SERVICE_UNUSABLE,
            f"service `{service_name}`",
            f"it stands in the catalog as {service.get('serviceType')}, not as {SERVICE_TYPE.value}",
            "Choose another source.serviceName.",
        )
    standing = [str(item["fullyQualifiedName"]) for item in (service or {}).get("domains") or ()]
    if wanted_domain is None and standing:
        mine = standing[0] == names.quote(own.name)
        stands = api.by_name(DOMAINS, standing[0]) if mine else None
        return Foundation(service_name, service_fqn, service, standing[0], stands, None)
    if wanted_domain is not None and standing and wanted_domain not in standing:
        raise ConfigurationError(
            Code.DOMAIN_CONFLICT,
            f"option `domain` of service `{service_name}`",
            f"it names `{wanted_domain}`, but the service is in the domain `{standing[0]}`",
            "Leave the option out, or move the service to the other domain first.",
        )
    domain_fqn = wanted_domain or names.quote(own.name)
    domain = api.by_name(DOMAINS, domain_fqn)
    if domain is None and wanted_domain is not None:
        raise ConfigurationError(
            Code.DOMAIN_UNKNOWN,
            f"option `domain` of service `{service_name}`",
            f"the catalog has no domain `{wanted_domain}`",
            "Make it first, correct the name, or leave the option out.",
        )
    ours = domain if wanted_domain is None else None
    return Foundation(service_name, service_fqn, service, domain_fqn, ours, own if domain is None else None)


def domain_request(plan: DomainPlan) -> CreateDomainRequest:
    """Make the request for the installation's own domain.

    Args:
        plan: The domain.

    Returns:
        The request; what a platform shares is aligned with its sources.
    """
    return CreateDomainRequest(
        name=EntityName(plan.name),
        displayName=plan.display_name,
        description=Markdown(plan.description),
        domainType=DomainType.Source_aligned,
    )


def service_request(foundation: Foundation, description: str) -> CreateDatabaseServiceRequest:
    """Make the request for a service that does not stand yet.

    Args:
        foundation: The foundation of the run.
        description: Where its tables come from.

    Returns:
        The request, without a connection, so that no token is ever stored in the catalog.
    """
    return CreateDatabaseServiceRequest(
        name=EntityName(foundation.service_name),
        serviceType=SERVICE_TYPE,
        description=Markdown(description),
        domains=[foundation.domain_fqn],
    )


def put_into_domain(api: CatalogApi, patcher: Patcher, foundation: Foundation) -> None:
    """Give a service that stands in no domain the one of this run; nothing else of it is touched.

    Args:
        api: The catalog.
        patcher: Sends the patch.
        foundation: The foundation of the run.

    Raises:
        StopRunError: The domain is not there, or the catalog refused.
    """
    if foundation.service is None:
        return
    domain = api.required(DOMAINS, foundation.domain_fqn)
    operation = {"op": "add", "path": "/domains", "value": [{"id": domain["id"], "type": "domain"}]}
    patcher.apply(
        SERVICES,
        foundation.service,
        SERVICE_FIELDS,
        lambda current, _: [] if current.get("domains") else [operation],
    )
