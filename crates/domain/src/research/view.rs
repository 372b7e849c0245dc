//! Views of research. Every time is in whole Unix seconds here, as the contract has it for this
//! module alone.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Collection, FoundPassage, PassageMetadata, Query, SavedSearch, SearchMeaning};
use crate::{json::JsonText, time::Time};

/// A moment in whole Unix seconds.
fn seconds(time: Time) -> i64 {
    time.millis().div_euclid(1_000).max(0)
}

/// A passage that was found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ResearchSearchResult {
    /// The id of the passage: that of its text and its number.
    pub id: String,
    /// Its text.
    pub content: String,
    /// Its similarity to the query, 0 to 1.
    #[schemars(range(min = 0, max = 1))]
    pub similarity: f64,
    /// Its metadata.
    pub metadata: PassageMetadata,
    /// When its text was last changed, in Unix seconds.
    #[schemars(range(min = 0))]
    pub timestamp: i64,
}

impl ResearchSearchResult {
    fn of(found: FoundPassage) -> Self {
        Self {
            id: format!("{}:{}", found.document_id, found.metadata.passage),
            content: found.text,
            similarity: found.similarity,
            metadata: found.metadata,
            timestamp: seconds(found.at),
        }
    }
}

/// A result, in the form of a vector search.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResearchSemanticResult {
    /// The document, entry or message it is from.
    pub document_id: String,
    /// What the passage says.
    pub document: String,
    /// Its similarity to the query, 0 to 1.
    #[schemars(range(min = 0, max = 1))]
    pub similarity: f64,
    /// Its metadata.
    pub metadata: PassageMetadata,
    /// Its collection.
    pub collection: Collection,
}

impl ResearchSemanticResult {
    fn of(found: FoundPassage) -> Self {
        Self {
            document_id: found.document_id,
            document: found.text,
            similarity: found.similarity,
            collection: found.metadata.collection,
            metadata: found.metadata,
        }
    }
}

/// A search that was made.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResearchQueryItem {
    /// Its identifier.
    pub id: String,
    /// What was searched for.
    pub query: String,
    /// What was found then, best first.
    pub results: Vec<ResearchSearchResult>,
    /// When, in Unix seconds.
    #[schemars(range(min = 0))]
    pub timestamp: i64,
    /// How many results there are.
    #[schemars(range(min = 0))]
    pub result_count: usize,
}

impl ResearchQueryItem {
    /// What the wire shows of `query`.
    pub fn of(query: Query) -> Self {
        Self {
            id: query.id,
            query: query.query,
            timestamp: seconds(query.at),
            result_count: query.results.len(),
            results: query.results.into_iter().map(ResearchSearchResult::of).collect(),
        }
    }
}

/// A search that was just made.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResearchSearchAnswer {
    /// The search, as the history keeps it.
    #[serde(flatten)]
    pub item: ResearchQueryItem,
    /// The results, in the form of a vector search.
    pub semantic_results: Vec<ResearchSemanticResult>,
    /// That lore was left out by the knowledgeFilter of a project, as a sentence; absent where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub narrowed: Option<String>,
    /// How far it went by meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SearchMeaning")]
    pub meaning: Option<SearchMeaning>,
}

impl ResearchSearchAnswer {
    /// What the wire shows of `query`.
    pub fn of(query: Query) -> Self {
        Self {
            semantic_results: semantic(&query),
            narrowed: query.narrowed.clone(),
            meaning: query.meaning.clone(),
            item: ResearchQueryItem::of(query),
        }
    }
}

fn semantic(query: &Query) -> Vec<ResearchSemanticResult> {
    query.results.iter().cloned().map(ResearchSemanticResult::of).collect()
}

/// A saved search.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResearchSavedSearch {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What is searched for.
    pub query: String,
    /// The restrictions of the search.
    #[schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")]
    pub filters: JsonText,
    /// When it was made, in Unix seconds.
    pub created_at: i64,
    /// When it was last run, in Unix seconds; absent when it never was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    pub last_used: Option<i64>,
}

impl ResearchSavedSearch {
    /// What the wire shows of `saved`.
    pub fn of(saved: SavedSearch) -> Self {
        Self {
            id: saved.id,
            name: saved.name,
            query: saved.query,
            filters: saved.filters,
            created_at: seconds(saved.created_at),
            last_used: saved.last_used.map(seconds),
        }
    }
}

/// The latest searches with their results, the saved searches, and the collections with texts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ResearchResponse")]
pub struct ResearchResponse {
    /// The latest searches, newest first.
    pub queries: Vec<ResearchQueryItem>,
    /// The saved searches of the caller, newest first.
    pub saved_searches: Vec<ResearchSavedSearch>,
    /// What the latest search found.
    pub semantic_results: Vec<ResearchSemanticResult>,
    /// The different texts of the searches, newest first.
    pub recent_queries: Vec<String>,
    /// How many searches are shown.
    #[schemars(range(min = 0))]
    pub total_queries: usize,
    /// The collections that have passages.
    pub active_collections: Vec<Collection>,
}

impl ResearchResponse {
    /// The view of these searches, newest first.
    pub fn of(
        queries: Vec<Query>,
        saved: Vec<SavedSearch>,
        active_collections: Vec<Collection>,
    ) -> Self {
        let mut recent_queries: Vec<String> = Vec::new();
        for query in &queries {
            if !recent_queries.contains(&query.query) {
                recent_queries.push(query.query.clone());
            }
        }
        Self {
            semantic_results: queries.first().map(semantic).unwrap_or_default(),
            total_queries: queries.len(),
            queries: queries.into_iter().map(ResearchQueryItem::of).collect(),
            saved_searches: saved.into_iter().map(ResearchSavedSearch::of).collect(),
            recent_queries,
            active_collections,
        }
    }
}

/// What can be searched in one collection.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ResearchCollection")]
pub struct CollectionItem {
    /// What it is called.
    pub name: Collection,
    /// How many documents, entries or messages it has.
    #[schemars(range(min = 0))]
    pub documents: usize,
    /// How many passages these have.
    #[schemars(range(min = 0))]
    pub passages: usize,
    /// How many of these passages have vectors.
    #[schemars(range(min = 0))]
    pub embedded: usize,
    /// What makes the vectors; `words` for no vectors at all.
    pub embedder: String,
    /// The numbers in each vector; null as long as there is none.
    pub dimensions: Option<usize>,
}

/// What can be searched.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ResearchCollections")]
pub struct ResearchCollections {
    /// Every collection, whether or not it has anything.
    pub collections: Vec<CollectionItem>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str, at: i64) -> Query {
        Query {
            id: format!("q{at}"),
            project_id: None,
            query: text.to_owned(),
            results: Vec::new(),
            narrowed: None,
            meaning: None,
            at: Time::from_millis(at),
        }
    }

    #[test]
    fn recent_queries_are_the_different_texts_newest_first() {
        let queries = vec![query("bat", 3_999), query("wolf", 2_000), query("bat", 1_000)];

        let view = ResearchResponse::of(queries, Vec::new(), Vec::new());

        assert_eq!(view.recent_queries, ["bat", "wolf"]);
        assert_eq!(view.total_queries, 3);
        let times: Vec<i64> = view.queries.iter().map(|query| query.timestamp).collect();
        assert_eq!(times, [3, 2, 1]);
    }
}
