//! Databases that a disk has changed: found by whoever reads them, and never called healthy.

use std::{
    fs,
    path::{Path, PathBuf},
};

use domain::time::DAY_MS;

use crate::support::{
    BEGINNING, Engine, Studio, backups::backups_of, chance::Chance, program::run,
};

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

        let doctor = studio.command(&["doctor"]);
        assert!(!doctor.succeeded, "{at}: {doctor:?}");
        assert!(doctor.out.contains("error: database: the file is damaged"), "{at}: {doctor:?}");
        assert!(!doctor.out.contains("healthy"), "{at}: {doctor:?}");
        let backup = studio.command(&["backup"]).refusal();
        assert!(backup.contains("damaged"), "{at}: {backup}");
        assert_eq!(backups_of(&studio).len(), 0, "nothing looks done");
    }
}

#[test]
fn a_damaged_database_names_the_last_good_backup() {
    let (studio, file) = stopped();
    studio.command(&["backup"]).ok();
    let good = backups_of(&studio).pop().unwrap();
    let mut bytes = fs::read(&file).unwrap();
    let page = interior_or_leaf_pages(&bytes)[20];
    bytes[page] ^= 0x40;
    fs::write(&file, &bytes).unwrap();

    let doctor = studio.command(&["doctor"]);

    let remedy = format!("type `scriptorium restore {} --data NEW-FOLDER`", good.display());
    assert!(doctor.out.contains(&remedy), "{doctor:?}");
    studio.command(&["backup"]).refusal();
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
    let offsets: Vec<usize> =
        (0..bytes.len() - 6).filter(|at| &bytes[*at..at + 6] == b"howled").collect();
    let at = offsets[offsets.len() / 2];
    // SQLite has nothing to say about it: "howled" is as good a text as "hawled".
    bytes[at + 1] = b'a';
    fs::write(&file, &bytes).unwrap();

    for command in [&["doctor"][..], &["doctor", "--rebuild"], &["doctor"]] {
        let ran = studio.command(command);
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

/// Turns a letter of a text into another one, which only its digest shows.
fn spoil(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    // The last one: pages before it may have been given up.
    let at = (0..bytes.len() - 6).rfind(|at| &bytes[*at..at + 6] == b"howled").expect("a text");
    bytes[at + 1] = b'a';
    fs::write(file, &bytes).unwrap();
}

const CHANGED: &str = "1 texts of documents are not what was written";

#[test]
fn no_backup_is_made_of_a_text_that_changed_and_no_good_one_goes() {
    let mut studio = Studio::open_with(Engine::Sqlite, &[("backup.keep", "1")]);
    let project = studio.project("Dracula");
    studio.document(&project, "I", &"The wolves howled. ".repeat(500));
    let look = |studio: &Studio| {
        studio.block_on(engine::backups::run_due(studio.behind(), BEGINNING));
    };
    studio.clock.advance(600_000);
    look(&studio);
    let good = backups_of(&studio);
    assert_eq!(good.len(), 1);
    studio.stop();
    spoil(&studio.folder().join("scriptorium.db"));

    let by_hand = studio.command(&["backup"]).refusal();
    assert!(by_hand.contains(CHANGED), "{by_hand}");
    let rows = studio.folder().join("rows").display().to_string();
    let exported = studio.command(&["export", "--all", &rows]).refusal();
    assert!(exported.contains(CHANGED), "{exported}");
    assert_eq!(backups_of(&studio), good);

    studio.restart();
    studio.clock.advance(2 * DAY_MS);
    look(&studio);
    assert_eq!(backups_of(&studio), good);
    let ready = studio.get("/health/ready");
    assert_eq!(ready.status, 503, "{ready}");
    assert_eq!(ready.body["parts"]["database"], "damaged");
    assert_eq!(ready.body["parts"]["backup"], "failed");
    let problem = ready.body["problems"][1].as_str().unwrap();
    assert!(problem.contains("The database is damaged, so no backup is made of it"), "{problem}");
    let beside = studio.command(&["backup"]).refusal();
    assert!(beside.contains(CHANGED), "{beside}");
}

#[test]
fn a_service_that_meets_a_text_that_changed_while_it_makes_a_backup_is_damaged() {
    let (mut studio, file) = stopped();
    spoil(&file);
    studio.restart();
    let folder = studio.folder().join("elsewhere");

    let made = engine::backups::make(&studio.behind().database, &folder, BEGINNING);

    assert!(made.unwrap_err().to_string().contains("the database is damaged"));
    assert!(studio.behind().database.is_damaged());
    assert_eq!(engine::backups::list(&folder).unwrap(), []);
}

service_test! {
    fn a_backup_with_a_text_that_changed_before_it_was_made_is_refused(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", &"The wolves howled. ".repeat(500));
        studio.command(&["backup"]).ok();
        let backup = backups_of(studio).pop().unwrap();
        let file = match studio.engine {
            Engine::Sqlite => backup.join("scriptorium.db"),
            Engine::Postgres => backup.join("document_text.jsonl"),
        };
        // As an older program would have made it.
        let digest = || domain::digest::hex(&fs::read(&file).unwrap());
        let (before, manifest) = (digest(), backup.join("manifest.json"));
        spoil(&file);
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(text.contains(&before), "{text}");
        fs::write(&manifest, text.replace(&before, &digest())).unwrap();
        let folder = tempfile::tempdir().unwrap();

        let mut all = vec![backup.display().to_string()];
        if studio.engine == Engine::Sqlite {
            // The copy of an upgrade says nothing of itself.
            all.push(file.display().to_string());
        }
        for backup in all {
            let ran = run(folder.path(), &["restore", &backup, "--data", "fresh"]).refusal();
            assert!(ran.contains(CHANGED), "{ran}");
            assert!(!folder.path().join("fresh").exists());
        }
        let doctor = studio.command(&["doctor"]);
        assert!(doctor.out.contains(&format!("{} is damaged: {CHANGED}", backup.display())), "{doctor:?}");
    }
}

#[test]
fn a_file_that_was_cut_inside_its_last_page_is_found_by_everybody() {
    let (mut studio, file) = stopped();
    let bytes = fs::metadata(&file).unwrap().len() - 1_000;
    fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(bytes).unwrap();

    let doctor = studio.command(&["doctor"]);
    assert!(!doctor.succeeded, "{doctor:?}");
    let what =
        format!("error: database: the file is damaged: the file was cut off: it has {bytes} bytes");
    assert!(doctor.out.contains(&what), "{doctor:?}");
    let backup = studio.command(&["backup"]).refusal();
    assert!(backup.contains("the database is damaged"), "{backup}");
    assert_eq!(backups_of(&studio).len(), 0);

    // What is written behind its end makes it whole to look at.
    studio.restart();
    let project = studio.project("Carmilla");
    studio.document(&project, "I", &"The wolves howled. ".repeat(500));
    let ready = studio.get("/health/ready");
    assert_eq!((ready.status, &ready.body["parts"]["database"]), (503, &"damaged".into()));
}

#[test]
fn an_emptied_file_is_not_taken_for_one_of_an_older_version() {
    let (studio, file) = stopped();
    studio.command(&["backup"]).ok();
    let good = backups_of(&studio).pop().unwrap();
    fs::write(&file, "").unwrap();

    let doctor = studio.command(&["doctor"]);

    assert!(!doctor.succeeded, "{doctor:?}");
    let what =
        format!("error: database: {} is empty: nothing of the studio is in it", file.display());
    assert!(doctor.out.contains(&what), "{doctor:?}");
    assert!(doctor.out.contains(&format!("restore {}", good.display())), "{doctor:?}");
    assert!(!doctor.out.contains("migrate"), "{doctor:?}");
}
