"""What every operation of the client goes through: one connection, the answer or the error, and
streams of events that go on where they broke off. The operations themselves are in `modules.py`.
"""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeVar, final
from urllib.parse import quote, urlencode, urlsplit

#: How long an answer may take, in seconds, unless the client is told another time. A stream says
#: something every few seconds, if only that there is nothing new.
TIMEOUT_S: Final = 60.0

#: How often in a row a stream that broke off is asked for again before its error is raised.
ATTEMPTS_MAX: Final = 5

#: How long a stream waits before it is asked for again, in seconds.
RETRY_S: Final = 0.5

_P = ParamSpec("_P")
_T = TypeVar("_T")


@final
class Absent:
    """An argument that was not given: it is not sent, which leaves what it names as it is."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()


@dataclass(frozen=True)
class Mistake:
    """One rule that a request breaks."""

    #: The rule, for programs, such as `missing`.
    type: str
    #: The way to the value, beginning with `body` or `query`.
    loc: tuple[str | int, ...]
    #: What is wrong, for people.
    msg: str


class ScriptoriumError(Exception):
    """A request that was not answered with success."""

    def __init__(self, status: int, detail: str | list[Mistake], request_id: str | None) -> None:
        self.status = status
        #: One sentence, or every mistake of the request.
        self.detail = detail
        #: Under which the log of the service knows the request.
        self.request_id = request_id
        super().__init__(f"{status}: {self.sentence()}")

    def sentence(self) -> str:
        """The reason, for people."""
        if isinstance(self.detail, str):
            return self.detail
        return "; ".join(f"{'.'.join(map(str, one.loc))}: {one.msg}" for one in self.detail)


class NotFound(ScriptoriumError):
    """404: there is no such record, or it is not yours to see."""


class Conflict(ScriptoriumError):
    """409 or 412: the state of things does not allow it."""


class Invalid(ScriptoriumError):
    """422: mistakes in the fields of the request, each with its place in `mistakes`."""

    @property
    def mistakes(self) -> list[Mistake]:
        return self.detail if isinstance(self.detail, list) else []


@dataclass(frozen=True)
class Event:
    """One event of a stream."""

    #: Where a stream goes on behind this event; None for one that is not resumed at.
    id: str | None
    #: What it is about, such as `document` or `message`.
    kind: str
    #: The record it is about, as it was then.
    data: Any


class Module:
    """A group of operations."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection


