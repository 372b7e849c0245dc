"""Every type of Scriptorium's interface, as it goes over the wire. Written by `cargo xtask clients`
from openapi.json. A field that may be missing is NotRequired.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Agent(TypedDict):
    """An agent with its detail record, its capabilities and its system prompt."""

    #: Whether it is awake after every start of the service.
    autoStart: bool

    #: Whether it may change the system.
    canModifySystem: bool

    #: Its capabilities.
    capabilities: list[str]

    #: Its functional category.
    category: Literal[
        "direction",
        "ideation",
        "structure",
        "knowledge",
        "language",
        "drafting",
        "editorial",
        "production",
    ]

    #: The agents it depends on.
    dependencies: AgentDependencies

    #: One line about its role.
    description: str

    #: Its identifier.
    id: str

    #: Its version and when it was made and changed.
    metadata: AgentMetadata

    #: Its display name.
    name: str

    #: Its priority in the system.
    priority: Literal["critical", "high", "normal", "low"]

    #: Whether it acts only with a user's permission.
    requiresUserPermission: bool

    #: What it needs.
    resourceRequirements: AgentResources

    #: Its specializations.
    specializations: list[str]

    #: Whether it is awake.
    status: Literal["available", "offline"]

    #: The system prompt for a language model; absent in lists.
    systemPrompt: NotRequired[str | None]

    #: When it works.
    type: Literal["background", "active", "hybrid"]

    #: Whether users see it.
    userVisible: bool


class AgentActivity(TypedDict):
    """Whether an agent is awake."""

    #: Its identifier.
    agentId: str

    #: Whether it is awake.
    status: Literal["available", "offline"]


class AgentAuthority(TypedDict):
    """Whose messages an agent accepts."""

    #: The agent.
    agentId: str

    #: The effect for a message that no rule matches.
    default: Literal["permit", "forbid"]

    #: Each rule matches the messages that meet all its conditions; one that forbids wins over one
    #: that permits.
    rules: list[AgentAuthorityRule]


class AgentAuthorityRule(TypedDict):
    """One rule, as it was set."""

    #: What happens to a message that matches.
    effect: Literal["permit", "forbid"]

    #: Only messages of this type.
    messageType: NotRequired[Literal[
        "direct",
        "broadcast",
        "consultation",
        "handoff",
        "collaboration",
    ]]

    #: Only messages of the class of this priority or a higher one.
    minPriority: NotRequired[Literal["low", "normal", "medium", "high", "critical", "urgent"]]

    #: The sender: an agent's id or `*`.
    sender: str

    #: Only messages of trusted (registered) or of untrusted senders.
    trust: NotRequired[Literal["trusted", "untrusted"]]


class AgentCapabilities(TypedDict):
    """What every agent can do, and the suggested agent for each capability."""

    #: One record per registered agent.
    agents: list[AgentCapability]

    #: The load of each agent whose load is known, in the order in which routing prefers them.
    loadBalancing: dict[str, float]

    #: The suggested agent for each capability of an available agent.
    routingSuggestions: dict[str, str]


class AgentCapability(TypedDict):
    """What an agent can do, and its load."""

    #: The registry name.
    agentId: str

    #: Whether its load is below the busy threshold; null when the load is unknown.
    availability: Literal["Busy", "Available"] | None

    #: Its capabilities.
    capabilities: list[str]

    #: Always null.
    confidenceScore: float | None

    #: The load from 0 (idle) to 1 (full capacity); null when unknown.
    currentLoad: float | None

    #: One line about its role.
    description: str

    #: Always null.
    estimatedCompletionTime: float | None

    #: The registry name.
    name: str

    #: Its specializations.
    specializations: list[str]

    #: Whether it is awake. `busy` is reserved and not used yet.
    status: Literal["available", "busy", "offline"]

    #: Always null.
    taskMatchScore: float | None


class AgentCreateRequest(TypedDict):
    """A new agent of a user. It runs outside the service, or uses a language model."""

    #: Whether it is awake now and after every start of the service.
    autoStart: NotRequired[bool]

    #: Whether its work changes data that all others rely on. Then it accepts hand-offs only from
    #: the director and `system`, unless its authority policy says otherwise.
    canModifySystem: NotRequired[bool]

    #: Its capabilities, as words that routing and group addresses use.
    capabilities: list[str]

    #: The part of the studio's work it belongs to.
    category: NotRequired[Literal[
        "direction",
        "ideation",
        "structure",
        "knowledge",
        "language",
        "drafting",
        "editorial",
        "production",
    ]]

    #: The agents it relies on.
    dependencies: NotRequired[AgentDependenciesRequest | None]

    #: Its role in one line.
    description: str

    #: Its registry name: a lower-case word that no other agent has and no route needs.
    id: str

    #: Its display name.
    name: str

    #: Its priority in the system.
    priority: NotRequired[Literal["critical", "high", "normal", "low"]]

    #: Whether a person must agree before it acts.
    requiresUserPermission: NotRequired[bool]

    #: How many requests it works on at once; 1, or 4 with a system prompt, when absent.
    slots: NotRequired[int | None]

    #: Its specializations, for people to read.
    specializations: NotRequired[list[str]]

    #: The system prompt for a language model; empty for an agent that needs none.
    systemPrompt: NotRequired[str]

    #: When it works.
    type: NotRequired[Literal["background", "active", "hybrid"]]

    #: Whether it is listed among the agents of a project.
    userVisible: NotRequired[bool]


class AgentDecisions(TypedDict):
    """What was decided about everything that an agent wanted to do."""

    #: The agent.
    agentId: str

    #: What was decided.
    decision: Literal["pending", "approved", "denied"]

    #: Messages about which it was decided.
    messages: int

    #: Whether more wait: at most 100 messages and 100 sub-tasks are decided at once.
    more: bool

    #: Sub-tasks of swarms about which it was decided.
    subTasks: int


class AgentDependencies(TypedDict):
    """The agents an agent depends on."""

    #: Agents that it cannot work without.
    requires: list[str]

    #: Agents that it works with.
    worksWith: list[str]


class AgentDependenciesRequest(TypedDict):
    """The agents an agent relies on."""

    #: Ids of agents without which it cannot work: while one of them is offline, so is it.
    requires: NotRequired[list[str]]

    #: Ids of agents with which it often exchanges messages.
    worksWith: NotRequired[list[str]]


class AgentDetail(TypedDict):
    """An agent's detail record."""

    #: Whether it is awake after every start of the service.
    autoStart: bool

    #: Whether it may change the system.
    canModifySystem: bool

    #: Its functional category.
    category: Literal[
        "direction",
        "ideation",
        "structure",
        "knowledge",
        "language",
        "drafting",
        "editorial",
        "production",
    ]

    #: The agents it depends on.
    dependencies: AgentDependencies

    #: One line about its role.
    description: str

    #: Its identifier.
    id: str

    #: Its version and when it was made and changed.
    metadata: AgentMetadata

    #: Its display name.
    name: str

    #: Its priority in the system.
    priority: Literal["critical", "high", "normal", "low"]

    #: Whether it acts only with a user's permission.
    requiresUserPermission: bool

    #: What it needs.
    resourceRequirements: AgentResources

    #: Whether it is awake.
    status: Literal["available", "offline"]

    #: When it works.
    type: Literal["background", "active", "hybrid"]

    #: Whether users see it.
    userVisible: bool


class AgentLoad(TypedDict):
    """The load of an agent, with the values it is calculated from."""

    #: The age of the oldest value from another server, in milliseconds.
    ageMs: int

    #: Running and waiting requests, divided by slots.
    backlog: float

    #: The greater of utilisation and backlog, at most 1.
    current: float

    #: The measured part of the window, in milliseconds.
    measuredMs: int

    #: Requests that wait.
    queued: int

    #: Requests being worked on.
    running: int

    #: How many requests it works on at once.
    slots: int

    #: Busy time in the window, divided by slots and measured time.
    utilisation: float

    #: The length of the window in which busy time counts, in milliseconds.
    windowMs: int


class AgentMetadata(TypedDict):
    """An agent's version, and when it was made and changed."""

    #: Whether it came with the program.
    builtin: bool

    #: When it was made, ISO 8601.
    createdAt: str

    #: Its load, with the values it is calculated from; null when unknown.
    load: AgentLoad | None

    #: When it was last changed, ISO 8601.
    updatedAt: str

    #: The version of the agent, not of the interface.
    version: str


class AgentResources(TypedDict):
    """What an agent needs."""

    #: Whether it needs a language model.
    needsModel: bool

    #: How many requests it works on at once.
    slots: int


class AgentUpdateRequest(TypedDict):
    """Changes to an agent; absent fields leave it as it is."""

    #: Whether it is awake after every start of the service.
    autoStart: NotRequired[bool | None]

    #: Whether its work changes data that all others rely on.
    canModifySystem: NotRequired[bool | None]

    #: Its capabilities; replaces all.
    capabilities: NotRequired[list[str] | None]

    #: The part of the studio's work it belongs to.
    category: NotRequired[Literal[
        "direction",
        "ideation",
        "structure",
        "knowledge",
        "language",
        "drafting",
        "editorial",
        "production",
    ] | None]

    #: The agents it relies on; replaces all.
    dependencies: NotRequired[AgentDependenciesRequest | None]

    #: Its role in one line.
    description: NotRequired[str | None]

    #: Its display name.
    name: NotRequired[str | None]

    #: Its priority in the system.
    priority: NotRequired[Literal["critical", "high", "normal", "low"] | None]

    #: Whether a person must agree before it acts.
    requiresUserPermission: NotRequired[bool | None]

    #: How many requests it works on at once.
    slots: NotRequired[int | None]

    #: Its specializations; replaces all.
    specializations: NotRequired[list[str] | None]

    #: The system prompt for a language model. For a built-in agent, null or an empty text restores
    #: the program's own.
    systemPrompt: NotRequired[str | None]

    #: When it works.
    type: NotRequired[Literal["background", "active", "hybrid"] | None]

    #: Whether it is listed among the agents of a project.
    userVisible: NotRequired[bool | None]


class AgentsPage(TypedDict):
    """A page of agents."""

    agents: list[Agent]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class Analysis(TypedDict):
    """What an analysis read, and how many findings are new."""

    #: The documents that were read.
    documents: list[DocumentRead]

    #: All findings of this analysis, known or new.
    found: int

    #: The number of findings of each check in the lore and its rules; empty when only documents
    #: were read.
    lore: dict[str, int]

    #: Findings that were not stored before.
    new: int

    #: Stored findings that were not found any more.
    stale: int


class AnalysisRequest(TypedDict):
    """What to read now, and what to look for."""

    #: The checks to run; all when absent or empty.
    checks: NotRequired[list[Literal[
        "prose",
        "names",
        "naming_patterns",
        "prohibited_elements",
        "dialogue",
        "facts",
        "wording",
        "narration",
    ]] | None]

    #: The documents; when absent or empty, the whole manuscript with the lore and its rules.
    documentIds: NotRequired[list[str] | None]


class Approval(TypedDict):
    """What an agent wants to do that a person has to permit, and what became of it."""

    #: When it was decided, ISO 8601.
    at: str | None

    #: The user who decided; null while nobody has.
    by: str | None

    #: Whether it may.
    decision: Literal["pending", "approved", "denied"]

    #: Their reason.
    reason: str | None

    #: What the agent wants to do.
    what: str


class AuthorityRequest(TypedDict):
    """Whose messages an agent accepts; a rule that forbids wins over one that permits."""

    #: The effect for a message that no rule matches.
    default: NotRequired[Literal["permit", "forbid"]]

    #: Each rule matches the messages that meet all its conditions.
    rules: list[AuthorityRule]


class AuthorityRule(TypedDict):
    """A rule for the messages that meet all its conditions; an absent condition is always met."""

    #: What happens to a message that matches.
    effect: Literal["permit", "forbid"]

    #: Only messages of this type.
    messageType: NotRequired[Literal[
        "direct",
        "broadcast",
        "consultation",
        "handoff",
        "collaboration",
    ] | None]

    #: Only messages of the class of this priority or a higher one.
    minPriority: NotRequired[Literal[
        "low",
        "normal",
        "medium",
        "high",
        "critical",
        "urgent",
    ] | None]

    #: The sender: an agent's id or `*`.
    sender: str

    #: Only messages of trusted (registered) or of untrusted senders.
    trust: NotRequired[Literal["trusted", "untrusted"] | None]


class BackupItem(TypedDict):
    """A backup in the list of them. It got its name only after it was read again and compared
    with what it was made from.
    """

    #: The size of its files together, in bytes.
    bytes: int

    #: Whether every file is still there with the size that it had when it was checked. What is in
    #: the files is not read for a list: `scriptorium doctor` reads the newest backup.
    isComplete: bool

    #: Whether it is a copy of the SQLite file, or the rows of every table.
    kind: Literal["copy", "rows"]

    #: When it was made, and then checked.
    madeAt: str

    #: The name of its folder, within the folder of the backups.
    name: str


class BackupList(TypedDict):
    """The backups in the folder of the service, and whether one is being made."""

    #: The newest 100 backups, newest first.
    backups: list[BackupItem]

    #: How often one is made without being asked for, in hours; 0 is never.
    everyHours: int

    #: Why the latest one could not be made, as a sentence; null where it could, or none was made
    #: since the service started.
    failure: str | None

    #: Whether this server makes one now, or is about to because somebody asked for it.
    isRunning: bool

    #: How many are kept when a new one is complete.
    keep: int


class BudgetItem(TypedDict):
    """A budget and what is left of it."""

    #: The most money in US dollars; null without a limit.
    costLimit: float | None

    #: Money that running calls may take, in US dollars.
    costReserved: float

    #: Money for calls that ended, in US dollars.
    costUsed: float

    #: The project, or the day as `2026-11-23`.
    id: str

    #: What it is for.
    scope: Literal["call", "swarm", "project", "day"]

    #: The most tokens; null without a limit.
    tokensLimit: int | None

    #: Tokens that running calls may take.
    tokensReserved: int

    #: Tokens of calls that ended.
    tokensUsed: int


class ChangedForm(TypedDict):
    """A form of a lexicon that a change of a rule has changed."""

    #: Its forms now.
    after: list[str]

    #: Its forms before the change.
    before: list[str]

    #: What the rule is called.
    rule: str

    #: The rule that makes the forms.
    ruleId: str

    #: How it is written.
    word: str

    #: The word.
    wordId: str


class ChangedForms(TypedDict):
    """What a change of a rule has changed in the forms of a lexicon."""

    #: Whether all words were looked at.
    complete: bool

    #: The first of them.
    forms: list[ChangedForm]

    #: How many words by one rule have other forms than before.
    total: int


class DenyRequest(TypedDict):
    """Why something is not permitted."""

    #: The reason, for the sender and the agent.
    reason: NotRequired[str | None]


class DocumentCreateRequest(TypedDict):
    """A new document."""

    #: Its text in Markdown.
    content: NotRequired[str]

    #: What it is.
    kind: NotRequired[Literal["part", "chapter", "scene", "note", "reference"]]

    #: Its parent document.
    parentId: NotRequired[str | None]

    #: Its position among its siblings; after the last one when absent.
    position: NotRequired[int | None]

    #: The phase of work it is in.
    status: NotRequired[Literal["outline", "draft", "revise", "line_edit", "proof", "done"]]

    #: What it is called.
    title: str

    #: The number of words it should have.
    wordTarget: NotRequired[int | None]


