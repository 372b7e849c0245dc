//! The commands `scriptorium export` and `scriptorium import`, run as a person runs them.

use std::{fs, path::Path};

use super::whole::records;
use crate::support::{
    Studio, Text as _,
    program::{Ran, command},
};

/// Runs a command in `at` on the data of a studio.
fn run(studio: &Studio, at: &Path, arguments: &[&str]) -> Ran {
    let data = studio.folder().display().to_string();
    let mut all = arguments.to_vec();
    all.extend(["--data", &data]);
    let mut command = command(at, &all);
    if let Some(url) = studio.settings.database.url.postgres() {
        command.env("SCRIPTORIUM_DATABASE__URL", url);
    }
    Ran::of(command.output().unwrap())
}

service_test! {
    fn a_project_goes_to_a_folder_and_back(mut studio) {
        let at = tempfile::tempdir().unwrap();
        let project = studio.project("Dracula");
        studio.document(&project, "Jonathan Harker's Journal", "Left Munich at 8:35 P.M.");
        let left = records(studio, &project);

        let printed = run(studio, at.path(), &["export", &project, "out"]).ok();

        assert_eq!(printed, "wrote 6 files into out\n");
        let text = fs::read_to_string(at.path().join("out/documents/0001-jonathan-harker-s-journal.md"));
        assert_eq!(text.unwrap(), "Left Munich at 8:35 P.M.");
        fs::write(at.path().join("out/README.md"), "What this is.").unwrap();
        fs::write(at.path().join("out/cover.png"), "not really").unwrap();
        let printed = run(studio, at.path(), &["import", "out"]).ok();
        let (left_out, copy) = printed.split_once("imported as project ").unwrap();
        let copy = copy.trim_end().to_owned();
        assert_eq!(left_out, "left out README.md: it is no part of the export\n\
            left out cover.png: its extension is not .md or .json\n");
        assert_eq!(records(studio, &copy).len(), left.len());

        // And while nobody serves the data.
        studio.stop();
        run(studio, at.path(), &["export", &copy, "again", "--without-revisions"]).ok();
        run(studio, at.path(), &["import", "again"]).ok();
        studio.restart();
        assert_eq!(studio.get("/api/projects").ok()["total"], 3);
    }
}

service_test! {
    fn an_export_that_cannot_be_written_leaves_nothing(studio) {
        let at = tempfile::tempdir().unwrap();
        let project = studio.project("Dracula");
        fs::create_dir(at.path().join("full")).unwrap();
        fs::write(at.path().join("full/mine.txt"), "mine").unwrap();

        let taken = run(studio, at.path(), &["export", &project, "full"]).refusal();
        let missing = run(studio, at.path(), &["export", "missing", "out"]).refusal();

        assert_eq!(taken, "scriptorium: full is there already and not empty\n");
        assert_eq!(missing, "scriptorium: Project not found (status 404)\n");
        let left: Vec<_> = fs::read_dir(at.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
}

service_test! {
    fn an_exported_project_is_not_taken_for_chapters(studio) {
        let at = tempfile::tempdir().unwrap();
        let project = studio.project("Dracula");
        run(studio, at.path(), &["export", &project, "out"]).ok();

        let refusal = run(studio, at.path(), &["import", "out", "--name", "x"]).refusal();

        assert!(refusal.contains("is the export of a whole project"), "{refusal}");
        fs::create_dir(at.path().join("texts")).unwrap();
        fs::write(at.path().join("texts/1.md"), "# One").unwrap();
        let refusal = run(studio, at.path(), &["import", "texts"]).refusal();
        assert_eq!(refusal, "scriptorium: the texts need a project: say --name for a new one, or --into for one that is there\n");
        let projects = studio.get("/api/projects").ok();
        assert_eq!(projects["projects"][0]["id"].text(), project);
        assert_eq!(projects["total"], 1);
    }
}
