"""The one exception of the stand-in: an answer other than success, with the server's body shape."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any


class ApiError(Exception):
    """An error answer.

    Args:
        status: HTTP status code.
        message: text of the answer's ``message``.
        error_type: optional ``errorType``, for instance ``RULE_VIOLATION``.

    The shape ``{"code": ..., "message": ...}`` is what clients look for before they read an answer as an error of the
    API (OpenMetadata server, CatalogGenericExceptionMapper).
    """

    def __init__(self, status: HTTPStatus, message: str, error_type: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.error_type = error_type

    def body(self) -> dict[str, Any]:
        """The JSON body of the answer."""
        body: dict[str, Any] = {"code": int(self.status), "message": self.message}
        if self.error_type is not None:
            body["errorType"] = self.error_type
        return body


class UnsupportedError(ApiError):
    """A request that the stand-in does not know: refused and recorded, never answered by guess (501)."""

    def __init__(self, what: str) -> None:
        super().__init__(HTTPStatus.NOT_IMPLEMENTED, f"{what} is not supported by the stand-in catalog")
        self.what = what


def bad_request(message: str) -> ApiError:
    """A request that the server refuses as malformed or inconsistent (400)."""
    return ApiError(HTTPStatus.BAD_REQUEST, message)


def rule_violation(message: str) -> ApiError:
    """A request that breaks a governance rule of the server (400, RULE_VIOLATION)."""
    return ApiError(HTTPStatus.BAD_REQUEST, message, "RULE_VIOLATION")


def not_found(kind: str, key: str) -> ApiError:
    """An entity that does not exist or, unless asked for, is soft-deleted (404)."""
    return ApiError(HTTPStatus.NOT_FOUND, f"{kind} instance for {key} not found", "ENTITY_NOT_FOUND")


def forbidden(actor: str, operations: list[str]) -> ApiError:
    """An actor whose policies do not allow the operations (403)."""
    listed = ", ".join(operations)
    return ApiError(
        HTTPStatus.FORBIDDEN,
        f"Principal: CatalogPrincipal{{name='{actor}'}} operations [{listed}] not allowed",
    )


def unauthorized(message: str) -> ApiError:
    """A request without a usable token (401)."""
    return ApiError(HTTPStatus.UNAUTHORIZED, message)


def already_exists(kind: str, fqn: str) -> ApiError:
    """A POST of an entity that stands, soft-deleted ones included (409)."""
    return ApiError(HTTPStatus.CONFLICT, f"{kind} {fqn} already exists", "ENTITY_ALREADY_EXISTS")


def precondition_failed(fqn: str) -> ApiError:
    """A write under an ``If-Match`` that names another version (412)."""
    return ApiError(
        HTTPStatus.PRECONDITION_FAILED, f"{fqn} was modified in the meantime", "PRECONDITION_FAILED"
    )