class Connection:
    """A connection to the service, for one thread. It is opened with the first request."""

    def __init__(self, address: str, token: str | None, timeout_s: float) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"{address} is no address such as http://127.0.0.1:7878")
        #: The ETag of the last answer, for `if_match` of a change that nothing may come before.
        self.tag: str | None = None
        self._parts = parts
        self._token = token
        self._timeout_s = timeout_s
        self._kept: http.client.HTTPConnection | None = None

    def close(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def ask(
        self,
        method: str,
        path: tuple[str, ...],
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: Mapping[str, Any] | None = None,
        text: tuple[str, str] | None = None,
    ) -> Any:
        """The JSON of an answer; None of an empty one."""
        said = self._said(method, path, query, headers, body, text)
        return json.loads(said) if said else None

    def ask_text(self, method: str, path: tuple[str, ...], **sent: Any) -> str:
        """The text of an answer that is no JSON."""
        given = [sent.get(name) for name in ("query", "headers", "body", "text")]
        return self._said(method, path, *given).decode()

    def listen(
        self,
        method: str,
        path: tuple[str, ...],
        *,
        query: Mapping[str, Any] | None = None,
        endless: bool = False,
    ) -> Iterator[Event]:
        """Events from now on, as they come: the stream is open when this returns. One that breaks
        off is asked for again, behind the last event that was heard; one that is not endless is
        over when the service ends it.
        """

        def begin(last: str | None) -> tuple[http.client.HTTPConnection, Iterator[Event]]:
            # Once an event was heard, the header says where to go on.
            asked = {} if last is not None else dict(query or {})
            own = self._open()
            headers = {"accept": "text/event-stream", "last-event-id": last}
            try:
                return own, _events(self._answer(own, method, path, asked, headers, None, None))
            except BaseException:
                own.close()
                raise

        def go_on(own: http.client.HTTPConnection, events: Iterator[Event]) -> Iterator[Event]:
            last: str | None = None
            failures = 0
            while True:
                try:
                    for event in events:
                        failures = 0
                        last = event.id or last
                        yield event
                    if not endless:
                        return
                except (OSError, http.client.HTTPException):
                    failures += 1
                    if failures > ATTEMPTS_MAX:
                        raise
                finally:
                    own.close()
                own, events = self._begin_again(lambda: begin(last))

        return go_on(*begin(None))

    @staticmethod
    def _begin_again(begin: Callable[[], _T]) -> _T:
        """Begins a stream that broke off, when the service may not be there for a moment."""
        attempts = 0
        while True:
            time.sleep(RETRY_S)
            attempts += 1
            try:
                return begin()
            except (OSError, http.client.HTTPException):
                if attempts >= ATTEMPTS_MAX:
                    raise

    def _said(
        self,
        method: str,
        path: tuple[str, ...],
        query: Mapping[str, Any] | None,
        headers: Mapping[str, str | None] | None,
        body: Mapping[str, Any] | None,
        text: tuple[str, str] | None,
    ) -> bytes:
        """The body of an answer. What was sent on a kept connection that turns out to be closed
        is sent again if that cannot do anything twice.
        """
        was_kept = self._kept is not None
        connection = self._kept = self._kept or self._open()
        try:
            answer = self._answer(connection, method, path, query, headers, body, text)
            said = answer.read()
        except ScriptoriumError:
            raise
        except (OSError, http.client.HTTPException):
            self.close()
            keyed = (headers or {}).get("Idempotency-Key") is not None
            if was_kept and (keyed or method != "POST"):
                return self._said(method, path, query, headers, body, text)
            raise
        self.tag = answer.headers.get("etag")
        return said

    def _answer(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: tuple[str, ...],
        query: Mapping[str, Any] | None,
        headers: Mapping[str, str | None] | None,
        body: Mapping[str, Any] | None,
        text: tuple[str, str] | None,
    ) -> http.client.HTTPResponse:
        """The head of an answer of success, its body still to be read."""
        form, *ids = path
        target = self._parts.path.rstrip("/") + form.format(*(quote(one, safe="") for one in ids))
        asked = {name: _word(value) for name, value in (query or {}).items() if value is not None}
        if asked:
            target += "?" + urlencode(asked)
        sent: bytes | None = None
        all_headers = {name: value for name, value in (headers or {}).items() if value is not None}
        if body is not None:
            given = {name: value for name, value in body.items() if value is not ABSENT}
            sent = json.dumps(given).encode()
            all_headers["content-type"] = "application/json"
        if text is not None:
            all_headers["content-type"], sent = text[0], text[1].encode()
        if self._token is not None:
            all_headers["authorization"] = f"Bearer {self._token}"
        connection.request(method, target, sent, all_headers)
        answer = connection.getresponse()
        if not 200 <= answer.status < 300 and not _has_own_body(form, answer.status):
            raise _error(answer)
        return answer

    def _open(self) -> http.client.HTTPConnection:
        parts = self._parts
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        assert parts.hostname is not None
        return kind(parts.hostname, parts.port, timeout=self._timeout_s)


def pages(fetch: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Iterator[_T]:
    """Every page of a list, one after the other: `pages(client.projects.list, limit=100)`."""
    ask: Any = fetch
    while True:
        page = ask(*args, **kwargs)
        yield page
        cursor = page.get("data", page)["nextCursor"]
        if cursor is None:
            return
        kwargs["cursor"] = cursor


def _word(value: Any) -> str:
    """A value as a query has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _has_own_body(form: str, status: int) -> bool:
    """Not ready is an answer, too: it says which part is not."""
    return form == "/health/ready" and status == 503


def _error(answer: http.client.HTTPResponse) -> ScriptoriumError:
    said = answer.read()
    try:
        detail = json.loads(said)["detail"]
    except (ValueError, KeyError, TypeError):
        detail = said.decode(errors="replace") or answer.reason
    if isinstance(detail, list):
        detail = [Mistake(one["type"], tuple(one["loc"]), one["msg"]) for one in detail]
    kinds = {404: NotFound, 409: Conflict, 412: Conflict, 422: Invalid}
    kind = kinds.get(answer.status, ScriptoriumError)
    return kind(answer.status, detail, answer.headers.get("x-request-id"))


def _events(answer: http.client.HTTPResponse) -> Iterator[Event]:
    """Reads server-sent events."""
    identity: str | None = None
    kind = ""
    data: list[str] = []
    for line in iter(answer.readline, b""):
        name, _, value = line.decode().rstrip("\r\n").partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            identity = value
        elif name == "event":
            kind = value
        elif name == "data":
            data.append(value)
        elif not line.strip():
            # Lines without a kind only say how the stream is to be read.
            if kind:
                yield Event(identity, kind, json.loads("\n".join(data)) if data else None)
            identity, kind, data = None, "", []
