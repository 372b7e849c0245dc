"""Every type of Scriptorium's interface, as it goes over the wire. Written by `cargo xtask clients`
from openapi.json. A field that may be missing is NotRequired.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Agent(TypedDict):
    """An agent as whoever looks after the staff sees it: its detail record, and what it is told."""

    #: Whether it is awake from the start.
    autoStart: bool

    #: Whether it may change the system.
    canModifySystem: bool

    #: What it can be asked for.
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

    #: What it is especially good at.
    specializations: list[str]

    #: Whether it is awake.
    status: Literal["available", "offline"]

    #: What a language model is told before it speaks for it; not in lists.
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
    """Whose messages an agent takes."""

    #: The agent.
    agentId: str

    #: What happens to a message that no rule fits.
    default: Literal["permit", "forbid"]

    #: Each decides the messages that fit all it asks for; forbidding outweighs permitting.
    rules: list[AgentAuthorityRule]


class AgentAuthorityRule(TypedDict):
    """One rule, as it was set."""

    #: What becomes of the messages that fit.
    effect: Literal["permit", "forbid"]

    #: Only messages of this type.
    messageType: NotRequired[Literal[
        "direct",
        "broadcast",
        "consultation",
        "handoff",
        "collaboration",
    ]]

    #: Only messages of at least the class of this priority.
    minPriority: NotRequired[Literal["low", "normal", "medium", "high", "critical", "urgent"]]

    #: Who sends them: an agent's id or `*`.
    sender: str

    #: Only messages of senders that belong to the studio, or that do not.
    trust: NotRequired[Literal["trusted", "untrusted"]]


class AgentCapabilities(TypedDict):
    """The staff, and whom to ask for what."""

    #: One record per registered agent.
    agents: list[AgentCapability]

    #: The measured load of each agent whose load is known, those that routing prefers first.
    loadBalancing: dict[str, float]

    #: The suggested agent of each capability somebody available has.
    routingSuggestions: dict[str, str]


class AgentCapability(TypedDict):
    """What an agent can do, and how loaded it is."""

    #: The registry name.
    agentId: str

    #: Whether its load is below the busy threshold; null when the load is unknown.
    availability: Literal["Busy", "Available"] | None

    #: What it declares to be able to do.
    capabilities: list[str]

    #: Always null.
    confidenceScore: float | None

    #: 0 measured idle, 1 full capacity, null unknown.
    currentLoad: float | None

    #: One line about its role.
    description: str

    #: Always null.
    estimatedCompletionTime: float | None

    #: The registry name.
    name: str

    #: What it is especially good at.
    specializations: list[str]

    #: Whether it is awake. `busy` is reserved: no agent is it yet.
    status: Literal["available", "busy", "offline"]

    #: Always null.
    taskMatchScore: float | None


class AgentCreateRequest(TypedDict):
    """A new agent of a user's own. It runs outside, or a language model speaks for it."""

    #: Whether it is awake from now on, and after every start of the service.
    autoStart: NotRequired[bool]

    #: Whether its work changes what all the others rely on; then only the director and the studio
    #: may hand work to it, until its authority says otherwise.
    canModifySystem: NotRequired[bool]

    #: What it can be asked for, as words that routing and group addresses go by.
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

    #: Its role in one line.
    description: str

    #: Its registry name: a lower-case word that no other agent has and no route needs.
    id: str

    #: How people call it.
    name: str

    #: How much of the studio waits when it does.
    priority: NotRequired[Literal["critical", "high", "normal", "low"]]

    #: Whether a person must agree before it acts.
    requiresUserPermission: NotRequired[bool]

    #: How many requests it works on at once; 1, or 4 with a system prompt, when absent.
    slots: NotRequired[int | None]

    #: What it is especially good at, for people to read.
    specializations: NotRequired[list[str]]

    #: What a language model is told before it speaks for it; empty for one that needs none.
    systemPrompt: NotRequired[str]

    #: When it works.
    type: NotRequired[Literal["background", "active", "hybrid"]]

    #: Whether people are shown it among the agents of a project.
    userVisible: NotRequired[bool]


class AgentDependencies(TypedDict):
    """The agents an agent depends on."""

    #: Those it cannot work without.
    requires: list[str]

    #: Those it works with.
    worksWith: list[str]


class AgentDetail(TypedDict):
    """An agent's detail record."""

    #: Whether it is awake from the start.
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
    """How loaded an agent is, and why."""

    #: How old the oldest of what other servers told for this is, in milliseconds.
    ageMs: int

    #: What runs and what waits, divided by slots.
    backlog: float

    #: The greater of utilisation and backlog, at most 1.
    current: float

    #: How much of the window was measured, in milliseconds.
    measuredMs: int

    #: Requests that wait.
    queued: int

    #: Requests being worked on.
    running: int

    #: How many requests it works on at once.
    slots: int

    #: Busy time in the window, divided by slots and measured time.
    utilisation: float

    #: How far back busy time counts, in milliseconds.
    windowMs: int


class AgentMetadata(TypedDict):
    """An agent's version, and when it was made and changed."""

    #: Whether it came with the program.
    builtin: bool

    #: When it was made, ISO 8601.
    createdAt: str

    #: How loaded it is, with the parts that was made of; null when unknown.
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

    #: Whether it wakes with the service.
    autoStart: NotRequired[bool | None]

    #: Whether its work changes what all the others rely on.
    canModifySystem: NotRequired[bool | None]

    #: What it can be asked for, all of it.
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

    #: Its role in one line.
    description: NotRequired[str | None]

    #: How people call it.
    name: NotRequired[str | None]

    #: How much of the studio waits when it does.
    priority: NotRequired[Literal["critical", "high", "normal", "low"] | None]

    #: Whether a person must agree before it acts.
    requiresUserPermission: NotRequired[bool | None]

    #: How many requests it works on at once.
    slots: NotRequired[int | None]

    #: What it is especially good at, all of it.
    specializations: NotRequired[list[str] | None]

    #: What a language model is told before it speaks for it; of a built-in agent, null and an empty
    #: text bring its own back.
    systemPrompt: NotRequired[str | None]

    #: When it works.
    type: NotRequired[Literal["background", "active", "hybrid"] | None]

    #: Whether people are shown it among the agents of a project.
    userVisible: NotRequired[bool | None]


class AgentsPage(TypedDict):
    """A page of agents."""

    agents: list[Agent]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class Analysis(TypedDict):
    """What an analysis read, and how much of what it found is news."""

    #: The documents that were read.
    documents: list[DocumentRead]

    #: All that was found now, whether it was known or not.
    found: int

    #: How much each check found in the lore and its rules; empty when only documents were read.
    lore: dict[str, int]

    #: Findings that nobody had found before.
    new: int

    #: Findings that were there and are no longer.
    stale: int


class AnalysisRequest(TypedDict):
    """What to read now, and what to look for."""

    #: What to look for; nothing named, everything.
    checks: NotRequired[list[Literal[
        "prose",
        "names",
        "naming_patterns",
        "prohibited_elements",
        "dialogue",
    ]] | None]

    #: The documents; none named, the whole manuscript, and the lore and its rules with it.
    documentIds: NotRequired[list[str] | None]


class AuthorityRequest(TypedDict):
    """Whose messages an agent takes: forbidding outweighs permitting."""

    #: What happens to a message that no rule fits.
    default: NotRequired[Literal["permit", "forbid"]]

    #: Each decides the messages that fit all it asks for.
    rules: list[AuthorityRule]