class DocumentImportFile(TypedDict):
    """One file of an imported folder: a text, a book, or a zip of such files."""

    #: Its text; of a DOCX, EPUB, ODT or zip its bytes, in Base64.
    content: str

    #: How its content is written: `base64` for a DOCX, EPUB, ODT or zip, which is known by its
    #: content and not by its name. A screenplay (`.fountain`) is a text, and known by its name.
    encoding: NotRequired[Literal["text", "base64"]]

    #: Its path within the folder, with `/` between names.
    path: str


class DocumentImportPreviewRequest(TypedDict):
    """A folder of texts to look at before it is imported."""

    #: Whether a single text, DOCX, ODT or screenplay is cut at the headings of its chapters.
    cut: NotRequired[bool]

    #: The files, by their paths within the folder.
    files: list[DocumentImportFile]

    #: The project whose documents they would update; without it all are new.
    projectId: NotRequired[str | None]


class DocumentImportRequest(TypedDict):
    """A folder of texts to import into a project."""

    #: Whether a single text, DOCX, ODT or screenplay is cut at the headings of its chapters.
    cut: NotRequired[bool]

    #: The files, by their paths within the folder.
    files: list[DocumentImportFile]

    #: `add` makes every file a new document; `update` changes the text of the document of its
    #: title, and adds those that are not there yet.
    mode: NotRequired[Literal["add", "update"]]


class DocumentItem(TypedDict):
    """A document."""

    #: Its text in Markdown; absent in lists and events.
    content: NotRequired[str]

    #: When it was made, ISO 8601.
    createdAt: str

    #: Its identifier.
    id: str

    #: What it is.
    kind: Literal["part", "chapter", "scene", "note", "reference"]

    #: What its present text is called; absent where it is called nothing, and in lists and events.
    label: NotRequired[str]

    #: The user who has locked it: nobody else can change it. Null when it is not locked.
    lockedBy: str | None

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: Its parent document.
    parentId: str | None

    #: Its position among its siblings.
    position: int

    #: The project it belongs to.
    projectId: str

    #: The phase of work it is in.
    status: Literal["outline", "draft", "revise", "line_edit", "proof", "done"]

    #: What it is called.
    title: str

    #: The number of words it should have.
    wordTarget: int | None

    #: How many words it has.
    words: int


class DocumentMergeRequest(TypedDict):
    """What is known of the document that a merge takes in."""

    #: The document that has to follow; whichever follows when absent.
    followingId: NotRequired[str | None]

    #: The version that it has to have, as in its ETag.
    followingVersion: NotRequired[int | None]


class DocumentRead(TypedDict):
    """A document of an analysis."""

    #: The document.
    documentId: str

    #: The number of findings of each check.
    found: dict[str, int]

    #: Its title.
    title: str

    #: The version that was read.
    version: int


class DocumentRevision(TypedDict):
    """An earlier text of a document."""

    #: The text in Markdown; absent in lists.
    content: NotRequired[str]

    #: What it is called.
    label: str | None

    #: When it was replaced, ISO 8601.
    replacedAt: str

    #: Who replaced it.
    replacedBy: str

    #: The version of the document that had this text.
    version: int

    #: How many words it had.
    words: int


class DocumentRevisionLabel(TypedDict):
    """What a text of a document is called."""

    #: What it is called.
    label: str | None

    #: The version of the document that has this text.
    version: int


class DocumentSplitRequest(TypedDict):
    """Where a document is split into two."""

    #: The first character of the second document in the Markdown of the first.
    start: int

    #: What the second one is called: when absent as its first heading says, or without a heading as
    #: the first one with a number.
    title: NotRequired[str | None]


class DocumentUpdateRequest(TypedDict):
    """Changes to a document; absent fields leave it as it is."""

    #: Whether a program saves it by itself: such changes of one user with gaps of less than five
    #: minutes keep one earlier text, and not one each.
    autosave: NotRequired[bool]

    #: Its text in Markdown; null empties it.
    content: NotRequired[str | None]

    #: What it is.
    kind: NotRequired[Literal["part", "chapter", "scene", "note", "reference"] | None]

    #: Its parent document; null moves it to the top level.
    parentId: NotRequired[str | None]

    #: Its position among its siblings; later ones move by one.
    position: NotRequired[int | None]

    #: The phase of work it is in; null makes it a draft.
    status: NotRequired[Literal["outline", "draft", "revise", "line_edit", "proof", "done"] | None]

    #: What it is called.
    title: NotRequired[str | None]

    #: The number of words it should have.
    wordTarget: NotRequired[int | None]


class DocumentsPage(TypedDict):
    """A page of documents."""

    documents: list[DocumentItem]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class EmbeddingItem(TypedDict):
    """What makes the vectors by which texts are found that mean the same."""

    #: The scheme, the host and the port of its server, as those of a model; null where it has none.
    address: str | None

    #: Nothing, so that searches go by words; the model in the program; or that of a server.
    kind: Literal["words", "built_in", "server"]

    #: The name of the model; null where there is none.
    name: str | None


class EntriesPage(TypedDict):
    """A page of entries."""

    entries: list[LoreItem]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class EventCreateRequest(TypedDict):
    """A new event."""

    #: What it is in the story.
    category: NotRequired[Literal[
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
    ]]

    #: Its date, as readers see it.
    dateDisplay: str

    #: The sort key of its date; read from dateDisplay when absent.
    dateSortKey: NotRequired[int]

    #: What happens.
    description: NotRequired[str]

    #: How much it matters.
    importance: NotRequired[Literal["critical", "major", "minor", "background"]]

    #: The plotlines it is on.
    plotlineIds: NotRequired[list[str]]

    #: Its order among events of the same date.
    sortOrder: NotRequired[int]

    #: Its tags.
    tags: NotRequired[list[str]]

    #: What it is called.
    title: str


class EventLink(TypedDict):
    """A link from an event to a record."""

    #: The id of the record.
    entityId: str

    #: What the event is linked to.
    entityType: Literal[
        "character",
        "location",
        "item",
        "organisation",
        "document",
        "scene",
        "plotline",
        "promise",
    ]

    #: Its identifier, which is used to remove it.
    id: str

    #: What relates the record to the event.
    label: str


class EventLinkCreateRequest(TypedDict):
    """A new link from an event."""

    #: The id of the record.
    entityId: str

    #: What the event is linked to.
    entityType: Literal[
        "character",
        "location",
        "item",
        "organisation",
        "document",
        "scene",
        "plotline",
        "promise",
    ]

    #: What relates the record to the event.
    label: NotRequired[str | None]


class EventLinkResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: EventLink

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class EventListResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: EventsPage

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class EventLoreLink(TypedDict):
    """A link from an event to a lore entry."""

    #: Its identifier, which is used to remove it.
    id: str

    #: The id of the lore entry.
    loreEntryId: str


class EventLoreLinkCreateRequest(TypedDict):
    """A new link from an event to a lore entry."""

    #: The id of the lore entry.
    loreEntryId: str


class EventLoreLinkResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: EventLoreLink

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class EventResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: TimelineEvent

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class EventUpdateRequest(TypedDict):
    """Changes to an event; absent fields leave it as it is."""

    #: What it is in the story; null makes it plot.
    category: NotRequired[Literal[
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
    ] | None]

    #: Its date, as readers see it.
    dateDisplay: NotRequired[str]

    #: The sort key of its date; null reads it from dateDisplay again.
    dateSortKey: NotRequired[int | None]

    #: What happens; null empties it.
    description: NotRequired[str | None]

    #: How much it matters; null makes it minor.
    importance: NotRequired[Literal["critical", "major", "minor", "background"] | None]

    #: The plotlines it is on; null takes it off all of them.
    plotlineIds: NotRequired[list[str] | None]

    #: Its order among events of the same date; null makes it 0.
    sortOrder: NotRequired[int | None]

    #: Its tags; null removes all.
    tags: NotRequired[list[str] | None]

    #: What it is called.
    title: NotRequired[str]


class EventsPage(TypedDict):
    """A page of events."""

    events: list[TimelineEvent]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class ExampleResult(TypedDict):
    """What became of an example when its rule was run."""

    #: What the rule makes of the input.
    actual: NotRequired[str]

    #: The first step after which the word is no longer on its way to what the example says.
    differs: NotRequired[StepDifference]

    #: What the example says.
    expected: NotRequired[str]

    #: Why it failed or was not run, or how it passed where that is not plain.
    reason: NotRequired[str]

    #: Whether it holds.
    status: Literal["passed", "failed", "not_applicable"]


class ExportFile(TypedDict):
    """A file of an export."""

    #: Its text.
    content: str

    #: Its path within the folder, with `/` between names.
    path: str


class Fact(TypedDict):
    """A fact of a project, as its ledger has it."""

    #: What about them.
    attribute: Literal[
        "eyes",
        "hair",
        "age",
        "kinship",
        "relative",
        "rank",
        "profession",
        "possession",
        "loss",
        "gain",
        "birth",
        "engagement",
        "wedding",
        "death",
        "location",
        "start",
        "end",
        "act",
    ]

    #: How certain it is that the text says so of this person, from 0 to 1.
    certainty: float

    #: When it was so, as far as it is said: `1893`, `1893-05` or `1893-05-03`, with `--` for a year
    #: that is not said.
    date: str | None

    #: The date as it is written.
    dateText: str | None

    #: The document that states it; none for lore and timelines.
    documentId: str | None

    #: The entry of the lore that is about them.
    entryId: str | None

    #: Its identifier: the same for as long as the words that state it stay the same.
    id: str

    #: Whether somebody in the text says it: then it is a claim, and not the book's own word.
    isClaim: bool

    #: Whether it was so once, and is not said to be so now.
    isPast: bool

    #: Whether its author rejected it.
    isRejected: bool

    #: The other person or the place that it ties them to.
    other: str | None

    #: The words that state it.
    quotation: Quotation2

    #: Why.
    reason: str | None

    #: Where it is stated.
    source: Literal["text", "lore", "timeline"]

    #: About whom.
    subject: str

    #: The title of the document, the entry or the event.
    title: str

    #: What is stated.
    value: str


class FactUpdateRequest(TypedDict):
    """Whether a fact is rejected, and why."""

    #: Whether it is wrong; false takes a rejection back.
    isRejected: bool

    #: The reason; required for a rejection.
    reason: NotRequired[str | None]


class FactsPage(TypedDict):
    """A page of facts."""

    facts: list[Fact]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class Finding(TypedDict):
    """A finding."""

    #: The agent that found it first; `editor` for the comment of a person, who is the `author` in
    #: `detail`.
    agent: str

    #: The check that found it; `agent` when an agent recorded it while it read with a language
    #: model, `editor` when it is the comment of a person in a file that was imported.
    check: Literal[
        "prose",
        "names",
        "naming_patterns",
        "prohibited_elements",
        "dialogue",
        "facts",
        "wording",
        "narration",
        "agent",
        "editor",
    ]

    #: When it was first found, ISO 8601.
    createdAt: str

    #: The present version of the document; if it differs from `documentVersion`, the text may have
    #: changed.
    currentDocumentVersion: int | None

    #: Numbers and further positions. A position has its document, and the `line` in the present
    #: text; null where the words no longer stand there, and absent in events.
    detail: dict[str, Any] | None

    #: The document it was found in; null when it concerns no document.
    documentId: str | None

    #: What the document is called.
    documentTitle: str | None

    #: The version of the document in which this was last found.
    documentVersion: int | None

    #: Its identifier.
    id: str

    #: The line of the document's present text in which these words begin, counted from 1; null when
    #: they no longer stand there, and in events.
    line: int | None

    #: What was found, in one or two sentences.
    message: str

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: The project it belongs to.
    projectId: str

    #: The words it is about, and their position in the version that was read.
    quotation: Quotation2 | None

    #: The author's reason for the state.
    reason: str | None

    #: The rule of the check; what a finding of an agent is about.
    rule: str

    #: How much it matters.
    severity: Literal["critical", "high", "medium", "low", "info"]

    #: Its state.
    state: Literal["open", "accepted", "dismissed", "waived", "stale"]

    #: The swarm that found it first.
    swarmId: str | None


class FindingUpdateRequest(TypedDict):
    """The author's answer to a finding; absent fields leave it as it is."""

    #: The reason; required for `waived`. Null removes it.
    reason: NotRequired[str | None]

    #: Its new state.
    state: NotRequired[Literal["open", "accepted", "dismissed", "waived", "stale"] | None]


class FindingsPage(TypedDict):
    """A page of findings."""

    findings: list[Finding]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class FolderProblem(TypedDict):
    """Something in a folder that cannot be taken, or changed."""

    #: Its path within the folder.
    path: str

    #: What is the matter, and what would help.
    reason: str


class FormPreview(TypedDict):
    """A form of a name that a preview looked for."""

    #: The form.
    form: str

    #: What it would become; null where it stays.
    to: str | None


class GlossAlignment(TypedDict):
    """Whether a gloss is aligned with its line, and the first problem."""

    #: How far the gloss is aligned.
    level: Literal["unaligned", "word_aligned", "morpheme_aligned"]

    #: The first position that is not aligned, as a sentence.
    problem: NotRequired[str]


class GlossedExample(TypedDict):
    """An example, whether its gloss is aligned, and whether it holds."""

    #: Whether the gloss is aligned with the output; absent without a gloss.
    alignment: NotRequired[GlossAlignment]

    #: The output word by word and morpheme by morpheme.
    gloss: str | None

    #: What the rule is applied to, or what the line means.
    input: str

    #: The result: the line in the language, which the gloss explains.
    output: str

    #: What became of it when the rule was run; absent where the rule has no pattern.
    result: NotRequired[ExampleResult]


class GrammarExample(TypedDict):
    """An example of a rule."""

    #: The output word by word and morpheme by morpheme, as in the Leipzig Glossing Rules.
    gloss: NotRequired[str | None]

    #: What the rule is applied to, or what the line means.
    input: str

    #: The result: the line in the language, which the gloss explains.
    output: str


class GrammarRuleCreateRequest(TypedDict):
    """A new grammar rule."""

    #: Which part of the grammar it belongs to.
    category: Literal[
        "phonology",
        "phonotactics",
        "prosody",
        "orthography",
        "morphophonology",
        "morphology",
        "inflection",
        "derivation",
        "syntax",
        "agreement",
        "semantics",
        "pragmatics",
        "discourse",
        "lexicon",
        "sound_change",
        "other",
    ]

    #: Its text.
    description: NotRequired[str]

    #: Examples of the rule.
    examples: NotRequired[list[GrammarExample]]

    #: What it is called.
    name: str

    #: How it is written, in the language of docs/grammar.md.
    pattern: NotRequired[str]

    #: Its position among the rules of its language; after the last one when absent.
    sortOrder: NotRequired[int | None]


