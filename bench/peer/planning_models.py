"""The wire models of promises, outlines, timelines and their events, by the contract.

Nothing of storage is here; planning.py has that.
"""

from typing import Annotated, Literal

from pydantic import Field

from models import Model

Success = Literal["success"]
NodeKind = Literal["act", "chapter", "scene", "beat"]
PromiseType = Literal[
    "plot",
    "character",
    "relationship",
    "tone",
    "genre",
    "mystery",
    "theme",
    "world",
    "foreshadowing",
    "setup",
    "prophecy",
    "red_herring",
]
PromiseLevel = Literal["core", "major", "minor", "micro"]
PromiseStatus = Literal[
    "planned",
    "made",
    "progressing",
    "partially_fulfilled",
    "fulfilled",
    "deferred",
    "broken",
    "abandoned",
]
Category = Literal[
    "plot",
    "turning_point",
    "climax",
    "resolution",
    "character",
    "relationship",
    "conflict",
    "revelation",
    "foreshadowing",
    "backstory",
    "world",
    "political",
    "travel",
    "birth",
    "death",
    "other",
]
Importance = Literal["critical", "major", "minor", "background"]

# A date that cannot be sorted has no key on the wire.
SortKey = Annotated[int | None, Field(exclude_if=lambda key: key is None)]


class NodeCreateRequest(Model):
    project_id: str
    title: str
    kind: NodeKind = "scene"


class PlotNode(NodeCreateRequest):
    id: str


class NodeResponse(Model):
    status: Success = "success"
    data: PlotNode


class PromiseCreateRequest(Model):
    project_id: str
    title: str
    description: str = ""
    promise_type: PromiseType = "plot"
    promise_level: PromiseLevel = "major"
    status: PromiseStatus = "made"
    notes: str = ""
    made_at_node_id: str | None = None
    fulfilled_at_node_id: str | None = None
    plotline_id: str | None = None


class PlotPromise(PromiseCreateRequest):
    id: str
    made_at_node_title: str = ""
    fulfilled_at_node_title: str = ""
    plotline_title: str = ""
    created_at: int
    modified_at: int


class PromiseResponse(Model):
    status: Success = "success"
    data: PlotPromise


class PromiseList(Model):
    promises: list[PlotPromise]
    total: int
    next_cursor: str | None = None


class PromiseListResponse(Model):
    status: Success = "success"
    data: PromiseList


class TimelineCreateRequest(Model):
    project_id: str
    name: str


class Timeline(TimelineCreateRequest):
    id: str


class TimelineResponse(Model):
    status: Success = "success"
    data: Timeline


class EventCreateRequest(Model):
    title: str
    description: str = ""
    date_display: str
    date_sort_key: SortKey = None
    category: Category = "plot"
    importance: Importance = "minor"
    sort_order: int = 0
    tags: list[str] = []


class EventLink(Model):
    id: str
    entity_type: str
    entity_id: str
    label: str = ""


class EventLoreLink(Model):
    id: str
    lore_entry_id: str


class TimelineEvent(EventCreateRequest):
    id: str
    timeline_id: str
    links: list[EventLink] = []
    lore_links: list[EventLoreLink] = []
    plotline_ids: list[str] = []
    created_at: int
    modified_at: int


class EventResponse(Model):
    status: Success = "success"
    data: TimelineEvent


class EventList(Model):
    events: list[TimelineEvent]
    total: int
    next_cursor: str | None = None


class EventListResponse(Model):
    status: Success = "success"
    data: EventList
