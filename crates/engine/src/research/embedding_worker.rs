//! Embeds, in the background, the passages in the search index that have no vectors yet: with stored ones
//! where a passage was embedded before, else with new ones, which are stored. What is interrupted goes on at
//! the next start. Until a passage has vectors, searches find it by its words.

use std::{collections::HashMap, sync::Arc, time::Duration};

use domain::{Error, Result};
use search::{PassageVectors, Unembedded};
use store::research::vectors;

use super::{Group, embedder::Embedder};
use crate::{Studio, wakers::Stop};

/// Passages that are looked up at once.
const LOOKED_UP_MAX: usize = 512;

/// Passages that are embedded at once, and stored in one transaction: about half a second of CPU.
const EMBEDDED_MAX: usize = 16;

/// How long the worker waits when nobody notifies it. A model that nobody used meanwhile leaves the memory.
const IDLE_INTERVAL: Duration = Duration::from_secs(60);

/// The delay after a failure, and the longest one after many.
const REST: Duration = Duration::from_secs(1);
const REST_MAX: Duration = Duration::from_secs(300);

/// Stored vectors of a project beyond twice those in use, from which on the others are removed. Until then
/// they are kept: a text may be restored.
const UNUSED_MAX: usize = 512;

/// A passage without vectors.
struct UnembeddedPassage {
    document: Arc<str>,
    mark: u64,
    project_id: String,
    number: usize,
    text: String,
    digest: String,
}

/// Embeds passages until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    if !studio.research.embedder.makes_vectors() {
        return stop.stopped().await;
    }
    let mut rest = REST;
    loop {
        match embed(&studio, &stop).await {
            Ok(()) => {
                rest = REST;
                studio.research.note_failure(None);
                if !stop.wait(&studio.wakers.embeddings, IDLE_INTERVAL).await {
                    return;
                }
                studio.research.embedder.drop_unused();
            }
            Err(error) => {
                tracing::error!(
                    error = %domain::ErrorChain(&error),
                    "embedding passages for the search failed"
                );
                studio.research.note_failure(Some(&error));
                if !stop.sleep(rest).await {
                    return;
                }
                rest = REST_MAX.min(rest * 2);
            }
        }
    }
}

/// Embeds all passages that have no vectors, and removes stored ones that nobody needs.
async fn embed(studio: &Studio, stop: &Stop) -> Result<()> {
    let mut made = 0;
    while !stop.is_stopping() {
        let waiting = studio.research.read().unembedded(LOOKED_UP_MAX);
        if waiting.is_empty() {
            break;
        }
        let missing = look_up(studio, waiting).await?;
        for some in missing.chunks(EMBEDDED_MAX) {
            if stop.is_stopping() {
                return Ok(());
            }
            make(studio, some).await?;
            made += some.len();
        }
    }
    if made > 0 {
        remove_unused(studio).await?;
    }
    Ok(())
}

/// Takes stored vectors into the index; the passages that have none.
async fn look_up(
    studio: &Studio,
    waiting: Vec<Unembedded<Group>>,
) -> Result<Vec<UnembeddedPassage>> {
    let mut by_project: HashMap<String, Vec<UnembeddedPassage>> = HashMap::new();
    for Unembedded { document, group, mark, passages } in waiting {
        let Some(project_id) = group.project_id.filter(|_| !passages.is_empty()) else {
            studio.research.write().give_up_vectors(&document, mark);
            continue;
        };
        let of_project = by_project.entry(project_id.clone()).or_default();
        of_project.extend(passages.into_iter().map(|(number, text)| UnembeddedPassage {
            document: Arc::clone(&document),
            mark,
            project_id: project_id.clone(),
            number,
            digest: Embedder::digest(&text),
            text,
        }));
    }
    let mut missing = Vec::new();
    for (project_id, passages) in by_project {
        let digests: Vec<String> = passages.iter().map(|it| it.digest.clone()).collect();
        let name = studio.research.embedder.name();
        let stored = studio
            .database
            .scan(move |tx| vectors::stored(tx, &project_id, &name, &digests))
            .await?;
        for passage in passages {
            let bytes = stored.get(&passage.digest).cloned();
            match bytes.and_then(|bytes| studio.research.embedder.stored(bytes)) {
                Some(vectors) => set(studio, &passage, vectors),
                None => missing.push(passage),
            }
        }
    }
    Ok(missing)
}

/// Embeds passages, stores their vectors, and takes them into the index. A passage that breaks the model is
/// found by its words only.
async fn make(studio: &Studio, passages: &[UnembeddedPassage]) -> Result<()> {
    let texts: Vec<String> = passages.iter().map(|it| it.text.clone()).collect();
    let made = match studio.research.embedder.passages(texts).await {
        Ok(made) => made,
        Err(error @ Error::Unavailable(_)) => return Err(error),
        Err(error) => {
            tracing::error!(
                error = %domain::ErrorChain(&error),
                "passages cannot be embedded and are found by words only"
            );
            for passage in passages {
                studio.research.write().give_up_vectors(&passage.document, passage.mark);
            }
            return Ok(());
        }
    };
    let mut by_project: HashMap<String, Vec<(String, Vec<u8>)>> = HashMap::new();
    for (passage, vectors) in passages.iter().zip(&made) {
        let row = (passage.digest.clone(), vectors.bytes().to_vec());
        by_project.entry(passage.project_id.clone()).or_default().push(row);
    }
    let name = studio.research.embedder.name();
    studio
        .database
        .write(move |tx| {
            for (project_id, rows) in &by_project {
                vectors::save(tx, project_id, &name, rows)?;
            }
            Ok(())
        })
        .await?;
    for (passage, vectors) in passages.iter().zip(made) {
        set(studio, passage, vectors);
    }
    Ok(())
}

/// Takes the vectors of a passage into the index. A model that suddenly makes longer or shorter ones than
/// before is not waited for.
fn set(studio: &Studio, passage: &UnembeddedPassage, vectors: PassageVectors) {
    let UnembeddedPassage { document, mark, number, .. } = passage;
    let mut index = studio.research.write();
    if !index.set_vectors(document, *mark, &[(*number, vectors)]) {
        tracing::error!(
            document.id = &**document,
            "the model made a vector of another length than before; the text is found by words only"
        );
        index.give_up_vectors(document, *mark);
    }
}

/// Removes stored vectors of projects that have many more than they need.
async fn remove_unused(studio: &Studio) -> Result<()> {
    let counts = studio.database.scan(vectors::counts).await?;
    for (project_id, stored) in counts {
        let texts = studio.research.read().embedded_texts(|group: &Group| {
            group.project_id.as_deref() == Some(project_id.as_str())
        });
        if stored <= 2 * texts.len() + UNUSED_MAX {
            continue;
        }
        let name = studio.research.embedder.name();
        let digests: Vec<String> = texts.iter().map(|text| Embedder::digest(text)).collect();
        studio
            .database
            .write(move |tx| vectors::keep_only(tx, &project_id, &name, &digests))
            .await?;
    }
    Ok(())
}
