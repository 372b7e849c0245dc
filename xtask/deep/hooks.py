"""What schemathesis is told of this service: which records its requests reach. It makes requests
up from openapi.json; the ids in them are given here, because an id made up at random is only ever
not found. One in eight stays as it was made up, for exactly that.
"""

import os
import re
import zlib

import schemathesis

from records import Records

RECORDS = Records(os.environ["SCRIPTORIUM_ADDRESS"])

#: An id that came out of an earlier answer is kept: schemathesis follows it.
OURS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")

#: What a field of a query or a body speaks of, where it names a record.
FIELDS = {
    "projectId": "project_id",
    "documentId": "document_id",
    "documentIds": "document_id",
    "parentId": "document_id",
    "madeAtNodeId": "node_id",
    "fulfilledAtNodeId": "node_id",
    "plotlineId": "plotline_id",
    "plotlineIds": "plotline_id",
    "loreEntryId": "entry_id",
    "entryId": "entry_id",
    "entityId": "document_id",
    "swarmId": "swarm_id",
    "toAgent": "agent_id",
    "agent": "agent_id",
    "agents": "agent_id",
}


def stays(value: object) -> bool:
    """Whether a made-up value is left as it is."""
    if not isinstance(value, str) or OURS.fullmatch(value):
        return True
    return zlib.crc32(value.encode("utf-8", "surrogatepass")) % 8 == 0


def happens_once(case: schemathesis.Case) -> bool:
    """Whether the request takes its record away, or finds another state when it comes again."""
    once = ("archive", "restore", "cancel", "retry", "replay", "reply", "acknowledge", "accept")
    once += ("reject",)
    return case.method.upper() == "DELETE" or case.operation.path.rsplit("/", 1)[-1] in once


def record(case: schemathesis.Case, name: str) -> str:
    path = case.operation.path
    if name == "link_id":
        return RECORDS.make("event_lore_link" if "lore-links" in path else "event_link")
    return RECORDS.make(name) if takes_away(case, name) else RECORDS.find(name)


def takes_away(case: schemathesis.Case, name: str) -> bool:
    """Whether the request does to this record what no other may find done."""
    last = case.operation.path.rsplit("{", 1)[-1].split("}")[0]
    return last == name and happens_once(case)


def of_fields(case: schemathesis.Case, value: object, name: str | None = None) -> object:
    """A query or a body with records where it names some."""
    if isinstance(value, dict):
        return {key: of_fields(case, inside, FIELDS.get(key)) for key, inside in value.items()}
    if isinstance(value, list):
        return [of_fields(case, inside, name) for inside in value]
    if name is None or stays(value):
        return value
    if name == "document_id" and "/nodes" in case.operation.path:
        name = "node_id"
    return RECORDS.find(name)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Puts records into a request, just before it is sent."""
    for name, value in (case.path_parameters or {}).items():
        is_shared = value in RECORDS.shared.values()
        if not stays(value) or (is_shared and takes_away(case, name)):
            case.path_parameters[name] = record(case, name)
    if case.query:
        case.query = of_fields(case, case.query)
    if isinstance(case.body, (dict, list)):
        case.body = of_fields(case, case.body)
    if case.operation.path.endswith("/studio/agents"):
        RECORDS.activate()
    if case.operation.path.endswith("/lease") and isinstance(case.body, dict):
        # A lease waits for messages as long as it is told to, up to half a minute.
        if isinstance(case.body.get("waitMs"), int):
            case.body["waitMs"] = min(case.body["waitMs"], 50)


#: Paths of which one is also the place of an id: PUT there is that of the id, and finds nothing.
WORDS_FOR_IDS = ("/api/projects/active", "/api/projects/import")


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """What is no failure, though schemathesis takes it for one."""
    kind = type(failure).__name__
    if kind == "RejectedPositiveData":
        return not is_beyond_schema(case, response)
    if kind == "AllowHeaderMismatch":
        return case.operation.path not in WORDS_FOR_IDS
    # OpenAPI 3.1 has one schema for a whole stream, a text; here each event is held to it.
    return failure.title != "SSE event violates schema"


def is_beyond_schema(case: schemathesis.Case, response) -> bool:
    """Whether a request was refused for a rule that only words can say: that a version is the
    current one, a cursor one of ours, a text without U+0000, a table of CSV one of words. A 400 is
    such a rule by what it means here (well-formed, and cannot be taken), unless it is about a
    header, which the document has a pattern for.
    """
    if response.status_code == 412 or case.media_type == "text/csv":
        return True
    detail = response.json()["detail"]
    if response.status_code == 422:
        return all(
            mistake["type"] in ("value_error", "string_unicode")
            or is_of_proposed_record(case, mistake["loc"])
            for mistake in detail
        )
    return response.status_code == 400 and "Idempotency-Key" not in detail


def is_of_proposed_record(case: schemathesis.Case, loc: list) -> bool:
    """Whether a mistake is in a change of a proposal: what a record of its kind takes there is said
    by the route that makes such a record, and not by the one for proposals.
    """
    return case.operation.path.endswith("/proposals") and loc[:2] == ["body", "changes"]
