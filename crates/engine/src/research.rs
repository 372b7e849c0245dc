//! Searches the texts of the studio: passages of documents, lore, notes, references and messages, all
//! of them in an index in memory. How the index follows the database is in [`indexer`], what makes vectors
//! in [`embedder`] and when in [`embedding_worker`], what users made and saved of their searches in
//! [`saved`]; ranking is the business of the crate `search`.
//!
//! A search sees every change that was acknowledged before it came: it asks how far the event log
//! goes, and waits until the index has followed that far.

pub(crate) mod embedder;
mod embedding_worker;
pub(crate) mod indexer;
pub mod saved;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::{
        Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use domain::{
    Error, Principal, Result, Time, ids,
    lore::{Category, KnowledgeFilter},
    messages::UNTRUSTED,
    projects::ProjectSettings,
    research::{
        Collection, CollectionItem, FoundPassage, PassageMetadata, Query, Search, SearchMeaning,
    },
};
use search::{Index, SearchLimits, SearchQuery};
use store::{
    events,
    research::scope::{self, SearchScope},
};
use tokio::sync::watch;

use crate::{Studio, blocking, event_log::EventLog, wakers::Stop};
use embedder::Embedder;
pub use embedder::{EmbedderSetting, WORDS};

/// The most passages in the index, some 4 KiB each with everything around them; what there is beyond
/// them is not found. They are those of about eighty novels.
pub const PASSAGES_MAX: usize = 100_000;

/// The most messages in the index: the latest.
pub const MESSAGES_MAX: usize = 10_000;

/// How many passages are ranked for each that is wanted: some of them may be equal messages.
const EQUALS_MAX: usize = 5;

/// How long a search waits for the index to follow.
const WAIT_MAX: Duration = Duration::from_secs(5);

/// How long the overview waits for it.
const OVERVIEW_WAIT_MAX: Duration = Duration::from_secs(1);

/// The position of an index that is not yet built.
const UNBUILT: i64 = -1;

/// What decides who may find the passages of a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Group {
    collection: Collection,
    /// The kind of the document, the category of the entry, the type of the message.
    kind: &'static str,
    project_id: Option<String>,
    /// Whose message it is.
    account: Option<String>,
    is_untrusted: bool,
}

/// The index of passages.
pub struct Research {
    embedder: Arc<Embedder>,
    index: RwLock<Index<Group>>,
    /// Why passages are not embedded now; none while they are.
    failure: Mutex<Option<String>>,
    /// The number of the last event the index knows of.
    reached: watch::Sender<i64>,
    /// The number of the last event that somebody waits for.
    asked: AtomicI64,
}

/// Keeps the index in step with the texts, and embeds its passages, until the service stops.
pub(crate) async fn run(studio: Studio, stop: Stop) {
    tokio::join!(indexer::run(studio.clone(), stop.clone()), embedding_worker::run(studio, stop));
}

impl Research {
    /// An empty index whose passages this is to embed.
    pub fn new(embedder: &EmbedderSetting) -> Self {
        Self {
            embedder: Arc::new(Embedder::new(embedder)),
            index: RwLock::new(Index::new(PASSAGES_MAX)),
            failure: Mutex::new(None),
            reached: watch::Sender::new(UNBUILT),
            asked: AtomicI64::new(UNBUILT),
        }
    }

    /// How many passages are in the index.
    pub fn passages(&self) -> usize {
        self.read().len()
    }

