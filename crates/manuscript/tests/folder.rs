//! Folders as writers keep them, planned as a book.

use manuscript::folder::{DEPTH_MAX, FileKind, SkipReason, plan};
use proptest::prelude::*;

type Line<'p> = (&'p str, Option<&'p str>, FileKind, &'p str);

fn check(files: &[(&str, &str)], expected: &[Line<'_>]) {
    let plan = plan(files);

    let lines: Vec<Line<'_>> = plan
        .planned
        .iter()
        .map(|planned| {
            let parent = planned.parent.map(|parent| plan.planned[parent].path.as_str());
            (planned.path.as_str(), parent, planned.kind, planned.title.as_str())
        })
        .collect();
    assert_eq!(lines, expected);
}

#[test]
fn files_become_chapters_in_the_order_of_their_names() {
    check(
        &[
            ("chapter-10.md", "## X\n"),
            ("chapter-2.md", "Text only."),
            ("Chapter-1.md", "# Arrival"),
        ],
        &[
            ("Chapter-1.md", None, FileKind::Chapter, "Arrival"),
            ("chapter-2.md", None, FileKind::Chapter, "Chapter 2"),
            ("chapter-10.md", None, FileKind::Chapter, "X"),
        ],
    );
}

#[test]
fn folders_become_parts_and_stand_before_what_they_hold() {
    check(
        &[
            ("02-the-hunt/1.md", "# Chapter 3"),
            ("01-the-castle/2.txt", "no heading"),
            ("01-the-castle/night/1.markdown", ""),
            ("prologue.md", ""),
            ("Notes/people.md", "# Dramatis personae"),
            ("research/trains/times.md", ""),
        ],
        &[
            ("01-the-castle", None, FileKind::Part, "The castle"),
            ("01-the-castle/2.txt", Some("01-the-castle"), FileKind::Chapter, "2"),
            ("01-the-castle/night", Some("01-the-castle"), FileKind::Part, "Night"),
            ("01-the-castle/night/1.markdown", Some("01-the-castle/night"), FileKind::Chapter, "1"),
            ("02-the-hunt", None, FileKind::Part, "The hunt"),
            ("02-the-hunt/1.md", Some("02-the-hunt"), FileKind::Chapter, "Chapter 3"),
            ("Notes", None, FileKind::Note, "Notes"),
            ("Notes/people.md", Some("Notes"), FileKind::Note, "Dramatis personae"),
            ("prologue.md", None, FileKind::Chapter, "Prologue"),
            ("research", None, FileKind::Reference, "Research"),
            ("research/trains", Some("research"), FileKind::Reference, "Trains"),
            ("research/trains/times.md", Some("research/trains"), FileKind::Reference, "Times"),
        ],
    );
}

#[test]
fn only_a_top_folder_is_known_by_its_name() {
    check(
        &[("part-1/notes/a.md", ""), ("notes.md", "")],
        &[
            ("notes.md", None, FileKind::Chapter, "Notes"),
            ("part-1", None, FileKind::Part, "Part 1"),
            ("part-1/notes", Some("part-1"), FileKind::Part, "Notes"),
            ("part-1/notes/a.md", Some("part-1/notes"), FileKind::Chapter, "A"),
        ],
    );
}

#[test]
fn what_is_no_document_is_named_with_its_reason() {
    let deep = format!("{}deep.md", "d/".repeat(DEPTH_MAX + 1));
    let files = [
        ("a.md", ""),
        ("cover.png", ""),
        ("noextension", ""),
        (".git/config.md", ""),
        ("part/.hidden.md", ""),
        ("__MACOSX/a.md", ""),
        ("../outside.md", ""),
        ("/etc/absolute.md", ""),
        ("folder/", ""),
        ("", ""),
        ("./a.md", ""),
        (deep.as_str(), ""),
        ("b.MD", ""),
        ("part\\c.md", ""),
    ];

    let plan = plan(&files);

    let planned: Vec<&str> = plan.planned.iter().map(|planned| planned.path.as_str()).collect();
    assert_eq!(planned, ["a.md", "b.MD", "part", "part/c.md"]);
    let reasons: Vec<SkipReason> = plan.skipped.iter().map(|skipped| skipped.reason).collect();
    assert_eq!(
        reasons,
        [
            SkipReason::Extension,
            SkipReason::Extension,
            SkipReason::Hidden,
            SkipReason::Hidden,
            SkipReason::Hidden,
            SkipReason::Path,
            SkipReason::Path,
            SkipReason::Path,
            SkipReason::Path,
            SkipReason::Repeated,
            SkipReason::Depth,
        ]
    );
    assert_eq!(plan.skipped[9].path, "./a.md");
    assert_eq!(plan.skipped[9].file, 10);
}

#[test]
fn an_empty_folder_is_an_empty_plan() {
    let plan = plan::<&str, &str>(&[]);

    assert!(plan.planned.is_empty() && plan.skipped.is_empty());
}

proptest! {
    #[test]
    fn every_file_is_planned_or_skipped_once_and_order_does_not_matter(
        paths in prop::collection::vec("([aAb2]{1,2}/){0,2}[aB019]{1,3}(\\.md|\\.txt|\\.png)", 0..20),
        seed in any::<prop::sample::Index>(),
    ) {
        let files: Vec<(String, &str)> = paths.into_iter().map(|path| (path, "")).collect();

        let one = plan(&files);

        let mut seen = vec![0; files.len()];
        one.planned.iter().filter_map(|planned| planned.file).for_each(|file| seen[file] += 1);
        one.skipped.iter().for_each(|skipped| seen[skipped.file] += 1);
        prop_assert!(seen.iter().all(|&times| times == 1));
        for (index, planned) in one.planned.iter().enumerate() {
            prop_assert_eq!(planned.position, index);
            prop_assert!(planned.parent.is_none_or(|parent| parent < index));
            if let Some(parent) = planned.parent {
                let parent = &one.planned[parent];
                prop_assert!(parent.file.is_none());
                let above = planned.path.strip_prefix(&parent.path);
                prop_assert!(above.is_some_and(|rest| rest.starts_with('/')));
            }
        }

        let mut turned = files.clone();
        if !turned.is_empty() {
            let middle = seed.index(turned.len());
            turned.rotate_left(middle);
        }
        let paths = |plan: &manuscript::folder::FolderPlan| -> Vec<String> {
            plan.planned.iter().map(|planned| planned.path.clone()).collect()
        };
        prop_assert_eq!(paths(&one), paths(&plan(&turned)));
    }
}
