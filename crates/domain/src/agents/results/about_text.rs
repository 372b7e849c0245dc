//! Results about the text of a book: its structure, drafts, edits, judgements, letters.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Citation, ModelResult, SourceText, check_list, check_text};
use crate::nodes::NodeKind;

/// The structure of a book, of the architect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Structure {
    /// The parts in the order of reading.
    pub parts: Vec<StructurePart>,
    /// What only the author can decide.
    pub questions: Vec<String>,
}

/// A part of a structure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StructurePart {
    /// Its title.
    pub title: String,
    /// What it is.
    #[serde(default = "chapter")]
    pub kind: NodeKind,
    /// What happens in it, in two sentences.
    pub summary: String,
    /// What it is there for.
    pub purpose: String,
    /// The words of the book it rests on; null for what is new.
    pub citation: Option<Citation>,
}

/// What a part is where a model does not say it.
const fn chapter() -> NodeKind {
    NodeKind::Chapter
}

impl ModelResult for Structure {
    const NAME: &'static str = "structure";
    const TASK: &'static str = "Lay out the structure of what is asked about. A part that is in the \
        book already cites it; a part that you propose has a null citation.";

    fn citations(&self) -> Vec<&Citation> {
        self.parts.iter().filter_map(|part| part.citation.as_ref()).collect()
    }

    fn check(&self) -> Result<(), String> {
        check_list("parts", &self.parts)?;
        self.parts.iter().try_for_each(|part| {
            check_text("title", &part.title)?;
            check_text("summary", &part.summary)
        })
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = String::new();
        for (number, part) in (1..).zip(&self.parts) {
            let StructurePart { title, summary, purpose, .. } = part;
            let ground = part.citation.as_ref();
            let ground = ground.map_or("proposed".to_owned(), |it| it.text(sources));
            let _ =
                writeln!(out, "{number}. **{title}**: {summary} *Purpose*: {purpose} [{ground}]");
        }
        questions(&mut out, &self.questions);
        out
    }
}

/// A text that a model wrote for the book, of the scribe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Draft {
    /// The text in Markdown, without a heading and without remarks.
    pub text: String,
    /// Where it departs from what was asked or from the sources, and why.
    pub notes: Vec<String>,
}

impl ModelResult for Draft {
    const NAME: &'static str = "draft";
    const TASK: &'static str = "Write the text that is asked for, in the style of the book, and keep \
        to what the sources say of persons, places and time.";

    const RESTS_ON_SOURCES: bool = false;

    fn citations(&self) -> Vec<&Citation> {
        Vec::new()
    }

    fn check(&self) -> Result<(), String> {
        check_text("text", &self.text)
    }

    fn text(&self, _: &[SourceText]) -> String {
        let mut out = format!("{}\n", self.text.trim());
        if !self.notes.is_empty() {
            let _ = writeln!(out, "\n*Notes of the scribe*");
        }
        for note in &self.notes {
            let _ = writeln!(out, "- {note}");
        }
        out
    }
}

/// Edits of lines, of the proseguard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edits {
    /// The edits, in the order of the text.
    pub edits: Vec<Edit>,
    /// What the edits have in common, in two sentences.
    pub summary: String,
}

/// An edit of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edit {
    /// The words as they are, with the number of the document among the sources.
    pub before: Citation,
    /// The words that should stand there.
    pub after: String,
    /// Why.
    pub reason: String,
}

impl ModelResult for Edits {
    const NAME: &'static str = "edits";
    const TASK: &'static str = "Propose edits of single lines that the measured facts or the reading \
        call for. Each quotes the words exactly as they are, and keeps the meaning and the voice. Few \
        good edits are better than many. When nothing needs an edit, propose none and say so.";

    fn citations(&self) -> Vec<&Citation> {
        self.edits.iter().map(|edit| &edit.before).collect()
    }

    fn changed(&self) -> Vec<&Citation> {
        self.citations()
    }

    fn check(&self) -> Result<(), String> {
        check_text("summary", &self.summary)?;
        let same = self.edits.iter().find(|edit| edit.before.quote == edit.after);
        match same {
            Some(edit) => Err(format!("The edit of “{}” changes nothing", edit.before.quote)),
            None if self.edits.is_empty() => Ok(()),
            None => check_list("edits", &self.edits),
        }
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = format!("{}\n", self.summary);
        for (number, edit) in (1..).zip(&self.edits) {
            let Edit { before, after, reason } = edit;
            let before = before.text(sources);
            let _ = writeln!(out, "{number}. {before} → “{after}”: {reason}");
        }
        out
    }
}

