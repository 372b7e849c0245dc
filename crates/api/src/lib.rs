//! The HTTP layer: every route of the interface is one line here; what a handler does is in the file
//! of its module. No SQL, no rules, no model.

pub mod openapi;
pub mod server;

mod answer;
mod auth;
mod body;
mod caller;
mod failure;
mod fallback;
mod path;
mod query;
mod rates;
mod route;
mod stream;
mod ttl_cell;

mod agents;
mod docs;
mod documents;
mod exports;
mod findings;
mod front;
mod health;
mod imports;
mod languages;
mod lore;
mod messages;
mod metrics;
mod nodes;
mod notifications;
mod projects;
mod promises;
mod readiness;
mod research;
mod swarms;
mod timelines;

use std::sync::Arc;

use axum::Router;
use engine::Studio;

pub use auth::Access;
use metrics::Counted;
pub use route::Route;
use route::{IDEMPOTENCY_KEY, IF_MATCH, LAST_EVENT_ID, delete, get, post, put};
use ttl_cell::TtlCell;

/// What handlers share; clones are handles on the same.
#[derive(Clone)]
pub struct App(Arc<Inside>);

struct Inside {
    shared: Shared,
    large_bodies: tokio::sync::Semaphore,
    export_permits: Arc<tokio::sync::Semaphore>,
    rates: rates::RateLimits,
    probe: TtlCell<health::Probed>,
    stored_metrics: TtlCell<Option<Arc<metrics::Stored>>>,
    requests: metrics::Requests,
    connections: server::Connections,
}

/// What an [`App`] is made of.
pub struct Shared {
    /// All that is running.
    pub studio: Studio,
    /// Who may come in.
    pub access: Access,
    /// Whether the routes for trying things out are there.
    pub is_development: bool,
    /// Bounds on what comes in.
    pub limits: server::Limits,
    /// Notified when the service stops, so that streams can end.
    pub stop: engine::wakers::Stop,
}

impl App {
    /// What handlers share.
    pub fn new(shared: Shared) -> Self {
        let large_bodies = tokio::sync::Semaphore::new(body::LARGE_BODIES_MAX);
        let export_permits = Arc::new(tokio::sync::Semaphore::new(exports::AT_ONCE_MAX));
        let rates = rates::RateLimits::new(&shared.limits, shared.studio.clock.clone());
        let connections = server::Connections::new(&shared.limits);
        Self(Arc::new(Inside {
            shared,
            large_bodies,
            export_permits,
            rates,
            probe: TtlCell::default(),
            stored_metrics: TtlCell::default(),
            requests: metrics::Requests::new(),
            connections,
        }))
    }

    /// The places of the large bodies that are read at once.
    pub(crate) fn large_bodies(&self) -> &tokio::sync::Semaphore {
        &self.0.large_bodies
    }

    /// The places of the projects that leave or come in at once.
    pub(crate) fn export_permits(&self) -> &Arc<tokio::sync::Semaphore> {
        &self.0.export_permits
    }

    /// How fast the bearer of each token may ask.
    pub(crate) fn rates(&self) -> &rates::RateLimits {
        &self.0.rates
    }

    /// The latest probe of the database.
    pub(crate) fn probe(&self) -> &TtlCell<health::Probed> {
        &self.0.probe
    }

    /// The metrics that come from rows, as they were last read.
    pub(crate) fn stored_metrics(&self) -> &TtlCell<Option<Arc<metrics::Stored>>> {
        &self.0.stored_metrics
    }

    /// The metrics of requests.
    pub(crate) fn requests(&self) -> &metrics::Requests {
        &self.0.requests
    }

    /// The connections that are open.
    pub(crate) fn connections(&self) -> &server::Connections {
        &self.0.connections
    }
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0.shared
    }
}

