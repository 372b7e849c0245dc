//! Folders that are kept in step with manuscripts: how a document and its file compare with what they were
//! when they were last the same, and what follows from it. No disk here: `engine` reads and writes.

mod conflicts;
mod directories;
mod view;

pub use conflicts::{conflict_name, is_conflict, names_conflict};
pub use directories::{Directory, Refusal, directory, nested};
pub use view::{Flaw, FolderItem, FolderState, Remedy};

/// The endings of the files that are texts, in lower case; the first is that of new files.
pub const ENDINGS: [&str; 3] = ["md", "markdown", "txt"];

/// The most files in one folder, those of its folders included.
pub const FILES_MAX: usize = 10_000;

/// The largest file, in bytes.
pub const FILE_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// The most folders that lie within each other: with its file, a document lies one level deeper.
pub const FOLDERS_DEPTH_MAX: usize = crate::tree::DEPTH_MAX - 1;

/// The digest of an empty text.
pub const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// A document and its file when they were last in step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The document.
    pub document_id: String,
    /// The path of its file without the ending, and of the folder of what lies in it.
    pub path: String,
    /// The ending of its file.
    pub ending: String,
    /// What the document was called.
    pub title: String,
    /// The digest of the text that both had; none while only one of them is there.
    pub digest: Option<String>,
    /// The digest of the text that is being written to the file; it may be there already.
    pub writing: Option<String>,
    /// The path that its file and folder are being given; they may have it already.
    pub moving: Option<String>,
    /// Whether there was a folder for what lies in the document.
    pub has_folder: bool,
}

impl Entry {
    /// Whether a file of this digest is as it was, or as it was being written.
    fn is_known(&self, digest: &str) -> bool {
        [&self.digest, &self.writing].into_iter().flatten().any(|known| known == digest)
    }
}

/// What is at the path of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileSide<'d> {
    /// Nothing.
    Missing,
    /// A text with this digest.
    Text(&'d str),
    /// Something that is no text for us, or cannot be read.
    Unreadable,
}

/// What there is of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentSide<'d> {
    /// Nothing: it never was there, or it was deleted for good.
    Missing,
    /// It is in the trash.
    Trashed,
    /// It has a text with this digest.
    Text(&'d str),
}

/// What brings a document and its file in step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Nothing: they are, or nothing can be done.
    Nothing,
    /// Both have the same text: this is stored.
    Record,
    /// The file's text becomes the document's, whose former text stays as a revision.
    TakeFile,
    /// The document's text is written to the file.
    WriteFile,
    /// Both have changed: the document's text is written, and the file as typed stays beside it.
    KeepBoth,
    /// The file becomes a new document.
    CreateDocument,
    /// The document is taken out of the trash, with the file's text.
    RestoreDocument,
    /// The file is gone, and the document goes to the trash.
    TrashDocument,
    /// The document is in the trash, and the file is removed.
    RemoveFile,
    /// Neither is there: that they were in step is stored no longer.
    DropEntry,
    /// The file is gone, and its document in the trash: this is stored.
    RecordRemoved,
}

/// What brings a document and its file in step, given what they were when they last were. Whoever typed
/// something wins over whoever deleted; of two that typed both stay.
pub fn step(entry: Option<&Entry>, file: FileSide<'_>, document: DocumentSide<'_>) -> Step {
    use DocumentSide as Document;
    use FileSide as File;

    let base = entry.and_then(|entry| entry.digest.as_deref());
    let is_as_before = |digest: &str| entry.is_some_and(|entry| entry.is_known(digest));
    let is_being_written = entry.is_some_and(|entry| entry.writing.is_some());
    match (file, document) {
        (File::Unreadable, _) => Step::Nothing,
        (File::Text(file), Document::Text(text)) if file == text => {
            let is_recorded =
                base == Some(text) && entry.is_some_and(|entry| entry.writing.is_none());
            if is_recorded { Step::Nothing } else { Step::Record }
        }
        (File::Text(file), Document::Text(text)) => {
            match (is_as_before(file), base == Some(text)) {
                (true, _) => Step::WriteFile,
                (false, true) => Step::TakeFile,
                // An empty text has nothing that could be lost.
                (false, false) if text == EMPTY => Step::TakeFile,
                (false, false) if file == EMPTY => Step::WriteFile,
                (false, false) => Step::KeepBoth,
            }
        }
        (File::Text(file), Document::Trashed) if is_as_before(file) => Step::RemoveFile,
        (File::Text(_), Document::Trashed) => Step::RestoreDocument,
        // Of a document that was deleted for good the file is all that is left.
        (File::Text(_), Document::Missing) => Step::CreateDocument,
        // Where the file system cannot exchange two files, the file is away while it is written.
        (File::Missing, Document::Text(text)) if base == Some(text) && !is_being_written => {
            Step::TrashDocument
        }
        (File::Missing, Document::Text(_)) => Step::WriteFile,
        (File::Missing, Document::Trashed) if base.is_some() => Step::RecordRemoved,
        (File::Missing, Document::Trashed) => Step::Nothing,
        (File::Missing, Document::Missing) if entry.is_some() => Step::DropEntry,
        (File::Missing, Document::Missing) => Step::Nothing,
    }
}

