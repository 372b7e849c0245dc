// Every type of Scriptorium's interface, written by `cargo xtask clients` from openapi.json.
// Integers have 64 bits there; those beyond 2^53 lose their last digits here.

/** An agent as whoever looks after the staff sees it: its detail record, and what it is told. */
export interface Agent {
  /** Whether it is awake from the start. */
  autoStart: boolean;
  /** Whether it may change the system. */
  canModifySystem: boolean;
  /** What it can be asked for. */
  capabilities: string[];
  /** Its functional category. */
  category: 
    | "direction"
    | "ideation"
    | "structure"
    | "knowledge"
    | "language"
    | "drafting"
    | "editorial"
    | "production";
  /** The agents it depends on. */
  dependencies: AgentDependencies;
  /** One line about its role. */
  description: string;
  /** Its identifier. */
  id: string;
  /** Its version and when it was made and changed. */
  metadata: AgentMetadata;
  /** Its display name. */
  name: string;
  /** Its priority in the system. */
  priority: "critical" | "high" | "normal" | "low";
  /** Whether it acts only with a user's permission. */
  requiresUserPermission: boolean;
  /** What it needs. */
  resourceRequirements: AgentResources;
  /** What it is especially good at. */
  specializations: string[];
  /** Whether it is awake. */
  status: "available" | "offline";
  /** What a language model is told before it speaks for it; not in lists. */
  systemPrompt?: string | null;
  /** When it works. */
  type: "background" | "active" | "hybrid";
  /** Whether users see it. */
  userVisible: boolean;
}

/** Whether an agent is awake. */
export interface AgentActivity {
  /** Its identifier. */
  agentId: string;
  /** Whether it is awake. */
  status: "available" | "offline";
}

/** Whose messages an agent takes. */
export interface AgentAuthority {
  /** The agent. */
  agentId: string;
  /** What happens to a message that no rule fits. */
  default: "permit" | "forbid";
  /** Each decides the messages that fit all it asks for; forbidding outweighs permitting. */
  rules: AgentAuthorityRule[];
}

/** One rule, as it was set. */
export interface AgentAuthorityRule {
  /** What becomes of the messages that fit. */
  effect: "permit" | "forbid";
  /** Only messages of this type. */
  messageType?: "direct" | "broadcast" | "consultation" | "handoff" | "collaboration";
  /** Only messages of at least the class of this priority. */
  minPriority?: "low" | "normal" | "medium" | "high" | "critical" | "urgent";
  /** Who sends them: an agent's id or `*`. */
  sender: string;
  /** Only messages of senders that belong to the studio, or that do not. */
  trust?: "trusted" | "untrusted";
}

/** The staff, and whom to ask for what. */
export interface AgentCapabilities {
  /** One record per registered agent. */
  agents: AgentCapability[];
  /** The measured load of each agent whose load is known, those that routing prefers first. */
  loadBalancing: Record<string, number>;
  /** The suggested agent of each capability somebody available has. */
  routingSuggestions: Record<string, string>;
}

/** What an agent can do, and how loaded it is. */
export interface AgentCapability {
  /** The registry name. */
  agentId: string;
  /** Whether its load is below the busy threshold; null when the load is unknown. */
  availability: "Busy" | "Available" | null;
  /** What it declares to be able to do. */
  capabilities: string[];
  /** Always null. */
  confidenceScore: number | null;
  /** 0 measured idle, 1 full capacity, null unknown. */
  currentLoad: number | null;
  /** One line about its role. */
  description: string;
  /** Always null. */
  estimatedCompletionTime: number | null;
  /** The registry name. */
  name: string;
  /** What it is especially good at. */
  specializations: string[];
  /** Whether it is awake. `busy` is reserved: no agent is it yet. */
  status: "available" | "busy" | "offline";
  /** Always null. */
  taskMatchScore: number | null;
}

/** A new agent of a user's own. It runs outside, or a language model speaks for it. */
export interface AgentCreateRequest {
  /** Whether it is awake from now on, and after every start of the service. */
  autoStart?: boolean;
  /**
   * Whether its work changes what all the others rely on; then only the director and the studio may
   * hand work to it, until its authority says otherwise.
   */
  canModifySystem?: boolean;
  /** What it can be asked for, as words that routing and group addresses go by. */
  capabilities: string[];
  /** The part of the studio's work it belongs to. */
  category?: 
    | "direction"
    | "ideation"
    | "structure"
    | "knowledge"
    | "language"
    | "drafting"
    | "editorial"
    | "production";
  /** Its role in one line. */
  description: string;
  /** Its registry name: a lower-case word that no other agent has and no route needs. */
  id: string;
  /** How people call it. */
  name: string;
  /** How much of the studio waits when it does. */
  priority?: "critical" | "high" | "normal" | "low";
  /** Whether a person must agree before it acts. */
  requiresUserPermission?: boolean;
  /** How many requests it works on at once; 1, or 4 with a system prompt, when absent. */
  slots?: number | null;
  /** What it is especially good at, for people to read. */
  specializations?: string[];
  /** What a language model is told before it speaks for it; empty for one that needs none. */
  systemPrompt?: string;
  /** When it works. */
  type?: "background" | "active" | "hybrid";
  /** Whether people are shown it among the agents of a project. */
  userVisible?: boolean;
}

/** The agents an agent depends on. */
export interface AgentDependencies {
  /** Those it cannot work without. */
  requires: string[];
  /** Those it works with. */
  worksWith: string[];
}

/** An agent's detail record. */
export interface AgentDetail {
  /** Whether it is awake from the start. */
  autoStart: boolean;
  /** Whether it may change the system. */
  canModifySystem: boolean;
  /** Its functional category. */
  category: 
    | "direction"
    | "ideation"
    | "structure"
    | "knowledge"
    | "language"
    | "drafting"
    | "editorial"
    | "production";
  /** The agents it depends on. */
  dependencies: AgentDependencies;
  /** One line about its role. */
  description: string;
  /** Its identifier. */
  id: string;
  /** Its version and when it was made and changed. */
  metadata: AgentMetadata;
  /** Its display name. */
  name: string;
  /** Its priority in the system. */
  priority: "critical" | "high" | "normal" | "low";
  /** Whether it acts only with a user's permission. */
  requiresUserPermission: boolean;
  /** What it needs. */
  resourceRequirements: AgentResources;
  /** Whether it is awake. */
  status: "available" | "offline";
  /** When it works. */
  type: "background" | "active" | "hybrid";
  /** Whether users see it. */
  userVisible: boolean;
}

/** How loaded an agent is, and why. */
export interface AgentLoad {
  /** How old the oldest of what other servers told for this is, in milliseconds. */
  ageMs: number;
  /** What runs and what waits, divided by slots. */
  backlog: number;
  /** The greater of utilisation and backlog, at most 1. */
  current: number;
  /** How much of the window was measured, in milliseconds. */
  measuredMs: number;
  /** Requests that wait. */
  queued: number;
  /** Requests being worked on. */
  running: number;
  /** How many requests it works on at once. */
  slots: number;
  /** Busy time in the window, divided by slots and measured time. */
  utilisation: number;
  /** How far back busy time counts, in milliseconds. */
  windowMs: number;
}

/** An agent's version, and when it was made and changed. */
export interface AgentMetadata {
  /** Whether it came with the program. */
  builtin: boolean;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** How loaded it is, with the parts that was made of; null when unknown. */
  load: AgentLoad | null;
  /** When it was last changed, ISO 8601. */
  updatedAt: string;
  /** The version of the agent, not of the interface. */
  version: string;
}

/** What an agent needs. */
export interface AgentResources {
  /** Whether it needs a language model. */
  needsModel: boolean;
  /** How many requests it works on at once. */
  slots: number;
}

/** Changes to an agent; absent fields leave it as it is. */
export interface AgentUpdateRequest {
  /** Whether it wakes with the service. */
  autoStart?: boolean | null;
  /** Whether its work changes what all the others rely on. */
  canModifySystem?: boolean | null;
  /** What it can be asked for, all of it. */
  capabilities?: string[] | null;
  /** The part of the studio's work it belongs to. */
  category?: 
    | "direction"
    | "ideation"
    | "structure"
    | "knowledge"
    | "language"
    | "drafting"
    | "editorial"
    | "production"
    | null;
  /** Its role in one line. */
  description?: string | null;
  /** How people call it. */
  name?: string | null;
  /** How much of the studio waits when it does. */
  priority?: "critical" | "high" | "normal" | "low" | null;
  /** Whether a person must agree before it acts. */
  requiresUserPermission?: boolean | null;
  /** How many requests it works on at once. */
  slots?: number | null;
  /** What it is especially good at, all of it. */
  specializations?: string[] | null;
  /**
   * What a language model is told before it speaks for it; of a built-in agent, null and an empty
   * text bring its own back.
   */
  systemPrompt?: string | null;
  /** When it works. */
  type?: "background" | "active" | "hybrid" | null;
  /** Whether people are shown it among the agents of a project. */
  userVisible?: boolean | null;
}