    /// Notes why passages cannot be embedded, or that they can.
    fn note_failure(&self, error: Option<&Error>) {
        let text = error.map(ToString::to_string);
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    fn read(&self) -> RwLockReadGuard<'_, Index<Group>> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Index<Group>> {
        self.index.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the index knows of the event of this number.
    async fn follows(&self, studio: &Studio, number: i64, wait_max: Duration) -> Result<()> {
        let mut reached = self.reached.subscribe();
        if *reached.borrow() >= number {
            return Ok(());
        }
        self.asked.fetch_max(number, Ordering::AcqRel);
        studio.wakers.searches.notify();
        let waited = tokio::time::timeout(wait_max, reached.wait_for(|at| *at >= number)).await;
        match waited {
            Ok(Ok(_)) => Ok(()),
            _ => {
                let text =
                    "The texts are still being indexed for the search; try again in a moment";
                Err(Error::Unavailable(text.to_owned()))
            }
        }
    }
}

/// Who searches, and over what.
struct PreparedSearch {
    principal: Principal,
    search: Search,
    scope: SearchScope,
    /// The settings of the projects it looks at, as far as there are passages of them.
    settings: HashMap<String, ProjectSettings>,
    /// What their settings leave out of their lore.
    filters: HashMap<String, KnowledgeFilter>,
}

impl PreparedSearch {
    /// Whether passages of this group may be found.
    fn includes(&self, group: &Group) -> bool {
        let Self { principal, search, scope, settings, .. } = self;
        let is_off = |id: &String| settings.get(id).is_some_and(|it| !it.integrations.research);
        if group.project_id.as_ref().is_some_and(is_off) {
            return false;
        }
        let is_kind = search.kind.is_none_or(|kind| kind.as_str() == group.kind)
            && search.category.is_none_or(|category| category.as_str() == group.kind);
        if !is_kind || !search.wants(group.collection) {
            return false;
        }
        if group.collection == Collection::Messages {
            // As in lists of messages: each is its sender's, whatever project it is about.
            let is_theirs =
                principal.owns_everything || group.account.as_deref() == Some(&principal.user);
            let is_of_project = scope.made_in.is_none() || scope.made_in == group.project_id;
            return is_theirs && is_of_project;
        }
        let Some(project) = &group.project_id else { return false };
        scope.projects.contains(project) && self.leaving_out(group).is_none()
    }

    /// The filter of its project that leaves the lore of this group out.
    fn leaving_out(&self, group: &Group) -> Option<&KnowledgeFilter> {
        if group.collection != Collection::Lore {
            return None;
        }
        let filter = self.filters.get(group.project_id.as_ref()?)?;
        let is_included =
            Category::parse(group.kind).is_some_and(|category| filter.includes(category));
        (!is_included).then_some(filter)
    }

    /// That lore is left out which the search would look at, as a sentence.
    fn narrowed(&self, research: &Research) -> Option<String> {
        let search = &self.search;
        let is_asked = |group: &&Group| {
            let of = group.project_id.as_ref();
            of.is_some_and(|project| self.scope.projects.contains(project))
                && search.wants(group.collection)
                && search.category.is_none_or(|category| category.as_str() == group.kind)
        };
        let index = research.read();
        let asked = index.groups().iter().filter(is_asked);
        let left_out =
            asked.filter_map(|it| Some((it.project_id.as_ref()?, self.leaving_out(it)?)));
        let by_project: BTreeMap<&String, &KnowledgeFilter> = left_out.collect();
        match by_project.len() {
            0 => None,
            1 => by_project.values().next().map(|filter| filter.sentence()),
            projects => Some(format!(
                "The knowledgeFilters of {projects} projects leave lore of theirs out."
            )),
        }
    }

    /// That the project it is made in may be searched.
    ///
    /// # Errors
    /// A conflict when its settings say that it is not.
    fn check_on(&self) -> Result<()> {
        let of = self.scope.made_in.as_ref().and_then(|project| self.settings.get(project));
        if of.is_none_or(|settings| settings.integrations.research) {
            return Ok(());
        }
        Err(Error::Conflict(
            "settings.integrations.research of the project is off: its texts are not searched"
                .to_owned(),
        ))
    }

    /// What the principal may search as it is now, once the index knows of it.
    async fn get(
        studio: &Studio,
        principal: &Principal,
        search: &Search,
        wait_max: Duration,
    ) -> Result<Self> {
        EventLog::number(studio).await?;
        let (user, named) = (principal.clone(), search.project_id.clone());
        let (mut scope, last) = studio
            .database
            .read(move |tx| {
                let scope = scope::search_scope(tx, &user, named.as_deref())?;
                Ok((scope, events::span(tx)?.1))
            })
            .await?;
        studio.research.follows(studio, last, wait_max).await?;
        let settings = match (&scope.made_in, scope.settings.take()) {
            (Some(project), Some(settings)) => HashMap::from([(project.clone(), settings)]),
            _ => Self::settings(studio, &scope).await?,
        };
        let filter = |(id, it): (&String, _)| Some((id.clone(), KnowledgeFilter::of(it)?));
        let filters = settings.iter().filter_map(filter).collect();
        let (principal, search) = (principal.clone(), search.clone());
        Ok(Self { principal, search, scope, settings, filters })
    }

