//! Architect: the shape of a book as it stands. How long its chapters are and how far from each
//! other, which nodes of the outline have no document, which chapters are not planned, where promises are
//! made and kept, and where in the whole its turns lie. It plans nothing: that takes a model.

mod outline;
mod part;

use domain::{
    Result,
    documents::book::{Book, PlacedDocument, Spread},
    messages::Answer,
    nodes::Node,
    page,
    promises::{Links, PromiseQuery},
    timelines::{
        event::{Category, EventQuery},
        link::{EntityType, LinkKind},
    },
};
use serde_json::{Value, json};
use store::{Tx, projects::ProjectAccess, promises, timelines};

use super::{
    answers::{AnswerText, counted, grouped, listed, percent},
    book,
    parts::{self, Part},
    reading::Asked,
    subject::shortened,
};
use crate::Studio;
use outline::Outline;

/// Timelines whose turns are looked for, the newest.
const TIMELINES_MAX: i64 = 10;

/// The categories of turning points.
const TURNS: [Category; 3] = [Category::TurningPoint, Category::Climax, Category::Resolution];

/// A model of structure to compare the turns with: positions in the whole, from 0 to 1.
const THREE_ACTS: [(&str, f64); 3] = [("first turn", 0.25), ("middle", 0.5), ("second turn", 0.75)];

/// Where the model comes from.
const THREE_ACTS_SOURCE: &str = "three acts, after Syd Field, Screenplay (1979)";

/// A chapter is far from the others when it is longer than so many means …
const LONG_MEANS: f64 = 2.0;

/// … or shorter than so much of one.
const SHORT_MEANS: f64 = 0.5;

/// A turning point of the story, and the document in which it happens.
struct Turn {
    title: String,
    category: Category,
    /// The document that the event is linked to, if it is one of the manuscript, and where the document
    /// begins and ends in the whole.
    written_in: Option<(PlacedDocument, f64, f64)>,
}

/// What was read of a project.
struct BookStructure {
    project_id: String,
    book: Book,
    nodes: Vec<Node>,
    promises: Vec<Links>,
    turns: Vec<Turn>,
    is_whole: bool,
}

/// The structure of the project, or what of it a part has.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    let of_part = parts::answer(
        studio,
        &asked,
        "structure",
        |_, _, _| Ok(()),
        |records, (), part| match part {
            Part::Chapter(placed) => part::of_chapter(records, placed),
            Part::Entry(entry, _) => part::of_entry(records, entry),
            Part::Promise(promise) => part::of_promise(records, promise),
        },
    );
    if let Some(answer) = of_part.await? {
        return Ok(answer);
    }
    let structure = parts::read_project(studio, &asked, read).await?;
    let outline = Outline::of(&structure.nodes, &structure.promises, &structure.book);
    let is_empty = structure.book.manuscript.is_empty() && structure.nodes.is_empty();
    let answer = asked.scoped(&answer_text(&structure, &outline), report(&structure, &outline))?;
    Ok(answer.empty_if(is_empty))
}

fn read(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<BookStructure> {
    let book = book::of_project(tx, project)?;
    let nodes = book::outline(tx, project)?;
    let promises = promises::list(tx, project, &PromiseQuery::default())?;
    let (turns, has_all_turns) = turns(tx, project, &book)?;
    let is_whole = book.is_whole
        && nodes.next_cursor.is_none()
        && promises.next_cursor.is_none()
        && has_all_turns;
    Ok(BookStructure {
        project_id: project.id().to_owned(),
        turns,
        book,
        nodes: nodes.items,
        promises: promises.items.into_iter().map(|(promise, _)| promise.links).collect(),
        is_whole,
    })
}

/// The turning points in the order of their documents, then those without a document; and whether
/// these are all.
fn turns(tx: &mut Tx<'_>, project: &ProjectAccess, book: &Book) -> Result<(Vec<Turn>, bool)> {
    let mut turns = Vec::new();
    let listed = timelines::list(tx, project, (None, TIMELINES_MAX))?;
    let mut is_whole = listed.next_cursor.is_none();
    for timeline in listed.items {
        for category in TURNS {
            let query = EventQuery {
                category: Some(category),
                importance: None,
                plotline_id: None,
                entity_id: None,
                from: None,
                to: None,
                limit: page::LIMIT_MAX,
                cursor: None,
            };
            let events = timelines::events::list(tx, project, &timeline.id, &query)?;
            is_whole &= events.next_cursor.is_none();
            for (event, ties) in events.items {
                let of_text = [EntityType::Document, EntityType::Scene].map(LinkKind::Entity);
                let written_in = ties
                    .links
                    .iter()
                    .filter(|link| of_text.contains(&link.kind))
                    .find_map(|link| book.find(&link.entity_id))
                    .and_then(|it| {
                        let (start, end) =
                            (book.share(it.start)?, book.share(it.start + it.words)?);
                        Some((it.clone(), start, end))
                    });
                turns.push(Turn { title: shortened(&event.title), category, written_in });
            }
        }
    }
    turns.sort_by_key(|turn| turn.written_in.as_ref().map_or(i64::MAX, |(it, ..)| it.start));
    Ok((turns, is_whole))
}

/// The lengths of chapters, and which are far from the mean.
fn balance<'b>(chapters: &[&'b PlacedDocument]) -> Option<(Spread, Vec<&'b PlacedDocument>)> {
    let lengths: Vec<f64> = chapters.iter().map(|it| it.words as f64).collect();
    let spread = Spread::of(&lengths)?;
    let is_far = |it: &&&PlacedDocument| {
        let words = it.words as f64;
        words > LONG_MEANS * spread.mean || words < SHORT_MEANS * spread.mean
    };
    Some((spread, chapters.iter().filter(is_far).copied().collect()))
}

