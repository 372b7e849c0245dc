"""A client of Scriptorium, the backend of a writing studio. It needs Python 3.11 and nothing else.

    from scriptorium import Client

    with Client("http://127.0.0.1:7878") as studio:
        project = studio.projects.create(name="The Nightwatch")
"""

from __future__ import annotations

from . import types
from .core import (
    ABSENT,
    TIMEOUT_S,
    Absent,
    Conflict,
    Connection,
    Event,
    Invalid,
    Mistake,
    NotFound,
    ScriptoriumError,
    pages,
)
from .modules import Modules

__all__ = [
    "ABSENT",
    "Absent",
    "Client",
    "Conflict",
    "Event",
    "Invalid",
    "Mistake",
    "NotFound",
    "ScriptoriumError",
    "pages",
    "types",
]


class Client(Modules):
    """The service, module by module: `client.documents.list(…)`. For one thread."""

    def __init__(
        self, address: str, *, token: str | None = None, timeout_s: float = TIMEOUT_S
    ) -> None:
        self._connection = Connection(address, token, timeout_s)
        super().__init__(self._connection)

    @property
    def tag(self) -> str | None:
        """The ETag of the last answer: with it as `if_match` a change is a Conflict where another
        came in between."""
        return self._connection.tag

    def close(self) -> None:
        """Closes the connection; the next request opens another."""
        self._connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