class GrammarRuleResponse(TypedDict):
    """A grammar rule."""

    #: Which part of the grammar it belongs to.
    category: Literal[
        "phonology",
        "phonotactics",
        "prosody",
        "orthography",
        "morphophonology",
        "morphology",
        "inflection",
        "derivation",
        "syntax",
        "agreement",
        "semantics",
        "pragmatics",
        "discourse",
        "lexicon",
        "sound_change",
        "other",
    ]

    #: What the change of the rule has changed in the forms of the lexicon; only in the answer to a
    #: change that may have changed some.
    changedForms: NotRequired[ChangedForms]

    #: When it was made, in milliseconds of Unix time.
    createdAt: int

    #: Its text.
    description: str

    #: Examples of the rule.
    examples: list[GlossedExample]

    #: Its identifier.
    id: str

    #: The language it belongs to.
    languageId: str

    #: When it was last changed, in milliseconds of Unix time.
    modifiedAt: int

    #: What it is called.
    name: str

    #: How it is written.
    pattern: str

    #: Its position among the rules of its language.
    sortOrder: int


class GrammarRuleUpdate(TypedDict):
    """Changes to a grammar rule; absent fields leave it as it is."""

    #: Which part of the grammar it belongs to.
    category: NotRequired[Literal[
        "phonology",
        "phonotactics",
        "prosody",
        "orthography",
        "morphophonology",
        "morphology",
        "inflection",
        "derivation",
        "syntax",
        "agreement",
        "semantics",
        "pragmatics",
        "discourse",
        "lexicon",
        "sound_change",
        "other",
    ] | None]

    #: Its text; null empties it.
    description: NotRequired[str | None]

    #: Examples of the rule; replaces all, and null removes all.
    examples: NotRequired[list[GrammarExample] | None]

    #: What it is called.
    name: NotRequired[str | None]

    #: How it is written, in the language of docs/grammar.md; null empties it.
    pattern: NotRequired[str | None]

    #: Its position among the rules of its language.
    sortOrder: NotRequired[int | None]


class GrammarRulesPage(TypedDict):
    """A page of grammarRules."""

    grammarRules: list[GrammarRuleResponse]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class HTTPError(TypedDict):
    """Why a request was not answered."""

    #: The reason as one sentence.
    detail: str


class HTTPValidationError(TypedDict):
    """Every mistake of a request."""

    #: The mistakes, in the order of the fields' definition.
    detail: list[ValidationError]


class HealthLive(TypedDict):
    """The process runs."""

    #: Always `ok`.
    status: Literal["ok"]

    #: The version of the program.
    version: str


class HealthParts(TypedDict):
    """The parts of the service."""

    #: Backups are made when they are due; `failed` while the latest one could not be made.
    backup: Literal["ok", "unavailable", "failed"]

    #: The database was written and read within the last second. `degraded` while SQLite's log
    #: cannot be copied into the database file; `damaged` after something was read that cannot have
    #: been written.
    database: Literal["ok", "degraded", "unavailable", "damaged"]

    #: All background workers run.
    engine: Literal["ok", "unavailable"]

    #: Events are sent to event streams.
    eventLog: Literal["ok", "unavailable"]

    #: Folders are kept in step with manuscripts.
    folders: Literal["ok", "unavailable"]

    #: Messages are delivered and answered.
    hub: Literal["ok", "unavailable"]

    #: Folders are imported.
    imports: Literal["ok", "unavailable"]

    #: Old records are deleted.
    janitor: Literal["ok", "unavailable"]

    #: Names of the lore are counted in documents.
    mentions: Literal["ok", "unavailable"]

    #: Its tables are up to date, and start-up is done.
    migrations: Literal["ok", "unavailable"]

    #: The load of this server is sent to other servers.
    presence: Literal["ok", "unavailable"]

    #: The search index follows the texts.
    research: Literal["ok", "unavailable"]

    #: Sub-tasks of swarms are worked on.
    swarms: Literal["ok", "unavailable"]


class HealthReady(TypedDict):
    """What the service can do, part by part."""

    #: Each part.
    parts: HealthParts

    #: Problems that somebody should look at, a sentence each.
    problems: list[str]

    #: `ok` when every part is, `degraded` when the service works but somebody should look at it.
    status: Literal["ok", "degraded", "unavailable"]


class ImportItem(TypedDict):
    """An import."""

    #: When it was requested, ISO 8601.
    createdAt: str

    #: Files read.
    done: int

    #: Why it failed.
    error: str | None

    #: Its identifier.
    id: str

    #: What it does with documents that are there.
    mode: Literal["add", "update"]

    #: When it last made progress, ISO 8601.
    modifiedAt: str

    #: The share of files read, 0 to 1; 1 only when completed.
    progress: float

    #: The project the documents go to.
    projectId: str

    #: Files that were left out, and why.
    skipped: list[ImportSkipped]

    #: Its state.
    status: Literal["staging", "pending", "active", "completed", "failed"]

    #: Files to read.
    total: int


class ImportPreview(TypedDict):
    """What an import would do."""

    #: Documents whose text would be changed.
    changed: int

    #: Comments of editors that would become findings.
    comments: int

    #: The documents in the order of reading.
    documents: list[ImportPreviewDocument]

    #: Documents that would be new.
    new: int

    #: Documents that would stay as they are.
    same: int

    #: Files that would be left out, and why.
    skipped: list[ImportSkipped]

    #: Tracked changes that would become changes of proposals.
    trackedChanges: int

    #: Words of all documents.
    words: int


class ImportPreviewDocument(TypedDict):
    """A document that an import would make or change."""

    #: What would be done with it.
    change: Literal["new", "changed", "same"]

    #: The document of the project that it is.
    documentId: str | None

    #: What it is.
    kind: Literal["part", "chapter", "scene", "note", "reference"]

    #: The path of its file or folder.
    path: str

    #: Its title.
    title: str

    #: Its words; those of a part are in its chapters.
    words: int


class ImportSkipped(TypedDict):
    """A file that an import left out."""

    #: Its path within the folder.
    path: str

    #: Why it was left out.
    reason: str


class ImportedProject(TypedDict):
    """An imported project, and the files that were ignored."""

    #: What was done in it.
    analytics: ProjectAnalytics

    #: The users who work on it.
    collaborators: list[str]

    #: When it was made, ISO 8601.
    createdAt: str

    #: What it is about.
    description: str

    #: Its identifier.
    id: str

    #: What the studio has learned from it.
    intelligence: ProjectIntelligence

    #: Whether the mechanics of magic systems are looked at.
    mechanicsEnabled: bool

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: What it is called.
    name: str

    #: The user it belongs to.
    owner: str

    #: Its settings.
    settings: ProjectSettings

    #: Files that do not belong to the export and were ignored.
    skipped: list[ImportSkipped]

    #: Its status, set by its users.
    status: Literal["active", "paused", "completed", "archived"]

    #: The kind of project, such as `fiction`.
    type: str


class LanguageCreateRequest(TypedDict):
    """A new constructed language."""

    #: A description.
    description: NotRequired[str]

    #: What it is called.
    name: str

    #: The project it belongs to.
    projectId: str


class LanguageItem(TypedDict):
    """A language."""

    #: When it was made, ISO 8601.
    createdAt: str

    #: A description.
    description: str

    #: How many grammar rules it has.
    grammarRules: int

    #: Its identifier.
    id: str

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: What it is called.
    name: str

    #: The project it belongs to.
    projectId: str

    #: How many words its lexicon has.
    words: int


class LanguageUpdateRequest(TypedDict):
    """Changes to a language; absent fields leave it as it is."""

    #: A description; null empties it.
    description: NotRequired[str | None]

    #: What it is called.
    name: NotRequired[str | None]


class LanguagesPage(TypedDict):
    """A page of languages."""

    languages: list[LanguageItem]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class LeasedMessage(TypedDict):
    """A message that an agent outside has leased."""

    #: What a sub-task of a swarm came to for which this message stands; absent from other messages.
    answer: NotRequired[str]

    #: Its reply.
    answerId: str | None

    #: What its recipient wanted to do that a person has to permit; absent where it wanted nothing.
    approval: NotRequired[Approval]

    #: How often it was leased.
    attempts: int

    #: Its context, as it was sent.
    context: MessageContextInfo | None

    #: The conversation it belongs to.
    conversationId: str

    #: When it was sent, ISO 8601.
    createdAt: str

    #: The time by which it must be ended and, if a reply is expected, replied to; ISO 8601.
    deadline: str | None

    #: What a model is writing in answer, or had written when it was interrupted; absent when there
    #: is nothing, and in lists and events.
    draft: NotRequired[ModelDraft]

    #: The epoch of the lease, which an acknowledgement must name.
    epoch: int

    #: Why it was refused or is dead.
    error: str | None

    #: Who sent it.
    fromAgent: str

    #: The history of its states; absent in lists and events.
    history: NotRequired[list[MessageStep]]

    #: How many messages led to it.
    hops: int

    #: Its identifier.
    id: str

    #: Labels about the trust in its source.
    labels: list[str]

    #: When the lease ends, ISO 8601.
    leaseUntil: str

    #: Its text; empty in the event of a refused message.
    message: str

    #: The type of the message.
    messageType: Literal["direct", "broadcast", "consultation", "handoff", "collaboration"]

    #: The broadcast it is a part of, or the message whose recipient asks with it.
    parentId: str | None

    #: How urgent it is.
    priority: Literal["low", "normal", "medium", "high", "critical", "urgent"]

    #: The project it is about.
    projectId: str | None

    #: The message it replies to.
    replyTo: str | None

    #: The report of an agent, for programs; absent in events.
    report: NotRequired[dict[str, Any]]

    #: The rule behind `error`, for programs.
    rule: str | None

    #: Its state.
    status: Literal[
        "queued",
        "leased",
        "waiting",
        "awaiting_approval",
        "handled",
        "awaiting_reply",
        "replied",
        "timed_out",
        "accepted",
        "refused",
        "delivered",
        "denied",
        "expired",
        "dead",
    ]

    #: Its recipient.
    toAgent: str


class LexiconCheck(TypedDict):
    """Words that break a rule."""

    #: How many words were looked at; affixes are not.
    checked: int

    #: Whether all words were looked at.
    complete: bool

    #: The rules that words can break, by their names.
    rules: list[str]

    #: How many of them break a rule.
    total: int

    #: The first of those that break a rule.
    words: list[WordViolations]


class LexiconImportResponse(TypedDict):
    """The result of an import of a table."""

    #: Unknown columns, which were ignored.
    ignoredColumns: list[str]

    #: How many words were created.
    made: int

    #: How many words were already the same.
    unchanged: int

    #: How many words were changed.
    updated: int


class LoreCategories(TypedDict):
    """Every category with the number of its entries."""

    #: The categories, in the order of their vocabulary.
    categories: list[LoreCategoryCount]

    #: The entries of all categories.
    total: int


class LoreCategoryCount(TypedDict):
    """A category with the number of its entries."""

    #: The category.
    category: Literal[
        "character",
        "location",
        "item",
        "organisation",
        "culture",
        "species",
        "religion",
        "magic_system",
        "technology",
        "history",
        "law",
        "language",
        "economy",
        "event",
        "concept",
        "other",
    ]

    #: Its entries.
    count: int


class LoreCreateRequest(TypedDict):
    """A new entry."""

    #: Other names under which texts mention it.
    aliases: NotRequired[list[str]]

    #: Facts under keys of the author's choice.
    attributes: NotRequired[dict[str, Any]]

    #: What it is about.
    category: NotRequired[Literal[
        "character",
        "location",
        "item",
        "organisation",
        "culture",
        "species",
        "religion",
        "magic_system",
        "technology",
        "history",
        "law",
        "language",
        "economy",
        "event",
        "concept",
        "other",
    ]]

    #: What is known of it, in Markdown.
    content: NotRequired[str]

    #: What it is called.
    name: str

    #: Its relations to other entries.
    relations: NotRequired[list[LoreRelation]]


class LoreItem(TypedDict):
    """A lore entry."""

    #: Other names under which texts mention it.
    aliases: list[str]

    #: Facts under keys of the author's choice.
    attributes: dict[str, Any]

    #: What it is about.
    category: Literal[
        "character",
        "location",
        "item",
        "organisation",
        "culture",
        "species",
        "religion",
        "magic_system",
        "technology",
        "history",
        "law",
        "language",
        "economy",
        "event",
        "concept",
        "other",
    ]

    #: What is known of it, in Markdown; absent in lists and events.
    content: NotRequired[str]

    #: When it was made, ISO 8601.
    createdAt: str

    #: Its identifier.
    id: str

    #: How often the documents of the project name it; null while they are being read.
    mentions: LoreMentions | None

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: What it is called.
    name: str

    #: The project it belongs to.
    projectId: str

    #: Its relations to other entries.
    relations: list[LoreRelation]


class LoreMention(TypedDict):
    """A document that names an entry."""

    #: How often it names the entry.
    count: int

    #: The document.
    documentId: str

    #: The first mention, with its position.
    first: Quotation2

    #: The sentence around it, cut where it is long.
    passage: str

    #: What the document is called.
    title: str


class LoreMentions(TypedDict):
    """How often an entry is named."""

    #: Documents with a mention.
    documents: int

    #: Mentions in all texts.
    total: int


class LoreRelation(TypedDict):
    """A relation of an entry to another one of its project."""

    #: The kind of relation, such as `sister`.
    kind: str

    #: More about it.
    label: NotRequired[str | None]

    #: The other entry.
    targetId: str


class LoreRenamePreviewRequest(TypedDict):
    """What is looked for before a lore entry gets another name."""

    #: The `nextCursor` of the page before.
    cursor: NotRequired[str | None]

    #: What forms of the name become, where it is something else than the parts of both names say.
    forms: NotRequired[list[RenamedForm]]

    #: The maximum number of items.
    limit: NotRequired[int]

    #: The new name.
    name: str


class LoreRenameRequest(TypedDict):
    """Another name for a lore entry, in its entry and in the texts."""

    #: Also the uncertain matches with these ids.
    also: NotRequired[list[str]]

    #: The `digest` of the preview: nothing is renamed when something else is found now.
    digest: str

    #: As in the preview.
    forms: NotRequired[list[RenamedForm]]

    #: The new name.
    name: str

    #: Not the matches with these ids.
    without: NotRequired[list[str]]


class LoreUpdateRequest(TypedDict):
    """Changes to an entry; absent fields leave it as it is."""

    #: Other names under which texts mention it; replaces all, and null removes all.
    aliases: NotRequired[list[str] | None]

    #: Facts under keys of the author's choice; replaces all, and null removes all.
    attributes: NotRequired[dict[str, Any] | None]

    #: What it is about; null makes it `other`.
    category: NotRequired[Literal[
        "character",
        "location",
        "item",
        "organisation",
        "culture",
        "species",
        "religion",
        "magic_system",
        "technology",
        "history",
        "law",
        "language",
        "economy",
        "event",
        "concept",
        "other",
    ] | None]

    #: What is known of it, in Markdown; null empties it.
    content: NotRequired[str | None]

    #: What it is called.
    name: NotRequired[str | None]

    #: Its relations to other entries; replaces all, and null removes all.
    relations: NotRequired[list[LoreRelation] | None]