fn answer_text(structure: &BookStructure, outline: &Outline<'_>) -> String {
    let mut out = AnswerText::default();
    let chapters = structure.book.chapters();
    if chapters.is_empty() {
        out.line("The manuscript has no chapter yet.");
    }
    if let Some((spread, far)) = balance(&chapters) {
        out.line(format!(
            "The manuscript has {} in {}: {} each in the mean, deviation {}.",
            counted(structure.book.words, "word", "words"),
            counted(chapters.len(), "chapter", "chapters"),
            counted(spread.mean.round() as i64, "word", "words"),
            grouped(spread.deviation.round() as i64),
        ));
        let longest = chapters.iter().max_by_key(|it| it.words);
        let shortest = chapters.iter().min_by_key(|it| it.words);
        if let (Some(longest), Some(shortest)) = (longest, shortest)
            && chapters.len() > 1
        {
            let (longest, shortest) =
                (length(&structure.book, longest), length(&structure.book, shortest));
            out.line(format!("Longest: {longest}. Shortest: {shortest}."));
        }
        out.list("Over twice or under half the mean", &far, |it| length(&structure.book, it));
    }
    out.list("Chapters", &chapters, |it| {
        let from = structure
            .book
            .share(it.start)
            .map_or(String::new(), |share| format!(", from {}", percent(share)));
        format!("{}{from}", length(&structure.book, it))
    });
    outline.write_to(&mut out, &structure.book);
    out.list("Turns", &structure.turns, |turn| match &turn.written_in {
        Some((placed, start, end)) => format!(
            "“{}” ({}) in “{}”, {} to {}",
            turn.title,
            turn.category,
            shortened(placed.title()),
            percent(*start),
            percent(*end)
        ),
        None => format!("“{}” ({}), linked to no document", turn.title, turn.category),
    });
    if structure.turns.iter().any(|turn| turn.written_in.is_some()) {
        let marks = THREE_ACTS.map(|(name, at)| format!("{name} at {:.0} %", at * 100.0));
        out.line(format!(
            "To hold them against, and no rule: {} ({THREE_ACTS_SOURCE}).",
            marks.join(", ")
        ));
    } else if !chapters.is_empty() && structure.turns.is_empty() {
        out.line("No event of a timeline is a turning point, climax or resolution.");
    }
    if !structure.is_whole {
        out.line(format!(
            "Not all was looked at: at most {} documents, {} nodes and {} promises, and of the {} \
             newest timelines {} turns of each kind.",
            grouped(book::DOCUMENTS_MAX),
            grouped(book::NODES_MAX),
            grouped(domain::promises::LIST_MAX),
            TIMELINES_MAX,
            page::LIMIT_MAX
        ));
    }
    out.finish()
}

/// A document with its length and share.
fn length(book: &Book, placed: &PlacedDocument) -> String {
    let share = book.share(placed.words).map_or(String::new(), |it| format!(" ({})", percent(it)));
    let words = counted(placed.words, "word", "words");
    format!("“{}”, {words}{share}", shortened(placed.title()))
}

fn report(structure: &BookStructure, outline: &Outline<'_>) -> Value {
    let chapters = structure.book.chapters();
    let placed = |it: &&PlacedDocument| {
        json!({
            "documentId": it.document.id,
            "title": shortened(it.title()),
            "kind": it.document.kind.as_str(),
            "words": it.words,
            "share": structure.book.share(it.words),
            "start": structure.book.share(it.start),
        })
    };
    let turn = |turn: &Turn| {
        json!({
            "title": turn.title,
            "category": turn.category.as_str(),
            "documentId": turn.written_in.as_ref().map(|(it, ..)| &it.document.id),
            "start": turn.written_in.as_ref().map(|(_, start, _)| start),
            "end": turn.written_in.as_ref().map(|(.., end)| end),
        })
    };
    let balance = balance(&chapters).map(|(spread, far)| {
        json!({
            "meanWords": spread.mean,
            "deviationWords": spread.deviation,
            "variation": (spread.mean > 0.0).then(|| spread.deviation / spread.mean),
            "far": listed(&far, placed),
        })
    });
    json!({
        "kind": "structure",
        "projectId": structure.project_id,
        "isWhole": structure.is_whole,
        "words": structure.book.words,
        "chapters": listed(&chapters, placed),
        "balance": balance,
        "outline": outline.report(),
        "turns": listed(&structure.turns, turn),
        "reference": {
            "source": THREE_ACTS_SOURCE,
            "marks": THREE_ACTS.map(|(name, at)| json!({ "name": name, "at": at })),
        },
    })
}