class AuthorityRule(TypedDict):
    """What becomes of the messages that fit all it asks for; what it leaves out, it does not ask
    for.
    """

    #: What becomes of them.
    effect: Literal["permit", "forbid"]

    #: Only messages of this type.
    messageType: NotRequired[Literal[
        "direct",
        "broadcast",
        "consultation",
        "handoff",
        "collaboration",
    ] | None]

    #: Only messages of at least the class of this priority.
    minPriority: NotRequired[Literal[
        "low",
        "normal",
        "medium",
        "high",
        "critical",
        "urgent",
    ] | None]

    #: Who sends them: an agent's id or `*`.
    sender: str

    #: Only messages of senders that belong to the studio, or that do not.
    trust: NotRequired[Literal["trusted", "untrusted"] | None]


class DocumentCreateRequest(TypedDict):
    """A new document."""

    #: Its text in Markdown.
    content: NotRequired[str]

    #: What it is.
    kind: NotRequired[Literal["part", "chapter", "scene", "note", "reference"]]

    #: The document it lies in.
    parentId: NotRequired[str | None]

    #: Its place among its siblings; after the last one when absent.
    position: NotRequired[int | None]

    #: The phase of work it is in.
    status: NotRequired[Literal["outline", "draft", "revise", "line_edit", "proof", "done"]]

    #: What it is called.
    title: str

    #: How many words it shall have.
    wordTarget: NotRequired[int | None]


class DocumentImportFile(TypedDict):
    """One file of an imported folder."""

    #: Its text.
    content: str

    #: Its path within the folder, with `/` between names.
    path: str


class DocumentImportRequest(TypedDict):
    """A folder of texts to take into a project."""

    #: The files, by their paths within the folder.
    files: list[DocumentImportFile]


class DocumentItem(TypedDict):
    """What the wire shows of a document."""

    #: Its text in Markdown; absent in lists and events.
    content: NotRequired[str]

    #: When it was made, ISO 8601.
    createdAt: str

    #: Its identifier.
    id: str

    #: What it is.
    kind: Literal["part", "chapter", "scene", "note", "reference"]

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: The document it lies in.
    parentId: str | None

    #: Its place among its siblings.
    position: int

    #: The project it belongs to.
    projectId: str

    #: The phase of work it is in.
    status: Literal["outline", "draft", "revise", "line_edit", "proof", "done"]

    #: What it is called.
    title: str

    #: How many words it shall have.
    wordTarget: int | None

    #: How many words it has.
    words: int


class DocumentRead(TypedDict):
    """A document of an analysis."""

    #: The document.
    documentId: str

    #: How much each check found in it.
    found: dict[str, int]

    #: Its title.
    title: str

    #: The version that was read.
    version: int


class DocumentRevision(TypedDict):
    """An earlier text of a document."""

    #: The text in Markdown; absent in lists.
    content: NotRequired[str]

    #: When it was replaced, ISO 8601.
    replacedAt: str

    #: Who replaced it.
    replacedBy: str

    #: The version of the document that had this text.
    version: int

    #: How many words it had.
    words: int


class DocumentUpdateRequest(TypedDict):
    """Changes to a document; absent fields leave it as it is."""

    #: Its text in Markdown; null empties it.
    content: NotRequired[str | None]

    #: What it is.
    kind: NotRequired[Literal["part", "chapter", "scene", "note", "reference"] | None]

    #: The document it lies in; null puts it at the top.
    parentId: NotRequired[str | None]

    #: Its place among its siblings; those behind it move on.
    position: NotRequired[int | None]

    #: The phase of work it is in; null makes it a draft.
    status: NotRequired[Literal["outline", "draft", "revise", "line_edit", "proof", "done"] | None]

    #: What it is called.
    title: NotRequired[str | None]

    #: How many words it shall have.
    wordTarget: NotRequired[int | None]


class DocumentsPage(TypedDict):
    """A page of documents."""

    documents: list[DocumentItem]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class EntriesPage(TypedDict):
    """A page of entries."""

    entries: list[LoreItem]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: How many there are on all pages; null when they are too many to count.
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

    #: When it happens, as readers see it.
    dateDisplay: str

    #: When it happens, as it is sorted; read from dateDisplay when absent.
    dateSortKey: NotRequired[int]

    #: What happens.
    description: NotRequired[str]

    #: How much it matters.
    importance: NotRequired[Literal["critical", "major", "minor", "background"]]

    #: The plotlines it is on.
    plotlineIds: NotRequired[list[str]]

    #: Its order among events of the same date.
    sortOrder: NotRequired[int]

    #: Words it is found by.
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

    #: Its identifier, by which it is removed.
    id: str

    #: What the record has to do with the event.
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

    #: What the record has to do with the event.
    label: NotRequired[str | None]


class EventLinkResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: EventLink

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class EventListResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: EventsPage

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class EventLoreLink(TypedDict):
    """A link from an event to a lore entry."""

    #: Its identifier, by which it is removed.
    id: str

    #: The id of the lore entry.
    loreEntryId: str


class EventLoreLinkCreateRequest(TypedDict):
    """A new link from an event to a lore entry."""

    #: The id of the lore entry.
    loreEntryId: str


class EventLoreLinkResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: EventLoreLink

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class EventResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: TimelineEvent

    #: That all is well; an error has no envelope.
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

    #: When it happens, as readers see it.
    dateDisplay: NotRequired[str]

    #: When it happens, as it is sorted; null reads it from dateDisplay again.
    dateSortKey: NotRequired[int | None]

    #: What happens; null empties it.
    description: NotRequired[str | None]

    #: How much it matters; null makes it minor.
    importance: NotRequired[Literal["critical", "major", "minor", "background"] | None]

    #: The plotlines it is on; null takes it off all of them.
    plotlineIds: NotRequired[list[str] | None]

    #: Its order among events of the same date; null makes it 0.
    sortOrder: NotRequired[int | None]

    #: Words it is found by; null takes them away.
    tags: NotRequired[list[str] | None]

    #: What it is called.
    title: NotRequired[str]


class EventsPage(TypedDict):
    """A page of events."""

    events: list[TimelineEvent]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class ExportFile(TypedDict):
    """A file of an export."""

    #: Its text.
    content: str

    #: Its path within the folder, with `/` between names.
    path: str


class Finding(TypedDict):
    """A finding as it is answered."""

    #: The agent that found it first.
    agent: str

    #: The check that found it.
    check: Literal["prose", "names", "naming_patterns", "prohibited_elements", "dialogue"]

    #: When it was first found, ISO 8601.
    createdAt: str

    #: The version the document has now: where it is another one, the text may be another one.
    currentDocumentVersion: int | None

    #: Numbers and further places.
    detail: dict[str, Any] | None

    #: The document it was found in; null for what concerns none.
    documentId: str | None

    #: What the document is called.
    documentTitle: str | None

    #: The version of the document in which this was last found.
    documentVersion: int | None

    #: Its identifier.
    id: str

    #: What was found, in one or two sentences.
    message: str

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: The project it belongs to.
    projectId: str

    #: The words it is about, and where they stood in the version that was read.
    quotation: Quotation | None

    #: Why, as the author says.
    reason: str | None

    #: The rule it rests on.
    rule: str

    #: How much it matters.
    severity: Literal["critical", "high", "medium", "low", "info"]

    #: What became of it.
    state: Literal["open", "accepted", "dismissed", "waived", "stale"]

    #: The swarm that found it first.
    swarmId: str | None


class FindingUpdateRequest(TypedDict):
    """What the author says to a finding; absent fields leave it as it is."""

    #: Why; a waiver has a reason. Null takes it away.
    reason: NotRequired[str | None]

    #: What becomes of it.
    state: NotRequired[Literal["open", "accepted", "dismissed", "waived", "stale"] | None]


