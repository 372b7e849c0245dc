"""What a writer plans with: promises and the outline they point at, timelines and their events.

Written like app.py, on the same connection and by the same rules. The list of promises has no
cursor, because no load has more promises than a page.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated
from uuid import uuid4

from fastapi import APIRouter, HTTPException, Query

from planning_models import (
    EventCreateRequest,
    EventList,
    EventListResponse,
    EventResponse,
    NodeCreateRequest,
    NodeResponse,
    PlotNode,
    PlotPromise,
    PromiseCreateRequest,
    PromiseListResponse,
    PromiseResponse,
    Timeline,
    TimelineCreateRequest,
    TimelineEvent,
    TimelineResponse,
)
from storage import add_event, database, milliseconds

Limit = Annotated[int, Query(ge=1, le=100)]

USER = "local"
DAY_MS = 86_400_000

# Longer gaps between two changes are not time worked.
SESSION_GAP_MS = 5 * 60_000
ACTIVITY_DAYS_MAX = 366

# The counters of a project nobody has changed yet.
NO_ACTIVITY = '{"timeMs": 0, "users": {}, "days": []}'

PROMISE_FIELDS = (
    "id",
    "project_id",
    "title",
    "description",
    "promise_type",
    "promise_level",
    "status",
    "notes",
    "made_at_node_id",
    "fulfilled_at_node_id",
    "plotline_id",
    "made_at_node_title",
    "fulfilled_at_node_title",
    "plotline_title",
    "created_at",
    "modified_at",
)
SELECT_PROMISES = """
SELECT p.id, p.project_id, p.title, p.description, p.promise_type, p.promise_level, p.status,
       p.notes, p.made_at_node_id, p.fulfilled_at_node_id, p.plotline_id,
       coalesce(made.title, ''), coalesce(fulfilled.title, ''), coalesce(plotline.name, ''),
       p.created_at, p.modified_at
  FROM promise AS p
  LEFT JOIN plot_node AS made ON made.id = p.made_at_node_id
  LEFT JOIN plot_node AS fulfilled ON fulfilled.id = p.fulfilled_at_node_id
  LEFT JOIN plotline ON plotline.id = p.plotline_id
"""

EVENT_FIELDS = (
    "id",
    "timeline_id",
    "title",
    "description",
    "date_display",
    "category",
    "importance",
    "sort_order",
    "created_at",
    "modified_at",
)
SELECT_EVENTS = """
SELECT undated, date_sort_key, tags, id, timeline_id, title, description, date_display, category,
       importance, sort_order, created_at, modified_at
  FROM timeline_event