class LorekeeperProjectConfig(TypedDict):
    """Rules the lore validator reads when it analyses."""

    #: The culture names and customs come from.
    culturalContext: NotRequired[str]

    #: Descriptions of naming conventions.
    namingPatterns: NotRequired[list[str]]

    #: Story elements that must not appear.
    prohibitedElements: NotRequired[list[str]]

    #: Whether names that break the conventions are findings.
    strictNaming: NotRequired[bool]


class MatchedDocument(TypedDict):
    """A document in which something was found."""

    #: The document.
    documentId: str

    #: The user who has locked it; null when it is not locked.
    lockedBy: str | None

    #: How many matches it has.
    matches: int

    #: What it is called.
    title: str

    #: The version that was read.
    version: int


class MentionsPage(TypedDict):
    """A page of mentions."""

    mentions: list[LoreMention]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class MergedDocument(TypedDict):
    """A document that took in the text of the one behind it."""

    #: The document, with both texts.
    document: DocumentItem

    #: The one whose text it took in, in the trash.
    trashed: TrashedDocument


class MessageAcknowledgeRequest(TypedDict):
    """The end of a leased message."""

    #: What it wants to do, when that needs a permission.
    approval: NotRequired[str | None]

    #: The epoch it was leased under.
    epoch: int

    #: Why it failed or was refused.
    error: NotRequired[str | None]

    #: The kind of failure, when it failed.
    failure: NotRequired[Literal["transient", "broken", "permanent"]]

    #: How the agent ended it.
    outcome: NotRequired[Literal["handled", "failed", "accepted", "refused", "needs_approval"]]

    #: Its reply.
    reply: NotRequired[MessageReplyRequest | None]


class MessageContextInfo(TypedDict):
    """The context of a message."""

    #: The conversation it continues.
    conversationId: NotRequired[str | None]

    #: Further data; `documentId` and `projectId` name its subject, `causeId` the message that led
    #: to it.
    metadata: NotRequired[dict[str, str] | None]

    #: How urgent it is, when `priority` beside it is absent; another word has no effect.
    priority: NotRequired[str | None]

    #: Whether the sender waits for an answer.
    requiresResponse: NotRequired[bool | None]

    #: The session it is part of.
    sessionId: NotRequired[str | None]

    #: The task it is part of.
    taskId: NotRequired[str | None]

    #: How long the sender waits, in milliseconds.
    timeoutMs: NotRequired[int | None]


class MessageDeliveryInfo(TypedDict):
    """The delivery of a message."""

    #: Whether it is committed to the recipient's mailbox.
    delivered: bool

    #: Why it was not delivered.
    error: str | None

    #: The id of the message, which is stored also when it was refused.
    messageId: str


class MessageExtendRequest(TypedDict):
    """An extension of a lease."""

    #: The epoch it was leased under.
    epoch: int

    #: The length of the lease from now on, in milliseconds.
    leaseMs: NotRequired[int]


class MessageExtendResponse(TypedDict):
    """A lease that was extended."""

    #: The epoch of the lease.
    epoch: int

    #: When it ends now, ISO 8601.
    leaseUntil: str

    #: The message.
    messageId: str


class MessageItem(TypedDict):
    """A message and its state."""

    #: What a sub-task of a swarm came to for which this message stands; absent from other messages.
    answer: NotRequired[str]

    #: Its reply.
    answerId: str | None

    #: What its recipient wanted to do that a person has to permit; absent where it wanted nothing.
    approval: NotRequired[Approval]

    #: How often it was leased.
    attempts: int

    #: Its context, as it was sent.
    context: MessageContextInfo | None

    #: The conversation it belongs to.
    conversationId: str

    #: When it was sent, ISO 8601.
    createdAt: str

    #: The time by which it must be ended and, if a reply is expected, replied to; ISO 8601.
    deadline: str | None

    #: What a model is writing in answer, or had written when it was interrupted; absent when there
    #: is nothing, and in lists and events.
    draft: NotRequired[ModelDraft]

    #: Why it was refused or is dead.
    error: str | None

    #: Who sent it.
    fromAgent: str

    #: The history of its states; absent in lists and events.
    history: NotRequired[list[MessageStep]]

    #: How many messages led to it.
    hops: int

    #: Its identifier.
    id: str

    #: Labels about the trust in its source.
    labels: list[str]

    #: Its text; empty in the event of a refused message.
    message: str

    #: The type of the message.
    messageType: Literal["direct", "broadcast", "consultation", "handoff", "collaboration"]

    #: The broadcast it is a part of, or the message whose recipient asks with it.
    parentId: str | None

    #: How urgent it is.
    priority: Literal["low", "normal", "medium", "high", "critical", "urgent"]

    #: The project it is about.
    projectId: str | None

    #: The message it replies to.
    replyTo: str | None

    #: The report of an agent, for programs; absent in events.
    report: NotRequired[dict[str, Any]]

    #: The rule behind `error`, for programs.
    rule: str | None

    #: Its state.
    status: Literal[
        "queued",
        "leased",
        "waiting",
        "awaiting_approval",
        "handled",
        "awaiting_reply",
        "replied",
        "timed_out",
        "accepted",
        "refused",
        "delivered",
        "denied",
        "expired",
        "dead",
    ]

    #: Its recipient.
    toAgent: str


class MessageLeaseRequest(TypedDict):
    """A lease of messages by an agent outside."""

    #: The length of the lease, in milliseconds.
    leaseMs: NotRequired[int]

    #: The maximum number.
    limit: NotRequired[int]

    #: How long to wait for a message when none is queued, in milliseconds.
    waitMs: NotRequired[int]


class MessageLeaseResponse(TypedDict):
    """The messages that an agent outside got."""

    #: The agent.
    agentId: str

    #: The leased messages, in the order to work on them.
    messages: list[LeasedMessage]


class MessageReplyRequest(TypedDict):
    """A reply to a message, in the name of its recipient."""

    #: Its text.
    message: str

    #: The same for programs.
    report: NotRequired[dict[str, Any] | None]


class MessageStep(TypedDict):
    """One state in the history of a message."""

    #: When it got this state, ISO 8601.
    at: str

    #: The state.
    status: Literal[
        "queued",
        "leased",
        "waiting",
        "awaiting_approval",
        "handled",
        "awaiting_reply",
        "replied",
        "timed_out",
        "accepted",
        "refused",
        "delivered",
        "denied",
        "expired",
        "dead",
    ]


class MessagesPage(TypedDict):
    """A page of messages."""

    messages: list[MessageItem]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class ModelDraft(TypedDict):
    """What a model has written so far, or had when its call was interrupted; it may be up to
    [`DRAFT_INTERVAL_MS`] or [`DRAFT_TOKENS`] behind.
    """

    #: When it was saved, ISO 8601.
    savedAt: str

    #: The number of the model call.
    step: int

    #: The text, unfinished and unchecked.
    text: str


class ModelItem(TypedDict):
    """A language model that agents ask."""

    #: The scheme, the host and the port of its server; the path is left out, since it may be a
    #: secret.
    address: str

    #: The agent that asks it; null for every agent without settings of its own.
    agent: str | None

    #: The tokens that it can work with, those that are sent and those that it writes together.
    contextTokens: int

    #: Its name, as its server calls it.
    name: str

    #: The most calls of it at once.
    parallelMax: int

    #: The price of a million tokens that are sent, in US dollars; null where it is not known.
    priceInput: float | None

    #: The price of a million tokens that it writes, in US dollars; null where it is not known.
    priceOutput: float | None

    #: The interface of its server.
    provider: Literal["openai", "anthropic", "ollama"]

    #: The most requests to its server in any minute; null is no such bound.
    requestsPerMinute: int | None


class ModelList(TypedDict):
    """The language models of the service."""

    #: What searches by meaning go by.
    embedding: EmbeddingItem

    #: The model that agents share, if there is one, then those of agents with settings of their
    #: own, by the agent. Empty where no agent has a model.
    models: list[ModelItem]

    #: The agents that have no model although others share one, by their ids.
    withoutModel: list[str]


class Name(TypedDict):
    """Somebody or something that a manuscript names."""

    #: How many documents name it.
    documents: int

    #: The lore entry that bears one of the names; null when none does.
    entryId: str | None

    #: Where it is first named, in reading order.
    first: NamePosition

    #: All forms of the name, and how often each stands.
    forms: list[NameForm]

    #: What it is.
    kind: Literal["person", "place", "group", "work", "other"]

    #: How often it is named.
    mentions: int

    #: The most complete of its names.
    name: str

    #: How the text speaks of a person; null where it does not show.
    pronouns: Literal["he", "she", "they"] | None


class NameForm(TypedDict):
    """A form of a name."""

    #: How often it stands by itself, and not within a longer form.
    mentions: int

    #: As it is most often written.
    text: str


class NamePosition(TypedDict):
    """Where a name stands."""

    #: The document.
    documentId: str

    #: What the document is called.
    documentTitle: str

    #: The version of the document that was read.
    documentVersion: int

    #: The character after its last one.
    end: int

    #: The first character of the name in the Markdown.
    start: int


class NamesPage(TypedDict):
    """A page of names."""

    names: list[Name]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class Namesake(TypedDict):
    """Another lore entry with one of the new names."""

    #: The entry.
    entryId: str

    #: What it is called.
    name: str

    #: The name that both would bear.
    shared: str


class NextFix(TypedDict):
    """Something that would raise the score."""

    #: The points that the score would gain by this step alone.
    gain: float

    #: The finding or the document.
    id: str

    #: Whether a finding is to be dealt with or a document to be finished.
    kind: Literal["finding", "document"]

    #: What the finding says, behind the title of its document, or what the document is called.
    title: str


class NodeCreateRequest(TypedDict):
    """A new node of the outline."""

    #: The document that it stands for.
    documentId: NotRequired[str | None]

    #: Its kind.
    kind: NotRequired[Literal["act", "chapter", "scene", "beat"]]

    #: Its parent node.
    parentId: NotRequired[str | None]

    #: Its position among its siblings; after the last one when absent.
    position: NotRequired[int | None]

    #: The project it belongs to.
    projectId: str

    #: What it is called.
    title: str


class NodeListResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: NodesPage

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class NodeResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: PlotNode

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class NodeUpdateRequest(TypedDict):
    """Changes to a node of the outline; absent fields leave it as it is."""

    #: The document that it stands for; null for none.
    documentId: NotRequired[str | None]

    #: Its kind; null makes it a scene.
    kind: NotRequired[Literal["act", "chapter", "scene", "beat"] | None]

    #: Its parent node; null moves it to the top level.
    parentId: NotRequired[str | None]

    #: Its position among its siblings; later ones move by one.
    position: NotRequired[int | None]

    #: What it is called.
    title: NotRequired[str | None]


class NodesPage(TypedDict):
    """A page of nodes."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    nodes: list[PlotNode]

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class Notification(TypedDict):
    """A notification for a user."""

    #: When it was made, ISO 8601.
    createdAt: str

    #: Its identifier.
    id: str

    #: The text, a sentence.
    message: str

    #: How much it matters.
    priority: Literal["low", "normal", "high", "critical"]

    #: Whether it was read.
    read: bool

    #: The title, a few words.
    title: str

    #: The type, which clients may show by a colour or an icon.
    type: Literal["success", "error", "warning", "info"]


class NotificationsPage(TypedDict):
    """A page of notifications."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    notifications: list[Notification]

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class NotificationsRead(TypedDict):
    """How many notifications were marked as read."""

    #: How many were unread until now.
    read: int


class OmittedRule(TypedDict):
    """A rule that makes no form of a word."""

    #: Why it makes none.
    reason: str

    #: What the rule is called.
    rule: str

    #: The rule.
    ruleId: str


class PlotNode(TypedDict):
    """A node of a story's outline."""

    #: When it was made, ISO 8601.
    createdAt: str

    #: The document that it stands for.
    documentId: str | None

    #: Its identifier.
    id: str

    #: Its kind.
    kind: Literal["act", "chapter", "scene", "beat"]

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: Its parent node.
    parentId: str | None

    #: Its position among its siblings.
    position: int

    #: The project it belongs to.
    projectId: str

    #: What it is called.
    title: str


