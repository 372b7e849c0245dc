//! Databases that a disk has changed: found by whoever reads them, and never called healthy.

use std::{fs, path::PathBuf};

use super::{backups_of, on_data_of};
use crate::support::{Engine, Studio, chance::Chance};

/// A studio with some text in it, stopped, and its database file.
fn stopped() -> (Studio, PathBuf) {
    let mut studio = Studio::open(Engine::Sqlite);
    let project = studio.project("Dracula");
    for chapter in 0..10 {
        studio.document(&project, &chapter.to_string(), &"The wolves howled. ".repeat(500));
    }
    studio.stop();
    let file = studio.folder().join("scriptorium.db");
    (studio, file)
}

/// Pages that hold the inner parts of tables: where their first byte says that they do.
fn interior_or_leaf_pages(bytes: &[u8]) -> Vec<usize> {
    const PAGE: usize = 4_096;
    (1..bytes.len() / PAGE)
        .map(|page| page * PAGE)
        .filter(|at| matches!(bytes[*at], 2 | 5 | 10 | 13))
        .collect()
}

#[test]
fn a_flipped_bit_in_a_page_is_found_by_doctor_and_backup() {
    let (studio, file) = stopped();
    let sound = fs::read(&file).unwrap();
    let mut chance = Chance::of_today();
    let pages = interior_or_leaf_pages(&sound);
    assert!(pages.len() > 50, "{}", pages.len());

    for _ in 0..10 {
        let at = pages[chance.between(0, pages.len() as u64 - 1) as usize];
        let mut bytes = sound.clone();
        // The kind of the page: no page may have another one.
        bytes[at] ^= 1 << chance.between(4, 7);
        fs::write(&file, &bytes).unwrap();

        let doctor = on_data_of(&studio, &["doctor"]);
        assert!(!doctor.succeeded, "{at}: {doctor:?}");
        assert!(doctor.out.contains("error: database: the file is damaged"), "{at}: {doctor:?}");
        assert!(!doctor.out.contains("healthy"), "{at}: {doctor:?}");
        let backup = on_data_of(&studio, &["backup"]).refusal();
        assert!(backup.contains("damaged"), "{at}: {backup}");
        assert_eq!(backups_of(&studio).len(), 0, "nothing looks done");
    }
}

#[test]
fn a_damaged_database_names_the_last_good_backup() {
    let (studio, file) = stopped();
    on_data_of(&studio, &["backup"]).ok();
    let good = backups_of(&studio).pop().unwrap();
    let mut bytes = fs::read(&file).unwrap();
    let page = interior_or_leaf_pages(&bytes)[20];
    bytes[page] ^= 0x40;
    fs::write(&file, &bytes).unwrap();

    let doctor = on_data_of(&studio, &["doctor"]);

    let remedy = format!("type `scriptorium restore {} --data NEW-FOLDER`", good.display());
    assert!(doctor.out.contains(&remedy), "{doctor:?}");
    on_data_of(&studio, &["backup"]).refusal();
    assert_eq!(backups_of(&studio), [good]);
}

#[test]
fn a_service_that_met_damage_is_not_ready_any_more() {
    let (mut studio, file) = stopped();
    let mut bytes = fs::read(&file).unwrap();
    // A page that a start does not read: the last of those with text.
    let page = *interior_or_leaf_pages(&bytes).iter().rev().find(|at| bytes[**at] == 13).unwrap();
    bytes[page] ^= 0x40;
    fs::write(&file, &bytes).unwrap();

    // It may start and be found out, or not start at all; it is never called ready for long.
    let started = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| studio.restart()));
    if started.is_err() {
        return;
    }
    studio.until("the damage to be seen", || {
        let ready = studio.get("/health/ready");
        (ready.status == 503).then(|| {
            assert_eq!(ready.body["parts"]["database"], "damaged", "{ready}");
            let problem = ready.body["problems"][0].as_str().unwrap().to_owned();
            assert!(problem.contains("scriptorium doctor"), "{problem}");
        })
    });
}

#[test]
fn a_letter_that_the_disk_changed_is_found_and_not_counted_away() {
    let (mut studio, file) = stopped();
    let mut bytes = fs::read(&file).unwrap();
    let places: Vec<usize> =
        (0..bytes.len() - 6).filter(|at| &bytes[*at..at + 6] == b"howled").collect();
    let at = places[places.len() / 2];
    // SQLite has nothing to say about it: "howled" is as good a text as "hawled".
    bytes[at + 1] = b'a';
    fs::write(&file, &bytes).unwrap();

    for command in [&["doctor"][..], &["doctor", "--rebuild"], &["doctor"]] {
        let ran = on_data_of(&studio, command);
        assert!(!ran.succeeded, "{ran:?}");
        assert!(
            ran.out.contains("error: database: 1 texts of documents are not what was written"),
            "{ran:?}"
        );
    }
    studio.restart();
    studio.until("the change to be seen", || {
        let ready = studio.get("/health/ready");
        (ready.body["parts"]["database"] == "damaged").then(|| assert_eq!(ready.status, 503))
    });
}

#[test]
fn texts_from_before_there_were_digests_get_theirs() {
    let (mut studio, _) = stopped();
    studio.restart();
    studio.write(|tx| {
        for statement in
            ["UPDATE document_text SET digest = NULL", "UPDATE revision SET digest = NULL"]
        {
            tx.run(statement, ()).map_err(|error| domain::Error::internal("forgetting", error))?;
        }
        Ok(())
    });

    studio.restart();

    studio.until("every text to have its digest", || {
        let left = studio.write(|tx| {
            let failed = |error| domain::Error::internal("counting", error);
            let row = tx
                .row("SELECT count(*) FROM document_text WHERE digest IS NULL", ())
                .map_err(failed)?;
            row.expect("a count").get::<i64>(0).map_err(failed)
        });
        (left == 0).then_some(())
    });
}