"""
EVENT_ORDER = "ORDER BY undated, date_sort_key, sort_order, created_at, id"
AFTER = "AND (undated, date_sort_key, sort_order, created_at, id) > (?, ?, ?, ?, ?)"

router = APIRouter(prefix="/api/creative")


@router.post("/plot/nodes")
async def create_node(request: NodeCreateRequest) -> NodeResponse:
    check_project(request.project_id)
    node = PlotNode(id=str(uuid4()), **request.model_dump())
    with database:
        database.execute(
            "INSERT INTO plot_node (id, project_id, kind, title) VALUES (?, ?, ?, ?)",
            (node.id, node.project_id, node.kind, node.title),
        )
        count_change(node.project_id, milliseconds())
        add_event("node", node.project_id, node.model_dump_json(by_alias=True))
    return NodeResponse(data=node)


@router.post("/plot/promises")
async def create_promise(request: PromiseCreateRequest) -> PromiseResponse:
    check_project(request.project_id)
    promise_id, now = str(uuid4()), milliseconds()
    with database:
        database.execute(
            "INSERT INTO promise"
            " (id, project_id, title, description, promise_type, promise_level, status, notes,"
            " made_at_node_id, fulfilled_at_node_id, plotline_id, created_at, modified_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                promise_id,
                request.project_id,
                request.title,
                request.description,
                request.promise_type,
                request.promise_level,
                request.status,
                request.notes,
                request.made_at_node_id,
                request.fulfilled_at_node_id,
                request.plotline_id,
                now,
                now,
            ),
        )
        row = database.execute(SELECT_PROMISES + " WHERE p.id = ?", (promise_id,)).fetchone()
        promise = PlotPromise(**dict(zip(PROMISE_FIELDS, row)))
        count_change(promise.project_id, now)
        add_event("promise", promise.project_id, promise.model_dump_json(by_alias=True))
    return PromiseResponse(data=promise)


@router.get("/plot/promises")
async def list_promises(
    project_id: Annotated[str, Query(alias="projectId")], limit: Limit = 100
) -> PromiseListResponse:
    check_project(project_id)
    rows = database.execute(
        SELECT_PROMISES
        + " WHERE p.project_id = ? ORDER BY p.created_at DESC, p.id DESC LIMIT ?",
        (project_id, limit),
    ).fetchall()
    (total,) = database.execute(
        "SELECT count(*) FROM promise WHERE project_id = ?", (project_id,)
    ).fetchone()
    # Validated at once, which takes three quarters of the time of one by one.
    promises = [dict(zip(PROMISE_FIELDS, row)) for row in rows]
    return PromiseListResponse.model_validate({"data": {"promises": promises, "total": total}})


@router.post("/timelines")
async def create_timeline(request: TimelineCreateRequest) -> TimelineResponse:
    check_project(request.project_id)
    timeline = Timeline(id=str(uuid4()), **request.model_dump())
    with database:
        database.execute(
            "INSERT INTO timeline (id, project_id, name, events) VALUES (?, ?, ?, 0)",
            (timeline.id, timeline.project_id, timeline.name),
        )
        count_change(timeline.project_id, milliseconds())
        add_event("timeline", timeline.project_id, timeline.model_dump_json(by_alias=True))
    return TimelineResponse(data=timeline)


@router.post("/timelines/{timeline_id}/events")
async def create_event(timeline_id: str, request: EventCreateRequest) -> EventResponse:
    project_id, _ = find_timeline(timeline_id)
    now = milliseconds()
    event = TimelineEvent(
        id=str(uuid4()),
        timeline_id=timeline_id,
        created_at=now,
        modified_at=now,
        **{name: getattr(request, name) for name in EventCreateRequest.model_fields},
    )
    with database:
        database.execute(
            "INSERT INTO timeline_event"
            " (id, timeline_id, undated, date_sort_key, sort_order, category, importance, title,"
            " description, date_display, tags, created_at, modified_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                event.id,
                event.timeline_id,
                event.date_sort_key is None,
                event.date_sort_key or 0,
                event.sort_order,
                event.category,
                event.importance,
                event.title,
                event.description,
                event.date_display,
                json.dumps(event.tags),
                event.created_at,
                event.modified_at,
            ),
        )
        database.execute("UPDATE timeline SET events = events + 1 WHERE id = ?", (timeline_id,))
        count_change(project_id, now)
        add_event("timeline_event", project_id, event.model_dump_json(by_alias=True))
    return EventResponse(data=event)


@router.get("/timelines/{timeline_id}/events")
async def list_events(
    timeline_id: str, limit: Limit = 50, cursor: str | None = None
) -> EventListResponse:
    _, total = find_timeline(timeline_id)
    after, position = "", ()
    if cursor is not None:
        after, position = AFTER, read_cursor(cursor)
    # One more than the page shows, to know whether there is another page.
    rows = database.execute(
        f"{SELECT_EVENTS} WHERE timeline_id = ? {after} {EVENT_ORDER} LIMIT ?",
        (timeline_id, *position, limit + 1),
    ).fetchall()
    page = rows[:limit]
    events = [
        TimelineEvent(
            date_sort_key=None if undated else key,
            tags=json.loads(tags),
            **dict(zip(EVENT_FIELDS, fields)),
        )
        for undated, key, tags, *fields in page
    ]
    next_cursor = None
    if len(rows) > limit:
        last, (undated, key, *_) = events[-1], page[-1]
        next_cursor = write_cursor([undated, key, last.sort_order, last.created_at, last.id])
    return EventListResponse(data=EventList(events=events, total=total, next_cursor=next_cursor))


def write_cursor(position: list[int | str]) -> str:
    """Where a page ended, for the next request."""
    return urlsafe_b64encode(json.dumps(position).encode()).decode()


def read_cursor(cursor: str) -> tuple[int | str, ...]:
    try:
        undated, key, order, created_at, event_id = json.loads(urlsafe_b64decode(cursor))
    except ValueError as error:
        raise HTTPException(400, "The cursor is invalid") from error
    return int(undated), int(key), int(order), int(created_at), str(event_id)


def check_project(project_id: str) -> None:
    if not database.execute("SELECT 1 FROM project WHERE id = ?", (project_id,)).fetchone():
        raise HTTPException(404, "Project not found")


def find_timeline(timeline_id: str) -> tuple[str, int]:
    """The project of a timeline, and how many events it has."""
    row = database.execute(
        "SELECT project_id, events FROM timeline WHERE id = ?", (timeline_id,)
    ).fetchone()
    if row is None:
        raise HTTPException(404, "Timeline not found")
    return row


def count_change(project_id: str, now: int) -> None:
    """Keeps who changed a project and on which days; in the transaction of the change."""
    (text,) = database.execute(
        "SELECT activity FROM project_summary WHERE project_id = ?", (project_id,)
    ).fetchone()
    activity = json.loads(text)

    users = activity["users"]
    edits, last = users.get(USER, (0, now))
    if 0 <= now - last < SESSION_GAP_MS:
        activity["timeMs"] += now - last
    users[USER] = (edits + 1, now)

    days, today = activity["days"], now // DAY_MS
    if days and days[-1]["day"] == today:
        days[-1]["edits"] += 1
    else:
        days.append({"day": today, "edits": 1})
        activity["days"] = days[-ACTIVITY_DAYS_MAX:]

    database.execute(
        "UPDATE project_summary SET activity = ? WHERE project_id = ?",
        (json.dumps(activity), project_id),
    )