    /// The settings of all projects in the scope that have passages.
    async fn settings(
        studio: &Studio,
        scope: &SearchScope,
    ) -> Result<HashMap<String, ProjectSettings>> {
        let indexed: BTreeSet<String> = {
            let index = studio.research.read();
            let projects = index.groups().iter().filter_map(|group| group.project_id.as_ref());
            projects.filter(|project| scope.projects.contains(*project)).cloned().collect()
        };
        if indexed.is_empty() {
            return Ok(HashMap::new());
        }
        let read =
            move |tx: &mut store::Tx<'_>| scope::settings(tx, indexed.iter().map(String::as_str));
        studio.database.read(read).await
    }
}

/// Searches with the rights of the principal, for the number of results that the project asks for, or for
/// `limit`: what was found, best first. It is added to nobody's history.
///
/// # Errors
/// Not found when the principal cannot see the project; a conflict when its settings say that it is not
/// searched; unavailable while the texts are still being read.
pub async fn search(
    studio: &Studio,
    principal: &Principal,
    project: Option<&str>,
    collections: &[Collection],
    query: &str,
    limit: i64,
) -> Result<Query> {
    let search = Search {
        query: query.to_owned(),
        collections: collections.to_vec(),
        project_id: project.map(str::to_owned),
        limit_default: Some(limit),
        ..Search::default()
    };
    ask(studio, principal, &search, studio.clock.now()).await
}

/// Searches with the rights of the principal; the search and what it found, to be added to a
/// history.
pub async fn ask(
    studio: &Studio,
    principal: &Principal,
    search: &Search,
    now: Time,
) -> Result<Query> {
    ask_within(studio, principal, search, now, WAIT_MAX).await
}

/// As [`ask`], and waits so long at the most for the texts to be indexed.
pub async fn ask_within(
    studio: &Studio,
    principal: &Principal,
    search: &Search,
    now: Time,
    wait_max: Duration,
) -> Result<Query> {
    let prepared = PreparedSearch::get(studio, principal, search, wait_max).await?;
    prepared.check_on()?;
    let made_in = prepared.scope.made_in.clone();
    let narrowed = prepared.narrowed(&studio.research);
    let (vector, failure) = question_vector(studio, &search.query).await?;
    let of_studio = studio.clone();
    let searching = move || found(&of_studio.research, &prepared, vector.as_deref());
    let (mut results, mut meaning) = blocking::run("searching", searching).await?;
    meaning.note = note(&studio.research, &meaning, failure);
    let ids: BTreeSet<String> = results.iter().map(|found| found.document_id.clone()).collect();
    let titles = studio
        .database
        .read(move |tx| scope::titles(tx, &ids.iter().map(String::as_str).collect::<Vec<_>>()))
        .await?;
    results.retain_mut(|found| {
        // Deleted since it was found.
        let Some(titled) = titles.get(&found.document_id) else { return false };
        found.metadata.title.clone_from(&titled.title);
        found.metadata.position = titled.position;
        found.at = titled.at;
        true
    });
    let (id, query) = (ids::new(now), search.query.clone());
    Ok(Query { id, project_id: made_in, query, results, narrowed, meaning: Some(meaning), at: now })
}

/// The vector of a question, where there are any to compare it with; or why there is none.
async fn question_vector(
    studio: &Studio,
    question: &str,
) -> Result<(Option<Vec<f32>>, Option<String>)> {
    if studio.research.read().dimensions().is_none() {
        return Ok((None, None));
    }
    match studio.research.embedder.question(question).await {
        Ok(vector) => Ok((vector, None)),
        Err(Error::Unavailable(why)) => Ok((None, Some(why))),
        Err(error) => Err(error),
    }
}

/// That a search went by words, wholly or in part, as a sentence.
fn note(research: &Research, meaning: &SearchMeaning, failure: Option<String>) -> Option<String> {
    if let Some(why) = failure {
        return Some(format!("Searched by words only. {why}"));
    }
    if meaning.waiting == 0 {
        return None;
    }
    let failed = research.failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let why = failed.map(|why| format!(" {why}")).unwrap_or_default();
    let SearchMeaning { waiting, passages, .. } = meaning;
    Some(format!(
        "{waiting} of {passages} passages are not embedded yet and are found by their words only.{why}"
    ))
}

/// The passages that answer best, whose titles are still to be read; and how far they were compared by
/// vectors.
fn found(
    research: &Research,
    prepared: &PreparedSearch,
    vector: Option<&[f32]>,
) -> (Vec<FoundPassage>, SearchMeaning) {
    let Search { query, min_similarity, document_id, .. } = &prepared.search;
    let question = SearchQuery::new(query, vector);
    let made_in = prepared.scope.made_in.as_ref().and_then(|id| prepared.settings.get(id));
    let of_project = made_in.and_then(|settings| settings.agent_config.as_ref());
    let limit = prepared.search.limit(of_project.and_then(|config| config.search_results_count));
    let limit = usize::try_from(limit).unwrap_or(0);
    let wanted = SearchLimits {
        limit: limit.saturating_mul(EQUALS_MAX),
        similarity_min: *min_similarity as f32,
        document: document_id.as_deref(),
    };
    let index = research.read();
    let search::Found { hits, passages, waiting } =
        index.search(&question, wanted, |group| prepared.includes(group));
    let embedder = research.embedder.name();
    let by = |by_vectors: bool| if by_vectors { embedder.clone() } else { WORDS.to_owned() };
    let found = |hit: search::Hit<'_, Group>| FoundPassage {
        document_id: hit.document.to_owned(),
        text: hit.passage.text.to_string(),
        similarity: rounded(hit.similarity),
        at: Time::from_millis(0),
        metadata: PassageMetadata {
            collection: hit.group.collection,
            title: String::new(),
            kind: hit.group.kind.to_owned(),
            position: None,
            passage: whole(hit.number),
            start: whole(hit.passage.span.start),
            end: whole(hit.passage.span.end),
            project_id: hit.group.project_id.clone(),
            embedder: by(hit.is_by_vectors),
            word_score: rounded(hit.word_score),
            label: hit.group.is_untrusted.then(|| UNTRUSTED.to_owned()),
        },
    };
    // Equal messages are found once.
    let mut known = HashSet::new();
    let different = hits.into_iter().filter(|hit| {
        let passage = hit.passage;
        hit.group.collection != Collection::Messages || known.insert(&passage.text)
    });
    let results = different.take(limit).map(found).collect();
    (results, SearchMeaning { embedder: embedder.clone(), passages, waiting, note: None })
}