class FindingsPage(TypedDict):
    """A page of findings."""

    findings: list[Finding]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class GlossAlignment(TypedDict):
    """How a gloss stands under its line, and where it first does not."""

    #: How far they fit.
    level: Literal["unaligned", "word_aligned", "morpheme_aligned"]

    #: The first place where they do not, in words.
    problem: NotRequired[str]


class GlossedExample(TypedDict):
    """An example, and whether its gloss is aligned."""

    #: How the gloss stands under the output; absent without a gloss.
    alignment: NotRequired[GlossAlignment]

    #: The output word by word and morpheme by morpheme.
    gloss: str | None

    #: What the rule is applied to, or what is to be said.
    input: str

    #: What comes of it: the line in the language, which the gloss explains.
    output: str


class GrammarExample(TypedDict):
    """What a rule does, shown."""

    #: The output word by word and morpheme by morpheme, after the Leipzig Glossing Rules.
    gloss: NotRequired[str | None]

    #: What the rule is applied to, or what is to be said.
    input: str

    #: What comes of it: the line in the language, which the gloss explains.
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

    #: What it says.
    description: NotRequired[str]

    #: What it does, shown.
    examples: NotRequired[list[GrammarExample]]

    #: What it is called.
    name: str

    #: How it is written, in a notation of the author's choice.
    pattern: NotRequired[str]

    #: Its place among the rules of its language; behind the last one when absent.
    sortOrder: NotRequired[int | None]


class GrammarRuleResponse(TypedDict):
    """What the wire shows of a grammar rule."""

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

    #: When it was made, in milliseconds of Unix time.
    createdAt: int

    #: What it says.
    description: str

    #: What it does, shown.
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

    #: Its place among the rules of its language.
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

    #: What it says; null empties it.
    description: NotRequired[str | None]

    #: What it does, shown; replaces all examples, and null takes them away.
    examples: NotRequired[list[GrammarExample] | None]

    #: What it is called.
    name: NotRequired[str | None]

    #: How it is written; null empties it.
    pattern: NotRequired[str | None]

    #: Its place among the rules of its language.
    sortOrder: NotRequired[int | None]


class GrammarRulesPage(TypedDict):
    """A page of grammarRules."""

    grammarRules: list[GrammarRuleResponse]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: How many there are on all pages; null when they are too many to count.
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

    #: Backups are made when they are due; `failed` while the latest one could not be.
    backup: Literal["ok", "unavailable", "failed"]

    #: The database was written and read within the last second. `degraded` while its file cannot be
    #: brought up to date, and what is new is kept in its log alone; `damaged` once anything was
    #: read from it that it cannot have written.
    database: Literal["ok", "degraded", "unavailable", "damaged"]

    #: All of it runs.
    engine: Literal["ok", "unavailable"]

    #: What happens is told to event streams.
    eventLog: Literal["ok", "unavailable"]

    #: Messages are delivered and answered.
    hub: Literal["ok", "unavailable"]

    #: Folders are taken in.
    imports: Literal["ok", "unavailable"]

    #: What is too old is forgotten.
    janitor: Literal["ok", "unavailable"]

    #: Names of the lore are counted in documents.
    mentions: Literal["ok", "unavailable"]

    #: Its tables are up to date, and start-up is done.
    migrations: Literal["ok", "unavailable"]

    #: Other servers are told what this one works.
    presence: Literal["ok", "unavailable"]

    #: Texts are kept at hand for searches.
    research: Literal["ok", "unavailable"]

    #: Sub-tasks of swarms are worked on.
    swarms: Literal["ok", "unavailable"]


class HealthReady(TypedDict):
    """What the service can do, part by part."""

    #: Each part.
    parts: HealthParts

    #: What somebody should look at, a sentence each.
    problems: list[str]

    #: `ok` when every part is, `degraded` when everything can be asked for and somebody should look
    #: all the same.
    status: Literal["ok", "degraded", "unavailable"]


class ImportItem(TypedDict):
    """What the wire shows of an import."""

    #: When it was asked for, ISO 8601.
    createdAt: str

    #: Files read.
    done: int

    #: Why it failed.
    error: str | None

    #: Its identifier.
    id: str

    #: When it last moved on, ISO 8601.
    modifiedAt: str

    #: The share of files read, 0 to 1; 1 only when completed.
    progress: float

    #: The project the documents go to.
    projectId: str

    #: Files that were left out, and why.
    skipped: list[ImportSkipped]

    #: How far it is.
    status: Literal["staging", "pending", "active", "completed", "failed"]

    #: Files to read.
    total: int


class ImportSkipped(TypedDict):
    """A file that an import left out."""

    #: Its path within the folder.
    path: str

    #: Why it was left out.
    reason: str


class ImportedProject(TypedDict):
    """A project that came in, and what its folder held besides."""

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

    #: Whether the tabletop mechanics feature is on.
    mechanicsEnabled: bool

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: What it is called.
    name: str

    #: The user it belongs to.
    owner: str

    #: How the studio treats it.
    settings: ProjectSettings

    #: The files that are no part of it, and were left aside.
    skipped: list[ImportSkipped]

    #: How far along it is, as its owner says.
    status: Literal["active", "paused", "completed", "archived"]

    #: What is being written, such as `fiction`.
    type: str


class LanguageCreateRequest(TypedDict):
    """A new constructed language."""

    #: What is to be known of it.
    description: NotRequired[str]

    #: What it is called.
    name: str

    #: The project it belongs to.
    projectId: str


class LanguageItem(TypedDict):
    """What the wire shows of a language."""

    #: When it was made, ISO 8601.
    createdAt: str

    #: What is to be known of it.
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

    #: What is to be known of it; null empties it.
    description: NotRequired[str | None]

    #: What it is called.
    name: NotRequired[str | None]