/// Judgements of readers, of the critic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Critique {
    /// Four readers who want different things of a book.
    pub readers: Vec<Reader>,
    /// Where they agree, and where they do not.
    pub together: String,
}

/// What one reader says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reader {
    /// Who reads, in a few words.
    pub reader: String,
    /// The judgement, in two or three sentences.
    pub judgement: String,
    /// The moments it rests on.
    pub moments: Vec<Moment>,
}

/// A moment of a reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moment {
    /// The words.
    pub citation: Citation,
    /// What they did to the reader.
    pub effect: String,
}

/// Readers of a critique.
const READERS: usize = 4;

impl ModelResult for Critique {
    const NAME: &'static str = "critique";
    const TASK: &'static str = "Read as four different readers: an editor, a reader of the genre, a \
        fellow writer, and somebody who reads the book for the first time. Each judges, and cites the \
        moments on which the judgement rests. Where the measured facts give a number, keep to it.";

    fn citations(&self) -> Vec<&Citation> {
        let moments = self.readers.iter().flat_map(|reader| &reader.moments);
        moments.map(|moment| &moment.citation).collect()
    }

    fn check(&self) -> Result<(), String> {
        if self.readers.len() != READERS {
            return Err(format!("`readers` has {} items, and needs {READERS}", self.readers.len()));
        }
        self.readers.iter().try_for_each(|reader| check_list("moments", &reader.moments))
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = String::new();
        for reader in &self.readers {
            let _ = writeln!(out, "**{}**: {}", reader.reader, reader.judgement);
            for moment in &reader.moments {
                let _ = writeln!(out, "- {}: {}", moment.citation.text(sources), moment.effect);
            }
        }
        let _ = writeln!(out, "**Together**: {}", self.together);
        out
    }
}

/// A turn of a debate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Argument {
    /// The position in one sentence.
    pub position: String,
    /// The claims for it.
    pub claims: Vec<Claim>,
    /// Answers to what the other side said last; empty in the first turn.
    pub replies: Vec<DebateReply>,
    /// Where the other side is right.
    pub concessions: Vec<String>,
}

/// A claim of a debate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// The claim in one or two sentences.
    pub claim: String,
    /// The words of the book it rests on; empty for a claim about taste.
    pub grounds: Vec<Citation>,
}

/// An answer to the other side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DebateReply {
    /// What the other side said, shortly.
    pub to: String,
    /// The answer.
    pub reply: String,
}

impl ModelResult for Argument {
    const NAME: &'static str = "argument";
    const TASK: &'static str = "Take your turn in a debate about what is asked: the architect speaks \
        for it, the critic against. Claims about the book cite it. When the sources have a turn of the \
        other side, answer its strongest point, and concede what is right.";

    fn citations(&self) -> Vec<&Citation> {
        self.claims.iter().flat_map(|claim| &claim.grounds).collect()
    }

    fn check(&self) -> Result<(), String> {
        check_text("position", &self.position)?;
        check_list("claims", &self.claims)
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = format!("{}\n", self.position);
        for Claim { claim, grounds } in &self.claims {
            let grounds: Vec<String> = grounds.iter().map(|it| it.text(sources)).collect();
            let _ = writeln!(out, "- {claim} [{}]", grounds.join("; "));
        }
        for DebateReply { to, reply } in &self.replies {
            let _ = writeln!(out, "- To “{to}”: {reply}");
        }
        for concession in &self.concessions {
            let _ = writeln!(out, "- Conceded: {concession}");
        }
        out
    }
}

/// A text about the book for those who may publish or buy it, of the publisher.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PublisherText {
    /// What it is: a blurb, a synopsis, a query letter.
    pub kind: String,
    /// The text in Markdown.
    pub text: String,
    /// The passages its claims about the book rest on.
    pub grounds: Vec<Citation>,
}

impl ModelResult for PublisherText {
    const NAME: &'static str = "letter";
    const TASK: &'static str = "Write the blurb, the synopsis or the query letter that is asked for. \
        What it says of the book is in the sources; cite the passages it rests on in `grounds`.";

    fn citations(&self) -> Vec<&Citation> {
        self.grounds.iter().collect()
    }

    fn check(&self) -> Result<(), String> {
        check_text("text", &self.text)?;
        check_list("grounds", &self.grounds)
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = format!("{}\n\n*It rests on*\n", self.text.trim());
        for ground in &self.grounds {
            let _ = writeln!(out, "- {}", ground.text(sources));
        }
        out
    }
}

/// Questions for the author at the end of an answer.
fn questions(out: &mut String, questions: &[String]) {
    if !questions.is_empty() {
        let _ = writeln!(out, "Questions for the author:");
    }
    for question in questions {
        let _ = writeln!(out, "- {question}");
    }
}