/// What a single float says, without the digits that its wider form invents.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1e6).round() / 1e6
}

fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Every collection, with what the principal can find in it: of this project, or of all.
pub async fn collections(
    studio: &Studio,
    principal: &Principal,
    project: Option<String>,
) -> Result<Vec<CollectionItem>> {
    let search = Search { project_id: project, ..Search::default() };
    let prepared = PreparedSearch::get(studio, principal, &search, WAIT_MAX).await?;
    Ok(counted(&studio.research, &prepared))
}

/// The collections the principal can find anything in, in this project or in all; none while the texts
/// are still being read.
pub async fn active_collections(
    studio: &Studio,
    principal: &Principal,
    project: Option<String>,
) -> Result<Vec<Collection>> {
    let search = Search { project_id: project, ..Search::default() };
    let prepared = match PreparedSearch::get(studio, principal, &search, OVERVIEW_WAIT_MAX).await {
        Ok(prepared) => prepared,
        Err(Error::Unavailable(_)) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let counted = counted(&studio.research, &prepared);
    Ok(counted.into_iter().filter(|it| it.passages > 0).map(|it| it.name).collect())
}

fn counted(research: &Research, prepared: &PreparedSearch) -> Vec<CollectionItem> {
    let index = research.read();
    let dimensions = index.dimensions();
    let mut collections = Collection::ALL.map(|collection| CollectionItem {
        name: collection,
        documents: 0,
        passages: 0,
        embedded: 0,
        embedder: research.embedder.name(),
        dimensions,
    });
    for (id, group, passages) in index.documents() {
        if passages > 0 && prepared.includes(group) {
            let of = &mut collections[group.collection as usize];
            of.documents += 1;
            of.passages += passages;
            of.embedded += index.embedded(id);
        }
    }
    collections.into()
}
