//! Programs that are killed while they make a backup, at any of its stages: nothing they leave looks
//! done, and the next one takes it away.

use std::{
    fs,
    path::Path,
    process::{Child, Stdio},
};

use crate::support::{
    Engine, Studio,
    backups::{backups_of, names_in},
    program::command,
    until,
};

/// Text enough that a backup takes a while.
const CHAPTERS: usize = 40;

fn begin(studio: &Studio) -> Child {
    let data = studio.folder().display().to_string();
    let mut command = command(studio.folder(), &["backup", "--data", &data]);
    if let Some(url) = studio.settings.database.url.postgres() {
        command.env("SCRIPTORIUM_DATABASE__URL", url);
    }
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Whether a folder that is not finished has got so far.
fn has_got_to(folder: &Path, file: &str) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| {
        entry.path().extension().is_some_and(|it| it == "unfinished")
            && entry.path().join(file).exists()
    })
}

service_test! {
    fn a_backup_that_was_killed_is_none(studio) {
        let project = studio.project("Dracula");
        for chapter in 0..CHAPTERS {
            studio.document(&project, &chapter.to_string(), &"The wolves howled. ".repeat(5_000));
        }
        let folder = studio.settings.backups_folder();
        let stages = match studio.engine {
            Engine::Sqlite => ["", "scriptorium.db", "scriptorium.db.unfinished", "manifest.json"],
            Engine::Postgres => ["", "account.jsonl", "document_text.jsonl", "manifest.json"],
        };
        let mut caught = 0;

        for stage in stages {
            let before = backups_of(studio).len();
            let mut child = begin(studio);
            until("a stage of the backup, or its end", || {
                (has_got_to(&folder, stage) || child.try_wait().unwrap().is_some()).then_some(())
            });
            child.kill().unwrap();
            let is_caught = child.wait().unwrap().code() != Some(0);

            caught += usize::from(is_caught);
            assert_eq!(backups_of(studio).len(), before + usize::from(!is_caught));
        }
        for backup in backups_of(studio) {
            engine::backups::check::check(&backup).unwrap();
        }
        assert!(caught > 0, "none was caught at it");

        // The next one finds its way, and clears up.
        assert!(begin(studio).wait().unwrap().success());
        let left: Vec<_> =
            names_in(&folder).into_iter().filter(|it| it.ends_with("unfinished")).collect();
        assert_eq!(left, Vec::<String>::new());
    }
}
