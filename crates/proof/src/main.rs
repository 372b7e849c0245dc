//! The proof: what the consistency sweep finds of defects whose positions are known, how often it is
//! wrong, how well names, quotations and speakers are read in annotated text, and which questions searches
//! answer. `cargo xtask proof` runs it. It speaks with the running program over HTTP, as a user's client does.

#![expect(clippy::print_stdout, reason = "a command-line tool writes to its terminal")]

mod annotated;
mod baseline;
mod books;
mod by_hand;
mod halves;
mod questions;
mod rules;
mod service;
mod sweep;
mod table;
mod wordings;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use xtask::command::succeed;
use xtask::failure::{Doing, Failure, Outcome};
use xtask::workspace;

use self::annotated::Figures;
use self::service::Service;
use self::table::BookResult;

/// Seeds of a run over our own texts, and over other books.
const OWN_SEEDS: u64 = 10;
const SEEDS: u64 = 3;

/// Our text that has dates of our calendar and locations.
const WORDINGS_TEXT: &str = "The Salt Ledger";

/// Plants defects and decoys into books, and says what the consistency sweep finds of them.
#[derive(Parser)]
#[command(name = "cargo xtask proof", bin_name = "cargo xtask proof")]
struct Options {
    /// A folder of books, each a folder of Markdown chapters, instead of our own texts.
    #[arg(long, value_name = "DIR")]
    books: Option<PathBuf>,
    /// A folder of annotated texts in the form of LitBank, instead of our own.
    #[arg(long, value_name = "DIR")]
    annotated: Option<PathBuf>,
    /// Ask the questions of this file over the books instead of planting into them; crates/proof/questions.tsv
    /// has ours.
    #[arg(long, value_name = "FILE", requires = "books", conflicts_with = "annotated")]
    questions: Option<PathBuf>,
    /// Read half of the annotated texts or wordings: the first to choose by, the second to show.
    #[arg(long, value_name = "HALF")]
    half: Option<annotated::Half>,
    /// Plant each of the second wordings of facts and dates by itself into *The Salt Ledger*, instead.
    #[arg(long, conflicts_with_all = ["books", "annotated", "seeds"])]
    wordings: bool,
    /// Plant what testers wrote by hand into these books, with the lore of the testers, instead.
    #[arg(long, requires = "books", conflicts_with_all = ["annotated", "questions", "seeds", "half"])]
    by_hand: bool,
    /// How many seeds, from 1; ten for our own texts, three for other books.
    #[arg(long, value_name = "NUMBER")]
    seeds: Option<u64>,
    /// Measure this program instead of building one.
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// List what was missed and what was wrong.
    #[arg(long)]
    list: bool,
    /// Write the figures of our own texts as the new baseline, instead of comparing them.
    #[arg(long, conflicts_with_all = ["books", "annotated", "half", "seeds", "wordings"])]
    write_baseline: bool,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            println!("proof: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Whether no figure is worse than the baseline, or none is compared.
fn run(options: &Options) -> Outcome<bool> {
    if let (Some(file), Some(folder)) = (&options.questions, &options.books) {
        println!("{}", questions::measure(&binary(options)?, file, folder, options.list)?);
        return Ok(true);
    }
    if let Some(folder) = options.books.as_deref().filter(|_| options.by_hand) {
        println!("{}", by_hand::measure(&binary(options)?, folder, options.list)?);
        return Ok(true);
    }
    if options.wordings {
        println!("{}", wordings(options)?);
        return Ok(true);
    }
    let is_own = options.books.is_none() && options.annotated.is_none();
    let mut results = Vec::new();
    if options.books.is_some() || is_own {
        results = sweeps(options)?;
        println!("{}", table::kinds(&results));
        println!("{}", table::unplanted(&results));
        if let Some(unknown) = table::unknown_rules(&results) {
            println!("{unknown}");
        }
    }
    let mut figures = None;
    if options.annotated.is_some() || is_own {
        let own = workspace::root().join("crates/proof/texts/annotated");
        let folder = options.annotated.as_deref().unwrap_or(&own);
        let read = annotated::measure(folder, options.half, options.list)?;
        println!("{}", read.table());
        figures = Some(read);
    }
    match figures {
        Some(figures) if is_own && options.seeds.is_none() && options.half.is_none() => {
            compare_baseline(options, &results, &figures)
        }
        _ => Ok(true),
    }
}

fn wordings(options: &Options) -> Outcome<String> {
    let missing = || Failure::new(format!("no text of ours is called {WORDINGS_TEXT}"));
    let novels = books::own()?;
    let novel = novels.iter().find(|it| it.facts.title == WORDINGS_TEXT).ok_or_else(missing)?;
    let service = Service::start(&binary(options)?, "words")?;
    wordings::measure(&service, novel, options.half, options.list)
}

/// The sweeps of every book, planted and as it is.
fn sweeps(options: &Options) -> Outcome<Vec<BookResult>> {
    let novels = match &options.books {
        Some(folder) => books::in_folder(folder)?,
        None => books::own()?,
    };
    let binary = binary(options)?;
    let usual = if options.books.is_some() { SEEDS } else { OWN_SEEDS };
    let seeds = options.seeds.unwrap_or(usual);
    let mut results = Vec::with_capacity(novels.len());
    for novel in &novels {
        // A service of its own, so that no book finds another's traces.
        let service = Service::start(&binary, "words")?;
        results.push(BookResult::measure(&service, novel, seeds, options.list)?);
    }
    Ok(results)
}

/// The program that is measured.
fn binary(options: &Options) -> Outcome<PathBuf> {
    match &options.binary {
        Some(binary) => binary.canonicalize().doing("looking for the program"),
        None => build(),
    }
}

fn build() -> Outcome<PathBuf> {
    succeed(workspace::cargo().args(["build", "--locked", "--package", "scriptorium"]))?;
    Ok(workspace::target().join("debug/scriptorium"))
}

fn compare_baseline(options: &Options, results: &[BookResult], figures: &Figures) -> Outcome<bool> {
    let now = baseline::Baseline::of(results, figures);
    if options.write_baseline {
        now.write()?;
        println!("The baseline was written.");
        return Ok(true);
    }
    let breaches = baseline::Baseline::read()?.breaches(&now);
    for breach in &breaches {
        println!("Worse than the baseline: {breach}");
    }
    if breaches.is_empty() {
        println!("No figure is worse than the baseline.");
    }
    Ok(breaches.is_empty())
}
