//! The HTTP layer: every route of the interface is one line here; what a handler does is in the file
//! of its module. No SQL, no rules, no model.

pub mod openapi;
pub mod server;

mod answer;
mod asset;
mod auth;
mod body;
mod caller;
mod cookie;
mod facts;
mod failure;
mod fallback;
mod path;
mod query;
mod rates;
mod route;
mod stream;
mod ttl_cell;

mod agents;
mod backups;
mod docs;
mod documents;
mod exports;
mod findings;
mod folders;
mod health;
mod imports;
mod languages;
mod lore;
mod mcp;
mod messages;
mod metrics;
mod models;
mod names;
mod nodes;
mod notifications;
mod page;
mod projects;
mod promises;
mod proposals;
mod quotations;
mod readiness;
mod replacements;
mod research;
mod session;
mod speakers;
mod swarms;
mod timelines;
mod tools;
mod trash;
mod usage;

use std::sync::Arc;

use axum::Router;
use domain::principal::Scope;
use engine::Studio;

pub use ::mcp::{McpServer, McpSettings};
pub use auth::Access;
use metrics::Counted;
pub use route::Route;
use route::{IDEMPOTENCY_KEY, IF_MATCH, LAST_EVENT_ID, delete, get, post, put};
use ttl_cell::TtlCell;

