"""The one exception tree. Every error says what happened, to which item, and what to do.

    A008Error
    ├── UsageError        the caller asked for something that cannot be
    │   └── NotFound      the caller named something that is not there
    ├── StaleState        a guard moved between reading and writing
    ├── Rejected          text of a model was refused by rule
    ├── ProviderError     a model route failed (ten kinds)
    ├── StoreError        disk, file or schema
    └── ProjectionError   a required item cannot fit its byte budget

Errors carry data, not prose: `code` (closed set), `item` (what it is about) and `remedy` (what to do). Surfaces map
`code` to an exit status in one table (`EXIT_CODES`) and nowhere else.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Machine-readable class of an error; published and stable."""

    USAGE = "usage"
    CONFIGURATION = "configuration"
    NOT_FOUND = "not_found"
    REFUSED = "refused"
    NOT_JSON = "not_json"
    DUPLICATE_KEY = "duplicate_key"
    NOT_FINITE = "not_finite"
    TOO_DEEP = "too_deep"
    TOO_LARGE = "too_large"
    SCHEMA_VIOLATION = "schema_violation"
    STALE_STATE = "stale_state"
    COMMAND_CONFLICT = "command_conflict"
    BUSY = "busy"
    STORAGE_FULL = "storage_full"
    STORAGE_IO = "storage_io"
    STORE_CORRUPT = "store_corrupt"
    STORE_REPLACED = "store_replaced"
    SCHEMA_TOO_NEW = "schema_too_new"
    MIGRATION_FAILED = "migration_failed"
    PROVIDER = "provider_error"
    RATE_LIMITED = "rate_limited"
    INTERRUPTED = "interrupted"
    CANCELLED = "cancelled"
    BUDGET = "budget_error"
    IMPORT_PARTIAL = "import_partial"


#: Exit status of the command line for each code. Source: the published table of the fault matrix.
EXIT_CODES: dict[Code, int] = {
    Code.USAGE: 2,
    Code.CONFIGURATION: 2,
    Code.NOT_FOUND: 3,
    Code.REFUSED: 4,
    Code.NOT_JSON: 4,
    Code.DUPLICATE_KEY: 4,
    Code.NOT_FINITE: 4,
    Code.TOO_DEEP: 4,
    Code.TOO_LARGE: 4,
    Code.SCHEMA_VIOLATION: 4,
    Code.STALE_STATE: 5,
    Code.COMMAND_CONFLICT: 5,
    Code.BUSY: 6,
    Code.STORAGE_FULL: 7,
    Code.STORAGE_IO: 7,
    Code.STORE_CORRUPT: 8,
    Code.STORE_REPLACED: 8,
    Code.SCHEMA_TOO_NEW: 9,
    Code.MIGRATION_FAILED: 9,
    Code.PROVIDER: 10,
    Code.RATE_LIMITED: 11,
    Code.INTERRUPTED: 12,
    Code.CANCELLED: 130,
    Code.BUDGET: 13,
    Code.IMPORT_PARTIAL: 14,
}
#: Exit status of a fault of ours (no code): a bug, shown with advice to report it.
EXIT_INTERNAL = 70