/** A page of agents. */
export interface AgentsPage {
  agents: Agent[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** What an analysis read, and how much of what it found is news. */
export interface Analysis {
  /** The documents that were read. */
  documents: DocumentRead[];
  /** All that was found now, whether it was known or not. */
  found: number;
  /** How much each check found in the lore and its rules; empty when only documents were read. */
  lore: Record<string, number>;
  /** Findings that nobody had found before. */
  new: number;
  /** Findings that were there and are no longer. */
  stale: number;
}

/** What to read now, and what to look for. */
export interface AnalysisRequest {
  /** What to look for; nothing named, everything. */
  checks?: Array<"prose" | "names" | "naming_patterns" | "prohibited_elements" | "dialogue"> | null;
  /** The documents; none named, the whole manuscript, and the lore and its rules with it. */
  documentIds?: string[] | null;
}

/** Whose messages an agent takes: forbidding outweighs permitting. */
export interface AuthorityRequest {
  /** What happens to a message that no rule fits. */
  default?: "permit" | "forbid";
  /** Each decides the messages that fit all it asks for. */
  rules: AuthorityRule[];
}

/**
 * What becomes of the messages that fit all it asks for; what it leaves out, it does not ask for.
 */
export interface AuthorityRule {
  /** What becomes of them. */
  effect: "permit" | "forbid";
  /** Only messages of this type. */
  messageType?: "direct" | "broadcast" | "consultation" | "handoff" | "collaboration" | null;
  /** Only messages of at least the class of this priority. */
  minPriority?: "low" | "normal" | "medium" | "high" | "critical" | "urgent" | null;
  /** Who sends them: an agent's id or `*`. */
  sender: string;
  /** Only messages of senders that belong to the studio, or that do not. */
  trust?: "trusted" | "untrusted" | null;
}

/** A new document. */
export interface DocumentCreateRequest {
  /** Its text in Markdown. */
  content?: string;
  /** What it is. */
  kind?: "part" | "chapter" | "scene" | "note" | "reference";
  /** The document it lies in. */
  parentId?: string | null;
  /** Its place among its siblings; after the last one when absent. */
  position?: number | null;
  /** The phase of work it is in. */
  status?: "outline" | "draft" | "revise" | "line_edit" | "proof" | "done";
  /** What it is called. */
  title: string;
  /** How many words it shall have. */
  wordTarget?: number | null;
}

/** One file of an imported folder. */
export interface DocumentImportFile {
  /** Its text. */
  content: string;
  /** Its path within the folder, with `/` between names. */
  path: string;
}

/** A folder of texts to take into a project. */
export interface DocumentImportRequest {
  /** The files, by their paths within the folder. */
  files: DocumentImportFile[];
}

/** What the wire shows of a document. */
export interface DocumentItem {
  /** Its text in Markdown; absent in lists and events. */
  content?: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** Its identifier. */
  id: string;
  /** What it is. */
  kind: "part" | "chapter" | "scene" | "note" | "reference";
  /** When it was last changed, ISO 8601. */
  modifiedAt: string;
  /** The document it lies in. */
  parentId: string | null;
  /** Its place among its siblings. */
  position: number;
  /** The project it belongs to. */
  projectId: string;
  /** The phase of work it is in. */
  status: "outline" | "draft" | "revise" | "line_edit" | "proof" | "done";
  /** What it is called. */
  title: string;
  /** How many words it shall have. */
  wordTarget: number | null;
  /** How many words it has. */
  words: number;
}

/** A document of an analysis. */
export interface DocumentRead {
  /** The document. */
  documentId: string;
  /** How much each check found in it. */
  found: Record<string, number>;
  /** Its title. */
  title: string;
  /** The version that was read. */
  version: number;
}

/** An earlier text of a document. */
export interface DocumentRevision {
  /** The text in Markdown; absent in lists. */
  content?: string;
  /** When it was replaced, ISO 8601. */
  replacedAt: string;
  /** Who replaced it. */
  replacedBy: string;
  /** The version of the document that had this text. */
  version: number;
  /** How many words it had. */
  words: number;
}

/** Changes to a document; absent fields leave it as it is. */
export interface DocumentUpdateRequest {
  /** Its text in Markdown; null empties it. */
  content?: string | null;
  /** What it is. */
  kind?: "part" | "chapter" | "scene" | "note" | "reference" | null;
  /** The document it lies in; null puts it at the top. */
  parentId?: string | null;
  /** Its place among its siblings; those behind it move on. */
  position?: number | null;
  /** The phase of work it is in; null makes it a draft. */
  status?: "outline" | "draft" | "revise" | "line_edit" | "proof" | "done" | null;
  /** What it is called. */
  title?: string | null;
  /** How many words it shall have. */
  wordTarget?: number | null;
}

/** A page of documents. */
export interface DocumentsPage {
  documents: DocumentItem[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** A page of entries. */
export interface EntriesPage {
  entries: LoreItem[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** A new event. */
export interface EventCreateRequest {
  /** What it is in the story. */
  category?: 
    | "plot"
    | "turning_point"
    | "climax"
    | "resolution"
    | "character"
    | "relationship"
    | "conflict"
    | "revelation"
    | "foreshadowing"
    | "backstory"
    | "world"
    | "political"
    | "travel"
    | "birth"
    | "death"
    | "other";
  /** When it happens, as readers see it. */
  dateDisplay: string;
  /** When it happens, as it is sorted; read from dateDisplay when absent. */
  dateSortKey?: number;
  /** What happens. */
  description?: string;
  /** How much it matters. */
  importance?: "critical" | "major" | "minor" | "background";
  /** The plotlines it is on. */
  plotlineIds?: string[];
  /** Its order among events of the same date. */
  sortOrder?: number;
  /** Words it is found by. */
  tags?: string[];
  /** What it is called. */
  title: string;
}

/** A link from an event to a record. */
export interface EventLink {
  /** The id of the record. */
  entityId: string;
  /** What the event is linked to. */
  entityType: 
    | "character"
    | "location"
    | "item"
    | "organisation"
    | "document"
    | "scene"
    | "plotline"
    | "promise";
  /** Its identifier, by which it is removed. */
  id: string;
  /** What the record has to do with the event. */
  label: string;
}

/** A new link from an event. */
export interface EventLinkCreateRequest {
  /** The id of the record. */
  entityId: string;
  /** What the event is linked to. */
  entityType: 
    | "character"
    | "location"
    | "item"
    | "organisation"
    | "document"
    | "scene"
    | "plotline"
    | "promise";
  /** What the record has to do with the event. */
  label?: string | null;
}

/** What was asked for, in an envelope. */
export interface EventLinkResponse {
  /** What was asked for. */
  data: EventLink;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** What was asked for, in an envelope. */
export interface EventListResponse {
  /** What was asked for. */
  data: EventsPage;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** A link from an event to a lore entry. */
export interface EventLoreLink {
  /** Its identifier, by which it is removed. */
  id: string;
  /** The id of the lore entry. */
  loreEntryId: string;
}

/** A new link from an event to a lore entry. */
export interface EventLoreLinkCreateRequest {
  /** The id of the lore entry. */
  loreEntryId: string;
}

/** What was asked for, in an envelope. */
export interface EventLoreLinkResponse {
  /** What was asked for. */
  data: EventLoreLink;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** What was asked for, in an envelope. */
export interface EventResponse {
  /** What was asked for. */
  data: TimelineEvent;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** Changes to an event; absent fields leave it as it is. */
export interface EventUpdateRequest {
  /** What it is in the story; null makes it plot. */
  category?: 
    | "plot"
    | "turning_point"
    | "climax"
    | "resolution"
    | "character"
    | "relationship"
    | "conflict"
    | "revelation"
    | "foreshadowing"
    | "backstory"
    | "world"
    | "political"
    | "travel"
    | "birth"
    | "death"
    | "other"
    | null;
  /** When it happens, as readers see it. */
  dateDisplay?: string;
  /** When it happens, as it is sorted; null reads it from dateDisplay again. */
  dateSortKey?: number | null;
  /** What happens; null empties it. */
  description?: string | null;
  /** How much it matters; null makes it minor. */
  importance?: "critical" | "major" | "minor" | "background" | null;
  /** The plotlines it is on; null takes it off all of them. */
  plotlineIds?: string[] | null;
  /** Its order among events of the same date; null makes it 0. */
  sortOrder?: number | null;
  /** Words it is found by; null takes them away. */
  tags?: string[] | null;
  /** What it is called. */
  title?: string;
}

/** A page of events. */
export interface EventsPage {
  events: TimelineEvent[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** A file of an export. */
export interface ExportFile {
  /** Its text. */
  content: string;
  /** Its path within the folder, with `/` between names. */
  path: string;
}

/** A finding as it is answered. */
export interface Finding {
  /** The agent that found it first. */
  agent: string;
  /** The check that found it. */
  check: "prose" | "names" | "naming_patterns" | "prohibited_elements" | "dialogue";
  /** When it was first found, ISO 8601. */
  createdAt: string;
  /** The version the document has now: where it is another one, the text may be another one. */
  currentDocumentVersion: number | null;
  /** Numbers and further places. */
  detail: Record<string, unknown> | null;
  /** The document it was found in; null for what concerns none. */
  documentId: string | null;
  /** What the document is called. */
  documentTitle: string | null;
  /** The version of the document in which this was last found. */
  documentVersion: number | null;
  /** Its identifier. */
  id: string;
  /** What was found, in one or two sentences. */
  message: string;
  /** When it was last changed, ISO 8601. */
  modifiedAt: string;
  /** The project it belongs to. */
  projectId: string;
  /** The words it is about, and where they stood in the version that was read. */
  quotation: Quotation | null;
  /** Why, as the author says. */
  reason: string | null;
  /** The rule it rests on. */
  rule: string;
  /** How much it matters. */
  severity: "critical" | "high" | "medium" | "low" | "info";
  /** What became of it. */
  state: "open" | "accepted" | "dismissed" | "waived" | "stale";
  /** The swarm that found it first. */
  swarmId: string | null;
}

/** What the author says to a finding; absent fields leave it as it is. */
export interface FindingUpdateRequest {
  /** Why; a waiver has a reason. Null takes it away. */
  reason?: string | null;
  /** What becomes of it. */
  state?: "open" | "accepted" | "dismissed" | "waived" | "stale" | null;
}

/** A page of findings. */
export interface FindingsPage {
  findings: Finding[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** How a gloss stands under its line, and where it first does not. */
export interface GlossAlignment {
  /** How far they fit. */
  level: "unaligned" | "word_aligned" | "morpheme_aligned";
  /** The first place where they do not, in words. */
  problem?: string;
}

/** An example, and whether its gloss is aligned. */
export interface GlossedExample {
  /** How the gloss stands under the output; absent without a gloss. */
  alignment?: GlossAlignment;
  /** The output word by word and morpheme by morpheme. */
  gloss: string | null;
  /** What the rule is applied to, or what is to be said. */
  input: string;
  /** What comes of it: the line in the language, which the gloss explains. */
  output: string;
}

/** What a rule does, shown. */
export interface GrammarExample {
  /** The output word by word and morpheme by morpheme, after the Leipzig Glossing Rules. */
  gloss?: string | null;
  /** What the rule is applied to, or what is to be said. */
  input: string;
  /** What comes of it: the line in the language, which the gloss explains. */
  output: string;
}

/** A new grammar rule. */
export interface GrammarRuleCreateRequest {
  /** Which part of the grammar it belongs to. */
  category: 
    | "phonology"
    | "phonotactics"
    | "prosody"
    | "orthography"
    | "morphophonology"
    | "morphology"
    | "inflection"
    | "derivation"
    | "syntax"
    | "agreement"
    | "semantics"
    | "pragmatics"
    | "discourse"
    | "lexicon"
    | "sound_change"
    | "other";
  /** What it says. */
  description?: string;
  /** What it does, shown. */
  examples?: GrammarExample[];
  /** What it is called. */
  name: string;
  /** How it is written, in a notation of the author's choice. */
  pattern?: string;
  /** Its place among the rules of its language; behind the last one when absent. */
  sortOrder?: number | null;
}

/** What the wire shows of a grammar rule. */
export interface GrammarRuleResponse {
  /** Which part of the grammar it belongs to. */
  category: 
    | "phonology"
    | "phonotactics"
    | "prosody"
    | "orthography"
    | "morphophonology"
    | "morphology"
    | "inflection"
    | "derivation"
    | "syntax"
    | "agreement"
    | "semantics"
    | "pragmatics"
    | "discourse"
    | "lexicon"
    | "sound_change"
    | "other";
  /** When it was made, in milliseconds of Unix time. */
  createdAt: number;
  /** What it says. */
  description: string;
  /** What it does, shown. */
  examples: GlossedExample[];
  /** Its identifier. */
  id: string;
  /** The language it belongs to. */
  languageId: string;
  /** When it was last changed, in milliseconds of Unix time. */
  modifiedAt: number;
  /** What it is called. */
  name: string;
  /** How it is written. */
  pattern: string;
  /** Its place among the rules of its language. */
  sortOrder: number;
}

/** Changes to a grammar rule; absent fields leave it as it is. */
export interface GrammarRuleUpdate {
  /** Which part of the grammar it belongs to. */
  category?: 
    | "phonology"
    | "phonotactics"
    | "prosody"
    | "orthography"
    | "morphophonology"
    | "morphology"
    | "inflection"
    | "derivation"
    | "syntax"
    | "agreement"
    | "semantics"
    | "pragmatics"
    | "discourse"
    | "lexicon"
    | "sound_change"
    | "other"
    | null;
  /** What it says; null empties it. */
  description?: string | null;
  /** What it does, shown; replaces all examples, and null takes them away. */
  examples?: GrammarExample[] | null;
  /** What it is called. */
  name?: string | null;
  /** How it is written; null empties it. */
  pattern?: string | null;
  /** Its place among the rules of its language. */
  sortOrder?: number | null;
}

/** A page of grammarRules. */
export interface GrammarRulesPage {
  grammarRules: GrammarRuleResponse[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** Why a request was not answered. */
export interface HTTPError {
  /** The reason as one sentence. */
  detail: string;
}

/** Every mistake of a request. */
export interface HTTPValidationError {
  /** The mistakes, in the order of the fields' definition. */
  detail: ValidationError[];
}

/** The process runs. */
export interface HealthLive {
  /** Always `ok`. */
  status: "ok";
  /** The version of the program. */
  version: string;
}

/** The parts of the service. */
export interface HealthParts {
  /** Backups are made when they are due; `failed` while the latest one could not be. */
  backup: "ok" | "unavailable" | "failed";
  /**
   * The database was written and read within the last second. `degraded` while its file cannot be
   * brought up to date, and what is new is kept in its log alone; `damaged` once anything was read
   * from it that it cannot have written.
   */
  database: "ok" | "degraded" | "unavailable" | "damaged";
  /** All of it runs. */
  engine: "ok" | "unavailable";
  /** What happens is told to event streams. */
  eventLog: "ok" | "unavailable";
  /** Messages are delivered and answered. */
  hub: "ok" | "unavailable";
  /** Folders are taken in. */
  imports: "ok" | "unavailable";
  /** What is too old is forgotten. */
  janitor: "ok" | "unavailable";
  /** Names of the lore are counted in documents. */
  mentions: "ok" | "unavailable";
  /** Its tables are up to date, and start-up is done. */
  migrations: "ok" | "unavailable";
  /** Other servers are told what this one works. */
  presence: "ok" | "unavailable";
  /** Texts are kept at hand for searches. */
  research: "ok" | "unavailable";
  /** Sub-tasks of swarms are worked on. */
  swarms: "ok" | "unavailable";
}

/** What the service can do, part by part. */
export interface HealthReady {
  /** Each part. */
  parts: HealthParts;
  /** What somebody should look at, a sentence each. */
  problems: string[];
  /**
   * `ok` when every part is, `degraded` when everything can be asked for and somebody should look
   * all the same.
   */
  status: "ok" | "degraded" | "unavailable";
}

/** What the wire shows of an import. */
export interface ImportItem {
  /** When it was asked for, ISO 8601. */
  createdAt: string;
  /** Files read. */
  done: number;
  /** Why it failed. */
  error: string | null;
  /** Its identifier. */
  id: string;
  /** When it last moved on, ISO 8601. */
  modifiedAt: string;
  /** The share of files read, 0 to 1; 1 only when completed. */
  progress: number;
  /** The project the documents go to. */
  projectId: string;
  /** Files that were left out, and why. */
  skipped: ImportSkipped[];
  /** How far it is. */
  status: "staging" | "pending" | "active" | "completed" | "failed";
  /** Files to read. */
  total: number;
}

/** A file that an import left out. */
export interface ImportSkipped {
  /** Its path within the folder. */
  path: string;
  /** Why it was left out. */
  reason: string;
}

/** A project that came in, and what its folder held besides. */
export interface ImportedProject {
  /** What was done in it. */
  analytics: ProjectAnalytics;
  /** The users who work on it. */
  collaborators: string[];
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** What it is about. */
  description: string;
  /** Its identifier. */
  id: string;
  /** What the studio has learned from it. */
  intelligence: ProjectIntelligence;
  /** Whether the tabletop mechanics feature is on. */
  mechanicsEnabled: boolean;
  /** When it was last changed, ISO 8601. */
  modifiedAt: string;
  /** What it is called. */
  name: string;
  /** The user it belongs to. */
  owner: string;
  /** How the studio treats it. */
  settings: ProjectSettings;
  /** The files that are no part of it, and were left aside. */
  skipped: ImportSkipped[];
  /** How far along it is, as its owner says. */
  status: "active" | "paused" | "completed" | "archived";
  /** What is being written, such as `fiction`. */
  type: string;
}

/** A new constructed language. */
export interface LanguageCreateRequest {
  /** What is to be known of it. */
  description?: string;
  /** What it is called. */
  name: string;
  /** The project it belongs to. */
  projectId: string;
}

/** What the wire shows of a language. */
export interface LanguageItem {
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** What is to be known of it. */
  description: string;
  /** How many grammar rules it has. */
  grammarRules: number;
  /** Its identifier. */
  id: string;
  /** When it was last changed, ISO 8601. */
  modifiedAt: string;
  /** What it is called. */
  name: string;
  /** The project it belongs to. */
  projectId: string;
  /** How many words its lexicon has. */
  words: number;
}

/** Changes to a language; absent fields leave it as it is. */
export interface LanguageUpdateRequest {
  /** What is to be known of it; null empties it. */
  description?: string | null;
  /** What it is called. */
  name?: string | null;
}

/** A page of languages. */
export interface LanguagesPage {
  languages: LanguageItem[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** A message that an agent outside has leased. */
export interface LeasedMessage {
  /** Its answer. */
  answerId: string | null;
  /** How often it was taken from its mailbox. */
  attempts: number;
  /** What it belongs to, as it was sent. */
  context: MessageContextInfo | null;
  /** The conversation it belongs to. */
  conversationId: string;
  /** When it was sent, ISO 8601. */
  createdAt: string;
  /**
   * Until when it must be taken and, where somebody waits for it, its answer be there; ISO 8601.
   */
  deadline: string | null;
  /** The epoch of the lease; whoever finishes the message names it. */
  epoch: number;
  /** Why it was refused or is dead. */
  error: string | null;
  /** Who sent it. */
  fromAgent: string;
  /** Its states so far; absent in lists and events. */
  history?: MessageStep[];
  /** How many messages led to it. */
  hops: number;
  /** Its identifier. */
  id: string;
  /** Where its content comes from, as far as trust goes. */
  labels: string[];
  /** When the lease ends, ISO 8601. */
  leaseUntil: string;
  /** What it says; empty in the event of one that was refused. */
  message: string;
  /** What kind of exchange it opens. */
  messageType: "direct" | "broadcast" | "consultation" | "handoff" | "collaboration";
  /** The broadcast it is a part of. */
  parentId: string | null;
  /** How urgent it is. */
  priority: "low" | "normal" | "medium" | "high" | "critical" | "urgent";
  /** The project it is about. */
  projectId: string | null;
  /** The message it answers. */
  replyTo: string | null;
  /** The measured answer of an agent, for programs; absent in events. */
  report?: Record<string, unknown>;
  /** The rule behind `error`, as a word. */
  rule: string | null;
  /** What became of it. */
  status: 
    | "queued"
    | "leased"
    | "handled"
    | "awaiting_reply"
    | "replied"
    | "timed_out"
    | "accepted"
    | "refused"
    | "delivered"
    | "denied"
    | "expired"
    | "dead";
  /** Who it goes to. */
  toAgent: string;
}

/** What taking a table in has done. */
export interface LexiconImportResponse {
  /** The columns that are none of a lexicon, which nobody read. */
  ignoredColumns: string[];
  /** How many words were made. */
  made: number;
  /** How many words were there already, just so. */
  unchanged: number;
  /** How many words were changed. */
  updated: number;
}

/** Every category with the number of its entries. */
export interface LoreCategories {
  /** The categories, in the order of their vocabulary. */
  categories: LoreCategoryCount[];
  /** The entries of all of them. */
  total: number;
}

/** A category with the number of its entries. */
export interface LoreCategoryCount {
  /** The category. */
  category: 
    | "character"
    | "location"
    | "item"
    | "organisation"
    | "culture"
    | "species"
    | "religion"
    | "magic_system"
    | "technology"
    | "history"
    | "law"
    | "language"
    | "economy"
    | "event"
    | "concept"
    | "other";
  /** Its entries. */
  count: number;
}

/** A new entry. */
export interface LoreCreateRequest {
  /** Other names under which texts mention it. */
  aliases?: string[];
  /** Facts under keys of the author's choice. */
  attributes?: Record<string, unknown>;
  /** What it is about. */
  category?: 
    | "character"
    | "location"
    | "item"
    | "organisation"
    | "culture"
    | "species"
    | "religion"
    | "magic_system"
    | "technology"
    | "history"
    | "law"
    | "language"
    | "economy"
    | "event"
    | "concept"
    | "other";
  /** What is known of it, in Markdown. */
  content?: string;
  /** What it is called. */
  name: string;
  /** What holds between it and other entries. */
  relations?: LoreRelation[];
}

/** An entry as it is answered. */
export interface LoreItem {
  /** Other names under which texts mention it. */
  aliases: string[];
  /** Facts under keys of the author's choice. */
  attributes: Record<string, unknown>;
  /** What it is about. */
  category: 
    | "character"
    | "location"
    | "item"
    | "organisation"
    | "culture"
    | "species"
    | "religion"
    | "magic_system"
    | "technology"
    | "history"
    | "law"
    | "language"
    | "economy"
    | "event"
    | "concept"
    | "other";
  /** What is known of it, in Markdown; absent in lists and events. */
  content?: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** Its identifier. */
  id: string;
  /** How often the project's documents name it; null while they are being read. */
  mentions: LoreMentions | null;
  /** When it was last changed, ISO 8601. */
  modifiedAt: string;
  /** What it is called. */
  name: string;
  /** The project it belongs to. */
  projectId: string;
  /** What holds between it and other entries. */
  relations: LoreRelation[];
}

/** A document that names an entry. */
export interface LoreMention {
  /** How often it names the entry. */
  count: number;
  /** The document. */
  documentId: string;
  /** The name as it first stands there. */
  first: Quotation;
  /** The sentence around it, cut where it is long. */
  passage: string;
  /** What the document is called. */
  title: string;
}

/** How often an entry is named. */
export interface LoreMentions {
  /** Documents with such a place. */
  documents: number;
  /** Places that name it. */
  total: number;
}

/** What holds between an entry and another one of its project. */
export interface LoreRelation {
  /** What holds between the two, such as `sister`. */
  kind: string;
  /** More about it. */
  label?: string | null;
  /** The other entry. */
  targetId: string;
}

/** Changes to an entry; absent fields leave it as it is. */
export interface LoreUpdateRequest {
  /** Other names under which texts mention it, all of them; null is none. */
  aliases?: string[] | null;
  /** Facts under keys of the author's choice, all of them; null is none. */
  attributes?: Record<string, unknown> | null;
  /** What it is about; null makes it `other`. */
  category?: 
    | "character"
    | "location"
    | "item"
    | "organisation"
    | "culture"
    | "species"
    | "religion"
    | "magic_system"
    | "technology"
    | "history"
    | "law"
    | "language"
    | "economy"
    | "event"
    | "concept"
    | "other"
    | null;
  /** What is known of it, in Markdown; null empties it. */
  content?: string | null;
  /** What it is called. */
  name?: string | null;
  /** What holds between it and other entries, all of it; null is nothing. */
  relations?: LoreRelation[] | null;
}

/** Rules the lore validator reads when it analyses. */
export interface LorekeeperProjectConfig {
  /** The culture names and customs come from. */
  culturalContext?: string;
  /** Descriptions of naming conventions. */
  namingPatterns?: string[];
  /** Story elements that must not appear. */
  prohibitedElements?: string[];
  /** Whether names that break the conventions are findings. */
  strictNaming?: boolean;
}

/** A page of mentions. */
export interface MentionsPage {
  mentions: LoreMention[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** The end of a leased message. */
export interface MessageAcknowledgeRequest {
  /** The epoch it was leased under. */
  epoch: number;
  /** Why it failed or was refused. */
  error?: string | null;
  /** What kind of failure it was, for one that failed. */
  failure?: "transient" | "broken" | "permanent";
  /** What the agent made of it. */
  outcome?: "handled" | "failed" | "accepted" | "refused";
  /** Its answer. */
  reply?: MessageReplyRequest | null;
}

/** What a message belongs to. */
export interface MessageContextInfo {
  /** The conversation it continues. */
  conversationId?: string | null;
  /**
   * Whatever else belongs to it; `documentId` and `projectId` say what it is about, `causeId` which
   * message led to it.
   */
  metadata?: Record<string, string> | null;
  /** The priority of the task it is part of; the message's own is `priority` beside it. */
  priority?: string | null;
  /** Whether the sender waits for an answer. */
  requiresResponse?: boolean | null;
  /** The session it is part of. */
  sessionId?: string | null;
  /** The task it is part of. */
  taskId?: string | null;
  /** How long the sender waits, in milliseconds. */
  timeoutMs?: number | null;
}

/** The delivery of a message. */
export interface MessageDeliveryInfo {
  /** Whether it lies in the recipient's durable mailbox. */
  delivered: boolean;
  /** Why it does not. */
  error: string | null;
  /** The message, which is kept even when it was refused. */
  messageId: string;
}

/** A leased message of which more time is asked. */
export interface MessageExtendRequest {
  /** The epoch it was leased under. */
  epoch: number;
  /** How long it is to be the agent's own from now on, in milliseconds. */
  leaseMs?: number;
}

/** A lease that was extended. */
export interface MessageExtendResponse {
  /** The epoch of the lease. */
  epoch: number;
  /** When it ends now, ISO 8601. */
  leaseUntil: string;
  /** The message. */
  messageId: string;
}

/** A message and what became of it. */
export interface MessageItem {
  /** Its answer. */
  answerId: string | null;
  /** How often it was taken from its mailbox. */
  attempts: number;
  /** What it belongs to, as it was sent. */
  context: MessageContextInfo | null;
  /** The conversation it belongs to. */
  conversationId: string;
  /** When it was sent, ISO 8601. */
  createdAt: string;
  /**
   * Until when it must be taken and, where somebody waits for it, its answer be there; ISO 8601.
   */
  deadline: string | null;
  /** Why it was refused or is dead. */
  error: string | null;
  /** Who sent it. */
  fromAgent: string;
  /** Its states so far; absent in lists and events. */
  history?: MessageStep[];
  /** How many messages led to it. */
  hops: number;
  /** Its identifier. */
  id: string;
  /** Where its content comes from, as far as trust goes. */
  labels: string[];
  /** What it says; empty in the event of one that was refused. */
  message: string;
  /** What kind of exchange it opens. */
  messageType: "direct" | "broadcast" | "consultation" | "handoff" | "collaboration";
  /** The broadcast it is a part of. */
  parentId: string | null;
  /** How urgent it is. */
  priority: "low" | "normal" | "medium" | "high" | "critical" | "urgent";
  /** The project it is about. */
  projectId: string | null;
  /** The message it answers. */
  replyTo: string | null;
  /** The measured answer of an agent, for programs; absent in events. */
  report?: Record<string, unknown>;
  /** The rule behind `error`, as a word. */
  rule: string | null;
  /** What became of it. */
  status: 
    | "queued"
    | "leased"
    | "handled"
    | "awaiting_reply"
    | "replied"
    | "timed_out"
    | "accepted"
    | "refused"
    | "delivered"
    | "denied"
    | "expired"
    | "dead";
  /** Who it goes to. */
  toAgent: string;
}

/** Which messages an agent outside takes, and for how long. */
export interface MessageLeaseRequest {
  /** How long they are its own, in milliseconds. */
  leaseMs?: number;
  /** How many at the most. */
  limit?: number;
  /** How long to wait for one when there is none, in milliseconds. */
  waitMs?: number;
}

/** The messages that an agent outside got. */
export interface MessageLeaseResponse {
  /** The agent. */
  agentId: string;
  /** Its messages, in the order in which they are to be worked on. */
  messages: LeasedMessage[];
}

/** An answer to a message, in the name of its recipient. */
export interface MessageReplyRequest {
  /** What it says. */
  message: string;
  /** The same for programs. */
  report?: Record<string, unknown> | null;
}

/** One state of a message, and since when. */
export interface MessageStep {
  /** Since when, ISO 8601. */
  at: string;
  /** The state. */
  status: 
    | "queued"
    | "leased"
    | "handled"
    | "awaiting_reply"
    | "replied"
    | "timed_out"
    | "accepted"
    | "refused"
    | "delivered"
    | "denied"
    | "expired"
    | "dead";
}

/** A page of messages. */
export interface MessagesPage {
  messages: MessageItem[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** Something that would raise the score. */
export interface NextFix {
  /** How many points the score gains by it alone. */
  gain: number;
  /** The finding or the document. */
  id: string;
  /** Whether a finding is to be dealt with or a document to be finished. */
  kind: "finding" | "document";
  /** What the finding says, behind the title of its document, or what the document is called. */
  title: string;
}

/** A new node of the outline. */
export interface NodeCreateRequest {
  /** The document that tells it. */
  documentId?: string | null;
  /** What it stands for. */
  kind?: "act" | "chapter" | "scene" | "beat";
  /** The node it lies in. */
  parentId?: string | null;
  /** Its place among its siblings; after the last one when absent. */
  position?: number | null;
  /** The project it belongs to. */
  projectId: string;
  /** What it is called. */
  title: string;
}

/** What was asked for, in an envelope. */
export interface NodeListResponse {
  /** What was asked for. */
  data: NodesPage;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** What was asked for, in an envelope. */
export interface NodeResponse {
  /** What was asked for. */
  data: PlotNode;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** Changes to a node of the outline; absent fields leave it as it is. */
export interface NodeUpdateRequest {
  /** The document that tells it; null for none. */
  documentId?: string | null;
  /** What it stands for; null makes it a scene. */
  kind?: "act" | "chapter" | "scene" | "beat" | null;
  /** The node it lies in; null puts it at the top. */
  parentId?: string | null;
  /** Its place among its siblings; those behind it move on. */
  position?: number | null;
  /** What it is called. */
  title?: string | null;
}

/** A page of nodes. */
export interface NodesPage {
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  nodes: PlotNode[];
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** What a user was told. */
export interface Notification {
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** Its identifier. */
  id: string;
  /** In a sentence. */
  message: string;
  /** How much it matters. */
  priority: "low" | "normal" | "high" | "critical";
  /** Whether it was read. */
  read: boolean;
  /** In a few words. */
  title: string;
  /** What it is about, for the eye. */
  type: "success" | "error" | "warning" | "info";
}

/** A page of notifications. */
export interface NotificationsPage {
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  notifications: Notification[];
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** What came of reading everything. */
export interface NotificationsRead {
  /** How many were unread until now. */
  read: number;
}

/** A node of a story's outline. */
export interface PlotNode {
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** The document that tells it. */
  documentId: string | null;
  /** Its identifier. */
  id: string;
  /** What it stands for. */
  kind: "act" | "chapter" | "scene" | "beat";
  /** When it was last changed, ISO 8601. */
  modifiedAt: string;
  /** The node it lies in. */
  parentId: string | null;
  /** Its place among its siblings. */
  position: number;
  /** The project it belongs to. */
  projectId: string;
  /** What it is called. */
  title: string;
}

/** A promise to the reader. */
export interface PlotPromise {
  /** When it was entered, in milliseconds of Unix time. */
  createdAt: number;
  /** What is promised, and by which words. */
  description: string;
  /** The node of the outline where it is kept. */
  fulfilledAtNodeId: string | null;
  /** What that node is called; empty without one. */
  fulfilledAtNodeTitle: string;
  /** Its identifier. */
  id: string;
  /** The node of the outline where it is made. */
  madeAtNodeId: string | null;
  /** What that node is called; empty without one. */
  madeAtNodeTitle: string;
  /** When it was last changed, in milliseconds of Unix time. */
  modifiedAt: number;
  /** What its author notes about it. */
  notes: string;
  /** The plotline it belongs to. */
  plotlineId: string | null;
  /** What that plotline is called; empty without one. */
  plotlineTitle: string;
  /** The project it belongs to. */
  projectId: string;
  /** How much of the book rests on it. */
  promiseLevel: "core" | "major" | "minor" | "micro";
  /** What kind of promise it is. */
  promiseType: 
    | "plot"
    | "character"
    | "relationship"
    | "tone"
    | "genre"
    | "mystery"
    | "theme"
    | "world"
    | "foreshadowing"
    | "setup"
    | "prophecy"
    | "red_herring";
  /** How far it is. */
  status: 
    | "planned"
    | "made"
    | "progressing"
    | "partially_fulfilled"
    | "fulfilled"
    | "deferred"
    | "broken"
    | "abandoned";
  /** What it is called. */
  title: string;
}

/** A new plotline. */
export interface PlotlineCreateRequest {
  /** Whether it is shown folded. */
  collapsed?: boolean;
  /** A hex colour such as `#7a1f2b`; the next of a palette when absent. */
  color?: string;
  /** What it is about. */
  description?: string;
  /** What it is called. */
  name: string;
  /** Its place among the lanes; behind the last one when absent. */
  sortOrder?: number;
}

/** What was asked for, in an envelope. */
export interface PlotlineListResponse {
  /** What was asked for. */
  data: PlotlinesPage;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** What was asked for, in an envelope. */
export interface PlotlineResponse {
  /** What was asked for. */
  data: TimelinePlotline;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** Changes to a plotline; absent fields leave it as it is. */
export interface PlotlineUpdateRequest {
  /** Whether it is shown folded; null unfolds it. */
  collapsed?: boolean | null;
  /** A hex colour such as `#7a1f2b`; null takes the one of the palette for its place. */
  color?: string | null;
  /** What it is about; null empties it. */
  description?: string | null;
  /** What it is called. */
  name?: string | null;
  /** Its place among the lanes; null puts it behind the last one. */
  sortOrder?: number | null;
}

/** A page of plotlines. */
export interface PlotlinesPage {
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  plotlines: TimelinePlotline[];
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** How language models are asked on behalf of a project. */
export interface ProjectAgentConfig {
  /** The longest answer, in tokens. */
  maxTokens?: number | null;
  /** How many passages a search hands to the model. */
  searchResultsCount?: number | null;
  /** Sampling temperature, 0 to 2. */
  temperature?: number | null;
}

/** What was done in a project. */
export interface ProjectAnalytics {
  /** Days with at least one change. */
  activeDays: number;
  /** Messages to agents about it. */
  agentInteractions: number;
  /** Changes made, by user. */
  collaboratorActivity: Record<string, number>;
  /** How complete its documents are, in percent. */
  completionRate: number;
  /** Points of 100 for the last seven days. */
  productivityScore: number;
  /** Time worked on it, in minutes. */
  timeSpent: number;
  /** Changes saved over time. */
  trends: ProjectTrends;
}

/** A new project. */
export interface ProjectCreateRequest {
  /** The agents assigned to it. */
  activeAgents?: string[] | null;
  /** Prompts by agent id that replace the agents' own. */
  agentSystemPrompts?: Record<string, string> | null;
  /** The tone in which agents speak about this project. */
  aiPersonality?: string | null;
  /** The ids of users who work on it. */
  collaborators?: string[] | null;
  /** A hex colour such as `#7a1f2b`. */
  color?: string | null;
  /** What it is about. */
  description?: string | null;
  /** Where exports go; empty for the global default. */
  documentsDirectory?: string | null;
  /** The genres whose conventions apply. */
  genres?: 
    | Array<
      | "fantasy"
      | "science_fiction"
      | "mystery"
      | "thriller"
      | "crime"
      | "horror"
      | "romance"
      | "historical"
      | "literary"
      | "young_adult"
      | "adventure"
      | "comedy"
    >
    | null;
  /** An icon identifier. */
  icon?: string | null;
  /** The lore categories that lore search looks at. */
  knowledgeFilter?: string[] | null;
  /** The rules of the lore validator. */
  lorekeeperConfig?: LorekeeperProjectConfig | null;
  /** Whether the tabletop mechanics feature is on. */
  mechanicsEnabled?: boolean | null;
  /** What it is called. */
  name: string;
  /** What is being written, such as `novel` or `screenplay`. */
  projectType?: string | null;
  /** When the project counts as ready to publish. */
  publishingConfig?: PublishingReadinessConfig | null;
  /** Settings to merge key by key. */
  settings?: ProjectSettingsUpdate | null;
}

/** An export: every file of it. */
export interface ProjectExport {
  /** The files, the manifest first. */
  files: ExportFile[];
}

/** A folder that an export wrote. */
export interface ProjectImportRequest {
  /** The files, by their paths within the folder. */
  files: DocumentImportFile[];
}

/** Which integrations are on. */
export interface ProjectIntegrations {
  /** Analytics. */
  analytics: boolean;
  /** Reading and writing of foreign formats. */
  mime: boolean;
  /** Research discovery. */
  research: boolean;
}

/** Changes to which integrations are on. */
export interface ProjectIntegrationsUpdate {
  /** Analytics. */
  analytics?: boolean | null;
  /** Reading and writing of foreign formats. */
  mime?: boolean | null;
  /** Research discovery. */
  research?: boolean | null;
}

/** What the studio has learned from a project. */
export interface ProjectIntelligence {
  /** The agents assigned to it. */
  assignedAgents: string[];
  /** Context that agents keep; empty until one does. */
  contextData: Record<string, unknown>;
  /** What is known about it, counted. */
  knowledgeBase: ProjectKnowledgeBase;
  /** Patterns found in the way it is worked on. */
  learningPatterns: ProjectLearningPatterns;
}

/** A project with its settings and what happened in it. */
export interface ProjectItem {
  /** What was done in it. */
  analytics: ProjectAnalytics;
  /** The users who work on it. */
  collaborators: string[];
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** What it is about. */
  description: string;
  /** Its identifier. */
  id: string;
  /** What the studio has learned from it. */
  intelligence: ProjectIntelligence;
  /** Whether the tabletop mechanics feature is on. */
  mechanicsEnabled: boolean;
  /** When it was last changed, ISO 8601. */
  modifiedAt: string;
  /** What it is called. */
  name: string;
  /** The user it belongs to. */
  owner: string;
  /** How the studio treats it. */
  settings: ProjectSettings;
  /** How far along it is, as its owner says. */
  status: "active" | "paused" | "completed" | "archived";
  /** What is being written, such as `fiction`. */
  type: string;
}

/** What is known about a project, counted from its rows. */
export interface ProjectKnowledgeBase {
  /** Links between its records. */
  connections: number;
  /** Documents in it. */
  documents: number;
  /** Findings of agents. */
  insights: number;
}

/** Patterns found in the way a project is worked on; each is empty until one was found. */
export interface ProjectLearningPatterns {
  /** What they prefer. */
  contentPreferences: Record<string, unknown>;
  /** How its users work. */
  userBehavior: Record<string, unknown>;
  /** What would make their work easier. */
  workflowOptimizations: Record<string, unknown>;
}

/** A project's settings: those the contract names and, beside them, what clients keep there. */
export interface ProjectSettings {
  /** The agents assigned to the project; none assigned means all. */
  activeAgents: string[];
  /** How language models are asked. */
  agentConfig: ProjectAgentConfig | null;
  /** Prompts by lower-case agent id that replace the agents' own. */
  agentSystemPrompts: Record<string, string>;
  /** Whether agents may help at all. */
  aiAssistance: boolean;
  /** The tone in which agents speak about the project. */
  aiPersonality: string;
  /** Whether changes are saved by themselves. */
  autoSave: boolean;
  /** A hex colour. */
  color: string | null;
  /** Whether agents keep the context of earlier conversations. */
  contextPreservation: boolean;
  /** Where exports go; empty for the global default. */
  documentsDirectory: string;
  /** The genres whose conventions apply; empty means the universal voice only. */
  genres: Array<
    | "fantasy"
    | "science_fiction"
    | "mystery"
    | "thriller"
    | "crime"
    | "horror"
    | "romance"
    | "historical"
    | "literary"
    | "young_adult"
    | "adventure"
    | "comedy"
  >;
  /** An icon identifier. */
  icon: string | null;
  /** Which integrations are on. */
  integrations: ProjectIntegrations;
  /** The lore categories that lore search looks at. */
  knowledgeFilter: string[];
  /** The rules of the lore validator. */
  lorekeeper: LorekeeperProjectConfig | null;
  /** Whether notifications are made. */
  notifications: boolean;
  /** When the project counts as ready to publish. */
  publishing: PublishingReadinessConfig | null;
  /** Who may see the project; suggested are `private`, `shared` and `public`. */
  visibility: string;
  [name: string]: unknown;
}

/**
 * Changes to a project's settings, key by key. What stands under unknown keys is kept as it is;
 * null takes such a key away.
 */
export interface ProjectSettingsUpdate {
  /** The agents assigned to the project. */
  activeAgents?: string[] | null;
  /** How language models are asked. */
  agentConfig?: ProjectAgentConfig | null;
  /** Prompts by agent id that replace the agents' own. */
  agentSystemPrompts?: Record<string, string> | null;
  /** Whether agents may help at all. */
  aiAssistance?: boolean | null;
  /** The tone in which agents speak about the project. */
  aiPersonality?: string | null;
  /** Whether changes are saved by themselves. */
  autoSave?: boolean | null;
  /** A hex colour. */
  color?: string | null;
  /** Whether agents keep the context of earlier conversations. */
  contextPreservation?: boolean | null;
  /** Where exports go; empty for the global default. */
  documentsDirectory?: string | null;
  /** The genres whose conventions apply. */
  genres?: 
    | Array<
      | "fantasy"
      | "science_fiction"
      | "mystery"
      | "thriller"
      | "crime"
      | "horror"
      | "romance"
      | "historical"
      | "literary"
      | "young_adult"
      | "adventure"
      | "comedy"
    >
    | null;
  /** An icon identifier. */
  icon?: string | null;
  /** Which integrations are on. */
  integrations?: ProjectIntegrationsUpdate | null;
  /** The lore categories that lore search looks at. */
  knowledgeFilter?: string[] | null;
  /** The rules of the lore validator. */
  lorekeeper?: LorekeeperProjectConfig | null;
  /** Whether notifications are made. */
  notifications?: boolean | null;
  /** When the project counts as ready to publish. */
  publishing?: PublishingReadinessConfig | null;
  /** Who may see the project. */
  visibility?: string | null;
  [name: string]: unknown;
}

/** A project's new status. */
export interface ProjectStatusRequest {
  /** The status to take on, from any other. */
  status: "active" | "paused" | "completed" | "archived";
}

/** Changes saved over time, oldest first, the last number being the current span's. */
export interface ProjectTrends {
  /** The last 30 days. */
  daily: number[];
  /** The last 12 months of 30 days. */
  monthly: number[];
  /** The last 12 weeks. */
  weekly: number[];
}

/** Changes to a project. Absent fields leave it as it is; null clears what can be empty. */
export interface ProjectUpdateRequest {
  /** The agents assigned to it. */
  activeAgents?: string[] | null;
  /** Prompts by agent id that replace the agents' own. */
  agentSystemPrompts?: Record<string, string> | null;
  /** The tone in which agents speak about this project. */
  aiPersonality?: string | null;
  /** The ids of users who work on it. */
  collaborators?: string[] | null;
  /** A hex colour such as `#7a1f2b`. */
  color?: string | null;
  /** What it is about. */
  description?: string | null;
  /** Where exports go; empty for the global default. */
  documentsDirectory?: string | null;
  /** The genres whose conventions apply. */
  genres?: 
    | Array<
      | "fantasy"
      | "science_fiction"
      | "mystery"
      | "thriller"
      | "crime"
      | "horror"
      | "romance"
      | "historical"
      | "literary"
      | "young_adult"
      | "adventure"
      | "comedy"
    >
    | null;
  /** An icon identifier. */
  icon?: string | null;
  /** The lore categories that lore search looks at. */
  knowledgeFilter?: string[] | null;
  /** The rules of the lore validator. */
  lorekeeperConfig?: LorekeeperProjectConfig | null;
  /** Whether the tabletop mechanics feature is on. */
  mechanicsEnabled?: boolean | null;
  /** What it is called. */
  name?: string | null;
  /** What is being written, such as `novel` or `screenplay`. */
  projectType?: string | null;
  /** When the project counts as ready to publish. */
  publishingConfig?: PublishingReadinessConfig | null;
  /** Settings to merge key by key. */
  settings?: ProjectSettingsUpdate | null;
}

/** A page of projects. */
export interface ProjectsPage {
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  projects: ProjectItem[];
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** A new promise. */
export interface PromiseCreateRequest {
  /** What is promised, and by which words. */
  description?: string;
  /** The node of the outline where it is kept. */
  fulfilledAtNodeId?: string | null;
  /** The node of the outline where it is made. */
  madeAtNodeId?: string | null;
  /** What its author notes about it. */
  notes?: string;
  /** The plotline it belongs to. */
  plotlineId?: string | null;
  /** The project it belongs to. */
  projectId: string;
  /** How much of the book rests on it. */
  promiseLevel?: "core" | "major" | "minor" | "micro";
  /** What kind of promise it is. */
  promiseType?: 
    | "plot"
    | "character"
    | "relationship"
    | "tone"
    | "genre"
    | "mystery"
    | "theme"
    | "world"
    | "foreshadowing"
    | "setup"
    | "prophecy"
    | "red_herring";
  /** How far it is; a new promise may be in any state. */
  status?: 
    | "planned"
    | "made"
    | "progressing"
    | "partially_fulfilled"
    | "fulfilled"
    | "deferred"
    | "broken"
    | "abandoned";
  /** What it is called. */
  title: string;
}

/** Promises, newest first. */
export interface PromiseList {
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** The promises. */
  promises: PlotPromise[];
  /** How many there are on all pages, always counted. */
  total: number;
}

/** What was asked for, in an envelope. */
export interface PromiseListResponse {
  /** What was asked for. */
  data: PromiseList;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** What was asked for, in an envelope. */
export interface PromiseResponse {
  /** What was asked for. */
  data: PlotPromise;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** Changes to a promise; absent fields leave it as it is. */
export interface PromiseUpdateRequest {
  /** What is promised; null empties it. */
  description?: string | null;
  /** The node of the outline where it is kept; null for none. */
  fulfilledAtNodeId?: string | null;
  /** The node of the outline where it is made; null for none. */
  madeAtNodeId?: string | null;
  /** What its author notes about it, and the reason when it is abandoned; null empties it. */
  notes?: string | null;
  /** The plotline it belongs to; null for none. */
  plotlineId?: string | null;
  /** How much of the book rests on it; null makes it `major`. */
  promiseLevel?: "core" | "major" | "minor" | "micro" | null;
  /** What kind of promise it is; null makes it `plot`. */
  promiseType?: 
    | "plot"
    | "character"
    | "relationship"
    | "tone"
    | "genre"
    | "mystery"
    | "theme"
    | "world"
    | "foreshadowing"
    | "setup"
    | "prophecy"
    | "red_herring"
    | null;
  /** How far it is; null makes it `made`, where it may go there. */
  status?: 
    | "planned"
    | "made"
    | "progressing"
    | "partially_fulfilled"
    | "fulfilled"
    | "deferred"
    | "broken"
    | "abandoned"
    | null;
  /** What it is called. */
  title?: string | null;
}

/** What the journal of the hub shows. */
export interface ProtocolSummary {
  /** How many hand-offs were accepted, ever. */
  completedHandoffs: number;
  /** Whether the rules are kept. */
  complianceStatus: "compliant" | "degraded" | "violated";
  /** How many messages were refused, died, expired or waited for their answer in vain, ever. */
  failedCommunications: number;
  /** The types of messages. */
  messageTypes: string[];
  /** How many consultations wait for their answer. */
  pendingConsultations: number;
  /** How many agents are registered. */
  registeredAgents: number;
  /** The rules that messages the caller may see have broken. */
  violations: ProtocolViolation[];
}

/** A rule of the protocol that messages break. */
export interface ProtocolViolation {
  /** The messages that show it. */
  messageIds: string[];
  /** One sentence about the breach. */
  reason: string;
  /** The rule. */
  rule: string;
  /** The states up to the one that is not legal. */
  trace: string[];
}

/**
 * When a project counts as ready to publish; what is absent falls back to the system's defaults,
 * and the weights are normalised to a sum of 1 when they are used.
 */
export interface PublishingReadinessConfig {
  /** The score from which a project is ready, 0 to 100. */
  readyThreshold?: number | null;
  /** Weight of the share of finished edits, 0 to 1. */
  weightEditCompletion?: number | null;
  /** Weight of the lore checks, 0 to 1. */
  weightLorekeeper?: number | null;
  /** Weight of the models' health, 0 to 1. */
  weightMlHealth?: number | null;
  /** Weight of the prose measures, 0 to 1. */
  weightProseguard?: number | null;
}

/** Words of an author, and where they stand. */
export interface Quotation {
  /** The character behind the last. */
  end: number;
  /** The words as a reader sees them. */
  quote: string;
  /** The first character in the Markdown. */
  start: number;
}

/** How ready a project is to be published. */
export interface Readiness {
  /**
   * Whether the score is known and reaches the threshold, and there is a text, and none that is
   * still to be read.
   */
  isReady: boolean;
  /** What gains most, each by itself; nothing that gains nothing. */
  nextFixes: NextFix[];
  /** What the score is made of. */
  parts: ReadinessPart[];
  /** The project. */
  projectId: string;
  /** From 0 to 100; null while nothing of it is known. */
  score: number | null;
  /** Documents of the manuscript with words. */
  texts: number;
  /**
   * Those of them that checks of the prose and checks against the lore have read as they are now.
   */
  textsRead: number;
  /** The score from which the project is ready. */
  threshold: number;
}

/** A part of the score. */
export interface ReadinessPart {
  /** What it rests on. */
  basis: string;
  /** Which. */
  name: "proseguard" | "lorekeeper" | "mlHealth" | "editCompletion";
  /** From 0 to 100; null while unknown. */
  score: number | null;
  /**
   * What it counts for now, the weight of unknown parts shared among the known; together 1, or 0
   * while nothing is known.
   */
  share: number;
  /** The project's weight of it; all together are 1. */
  weight: number;
}

/** What can be searched in one collection. */
export interface ResearchCollection {
  /** The numbers in each vector. */
  dimensions: number;
  /** How many documents, entries or messages it has. */
  documents: number;
  /** What makes the vectors. */
  embedder: string;
  /** What it is called. */
  name: "documents" | "lore" | "notes" | "references" | "messages";
  /** How many passages these have. */
  passages: number;
}

/** What can be searched. */
export interface ResearchCollections {
  /** Every collection, whether or not it has anything. */
  collections: ResearchCollection[];
}

/** What a search is narrowed to. Keys that are not named here are kept and change nothing. */
export interface ResearchFilters {
  /** Of the lore, only entries about this; nothing else. */
  category?: 
    | "character"
    | "location"
    | "item"
    | "organisation"
    | "culture"
    | "species"
    | "religion"
    | "magic_system"
    | "technology"
    | "history"
    | "law"
    | "language"
    | "economy"
    | "event"
    | "concept"
    | "other"
    | null;
  /** Only these collections; empty or null for all. */
  collections?: Array<"documents" | "lore" | "notes" | "references" | "messages"> | null;
  /** Only passages of this document, entry or message. */
  documentId?: string | null;
  /** Of the documents, only those of this kind; nothing else. */
  kind?: "part" | "chapter" | "scene" | "note" | "reference" | null;
  /** How many results at the most. */
  limit?: number | null;
  /** Only passages at least as similar as this. */
  minSimilarity?: number | null;
  /** Only passages of this project; without it, of all the caller may see. */
  projectId?: string | null;
  [name: string]: unknown;
}

/** A search that was made. */
export interface ResearchQueryItem {
  /** Its identifier. */
  id: string;
  /** What was searched for. */
  query: string;
  /** How many results there are. */
  resultCount: number;
  /** What was found then, best first. */
  results: ResearchSearchResult[];
  /** When, in Unix seconds. */
  timestamp: number;
}

/** The view of the research: what was searched for, what was found, and where one can search. */
export interface ResearchResponse {
  /** The collections that have passages. */
  activeCollections: Array<"documents" | "lore" | "notes" | "references" | "messages">;
  /** The latest searches, newest first. */
  queries: ResearchQueryItem[];
  /** The different texts of the searches, newest first. */
  recentQueries: string[];
  /** All searches the caller keeps, newest first. */
  savedSearches: ResearchSavedSearch[];
  /** What the latest search found. */
  semanticResults: ResearchSemanticResult[];
  /** How many searches are shown. */
  totalQueries: number;
}

/** What is known of a passage that was found. */
export interface ResearchResultMetadata {
  /** What it is from. */
  collection: "documents" | "lore" | "notes" | "references" | "messages";
  /** What made the vectors. */
  embedder: string;
  /** The character behind its last. */
  end: number;
  /** The kind of the document, the category of the entry, the type of the message. */
  kind: string;
  /** `untrusted` for what comes from outside; absent for what the studio itself says. */
  label?: string | null;
  /** Which passage of it this is, from 0 on. */
  passage: number;
  /**
   * The place of the document among those it lies with; only of documents, notes and references.
   */
  position?: number | null;
  /** The project it belongs to; null for a message about none. */
  projectId: string | null;
  /** Its first character in what it is from. */
  start: number;
  /** The title of the document, the name of the entry, the sender of the message. */
  title: string;
  /** How well it fits by its words (BM25), from 0 on. */
  wordScore: number;
}

/** A search that a user keeps. */
export interface ResearchSavedSearch {
  /** When it was made, in Unix seconds. */
  createdAt: number;
  /** What it is narrowed to. */
  filters: Record<string, unknown>;
  /** Its identifier. */
  id: string;
  /** When it was last run, in Unix seconds; absent when it never was. */
  lastUsed?: number;
  /** What it is called. */
  name: string;
  /** What is searched for. */
  query: string;
}

/** A search to keep. */
export interface ResearchSavedSearchCreateRequest {
  /** What it is narrowed to. */
  filters?: ResearchFilters;
  /** What it is called. */
  name: string;
  /** What is searched for, in words. */
  query: string;
}

/** Changes to a saved search; absent fields leave it as it is. */
export interface ResearchSavedSearchUpdateRequest {
  /** What it is narrowed to, all of it; null is nothing. */
  filters?: ResearchFilters | null;
  /** What it is called. */
  name?: string | null;
  /** What is searched for, in words. */
  query?: string | null;
}

/** A search that was just made. */
export interface ResearchSearchAnswer {
  /** Its identifier. */
  id: string;
  /** What was searched for. */
  query: string;
  /** How many results there are. */
  resultCount: number;
  /** What was found then, best first. */
  results: ResearchSearchResult[];
  /** What was found, as vectors find it. */
  semanticResults: ResearchSemanticResult[];
  /** When, in Unix seconds. */
  timestamp: number;
}

/** A search. */
export interface ResearchSearchRequest {
  /** Only these collections; empty or null for all. */
  collections?: Array<"documents" | "lore" | "notes" | "references" | "messages"> | null;
  /** The same and more by their names; what stands beside it goes first. */
  filters?: ResearchFilters | null;
  /** How many results at the most; without it, what the project says, or 10. */
  limit?: number | null;
  /** Only passages at least as similar as this. */
  minSimilarity?: number | null;
  /** Only passages of this project; without it, of all the caller may see. */
  projectId?: string | null;
  /** What is searched for, in words. */
  query: string;
}

/** A passage that was found. */
export interface ResearchSearchResult {
  /** What it says. */
  content: string;
  /** The passage: what it is from, and which one of it. */
  id: string;
  /** What else is known of it. */
  metadata: ResearchResultMetadata;
  /** How like the question it is, 0 to 1. */
  similarity: number;
  /** When what it is from was last changed, in Unix seconds. */
  timestamp: number;
}

/** A passage that was found, as vectors find it. */
export interface ResearchSemanticResult {
  /** What it is from. */
  collection: "documents" | "lore" | "notes" | "references" | "messages";
  /** What the passage says. */
  document: string;
  /** The document, entry or message it is from. */
  documentId: string;
  /** What else is known of it. */
  metadata: ResearchResultMetadata;
  /** How like the question it is, 0 to 1. */
  similarity: number;
}

/** A page of revisions. */
export interface RevisionsPage {
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  revisions: DocumentRevision[];
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** A page of savedSearches. */
export interface SavedSearchesPage {
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  savedSearches: ResearchSavedSearch[];
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** A message to an agent. */
export interface SendMessageRequest {
  /** What it belongs to. */
  context?: MessageContextInfo | null;
  /** Who sends it. */
  fromAgent?: string;
  /** What it says. */
  message: string;
  /** What kind of exchange it opens. */
  messageType?: "direct" | "broadcast" | "consultation" | "handoff" | "collaboration";
  /** How urgent it is. */
  priority?: "low" | "normal" | "medium" | "high" | "critical" | "urgent";
  /** The agent it goes to. */
  toAgent: string;
}

/** What came of sending a message. */
export interface SendMessageResponse {
  /** The agent it was sent to. */
  agentId: string;
  /** The outcome as a sentence. */
  message: string;
  /** The delivery. */
  response: MessageDeliveryInfo;
  /** Whether it was delivered. */
  status: "success" | "failed";
}

/** An agent of a project. */
export interface StudioAgentInfo {
  /** What it can be asked for. */
  capabilities: string[];
  /** Its registry name. */
  id: string;
  /** What was measured of its work. */
  metrics: StudioAgentMetrics;
  /** Its display name. */
  name: string;
  /** What it is especially good at. */
  specializations: string[];
  /** Whether it is awake. */
  status: "available" | "offline";
  /** When it works. */
  type: "background" | "active" | "hybrid";
}

/** What was measured of an agent's work in a project. */
export interface StudioAgentMetrics {
  /** Those of them that failed for good. */
  failures: number;
  /** Its measured load, whatever it works for; null when unknown. */
  load: number | null;
  /** From asking to the answer, in milliseconds, on average; null while there was none. */
  meanResponseMs: number | null;
  /** Messages and sub-tasks about the project that came to an end. */
  messages: number;
  /** So long or less took 95 of 100 answers, within 5 percent; null while there was none. */
  p95ResponseMs: number | null;
}

/** The agents of the project you have open. */
export interface StudioAgentsResponse {
  /** Its agents: those assigned to it, in their order, or all that people are shown. */
  agents: StudioAgentInfo[];
  /** How many they are. */
  count: number;
  /** That all went well. */
  status: "success";
  /** The project. */
  studioId: string;
}

/** Something a swarm leaves behind. */
export interface SwarmArtefact {
  /** The text. */
  content: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** What kind of text it is, as a media type. */
  mediaType: string;
  /** Its name within the swarm, like that of a file. */
  name: string;
  /** The sub-task that made it. */
  subTask: string;
}

/**
 * What a swarm may cost. Tokens and money are what language models use; agents that need none use
 * none.
 */
export interface SwarmBudget {
  /** Money for language models, in US dollars. */
  cost?: number | null;
  /** Time from its making to its end, in milliseconds; a day when absent. */
  timeMs?: number | null;
  /** Tokens of language models. */
  tokens?: number | null;
}

/** A task for several agents. */
export interface SwarmCreateRequest {
  /** The only agents that may take part; absent, all that its type wants. */
  agents?: string[] | null;
  /** What it may cost. */
  budget?: SwarmBudget | null;
  /** What it works on, beyond its description. */
  input?: SwarmInput | null;
  /** Which of several swarms is worked on first. */
  priority?: "critical" | "high" | "normal" | "low";
  /** The project it works on; absent, the one you have open. */
  projectId?: string | null;
  /** What it is there for. */
  swarmType: 
    | "outline"
    | "draft"
    | "revision"
    | "consistency_sweep"
    | "reader_panel"
    | "debate"
    | "worldbuilding"
    | "research"
    | "conlang"
    | "publishing";
  /** What is to be done, in words. */
  taskDescription: string;
}

/** A swarm with all that belongs to it. */
export interface SwarmDetail {
  /** How many agents take part. */
  agentCount: number;
  /** What it leaves behind. */
  artefacts: SwarmArtefact[];
  /** What it may cost, as it was sent. */
  budget: Record<string, unknown> | null;
  /** Whether no more of it is wanted, and what is being worked on has a moment left to end. */
  cancelling: boolean;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** The swarm whose finished sub-tasks it goes on from. */
  derivedFrom: string | null;
  /** Why it failed. */
  error: string | null;
  /** What it found in texts, the gravest first; at most 1,000. */
  findings: Finding[];
  /** When it ended, ISO 8601. */
  finishedAt: string | null;
  /** What it was asked to work on, as it was sent. */
  input: Record<string, unknown> | null;
  /** Which of several swarms is worked on first. */
  priority: "critical" | "high" | "normal" | "low";
  /** Succeeded ÷ (all − skipped) sub-tasks; 1 only when it is completed. */
  progress: number;
  /** The project it works on. */
  projectId: string | null;
  /** When its first sub-task was begun, ISO 8601. */
  startedAt: string | null;
  /** How far it is. */
  status: "pending" | "active" | "completed" | "failed" | "cancelled";
  /** How many sub-tasks it has, and how many ended in which way. */
  subTaskCounts: SwarmSubTaskCounts;
  /** Its sub-tasks in the order of the plan. */
  subTasks: SwarmSubTask[];
  /** Its identifier. */
  swarmId: string;
  /** What it is there for. */
  swarmType: 
    | "outline"
    | "draft"
    | "revision"
    | "consistency_sweep"
    | "reader_panel"
    | "debate"
    | "worldbuilding"
    | "research"
    | "conlang"
    | "publishing";
  /** What is to be done. */
  taskDescription: string;
  /** How its sub-tasks lie to each other. */
  topology: "pipeline" | "fan_out" | "layers" | "turns";
  /** What it has cost. */
  usage: SwarmUsage;
}

/** What a swarm works on. Other members are kept and shown. */
export interface SwarmInput {
  /** What a sweep looks for; absent, everything. */
  checks?: Array<"prose" | "names" | "naming_patterns" | "prohibited_elements" | "dialogue"> | null;
  /** The documents; absent, every chapter, scene and part that has a text. */
  documentIds?: string[] | null;
  /** How often each side of a debate speaks. */
  rounds?: number | null;
  [name: string]: unknown;
}

/** All swarms that are not over, and the latest that are. */
export interface SwarmListResponse {
  /** Those that are executed or wait, by priority, then by the time they were made. */
  activeSwarms: SwarmResponse[];
  /** Those that were completed or failed, the latest first; at most 10. */
  completedSwarms: SwarmResponse[];
  /** How many are shown. */
  totalCount: number;
}

/** A swarm, as lists and events show it. */
export interface SwarmResponse {
  /** How many agents take part. */
  agentCount: number;
  /** Whether no more of it is wanted, and what is being worked on has a moment left to end. */
  cancelling: boolean;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** The swarm whose finished sub-tasks it goes on from. */
  derivedFrom: string | null;
  /** Why it failed. */
  error: string | null;
  /** When it ended, ISO 8601. */
  finishedAt: string | null;
  /** Which of several swarms is worked on first. */
  priority: "critical" | "high" | "normal" | "low";
  /** Succeeded ÷ (all − skipped) sub-tasks; 1 only when it is completed. */
  progress: number;
  /** The project it works on. */
  projectId: string | null;
  /** When its first sub-task was begun, ISO 8601. */
  startedAt: string | null;
  /** How far it is. */
  status: "pending" | "active" | "completed" | "failed" | "cancelled";
  /** How many sub-tasks it has, and how many ended in which way. */
  subTaskCounts: SwarmSubTaskCounts;
  /** Its identifier. */
  swarmId: string;
  /** What it is there for. */
  swarmType: 
    | "outline"
    | "draft"
    | "revision"
    | "consistency_sweep"
    | "reader_panel"
    | "debate"
    | "worldbuilding"
    | "research"
    | "conlang"
    | "publishing";
  /** What is to be done. */
  taskDescription: string;
}

/** A sub-task. */
export interface SwarmSubTask {
  /** Who does it. */
  agent: string;
  /** How often it was begun. */
  attempt: number;
  /** Why it failed or was skipped, or what went wrong the last time. */
  error: string | null;
  /** When it ended, ISO 8601. */
  finishedAt: string | null;
  /** Its name within the swarm. */
  key: string;
  /** What it is to do: an agent is asked, documents are checked, or results put together. */
  kind: "ask" | "check" | "synthesis";
  /** What came of it; null while nothing has. */
  result: SwarmSubTaskResult | null;
  /** Whether it was done in the swarm this one goes on from. */
  reused: boolean;
  /** When it was first begun, ISO 8601. */
  startedAt: string | null;
  /** How far it is. */
  state: "blocked" | "ready" | "leased" | "succeeded" | "failed" | "skipped" | "cancelled";
  /** What it is about. */
  title: string;
  /** The process that is at it, or has done it, by its name among those on one database. */
  worker: string | null;
}

/** How many sub-tasks a swarm has, and how many ended in which way. */
export interface SwarmSubTaskCounts {
  /** Those nobody wanted any more. */
  cancelled: number;
  /** Those that could not. */
  failed: number;
  /** Those that had nothing to add, or nothing to work with. */
  skipped: number;
  /** Those that did what they were there for. */
  succeeded: number;
  /** All of them. */
  total: number;
}

/** What came of a sub-task. */
export interface SwarmSubTaskResult {
  /** For programs; null where nothing was measured. */
  report: Record<string, unknown> | null;
  /** For people. */
  text: string;
}

/** What a swarm has cost. */
export interface SwarmUsage {
  /** How often a sub-task was begun. */
  attempts: number;
  /** Time agents worked on it, all of them together, in milliseconds. */
  busyMs: number;
  /** Money for language models, in US dollars. */
  cost: number;
  /** Calls of language models. */
  modelCalls: number;
  /** Tokens of language models. */
  tokens: number;
}

/** All swarms in figures. */
export interface SystemOverviewResponse {
  /** Swarms that are not over. */
  activeCount: number;
  /** `healthy`, or `degraded` when something waits, is silent or died that should not. */
  healthStatus: "unknown" | "healthy" | "degraded";
  /**
   * How many swarms there ever were: `total`, how many ended in which way, `completionRate`, and
   * the same `byType`.
   */
  historicalStatistics: Record<string, unknown>;
  /**
   * How the work goes: `oldestWaitMs`, `expiredLeases`, `deadLetters` of the last hour,
   * `meanDurationMs` of completed swarms.
   */
  performanceSummary: Record<string, unknown>;
  /** How many swarms of each type are not over. */
  swarmTypesDistribution: Record<string, number>;
  /**
   * What there is to work with, and what it is at: `agents`, `awakeAgents`, `readySubTasks`,
   * `leasedSubTasks`.
   */
  totalResources: Record<string, unknown>;
}

/** Whose a task is. */
export interface TaskOwnership {
  /** The hand-off that made it theirs. */
  messageId: string;
  /** The agent it was handed to last. */
  owner: string;
  /** Since when it is theirs, ISO 8601. */
  since: string;
  /** The task, as the hand-off named it. */
  taskId: string;
  /** How often it was handed on. */
  version: number;
}

/** A notification to try things out with. */
export interface TestNotificationRequest {
  /** In a sentence. */
  message?: string;
  /** How much it matters. */
  priority?: "low" | "normal" | "high" | "critical";
  /** In a few words. */
  title?: string;
  /** What it is about, for the eye. */
  type?: "success" | "error" | "warning" | "info";
}

/** What came of a notification to try things out with. */
export interface TestNotificationResponse {
  /** Why it was not made; empty when it was. */
  error: string;
  /** The id of the notification that was made. */
  eventId: string;
  /** The outcome as a sentence. */
  message: string;
  /** Whether it was made. */
  success: boolean;
}

/** A timeline, without what is on it. */
export interface Timeline {
  /** How its dates are read. */
  calendar: TimelineCalendar;
  /** When it was made, in milliseconds since 1970. */
  createdAt: number;
  /** What it is for. */
  description: string;
  /** Its identifier. */
  id: string;
  /** When it was last changed, in milliseconds since 1970. */
  modifiedAt: number;
  /** What it is called. */
  name: string;
  /** The project it belongs to. */
  projectId: string;
}

/** A calendar, as the wire shows it. */
export interface TimelineCalendar {
  /** How many days each year has, in a `year_day` calendar. */
  daysPerYear?: number;
  /** What kind of calendar it is. */
  kind: "gregorian" | "year_day";
}

/** A timeline's calendar. */
export interface TimelineCalendarRequest {
  /** How many days each year has, in a `year_day` calendar; 365 when absent. */
  daysPerYear?: number;
  /** What kind of calendar it is. */
  kind?: "gregorian" | "year_day";
}

/** A new timeline. */
export interface TimelineCreateRequest {
  /** How its dates are read; the Gregorian calendar when absent. */
  calendar?: TimelineCalendarRequest;
  /** What it is for. */
  description?: string;
  /** What it is called. */
  name: string;
  /** The project it belongs to. */
  projectId: string;
}

/** An event of a timeline. */
export interface TimelineEvent {
  /** What it is in the story. */
  category: 
    | "plot"
    | "turning_point"
    | "climax"
    | "resolution"
    | "character"
    | "relationship"
    | "conflict"
    | "revelation"
    | "foreshadowing"
    | "backstory"
    | "world"
    | "political"
    | "travel"
    | "birth"
    | "death"
    | "other";
  /** When it was made, in milliseconds since 1970. */
  createdAt: number;
  /** When it happens, as readers see it. */
  dateDisplay: string;
  /** When it happens, as it is sorted, in milliseconds; absent when its date cannot be read. */
  dateSortKey?: number;
  /** What happens. */
  description: string;
  /** Its identifier. */
  id: string;
  /** How much it matters. */
  importance: "critical" | "major" | "minor" | "background";
  /** What it is linked to. */
  links: EventLink[];
  /** The lore entries it is linked to. */
  loreLinks: EventLoreLink[];
  /** When it was last changed, in milliseconds since 1970. */
  modifiedAt: number;
  /** The plotlines it is on. */
  plotlineIds: string[];
  /** Its order among events of the same date. */
  sortOrder: number;
  /** Words it is found by. */
  tags: string[];
  /** The timeline it is on. */
  timelineId: string;
  /** What it is called. */
  title: string;
}

/** What was asked for, in an envelope. */
export interface TimelineListResponse {
  /** What was asked for. */
  data: TimelinesPage;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** A lane of a timeline. */
export interface TimelinePlotline {
  /** Whether it is shown folded. */
  collapsed: boolean;
  /** A hex colour such as `#7a1f2b`. */
  color: string;
  /** When it was made, in milliseconds since 1970. */
  createdAt: number;
  /** What it is about. */
  description: string;
  /** Its identifier. */
  id: string;
  /** When it was last changed, in milliseconds since 1970. */
  modifiedAt: number;
  /** What it is called. */
  name: string;
  /** Its place among the lanes. */
  sortOrder: number;
  /** The timeline it belongs to. */
  timelineId: string;
}

/** What was asked for, in an envelope. */
export interface TimelineResponse {
  /** What was asked for. */
  data: Timeline;
  /** That all is well; an error has no envelope. */
  status: "success";
}

/** Changes to a timeline; absent fields leave it as it is. */
export interface TimelineUpdateRequest {
  /**
   * How its dates are read, replaced whole; null makes it the Gregorian calendar. Sort keys that
   * were read from dates are read again.
   */
  calendar?: TimelineCalendarRequest | null;
  /** What it is for; null empties it. */
  description?: string | null;
  /** What it is called. */
  name?: string | null;
}

/** A page of timelines. */
export interface TimelinesPage {
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  timelines: Timeline[];
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
}

/** One rule that a request breaks. */
export interface ValidationError {
  /** The parameters of the rule. */
  ctx?: Record<string, unknown>;
  /** The value, shortened when it is long. */
  input?: unknown;
  /** The way to the value, beginning with `body` or `query`. */
  loc: Array<string | number>;
  /** What is wrong, for people. */
  msg: string;
  /** The rule, for programs, such as `missing` or `string_type`. */
  type: string;
}

/** How the hub keeps to its protocol. */
export interface ValidationProtocolsResponse {
  /** Always `success`. */
  status: "success";
  /** When it was made, ISO 8601. */
  timestamp: string;
  /** The summary of the hub. */
  validationData: ProtocolSummary;
}

/** A new word of a lexicon. */
export interface WordCreateRequest {
  /** Where it comes from. */
  etymology?: string;
  /** How it is written. */
  form: string;
  /** How it is pronounced. */
  ipa?: string;
  /** What it means. */
  meaning?: string;
  /** What else is to be known of it. */
  notes?: string;
  /** Its part of speech, in a word of your choice. */
  partOfSpeech?: string;
  /** What it is to be found under; kept trimmed, and each once. */
  tags?: string[];
}

/** What the wire shows of a word. */
export interface WordItem {
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** Where it comes from. */
  etymology: string;
  /** How it is written. */
  form: string;
  /** Its identifier. */
  id: string;
  /** How it is pronounced. */
  ipa: string;
  /** The language it belongs to. */
  languageId: string;
  /** What it means. */
  meaning: string;
  /** When it was last changed, ISO 8601. */
  modifiedAt: string;
  /** What else is to be known of it. */
  notes: string;
  /** Its part of speech; empty when it has none. */
  partOfSpeech: string;
  /** What it is found under. */
  tags: string[];
}

/** Changes to a word; absent fields leave it as it is, null empties all but the form. */
export interface WordUpdateRequest {
  /** Where it comes from. */
  etymology?: string | null;
  /** How it is written. */
  form?: string | null;
  /** How it is pronounced. */
  ipa?: string | null;
  /** What it means. */
  meaning?: string | null;
  /** What else is to be known of it. */
  notes?: string | null;
  /** Its part of speech, in a word of your choice. */
  partOfSpeech?: string | null;
  /** What it is to be found under; kept trimmed, and each once. */
  tags?: string[] | null;
}

/** A page of words. */
export interface WordsPage {
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** How many there are on all pages; null when they are too many to count. */
  total: number | null;
  words: WordItem[];
}

/** What each operation takes and answers, by its method and path. */
export interface Operations {
  /** Take messages of an agent that runs outside */
  "POST /api/agent-communication/agents/{agent_id}/lease": {
    path: { agent_id: string };
    body: MessageLeaseRequest;
    answer: MessageLeaseResponse;
  };
  /** The messages you may see, newest first */
  "GET /api/agent-communication/messages": {
    query?: {
      /** Only those this agent sent or got. */
      agent?: string;
      /** Only those of this conversation. */
      conversationId?: string;
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
      /** Only those in this state. */
      status?: 
        | "queued"
        | "leased"
        | "handled"
        | "awaiting_reply"
        | "replied"
        | "timed_out"
        | "accepted"
        | "refused"
        | "delivered"
        | "denied"
        | "expired"
        | "dead";
    };
    answer: MessagesPage;
  };
  /** Send a message to an agent */
  "POST /api/agent-communication/messages/send": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: SendMessageRequest;
    answer: SendMessageResponse;
  };
  /** A message with its states so far */
  "GET /api/agent-communication/messages/{message_id}": {
    path: { message_id: string };
    answer: MessageItem;
  };
  /** End a leased message, together with its reply */
  "POST /api/agent-communication/messages/{message_id}/acknowledge": {
    path: { message_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: MessageAcknowledgeRequest;
    answer: MessageItem;
  };
  /** Have more time for a leased message */
  "POST /api/agent-communication/messages/{message_id}/extend": {
    path: { message_id: string };
    body: MessageExtendRequest;
    answer: MessageExtendResponse;
  };
  /** Put a dead message back into its mailbox */
  "POST /api/agent-communication/messages/{message_id}/replay": {
    path: { message_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    answer: MessageItem;
  };
  /** Answer a message in the name of its recipient */
  "POST /api/agent-communication/messages/{message_id}/reply": {
    path: { message_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: MessageReplyRequest;
    answer: SendMessageResponse;
  };
  /** The agents of the project you have open, with what was measured of their work */
  "GET /api/agent-communication/studio/agents": {
    answer: StudioAgentsResponse;
  };
  /** Whose a task is that was handed on */
  "GET /api/agent-communication/tasks/{task_id}": {
    path: { task_id: string };
    answer: TaskOwnership;
  };
  /** How the hub keeps to its protocol */
  "GET /api/agent-communication/validation/protocols": {
    answer: ValidationProtocolsResponse;
  };
  /** All agents, in the order of the registry */
  "GET /api/agents": {
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
    };
    answer: AgentsPage;
  };
  /** Add an agent of your own */
  "POST /api/agents": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: AgentCreateRequest;
    answer: Agent;
  };
  /** An agent's detail record */
  "GET /api/agents/architecture/agent/{agent_id}": {
    path: { agent_id: string };
    answer: AgentDetail;
  };
  /** Every agent with its measured load, and whom to ask for what */
  "GET /api/agents/capabilities": {
    answer: AgentCapabilities;
  };
  /** Have several agents do a task */
  "POST /api/agents/swarm": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: SwarmCreateRequest;
    answer: SwarmResponse;
  };
  /** The swarms that are not over, and the latest that are */
  "GET /api/agents/swarm/list": {
    answer: SwarmListResponse;
  };
  /** All swarms in figures */
  "GET /api/agents/swarm/system/overview": {
    answer: SystemOverviewResponse;
  };
  /** A swarm with its sub-tasks, artefacts and findings */
  "GET /api/agents/swarm/{swarm_id}": {
    path: { swarm_id: string };
    answer: SwarmDetail;
  };
  /** Want no more of a swarm */
  "POST /api/agents/swarm/{swarm_id}/cancel": {
    path: { swarm_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    answer: SwarmResponse;
  };
  /** Go on from a swarm that failed or was cancelled, in a new one */
  "POST /api/agents/swarm/{swarm_id}/retry": {
    path: { swarm_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    answer: SwarmResponse;
  };
  /** What becomes of a swarm, as server-sent events, until it is over */
  "GET /api/agents/swarm/{swarm_id}/stream": {
    path: { swarm_id: string };
    query?: {
      /** As the header Last-Event-ID, for callers that cannot send it. */
      lastEventId?: string;
    };
    headers?: {
      /**
       * The id of the last event that was heard; the stream goes on behind it. An event `reset`
       * says that what lies between is no longer kept.
       */
      "Last-Event-ID"?: string;
    };
    /** text/event-stream */
    answer: Response;
  };
  /** Remove an agent of your own; what lies in its mailbox is dead */
  "DELETE /api/agents/{agent_id}": {
    path: { agent_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    answer: undefined;
  };
  /** An agent with its system prompt */
  "GET /api/agents/{agent_id}": {
    path: { agent_id: string };
    answer: Agent;
  };
  /** Change what the body names */
  "PUT /api/agents/{agent_id}": {
    path: { agent_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: AgentUpdateRequest;
    answer: Agent;
  };
  /** Whose messages an agent takes */
  "GET /api/agents/{agent_id}/authority": {
    path: { agent_id: string };
    answer: AgentAuthority;
  };
  /** Set whose messages an agent takes */
  "PUT /api/agents/{agent_id}/authority": {
    path: { agent_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: AuthorityRequest;
    answer: AgentAuthority;
  };
  /** Say that an agent which runs outside is there */
  "POST /api/agents/{agent_id}/heartbeat": {
    path: { agent_id: string };
    answer: AgentActivity;
  };
  /** Put an agent to sleep; its messages wait */
  "POST /api/agents/{agent_id}/sleep": {
    path: { agent_id: string };
    answer: AgentActivity;
  };
  /** Wake an agent */
  "POST /api/agents/{agent_id}/wake": {
    path: { agent_id: string };
    answer: AgentActivity;
  };
  /** Delete a grammar rule */
  "DELETE /api/creative/conlang/grammar-rules/{rule_id}": {
    path: { rule_id: string };
    answer: undefined;
  };
  /** A grammar rule */
  "GET /api/creative/conlang/grammar-rules/{rule_id}": {
    path: { rule_id: string };
    answer: GrammarRuleResponse;
  };
  /** Change what the body names */
  "PUT /api/creative/conlang/grammar-rules/{rule_id}": {
    path: { rule_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: GrammarRuleUpdate;
    answer: GrammarRuleResponse;
  };
  /** The languages of a project, or all you may see, newest first */
  "GET /api/creative/conlang/languages": {
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
      /** Only those of this project. */
      projectId?: string;
    };
    answer: LanguagesPage;
  };
  /** Make a language */
  "POST /api/creative/conlang/languages": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: LanguageCreateRequest;
    answer: LanguageItem;
  };
  /** Delete a language with its rules and words */
  "DELETE /api/creative/conlang/languages/{language_id}": {
    path: { language_id: string };
    answer: undefined;
  };
  /** A language */
  "GET /api/creative/conlang/languages/{language_id}": {
    path: { language_id: string };
    answer: LanguageItem;
  };
  /** Change what the body names */
  "PUT /api/creative/conlang/languages/{language_id}": {
    path: { language_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: LanguageUpdateRequest;
    answer: LanguageItem;
  };
  /** A language's grammar rules in their order */
  "GET /api/creative/conlang/languages/{language_id}/grammar-rules": {
    path: { language_id: string };
    query?: {
      /** Only those of this part of the grammar. */
      category?: 
        | "phonology"
        | "phonotactics"
        | "prosody"
        | "orthography"
        | "morphophonology"
        | "morphology"
        | "inflection"
        | "derivation"
        | "syntax"
        | "agreement"
        | "semantics"
        | "pragmatics"
        | "discourse"
        | "lexicon"
        | "sound_change"
        | "other";
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
    };
    answer: GrammarRulesPage;
  };
  /** Make a grammar rule */
  "POST /api/creative/conlang/languages/{language_id}/grammar-rules": {
    path: { language_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: GrammarRuleCreateRequest;
    answer: GrammarRuleResponse;
  };
  /** The words of a lexicon by their forms */
  "GET /api/creative/conlang/languages/{language_id}/lexicon": {
    path: { language_id: string };
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
      /** Only those of this part of speech. */
      partOfSpeech?: string;
      /** Only those whose form, meaning or tags have this in them, whatever its case. */
      q?: string;
    };
    answer: WordsPage;
  };
  /** Make a word */
  "POST /api/creative/conlang/languages/{language_id}/lexicon": {
    path: { language_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: WordCreateRequest;
    answer: WordItem;
  };
  /** A whole lexicon as a table of CSV */
  "GET /api/creative/conlang/languages/{language_id}/lexicon/export": {
    path: { language_id: string };
    /** text/csv */
    answer: string;
  };
  /** Take a table of CSV into a lexicon, as a whole */
  "POST /api/creative/conlang/languages/{language_id}/lexicon/import": {
    path: { language_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    /** text/csv */
    body: string;
    answer: LexiconImportResponse;
  };
  /** Delete a word */
  "DELETE /api/creative/conlang/words/{word_id}": {
    path: { word_id: string };
    answer: undefined;
  };
  /** A word */
  "GET /api/creative/conlang/words/{word_id}": {
    path: { word_id: string };
    answer: WordItem;
  };
  /** Change what the body names */
  "PUT /api/creative/conlang/words/{word_id}": {
    path: { word_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: WordUpdateRequest;
    answer: WordItem;
  };
  /** The nodes of a project's outline in the order of reading */
  "GET /api/creative/plot/nodes": {
    query: {
      /** Where the page before ended. */
      cursor?: string;
      /** Only those of this kind. */
      kind?: "act" | "chapter" | "scene" | "beat";
      /** How many to answer at the most. */
      limit?: number;
      /** Only those that lie directly in this node; `root` for the top. */
      parentId?: string;
      /** The project whose outline it is. */
      projectId: string;
    };
    answer: NodeListResponse;
  };
  /** Put a node into an outline */
  "POST /api/creative/plot/nodes": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: NodeCreateRequest;
    answer: NodeResponse;
  };
  /** Take a node out of its outline, for good; what lies in it takes its place */
  "DELETE /api/creative/plot/nodes/{node_id}": {
    path: { node_id: string };
    answer: undefined;
  };
  /** A node of an outline */
  "GET /api/creative/plot/nodes/{node_id}": {
    path: { node_id: string };
    answer: NodeResponse;
  };
  /** Change what the body names */
  "PUT /api/creative/plot/nodes/{node_id}": {
    path: { node_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: NodeUpdateRequest;
    answer: NodeResponse;
  };
  /** The promises of a project, or of all you may see, newest first */
  "GET /api/creative/plot/promises": {
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most; without it, all up to 1,000. */
      limit?: number;
      /** Only those of this plotline. */
      plotlineId?: string;
      /** Only those of this project; without it, those of all projects you may see. */
      projectId?: string;
      /** Only those of this level. */
      promiseLevel?: "core" | "major" | "minor" | "micro";
      /** Only those of this kind. */
      promiseType?: 
        | "plot"
        | "character"
        | "relationship"
        | "tone"
        | "genre"
        | "mystery"
        | "theme"
        | "world"
        | "foreshadowing"
        | "setup"
        | "prophecy"
        | "red_herring";
      /** Only those with this text in title, description or notes, whatever its case. */
      q?: string;
      /** Only those in this state. */
      status?: 
        | "planned"
        | "made"
        | "progressing"
        | "partially_fulfilled"
        | "fulfilled"
        | "deferred"
        | "broken"
        | "abandoned";
    };
    answer: PromiseListResponse;
  };
  /** Enter a promise */
  "POST /api/creative/plot/promises": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: PromiseCreateRequest;
    answer: PromiseResponse;
  };
  /** Forget a promise, for good */
  "DELETE /api/creative/plot/promises/{promise_id}": {
    path: { promise_id: string };
    answer: undefined;
  };
  /** A promise */
  "GET /api/creative/plot/promises/{promise_id}": {
    path: { promise_id: string };
    answer: PromiseResponse;
  };
  /** Change what the body names */
  "PUT /api/creative/plot/promises/{promise_id}": {
    path: { promise_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: PromiseUpdateRequest;
    answer: PromiseResponse;
  };
  /** Timelines of a project, or of all you may see, newest first */
  "GET /api/creative/timelines": {
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
      /** Only those of this project; those of all projects you may see when absent. */
      projectId?: string;
    };
    answer: TimelineListResponse;
  };
  /** Make a timeline */
  "POST /api/creative/timelines": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: TimelineCreateRequest;
    answer: TimelineResponse;
  };
  /** Remove a timeline with all that is on it */
  "DELETE /api/creative/timelines/{timeline_id}": {
    path: { timeline_id: string };
    answer: undefined;
  };
  /** A timeline, without what is on it */
  "GET /api/creative/timelines/{timeline_id}": {
    path: { timeline_id: string };
    answer: TimelineResponse;
  };
  /** Change what the body names */
  "PUT /api/creative/timelines/{timeline_id}": {
    path: { timeline_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: TimelineUpdateRequest;
    answer: TimelineResponse;
  };
  /** A timeline's events in their order */
  "GET /api/creative/timelines/{timeline_id}/events": {
    path: { timeline_id: string };
    query?: {
      /** Only those of this category. */
      category?: 
        | "plot"
        | "turning_point"
        | "climax"
        | "resolution"
        | "character"
        | "relationship"
        | "conflict"
        | "revelation"
        | "foreshadowing"
        | "backstory"
        | "world"
        | "political"
        | "travel"
        | "birth"
        | "death"
        | "other";
      /** Where the page before ended. */
      cursor?: string;
      /** Only those linked to this character, place, document or other record. */
      entityId?: string;
      /** Only those with this sort key or a greater one. */
      from?: number;
      /** Only those that matter so much. */
      importance?: "critical" | "major" | "minor" | "background";
      /** How many to answer at the most. */
      limit?: number;
      /** Only those on this plotline. */
      plotlineId?: string;
      /** Only those with this sort key or a lesser one. */
      to?: number;
    };
    answer: EventListResponse;
  };
  /** Make an event */
  "POST /api/creative/timelines/{timeline_id}/events": {
    path: { timeline_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: EventCreateRequest;
    answer: EventResponse;
  };
  /** Remove an event */
  "DELETE /api/creative/timelines/{timeline_id}/events/{event_id}": {
    path: { timeline_id: string; event_id: string };
    answer: undefined;
  };
  /** An event with what it is tied to */
  "GET /api/creative/timelines/{timeline_id}/events/{event_id}": {
    path: { timeline_id: string; event_id: string };
    answer: EventResponse;
  };
  /** Change what the body names */
  "PUT /api/creative/timelines/{timeline_id}/events/{event_id}": {
    path: { timeline_id: string; event_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: EventUpdateRequest;
    answer: EventResponse;
  };
  /** Link an event to a record of its project */
  "POST /api/creative/timelines/{timeline_id}/events/{event_id}/links": {
    path: { timeline_id: string; event_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: EventLinkCreateRequest;
    answer: EventLinkResponse;
  };
  /** Remove a link */
  "DELETE /api/creative/timelines/{timeline_id}/events/{event_id}/links/{link_id}": {
    path: { timeline_id: string; event_id: string; link_id: string };
    answer: undefined;
  };
  /** Link an event to a lore entry */
  "POST /api/creative/timelines/{timeline_id}/events/{event_id}/lore-links": {
    path: { timeline_id: string; event_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: EventLoreLinkCreateRequest;
    answer: EventLoreLinkResponse;
  };
  /** Remove a link to a lore entry */
  "DELETE /api/creative/timelines/{timeline_id}/events/{event_id}/lore-links/{link_id}": {
    path: { timeline_id: string; event_id: string; link_id: string };
    answer: undefined;
  };
  /** A timeline's plotlines by their places */
  "GET /api/creative/timelines/{timeline_id}/plotlines": {
    path: { timeline_id: string };
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
    };
    answer: PlotlineListResponse;
  };
  /** Make a plotline */
  "POST /api/creative/timelines/{timeline_id}/plotlines": {
    path: { timeline_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: PlotlineCreateRequest;
    answer: PlotlineResponse;
  };
  /** Remove a plotline; its events stay */
  "DELETE /api/creative/timelines/{timeline_id}/plotlines/{plotline_id}": {
    path: { timeline_id: string; plotline_id: string };
    answer: undefined;
  };
  /** Change what the body names */
  "PUT /api/creative/timelines/{timeline_id}/plotlines/{plotline_id}": {
    path: { timeline_id: string; plotline_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: PlotlineUpdateRequest;
    answer: PlotlineResponse;
  };
  /** What can be searched */
  "GET /api/discovery/research/collections": {
    query?: {
      /** Only passages of this project; without it, of all the caller may see. */
      projectId?: string;
    };
    answer: ResearchCollections;
  };
  /** Your latest searches and what they found, the searches you keep, and where you can search */
  "GET /api/discovery/research/queries": {
    answer: ResearchResponse;
  };
  /** The searches you keep, newest first */
  "GET /api/discovery/research/saved-searches": {
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
    };
    answer: SavedSearchesPage;
  };
  /** Keep a search */
  "POST /api/discovery/research/saved-searches": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: ResearchSavedSearchCreateRequest;
    answer: ResearchSavedSearch;
  };
  /** Forget a search you kept */
  "DELETE /api/discovery/research/saved-searches/{saved_search_id}": {
    path: { saved_search_id: string };
    answer: undefined;
  };
  /** Change what the body names */
  "PUT /api/discovery/research/saved-searches/{saved_search_id}": {
    path: { saved_search_id: string };
    body: ResearchSavedSearchUpdateRequest;
    answer: ResearchSavedSearch;
  };
  /** Run a search you keep */
  "POST /api/discovery/research/saved-searches/{saved_search_id}/run": {
    path: { saved_search_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    answer: ResearchSearchAnswer;
  };
  /** Search the texts you may see */
  "POST /api/discovery/research/search": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: ResearchSearchRequest;
    answer: ResearchSearchAnswer;
  };
  /** What happens, as server-sent events; resumes after Last-Event-ID */
  "GET /api/events": {
    query?: {
      /** As the header Last-Event-ID, for callers that cannot send it. */
      lastEventId?: string;
    };
    headers?: {
      /**
       * The id of the last event that was heard; the stream goes on behind it. An event `reset`
       * says that what lies between is no longer kept.
       */
      "Last-Event-ID"?: string;
    };
    /** text/event-stream */
    answer: Response;
  };
  /** What you were told, newest first */
  "GET /api/notifications": {
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
      /** `true`: only those that were not read; `false`: only those that were. */
      unread?: boolean;
    };
    answer: NotificationsPage;
  };
  /** Say that you have read everything */
  "POST /api/notifications/read-all": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    answer: NotificationsRead;
  };
  /** Tell yourself something, to try things out; not there in production */
  "POST /api/notifications/test": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: TestNotificationRequest;
    answer: TestNotificationResponse;
  };
  /** Say that you have read a notification */
  "POST /api/notifications/{notification_id}/read": {
    path: { notification_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    answer: Notification;
  };
  /** The projects you may see, newest first */
  "GET /api/projects": {
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
      /** Only projects of this status. */
      status?: "active" | "paused" | "completed" | "archived";
    };
    answer: ProjectsPage;
  };
  /** Make a project */
  "POST /api/projects": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: ProjectCreateRequest;
    answer: ProjectItem;
  };
  /** Have no project open */
  "DELETE /api/projects/active": {
    answer: undefined;
  };
  /** The project you have open */
  "GET /api/projects/active": {
    answer: ProjectItem;
  };
  /** Take the folder of an export in as a project */
  "POST /api/projects/import": {
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: ProjectImportRequest;
    answer: ImportedProject;
  };
  /** Put a project into the bin, for 30 days */
  "DELETE /api/projects/{project_id}": {
    path: { project_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    answer: undefined;
  };
  /** A project */
  "GET /api/projects/{project_id}": {
    path: { project_id: string };
    answer: ProjectItem;
  };
  /** Change what the body names */
  "PUT /api/projects/{project_id}": {
    path: { project_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: ProjectUpdateRequest;
    answer: ProjectItem;
  };
  /** Open a project */
  "POST /api/projects/{project_id}/activate": {
    path: { project_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    answer: ProjectItem;
  };
  /** Read documents now, and keep what is found */
  "POST /api/projects/{project_id}/analyses": {
    path: { project_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: AnalysisRequest;
    answer: Analysis;
  };
  /** Archive a project */
  "POST /api/projects/{project_id}/archive": {
    path: { project_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    answer: ProjectItem;
  };
  /** A project's documents in the order of reading, without their texts */
  "GET /api/projects/{project_id}/documents": {
    path: { project_id: string };
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** Only those of this kind. */
      kind?: "part" | "chapter" | "scene" | "note" | "reference";
      /** How many to answer at the most. */
      limit?: number;
      /** Only those that lie directly in this document; `root` for the top. */
      parentId?: string;
      /** Only those in this phase. */
      status?: "outline" | "draft" | "revise" | "line_edit" | "proof" | "done";
    };
    answer: DocumentsPage;
  };
  /** Make a document */
  "POST /api/projects/{project_id}/documents": {
    path: { project_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: DocumentCreateRequest;
    answer: DocumentItem;
  };
  /** Take a folder of Markdown files in, as a job */
  "POST /api/projects/{project_id}/documents/import": {
    path: { project_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: DocumentImportRequest;
    answer: ImportItem;
  };
  /** Put a document into the bin, for 30 days */
  "DELETE /api/projects/{project_id}/documents/{document_id}": {
    path: { project_id: string; document_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    answer: undefined;
  };
  /** A document with its text */
  "GET /api/projects/{project_id}/documents/{document_id}": {
    path: { project_id: string; document_id: string };
    answer: DocumentItem;
  };
  /** Change what the body names */
  "PUT /api/projects/{project_id}/documents/{document_id}": {
    path: { project_id: string; document_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: DocumentUpdateRequest;
    answer: DocumentItem;
  };
  /** Take a document out of the bin */
  "POST /api/projects/{project_id}/documents/{document_id}/restore": {
    path: { project_id: string; document_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    answer: DocumentItem;
  };
  /** A document's earlier texts, newest first */
  "GET /api/projects/{project_id}/documents/{document_id}/revisions": {
    path: { project_id: string; document_id: string };
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
    };
    answer: RevisionsPage;
  };
  /** An earlier text of a document */
  "GET /api/projects/{project_id}/documents/{document_id}/revisions/{version}": {
    path: { project_id: string; document_id: string; version: string };
    answer: DocumentRevision;
  };
  /** All of a project, as the files of a folder */
  "GET /api/projects/{project_id}/export": {
    path: { project_id: string };
    query?: {
      /** Whether the earlier texts of documents are part of it. */
      revisions?: boolean;
    };
    answer: ProjectExport;
  };
  /** What was found in a project, the weightiest first */
  "GET /api/projects/{project_id}/findings": {
    path: { project_id: string };
    query?: {
      /** Only those of this check. */
      check?: "prose" | "names" | "naming_patterns" | "prohibited_elements" | "dialogue";
      /** Where the page before ended. */
      cursor?: string;
      /** Only those in this document. */
      documentId?: string;
      /** How many to answer at the most. */
      limit?: number;
      /** Only those of this weight. */
      severity?: "critical" | "high" | "medium" | "low" | "info";
      /** Only those in this state. */
      state?: "open" | "accepted" | "dismissed" | "waived" | "stale";
      /** Only those that this swarm found, whoever found them first. */
      swarmId?: string;
    };
    answer: FindingsPage;
  };
  /** A finding */
  "GET /api/projects/{project_id}/findings/{finding_id}": {
    path: { project_id: string; finding_id: string };
    answer: Finding;
  };
  /** Say what becomes of a finding */
  "PUT /api/projects/{project_id}/findings/{finding_id}": {
    path: { project_id: string; finding_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: FindingUpdateRequest;
    answer: Finding;
  };
  /** An import and how far it is */
  "GET /api/projects/{project_id}/imports/{import_id}": {
    path: { project_id: string; import_id: string };
    answer: ImportItem;
  };
  /** A project's lore by name, without its texts */
  "GET /api/projects/{project_id}/lore": {
    path: { project_id: string };
    query?: {
      /** Only those about this. */
      category?: 
        | "character"
        | "location"
        | "item"
        | "organisation"
        | "culture"
        | "species"
        | "religion"
        | "magic_system"
        | "technology"
        | "history"
        | "law"
        | "language"
        | "economy"
        | "event"
        | "concept"
        | "other";
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
      /** Only those whose name begins so; capitals do not matter. */
      prefix?: string;
      /**
       * Only those with this somewhere in their name or in one of their aliases; capitals do not
       * matter.
       */
      q?: string;
    };
    answer: EntriesPage;
  };
  /** Make an entry of the lore */
  "POST /api/projects/{project_id}/lore": {
    path: { project_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
    };
    body: LoreCreateRequest;
    answer: LoreItem;
  };
  /** How many entries there are of each category */
  "GET /api/projects/{project_id}/lore/categories": {
    path: { project_id: string };
    answer: LoreCategories;
  };
  /** Remove an entry of the lore, and what relates to it */
  "DELETE /api/projects/{project_id}/lore/{entry_id}": {
    path: { project_id: string; entry_id: string };
    answer: undefined;
  };
  /** An entry of the lore with its text */
  "GET /api/projects/{project_id}/lore/{entry_id}": {
    path: { project_id: string; entry_id: string };
    answer: LoreItem;
  };
  /** Change what the body names */
  "PUT /api/projects/{project_id}/lore/{entry_id}": {
    path: { project_id: string; entry_id: string };
    headers?: {
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: LoreUpdateRequest;
    answer: LoreItem;
  };
  /** The documents that name an entry, by position */
  "GET /api/projects/{project_id}/lore/{entry_id}/mentions": {
    path: { project_id: string; entry_id: string };
    query?: {
      /** Where the page before ended. */
      cursor?: string;
      /** How many to answer at the most. */
      limit?: number;
    };
    answer: MentionsPage;
  };
  /** How far a project is from being published, and what gains most */
  "GET /api/projects/{project_id}/readiness": {
    path: { project_id: string };
    answer: Readiness;
  };
  /** Take a project out of the bin or the archive */
  "POST /api/projects/{project_id}/restore": {
    path: { project_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    answer: ProjectItem;
  };
  /** Give a project another status */
  "POST /api/projects/{project_id}/status": {
    path: { project_id: string };
    headers?: {
      /**
       * A key of the caller's choice: the same request with the same key does nothing again and
       * gets the first answer; another request with it is a 409. Kept for 24 hours.
       */
      "Idempotency-Key"?: string;
      /**
       * The ETag of the caller's copy: where that is not the current one, nothing changes and the
       * answer is a 412.
       */
      "If-Match"?: string;
    };
    body: ProjectStatusRequest;
    answer: ProjectItem;
  };
  /** Whether the process runs */
  "GET /health/live": {
    answer: HealthLive;
  };
  /** Whether the service can do its work, part by part */
  "GET /health/ready": {
    answer: HealthReady;
  };
  /** The service in numbers, for Prometheus */
  "GET /metrics": {
    /** text/plain */
    answer: string;
  };
  /** This document */
  "GET /openapi.json": {
    answer: Record<string, unknown>;
  };
}
