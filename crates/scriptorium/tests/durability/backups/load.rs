//! Backups taken while many people write: what comes back is a state that some moment really had.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use domain::Error;
use store::Database;

use crate::support::{Studio, backups::backups_of, program::run};

/// People who write at once, each in a project of their own.
const WRITERS: usize = 3;

/// Backups taken meanwhile.
const BACKUPS: usize = 4;

/// Documents each has written before the first backup, at least.
const BEFORE: usize = 3;

/// Ends the writers, also where a test fails: a scope waits for its threads.
struct EndOfWriting<'a>(&'a AtomicBool);

impl Drop for EndOfWriting<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Writes numbered documents, one after the other; `acknowledged` counts those that were.
fn write(studio: &Studio, project: &str, acknowledged: &AtomicUsize, ends: &AtomicBool) {
    for number in 0.. {
        if ends.load(Ordering::SeqCst) {
            return;
        }
        let text = format!("{number} wolves howled. ").repeat(20);
        studio.document(project, &number.to_string(), &text);
        acknowledged.store(number + 1, Ordering::SeqCst);
    }
}

/// What a restored folder holds of each project: the titles of its documents in the order they were
/// made, and how many its counters say there are.
fn found(data: &Path) -> BTreeMap<String, (Vec<String>, i64)> {
    let settings = store::Settings::Sqlite {
        file: data.join("scriptorium.db"),
        backups: data.join("backups"),
        checkpoint_kib: 16_000,
    };
    let database = Database::open_existing(&settings).unwrap();
    let found = database.read_blocking(|tx| {
        let failed = |error| Error::internal("looking", error);
        let mut found = BTreeMap::new();
        let summaries =
            "SELECT id, documents FROM project JOIN project_summary ON project_number = number";
        for row in tx.rows(summaries, ()).map_err(failed)? {
            found.insert(row.get(0).map_err(failed)?, (Vec::new(), row.get(1).map_err(failed)?));
        }
        for row in tx
            .rows(
                "SELECT project_id, title
                   FROM document
                   JOIN document_text ON document_id = id
                  WHERE content LIKE title || ' wolves%' ESCAPE '\\'
                  ORDER BY position",
                (),
            )
            .map_err(failed)?
        {
            let project: String = row.get(0).map_err(failed)?;
            let (titles, _) = found.get_mut(&project).expect("a project");
            titles.push(row.get(1).map_err(failed)?);
        }
        Ok(found)
    });
    database.close();
    found.unwrap()
}

service_test! {
    fn a_backup_under_load_is_of_one_moment(studio) {
        let projects: Vec<String> =
            (0..WRITERS).map(|writer| studio.project(&writer.to_string())).collect();
        let acknowledged: Vec<AtomicUsize> = (0..WRITERS).map(|_| AtomicUsize::new(0)).collect();
        let ends = AtomicBool::new(false);
        let counts = || -> Vec<usize> {
            acknowledged.iter().map(|number| number.load(Ordering::SeqCst)).collect()
        };

        let moments = thread::scope(|scope| {
            let _end = EndOfWriting(&ends);
            for (project, acknowledged) in projects.iter().zip(&acknowledged) {
                scope.spawn(|| write(studio, project, acknowledged, &ends));
            }
            studio.until("some work", || {
                counts().iter().all(|number| *number >= BEFORE).then_some(())
            });
            let mut moments = Vec::new();
            for _ in 0..BACKUPS {
                let before = counts();
                studio.command(&["backup"]).ok();
                moments.push((before, counts()));
            }
            moments
        });

        let backups = backups_of(studio);
        assert_eq!(backups.len(), BACKUPS);
        for (backup, (before, after)) in backups.iter().zip(&moments) {
            let folder = tempfile::tempdir().unwrap();
            let backup = backup.display().to_string();
            run(folder.path(), &["restore", &backup, "--data", "fresh"]).ok();
            let data = folder.path().join("fresh");
            for (writer, project) in projects.iter().enumerate() {
                let (titles, kept) = &found(&data)[project];
                let wanted: Vec<String> =
                    (0..titles.len()).map(|number| number.to_string()).collect();
                assert_eq!(titles, &wanted, "what is there has no gap");
                assert_eq!(*kept, i64::try_from(titles.len()).unwrap(), "counters agree");
                // One more may have been kept whose answer was on its way.
                assert!(
                    (before[writer]..=after[writer] + 1).contains(&titles.len()),
                    "{before:?} {} {after:?}", titles.len()
                );
            }
            let ran = run(folder.path(), &["doctor", "--data", "fresh"]);
            assert!(!ran.out.contains("error: database"), "{ran:?}");
        }
        // Work went on meanwhile.
        let (first, last) = (&moments[0].0, &moments[BACKUPS - 1].1);
        assert!(last.iter().sum::<usize>() > first.iter().sum::<usize>(), "{moments:?}");
    }
}
