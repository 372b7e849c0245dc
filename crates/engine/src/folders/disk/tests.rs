//! Tests of files that are written, replaced and removed while an editor has them open.

use std::{fs, io::Write as _, time::Instant};

use super::*;
use crate::folders::scan::{Found, Looks, scan};

const NOW: Time = Time::from_millis(1_795_514_580_000);

/// What a look at a folder finds.
fn found(disk: &Disk) -> Found {
    scan(disk, &mut Looks::default(), Instant::now()).unwrap()
}

/// The one file that was left behind.
fn leftover(disk: &Disk) -> (String, Leftover) {
    let found = found(disk);
    assert_eq!(found.leftovers.len(), 1, "{found:?}");
    found.leftovers.into_iter().map(|(path, (leftover, _))| (path, leftover)).next().unwrap()
}

#[test]
fn what_an_editor_writes_to_a_file_that_was_replaced_or_removed_is_kept() {
    let root = tempfile::tempdir().unwrap();
    let disk = Disk::open(root.path(), "rain").unwrap();
    let file = ("part/01-one", "md");
    let at = |name: &str| root.path().join("rain/part").join(name);
    let before = digest::hex(b"before");
    disk.write(file, ("before", Form::default()), &[], NOW).unwrap();

    for replaces in [true, false] {
        let mut editor = fs::OpenOptions::new().write(true).open(at("01-one.md")).unwrap();
        if replaces {
            assert_eq!(
                disk.write(file, ("after", Form::default()), &[&before], NOW).unwrap(),
                None
            );
            assert_eq!(fs::read_to_string(at("01-one.md")).unwrap(), "after");
        } else {
            assert!(disk.remove("part/01-one.md", &[&digest::hex(b"after")]).unwrap());
            assert!(!at("01-one.md").exists());
        }
        editor.set_len(0).unwrap();
        editor.write_all(b"typed").unwrap();

        let (path, left) = leftover(&disk);
        assert_eq!(left.of, "part/01-one.md");
        let text = disk.read(&path).unwrap();
        assert!(!digest::hex(&text).starts_with(&left.digest.clone().unwrap()));
        let conflict = disk.recover(&path, &left, NOW).unwrap();
        assert_eq!(fs::read_to_string(at(&conflict)).unwrap(), "typed");
        assert!(found(&disk).leftovers.is_empty());
    }
    assert_eq!(found(&disk).conflicts.len(), 2);
}

#[test]
fn a_file_that_is_replaced_is_left_behind_with_the_digest_of_its_text() {
    let root = tempfile::tempdir().unwrap();
    let disk = Disk::open(root.path(), "rain").unwrap();
    let before = digest::hex(b"before");
    disk.write(("01-one", "md"), ("before", Form::default()), &[], NOW).unwrap();
    assert!(found(&disk).leftovers.is_empty());

    disk.write(("01-one", "md"), ("after", Form::default()), &[&before], NOW).unwrap();

    let (path, left) = leftover(&disk);
    assert!(before.starts_with(&left.digest.unwrap()));
    assert_eq!(disk.read(&path).unwrap(), b"before");
    disk.remove_leftover(&path).unwrap();
    assert!(found(&disk).leftovers.is_empty());
}

#[test]
fn names_say_what_was_left_behind() {
    let left = |of: &str, digest: Option<&str>| {
        Some(Leftover { of: of.to_owned(), digest: digest.map(str::to_owned) })
    };
    for (path, wanted) in [
        (".scriptorium-01-one.md", left("01-one.md", None)),
        ("a/b/.scriptorium-01-one.md", left("a/b/01-one.md", None)),
        (".scriptorium-01-one.md.old", left("01-one.md", None)),
        ("a/.scriptorium~0123456789abcdef~x~y.md", left("a/x~y.md", Some("0123456789abcdef"))),
        (".scriptorium", None),
        (".scriptorium-mark", None),
        ("a/.scriptorium-mark", left("a/mark", None)),
        ("01-one.md", None),
        (".git", None),
    ] {
        assert_eq!(Leftover::at(path), wanted, "{path}");
    }
    let long = name_of_replaced(&digest::hex(b"x"), &format!("{}.md", "é".repeat(126)));
    assert!(long.len() <= NAME_BYTES_MAX && long.ends_with(".md"), "{long}");
    assert!(Leftover::at(&long).is_some_and(|left| left.of.starts_with('é')));
}