/// Every route.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    vec![
        get("/", front::page).says("Where to go from here, for a person with a browser").sends("text/html"),
        get("/health/live", health::live).says("Whether the process runs").answers::<health::Live>(),
        get("/health/ready", health::ready).says("Whether the service can do its work, part by part").answers::<health::Ready>().even_with(&[503]),
        get("/metrics", metrics::page).says("The service in numbers, for Prometheus").sends("text/plain"),
        get("/openapi.json", openapi::document).says("This document").sends("application/json"),
        get("/docs", docs::page).says("The interface as a page to read and to try out").sends("text/html").may(&[304]),
        get("/docs/{file}", docs::file).says("A script or style of that page").sends("text/javascript").or_sends("text/css").may(&[304, 404, 406]),

        get("/api/projects", projects::list).says("The projects you may see, newest first").asks::<domain::projects::ProjectQuery>().lists::<projects::ProjectItem>("projects"),
        post("/api/projects", projects::create).says("Make a project").takes::<domain::projects::ProjectCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<projects::ProjectItem>(),
        get("/api/projects/active", projects::active).says("The project you have open").answers::<projects::ProjectItem>().may(&[404]),
        post("/api/projects/import", exports::import).says("Take the folder of an export in as a project").takes::<domain::exports::ProjectImport>().hears(&[IDEMPOTENCY_KEY]).answers::<exports::ImportedProject>().may(&[400, 409]),
        delete("/api/projects/active", projects::deactivate).says("Have no project open"),
        get("/api/projects/{project_id}", projects::get).says("A project").answers::<projects::ProjectItem>().may(&[404]),
        put("/api/projects/{project_id}", projects::update).says("Change what the body names").takes::<domain::projects::ProjectUpdate>().hears(&[IF_MATCH]).answers::<projects::ProjectItem>().may(&[404]),
        delete("/api/projects/{project_id}", projects::trash).says("Put a project into the bin, for 30 days").hears(&[IF_MATCH]).may(&[404]),
        get("/api/projects/{project_id}/export", exports::export).says("All of a project, as the files of a folder").asks::<domain::exports::ExportQuery>().answers::<exports::Export>().may(&[404]),
        post("/api/projects/{project_id}/restore", projects::restore).says("Take a project out of the bin or the archive").hears(&[IDEMPOTENCY_KEY, IF_MATCH]).answers::<projects::ProjectItem>().may(&[404]),
        post("/api/projects/{project_id}/archive", projects::archive).says("Archive a project").hears(&[IDEMPOTENCY_KEY, IF_MATCH]).answers::<projects::ProjectItem>().may(&[404]),
        post("/api/projects/{project_id}/status", projects::set_status).says("Give a project another status").takes::<domain::projects::StatusUpdate>().hears(&[IDEMPOTENCY_KEY, IF_MATCH]).answers::<projects::ProjectItem>().may(&[404]),
        post("/api/projects/{project_id}/activate", projects::activate).says("Open a project").hears(&[IDEMPOTENCY_KEY]).answers::<projects::ProjectItem>().may(&[404, 409]),

        get("/api/projects/{project_id}/documents", documents::list).says("A project's documents in the order of reading, without their texts").asks::<domain::documents::DocumentQuery>().lists::<documents::DocumentItem>("documents").may(&[404]),
        post("/api/projects/{project_id}/documents", documents::create).says("Make a document").takes::<domain::documents::DocumentCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<documents::DocumentItem>().may(&[404, 409]),
        post("/api/projects/{project_id}/documents/import", imports::begin).says("Take a folder of Markdown files in, as a job").takes::<domain::imports::ImportCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<imports::ImportItem>().may(&[404, 409]),
        get("/api/projects/{project_id}/documents/{document_id}", documents::get).says("A document with its text").answers::<documents::DocumentItem>().may(&[404]),
        put("/api/projects/{project_id}/documents/{document_id}", documents::update).says("Change what the body names").takes::<domain::documents::DocumentUpdate>().hears(&[IF_MATCH]).answers::<documents::DocumentItem>().may(&[404, 409]),
        delete("/api/projects/{project_id}/documents/{document_id}", documents::trash).says("Put a document into the bin, for 30 days").hears(&[IF_MATCH]).may(&[404]),
        post("/api/projects/{project_id}/documents/{document_id}/restore", documents::restore).says("Take a document out of the bin").hears(&[IDEMPOTENCY_KEY, IF_MATCH]).answers::<documents::DocumentItem>().may(&[404]),
        get("/api/projects/{project_id}/documents/{document_id}/revisions", documents::revisions).says("A document's earlier texts, newest first").asks::<domain::page::PageQuery>().lists::<documents::Revision>("revisions").may(&[404]),
        get("/api/projects/{project_id}/documents/{document_id}/revisions/{version}", documents::get_revision).says("An earlier text of a document").answers::<documents::Revision>().may(&[404]),
        get("/api/projects/{project_id}/imports/{import_id}", imports::get).says("An import and how far it is").answers::<imports::ImportItem>().may(&[404]),

        get("/api/creative/timelines", timelines::list).says("Timelines of a project, or of all you may see, newest first").asks::<domain::timelines::TimelineQuery>().lists::<timelines::TimelineItem>("timelines").in_envelope("TimelineListResponse").may(&[404]),
        post("/api/creative/timelines", timelines::create).says("Make a timeline").takes::<domain::timelines::TimelineCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<timelines::TimelineItem>().in_envelope("TimelineResponse").may(&[404]),
        get("/api/creative/timelines/{timeline_id}", timelines::get).says("A timeline, without what is on it").answers::<timelines::TimelineItem>().in_envelope("TimelineResponse").may(&[404]),
        put("/api/creative/timelines/{timeline_id}", timelines::update).says("Change what the body names").takes::<domain::timelines::TimelineUpdate>().hears(&[IF_MATCH]).answers::<timelines::TimelineItem>().in_envelope("TimelineResponse").may(&[404, 409]),
        delete("/api/creative/timelines/{timeline_id}", timelines::delete).says("Remove a timeline with all that is on it").may(&[404]),
        get("/api/creative/timelines/{timeline_id}/events", timelines::events::list).says("A timeline's events in their order").asks::<domain::timelines::event::EventQuery>().lists::<timelines::EventItem>("events").in_envelope("EventListResponse").may(&[404]),
        post("/api/creative/timelines/{timeline_id}/events", timelines::events::create).says("Make an event").takes::<domain::timelines::event::EventCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<timelines::EventItem>().in_envelope("EventResponse").may(&[404]),
        get("/api/creative/timelines/{timeline_id}/events/{event_id}", timelines::events::get).says("An event with what it is tied to").answers::<timelines::EventItem>().in_envelope("EventResponse").may(&[404]),
        put("/api/creative/timelines/{timeline_id}/events/{event_id}", timelines::events::update).says("Change what the body names").takes::<domain::timelines::event::EventUpdate>().hears(&[IF_MATCH]).answers::<timelines::EventItem>().in_envelope("EventResponse").may(&[404]),
        delete("/api/creative/timelines/{timeline_id}/events/{event_id}", timelines::events::delete).says("Remove an event").may(&[404]),
        post("/api/creative/timelines/{timeline_id}/events/{event_id}/links", timelines::links::create).says("Link an event to a record of its project").takes::<domain::timelines::link::LinkCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<timelines::LinkItem>().in_envelope("EventLinkResponse").may(&[404, 409]),
        delete("/api/creative/timelines/{timeline_id}/events/{event_id}/links/{link_id}", timelines::links::delete).says("Remove a link").may(&[404]),
        post("/api/creative/timelines/{timeline_id}/events/{event_id}/lore-links", timelines::links::create_lore).says("Link an event to a lore entry").takes::<domain::timelines::link::LoreLinkCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<timelines::LoreLinkItem>().in_envelope("EventLoreLinkResponse").may(&[404, 409]),
        delete("/api/creative/timelines/{timeline_id}/events/{event_id}/lore-links/{link_id}", timelines::links::delete_lore).says("Remove a link to a lore entry").may(&[404]),
        get("/api/creative/timelines/{timeline_id}/plotlines", timelines::plotlines::list).says("A timeline's plotlines by their places").asks::<domain::timelines::plotline::PlotlineQuery>().lists::<timelines::PlotlineItem>("plotlines").in_envelope("PlotlineListResponse").may(&[404]),
        post("/api/creative/timelines/{timeline_id}/plotlines", timelines::plotlines::create).says("Make a plotline").takes::<domain::timelines::plotline::PlotlineCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<timelines::PlotlineItem>().in_envelope("PlotlineResponse").may(&[404]),
        put("/api/creative/timelines/{timeline_id}/plotlines/{plotline_id}", timelines::plotlines::update).says("Change what the body names").takes::<domain::timelines::plotline::PlotlineUpdate>().hears(&[IF_MATCH]).answers::<timelines::PlotlineItem>().in_envelope("PlotlineResponse").may(&[404]),
        delete("/api/creative/timelines/{timeline_id}/plotlines/{plotline_id}", timelines::plotlines::delete).says("Remove a plotline; its events stay").may(&[404]),
        get("/api/creative/plot/promises", promises::list).says("The promises of a project, or of all you may see, newest first").asks::<domain::promises::PromiseQuery>().answers::<promises::PromiseList>().in_envelope("PromiseListResponse").may(&[404]),
        post("/api/creative/plot/promises", promises::create).says("Enter a promise").takes::<domain::promises::PromiseCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<promises::PlotPromise>().in_envelope("PromiseResponse").may(&[404]),
        get("/api/creative/plot/promises/{promise_id}", promises::get).says("A promise").answers::<promises::PlotPromise>().in_envelope("PromiseResponse").may(&[404]),
        put("/api/creative/plot/promises/{promise_id}", promises::update).says("Change what the body names").takes::<domain::promises::PromiseUpdate>().hears(&[IF_MATCH]).answers::<promises::PlotPromise>().in_envelope("PromiseResponse").may(&[404, 409]),
        delete("/api/creative/plot/promises/{promise_id}", promises::delete).says("Forget a promise, for good").may(&[404]),
        get("/api/creative/plot/nodes", nodes::list).says("The nodes of a project's outline in the order of reading").asks::<domain::nodes::NodeQuery>().lists::<nodes::NodeItem>("nodes").in_envelope("NodeListResponse").may(&[404]),
        post("/api/creative/plot/nodes", nodes::create).says("Put a node into an outline").takes::<domain::nodes::NodeCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<nodes::NodeItem>().in_envelope("NodeResponse").may(&[404, 409]),
        get("/api/creative/plot/nodes/{node_id}", nodes::get).says("A node of an outline").answers::<nodes::NodeItem>().in_envelope("NodeResponse").may(&[404]),
        put("/api/creative/plot/nodes/{node_id}", nodes::update).says("Change what the body names").takes::<domain::nodes::NodeUpdate>().hears(&[IF_MATCH]).answers::<nodes::NodeItem>().in_envelope("NodeResponse").may(&[404, 409]),
        delete("/api/creative/plot/nodes/{node_id}", nodes::delete).says("Take a node out of its outline, for good; what lies in it takes its place").may(&[404]),
        get("/api/creative/conlang/languages", languages::list).says("The languages of a project, or all you may see, newest first").asks::<domain::languages::LanguageQuery>().lists::<languages::LanguageItem>("languages").may(&[404]),
        post("/api/creative/conlang/languages", languages::create).says("Make a language").takes::<domain::languages::LanguageCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<languages::LanguageItem>().may(&[404]),
        get("/api/creative/conlang/languages/{language_id}", languages::get).says("A language").answers::<languages::LanguageItem>().may(&[404]),
        put("/api/creative/conlang/languages/{language_id}", languages::update).says("Change what the body names").takes::<domain::languages::LanguageUpdate>().hears(&[IF_MATCH]).answers::<languages::LanguageItem>().may(&[404]),
        delete("/api/creative/conlang/languages/{language_id}", languages::delete).says("Delete a language with its rules and words").may(&[404]),
        get("/api/creative/conlang/languages/{language_id}/grammar-rules", languages::rules::list).says("A language's grammar rules in their order").asks::<domain::languages::rules::RuleQuery>().lists::<languages::rules::GrammarRuleResponse>("grammarRules").may(&[404]),
        post("/api/creative/conlang/languages/{language_id}/grammar-rules", languages::rules::create).says("Make a grammar rule").takes::<domain::languages::rules::RuleCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<languages::rules::GrammarRuleResponse>().may(&[404]),
        get("/api/creative/conlang/grammar-rules/{rule_id}", languages::rules::get).says("A grammar rule").answers::<languages::rules::GrammarRuleResponse>().may(&[404]),
        put("/api/creative/conlang/grammar-rules/{rule_id}", languages::rules::update).says("Change what the body names").takes::<domain::languages::rules::RuleUpdate>().hears(&[IF_MATCH]).answers::<languages::rules::GrammarRuleResponse>().may(&[404]),
        delete("/api/creative/conlang/grammar-rules/{rule_id}", languages::rules::delete).says("Delete a grammar rule").may(&[404]),
        get("/api/creative/conlang/languages/{language_id}/lexicon", languages::words::list).says("The words of a lexicon by their forms").asks::<domain::languages::words::WordQuery>().lists::<languages::words::WordItem>("words").may(&[404]),
        post("/api/creative/conlang/languages/{language_id}/lexicon", languages::words::create).says("Make a word").takes::<domain::languages::words::WordCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<languages::words::WordItem>().may(&[404, 409]),
        get("/api/creative/conlang/languages/{language_id}/lexicon/export", languages::words::export).says("A whole lexicon as a table of CSV").sends(body::CSV).may(&[404]),
        post("/api/creative/conlang/languages/{language_id}/lexicon/import", languages::words::import).says("Take a table of CSV into a lexicon, as a whole").takes_text(body::CSV).hears(&[IDEMPOTENCY_KEY]).answers::<languages::words::LexiconImportResponse>().may(&[404, 409]),
        get("/api/creative/conlang/words/{word_id}", languages::words::get).says("A word").answers::<languages::words::WordItem>().may(&[404]),
        put("/api/creative/conlang/words/{word_id}", languages::words::update).says("Change what the body names").takes::<domain::languages::words::WordUpdate>().hears(&[IF_MATCH]).answers::<languages::words::WordItem>().may(&[404, 409]),
        delete("/api/creative/conlang/words/{word_id}", languages::words::delete).says("Delete a word").may(&[404]),
        get("/api/projects/{project_id}/lore", lore::list).says("A project's lore by name, without its texts").asks::<domain::lore::LoreQuery>().lists::<lore::LoreItem>("entries").may(&[404]),
        post("/api/projects/{project_id}/lore", lore::create).says("Make an entry of the lore").takes::<domain::lore::LoreCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<lore::LoreItem>().may(&[404, 409]),
        get("/api/projects/{project_id}/lore/categories", lore::categories).says("How many entries there are of each category").answers::<lore::LoreCategories>().may(&[404]),
        get("/api/projects/{project_id}/lore/{entry_id}", lore::get).says("An entry of the lore with its text").answers::<lore::LoreItem>().may(&[404]),
        put("/api/projects/{project_id}/lore/{entry_id}", lore::update).says("Change what the body names").takes::<domain::lore::LoreUpdate>().hears(&[IF_MATCH]).answers::<lore::LoreItem>().may(&[404]),
        delete("/api/projects/{project_id}/lore/{entry_id}", lore::delete).says("Remove an entry of the lore, and what relates to it").may(&[404]),
        get("/api/projects/{project_id}/lore/{entry_id}/mentions", lore::mentions).says("The documents that name an entry, by position").asks::<domain::page::PageQuery>().lists::<lore::LoreMention>("mentions").may(&[404]),
        get("/api/projects/{project_id}/readiness", readiness::get).says("How far a project is from being published, and what gains most").answers::<readiness::Readiness>().may(&[404]),
        post("/api/projects/{project_id}/analyses", findings::analyse).says("Read documents now, and keep what is found").takes::<domain::findings::analysis::AnalysisCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<findings::AnalysisItem>().may(&[400, 404]),
        get("/api/projects/{project_id}/findings", findings::list).says("What was found in a project, the weightiest first").asks::<domain::findings::FindingQuery>().lists::<findings::FindingItem>("findings").may(&[404]),
        get("/api/projects/{project_id}/findings/{finding_id}", findings::get).says("A finding").answers::<findings::FindingItem>().may(&[404]),
        put("/api/projects/{project_id}/findings/{finding_id}", findings::update).says("Say what becomes of a finding").takes::<domain::findings::FindingUpdate>().hears(&[IF_MATCH]).answers::<findings::FindingItem>().may(&[404, 409]),

        get("/api/agents/capabilities", agents::capabilities).says("Every agent with its measured load, and whom to ask for what").answers::<agents::AgentCapabilities<'static>>().may(&[503]),
        get("/api/agents/architecture/agent/{agent_id}", agents::detail).says("An agent's detail record").answers::<agents::AgentDetail>().may(&[404]),
        get("/api/agents", agents::list).says("All agents, in the order of the registry").asks::<domain::page::PageQuery>().lists::<agents::AgentItem>("agents"),
        post("/api/agents", agents::create).says("Add an agent of your own").takes::<domain::agents::AgentCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<agents::AgentItem>().may(&[409]),
        get("/api/agents/{agent_id}", agents::get).says("An agent with its system prompt").answers::<agents::AgentItem>().may(&[404]),
        put("/api/agents/{agent_id}", agents::update).says("Change what the body names").takes::<domain::agents::AgentUpdate>().hears(&[IF_MATCH]).answers::<agents::AgentItem>().may(&[404, 409]),
        delete("/api/agents/{agent_id}", agents::remove).says("Remove an agent of your own; what lies in its mailbox is dead").hears(&[IF_MATCH]).may(&[404, 409]),
        get("/api/agents/{agent_id}/authority", agents::authority).says("Whose messages an agent takes").answers::<agents::AgentAuthority>().may(&[404]),
        put("/api/agents/{agent_id}/authority", agents::set_authority).says("Set whose messages an agent takes").takes::<domain::agents::Authority>().hears(&[IF_MATCH]).answers::<agents::AgentAuthority>().may(&[404]),
        get("/api/agent-communication/studio/agents", agents::of_active_project).says("The agents of the project you have open, with what was measured of their work").answers::<agents::StudioAgents>().may(&[503]),
        post("/api/agents/{agent_id}/wake", agents::wake).says("Wake an agent").hears(&[IDEMPOTENCY_KEY]).answers::<agents::AgentActivity>().may(&[404]),
        post("/api/agents/{agent_id}/sleep", agents::sleep).says("Put an agent to sleep; its messages wait").hears(&[IDEMPOTENCY_KEY]).answers::<agents::AgentActivity>().may(&[404]),
        post("/api/agents/{agent_id}/heartbeat", agents::heartbeat).says("Say that an agent which runs outside is there").hears(&[IDEMPOTENCY_KEY]).answers::<agents::AgentActivity>().may(&[404, 409]),

        post("/api/agents/swarm", swarms::create).says("Have several agents do a task").takes::<domain::swarms::SwarmCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<swarms::SwarmItem>().may(&[400, 404]),
        get("/api/agents/swarm/list", swarms::list).says("The swarms that are not over, and the latest that are").answers::<swarms::SwarmList>().may(&[503]),
        get("/api/agents/swarm/system/overview", swarms::overview).says("All swarms in figures").answers::<swarms::Overview>(),
        get("/api/agents/swarm/{swarm_id}", swarms::get).says("A swarm with its sub-tasks, artefacts and findings").answers::<swarms::SwarmDetail<'_>>().may(&[404]),
        post("/api/agents/swarm/{swarm_id}/cancel", swarms::cancel).says("Want no more of a swarm").hears(&[IDEMPOTENCY_KEY]).answers::<swarms::SwarmItem>().may(&[404, 409]),
        post("/api/agents/swarm/{swarm_id}/retry", swarms::retry).says("Go on from a swarm that failed or was cancelled, in a new one").hears(&[IDEMPOTENCY_KEY]).answers::<swarms::SwarmItem>().may(&[404, 409]),
        get("/api/agents/swarm/{swarm_id}/stream", stream::listen_to_swarm).says("What becomes of a swarm, as server-sent events, until it is over").asks::<stream::StreamQuery>().hears(&[LAST_EVENT_ID]).sends("text/event-stream").may(&[404, 503]),

        post("/api/agent-communication/messages/send", messages::send).says("Send a message to an agent").takes::<domain::messages::SendMessage>().hears(&[IDEMPOTENCY_KEY]).answers::<messages::SendMessageResponse>().may(&[400, 404]),
        get("/api/agent-communication/messages", messages::list).says("The messages you may see, newest first").asks::<domain::messages::MessageQuery>().lists::<messages::MessageItem>("messages"),
        get("/api/agent-communication/messages/{message_id}", messages::get).says("A message with its states so far").answers::<messages::MessageItem>().may(&[404]),
        post("/api/agent-communication/messages/{message_id}/reply", messages::reply).says("Answer a message in the name of its recipient").takes::<domain::messages::external::MessageReply>().hears(&[IDEMPOTENCY_KEY]).answers::<messages::SendMessageResponse>().may(&[400, 404, 409]),
        post("/api/agent-communication/messages/{message_id}/replay", messages::replay).says("Put a dead message back into its mailbox").hears(&[IDEMPOTENCY_KEY]).answers::<messages::MessageItem>().may(&[404, 409]),
        post("/api/agent-communication/messages/{message_id}/acknowledge", messages::acknowledge).says("End a leased message, together with its reply").takes::<domain::messages::external::MessageAcknowledge>().hears(&[IDEMPOTENCY_KEY]).answers::<messages::MessageItem>().may(&[400, 404, 409]),
        post("/api/agent-communication/messages/{message_id}/extend", messages::extend).says("Have more time for a leased message").takes::<domain::messages::external::MessageExtend>().hears(&[IDEMPOTENCY_KEY]).answers::<messages::MessageExtendResponse>().may(&[404, 409]),
        post("/api/agent-communication/agents/{agent_id}/lease", messages::lease).says("Take messages of an agent that runs outside").takes::<domain::messages::external::MessageLease>().answers::<messages::MessageLeaseResponse<'static>>().may(&[404, 409]),
        get("/api/agent-communication/tasks/{task_id}", messages::task).says("Whose a task is that was handed on").answers::<messages::OwnershipItem>().may(&[404]),
        get("/api/agent-communication/validation/protocols", messages::protocols).says("How the hub keeps to its protocol").answers::<messages::ProtocolsResponse>().may(&[503]),

        get("/api/discovery/research/queries", research::queries).says("Your latest searches and what they found, the searches you keep, and where you can search").answers::<research::ResearchResponse>(),
        post("/api/discovery/research/search", research::search).says("Search the texts you may see").takes::<domain::research::ResearchSearch>().hears(&[IDEMPOTENCY_KEY]).answers::<research::ResearchSearchAnswer>().may(&[404]),
        get("/api/discovery/research/collections", research::collections).says("What can be searched").asks::<domain::research::CollectionQuery>().answers::<research::ResearchCollections>().may(&[404]),
        get("/api/discovery/research/saved-searches", research::list_saved).says("The searches you keep, newest first").asks::<domain::page::PageQuery>().lists::<research::ResearchSavedSearch>("savedSearches"),
        post("/api/discovery/research/saved-searches", research::create_saved).says("Keep a search").takes::<domain::research::SavedSearchCreate>().hears(&[IDEMPOTENCY_KEY]).answers::<research::ResearchSavedSearch>().may(&[409]),
        put("/api/discovery/research/saved-searches/{saved_search_id}", research::update_saved).says("Change what the body names").takes::<domain::research::SavedSearchUpdate>().answers::<research::ResearchSavedSearch>().may(&[404]),
        delete("/api/discovery/research/saved-searches/{saved_search_id}", research::delete_saved).says("Forget a search you kept").may(&[404]),
        post("/api/discovery/research/saved-searches/{saved_search_id}/run", research::run_saved).says("Run a search you keep").hears(&[IDEMPOTENCY_KEY]).answers::<research::ResearchSearchAnswer>().may(&[404]),

        get("/api/notifications", notifications::list).says("What you were told, newest first").asks::<domain::notifications::NotificationQuery>().lists::<notifications::NotificationItem>("notifications"),
        post("/api/notifications/test", notifications::test).says("Tell yourself something, to try things out; not there in production").takes::<domain::notifications::TestNotification>().hears(&[IDEMPOTENCY_KEY]).answers::<notifications::TestNotificationResponse>().may(&[404]).only_in_development(),
        post("/api/notifications/read-all", notifications::read_all).says("Say that you have read everything").hears(&[IDEMPOTENCY_KEY]).answers::<notifications::ReadAll>(),
        post("/api/notifications/{notification_id}/read", notifications::read).says("Say that you have read a notification").hears(&[IDEMPOTENCY_KEY]).answers::<notifications::NotificationItem>().may(&[404]),

        get("/api/events", stream::listen).says("What happens, as server-sent events; resumes after Last-Event-ID").asks::<stream::StreamQuery>().hears(&[LAST_EVENT_ID]).sends("text/event-stream").may(&[503]),
    ]
}

/// Words of our own in the place of a project's id: to the contract's route each is the id of no
/// project. They are in no document, for there they never succeed.
const WORDS_FOR_IDS: [&str; 2] = ["/api/projects/active", "/api/projects/import"];

/// The routes as one service.
pub fn router(app: App) -> Router {
    let mut router = Router::new();
    for route in routes() {
        if route.in_production || app.is_development {
            router = route.onto(router);
        }
    }
    for word in WORDS_FOR_IDS {
        router = router.route(word, axum::routing::put(Counted::without_route(projects::update)));
    }
    router
        .fallback(Counted::without_route(fallback::unknown_path))
        .method_not_allowed_fallback(Counted::without_route(fallback::wrong_method))
        .with_state(app)
}
