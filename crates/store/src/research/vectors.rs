//! Vectors of passages, kept so that an unchanged passage never needs to be embedded again. Each is found by
//! what made it and by the digest of what it was made of; what its bytes mean is for `search` to say. Only
//! background work reads and writes them, for no principal.

use std::collections::HashMap;

use db::Tx;
use domain::Result;

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// The vectors of a project that this embedder made of texts with these digests, by digest.
pub fn stored(
    tx: &mut Tx<'_>,
    project_id: &str,
    embedder: &str,
    digests: &[String],
) -> Result<HashMap<String, Vec<u8>>> {
    let rows = tx
        .rows(
            "SELECT digest, vectors
               FROM passage_vectors
              WHERE project_id = ?1
                AND embedder = ?2
                AND digest IN (SELECT value FROM json_each(?3 /*+list*/))",
            (project_id, embedder, &column::text(digests)?),
        )
        .doing("reading vectors")?;
    rows.into_iter().map(|mut row| Ok((row.value("digest")?, row.value("vectors")?))).collect()
}

/// Stores vectors with the digests of their texts, unless the project was purged meanwhile.
pub fn save(
    tx: &mut Tx<'_>,
    project_id: &str,
    embedder: &str,
    made: &[(String, Vec<u8>)],
) -> Result<()> {
    for (digest, vectors) in made {
        tx.run(
            "INSERT INTO passage_vectors (project_id, embedder, digest, vectors)
             SELECT id, ?2, ?3, ?4
               FROM project
              WHERE id = ?1
             ON CONFLICT (project_id, embedder, digest) DO UPDATE
                SET vectors = excluded.vectors",
            (project_id, embedder, digest, vectors.as_slice()),
        )
        .doing("storing vectors")?;
    }
    Ok(())
}

/// How many vectors of each project are stored.
pub fn counts(tx: &mut Tx<'_>) -> Result<Vec<(String, usize)>> {
    let rows = tx
        .rows(
            "SELECT project_id, count(*) AS stored
               FROM passage_vectors
              GROUP BY project_id",
            (),
        )
        .doing("counting vectors")?;
    rows.into_iter()
        .map(|mut row| {
            let stored: i64 = row.value("stored")?;
            Ok((row.value("project_id")?, usize::try_from(stored).unwrap_or(0)))
        })
        .collect()
}

/// Removes the vectors of a project but for those that this embedder made of texts with these digests.
pub fn keep_only(
    tx: &mut Tx<'_>,
    project_id: &str,
    embedder: &str,
    digests: &[String],
) -> Result<()> {
    tx.run(
        "DELETE FROM passage_vectors
          WHERE project_id = ?1
            AND NOT (embedder = ?2
                     AND digest IN (SELECT value FROM json_each(?3 /*+list*/)))",
        (project_id, embedder, &column::text(digests)?),
    )
    .doing("removing vectors")
    .map(drop)
}