/// What handlers share; clones are handles on the same.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
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
    /// Who may use the service.
    pub access: Access,
    /// Whether the routes for trying things out are there.
    pub is_development: bool,
    /// Bounds on what comes in.
    pub limits: server::Limits,
    /// How assistants of other makers may call tools.
    pub mcp: McpSettings,
    /// What answers their messages.
    pub mcp_server: McpServer,
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
        Self(Arc::new(Inner {
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

    /// Whether a route is there.
    fn has(&self, route: &Route) -> bool {
        (route.in_production || self.is_development)
            && (!route.is_for_assistants || self.mcp.is_enabled)
    }

    /// The permits of the large bodies that are read at once.
    pub(crate) fn large_bodies(&self) -> &tokio::sync::Semaphore {
        &self.0.large_bodies
    }

    /// The permits of the projects that are exported or imported at once.
    pub(crate) fn export_permits(&self) -> &Arc<tokio::sync::Semaphore> {
        &self.0.export_permits
    }

    /// The rate limits of tokens.
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
        get("/", page::page).summary("The studio, for a browser").returns_media("text/html").errors(&[304]),
        get("/assets/{asset}", page::file).summary("A script, a style sheet or a picture of the studio").returns_media("text/javascript").or_media(&["text/css", "image/svg+xml"]).errors(&[304, 404]),
        get("/health/live", health::live).summary("Whether the process runs").returns::<health::Live>(),
        get("/health/ready", health::ready).summary("Whether the service can work, part by part").returns::<health::Ready>().or_status(&[503]),
        get("/metrics", metrics::page).summary("The metrics of the service, for Prometheus").returns_media("text/plain"),
        get("/openapi.json", openapi::document).summary("The OpenAPI document").returns_media("application/json"),
        get("/docs", docs::page).summary("A page that shows the interface and sends requests").returns_media("text/html").errors(&[304]),
        get("/docs/{file}", docs::file).summary("A script or style sheet of that page").returns_media("text/javascript").or_media(&["text/css"]).errors(&[304, 404, 406]),

        get("/api/session", session::get).summary("Read who you are and what you may do").returns::<session::SessionItem>(),
        post("/api/session", session::create).needs(Scope::Read).summary("Swap an access token for a session, whose secret comes as a cookie").body::<domain::sessions::SessionCreate>().returns::<session::SessionItem>(),
        delete("/api/session", session::end).needs(Scope::Read).summary("End the session whose cookie comes with the request"),

        get("/api/projects", projects::list).summary("List the projects you may see, newest first").query::<domain::projects::ProjectQuery>().returns_page::<projects::ProjectItem>("projects"),
        post("/api/projects", projects::create).summary("Create a project").body::<domain::projects::ProjectCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<projects::ProjectItem>(),
        get("/api/projects/active", projects::active).summary("Read the project you have open").returns::<projects::ProjectItem>().errors(&[404]),
        post("/api/projects/import", exports::import).summary("Create a project from the files of an export").body::<domain::exports::ProjectImport>().headers(&[IDEMPOTENCY_KEY]).returns::<exports::ImportedProject>().errors(&[400, 409]),
        delete("/api/projects/active", projects::deactivate).summary("Close the open project"),
        get("/api/projects/{project_id}", projects::get).summary("Read a project").returns::<projects::ProjectItem>().errors(&[404]),
        put("/api/projects/{project_id}", projects::update).summary("Change the fields that are sent").body::<domain::projects::ProjectUpdate>().headers(&[IF_MATCH]).returns::<projects::ProjectItem>().errors(&[404]),
        delete("/api/projects/{project_id}", projects::trash).summary("Move a project to the trash, for 30 days").headers(&[IF_MATCH]).errors(&[404]),
        get("/api/projects/{project_id}/export", exports::export).summary("Export a project as the files of a folder, or its manuscript as DOCX or EPUB").query::<domain::exports::ExportQuery>().returns::<exports::Export>().or_media(exports::BOOKS).errors(&[400, 404]),
        post("/api/projects/{project_id}/restore", projects::restore).summary("Take a project out of the trash or the archive").headers(&[IDEMPOTENCY_KEY, IF_MATCH]).returns::<projects::ProjectItem>().errors(&[404]),
        post("/api/projects/{project_id}/archive", projects::archive).summary("Archive a project").headers(&[IDEMPOTENCY_KEY, IF_MATCH]).returns::<projects::ProjectItem>().errors(&[404]),
        post("/api/projects/{project_id}/status", projects::set_status).summary("Change the status of a project").body::<domain::projects::StatusUpdate>().headers(&[IDEMPOTENCY_KEY, IF_MATCH]).returns::<projects::ProjectItem>().errors(&[404]),
        post("/api/projects/{project_id}/activate", projects::activate).summary("Open a project").headers(&[IDEMPOTENCY_KEY]).returns::<projects::ProjectItem>().errors(&[404, 409]),

        get("/api/trash", trash::projects).summary("List the projects in the trash that you may see, the latest first").query::<domain::page::PageQuery>().returns_page::<trash::TrashedProject>("trashedProjects"),
        get("/api/projects/{project_id}/folder", folders::get).summary("Read how the folder of Markdown is that is kept in step with a project").returns::<folders::FolderItem>().errors(&[404]),
        get("/api/projects/{project_id}/trash", trash::documents).summary("List the documents of a project that are in the trash, the latest first").query::<domain::page::PageQuery>().returns_page::<trash::TrashedDocument>("trashedDocuments").errors(&[404]),

        get("/api/projects/{project_id}/documents", documents::list).summary("List the documents of a project in reading order, without their texts").query::<domain::documents::DocumentQuery>().returns_page::<documents::DocumentItem>("documents").errors(&[404]),
        post("/api/projects/{project_id}/documents", documents::create).summary("Create a document").body::<domain::documents::DocumentCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<documents::DocumentItem>().errors(&[404, 409]),
        post("/api/projects/{project_id}/documents/import", imports::begin).summary("Import a folder of Markdown files, DOCX, EPUB, ODT, Fountain and zip, as a job").body::<domain::imports::ImportCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<imports::ImportItem>().errors(&[400, 404, 409]),
        get("/api/projects/{project_id}/documents/{document_id}", documents::get).summary("Read a document with its text").returns::<documents::DocumentItem>().errors(&[404]),
        put("/api/projects/{project_id}/documents/{document_id}", documents::update).summary("Change the fields that are sent").body::<domain::documents::DocumentUpdate>().headers(&[IF_MATCH]).returns::<documents::DocumentItem>().errors(&[404, 409]),
        delete("/api/projects/{project_id}/documents/{document_id}", documents::trash).summary("Move a document to the trash, for 30 days").headers(&[IF_MATCH]).errors(&[404, 409]),
        post("/api/projects/{project_id}/documents/{document_id}/restore", documents::restore).summary("Take a document out of the trash").headers(&[IDEMPOTENCY_KEY, IF_MATCH]).returns::<documents::DocumentItem>().errors(&[404, 409]),
        post("/api/projects/{project_id}/documents/{document_id}/split", documents::split).summary("Split a document into two").body::<domain::documents::parts::DocumentSplit>().headers(&[IDEMPOTENCY_KEY, IF_MATCH]).returns::<documents::SplitDocument>().errors(&[400, 404, 409]),
        post("/api/projects/{project_id}/documents/{document_id}/merge", documents::merge).summary("Merge a document with the one that follows, which goes to the trash").body::<domain::documents::parts::DocumentMerge>().headers(&[IDEMPOTENCY_KEY, IF_MATCH]).returns::<documents::MergedDocument>().errors(&[404, 409]),
        post("/api/projects/{project_id}/documents/{document_id}/lock", documents::lock).summary("Lock a document, so that nobody else changes it").headers(&[IDEMPOTENCY_KEY, IF_MATCH]).returns::<documents::DocumentItem>().errors(&[404, 409]),
        post("/api/projects/{project_id}/documents/{document_id}/unlock", documents::unlock).summary("Unlock a document").headers(&[IDEMPOTENCY_KEY, IF_MATCH]).returns::<documents::DocumentItem>().errors(&[404, 409]),
        get("/api/projects/{project_id}/documents/{document_id}/quotations", quotations::list).summary("List the direct speech of a document, with who speaks").query::<domain::quotations::QuotationQuery>().returns_page::<quotations::QuotationItem>("quotations").errors(&[404]),
        put("/api/projects/{project_id}/documents/{document_id}/quotations/{quotation_id}", quotations::update).summary("Correct who speaks a quotation").body::<domain::quotations::QuotationUpdate>().returns::<quotations::QuotationItem>().errors(&[404, 409]),
        get("/api/projects/{project_id}/documents/{document_id}/revisions", documents::revisions).summary("List the revisions of a document, newest first").query::<domain::page::PageQuery>().returns_page::<documents::Revision>("revisions").errors(&[404]),
        get("/api/projects/{project_id}/documents/{document_id}/revisions/{version}", documents::get_revision).summary("Read a revision of a document").returns::<documents::Revision>().errors(&[404]),
        put("/api/projects/{project_id}/documents/{document_id}/revisions/{version}", documents::label_revision).summary("Name a text of a document, an earlier one or the present one").body::<domain::documents::RevisionUpdate>().returns::<documents::RevisionLabel>().errors(&[404, 409]),
        post("/api/imports/preview", imports::preview).needs(Scope::Read).summary("Say what an import would do, and write nothing").body::<domain::imports::preview::ImportPreviewCreate>().returns::<imports::ImportPreview>().errors(&[400, 404, 409]),
        get("/api/projects/{project_id}/imports/{import_id}", imports::get).summary("Read an import and its progress").returns::<imports::ImportItem>().errors(&[404]),

        get("/api/creative/timelines", timelines::list).summary("List the timelines of a project, or of all projects you may see, newest first").query::<domain::timelines::TimelineQuery>().returns_page::<timelines::Timeline>("timelines").in_envelope("TimelineListResponse").errors(&[404]),
        post("/api/creative/timelines", timelines::create).summary("Create a timeline").body::<domain::timelines::TimelineCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<timelines::Timeline>().in_envelope("TimelineResponse").errors(&[404]),
        get("/api/creative/timelines/{timeline_id}", timelines::get).summary("Read a timeline, without its events and plotlines").returns::<timelines::Timeline>().in_envelope("TimelineResponse").errors(&[404]),
        put("/api/creative/timelines/{timeline_id}", timelines::update).summary("Change the fields that are sent").body::<domain::timelines::TimelineUpdate>().headers(&[IF_MATCH]).returns::<timelines::Timeline>().in_envelope("TimelineResponse").errors(&[404, 409]),
        delete("/api/creative/timelines/{timeline_id}", timelines::delete).summary("Delete a timeline with its events and plotlines").errors(&[404]),
        get("/api/creative/timelines/{timeline_id}/events", timelines::events::list).summary("List the events of a timeline in their order").query::<domain::timelines::event::EventQuery>().returns_page::<timelines::EventItem>("events").in_envelope("EventListResponse").errors(&[404]),
        post("/api/creative/timelines/{timeline_id}/events", timelines::events::create).summary("Create an event").body::<domain::timelines::event::EventCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<timelines::EventItem>().in_envelope("EventResponse").errors(&[404]),
        get("/api/creative/timelines/{timeline_id}/events/{event_id}", timelines::events::get).summary("Read an event with its links").returns::<timelines::EventItem>().in_envelope("EventResponse").errors(&[404]),
        put("/api/creative/timelines/{timeline_id}/events/{event_id}", timelines::events::update).summary("Change the fields that are sent").body::<domain::timelines::event::EventUpdate>().headers(&[IF_MATCH]).returns::<timelines::EventItem>().in_envelope("EventResponse").errors(&[404]),
        delete("/api/creative/timelines/{timeline_id}/events/{event_id}", timelines::events::delete).summary("Delete an event").errors(&[404]),
        post("/api/creative/timelines/{timeline_id}/events/{event_id}/links", timelines::links::create).summary("Link an event to a record of its project").body::<domain::timelines::link::LinkCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<timelines::LinkItem>().in_envelope("EventLinkResponse").errors(&[404, 409]),
        delete("/api/creative/timelines/{timeline_id}/events/{event_id}/links/{link_id}", timelines::links::delete).summary("Remove a link").errors(&[404]),
        post("/api/creative/timelines/{timeline_id}/events/{event_id}/lore-links", timelines::links::create_lore).summary("Link an event to a lore entry").body::<domain::timelines::link::LoreLinkCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<timelines::LoreLinkItem>().in_envelope("EventLoreLinkResponse").errors(&[404, 409]),
        delete("/api/creative/timelines/{timeline_id}/events/{event_id}/lore-links/{link_id}", timelines::links::delete_lore).summary("Remove a link to a lore entry").errors(&[404]),
        get("/api/creative/timelines/{timeline_id}/plotlines", timelines::plotlines::list).summary("List the plotlines of a timeline in their order").query::<domain::timelines::plotline::PlotlineQuery>().returns_page::<timelines::Plotline>("plotlines").in_envelope("PlotlineListResponse").errors(&[404]),
        post("/api/creative/timelines/{timeline_id}/plotlines", timelines::plotlines::create).summary("Create a plotline").body::<domain::timelines::plotline::PlotlineCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<timelines::Plotline>().in_envelope("PlotlineResponse").errors(&[404]),
        put("/api/creative/timelines/{timeline_id}/plotlines/{plotline_id}", timelines::plotlines::update).summary("Change the fields that are sent").body::<domain::timelines::plotline::PlotlineUpdate>().headers(&[IF_MATCH]).returns::<timelines::Plotline>().in_envelope("PlotlineResponse").errors(&[404]),
        delete("/api/creative/timelines/{timeline_id}/plotlines/{plotline_id}", timelines::plotlines::delete).summary("Delete a plotline; its events stay").errors(&[404]),
        get("/api/creative/plot/promises", promises::list).summary("List the promises of a project, or of all projects you may see, newest first").query::<domain::promises::PromiseQuery>().returns::<promises::PromiseList>().in_envelope("PromiseListResponse").errors(&[404]),
        post("/api/creative/plot/promises", promises::create).summary("Create a promise").body::<domain::promises::PromiseCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<promises::PlotPromise>().in_envelope("PromiseResponse").errors(&[404]),
        get("/api/creative/plot/promises/{promise_id}", promises::get).summary("Read a promise").returns::<promises::PlotPromise>().in_envelope("PromiseResponse").errors(&[404]),
        put("/api/creative/plot/promises/{promise_id}", promises::update).summary("Change the fields that are sent").body::<domain::promises::PromiseUpdate>().headers(&[IF_MATCH]).returns::<promises::PlotPromise>().in_envelope("PromiseResponse").errors(&[404, 409]),
        delete("/api/creative/plot/promises/{promise_id}", promises::delete).summary("Delete a promise for good").errors(&[404]),
        get("/api/creative/plot/nodes", nodes::list).summary("List the nodes of an outline in reading order").query::<domain::nodes::NodeQuery>().returns_page::<nodes::Node>("nodes").in_envelope("NodeListResponse").errors(&[404]),
        post("/api/creative/plot/nodes", nodes::create).summary("Create a node of an outline").body::<domain::nodes::NodeCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<nodes::Node>().in_envelope("NodeResponse").errors(&[404, 409]),
        get("/api/creative/plot/nodes/{node_id}", nodes::get).summary("Read a node of an outline").returns::<nodes::Node>().in_envelope("NodeResponse").errors(&[404]),
        put("/api/creative/plot/nodes/{node_id}", nodes::update).summary("Change the fields that are sent").body::<domain::nodes::NodeUpdate>().headers(&[IF_MATCH]).returns::<nodes::Node>().in_envelope("NodeResponse").errors(&[404, 409]),
        delete("/api/creative/plot/nodes/{node_id}", nodes::delete).summary("Delete a node for good; its children take its position").errors(&[404]),
        get("/api/creative/conlang/languages", languages::list).summary("List the languages of a project, or of all projects you may see, newest first").query::<domain::languages::LanguageQuery>().returns_page::<languages::Language>("languages").errors(&[404]),
        post("/api/creative/conlang/languages", languages::create).summary("Create a language").body::<domain::languages::LanguageCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<languages::Language>().errors(&[404]),
        get("/api/creative/conlang/languages/{language_id}", languages::get).summary("Read a language").returns::<languages::Language>().errors(&[404]),
        put("/api/creative/conlang/languages/{language_id}", languages::update).summary("Change the fields that are sent").body::<domain::languages::LanguageUpdate>().headers(&[IF_MATCH]).returns::<languages::Language>().errors(&[404]),
        delete("/api/creative/conlang/languages/{language_id}", languages::delete).summary("Delete a language with its rules and words").errors(&[404]),
        get("/api/creative/conlang/languages/{language_id}/grammar-rules", languages::rules::list).summary("List the grammar rules of a language in their order").query::<domain::languages::rules::RuleQuery>().returns_page::<languages::rules::RuleView>("grammarRules").errors(&[404]),
        post("/api/creative/conlang/languages/{language_id}/grammar-rules", languages::rules::create).summary("Create a grammar rule").body::<domain::languages::rules::RuleCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<languages::rules::RuleView>().errors(&[404]),
        get("/api/creative/conlang/grammar-rules/{rule_id}", languages::rules::get).summary("Read a grammar rule").returns::<languages::rules::RuleView>().errors(&[404]),
        put("/api/creative/conlang/grammar-rules/{rule_id}", languages::rules::update).summary("Change the fields that are sent").body::<domain::languages::rules::RuleUpdate>().headers(&[IF_MATCH]).returns::<languages::rules::RuleView>().errors(&[404]),
        delete("/api/creative/conlang/grammar-rules/{rule_id}", languages::rules::delete).summary("Delete a grammar rule").errors(&[404]),
        get("/api/creative/conlang/languages/{language_id}/lexicon", languages::words::list).summary("List the words of a lexicon by form").query::<domain::languages::words::WordQuery>().returns_page::<languages::words::Word>("words").errors(&[404]),
        post("/api/creative/conlang/languages/{language_id}/lexicon", languages::words::create).summary("Create a word").body::<domain::languages::words::WordCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<languages::words::Word>().errors(&[404, 409]),
        get("/api/creative/conlang/languages/{language_id}/lexicon/export", languages::words::export).summary("Export a lexicon as CSV").returns_media(body::CSV).errors(&[404]),
        post("/api/creative/conlang/languages/{language_id}/lexicon/import", languages::words::import).summary("Import a CSV table into a lexicon, as a whole").text_body(body::CSV).headers(&[IDEMPOTENCY_KEY]).returns::<languages::words::LexiconImportResponse>().errors(&[404, 409]),
        get("/api/creative/conlang/languages/{language_id}/lexicon/check", languages::words::check).summary("The words of a lexicon that break a rule of the language").returns::<languages::words::LexiconCheck>().errors(&[404]),
        get("/api/creative/conlang/words/{word_id}", languages::words::get).summary("Read a word").returns::<languages::words::Word>().errors(&[404]),
        get("/api/creative/conlang/words/{word_id}/forms", languages::words::forms).summary("The forms of a word by the rules of its language, and the rules that it breaks").returns::<languages::words::WordForms>().errors(&[404]),
        put("/api/creative/conlang/words/{word_id}", languages::words::update).summary("Change the fields that are sent").body::<domain::languages::words::WordUpdate>().headers(&[IF_MATCH]).returns::<languages::words::Word>().errors(&[404, 409]),
        delete("/api/creative/conlang/words/{word_id}", languages::words::delete).summary("Delete a word").errors(&[404]),
        get("/api/projects/{project_id}/speakers", speakers::list).summary("List who speaks in the manuscript of a project, the most words first").query::<domain::speakers::SpeakerQuery>().returns_page::<speakers::SpeakerItem>("speakers").errors(&[404]),
        post("/api/projects/{project_id}/replacements/preview", replacements::preview).needs(Scope::Read).summary("Find words in all texts of a project, to replace them; writes nothing").body::<domain::replacements::requests::ReplacementQuery>().returns::<replacements::ReplacementPreview>().errors(&[400, 404]),
        post("/api/projects/{project_id}/replacements", replacements::create).summary("Replace words in all texts of a project, or in none").body::<domain::replacements::requests::ReplacementCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<replacements::Replacement>().errors(&[400, 404, 409, 412]),
        post("/api/projects/{project_id}/replacements/undo", replacements::undo).summary("Take a replacement back, as long as its texts were not changed since").body::<domain::replacements::requests::ReplacementUndo>().headers(&[IDEMPOTENCY_KEY]).returns::<replacements::Replacement>().errors(&[400, 404, 409]),
        post("/api/projects/{project_id}/lore/{entry_id}/rename/preview", replacements::preview_rename).needs(Scope::Read).summary("Find where the manuscript names a lore entry, to rename it; writes nothing").body::<domain::replacements::requests::RenameQuery>().returns::<replacements::RenamePreview>().errors(&[400, 404, 409]),
        post("/api/projects/{project_id}/lore/{entry_id}/rename", replacements::rename).summary("Rename a lore entry, in the entry and in all texts that name it").body::<domain::replacements::requests::Rename>().headers(&[IDEMPOTENCY_KEY]).returns::<replacements::Replacement>().errors(&[400, 404, 409, 412]),
        get("/api/projects/{project_id}/names", names::list).summary("List who and what the manuscript names, the most often named first").query::<domain::names::NameQuery>().returns_page::<names::NameItem>("names").errors(&[404]),
        get("/api/projects/{project_id}/facts", facts::list).summary("List what texts, lore and timelines state of persons, in the order of the book").query::<domain::facts::FactQuery>().returns_page::<facts::FactItem>("facts").errors(&[404]),
        put("/api/projects/{project_id}/facts/{fact_id}", facts::update).summary("Reject a fact, or take the rejection back").body::<domain::facts::FactUpdate>().returns::<facts::FactItem>().errors(&[404]),
        get("/api/projects/{project_id}/lore", lore::list).summary("List the lore of a project by name, without texts").query::<domain::lore::LoreQuery>().returns_page::<lore::LoreItem>("entries").errors(&[404]),
        post("/api/projects/{project_id}/lore", lore::create).summary("Create a lore entry").body::<domain::lore::LoreCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<lore::LoreItem>().errors(&[404, 409]),
        get("/api/projects/{project_id}/lore/categories", lore::categories).summary("Count the lore entries of each category").returns::<lore::LoreCategories>().errors(&[404]),
        get("/api/projects/{project_id}/lore/{entry_id}", lore::get).summary("Read a lore entry with its text").returns::<lore::LoreItem>().errors(&[404]),
        put("/api/projects/{project_id}/lore/{entry_id}", lore::update).summary("Change the fields that are sent").body::<domain::lore::LoreUpdate>().headers(&[IF_MATCH]).returns::<lore::LoreItem>().errors(&[404]),
        delete("/api/projects/{project_id}/lore/{entry_id}", lore::delete).summary("Delete a lore entry and the relations to it").errors(&[404]),
        get("/api/projects/{project_id}/lore/{entry_id}/mentions", lore::mentions).summary("List the documents that name a lore entry, by position").query::<domain::page::PageQuery>().returns_page::<lore::LoreMention>("mentions").errors(&[404]),
        get("/api/projects/{project_id}/proposals", proposals::list).summary("List the proposals of a project, newest first, without their changes").query::<domain::proposals::requests::ProposalQuery>().returns_page::<proposals::ProposalItem>("proposals").errors(&[404]),
        post("/api/projects/{project_id}/proposals", proposals::create).needs(Scope::Propose).summary("Propose changes of a record, or a new record").body::<domain::proposals::requests::ProposalCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<proposals::ProposalItem>().errors(&[400, 404, 409]),
        get("/api/projects/{project_id}/proposals/{proposal_id}", proposals::get).summary("Read a proposal with its changes, and where they stand now").returns::<proposals::ProposalItem>().errors(&[404]),
        post("/api/projects/{project_id}/proposals/{proposal_id}/accept", proposals::accept).summary("Accept a proposal or some of its changes, which makes them").body::<domain::proposals::requests::ProposalAccept>().headers(&[IDEMPOTENCY_KEY, IF_MATCH]).returns::<proposals::ProposalItem>().errors(&[400, 404, 409]),
        post("/api/projects/{project_id}/proposals/{proposal_id}/reject", proposals::reject).summary("Reject a proposal or some of its changes").body::<domain::proposals::requests::ProposalReject>().headers(&[IDEMPOTENCY_KEY, IF_MATCH]).returns::<proposals::ProposalItem>().errors(&[400, 404, 409]),
        get("/api/projects/{project_id}/readiness", readiness::get).summary("How far a project is from being published, and what would help most").returns::<readiness::ReadinessItem>().errors(&[404]),
        post("/api/projects/{project_id}/analyses", findings::analyse).summary("Analyse documents now, and store the findings").body::<domain::findings::analysis::AnalysisCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<findings::AnalysisItem>().errors(&[400, 404, 409]),
        get("/api/projects/{project_id}/findings", findings::list).summary("List the findings of a project, the most severe first").query::<domain::findings::FindingQuery>().returns_page::<findings::FindingItem>("findings").errors(&[404]),
        get("/api/projects/{project_id}/findings/{finding_id}", findings::get).summary("Read a finding").returns::<findings::FindingItem>().errors(&[404]),
        put("/api/projects/{project_id}/findings/{finding_id}", findings::update).summary("Answer a finding").body::<domain::findings::FindingUpdate>().headers(&[IF_MATCH]).returns::<findings::FindingItem>().errors(&[404, 409]),

        get("/api/agents/capabilities", agents::capabilities).summary("What every agent can do, its load, and the suggested agent for each capability").returns::<agents::AgentCapabilities<'static>>().errors(&[503]),
        get("/api/agents/architecture/agent/{agent_id}", agents::detail).summary("Read the detail record of an agent").returns::<agents::AgentDetail>().errors(&[404]),
        get("/api/agents", agents::list).summary("List all agents in the order of the registry").query::<domain::page::PageQuery>().returns_page::<agents::AgentItem>("agents"),
        post("/api/agents", agents::create).needs(Scope::Admin).summary("Add an agent of your own").body::<domain::agents::AgentCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<agents::AgentItem>().errors(&[409]),
        get("/api/agents/{agent_id}", agents::get).summary("Read an agent with its system prompt").returns::<agents::AgentItem>().errors(&[404]),
        put("/api/agents/{agent_id}", agents::update).needs(Scope::Admin).summary("Change the fields that are sent").body::<domain::agents::AgentUpdate>().headers(&[IF_MATCH]).returns::<agents::AgentItem>().errors(&[404, 409]),
        delete("/api/agents/{agent_id}", agents::remove).needs(Scope::Admin).summary("Remove an agent of your own; the messages in its mailbox become dead").headers(&[IF_MATCH]).errors(&[404, 409]),
        get("/api/agents/{agent_id}/authority", agents::authority).summary("Read whose messages an agent accepts").returns::<agents::AgentAuthority>().errors(&[404]),
        put("/api/agents/{agent_id}/authority", agents::set_authority).needs(Scope::Admin).summary("Set whose messages an agent accepts").body::<domain::agents::Authority>().headers(&[IF_MATCH]).returns::<agents::AgentAuthority>().errors(&[404]),
        get("/api/agent-communication/studio/agents", agents::of_active_project).summary("List the agents of the project you have open, with measurements of their work").returns::<agents::StudioAgents>().errors(&[503]),
        post("/api/agents/{agent_id}/wake", agents::wake).needs(Scope::Admin).summary("Wake an agent").headers(&[IDEMPOTENCY_KEY]).returns::<agents::AgentActivity>().errors(&[404]),
        post("/api/agents/{agent_id}/sleep", agents::sleep).needs(Scope::Admin).summary("Put an agent to sleep; its messages wait").headers(&[IDEMPOTENCY_KEY]).returns::<agents::AgentActivity>().errors(&[404]),
        post("/api/agents/{agent_id}/approve", agents::approve).summary("Permit everything that an agent wants to do and waits for").headers(&[IDEMPOTENCY_KEY]).returns::<agents::AgentDecisions>().errors(&[404]),
        post("/api/agents/{agent_id}/deny", agents::deny).summary("Permit nothing of what an agent wants to do and waits for").body::<domain::messages::approvals::Denial>().headers(&[IDEMPOTENCY_KEY]).returns::<agents::AgentDecisions>().errors(&[404]),
        post("/api/agents/{agent_id}/heartbeat", agents::heartbeat).summary("Send a heartbeat of an agent that runs outside").headers(&[IDEMPOTENCY_KEY]).returns::<agents::AgentActivity>().errors(&[404, 409]),

        post("/api/agents/swarm", swarms::create).summary("Create a swarm: a task for several agents").body::<domain::swarms::SwarmCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<swarms::SwarmItem>().errors(&[400, 404, 409]),
        get("/api/agents/swarm/list", swarms::list).summary("List the active swarms and the latest that ended").returns::<swarms::SwarmList>().errors(&[503]),
        get("/api/agents/swarm/system/overview", swarms::overview).summary("Figures about all swarms").returns::<swarms::Overview>(),
        get("/api/agents/swarm/{swarm_id}", swarms::get).summary("Read a swarm with its sub-tasks, artefacts and findings").returns::<swarms::SwarmDetail<'_>>().errors(&[404]),
        post("/api/agents/swarm/{swarm_id}/cancel", swarms::cancel).summary("Cancel a swarm").headers(&[IDEMPOTENCY_KEY]).returns::<swarms::SwarmItem>().errors(&[404, 409]),
        post("/api/agents/swarm/{swarm_id}/retry", swarms::retry).summary("Repeat a swarm that failed or was cancelled, as a new one").headers(&[IDEMPOTENCY_KEY]).returns::<swarms::SwarmItem>().errors(&[400, 404, 409]),
        post("/api/agents/swarm/{swarm_id}/subtasks/{subtask_id}/approve", swarms::approve).summary("Permit what the agent of a sub-task wants to do").headers(&[IDEMPOTENCY_KEY]).returns::<swarms::SubtaskItem<'_>>().errors(&[404, 409]),
        post("/api/agents/swarm/{swarm_id}/subtasks/{subtask_id}/deny", swarms::deny).summary("Do not permit what the agent of a sub-task wants to do; it is done by rule, as far as it can be").body::<domain::messages::approvals::Denial>().headers(&[IDEMPOTENCY_KEY]).returns::<swarms::SubtaskItem<'_>>().errors(&[404, 409]),
        get("/api/agents/swarm/{swarm_id}/stream", stream::listen_to_swarm).summary("Follow the changes of a swarm as server-sent events, until it has ended").query::<stream::StreamQuery>().headers(&[LAST_EVENT_ID]).returns_media("text/event-stream").errors(&[404, 503]),

        post("/api/agent-communication/messages/send", messages::send).summary("Send a message to an agent").body::<domain::messages::SendMessage>().headers(&[IDEMPOTENCY_KEY]).returns::<messages::SendMessageResponse>().errors(&[400, 404]),
        get("/api/agent-communication/messages", messages::list).summary("List the messages you may see, newest first").query::<domain::messages::MessageQuery>().returns_page::<messages::MessageItem>("messages"),
        get("/api/agent-communication/messages/{message_id}", messages::get).summary("Read a message with the history of its states").returns::<messages::MessageItem>().errors(&[404]),
        get("/api/agent-communication/messages/{message_id}/stream", stream::listen_to_message).summary("Follow a message and what a model writes in answer as server-sent events, until it has ended").query::<stream::StreamQuery>().headers(&[LAST_EVENT_ID]).returns_media("text/event-stream").errors(&[404, 503]),
        post("/api/agent-communication/messages/{message_id}/reply", messages::reply).summary("Reply to a message in the name of its recipient").body::<domain::messages::external::MessageReply>().headers(&[IDEMPOTENCY_KEY]).returns::<messages::SendMessageResponse>().errors(&[400, 404, 409]),
        post("/api/agent-communication/messages/{message_id}/replay", messages::replay).summary("Queue a dead message again").headers(&[IDEMPOTENCY_KEY]).returns::<messages::MessageItem>().errors(&[404, 409]),
        post("/api/agent-communication/messages/{message_id}/approve", messages::approve).summary("Permit what the recipient of a message wants to do").headers(&[IDEMPOTENCY_KEY]).returns::<messages::MessageItem>().errors(&[404, 409]),
        post("/api/agent-communication/messages/{message_id}/deny", messages::deny).summary("Do not permit what the recipient of a message wants to do").body::<domain::messages::approvals::Denial>().headers(&[IDEMPOTENCY_KEY]).returns::<messages::MessageItem>().errors(&[404, 409]),
        post("/api/agent-communication/messages/{message_id}/cancel", messages::cancel).summary("End a message that nobody needs an answer to any more").headers(&[IDEMPOTENCY_KEY]).returns::<messages::MessageItem>().errors(&[404, 409]),
        post("/api/agent-communication/messages/{message_id}/acknowledge", messages::acknowledge).summary("End a leased message, together with its reply").body::<domain::messages::external::MessageAcknowledge>().headers(&[IDEMPOTENCY_KEY]).returns::<messages::MessageItem>().errors(&[400, 404, 409]),
        post("/api/agent-communication/messages/{message_id}/extend", messages::extend).summary("Extend the lease of a message").body::<domain::messages::external::MessageExtend>().headers(&[IDEMPOTENCY_KEY]).returns::<messages::MessageExtendResponse>().errors(&[404, 409]),
        post("/api/agent-communication/agents/{agent_id}/lease", messages::lease).summary("Lease messages of an agent that runs outside").body::<domain::messages::external::MessageLease>().returns::<messages::MessageLeaseResponse<'static>>().errors(&[404, 409]),
        get("/api/agent-communication/tasks/{task_id}", messages::task).summary("Read who owns a task").returns::<messages::OwnershipItem>().errors(&[404]),
        get("/api/agent-communication/validation/protocols", messages::protocols).summary("Whether the hub complies with its protocol").returns::<messages::ProtocolsResponse>().errors(&[503]),

        get("/api/discovery/research/queries", research::queries).summary("Read your latest searches, your saved searches, and the collections with texts").returns::<research::ResearchResponse>(),
        post("/api/discovery/research/search", research::search).needs(Scope::Read).summary("Search the texts you may see").body::<domain::research::ResearchSearch>().headers(&[IDEMPOTENCY_KEY]).returns::<research::ResearchSearchAnswer>().errors(&[404, 409]),
        get("/api/discovery/research/collections", research::collections).summary("List what can be searched").query::<domain::research::CollectionQuery>().returns::<research::ResearchCollections>().errors(&[404]),
        get("/api/discovery/research/saved-searches", research::list_saved).summary("List your saved searches, newest first").query::<domain::page::PageQuery>().returns_page::<research::ResearchSavedSearch>("savedSearches"),
        post("/api/discovery/research/saved-searches", research::create_saved).summary("Save a search").body::<domain::research::SavedSearchCreate>().headers(&[IDEMPOTENCY_KEY]).returns::<research::ResearchSavedSearch>().errors(&[409]),
        put("/api/discovery/research/saved-searches/{saved_search_id}", research::update_saved).summary("Change the fields that are sent").body::<domain::research::SavedSearchUpdate>().returns::<research::ResearchSavedSearch>().errors(&[404]),
        delete("/api/discovery/research/saved-searches/{saved_search_id}", research::delete_saved).summary("Delete a saved search").errors(&[404]),
        post("/api/discovery/research/saved-searches/{saved_search_id}/run", research::run_saved).needs(Scope::Read).summary("Run a saved search").headers(&[IDEMPOTENCY_KEY]).returns::<research::ResearchSearchAnswer>().errors(&[404, 409]),

        get("/api/notifications", notifications::list).summary("List your notifications, newest first").query::<domain::notifications::NotificationQuery>().returns_page::<notifications::Notification>("notifications"),
        post("/api/notifications/test", notifications::test).summary("Send yourself a notification, to try things out; not in production").body::<domain::notifications::TestNotification>().headers(&[IDEMPOTENCY_KEY]).returns::<notifications::TestNotificationResponse>().errors(&[404]).only_in_development(),
        post("/api/notifications/read-all", notifications::read_all).summary("Mark all notifications as read").headers(&[IDEMPOTENCY_KEY]).returns::<notifications::ReadAll>(),
        post("/api/notifications/{notification_id}/read", notifications::read).summary("Mark a notification as read").headers(&[IDEMPOTENCY_KEY]).returns::<notifications::Notification>().errors(&[404]),

        get("/api/backups", backups::list).summary("List the newest backups of the service, and whether one is being made").returns::<backups::BackupList>(),
        post("/api/backups", backups::make).needs(Scope::Admin).summary("Make a backup now; the answer does not wait for it").returns::<backups::BackupList>().errors(&[409, 503]),

        get("/api/models", models::list).summary("List the language models that are configured, without asking them").returns::<models::ModelList>(),
        get("/api/usage", usage::list).summary("Add up what language models used, by day, project, agent or swarm").query::<domain::usage::UsageQuery>().returns::<usage::UsageList>().errors(&[404]),

        post("/mcp", mcp::post).needs(Scope::Read).summary("Answer a message of the Model Context Protocol").for_assistants(),
        get("/openapi-tools.json", tools::document).summary("The OpenAPI document of the tools for assistants").for_assistants(),
        post("/api/tools/{tool}", tools::call).needs(Scope::Read).summary("Call a tool for assistants").for_assistants(),

        get("/api/events", stream::listen).summary("Follow all events as server-sent events; resumes after Last-Event-ID").query::<stream::StreamQuery>().headers(&[LAST_EVENT_ID]).returns_media("text/event-stream").errors(&[503]),
    ]
}

/// Our own words where a project's id stands: for the contract's route each is an unknown id. They are
/// not in the document, because these routes never succeed.
const WORDS_FOR_IDS: [&str; 2] = ["/api/projects/active", "/api/projects/import"];

/// The routes as one service.
pub fn router(app: App) -> Router {
    let mut router = Router::new();
    for route in routes() {
        if app.has(&route) {
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