/// Of how many equal shares of the text before one has to be there at least: see [`is_suspect`].
const SHRUNKEN: u64 = 2;

/// Whether a file may have been read while it was written: it is empty, or has lost more than half of the
/// bytes of the text before it. It is believed later than others.
pub fn is_suspect(bytes: u64, bytes_before: u64) -> bool {
    bytes_before > 0 && bytes < bytes_before / SHRUNKEN
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(digest: Option<&str>, writing: Option<&str>) -> Entry {
        Entry {
            document_id: "d".to_owned(),
            path: "01-one".to_owned(),
            ending: "md".to_owned(),
            title: "One".to_owned(),
            digest: digest.map(str::to_owned),
            writing: writing.map(str::to_owned),
            moving: None,
            has_folder: false,
        }
    }

    /// Texts are single letters: `a` is the one that both had, `-` none, `?` one that cannot be read, and
    /// `trash` the trash. The columns are the text both had, the one being written, file, document.
    #[test]
    fn every_case_of_file_and_document_has_its_step() {
        let table = [
            // Nothing was in step before.
            ("none", "", "-", "-", Step::Nothing),
            ("none", "", "-", "a", Step::WriteFile),
            ("none", "", "-", "trash", Step::Nothing),
            ("none", "", "a", "-", Step::CreateDocument),
            ("none", "", "a", "a", Step::Record),
            ("none", "", "a", "b", Step::KeepBoth),
            ("none", "", "a", "trash", Step::RestoreDocument),
            // Only one was there when they were last looked at.
            ("", "", "-", "-", Step::DropEntry),
            ("", "", "-", "a", Step::WriteFile),
            ("", "", "-", "trash", Step::Nothing),
            ("", "", "a", "-", Step::CreateDocument),
            ("", "", "a", "a", Step::Record),
            ("", "", "a", "b", Step::KeepBoth),
            ("", "", "a", "trash", Step::RestoreDocument),
            // Both were there, with the text a.
            ("a", "", "a", "a", Step::Nothing),
            ("a", "", "b", "a", Step::TakeFile),
            ("a", "", "-", "a", Step::TrashDocument),
            ("a", "", "a", "b", Step::WriteFile),
            ("a", "", "b", "b", Step::Record),
            ("a", "", "b", "c", Step::KeepBoth),
            ("a", "", "-", "b", Step::WriteFile),
            ("a", "", "a", "trash", Step::RemoveFile),
            ("a", "", "b", "trash", Step::RestoreDocument),
            ("a", "", "-", "trash", Step::RecordRemoved),
            ("a", "", "a", "-", Step::CreateDocument),
            ("a", "", "b", "-", Step::CreateDocument),
            ("a", "", "-", "-", Step::DropEntry),
            // The process died while it wrote b over a.
            ("a", "b", "a", "b", Step::WriteFile),
            ("a", "b", "b", "b", Step::Record),
            ("a", "b", "b", "c", Step::WriteFile),
            ("a", "b", "c", "b", Step::KeepBoth),
            ("a", "b", "a", "a", Step::Record),
            ("a", "b", "-", "b", Step::WriteFile),
            ("a", "a", "-", "a", Step::WriteFile),
            ("", "b", "b", "c", Step::WriteFile),
            ("a", "b", "b", "trash", Step::RemoveFile),
            // What cannot be read is neither changed nor taken for gone.
            ("a", "", "?", "a", Step::Nothing),
            ("a", "", "?", "b", Step::Nothing),
            ("a", "", "?", "trash", Step::Nothing),
            ("none", "", "?", "a", Step::Nothing),
            ("none", "", "?", "-", Step::Nothing),
        ];

        for (base, writing, file, document, wanted) in table {
            let text = |text: &'static str| Some(text).filter(|text| !text.is_empty());
            let before = (base != "none").then(|| entry(text(base), text(writing)));
            let file = match file {
                "-" => FileSide::Missing,
                "?" => FileSide::Unreadable,
                text => FileSide::Text(text),
            };
            let document = match document {
                "-" => DocumentSide::Missing,
                "trash" => DocumentSide::Trashed,
                text => DocumentSide::Text(text),
            };

            let found = step(before.as_ref(), file, document);

            assert_eq!(found, wanted, "{base} {writing} {file:?} {document:?}");
        }
    }

    #[test]
    fn an_empty_text_is_no_part_of_a_conflict() {
        use {DocumentSide as Document, FileSide as File};

        let before = entry(Some("a"), None);
        for entry in [None, Some(&before)] {
            assert_eq!(step(entry, File::Text("b"), Document::Text(EMPTY)), Step::TakeFile);
            assert_eq!(step(entry, File::Text(EMPTY), Document::Text("b")), Step::WriteFile);
        }
        assert_eq!(step(Some(&before), File::Text(EMPTY), Document::Text("a")), Step::TakeFile);
        assert_eq!(EMPTY, crate::digest::hex(b""));
    }

    #[test]
    fn a_text_of_less_than_half_is_suspect() {
        for (bytes, before, wanted) in [
            (0, 0, false),
            (0, 1, false),
            (0, 2, true),
            (49, 100, true),
            (50, 100, false),
            (9, 3, false),
        ] {
            assert_eq!(is_suspect(bytes, before), wanted, "{bytes} of {before}");
        }
    }
}