class A008Error(Exception):
    """Base of every error that A008 raises on purpose."""

    code: Code

    def __init__(self, what: str, *, code: Code, item: str | None = None, remedy: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.code = code
        self.item = item
        self.remedy = remedy

    def __str__(self) -> str:
        """One line: what happened, to which item, what to do."""
        text = self.what if self.item is None else f"{self.what}: {self.item}"
        return text if self.remedy is None else f"{text} ({self.remedy})"


class UsageError(A008Error):
    """The caller asked for something that cannot be done as asked."""

    def __init__(
        self, what: str, *, code: Code = Code.USAGE, item: str | None = None, remedy: str | None = None
    ) -> None:
        super().__init__(what, code=code, item=item, remedy=remedy)


class NotFound(UsageError):
    """The caller named something that does not exist here."""

    def __init__(self, what: str, *, item: str | None = None, remedy: str | None = None) -> None:
        super().__init__(what, code=Code.NOT_FOUND, item=item, remedy=remedy)


class StaleState(A008Error):
    """A guarded head, command or revision moved between reading and writing; nothing was written."""

    def __init__(
        self, what: str, *, code: Code = Code.STALE_STATE, item: str | None = None, remedy: str | None = None
    ) -> None:
        super().__init__(what, code=code, item=item, remedy=remedy)


class Rejected(A008Error):
    """Text of a model was refused by a rule; `path` is the JSON path of the refused part."""

    def __init__(
        self,
        what: str,
        *,
        code: Code = Code.REFUSED,
        path: str = "$",
        item: str | None = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(what, code=code, item=item, remedy=remedy)
        self.path = path


class ProviderFault(StrEnum):
    """The ten ways in which a model route fails. Source: runtime reference, error vocabulary."""

    CONFIGURATION = "configuration"
    AUTHENTICATION = "authentication"
    RATE_LIMIT = "rate_limit"
    SERVER = "server"
    PROVIDER = "provider"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"
    NETWORK = "network"
    INVALID_RESPONSE = "invalid_response"
    UNKNOWN_MODEL = "unknown_model"


_PROVIDER_CODES: dict[ProviderFault, Code] = {
    ProviderFault.CONFIGURATION: Code.CONFIGURATION,
    ProviderFault.AUTHENTICATION: Code.PROVIDER,
    ProviderFault.RATE_LIMIT: Code.RATE_LIMITED,
    ProviderFault.SERVER: Code.PROVIDER,
    ProviderFault.PROVIDER: Code.PROVIDER,
    ProviderFault.TIMEOUT: Code.INTERRUPTED,
    ProviderFault.CANCELLED: Code.CANCELLED,
    ProviderFault.NETWORK: Code.PROVIDER,
    ProviderFault.INVALID_RESPONSE: Code.PROVIDER,
    ProviderFault.UNKNOWN_MODEL: Code.NOT_FOUND,
}


class ProviderError(A008Error):
    """A model route failed; `partial` holds the text that had arrived by then.

    Units: `retry_after` in seconds, when the route named a wait. `status` is the HTTP status, when there was one.
    `retryable` is advice: nothing in A008 sends a request twice by itself.
    """

    def __init__(
        self,
        what: str,
        *,
        fault: ProviderFault,
        item: str | None = None,
        remedy: str | None = None,
        status: int | None = None,
        retry_after: float | None = None,
        partial: str = "",
        code: Code | None = None,
    ) -> None:
        super().__init__(what, code=code or _PROVIDER_CODES[fault], item=item, remedy=remedy)
        self.fault = fault
        self.status = status
        self.retry_after = retry_after
        self.partial = partial

    @property
    def retryable(self) -> bool:
        """Whether trying again later may help."""
        return self.fault in {
            ProviderFault.RATE_LIMIT,
            ProviderFault.SERVER,
            ProviderFault.TIMEOUT,
            ProviderFault.NETWORK,
        }


class StoreError(A008Error):
    """The store's file, disk or schema is at fault; `item` names the path."""


class ProjectionError(A008Error):
    """A required item does not fit its budget; raised before any provider is called.

    Shape: `what` says which part of the envelope is too small. Units: `needed` and `budget` in `unit`, which is bytes
    or tokens of the envelope as sent.
    """

    def __init__(
        self,
        *,
        item: str,
        needed: int,
        budget: int,
        unit: str = "bytes",
        what: str = "a required item does not fit the envelope",
    ) -> None:
        super().__init__(
            f"{what} ({needed} {unit} needed, {budget} allowed)",
            code=Code.BUDGET,
            item=item,
            remedy="raise the budget or unpin the item",
        )
        self.needed = needed
        self.budget = budget
        self.unit = unit