class LanguagesPage(TypedDict):
    """A page of languages."""

    languages: list[LanguageItem]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class LeasedMessage(TypedDict):
    """A message that an agent outside has leased."""

    #: Its answer.
    answerId: str | None

    #: How often it was taken from its mailbox.
    attempts: int

    #: What it belongs to, as it was sent.
    context: MessageContextInfo | None

    #: The conversation it belongs to.
    conversationId: str

    #: When it was sent, ISO 8601.
    createdAt: str

    #: Until when it must be taken and, where somebody waits for it, its answer be there; ISO 8601.
    deadline: str | None

    #: The epoch of the lease; whoever finishes the message names it.
    epoch: int

    #: Why it was refused or is dead.
    error: str | None

    #: Who sent it.
    fromAgent: str

    #: Its states so far; absent in lists and events.
    history: NotRequired[list[MessageStep]]

    #: How many messages led to it.
    hops: int

    #: Its identifier.
    id: str

    #: Where its content comes from, as far as trust goes.
    labels: list[str]

    #: When the lease ends, ISO 8601.
    leaseUntil: str

    #: What it says; empty in the event of one that was refused.
    message: str

    #: What kind of exchange it opens.
    messageType: Literal["direct", "broadcast", "consultation", "handoff", "collaboration"]

    #: The broadcast it is a part of.
    parentId: str | None

    #: How urgent it is.
    priority: Literal["low", "normal", "medium", "high", "critical", "urgent"]

    #: The project it is about.
    projectId: str | None

    #: The message it answers.
    replyTo: str | None

    #: The measured answer of an agent, for programs; absent in events.
    report: NotRequired[dict[str, Any]]

    #: The rule behind `error`, as a word.
    rule: str | None

    #: What became of it.
    status: Literal[
        "queued",
        "leased",
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

    #: Who it goes to.
    toAgent: str


class LexiconImportResponse(TypedDict):
    """What taking a table in has done."""

    #: The columns that are none of a lexicon, which nobody read.
    ignoredColumns: list[str]

    #: How many words were made.
    made: int

    #: How many words were there already, just so.
    unchanged: int

    #: How many words were changed.
    updated: int


class LoreCategories(TypedDict):
    """Every category with the number of its entries."""

    #: The categories, in the order of their vocabulary.
    categories: list[LoreCategoryCount]

    #: The entries of all of them.
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

    #: What holds between it and other entries.
    relations: NotRequired[list[LoreRelation]]


class LoreItem(TypedDict):
    """An entry as it is answered."""

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

    #: How often the project's documents name it; null while they are being read.
    mentions: LoreMentions | None

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: What it is called.
    name: str

    #: The project it belongs to.
    projectId: str

    #: What holds between it and other entries.
    relations: list[LoreRelation]


class LoreMention(TypedDict):
    """A document that names an entry."""

    #: How often it names the entry.
    count: int

    #: The document.
    documentId: str

    #: The name as it first stands there.
    first: Quotation

    #: The sentence around it, cut where it is long.
    passage: str

    #: What the document is called.
    title: str


class LoreMentions(TypedDict):
    """How often an entry is named."""

    #: Documents with such a place.
    documents: int

    #: Places that name it.
    total: int


class LoreRelation(TypedDict):
    """What holds between an entry and another one of its project."""

    #: What holds between the two, such as `sister`.
    kind: str

    #: More about it.
    label: NotRequired[str | None]

    #: The other entry.
    targetId: str


class LoreUpdateRequest(TypedDict):
    """Changes to an entry; absent fields leave it as it is."""

    #: Other names under which texts mention it, all of them; null is none.
    aliases: NotRequired[list[str] | None]

    #: Facts under keys of the author's choice, all of them; null is none.
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

    #: What holds between it and other entries, all of it; null is nothing.
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


class MentionsPage(TypedDict):
    """A page of mentions."""

    mentions: list[LoreMention]

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class MessageAcknowledgeRequest(TypedDict):
    """The end of a leased message."""

    #: The epoch it was leased under.
    epoch: int

    #: Why it failed or was refused.
    error: NotRequired[str | None]

    #: What kind of failure it was, for one that failed.
    failure: NotRequired[Literal["transient", "broken", "permanent"]]

    #: What the agent made of it.
    outcome: NotRequired[Literal["handled", "failed", "accepted", "refused"]]

    #: Its answer.
    reply: NotRequired[MessageReplyRequest | None]


class MessageContextInfo(TypedDict):
    """What a message belongs to."""

    #: The conversation it continues.
    conversationId: NotRequired[str | None]

    #: Whatever else belongs to it; `documentId` and `projectId` say what it is about, `causeId`
    #: which message led to it.
    metadata: NotRequired[dict[str, str] | None]

    #: The priority of the task it is part of; the message's own is `priority` beside it.
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

    #: Whether it lies in the recipient's durable mailbox.
    delivered: bool

    #: Why it does not.
    error: str | None

    #: The message, which is kept even when it was refused.
    messageId: str


class MessageExtendRequest(TypedDict):
    """A leased message of which more time is asked."""

    #: The epoch it was leased under.
    epoch: int

    #: How long it is to be the agent's own from now on, in milliseconds.
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
    """A message and what became of it."""

    #: Its answer.
    answerId: str | None

    #: How often it was taken from its mailbox.
    attempts: int

    #: What it belongs to, as it was sent.
    context: MessageContextInfo | None

    #: The conversation it belongs to.
    conversationId: str

    #: When it was sent, ISO 8601.
    createdAt: str

    #: Until when it must be taken and, where somebody waits for it, its answer be there; ISO 8601.
    deadline: str | None

    #: Why it was refused or is dead.
    error: str | None

    #: Who sent it.
    fromAgent: str

    #: Its states so far; absent in lists and events.
    history: NotRequired[list[MessageStep]]

    #: How many messages led to it.
    hops: int

    #: Its identifier.
    id: str

    #: Where its content comes from, as far as trust goes.
    labels: list[str]

    #: What it says; empty in the event of one that was refused.
    message: str

    #: What kind of exchange it opens.
    messageType: Literal["direct", "broadcast", "consultation", "handoff", "collaboration"]

    #: The broadcast it is a part of.
    parentId: str | None

    #: How urgent it is.
    priority: Literal["low", "normal", "medium", "high", "critical", "urgent"]

    #: The project it is about.
    projectId: str | None

    #: The message it answers.
    replyTo: str | None

    #: The measured answer of an agent, for programs; absent in events.
    report: NotRequired[dict[str, Any]]

    #: The rule behind `error`, as a word.
    rule: str | None

    #: What became of it.
    status: Literal[
        "queued",
        "leased",
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

    #: Who it goes to.
    toAgent: str


class MessageLeaseRequest(TypedDict):
    """Which messages an agent outside takes, and for how long."""

    #: How long they are its own, in milliseconds.
    leaseMs: NotRequired[int]

    #: How many at the most.
    limit: NotRequired[int]

    #: How long to wait for one when there is none, in milliseconds.
    waitMs: NotRequired[int]


class MessageLeaseResponse(TypedDict):
    """The messages that an agent outside got."""

    #: The agent.
    agentId: str

    #: Its messages, in the order in which they are to be worked on.
    messages: list[LeasedMessage]


class MessageReplyRequest(TypedDict):
    """An answer to a message, in the name of its recipient."""

    #: What it says.
    message: str

    #: The same for programs.
    report: NotRequired[dict[str, Any] | None]


class MessageStep(TypedDict):
    """One state of a message, and since when."""

    #: Since when, ISO 8601.
    at: str

    #: The state.
    status: Literal[
        "queued",
        "leased",
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

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class NextFix(TypedDict):
    """Something that would raise the score."""

    #: How many points the score gains by it alone.
    gain: float

    #: The finding or the document.
    id: str

    #: Whether a finding is to be dealt with or a document to be finished.
    kind: Literal["finding", "document"]

    #: What the finding says, behind the title of its document, or what the document is called.
    title: str


class NodeCreateRequest(TypedDict):
    """A new node of the outline."""

    #: The document that tells it.
    documentId: NotRequired[str | None]

    #: What it stands for.
    kind: NotRequired[Literal["act", "chapter", "scene", "beat"]]

    #: The node it lies in.
    parentId: NotRequired[str | None]

    #: Its place among its siblings; after the last one when absent.
    position: NotRequired[int | None]

    #: The project it belongs to.
    projectId: str

    #: What it is called.
    title: str


class NodeListResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: NodesPage

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class NodeResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: PlotNode

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class NodeUpdateRequest(TypedDict):
    """Changes to a node of the outline; absent fields leave it as it is."""

    #: The document that tells it; null for none.
    documentId: NotRequired[str | None]

    #: What it stands for; null makes it a scene.
    kind: NotRequired[Literal["act", "chapter", "scene", "beat"] | None]

    #: The node it lies in; null puts it at the top.
    parentId: NotRequired[str | None]

    #: Its place among its siblings; those behind it move on.
    position: NotRequired[int | None]

    #: What it is called.
    title: NotRequired[str | None]


class NodesPage(TypedDict):
    """A page of nodes."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    nodes: list[PlotNode]

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class Notification(TypedDict):
    """What a user was told."""

    #: When it was made, ISO 8601.
    createdAt: str

    #: Its identifier.
    id: str

    #: In a sentence.
    message: str

    #: How much it matters.
    priority: Literal["low", "normal", "high", "critical"]

    #: Whether it was read.
    read: bool

    #: In a few words.
    title: str

    #: What it is about, for the eye.
    type: Literal["success", "error", "warning", "info"]


class NotificationsPage(TypedDict):
    """A page of notifications."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    notifications: list[Notification]

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class NotificationsRead(TypedDict):
    """What came of reading everything."""

    #: How many were unread until now.
    read: int


class PlotNode(TypedDict):
    """A node of a story's outline."""

    #: When it was made, ISO 8601.
    createdAt: str

    #: The document that tells it.
    documentId: str | None

    #: Its identifier.
    id: str

    #: What it stands for.
    kind: Literal["act", "chapter", "scene", "beat"]

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: The node it lies in.
    parentId: str | None

    #: Its place among its siblings.
    position: int

    #: The project it belongs to.
    projectId: str

    #: What it is called.
    title: str


class PlotPromise(TypedDict):
    """A promise to the reader."""

    #: When it was entered, in milliseconds of Unix time.
    createdAt: int

    #: What is promised, and by which words.
    description: str

    #: The node of the outline where it is kept.
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

    #: What its author notes about it.
    notes: str

    #: The plotline it belongs to.
    plotlineId: str | None

    #: What that plotline is called; empty without one.
    plotlineTitle: str

    #: The project it belongs to.
    projectId: str

    #: How much of the book rests on it.
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

    #: How far it is.
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

    #: Whether it is shown folded.
    collapsed: NotRequired[bool]

    #: A hex colour such as `#7a1f2b`; the next of a palette when absent.
    color: NotRequired[str]

    #: What it is about.
    description: NotRequired[str]

    #: What it is called.
    name: str

    #: Its place among the lanes; behind the last one when absent.
    sortOrder: NotRequired[int]


class PlotlineListResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: PlotlinesPage

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class PlotlineResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: TimelinePlotline

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class PlotlineUpdateRequest(TypedDict):
    """Changes to a plotline; absent fields leave it as it is."""

    #: Whether it is shown folded; null unfolds it.
    collapsed: NotRequired[bool | None]

    #: A hex colour such as `#7a1f2b`; null takes the one of the palette for its place.
    color: NotRequired[str | None]

    #: What it is about; null empties it.
    description: NotRequired[str | None]

    #: What it is called.
    name: NotRequired[str | None]

    #: Its place among the lanes; null puts it behind the last one.
    sortOrder: NotRequired[int | None]


class PlotlinesPage(TypedDict):
    """A page of plotlines."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    plotlines: list[TimelinePlotline]

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class ProjectAgentConfig(TypedDict):
    """How language models are asked on behalf of a project."""

    #: The longest answer, in tokens.
    maxTokens: NotRequired[int | None]

    #: How many passages a search hands to the model.
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


class ProjectCreateRequest(TypedDict):
    """A new project."""

    #: The agents assigned to it.
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

    #: The lore categories that lore search looks at.
    knowledgeFilter: NotRequired[list[str] | None]

    #: The rules of the lore validator.
    lorekeeperConfig: NotRequired[LorekeeperProjectConfig | None]

    #: Whether the tabletop mechanics feature is on.
    mechanicsEnabled: NotRequired[bool | None]

    #: What it is called.
    name: str

    #: What is being written, such as `novel` or `screenplay`.
    projectType: NotRequired[str | None]

    #: When the project counts as ready to publish.
    publishingConfig: NotRequired[PublishingReadinessConfig | None]

    #: Settings to merge key by key.
    settings: NotRequired[ProjectSettingsUpdate | None]


class ProjectExport(TypedDict):
    """An export: every file of it."""

    #: The files, the manifest first.
    files: list[ExportFile]


class ProjectImportRequest(TypedDict):
    """A folder that an export wrote."""

    #: The files, by their paths within the folder.
    files: list[DocumentImportFile]


class ProjectIntegrations(TypedDict):
    """Which integrations are on."""

    #: Analytics.
    analytics: bool

    #: Reading and writing of foreign formats.
    mime: bool

    #: Research discovery.
    research: bool


class ProjectIntegrationsUpdate(TypedDict):
    """Changes to which integrations are on."""

    #: Analytics.
    analytics: NotRequired[bool | None]

    #: Reading and writing of foreign formats.
    mime: NotRequired[bool | None]

    #: Research discovery.
    research: NotRequired[bool | None]


class ProjectIntelligence(TypedDict):
    """What the studio has learned from a project."""

    #: The agents assigned to it.
    assignedAgents: list[str]

    #: Context that agents keep; empty until one does.
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

    #: Whether the tabletop mechanics feature is on.
    mechanicsEnabled: bool

    #: When it was last changed, ISO 8601.
    modifiedAt: str

    #: What it is called.
    name: str

    #: The user it belongs to.
    owner: str

    #: How the studio treats it.
    settings: ProjectSettings

    #: How far along it is, as its owner says.
    status: Literal["active", "paused", "completed", "archived"]

    #: What is being written, such as `fiction`.
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
    """Patterns found in the way a project is worked on; each is empty until one was found."""

    #: What they prefer.
    contentPreferences: dict[str, Any]

    #: How its users work.
    userBehavior: dict[str, Any]

    #: What would make their work easier.
    workflowOptimizations: dict[str, Any]


class ProjectSettings(TypedDict):
    """A project's settings: those the contract names and, beside them, what clients keep there.
    There may be fields besides.
    """

    #: The agents assigned to the project; none assigned means all.
    activeAgents: list[str]

    #: How language models are asked.
    agentConfig: ProjectAgentConfig | None

    #: Prompts by lower-case agent id that replace the agents' own.
    agentSystemPrompts: dict[str, str]

    #: Whether agents may help at all.
    aiAssistance: bool

    #: The tone in which agents speak about the project.
    aiPersonality: str

    #: Whether changes are saved by themselves.
    autoSave: bool

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

    #: The lore categories that lore search looks at.
    knowledgeFilter: list[str]

    #: The rules of the lore validator.
    lorekeeper: LorekeeperProjectConfig | None

    #: Whether notifications are made.
    notifications: bool

    #: When the project counts as ready to publish.
    publishing: PublishingReadinessConfig | None

    #: Who may see the project; suggested are `private`, `shared` and `public`.
    visibility: str


class ProjectSettingsUpdate(TypedDict):
    """Changes to a project's settings, key by key. What stands under unknown keys is kept as it
    is; null takes such a key away. There may be fields besides.
    """

    #: The agents assigned to the project.
    activeAgents: NotRequired[list[str] | None]

    #: How language models are asked.
    agentConfig: NotRequired[ProjectAgentConfig | None]

    #: Prompts by agent id that replace the agents' own.
    agentSystemPrompts: NotRequired[dict[str, str] | None]

    #: Whether agents may help at all.
    aiAssistance: NotRequired[bool | None]

    #: The tone in which agents speak about the project.
    aiPersonality: NotRequired[str | None]

    #: Whether changes are saved by themselves.
    autoSave: NotRequired[bool | None]

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

    #: The lore categories that lore search looks at.
    knowledgeFilter: NotRequired[list[str] | None]

    #: The rules of the lore validator.
    lorekeeper: NotRequired[LorekeeperProjectConfig | None]

    #: Whether notifications are made.
    notifications: NotRequired[bool | None]

    #: When the project counts as ready to publish.
    publishing: NotRequired[PublishingReadinessConfig | None]

    #: Who may see the project.
    visibility: NotRequired[str | None]


class ProjectStatusRequest(TypedDict):
    """A project's new status."""

    #: The status to take on, from any other.
    status: Literal["active", "paused", "completed", "archived"]


class ProjectTrends(TypedDict):
    """Changes saved over time, oldest first, the last number being the current span's."""

    #: The last 30 days.
    daily: list[float]

    #: The last 12 months of 30 days.
    monthly: list[float]

    #: The last 12 weeks.
    weekly: list[float]


class ProjectUpdateRequest(TypedDict):
    """Changes to a project. Absent fields leave it as it is; null clears what can be empty."""

    #: The agents assigned to it.
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

    #: The lore categories that lore search looks at.
    knowledgeFilter: NotRequired[list[str] | None]

    #: The rules of the lore validator.
    lorekeeperConfig: NotRequired[LorekeeperProjectConfig | None]

    #: Whether the tabletop mechanics feature is on.
    mechanicsEnabled: NotRequired[bool | None]

    #: What it is called.
    name: NotRequired[str | None]

    #: What is being written, such as `novel` or `screenplay`.
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

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class PromiseCreateRequest(TypedDict):
    """A new promise."""

    #: What is promised, and by which words.
    description: NotRequired[str]

    #: The node of the outline where it is kept.
    fulfilledAtNodeId: NotRequired[str | None]

    #: The node of the outline where it is made.
    madeAtNodeId: NotRequired[str | None]

    #: What its author notes about it.
    notes: NotRequired[str]

    #: The plotline it belongs to.
    plotlineId: NotRequired[str | None]

    #: The project it belongs to.
    projectId: str

    #: How much of the book rests on it.
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

    #: How far it is; a new promise may be in any state.
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

    #: How many there are on all pages, always counted.
    total: int


class PromiseListResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: PromiseList

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class PromiseResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: PlotPromise

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class PromiseUpdateRequest(TypedDict):
    """Changes to a promise; absent fields leave it as it is."""

    #: What is promised; null empties it.
    description: NotRequired[str | None]

    #: The node of the outline where it is kept; null for none.
    fulfilledAtNodeId: NotRequired[str | None]

    #: The node of the outline where it is made; null for none.
    madeAtNodeId: NotRequired[str | None]

    #: What its author notes about it, and the reason when it is abandoned; null empties it.
    notes: NotRequired[str | None]

    #: The plotline it belongs to; null for none.
    plotlineId: NotRequired[str | None]

    #: How much of the book rests on it; null makes it `major`.
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

    #: How far it is; null makes it `made`, where it may go there.
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


class ProtocolSummary(TypedDict):
    """What the journal of the hub shows."""

    #: How many hand-offs were accepted, ever.
    completedHandoffs: int

    #: Whether the rules are kept.
    complianceStatus: Literal["compliant", "degraded", "violated"]

    #: How many messages were refused, died, expired or waited for their answer in vain, ever.
    failedCommunications: int

    #: The types of messages.
    messageTypes: list[str]

    #: How many consultations wait for their answer.
    pendingConsultations: int

    #: How many agents are registered.
    registeredAgents: int

    #: The rules that messages the caller may see have broken.
    violations: list[ProtocolViolation]


class ProtocolViolation(TypedDict):
    """A rule of the protocol that messages break."""

    #: The messages that show it.
    messageIds: list[str]

    #: One sentence about the breach.
    reason: str

    #: The rule.
    rule: str

    #: The states up to the one that is not legal.
    trace: list[str]


class PublishingReadinessConfig(TypedDict):
    """When a project counts as ready to publish; what is absent falls back to the system's
    defaults, and the weights are normalised to a sum of 1 when they are used.
    """

    #: The score from which a project is ready, 0 to 100.
    readyThreshold: NotRequired[float | None]

    #: Weight of the share of finished edits, 0 to 1.
    weightEditCompletion: NotRequired[float | None]

    #: Weight of the lore checks, 0 to 1.
    weightLorekeeper: NotRequired[float | None]

    #: Weight of the models' health, 0 to 1.
    weightMlHealth: NotRequired[float | None]

    #: Weight of the prose measures, 0 to 1.
    weightProseguard: NotRequired[float | None]


class Quotation(TypedDict):
    """Words of an author, and where they stand."""

    #: The character behind the last.
    end: int

    #: The words as a reader sees them.
    quote: str

    #: The first character in the Markdown.
    start: int


class Readiness(TypedDict):
    """How ready a project is to be published."""

    #: Whether the score is known and reaches the threshold, and there is a text, and none that is
    #: still to be read.
    isReady: bool

    #: What gains most, each by itself; nothing that gains nothing.
    nextFixes: list[NextFix]

    #: What the score is made of.
    parts: list[ReadinessPart]

    #: The project.
    projectId: str

    #: From 0 to 100; null while nothing of it is known.
    score: float | None

    #: Documents of the manuscript with words.
    texts: int

    #: Those of them that checks of the prose and checks against the lore have read as they are now.
    textsRead: int

    #: The score from which the project is ready.
    threshold: float


class ReadinessPart(TypedDict):
    """A part of the score."""

    #: What it rests on.
    basis: str

    #: Which.
    name: Literal["proseguard", "lorekeeper", "mlHealth", "editCompletion"]

    #: From 0 to 100; null while unknown.
    score: float | None

    #: What it counts for now, the weight of unknown parts shared among the known; together 1, or 0
    #: while nothing is known.
    share: float

    #: The project's weight of it; all together are 1.
    weight: float


class ResearchCollection(TypedDict):
    """What can be searched in one collection."""

    #: The numbers in each vector.
    dimensions: int

    #: How many documents, entries or messages it has.
    documents: int

    #: What makes the vectors.
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
    """What a search is narrowed to. Keys that are not named here are kept and change nothing.
    There may be fields besides.
    """

    #: Of the lore, only entries about this; nothing else.
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

    #: Of the documents, only those of this kind; nothing else.
    kind: NotRequired[Literal["part", "chapter", "scene", "note", "reference"] | None]

    #: How many results at the most.
    limit: NotRequired[int | None]

    #: Only passages at least as similar as this.
    minSimilarity: NotRequired[float | None]

    #: Only passages of this project; without it, of all the caller may see.
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
    """The view of the research: what was searched for, what was found, and where one can search."""

    #: The collections that have passages.
    activeCollections: list[Literal["documents", "lore", "notes", "references", "messages"]]

    #: The latest searches, newest first.
    queries: list[ResearchQueryItem]

    #: The different texts of the searches, newest first.
    recentQueries: list[str]

    #: All searches the caller keeps, newest first.
    savedSearches: list[ResearchSavedSearch]

    #: What the latest search found.
    semanticResults: list[ResearchSemanticResult]

    #: How many searches are shown.
    totalQueries: int


class ResearchResultMetadata(TypedDict):
    """What is known of a passage that was found."""

    #: What it is from.
    collection: Literal["documents", "lore", "notes", "references", "messages"]

    #: What made the vectors.
    embedder: str

    #: The character behind its last.
    end: int

    #: The kind of the document, the category of the entry, the type of the message.
    kind: str

    #: `untrusted` for what comes from outside; absent for what the studio itself says.
    label: NotRequired[str | None]

    #: Which passage of it this is, from 0 on.
    passage: int

    #: The place of the document among those it lies with; only of documents, notes and references.
    position: NotRequired[int | None]

    #: The project it belongs to; null for a message about none.
    projectId: str | None

    #: Its first character in what it is from.
    start: int

    #: The title of the document, the name of the entry, the sender of the message.
    title: str

    #: How well it fits by its words (BM25), from 0 on.
    wordScore: float


class ResearchSavedSearch(TypedDict):
    """A search that a user keeps."""

    #: When it was made, in Unix seconds.
    createdAt: int

    #: What it is narrowed to.
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
    """A search to keep."""

    #: What it is narrowed to.
    filters: NotRequired[ResearchFilters]

    #: What it is called.
    name: str

    #: What is searched for, in words.
    query: str


class ResearchSavedSearchUpdateRequest(TypedDict):
    """Changes to a saved search; absent fields leave it as it is."""

    #: What it is narrowed to, all of it; null is nothing.
    filters: NotRequired[ResearchFilters | None]

    #: What it is called.
    name: NotRequired[str | None]

    #: What is searched for, in words.
    query: NotRequired[str | None]


class ResearchSearchAnswer(TypedDict):
    """A search that was just made."""

    #: Its identifier.
    id: str

    #: What was searched for.
    query: str

    #: How many results there are.
    resultCount: int

    #: What was found then, best first.
    results: list[ResearchSearchResult]

    #: What was found, as vectors find it.
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

    #: The same and more by their names; what stands beside it goes first.
    filters: NotRequired[ResearchFilters | None]

    #: How many results at the most; without it, what the project says, or 10.
    limit: NotRequired[int | None]

    #: Only passages at least as similar as this.
    minSimilarity: NotRequired[float | None]

    #: Only passages of this project; without it, of all the caller may see.
    projectId: NotRequired[str | None]

    #: What is searched for, in words.
    query: str


class ResearchSearchResult(TypedDict):
    """A passage that was found."""

    #: What it says.
    content: str

    #: The passage: what it is from, and which one of it.
    id: str

    #: What else is known of it.
    metadata: ResearchResultMetadata

    #: How like the question it is, 0 to 1.
    similarity: float

    #: When what it is from was last changed, in Unix seconds.
    timestamp: int


class ResearchSemanticResult(TypedDict):
    """A passage that was found, as vectors find it."""

    #: What it is from.
    collection: Literal["documents", "lore", "notes", "references", "messages"]

    #: What the passage says.
    document: str

    #: The document, entry or message it is from.
    documentId: str

    #: What else is known of it.
    metadata: ResearchResultMetadata

    #: How like the question it is, 0 to 1.
    similarity: float


class RevisionsPage(TypedDict):
    """A page of revisions."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    revisions: list[DocumentRevision]

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class SavedSearchesPage(TypedDict):
    """A page of savedSearches."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    savedSearches: list[ResearchSavedSearch]

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class SendMessageRequest(TypedDict):
    """A message to an agent."""

    #: What it belongs to.
    context: NotRequired[MessageContextInfo | None]

    #: Who sends it.
    fromAgent: NotRequired[str]

    #: What it says.
    message: str

    #: What kind of exchange it opens.
    messageType: NotRequired[Literal[
        "direct",
        "broadcast",
        "consultation",
        "handoff",
        "collaboration",
    ]]

    #: How urgent it is.
    priority: NotRequired[Literal["low", "normal", "medium", "high", "critical", "urgent"]]

    #: The agent it goes to.
    toAgent: str


class SendMessageResponse(TypedDict):
    """What came of sending a message."""

    #: The agent it was sent to.
    agentId: str

    #: The outcome as a sentence.
    message: str

    #: The delivery.
    response: MessageDeliveryInfo

    #: Whether it was delivered.
    status: Literal["success", "failed"]


class StudioAgentInfo(TypedDict):
    """An agent of a project."""

    #: What it can be asked for.
    capabilities: list[str]

    #: Its registry name.
    id: str

    #: What was measured of its work.
    metrics: StudioAgentMetrics

    #: Its display name.
    name: str

    #: What it is especially good at.
    specializations: list[str]

    #: Whether it is awake.
    status: Literal["available", "offline"]

    #: When it works.
    type: Literal["background", "active", "hybrid"]


class StudioAgentMetrics(TypedDict):
    """What was measured of an agent's work in a project."""

    #: Those of them that failed for good.
    failures: int

    #: Its measured load, whatever it works for; null when unknown.
    load: float | None

    #: From asking to the answer, in milliseconds, on average; null while there was none.
    meanResponseMs: float | None

    #: Messages and sub-tasks about the project that came to an end.
    messages: int

    #: So long or less took 95 of 100 answers, within 5 percent; null while there was none.
    p95ResponseMs: float | None


class StudioAgentsResponse(TypedDict):
    """The agents of the project you have open."""

    #: Its agents: those assigned to it, in their order, or all that people are shown.
    agents: list[StudioAgentInfo]

    #: How many they are.
    count: int

    #: That all went well.
    status: Literal["success"]

    #: The project.
    studioId: str


class SwarmArtefact(TypedDict):
    """Something a swarm leaves behind."""

    #: The text.
    content: str

    #: When it was made, ISO 8601.
    createdAt: str

    #: What kind of text it is, as a media type.
    mediaType: str

    #: Its name within the swarm, like that of a file.
    name: str

    #: The sub-task that made it.
    subTask: str


class SwarmBudget(TypedDict):
    """What a swarm may cost. Tokens and money are what language models use; agents that need
    none use none.
    """

    #: Money for language models, in US dollars.
    cost: NotRequired[float | None]

    #: Time from its making to its end, in milliseconds; a day when absent.
    timeMs: NotRequired[int | None]

    #: Tokens of language models.
    tokens: NotRequired[int | None]


class SwarmCreateRequest(TypedDict):
    """A task for several agents."""

    #: The only agents that may take part; absent, all that its type wants.
    agents: NotRequired[list[str] | None]

    #: What it may cost.
    budget: NotRequired[SwarmBudget | None]

    #: What it works on, beyond its description.
    input: NotRequired[SwarmInput | None]

    #: Which of several swarms is worked on first.
    priority: NotRequired[Literal["critical", "high", "normal", "low"]]

    #: The project it works on; absent, the one you have open.
    projectId: NotRequired[str | None]

    #: What it is there for.
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

    #: What is to be done, in words.
    taskDescription: str


class SwarmDetail(TypedDict):
    """A swarm with all that belongs to it."""

    #: How many agents take part.
    agentCount: int

    #: What it leaves behind.
    artefacts: list[SwarmArtefact]

    #: What it may cost, as it was sent.
    budget: dict[str, Any] | None

    #: Whether no more of it is wanted, and what is being worked on has a moment left to end.
    cancelling: bool

    #: When it was made, ISO 8601.
    createdAt: str

    #: The swarm whose finished sub-tasks it goes on from.
    derivedFrom: str | None

    #: Why it failed.
    error: str | None

    #: What it found in texts, the gravest first; at most 1,000.
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

    #: When its first sub-task was begun, ISO 8601.
    startedAt: str | None

    #: How far it is.
    status: Literal["pending", "active", "completed", "failed", "cancelled"]

    #: How many sub-tasks it has, and how many ended in which way.
    subTaskCounts: SwarmSubTaskCounts

    #: Its sub-tasks in the order of the plan.
    subTasks: list[SwarmSubTask]

    #: Its identifier.
    swarmId: str

    #: What it is there for.
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

    #: What is to be done.
    taskDescription: str

    #: How its sub-tasks lie to each other.
    topology: Literal["pipeline", "fan_out", "layers", "turns"]

    #: What it has cost.
    usage: SwarmUsage


class SwarmInput(TypedDict):
    """What a swarm works on. Other members are kept and shown. There may be fields besides."""

    #: What a sweep looks for; absent, everything.
    checks: NotRequired[list[Literal[
        "prose",
        "names",
        "naming_patterns",
        "prohibited_elements",
        "dialogue",
    ]] | None]

    #: The documents; absent, every chapter, scene and part that has a text.
    documentIds: NotRequired[list[str] | None]

    #: How often each side of a debate speaks.
    rounds: NotRequired[int | None]


class SwarmListResponse(TypedDict):
    """All swarms that are not over, and the latest that are."""

    #: Those that are executed or wait, by priority, then by the time they were made.
    activeSwarms: list[SwarmResponse]

    #: Those that were completed or failed, the latest first; at most 10.
    completedSwarms: list[SwarmResponse]

    #: How many are shown.
    totalCount: int


class SwarmResponse(TypedDict):
    """A swarm, as lists and events show it."""

    #: How many agents take part.
    agentCount: int

    #: Whether no more of it is wanted, and what is being worked on has a moment left to end.
    cancelling: bool

    #: When it was made, ISO 8601.
    createdAt: str

    #: The swarm whose finished sub-tasks it goes on from.
    derivedFrom: str | None

    #: Why it failed.
    error: str | None

    #: When it ended, ISO 8601.
    finishedAt: str | None

    #: Which of several swarms is worked on first.
    priority: Literal["critical", "high", "normal", "low"]

    #: Succeeded ÷ (all − skipped) sub-tasks; 1 only when it is completed.
    progress: float

    #: The project it works on.
    projectId: str | None

    #: When its first sub-task was begun, ISO 8601.
    startedAt: str | None

    #: How far it is.
    status: Literal["pending", "active", "completed", "failed", "cancelled"]

    #: How many sub-tasks it has, and how many ended in which way.
    subTaskCounts: SwarmSubTaskCounts

    #: Its identifier.
    swarmId: str

    #: What it is there for.
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

    #: What is to be done.
    taskDescription: str


class SwarmSubTask(TypedDict):
    """A sub-task."""

    #: Who does it.
    agent: str

    #: How often it was begun.
    attempt: int

    #: Why it failed or was skipped, or what went wrong the last time.
    error: str | None

    #: When it ended, ISO 8601.
    finishedAt: str | None

    #: Its name within the swarm.
    key: str

    #: What it is to do: an agent is asked, documents are checked, or results put together.
    kind: Literal["ask", "check", "synthesis"]

    #: What came of it; null while nothing has.
    result: SwarmSubTaskResult | None

    #: Whether it was done in the swarm this one goes on from.
    reused: bool

    #: When it was first begun, ISO 8601.
    startedAt: str | None

    #: How far it is.
    state: Literal["blocked", "ready", "leased", "succeeded", "failed", "skipped", "cancelled"]

    #: What it is about.
    title: str

    #: The process that is at it, or has done it, by its name among those on one database.
    worker: str | None


class SwarmSubTaskCounts(TypedDict):
    """How many sub-tasks a swarm has, and how many ended in which way."""

    #: Those nobody wanted any more.
    cancelled: int

    #: Those that could not.
    failed: int

    #: Those that had nothing to add, or nothing to work with.
    skipped: int

    #: Those that did what they were there for.
    succeeded: int

    #: All of them.
    total: int


class SwarmSubTaskResult(TypedDict):
    """What came of a sub-task."""

    #: For programs; null where nothing was measured.
    report: dict[str, Any] | None

    #: For people.
    text: str


class SwarmUsage(TypedDict):
    """What a swarm has cost."""

    #: How often a sub-task was begun.
    attempts: int

    #: Time agents worked on it, all of them together, in milliseconds.
    busyMs: int

    #: Money for language models, in US dollars.
    cost: float

    #: Calls of language models.
    modelCalls: int

    #: Tokens of language models.
    tokens: int


class SystemOverviewResponse(TypedDict):
    """All swarms in figures."""

    #: Swarms that are not over.
    activeCount: int

    #: `healthy`, or `degraded` when something waits, is silent or died that should not.
    healthStatus: Literal["unknown", "healthy", "degraded"]

    #: How many swarms there ever were: `total`, how many ended in which way, `completionRate`, and
    #: the same `byType`.
    historicalStatistics: dict[str, Any]

    #: How the work goes: `oldestWaitMs`, `expiredLeases`, `deadLetters` of the last hour,
    #: `meanDurationMs` of completed swarms.
    performanceSummary: dict[str, Any]

    #: How many swarms of each type are not over.
    swarmTypesDistribution: dict[str, int]

    #: What there is to work with, and what it is at: `agents`, `awakeAgents`, `readySubTasks`,
    #: `leasedSubTasks`.
    totalResources: dict[str, Any]


class TaskOwnership(TypedDict):
    """Whose a task is."""

    #: The hand-off that made it theirs.
    messageId: str

    #: The agent it was handed to last.
    owner: str

    #: Since when it is theirs, ISO 8601.
    since: str

    #: The task, as the hand-off named it.
    taskId: str

    #: How often it was handed on.
    version: int


class TestNotificationRequest(TypedDict):
    """A notification to try things out with."""

    #: In a sentence.
    message: NotRequired[str]

    #: How much it matters.
    priority: NotRequired[Literal["low", "normal", "high", "critical"]]

    #: In a few words.
    title: NotRequired[str]

    #: What it is about, for the eye.
    type: NotRequired[Literal["success", "error", "warning", "info"]]


class TestNotificationResponse(TypedDict):
    """What came of a notification to try things out with."""

    #: Why it was not made; empty when it was.
    error: str

    #: The id of the notification that was made.
    eventId: str

    #: The outcome as a sentence.
    message: str

    #: Whether it was made.
    success: bool


class Timeline(TypedDict):
    """A timeline, without what is on it."""

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
    """A calendar, as the wire shows it."""

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

    #: When it happens, as readers see it.
    dateDisplay: str

    #: When it happens, as it is sorted, in milliseconds; absent when its date cannot be read.
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

    #: Words it is found by.
    tags: list[str]

    #: The timeline it is on.
    timelineId: str

    #: What it is called.
    title: str


class TimelineListResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: TimelinesPage

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class TimelinePlotline(TypedDict):
    """A lane of a timeline."""

    #: Whether it is shown folded.
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

    #: Its place among the lanes.
    sortOrder: int

    #: The timeline it belongs to.
    timelineId: str


class TimelineResponse(TypedDict):
    """What was asked for, in an envelope."""

    #: What was asked for.
    data: Timeline

    #: That all is well; an error has no envelope.
    status: Literal["success"]


class TimelineUpdateRequest(TypedDict):
    """Changes to a timeline; absent fields leave it as it is."""

    #: How its dates are read, replaced whole; null makes it the Gregorian calendar. Sort keys that
    #: were read from dates are read again.
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

    #: How many there are on all pages; null when they are too many to count.
    total: int | None


class ValidationError(TypedDict):
    """One rule that a request breaks."""

    #: The parameters of the rule.
    ctx: NotRequired[dict[str, Any]]

    #: The value, shortened when it is long.
    input: NotRequired[Any]

    #: The way to the value, beginning with `body` or `query`.
    loc: list[str | int]

    #: What is wrong, for people.
    msg: str

    #: The rule, for programs, such as `missing` or `string_type`.
    type: str


class ValidationProtocolsResponse(TypedDict):
    """How the hub keeps to its protocol."""

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

    #: What else is to be known of it.
    notes: NotRequired[str]

    #: Its part of speech, in a word of your choice.
    partOfSpeech: NotRequired[str]

    #: What it is to be found under; kept trimmed, and each once.
    tags: NotRequired[list[str]]


class WordItem(TypedDict):
    """What the wire shows of a word."""

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

    #: What else is to be known of it.
    notes: str

    #: Its part of speech; empty when it has none.
    partOfSpeech: str

    #: What it is found under.
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

    #: What else is to be known of it.
    notes: NotRequired[str | None]

    #: Its part of speech, in a word of your choice.
    partOfSpeech: NotRequired[str | None]

    #: What it is to be found under; kept trimmed, and each once.
    tags: NotRequired[list[str] | None]


class WordsPage(TypedDict):
    """A page of words."""

    #: The cursor of the next page; null at the end.
    nextCursor: str | None

    #: How many there are on all pages; null when they are too many to count.
    total: int | None

    words: list[WordItem]
