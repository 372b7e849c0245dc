//! The defects that testers planted by hand into novels, in projects with the lore that they wrote for them.

use std::fmt::Write as _;
use std::path::Path;

use planting::{
    BookByHand, FactSheet, Narration, Novel, Reported, SETS_BY_HAND, Score, SetByHand, score,
};
use xtask::failure::{Doing, Failure, Outcome};

use crate::books;
use crate::halves::{Column, Halves};
use crate::rules;
use crate::service::Service;
use crate::sweep::sweep;
use crate::table::{cut, without};

/// Measures every set in the novels of a folder: a novel as it is and with all that is planted, each with the lore.
/// A novel that is not in the folder is left out.
pub(crate) fn measure(binary: &Path, folder: &Path, is_listed: bool) -> Outcome<String> {
    let mut out = String::new();
    for (name, text) in SETS_BY_HAND {
        let set = SetByHand::parse(text).doing(format_args!("reading set {name}"))?;
        let mut halves = Halves::default();
        let (mut books, mut before, mut others) = (0, 0, 0);
        for book in set.books.iter().filter(|it| folder.join(&it.book).is_dir()) {
            // A service of its own, so that no book finds another's traces.
            let service = Service::start(binary, "words")?;
            let measured = Measured::of(&service, book, folder)?;
            measured.count(&set, &mut halves);
            before += measured.before.len();
            others += measured.score.others.len();
            books += 1;
            if is_listed {
                println!("{}", measured.list(&set));
            }
        }
        if books == 0 {
            return Err(Failure::new(format!("{} has no novel of set {name}", folder.display())));
        }
        let _ = writeln!(
            out,
            "Set {name}: {books} novels, with {before} findings of medium or higher as they are, and \
             {others} other new ones\n\n{}",
            halves.table()
        );
    }
    Ok(out)
}

/// What was found in one novel.
struct Measured<'b> {
    book: &'b BookByHand,
    /// Findings of medium or higher in the novel as it is, beside that lore.
    before: Vec<Reported>,
    /// Findings that the novel does not have as it is.
    new: Vec<Reported>,
    score: Score,
}

impl<'b> Measured<'b> {
    fn of(service: &Service, book: &'b BookByHand, folder: &Path) -> Outcome<Self> {
        let narration = Narration { is_first_person: false, has_one_view: false, viewpoint: None };
        // What is known about the novel is in the set.
        let facts = FactSheet {
            title: book.book.clone(),
            folder: None,
            chapters: Vec::new(),
            year: book.year,
            is_british: None,
            narration,
            persons: Vec::new(),
            locations: Vec::new(),
            setting: String::new(),
            worthwhile: Vec::new(),
        };
        let novel: Novel = books::novel(facts, &folder.join(&book.book))?;
        let before = sweep(service, &novel, Some(&book.unplanted(&novel.chapters)))?.findings;
        let planted = book.planted(&novel.chapters).doing("planting by hand")?;
        let swept = sweep(service, &novel, Some(&planted))?.findings;
        let new = without(swept, &before, &planted.marks);
        let score = score(&planted.marks, &new, rules::speaks_of);
        let before = before.into_iter().filter(|it| it.is_weighty).collect();
        Ok(Self { book, before, new, score })
    }

    fn count(&self, set: &SetByHand, halves: &mut Halves) {
        let deceived = |at: usize| self.score.deceived.iter().any(|(decoy, _)| *decoy == at);
        for (at, defect) in self.book.defects.iter().enumerate() {
            let Some(kind) = defect.kind() else { continue };
            let is_found =
                if defect.is_decoy { deceived(at) } else { !self.score.missed.contains(&at) };
            halves.count(kind, Column::of(defect.is_decoy, set.is_put_aside(defect)), is_found);
        }
    }

    /// What is found in the novel as it is, what was missed of the defects that rules are made on, reported decoys, and other
    /// findings.
    fn list(&self, set: &SetByHand) -> String {
        let mut out = format!("## {}\n\n", self.book.book);
        for report in &self.before {
            let quote = cut(&report.quote);
            let _ = writeln!(out, "- as it is {}: {}: {quote}", report.rule, report.message);
        }
        let missed = self.score.missed.iter().map(|&at| &self.book.defects[at]);
        for defect in missed.filter(|it| !set.is_put_aside(it)) {
            let _ = writeln!(out, "- missed {} {}: {}", defect.id, defect.kind, defect.why);
            for edit in &defect.edits {
                let _ = writeln!(out, "  - {}: {}", edit.chapter, edit.replace);
            }
        }
        for &(at, report) in &self.score.deceived {
            let (decoy, report) = (&self.book.defects[at], &self.new[report]);
            let _ = writeln!(out, "- decoy {} {}: {}", decoy.id, decoy.kind, report.message);
        }
        for report in self.score.others.iter().map(|&at| &self.new[at]) {
            let quote = cut(&report.quote);
            let _ = writeln!(out, "- other {}: {}: {quote}", report.rule, report.message);
        }
        out
    }
}
