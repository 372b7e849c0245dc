//! Measures what search finds: `cargo run --release -p embedding --example search_by_meaning -- QUESTIONS
//! BOOK=FOLDER… >SCORES`. Each line of QUESTIONS has a book, a kind, a question and parts of its answer
//! that `||` parts, parted by tabs; each FOLDER has the chapters of a book as Markdown. For every question
//! and every passage it prints the BM25 score and cosines, from which any fusion can be computed.

#![expect(clippy::print_stdout, reason = "a command-line tool speaks to its terminal")]

use std::{collections::HashMap, fs, io};

use embedding::MiniLm;
use search::{Embedder, Index, Passage, PreparedDocument, SearchLimits, SearchQuery, TextWords};

/// Finds every passage alike, so that each hit has its score by words.
struct Alike;

impl Embedder for Alike {
    fn name(&self) -> &'static str {
        "alike"
    }

    fn dimensions(&self) -> usize {
        1
    }

    fn chance(&self) -> f32 {
        0.0
    }

    fn weight(&self) -> f32 {
        1.0
    }

    fn embed(&self, texts: &[TextWords<'_>]) -> Vec<f32> {
        vec![1.0; texts.len()]
    }
}

struct Book {
    words: Index<()>,
    passages: Vec<Embedded>,
}

struct Embedded {
    chapter: String,
    number: usize,
    text: String,
    whole: Vec<f32>,
    halves: Vec<Vec<f32>>,
    thirds: Vec<Vec<f32>>,
}

fn main() -> io::Result<()> {
    let model = MiniLm::new();
    let mut arguments = std::env::args().skip(1);
    let questions = fs::read_to_string(arguments.next().unwrap_or_default())?;
    let mut books = HashMap::new();
    for argument in arguments {
        if let Some((name, folder)) = argument.split_once('=') {
            books.insert(name.to_owned(), book(&model, folder)?);
        }
    }
    for (number, line) in questions.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [book, kind, question, answers] = fields[..] else { continue };
        let Some(book) = books.get(book) else { continue };
        ask(&model, book, &format!("{number}\t{}\t{kind}", fields[0]), question, answers);
    }
    Ok(())
}

fn ask(model: &MiniLm, book: &Book, label: &str, question: &str, answers: &str) {
    let query = SearchQuery::new(&Alike, question);
    let limits = SearchLimits { limit: book.passages.len(), ..SearchLimits::default() };
    let scores: HashMap<(String, usize), f32> = book
        .words
        .search(&query, limits, |()| true)
        .into_iter()
        .map(|hit| ((hit.document.to_owned(), hit.number), hit.word_score))
        .collect();
    let vector = model.embed(question);
    let best = |parts: &[Vec<f32>]| {
        parts.iter().map(|part| cosine(part, &vector)).fold(f32::MIN, f32::max)
    };
    for (slot, passage) in book.passages.iter().enumerate() {
        let is_right = answers.split("||").any(|answer| passage.text.contains(answer));
        let score = scores.get(&(passage.chapter.clone(), passage.number)).copied().unwrap_or(0.0);
        println!(
            "{label}\t{slot}\t{}\t{}\t{score:.4}\t{:.4}\t{:.4}\t{:.4}",
            passage.chapter,
            u8::from(is_right),
            cosine(&passage.whole, &vector),
            best(&passage.halves),
            best(&passage.thirds),
        );
    }
}

fn book(model: &MiniLm, folder: &str) -> io::Result<Book> {
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    let (mut words, mut embedded) = (Index::new(1, usize::MAX), Vec::new());
    for path in paths {
        let chapter = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path)?;
        let found: Vec<Passage> = search::passages(&text)
            .into_iter()
            .map(|span| Passage { text: text[span.clone()].into(), span })
            .collect();
        for (number, passage) in found.iter().enumerate() {
            embedded.push(Embedded {
                chapter: chapter.clone(),
                number,
                text: plain(&passage.text),
                whole: model.embed(&passage.text),
                halves: parts(&passage.text, 2).map(|part| model.embed(part)).collect(),
                thirds: parts(&passage.text, 3).map(|part| model.embed(part)).collect(),
            });
        }
        words.insert(&chapter, (), 0, PreparedDocument::new(&Alike, "", found));
    }
    Ok(Book { words, passages: embedded })
}

/// A text with plain quotation marks and single spaces, in which an answer is looked for.
fn plain(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|letter| !matches!(letter, '_' | '*' | '\u{2060}'))
        .map(|letter| match letter {
            '‘' | '’' => '\'',
            '“' | '”' => '"',
            letter => letter,
        })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text in so many parts of nearly equal length, cut at spaces.
fn parts(text: &str, count: usize) -> impl Iterator<Item = &str> {
    let mut start = 0;
    (1..=count).map(move |part| {
        let at = text.floor_char_boundary(text.len() * part / count);
        let end = text[at..].find(char::is_whitespace).map_or(text.len(), |space| at + space);
        let end = end.max(start);
        let cut = &text[start..end];
        start = end;
        cut
    })
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