class PlotPromise(TypedDict):
    """A promise to the reader."""

    #: When it was created, in milliseconds of Unix time.
    createdAt: int

    #: What is promised, and by which words.
    description: str

    #: The node of the outline where it is fulfilled.
    fulfilledAtNodeId: str | None

    #: What that node is called; empty without one.
    fulfilledAtNodeTitle: str

    #: Its identifier.
    id: str

    #: The node of the outline where it is made.
    madeAtNodeId: str | None

    #: What that node is called; empty without one.
    madeAtNodeTitle: str

    #: When it was last changed, in milliseconds of Unix time.
    modifiedAt: int

    #: Notes of the author.
    notes: str

    #: The plotline it belongs to.
    plotlineId: str | None

    #: What that plotline is called; empty without one.
    plotlineTitle: str

    #: The project it belongs to.
    projectId: str

    #: How important it is for the book.
    promiseLevel: Literal["core", "major", "minor", "micro"]

    #: What kind of promise it is.
    promiseType: Literal[
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

    #: Its state.
    status: Literal[
        "planned",
        "made",
        "progressing",
        "partially_fulfilled",
        "fulfilled",
        "deferred",
        "broken",
        "abandoned",
    ]

    #: What it is called.
    title: str


class PlotlineCreateRequest(TypedDict):
    """A new plotline."""

    #: Whether clients show it collapsed.
    collapsed: NotRequired[bool]

    #: A hex colour such as `#7a1f2b`; the next of a palette when absent.
    color: NotRequired[str]

    #: What it is about.
    description: NotRequired[str]

    #: What it is called.
    name: str

    #: Its position among the plotlines; after the last one when absent.
    sortOrder: NotRequired[int]


class PlotlineListResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: PlotlinesPage

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class PlotlineResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: TimelinePlotline

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class PlotlineUpdateRequest(TypedDict):
    """Changes to a plotline; absent fields leave it as it is."""

    #: Whether clients show it collapsed; null means false.
    collapsed: NotRequired[bool | None]

    #: A hex colour such as `#7a1f2b`; null means the palette's colour for its position.
    color: NotRequired[str | None]

    #: What it is about; null empties it.
    description: NotRequired[str | None]

    #: What it is called.
    name: NotRequired[str | None]

    #: Its position among the plotlines; null moves it after the last one.
    sortOrder: NotRequired[int | None]


class PlotlinesPage(TypedDict):
    """A page of plotlines."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    plotlines: list[TimelinePlotline]

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class ProjectAgentConfig(TypedDict):
    """Parameters of language models for a project."""

    #: The longest answer, in tokens.
    maxTokens: NotRequired[int | None]

    #: How many results a search has by default.
    searchResultsCount: NotRequired[int | None]

    #: Sampling temperature, 0 to 2.
    temperature: NotRequired[float | None]


class ProjectAnalytics(TypedDict):
    """What was done in a project."""

    #: Days with at least one change.
    activeDays: int

    #: Messages to agents about it.
    agentInteractions: int

    #: Changes made, by user.
    collaboratorActivity: dict[str, float]

    #: How complete its documents are, in percent.
    completionRate: float

    #: Points of 100 for the last seven days.
    productivityScore: float

    #: Time worked on it, in minutes.
    timeSpent: float

    #: Changes saved over time.
    trends: ProjectTrends


class ProjectBudget(TypedDict):
    """What language models may spend on a project, all calls together."""

    #: Money in US dollars.
    cost: NotRequired[float | None]

    #: Tokens that are sent and come back.
    tokens: NotRequired[int | None]


class ProjectCreateRequest(TypedDict):
    """A new project."""

    #: The agents that work on it; none named means all.
    activeAgents: NotRequired[list[str] | None]

    #: Prompts by agent id that replace the agents' own.
    agentSystemPrompts: NotRequired[dict[str, str] | None]

    #: The tone in which agents speak about this project.
    aiPersonality: NotRequired[str | None]

    #: The ids of users who work on it.
    collaborators: NotRequired[list[str] | None]

    #: A hex colour such as `#7a1f2b`.
    color: NotRequired[str | None]

    #: What it is about.
    description: NotRequired[str | None]

    #: Where exports go; empty for the global default.
    documentsDirectory: NotRequired[str | None]

    #: The genres whose conventions apply.
    genres: NotRequired[list[Literal[
        "fantasy",
        "science_fiction",
        "mystery",
        "thriller",
        "crime",
        "horror",
        "romance",
        "historical",
        "literary",
        "young_adult",
        "adventure",
        "comedy",
    ]] | None]

    #: An icon identifier.
    icon: NotRequired[str | None]

    #: The lore categories that agents and searches look at; none named means all.
    knowledgeFilter: NotRequired[list[str] | None]

    #: The rules of the lore validator.
    lorekeeperConfig: NotRequired[LorekeeperProjectConfig | None]

    #: Whether the mechanics of magic systems are looked at.
    mechanicsEnabled: NotRequired[bool | None]

    #: What it is called.
    name: str

    #: The kind of project, such as `novel` or `screenplay`.
    projectType: NotRequired[str | None]

    #: When the project counts as ready to publish.
    publishingConfig: NotRequired[PublishingReadinessConfig | None]

    #: Settings to merge key by key.
    settings: NotRequired[ProjectSettingsUpdate | None]


class ProjectExport(TypedDict):
    """An export: every file of it."""

    #: The files, the manifest first.
    files: list[ExportFile]


class ProjectFolder(TypedDict):
    """The folder of Markdown that is kept in step with a project."""

    #: Files that were typed while their document was changed elsewhere, by their paths within the
    #: folder. Each lies beside the file of its document until somebody removes it.
    conflicts: list[str]

    #: The path of the folder; null when there is none.
    path: str | None

    #: What could not be taken, or changed; the first 100.
    problems: list[FolderProblem]

    #: The project.
    projectId: str

    #: Why the state is as it is, and what would help; null when all is well.
    reason: str | None

    #: How project and folder are.
    state: Literal["no_root", "waiting", "refused", "in_step", "behind"]

    #: When the folder was last looked at to the end, ISO 8601.
    syncedAt: str | None


class ProjectImportFile(TypedDict):
    """One file of an exported project."""

    #: Its text.
    content: str

    #: Its path within the folder, with `/` between names.
    path: str


class ProjectImportRequest(TypedDict):
    """A folder that an export wrote."""

    #: The files, by their paths within the folder.
    files: list[ProjectImportFile]


class ProjectIntegrations(TypedDict):
    """Which integrations are on."""

    #: Whether it is recorded when and by whom it is worked on.
    analytics: bool

    #: Import of other formats than Markdown and plain text.
    mime: bool

    #: Whether searches look at the texts of the project.
    research: bool


class ProjectIntegrationsUpdate(TypedDict):
    """Changes to which integrations are on."""

    #: Whether it is recorded when and by whom it is worked on.
    analytics: NotRequired[bool | None]

    #: Import of other formats than Markdown and plain text.
    mime: NotRequired[bool | None]

    #: Whether searches look at the texts of the project.
    research: NotRequired[bool | None]


class ProjectIntelligence(TypedDict):
    """What the studio has learned from a project."""

    #: The agents assigned to it.
    assignedAgents: list[str]

    #: Where work goes on: `lastEditAt` and `lastEditBy`; empty while nothing was changed.
    contextData: dict[str, Any]

    #: What is known about it, counted.
    knowledgeBase: ProjectKnowledgeBase

    #: Patterns found in the way it is worked on.
    learningPatterns: ProjectLearningPatterns


class ProjectItem(TypedDict):
    """A project with its settings and what happened in it."""

    #: What was done in it.
    analytics: ProjectAnalytics

    #: The users who work on it.
    collaborators: list[str]

    #: When it was made, ISO 8601.
    createdAt: str

    #: What it is about.
    description: str

    #: Its identifier.
    id: str

    #: What the studio has learned from it.
    intelligence: ProjectIntelligence

    #: Whether the mechanics of magic systems are looked at.
    mechanicsEnabled: bool

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: What it is called.
    name: str

    #: The user it belongs to.
    owner: str

    #: Its settings.
    settings: ProjectSettings

    #: Its status, set by its users.
    status: Literal["active", "paused", "completed", "archived"]

    #: The kind of project, such as `fiction`.
    type: str


class ProjectKnowledgeBase(TypedDict):
    """What is known about a project, counted from its rows."""

    #: Links between its records.
    connections: int

    #: Documents in it.
    documents: int

    #: Findings of agents.
    insights: int


class ProjectLearningPatterns(TypedDict):
    """Patterns found in the way a project is worked on; each is empty until something happened."""

    #: What they prefer: `dialogueShare` by week, `waivedRules`.
    contentPreferences: dict[str, Any]

    #: How its users work: `writingHours` (changes in each hour of the day, UTC), `sessions` and
    #: `meanSessionMinutes`.
    userBehavior: dict[str, Any]

    #: What their work rests on: `preferredAgents`.
    workflowOptimizations: dict[str, Any]


class ProjectSettings(TypedDict):
    """The settings of a project: those that the interface defines, and unknown keys that clients
    have stored. There may be fields besides.
    """

    #: The agents that work on the project; none named means all.
    activeAgents: list[str]

    #: Parameters of language models.
    agentConfig: ProjectAgentConfig | None

    #: Prompts by lower-case agent id that replace the agents' own.
    agentSystemPrompts: dict[str, str]

    #: Whether agents may begin something by themselves.
    aiAssistance: bool

    #: The tone in which agents speak about the project.
    aiPersonality: str

    #: Whether documents may be saved automatically.
    autoSave: bool

    #: What language models may spend; absent without a limit of the project's own.
    budget: NotRequired[ProjectBudget | None]

    #: A hex colour.
    color: str | None

    #: Whether agents keep the context of earlier conversations.
    contextPreservation: bool

    #: Where exports go; empty for the global default.
    documentsDirectory: str

    #: The genres whose conventions apply; empty means the universal voice only.
    genres: list[Literal[
        "fantasy",
        "science_fiction",
        "mystery",
        "thriller",
        "crime",
        "horror",
        "romance",
        "historical",
        "literary",
        "young_adult",
        "adventure",
        "comedy",
    ]]

    #: An icon identifier.
    icon: str | None

    #: Which integrations are on.
    integrations: ProjectIntegrations

    #: The lore categories that agents and searches look at; none named means all.
    knowledgeFilter: list[str]

    #: The rules of the lore validator.
    lorekeeper: LorekeeperProjectConfig | None

    #: Whether notifications are made.
    notifications: bool

    #: When the project counts as ready to publish.
    publishing: PublishingReadinessConfig | None

    #: A word for clients, which grants nothing; suggested are `private`, `shared` and `public`.
    visibility: str


class ProjectSettingsUpdate(TypedDict):
    """Changes to a project's settings, key by key. Values of unknown keys are stored as they
    are; null removes such a key. There may be fields besides.
    """

    #: The agents that work on the project; none named means all.
    activeAgents: NotRequired[list[str] | None]

    #: Parameters of language models.
    agentConfig: NotRequired[ProjectAgentConfig | None]

    #: Prompts by agent id that replace the agents' own.
    agentSystemPrompts: NotRequired[dict[str, str] | None]

    #: Whether agents may begin something by themselves.
    aiAssistance: NotRequired[bool | None]

    #: The tone in which agents speak about the project.
    aiPersonality: NotRequired[str | None]

    #: Whether documents may be saved automatically.
    autoSave: NotRequired[bool | None]

    #: What language models may spend.
    budget: NotRequired[ProjectBudget | None]

    #: A hex colour.
    color: NotRequired[str | None]

    #: Whether agents keep the context of earlier conversations.
    contextPreservation: NotRequired[bool | None]

    #: Where exports go; empty for the global default.
    documentsDirectory: NotRequired[str | None]

    #: The genres whose conventions apply.
    genres: NotRequired[list[Literal[
        "fantasy",
        "science_fiction",
        "mystery",
        "thriller",
        "crime",
        "horror",
        "romance",
        "historical",
        "literary",
        "young_adult",
        "adventure",
        "comedy",
    ]] | None]

    #: An icon identifier.
    icon: NotRequired[str | None]

    #: Which integrations are on.
    integrations: NotRequired[ProjectIntegrationsUpdate | None]

    #: The lore categories that agents and searches look at; none named means all.
    knowledgeFilter: NotRequired[list[str] | None]

    #: The rules of the lore validator.
    lorekeeper: NotRequired[LorekeeperProjectConfig | None]

    #: Whether notifications are made.
    notifications: NotRequired[bool | None]

    #: When the project counts as ready to publish.
    publishing: NotRequired[PublishingReadinessConfig | None]

    #: A word for clients; it grants nothing.
    visibility: NotRequired[str | None]


class ProjectStatusRequest(TypedDict):
    """A project's new status."""

    #: The status to take on, from any other.
    status: Literal["active", "paused", "completed", "archived"]


class ProjectTrends(TypedDict):
    """Numbers of changes, oldest first; the last number is that of the current period."""

    #: The last 30 days.
    daily: list[float]

    #: The last 12 months of 30 days.
    monthly: list[float]

    #: The last 12 weeks.
    weekly: list[float]


class ProjectUpdateRequest(TypedDict):
    """Changes to a project. Absent fields leave it as it is; null clears what can be empty."""

    #: The agents that work on it; none named means all.
    activeAgents: NotRequired[list[str] | None]

    #: Prompts by agent id that replace the agents' own.
    agentSystemPrompts: NotRequired[dict[str, str] | None]

    #: The tone in which agents speak about this project.
    aiPersonality: NotRequired[str | None]

    #: The ids of users who work on it.
    collaborators: NotRequired[list[str] | None]

    #: A hex colour such as `#7a1f2b`.
    color: NotRequired[str | None]

    #: What it is about.
    description: NotRequired[str | None]

    #: Where exports go; empty for the global default.
    documentsDirectory: NotRequired[str | None]

    #: The genres whose conventions apply.
    genres: NotRequired[list[Literal[
        "fantasy",
        "science_fiction",
        "mystery",
        "thriller",
        "crime",
        "horror",
        "romance",
        "historical",
        "literary",
        "young_adult",
        "adventure",
        "comedy",
    ]] | None]

    #: An icon identifier.
    icon: NotRequired[str | None]

    #: The lore categories that agents and searches look at; none named means all.
    knowledgeFilter: NotRequired[list[str] | None]

    #: The rules of the lore validator.
    lorekeeperConfig: NotRequired[LorekeeperProjectConfig | None]

    #: Whether the mechanics of magic systems are looked at.
    mechanicsEnabled: NotRequired[bool | None]

    #: What it is called.
    name: NotRequired[str | None]

    #: The kind of project, such as `novel` or `screenplay`.
    projectType: NotRequired[str | None]

    #: When the project counts as ready to publish.
    publishingConfig: NotRequired[PublishingReadinessConfig | None]

    #: Settings to merge key by key.
    settings: NotRequired[ProjectSettingsUpdate | None]


class ProjectsPage(TypedDict):
    """A page of projects."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    projects: list[ProjectItem]

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class PromiseCreateRequest(TypedDict):
    """A new promise."""

    #: What is promised, and by which words.
    description: NotRequired[str]

    #: The node of the outline where it is fulfilled.
    fulfilledAtNodeId: NotRequired[str | None]

    #: The node of the outline where it is made.
    madeAtNodeId: NotRequired[str | None]

    #: Notes of the author.
    notes: NotRequired[str]

    #: The plotline it belongs to.
    plotlineId: NotRequired[str | None]

    #: The project it belongs to.
    projectId: str

    #: How important it is for the book.
    promiseLevel: NotRequired[Literal["core", "major", "minor", "micro"]]

    #: What kind of promise it is.
    promiseType: NotRequired[Literal[
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
    ]]

    #: Its state; a new promise may be in any state.
    status: NotRequired[Literal[
        "planned",
        "made",
        "progressing",
        "partially_fulfilled",
        "fulfilled",
        "deferred",
        "broken",
        "abandoned",
    ]]

    #: What it is called.
    title: str


class PromiseList(TypedDict):
    """Promises, newest first."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The promises.
    promises: list[PlotPromise]

    #: The number of items on all pages, always counted.
    total: int


class PromiseListResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: PromiseList

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class PromiseResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: PlotPromise

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class PromiseUpdateRequest(TypedDict):
    """Changes to a promise; absent fields leave it as it is."""

    #: What is promised; null empties it.
    description: NotRequired[str | None]

    #: The node of the outline where it is fulfilled; null for none.
    fulfilledAtNodeId: NotRequired[str | None]

    #: The node of the outline where it is made; null for none.
    madeAtNodeId: NotRequired[str | None]

    #: Notes of the author, with the reason when it is abandoned; null empties them.
    notes: NotRequired[str | None]

    #: The plotline it belongs to; null for none.
    plotlineId: NotRequired[str | None]

    #: How important it is for the book; null makes it `major`.
    promiseLevel: NotRequired[Literal["core", "major", "minor", "micro"] | None]

    #: What kind of promise it is; null makes it `plot`.
    promiseType: NotRequired[Literal[
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
    ] | None]

    #: Its state; null makes it `made`, if that transition is allowed.
    status: NotRequired[Literal[
        "planned",
        "made",
        "progressing",
        "partially_fulfilled",
        "fulfilled",
        "deferred",
        "broken",
        "abandoned",
    ] | None]

    #: What it is called.
    title: NotRequired[str | None]


class Proposal(TypedDict):
    """A proposal."""

    #: The user who sent it, or for whom the agent works.
    account: str

    #: The agent that proposes it; null where a person does.
    agent: str | None

    #: The version of the target that was read; null for a new record.
    baseVersion: int | None

    #: Its changes; absent in lists and events.
    changes: NotRequired[list[ProposalChange]]

    #: How many of them are still to be decided.
    changesOpen: int

    #: How many changes it has.
    changesTotal: int

    #: When it was made, ISO 8601.
    createdAt: str

    #: The present version of the target; absent in lists and events, and where there is none.
    currentVersion: NotRequired[int]

    #: When no change was open any more, ISO 8601.
    decidedAt: str | None

    #: Who decided the last of its changes; null where time did.
    decidedBy: str | None

    #: Until when it can be decided, ISO 8601.
    expiresAt: str

    #: Its identifier.
    id: str

    #: The message it came from.
    messageId: str | None

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: The project it belongs to.
    projectId: str

    #: Why it was rejected.
    reason: str | None

    #: What was read to make it; absent in lists and events, and where nothing was said.
    receipt: NotRequired[Any]

    #: What became of it.
    state: Literal["open", "accepted", "partly_accepted", "rejected", "expired"]

    #: The sub-task it came from.
    subtaskId: str | None

    #: What it is about, in a line.
    summary: str

    #: The swarm it came from.
    swarmId: str | None

    #: What it would change; for a new record, the record once it was accepted.
    target: ProposalTargetItem


class ProposalAcceptRequest(TypedDict):
    """The acceptance of a proposal."""

    #: The ids of the changes to accept; all open ones when absent.
    changes: NotRequired[list[str] | None]


class ProposalChange(TypedDict):
    """One change of a proposal."""

    #: The version of the record that its acceptance made.
    acceptedVersion: int | None

    #: What would stand there after.
    after: Any

    #: What stands there before.
    before: Any

    #: The text after the words.
    contextAfter: str | None

    #: The text before the words, by which they are found in a later version.
    contextBefore: str | None

    #: The character after the last one.
    end: int | None

    #: The field that changes.
    field: str

    #: Its identifier within the proposal.
    id: str

    #: Where the words of an open change stand in the present text.
    position: ProposalTextPosition | None

    #: Why an open change cannot be accepted now; null when it can.
    problem: str | None

    #: Why.
    reason: str

    #: The first character of the words in the base version; null for a field that is no text of a
    #: document.
    start: int | None

    #: What became of it.
    state: Literal["open", "accepted", "rejected", "expired"]


class ProposalChangeCreate(TypedDict):
    """One change of a new proposal: words of a document's text, or a field of a record."""

    #: What would stand there after it.
    after: Any

    #: What stands there before the change; read from the record when absent.
    before: NotRequired[Any]

    #: The character after the last one; equal to `start` for an insertion.
    end: NotRequired[int | None]

    #: The field. The text of a document is `content`.
    field: NotRequired[str]

    #: Why.
    reason: NotRequired[str]

    #: The first character of the words in the Markdown of the base version; without it, `before`
    #: must stand there one time.
    start: NotRequired[int | None]


class ProposalCreateRequest(TypedDict):
    """A new proposal."""

    #: The agent that proposes it; none where a person does.
    agent: NotRequired[str | None]

    #: The version of the record that was read, as in its ETag; the present one when absent.
    baseVersion: NotRequired[int | None]

    #: The changes, at least one.
    changes: list[ProposalChangeCreate]

    #: The message it came from.
    messageId: NotRequired[str | None]

    #: What was read to make it: any JSON, which is stored as it is.
    receipt: NotRequired[Any | None]

    #: The sub-task it came from.
    subtaskId: NotRequired[str | None]

    #: What it is about, in a line.
    summary: str

    #: The swarm it came from.
    swarmId: NotRequired[str | None]

    #: What it would change.
    target: ProposalTarget


class ProposalRejectRequest(TypedDict):
    """The rejection of a proposal."""

    #: The ids of the changes to reject; all open ones when absent.
    changes: NotRequired[list[str] | None]

    #: Why.
    reason: NotRequired[str | None]


class ProposalTarget(TypedDict):
    """What a proposal would change."""

    #: The record; null for a new one.
    id: NotRequired[str | None]

    #: The kind of record.
    kind: Literal["document", "lore", "timeline_event", "promise", "node", "grammar_rule", "word"]

    #: The timeline of an event, the language of a grammar rule or word. It can be left out where
    #: `id` is that of a rule or word.
    parentId: NotRequired[str | None]


class ProposalTargetItem(TypedDict):
    """What a proposal would change."""

    #: The record; null while it would be a new one.
    id: str | None

    #: The kind of record.
    kind: Literal["document", "lore", "timeline_event", "promise", "node", "grammar_rule", "word"]

    #: The timeline of an event, the language of a grammar rule or word.
    parentId: str | None


class ProposalTextPosition(TypedDict):
    """Where words stand in the present text."""

    #: The character after the last one.
    end: int

    #: The first character in the Markdown.
    start: int


class ProposalsPage(TypedDict):
    """A page of proposals."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    proposals: list[Proposal]

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class ProtocolSummary(TypedDict):
    """A summary of the hub's messages."""

    #: How many hand-offs were accepted since the beginning.
    completedHandoffs: int

    #: Whether the hub complies with the protocol.
    complianceStatus: Literal["compliant", "degraded", "violated"]

    #: How many messages were refused, died, expired or timed out since the beginning.
    failedCommunications: int

    #: The types of messages.
    messageTypes: list[str]

    #: How many consultations wait for their answer.
    pendingConsultations: int

    #: How many agents are registered.
    registeredAgents: int

    #: Violations by messages that the caller may see.
    violations: list[ProtocolViolation]


class ProtocolViolation(TypedDict):
    """A violation of the protocol."""

    #: The messages that show it.
    messageIds: list[str]

    #: One sentence about the violation.
    reason: str

    #: The rule.
    rule: str

    #: The states up to the one that is not allowed.
    trace: list[str]


class PublishingReadinessConfig(TypedDict):
    """When a project counts as ready to publish. Absent fields have the system's defaults; the
    weights are normalised to a sum of 1.
    """

    #: The score from which a project is ready, 0 to 100.
    readyThreshold: NotRequired[float | None]

    #: Weight of the share of finished edits, 0 to 1.
    weightEditCompletion: NotRequired[float | None]

    #: Weight of the lore checks, 0 to 1.
    weightLorekeeper: NotRequired[float | None]

    #: Weight of what is counted in the prose, 0 to 1.
    weightMlHealth: NotRequired[float | None]

    #: Weight of the prose measures, 0 to 1.
    weightProseguard: NotRequired[float | None]


class Quotation(TypedDict):
    """A quotation of a document."""

    #: How often that rule was right where it was measured, from 0 to 1; below 0.6 no speaker is
    #: named. 1 for a correction, 0 where no rule applied.
    certainty: float

    #: What the text shows, where a user has corrected it; else null.
    correctedFrom: str | None

    #: The document.
    documentId: str

    #: The version of the document that was read.
    documentVersion: int

    #: The character after the last one.
    end: int

    #: The speaker's lore entry; null when there is none.
    entryId: str | None

    #: Its id, which it keeps as long as its words stand in the document.
    id: str

    #: Whether a user has corrected the speaker.
    isCorrected: bool

    #: The rule that applied; null when none did.
    reason: Literal[
        "named",
        "described",
        "first_person",
        "pronoun",
        "paragraph",
        "action",
        "addressed",
        "alternation",
        "other_of_two",
        "corrected",
    ] | None

    #: Who speaks: the most complete name, the words with which the text describes somebody, or
    #: `narrator`; null where it is not certain enough.
    speaker: str | None

    #: What the speaker is; null without one.
    speakerKind: Literal["person", "narrator", "described"] | None

    #: The first character, its quotation mark, in the Markdown.
    start: int

    #: The words with their marks; the paragraphs of one speech together.
    text: str


class Quotation2(TypedDict):
    """Words of a text, and their position."""

    #: The character after the last one.
    end: int

    #: The words as a reader sees them.
    quote: str

    #: The first character in the Markdown.
    start: int


class QuotationUpdateRequest(TypedDict):
    """Who speaks a quotation."""

    #: Who speaks: a name, a description, or `narrator`. Null withdraws an earlier correction.
    speaker: NotRequired[str | None]


class QuotationsPage(TypedDict):
    """A page of quotations."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    quotations: list[Quotation]

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class Readiness(TypedDict):
    """How ready a project is now, and how it was."""

    #: The scores of the newest 400 days on which the whole book was checked, oldest first: of each
    #: day the last one.
    history: list[ReadinessDay]

    #: Whether the score is known and reaches the threshold, and there are texts, all of them read.
    isReady: bool

    #: The steps with the greatest gain, each calculated for itself.
    nextFixes: list[NextFix]

    #: The parts of the score.
    parts: list[ReadinessPart]

    #: The project.
    projectId: str

    #: From 0 to 100; null while no part of it is known.
    score: float | None

    #: Documents of the manuscript with words.
    texts: int

    #: Those of them that checks of the prose and checks against the lore have read as they are now.
    textsRead: int

    #: The score from which the project is ready.
    threshold: float


class ReadinessDay(TypedDict):
    """The score of a project after the last check of the whole book on a day."""

    #: The day, in UTC.
    date: str

    #: From 0 to 100, with three decimals.
    score: float


class ReadinessPart(TypedDict):
    """A part of the score."""

    #: What it was calculated from, as a sentence.
    basis: str

    #: The points that the whole score would gain if this part were 100; null while it is unknown.
    gain: float | None

    #: The name of the part.
    name: Literal["proseguard", "lorekeeper", "mlHealth", "editCompletion"]

    #: From 0 to 100; null while unknown.
    score: float | None

    #: Its weight with those of unknown parts divided among the known ones; together 1, or 0 while
    #: nothing is known.
    share: float

    #: Its weight in the project; all together are 1.
    weight: float


class RenamePreview(TypedDict):
    """What another name of a lore entry would change; nothing was written."""

    #: The aliases that the entry would have.
    aliases: list[str]

    #: The forms of the name: those of the entry, those that the texts have, and its parts.
    forms: list[FormPreview]

    #: What was found in the texts.
    found: ReplacementPreview

    #: The new name.
    name: str

    #: Other entries that have one of the new names already.
    namesakes: list[Namesake]

    #: How many corrected speakers are this entry and nobody else, and would get the new name.
    speakers: int


class RenamedForm(TypedDict):
    """A form of a name, and what it becomes."""

    #: The form.
    form: str

    #: What it becomes; the same leaves it as it is.
    to: str


class RenamedSpeaker(TypedDict):
    """Corrected speakers who are called otherwise."""

    #: The corrections in which the speaker is called so.
    corrections: NotRequired[list[str]]

    #: What the speaker is called.
    form: str

    #: What the speaker becomes.
    to: str


class ReplacedDocument(TypedDict):
    """A document whose text was replaced."""

    #: The document.
    documentId: str

    #: How many matches were replaced in it; null for what was undone.
    replaced: int | None

    #: The version that had the text before, of which there is a revision.
    revision: int

    #: What it is called.
    title: str

    #: Its version now.
    version: int

    #: How many words it has now.
    words: int


class Replacement(TypedDict):
    """A replacement that was made, or undone."""

    #: The documents, in reading order; for what was undone, as they were named.
    documents: list[ReplacedDocument]

    #: How many matches were replaced; null for what was undone.
    replaced: int | None

    #: What takes this back.
    undo: ReplacementUndo


class ReplacementPreview(TypedDict):
    """What a replacement would find; nothing was written."""

    #: How many of them are certain.
    certain: int

    #: What was found, as a short text: a replacement has to bring it along.
    digest: str

    #: The documents, in reading order.
    documents: list[MatchedDocument]

    #: A page of the matches, in reading order.
    matches: list[TextMatch]

    #: Where the next page starts; null at the end.
    nextCursor: str | None

    #: How many matches there are.
    total: int


class ReplacementPreviewRequest(TypedDict):
    """What is looked for before a replacement."""

    #: The `nextCursor` of the page before.
    cursor: NotRequired[str | None]

    #: Only in these documents; else in all parts, chapters and scenes.
    documentIds: NotRequired[list[str] | None]

    #: The words, as they are written: there are no wildcards.
    find: str

    #: The maximum number of items.
    limit: NotRequired[int]

    #: Whether capitals matter.
    matchCase: NotRequired[bool]

    #: Whether a match has to begin and end as a word does.
    wholeWords: NotRequired[bool]


class ReplacementRequest(TypedDict):
    """A replacement of what a preview found."""

    #: The `digest` of the preview: nothing is replaced when something else is found now.
    digest: str

    #: As in the preview.
    documentIds: NotRequired[list[str] | None]

    #: The words, as in the preview.
    find: str

    #: As in the preview.
    matchCase: NotRequired[bool]

    #: Only the matches with these ids.
    only: NotRequired[list[str] | None]

    #: What takes their place; an empty text deletes them.
    replace: str

    #: As in the preview.
    wholeWords: NotRequired[bool]

    #: Not the matches with these ids.
    without: NotRequired[list[str]]


class ReplacementUndo(TypedDict):
    """What takes a replacement back, as its answer has it."""

    #: The texts.
    documents: list[UndoneDocument]

    #: The lore entry; null where nothing was renamed.
    entry: NotRequired[UndoneEntry | None]


class ResearchCollection(TypedDict):
    """What can be searched in one collection."""

    #: The numbers in each vector; null as long as there is none.
    dimensions: int | None

    #: How many documents, entries or messages it has.
    documents: int

    #: How many of these passages have vectors.
    embedded: int

    #: What makes the vectors; `words` for no vectors at all.
    embedder: str

    #: What it is called.
    name: Literal["documents", "lore", "notes", "references", "messages"]

    #: How many passages these have.
    passages: int


class ResearchCollections(TypedDict):
    """What can be searched."""

    #: Every collection, whether or not it has anything.
    collections: list[ResearchCollection]


class ResearchFilters(TypedDict):
    """Restrictions of a search. Unknown keys are stored and have no effect. There may be fields
    besides.
    """

    #: Only lore entries of this category.
    category: NotRequired[Literal[
        "character",
        "location",
        "item",
        "organisation",
        "culture",
        "species",
        "religion",
        "magic_system",
        "technology",
        "history",
        "law",
        "language",
        "economy",
        "event",
        "concept",
        "other",
    ] | None]

    #: Only these collections; empty or null for all.
    collections: NotRequired[list[Literal[
        "documents",
        "lore",
        "notes",
        "references",
        "messages",
    ]] | None]

    #: Only passages of this document, entry or message.
    documentId: NotRequired[str | None]

    #: Only documents of this kind.
    kind: NotRequired[Literal["part", "chapter", "scene", "note", "reference"] | None]

    #: The maximum number of results.
    limit: NotRequired[int | None]

    #: Only passages at least as similar as this.
    minSimilarity: NotRequired[float | None]

    #: Only passages of this project; without it, of the open one, or of all the caller may see.
    projectId: NotRequired[str | None]


class ResearchQueryItem(TypedDict):
    """A search that was made."""

    #: Its identifier.
    id: str

    #: What was searched for.
    query: str

    #: How many results there are.
    resultCount: int

    #: What was found then, best first.
    results: list[ResearchSearchResult]

    #: When, in Unix seconds.
    timestamp: int


class ResearchResponse(TypedDict):
    """The latest searches with their results, the saved searches, and the collections with
    texts.
    """

    #: The collections that have passages.
    activeCollections: list[Literal["documents", "lore", "notes", "references", "messages"]]

    #: The latest searches, newest first.
    queries: list[ResearchQueryItem]

    #: The different texts of the searches, newest first.
    recentQueries: list[str]

    #: The saved searches of the caller, newest first.
    savedSearches: list[ResearchSavedSearch]

    #: What the latest search found.
    semanticResults: list[ResearchSemanticResult]

    #: How many searches are shown.
    totalQueries: int


class ResearchResultMetadata(TypedDict):
    """Metadata of a result."""

    #: Its collection.
    collection: Literal["documents", "lore", "notes", "references", "messages"]

    #: What made the vectors that the similarity is of; `words` where the words were compared.
    embedder: str

    #: The character after its last one.
    end: int

    #: The kind of the document, the category of the entry, the type of the message.
    kind: str

    #: `untrusted` for references and for messages of unregistered senders; otherwise absent.
    label: NotRequired[str | None]

    #: The number of the passage in its text, from 0 on.
    passage: int

    #: The position of the document among its siblings; only for documents, notes and references.
    position: NotRequired[int | None]

    #: The project it belongs to; null for a message about none.
    projectId: str | None

    #: Its first character in the Markdown of its text.
    start: int

    #: The title of the document, the name of the entry, the sender of the message.
    title: str

    #: Its score by words (BM25), from 0 on.
    wordScore: float


class ResearchSavedSearch(TypedDict):
    """A saved search."""

    #: When it was made, in Unix seconds.
    createdAt: int

    #: The restrictions of the search.
    filters: dict[str, Any]

    #: Its identifier.
    id: str

    #: When it was last run, in Unix seconds; absent when it never was.
    lastUsed: NotRequired[int]

    #: What it is called.
    name: str

    #: What is searched for.
    query: str


class ResearchSavedSearchCreateRequest(TypedDict):
    """A search to save."""

    #: The restrictions of the search.
    filters: NotRequired[ResearchFilters]

    #: What it is called.
    name: str

    #: What is searched for, in words.
    query: str


class ResearchSavedSearchUpdateRequest(TypedDict):
    """Changes to a saved search; absent fields leave it as it is."""

    #: The restrictions of the search; replaces all, and null removes all.
    filters: NotRequired[ResearchFilters | None]

    #: What it is called.
    name: NotRequired[str | None]

    #: What is searched for, in words.
    query: NotRequired[str | None]


class ResearchSearchAnswer(TypedDict):
    """A search that was just made."""

    #: Its identifier.
    id: str

    #: How far it went by meaning.
    meaning: NotRequired[SearchMeaning]

    #: That lore was left out by the knowledgeFilter of a project, as a sentence; absent where none
    #: was.
    narrowed: NotRequired[str]

    #: What was searched for.
    query: str

    #: How many results there are.
    resultCount: int

    #: What was found then, best first.
    results: list[ResearchSearchResult]

    #: The results, in the form of a vector search.
    semanticResults: list[ResearchSemanticResult]

    #: When, in Unix seconds.
    timestamp: int


class ResearchSearchRequest(TypedDict):
    """A search."""

    #: Only these collections; empty or null for all.
    collections: NotRequired[list[Literal[
        "documents",
        "lore",
        "notes",
        "references",
        "messages",
    ]] | None]

    #: Further restrictions; a field beside it wins over the same one in here.
    filters: NotRequired[ResearchFilters | None]

    #: The maximum number of results; by default that of the project, or 10.
    limit: NotRequired[int | None]

    #: Only passages at least as similar as this.
    minSimilarity: NotRequired[float | None]

    #: Only passages of this project; without it, of all the caller may see.
    projectId: NotRequired[str | None]

    #: What is searched for, in words.
    query: str


class ResearchSearchResult(TypedDict):
    """A passage that was found."""

    #: Its text.
    content: str

    #: The id of the passage: that of its text and its number.
    id: str

    #: Its metadata.
    metadata: ResearchResultMetadata

    #: Its similarity to the query, 0 to 1.
    similarity: float

    #: When its text was last changed, in Unix seconds.
    timestamp: int


class ResearchSemanticResult(TypedDict):
    """A result, in the form of a vector search."""

    #: Its collection.
    collection: Literal["documents", "lore", "notes", "references", "messages"]

    #: What the passage says.
    document: str

    #: The document, entry or message it is from.
    documentId: str

    #: Its metadata.
    metadata: ResearchResultMetadata

    #: Its similarity to the query, 0 to 1.
    similarity: float


class RevisionUpdateRequest(TypedDict):
    """What a text of a document is called; absent fields leave it as it is."""

    #: What the text is called; null or an empty one for nothing.
    label: NotRequired[str | None]


class RevisionsPage(TypedDict):
    """A page of revisions."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    revisions: list[DocumentRevision]

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class SavedSearchesPage(TypedDict):
    """A page of savedSearches."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    savedSearches: list[ResearchSavedSearch]

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class SearchMeaning(TypedDict):
    """How far a search went by meaning, with vectors, and how far by words alone."""

    #: What makes the vectors; `words` for no vectors at all.
    embedder: str

    #: That passages were searched by their words only, and why, as a sentence; null where none was
    #: that should have a vector.
    note: str | None

    #: The passages that were searched.
    passages: int

    #: Those of them that were not compared by meaning, for the most part because they are not
    #: embedded yet.
    waiting: int


class SendMessageRequest(TypedDict):
    """A message to an agent."""

    #: Its context.
    context: NotRequired[MessageContextInfo | None]

    #: Who sends it.
    fromAgent: NotRequired[str]

    #: Its text.
    message: str

    #: The type of the message.
    messageType: NotRequired[Literal[
        "direct",
        "broadcast",
        "consultation",
        "handoff",
        "collaboration",
    ]]

    #: How urgent it is; `medium` when neither it nor its context says so.
    priority: NotRequired[Literal["low", "normal", "medium", "high", "critical", "urgent"]]

    #: The agent it goes to.
    toAgent: str


class SendMessageResponse(TypedDict):
    """The result of sending a message."""

    #: The agent it was sent to.
    agentId: str

    #: The outcome as a sentence.
    message: str

    #: The delivery.
    response: MessageDeliveryInfo

    #: Whether it was delivered.
    status: Literal["success", "failed"]


class Session(TypedDict):
    """Who sends a request."""

    #: Whether the service answers requests without a token, as those of the machine's own user.
    isOpen: bool

    #: The only project that the token is for; null for all that the user may see.
    projectId: str | None

    #: What the request may do; a wider scope includes the narrower ones.
    scope: Literal["read", "propose", "write", "admin"]

    #: The id of the token; null where none came with the request.
    tokenId: str | None

    #: What the token is for; null where none came with the request.
    tokenLabel: str | None

    #: The user; `local` for the machine's own user.
    user: str


class SessionCreate(TypedDict):
    """The token that a session is begun with."""

    #: The access token.
    token: str


class Speaker(TypedDict):
    """Somebody who speaks, or all speech whose speaker is unknown."""

    #: These documents in reading order, at most 200.
    documents: list[SpeakerDocument]

    #: In how many documents they speak.
    documentsTotal: int

    #: The speaker's lore entry; null when there is none.
    entryId: str | None

    #: How many quotations they have.
    quotations: int

    #: Who speaks: the name of the lore entry, the most complete name in the texts, the words with
    #: which they describe somebody, or `narrator`; null for all quotations whose speaker is
    #: unknown.
    speaker: str | None

    #: What the speaker is; null without one.
    speakerKind: Literal["person", "narrator", "described"] | None

    #: The words of these.
    words: int


class SpeakerDocument(TypedDict):
    """A document in which somebody speaks."""

    #: The document.
    documentId: str

    #: What it is called.
    documentTitle: str

    #: How many quotations they have in it.
    quotations: int

    #: The words of these.
    words: int


class SpeakersPage(TypedDict):
    """A page of speakers."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    speakers: list[Speaker]

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class SplitDocument(TypedDict):
    """A document that was split."""

    #: The document, with the first part of its text.
    document: DocumentItem

    #: The new document behind it, with the rest.
    second: DocumentItem

    #: The version of the new document, as in its ETag.
    secondVersion: int


class StepDifference(TypedDict):
    """The step at which a run and an example part."""

    #: The word after it.
    after: str

    #: The word before the step.
    before: str

    #: What the example has there, where it says so.
    expected: NotRequired[str]

    #: As it is written.
    pattern: str

    #: The rule that the step is of, where it is another one.
    rule: NotRequired[str]

    #: The number of the step, from 1.
    step: int


class StudioAgentInfo(TypedDict):
    """An agent of a project."""

    #: Its capabilities.
    capabilities: list[str]

    #: Its registry name.
    id: str

    #: Measurements of its work.
    metrics: StudioAgentMetrics

    #: Its display name.
    name: str

    #: Its specializations.
    specializations: list[str]

    #: Whether it is awake.
    status: Literal["available", "offline"]

    #: When it works.
    type: Literal["background", "active", "hybrid"]


class StudioAgentMetrics(TypedDict):
    """Measurements of an agent's work in a project."""

    #: Those of them that failed for good.
    failures: int

    #: Its measured load, whatever it works for; null when unknown.
    load: float | None

    #: The mean time from request to answer, in milliseconds; null while there is none.
    meanResponseMs: float | None

    #: Messages and sub-tasks about the project that have ended.
    messages: int

    #: The 95th percentile of the time from request to answer, within 5 percent; null while there is
    #: none.
    p95ResponseMs: float | None


class StudioAgentsResponse(TypedDict):
    """The agents of the project you have open."""

    #: The agents assigned to it, in their order, or all that users see.
    agents: list[StudioAgentInfo]

    #: The number of agents.
    count: int

    #: Always `success`.
    status: Literal["success"]

    #: The project.
    studioId: str


class SwarmArtefact(TypedDict):
    """A text that a swarm has produced."""

    #: The text.
    content: str

    #: When it was made, ISO 8601.
    createdAt: str

    #: What kind of text it is, as a media type.
    mediaType: str

    #: Its name within the swarm, like a file name.
    name: str

    #: The sub-task that made it.
    subTask: str


class SwarmBudget(TypedDict):
    """The budget of a swarm. Only language models use tokens and money."""

    #: Money for language models, in US dollars.
    cost: NotRequired[float | None]

    #: The time from its creation to its end, in milliseconds; a day when absent.
    timeMs: NotRequired[int | None]

    #: Tokens of language models.
    tokens: NotRequired[int | None]


class SwarmCreateRequest(TypedDict):
    """A task for several agents."""

    #: The only agents that may take part; when absent, all that its type needs.
    agents: NotRequired[list[str] | None]

    #: Its budget.
    budget: NotRequired[SwarmBudget | None]

    #: Its input, besides the description.
    input: NotRequired[SwarmInput | None]

    #: Which of several swarms is worked on first.
    priority: NotRequired[Literal["critical", "high", "normal", "low"]]

    #: The project it works on; absent, the one you have open.
    projectId: NotRequired[str | None]

    #: Its type.
    swarmType: Literal[
        "outline",
        "draft",
        "revision",
        "consistency_sweep",
        "reader_panel",
        "debate",
        "worldbuilding",
        "research",
        "conlang",
        "publishing",
    ]

    #: A description of the task.
    taskDescription: str


class SwarmDetail(TypedDict):
    """A swarm with all that belongs to it."""

    #: How many agents take part.
    agentCount: int

    #: The texts it has produced.
    artefacts: list[SwarmArtefact]

    #: Its budget, as it was sent.
    budget: dict[str, Any] | None

    #: Whether it was cancelled and running sub-tasks still have time to end.
    cancelling: bool

    #: When it was made, ISO 8601.
    createdAt: str

    #: The swarm that it repeats and whose finished sub-tasks it reuses.
    derivedFrom: str | None

    #: The same as `errorMessage`.
    error: str | None

    #: Why it failed.
    errorMessage: str | None

    #: Its findings, the most severe first; at most 1,000.
    findings: list[Finding]

    #: When it ended, ISO 8601.
    finishedAt: str | None

    #: What it was asked to work on, as it was sent.
    input: dict[str, Any] | None

    #: Which of several swarms is worked on first.
    priority: Literal["critical", "high", "normal", "low"]

    #: Succeeded ÷ (all − skipped) sub-tasks; 1 only when it is completed.
    progress: float

    #: The project it works on.
    projectId: str | None

    #: When its first sub-task was started, ISO 8601.
    startedAt: str | None

    #: Its state.
    status: Literal["pending", "active", "completed", "failed", "cancelled"]

    #: How many sub-tasks it has, how many ended in which way, and how many wait for a permission.
    subTaskCounts: SwarmSubTaskCounts

    #: Its sub-tasks in the order of the plan.
    subTasks: list[SwarmSubTask]

    #: Its identifier.
    swarmId: str

    #: Its type.
    swarmType: Literal[
        "outline",
        "draft",
        "revision",
        "consistency_sweep",
        "reader_panel",
        "debate",
        "worldbuilding",
        "research",
        "conlang",
        "publishing",
    ]

    #: A description of the task.
    taskDescription: str

    #: How its sub-tasks depend on each other.
    topology: Literal["pipeline", "fan_out", "layers", "turns"]

    #: What it has used.
    usage: SwarmUsage


class SwarmInput(TypedDict):
    """The input of a swarm. Other members are stored and returned. There may be fields besides."""

    #: The checks of a sweep; all when absent.
    checks: NotRequired[list[Literal[
        "prose",
        "names",
        "naming_patterns",
        "prohibited_elements",
        "dialogue",
        "facts",
        "wording",
        "narration",
    ]] | None]

    #: The documents; when absent, every chapter, scene and part with a text.
    documentIds: NotRequired[list[str] | None]

    #: How often each side of a debate speaks.
    rounds: NotRequired[int | None]


class SwarmListResponse(TypedDict):
    """The active swarms and the latest that have ended."""

    #: Swarms that are pending or active, by priority, then by age.
    activeSwarms: list[SwarmResponse]

    #: Swarms that were completed or failed, the latest first; at most 10.
    completedSwarms: list[SwarmResponse]

    #: How many are shown.
    totalCount: int


class SwarmResponse(TypedDict):
    """A swarm, as lists and events show it."""

    #: How many agents take part.
    agentCount: int

    #: Whether it was cancelled and running sub-tasks still have time to end.
    cancelling: bool

    #: When it was made, ISO 8601.
    createdAt: str

    #: The swarm that it repeats and whose finished sub-tasks it reuses.
    derivedFrom: str | None

    #: The same as `errorMessage`.
    error: str | None

    #: Why it failed.
    errorMessage: str | None

    #: When it ended, ISO 8601.
    finishedAt: str | None

    #: Which of several swarms is worked on first.
    priority: Literal["critical", "high", "normal", "low"]

    #: Succeeded ÷ (all − skipped) sub-tasks; 1 only when it is completed.
    progress: float

    #: The project it works on.
    projectId: str | None

    #: When its first sub-task was started, ISO 8601.
    startedAt: str | None

    #: Its state.
    status: Literal["pending", "active", "completed", "failed", "cancelled"]

    #: How many sub-tasks it has, how many ended in which way, and how many wait for a permission.
    subTaskCounts: SwarmSubTaskCounts

    #: Its identifier.
    swarmId: str

    #: Its type.
    swarmType: Literal[
        "outline",
        "draft",
        "revision",
        "consistency_sweep",
        "reader_panel",
        "debate",
        "worldbuilding",
        "research",
        "conlang",
        "publishing",
    ]

    #: A description of the task.
    taskDescription: str


class SwarmSubTask(TypedDict):
    """A sub-task."""

    #: The keys of those that have to end before it begins, in the order of the plan.
    after: list[str]

    #: The agent that does it.
    agent: str

    #: What it is asked for; null for checks and the synthesis.
    aim: Literal[
        "answer",
        "composition",
        "debate",
        "draft_reading",
        "judgement",
        "canon",
        "record",
        "rewrites",
        "names",
        "readiness",
    ] | None

    #: What its agent wants or wanted to do that you have to permit; null when there is nothing.
    approval: Approval | None

    #: Until when it waits for that permission, ISO 8601; null while it does not.
    approvalUntil: str | None

    #: How often it was started.
    attempt: int

    #: What a model is writing for it, or had written when it was interrupted; absent when there is
    #: nothing.
    draft: NotRequired[ModelDraft]

    #: Why it failed or was skipped, or the error of the last attempt.
    error: str | None

    #: When it ended, ISO 8601.
    finishedAt: str | None

    #: Its name within the swarm.
    key: str

    #: The kind of work: an agent is asked, documents are checked, or results are summarised.
    kind: Literal["ask", "check", "synthesis"]

    #: The message that stands for it in the hub.
    messageId: str

    #: What of the swarm's result it is for: one sub-task of each need has to succeed. Null when the
    #: result does not depend on it.
    need: str | None

    #: Its result; null while there is none.
    result: SwarmSubTaskResult | None

    #: Whether its result was reused from the swarm that this one repeats.
    reused: bool

    #: When it was first started, ISO 8601.
    startedAt: str | None

    #: Its state.
    state: Literal[
        "blocked",
        "ready",
        "waiting",
        "awaiting_approval",
        "leased",
        "succeeded",
        "failed",
        "skipped",
        "cancelled",
    ]

    #: What it is about.
    title: str

    #: The name of the server that works on it or has done it.
    worker: str | None


class SwarmSubTaskCounts(TypedDict):
    """How many sub-tasks a swarm has, how many ended in which way, and how many wait for a
    permission.
    """

    #: Sub-tasks that wait for a permission.
    awaitingApproval: int

    #: Sub-tasks that were cancelled.
    cancelled: int

    #: Sub-tasks that failed.
    failed: int

    #: Sub-tasks that were skipped.
    skipped: int

    #: Sub-tasks that succeeded.
    succeeded: int

    #: All sub-tasks.
    total: int


class SwarmSubTaskResult(TypedDict):
    """The result of a sub-task."""

    #: For programs; null where nothing was measured.
    report: dict[str, Any] | None

    #: For people.
    text: str


class SwarmUsage(TypedDict):
    """What a swarm has used."""

    #: How often a sub-task was started.
    attempts: int

    #: Time agents worked on it, all of them together, in milliseconds.
    busyMs: int

    #: Money for language models, in US dollars; null when some of it has no configured price.
    cost: float | None

    #: Of these tokens, those whose number is an estimate.
    estimatedTokens: int

    #: Calls of language models.
    modelCalls: int

    #: Tokens of language models.
    tokens: int


class SystemOverviewResponse(TypedDict):
    """Figures about all swarms."""

    #: Swarms that have not ended.
    activeCount: int

    #: `healthy`; `degraded` when a sub-task waits too long, a lease has expired or a message has
    #: died; `unknown` as long as there never was a swarm.
    healthStatus: Literal["unknown", "healthy", "degraded"]

    #: Swarms since the beginning: `total`, the number of each end, `completionRate`, and the same
    #: `byType`.
    historicalStatistics: dict[str, Any]

    #: Performance: `oldestWaitMs`, `expiredLeases`, `deadLetters` of the last hour,
    #: `meanDurationMs` of completed swarms.
    performanceSummary: dict[str, Any]

    #: The number of swarms of each type that have not ended.
    swarmTypesDistribution: dict[str, int]

    #: Resources and their use: `agents`, `awakeAgents`, `readySubTasks`, `leasedSubTasks`.
    totalResources: dict[str, Any]


class TaskOwnership(TypedDict):
    """The owner of a task."""

    #: The hand-off that gave them the task.
    messageId: str

    #: The agent that owns it.
    owner: str

    #: When they got it, ISO 8601.
    since: str

    #: The id of the task.
    taskId: str

    #: How often it was handed off.
    version: int


class TestNotificationRequest(TypedDict):
    """A notification to try things out with."""

    #: The text, a sentence.
    message: NotRequired[str]

    #: How much it matters.
    priority: NotRequired[Literal["low", "normal", "high", "critical"]]

    #: The title, a few words.
    title: NotRequired[str]

    #: The type, which clients may show by a colour or an icon.
    type: NotRequired[Literal["success", "error", "warning", "info"]]


class TestNotificationResponse(TypedDict):
    """The result of a notification to try things out with."""

    #: Why it was not made; empty when it was.
    error: str

    #: The id of the notification that was made.
    eventId: str

    #: The outcome as a sentence.
    message: str

    #: Whether it was made.
    success: bool


class TextMatch(TypedDict):
    """A place where the words stand."""

    #: The text behind it in its line, at most 60 characters.
    after: str

    #: The text before it in its line, at most 60 characters.
    before: str

    #: The document.
    documentId: str

    #: What the document is called.
    documentTitle: str

    #: The version of the document that was read.
    documentVersion: int

    #: The character after the last one.
    end: int

    #: Its id, for choosing it; it is good for as long as the digest is.
    id: str

    #: Whether it is replaced when nobody says otherwise: a name that may be somebody else's is not.
    isCertain: bool

    #: The line in which it begins, counted from 1.
    line: int

    #: Whose name it seems to be instead, where it is not certain and the texts show that; else
    #: null.
    otherName: str | None

    #: What would take the place of a name; null where something else is replaced.
    replacement: str | None

    #: The first character in the Markdown.
    start: int

    #: The words as they stand there.
    text: str


class Timeline(TypedDict):
    """A timeline, without its events and plotlines."""

    #: How its dates are read.
    calendar: TimelineCalendar

    #: When it was made, in milliseconds since 1970.
    createdAt: int

    #: What it is for.
    description: str

    #: Its identifier.
    id: str

    #: When it was last changed, in milliseconds since 1970.
    modifiedAt: int

    #: What it is called.
    name: str

    #: The project it belongs to.
    projectId: str


class TimelineCalendar(TypedDict):
    """A calendar."""

    #: How many days each year has, in a `year_day` calendar.
    daysPerYear: NotRequired[int]

    #: What kind of calendar it is.
    kind: Literal["gregorian", "year_day"]


class TimelineCalendarRequest(TypedDict):
    """A timeline's calendar."""

    #: How many days each year has, in a `year_day` calendar; 365 when absent.
    daysPerYear: NotRequired[int]

    #: What kind of calendar it is.
    kind: NotRequired[Literal["gregorian", "year_day"]]


class TimelineCreateRequest(TypedDict):
    """A new timeline."""

    #: How its dates are read; the Gregorian calendar when absent.
    calendar: NotRequired[TimelineCalendarRequest]

    #: What it is for.
    description: NotRequired[str]

    #: What it is called.
    name: str

    #: The project it belongs to.
    projectId: str


class TimelineEvent(TypedDict):
    """An event of a timeline."""

    #: What it is in the story.
    category: Literal[
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

    #: When it was made, in milliseconds since 1970.
    createdAt: int

    #: Its date, as readers see it.
    dateDisplay: str

    #: The sort key of its date, in milliseconds; absent when the date cannot be read.
    dateSortKey: NotRequired[int]

    #: What happens.
    description: str

    #: Its identifier.
    id: str

    #: How much it matters.
    importance: Literal["critical", "major", "minor", "background"]

    #: What it is linked to.
    links: list[EventLink]

    #: The lore entries it is linked to.
    loreLinks: list[EventLoreLink]

    #: When it was last changed, in milliseconds since 1970.
    modifiedAt: int

    #: The plotlines it is on.
    plotlineIds: list[str]

    #: Its order among events of the same date.
    sortOrder: int

    #: Its tags.
    tags: list[str]

    #: The timeline it is on.
    timelineId: str

    #: What it is called.
    title: str


class TimelineListResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: TimelinesPage

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class TimelinePlotline(TypedDict):
    """A plotline of a timeline."""

    #: Whether clients show it collapsed.
    collapsed: bool

    #: A hex colour such as `#7a1f2b`.
    color: str

    #: When it was made, in milliseconds since 1970.
    createdAt: int

    #: What it is about.
    description: str

    #: Its identifier.
    id: str

    #: When it was last changed, in milliseconds since 1970.
    modifiedAt: int

    #: What it is called.
    name: str

    #: Its position among the plotlines.
    sortOrder: int

    #: The timeline it belongs to.
    timelineId: str


class TimelineResponse(TypedDict):
    """The response in an envelope."""

    #: The requested data.
    data: Timeline

    #: Always `success`; an error has no envelope.
    status: Literal["success"]


class TimelineUpdateRequest(TypedDict):
    """Changes to a timeline; absent fields leave it as it is."""

    #: How its dates are read; replaces the calendar as a whole, and null makes it the Gregorian
    #: one. Sort keys that were read from dates are read again.
    calendar: NotRequired[TimelineCalendarRequest | None]

    #: What it is for; null empties it.
    description: NotRequired[str | None]

    #: What it is called.
    name: NotRequired[str | None]


class TimelinesPage(TypedDict):
    """A page of timelines."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    timelines: list[Timeline]

    #: The number of items on all pages; null when there are too many to count.
    total: int | None


class TrashedDocument(TypedDict):
    """A document in the trash of its project."""

    #: When it was put there, ISO 8601.
    deletedAt: str

    #: Its identifier.
    id: str

    #: What it is.
    kind: Literal["part", "chapter", "scene", "note", "reference"]

    #: From when on it is deleted for good, with its revisions, ISO 8601.
    purgedAt: str

    #: What it is called.
    title: str

    #: Its version, for a restore with If-Match.
    version: int

    #: How many words its text has.
    words: int


class TrashedDocumentsPage(TypedDict):
    """A page of trashedDocuments."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None

    trashedDocuments: list[TrashedDocument]


class TrashedProject(TypedDict):
    """A project in the trash."""

    #: When it was put there, ISO 8601.
    deletedAt: str

    #: Its identifier.
    id: str

    #: What it is called.
    name: str

    #: From when on it is deleted for good, with all that it has, ISO 8601.
    purgedAt: str

    #: Its version, for a restore with If-Match.
    version: int


class TrashedProjectsPage(TypedDict):
    """A page of trashedProjects."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None

    trashedProjects: list[TrashedProject]


class UndoneDocument(TypedDict):
    """A document with a text that takes the place of another one."""

    #: The document.
    documentId: str

    #: The version whose text it gets.
    revision: int

    #: The version whose text it still has to have.
    version: int


class UndoneEntry(TypedDict):
    """A lore entry that gets its names back."""

    #: Its aliases.
    aliases: list[str]

    #: The entry.
    entryId: str

    #: Its name.
    name: str

    #: What corrected speakers are called.
    speakers: NotRequired[list[RenamedSpeaker]]

    #: The version that it still has to have.
    version: int


class UsageItem(TypedDict):
    """Usage as the wire shows it."""

    #: Model calls that ended.
    calls: int

    #: The price in US dollars; null when some of it has no configured price.
    cost: float | None

    #: Of all tokens, those whose number is an estimate, because the server did not report it.
    estimatedTokens: int

    #: Tokens that were sent.
    inputTokens: int

    #: The day, project, agent or swarm it is added up for; null for calls without one.
    key: str | None

    #: Tokens that came back.
    outputTokens: int


class UsageList(TypedDict):
    """A page of usage."""

    #: The budgets that apply now: of today, and of the project that was asked for.
    budgets: list[BudgetItem]

    #: Where the next page starts; null at the end.
    nextCursor: str | None

    #: All of it together.
    sum: dict[str, Any]

    #: How many groups there are.
    total: int | None

    #: The usage by day, project, agent or swarm.
    usage: list[UsageItem]


class ValidationError(TypedDict):
    """One rule that a request breaks."""

    #: The parameters of the rule.
    ctx: NotRequired[dict[str, Any]]

    #: The value, cut when it is long.
    input: NotRequired[Any]

    #: The path to the value, beginning with `body` or `query`.
    loc: list[str | int]

    #: What is wrong, for people.
    msg: str

    #: The rule, for programs, such as `missing` or `string_type`.
    type: str


class ValidationProtocolsResponse(TypedDict):
    """Whether the hub complies with its protocol."""

    #: Always `success`.
    status: Literal["success"]

    #: When it was made, ISO 8601.
    timestamp: str

    #: The summary of the hub.
    validationData: ProtocolSummary


class WordCreateRequest(TypedDict):
    """A new word of a lexicon."""

    #: Where it comes from.
    etymology: NotRequired[str]

    #: How it is written.
    form: str

    #: How it is pronounced.
    ipa: NotRequired[str]

    #: What it means.
    meaning: NotRequired[str]

    #: Further notes.
    notes: NotRequired[str]

    #: Its part of speech, in a word of your choice.
    partOfSpeech: NotRequired[str]

    #: Its tags; white space around them and repetitions are removed.
    tags: NotRequired[list[str]]


class WordFormItem(TypedDict):
    """A form that a rule makes of a word."""

    #: The form as it is written.
    form: str

    #: What the pattern calls the form.
    label: NotRequired[str]

    #: What the rule is called.
    rule: str

    #: The rule.
    ruleId: str

    #: The form with the boundaries of its morphemes.
    segmented: str


class WordForms(TypedDict):
    """The forms of a word."""

    #: Its forms, in the order of the rules.
    forms: list[WordFormItem]

    #: Rules that would make forms and make none of this word.
    omitted: list[OmittedRule]

    #: Its part of speech; empty when it has none.
    partOfSpeech: str

    #: Rules that it breaks.
    violations: list[WordViolation]

    #: How it is written.
    word: str

    #: The word.
    wordId: str


class WordItem(TypedDict):
    """A word."""

    #: When it was made, ISO 8601.
    createdAt: str

    #: Where it comes from.
    etymology: str

    #: How it is written.
    form: str

    #: Its identifier.
    id: str

    #: How it is pronounced.
    ipa: str

    #: The language it belongs to.
    languageId: str

    #: What it means.
    meaning: str

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: Further notes.
    notes: str

    #: Its part of speech; empty when it has none.
    partOfSpeech: str

    #: Its tags.
    tags: list[str]


class WordUpdateRequest(TypedDict):
    """Changes to a word; absent fields leave it as it is, null empties all but the form."""

    #: Where it comes from.
    etymology: NotRequired[str | None]

    #: How it is written.
    form: NotRequired[str | None]

    #: How it is pronounced.
    ipa: NotRequired[str | None]

    #: What it means.
    meaning: NotRequired[str | None]

    #: Further notes.
    notes: NotRequired[str | None]

    #: Its part of speech, in a word of your choice.
    partOfSpeech: NotRequired[str | None]

    #: Its tags; white space around them and repetitions are removed.
    tags: NotRequired[list[str] | None]


class WordViolation(TypedDict):
    """A rule that a word breaks."""

    #: What is wrong.
    problem: str

    #: What the rule is called.
    rule: str

    #: The rule.
    ruleId: str


class WordViolations(TypedDict):
    """A word and a rule that it breaks."""

    #: What it breaks.
    violations: list[WordViolation]

    #: How it is written.
    word: str

    #: The word.
    wordId: str


class WordsPage(TypedDict):
    """A page of words."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: The number of items on all pages; null when there are too many to count.
    total: int | None

    words: list[WordItem]
