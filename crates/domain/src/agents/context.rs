//! What a language model is sent besides its instructions: texts of the project, each with the reason
//! for which it was chosen, in a fixed order and within a bound of tokens. The receipt names every one
//! of them, those that were left out as well. The same parts make the same text. What is chosen is
//! decided in `engine`; how many tokens a text has is an argument.

mod instructions;
mod marks;
mod records;

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::results::SourceText;
use crate::string_enum;

pub use instructions::{Instruction, ReceiptInstruction, instructions};
pub use marks::as_data;
pub use records::{NEAR_MAX, Nearness, Record, RecordList};

string_enum! {
    /// What a part of the context is. The order of the words is the order in which they are sent, and
    /// in which they get their share of the bound.
    pub enum SourceKind {
        /// What the agent is asked.
        Request = "request",
        /// Earlier messages of the conversation.
        History = "history",
        /// What was measured or read by rule: the model must not contradict it.
        Facts = "facts",
        /// Results of other agents.
        Input = "input",
        /// Measures of how the book is written.
        Style = "style",
        /// The document it is about, or a part of it.
        Document = "document",
        /// Entries of the lore.
        Lore = "lore",
        /// Passages that a search found.
        Passage = "passage",
        /// Nodes of the outline.
        Outline = "outline",
        /// Events of timelines.
        Timeline = "timeline",
        /// Promises to the reader.
        Promise = "promise",
        /// Findings of checks.
        Finding = "finding",
    }
}

impl SourceKind {
    /// The largest share of the bound that all parts of this kind may take together, in percent.
    pub const fn share_max(self) -> usize {
        match self {
            Self::Request | Self::Facts => 100,
            Self::Document => 60,
            Self::Input | Self::Passage => 40,
            Self::Lore => 30,
            Self::History
            | Self::Style
            | Self::Outline
            | Self::Timeline
            | Self::Promise
            | Self::Finding => 15,
        }
    }

    /// Whether a part that does not fit is cut at its end. A part of another kind is left out.
    const fn may_be_cut(self) -> bool {
        matches!(self, Self::Request | Self::Facts | Self::Document | Self::Input | Self::History)
    }
}

/// A text that may be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextPart {
    /// What it is.
    pub kind: SourceKind,
    /// The record it comes from.
    pub id: Option<String>,
    /// What a person calls it.
    pub title: String,
    /// Which characters of the record it is; none for all of it.
    pub span: Option<(usize, usize)>,
    /// Its words. Nothing is sent of a part without any; the receipt says why.
    pub text: String,
    /// The records of a list, one for each line of its text. A list that does not fit is cut behind the
    /// last line that does. Empty for anything else.
    pub records: Vec<String>,
    /// Records that belong here and were not read.
    pub unread: usize,
    /// Why it was chosen, or not.
    pub reason: String,
}

/// One line of a receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptSource {
    /// What it is.
    pub kind: SourceKind,
    /// The record it comes from.
    pub id: Option<String>,
    /// What a person calls it.
    pub title: String,
    /// The first character that was sent of the record; null for all of it.
    pub start: Option<usize>,
    /// The character after the last one.
    pub end: Option<usize>,
    /// The records of a list, as far as they were sent; empty for anything else.
    pub records: Vec<String>,
    /// An estimate of its tokens, as far as it was sent.
    pub tokens: usize,
    /// Whether it was sent.
    pub included: bool,
    /// How many records or texts of this line were not sent; 0 as well where that is not known.
    pub left_out: usize,
    /// Why it was chosen and, when it was not sent or was cut, why not.
    pub reason: String,
}

/// What a model was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ContextReceipt")]
pub struct Receipt {
    /// The most tokens that the sources may have.
    pub tokens_max: usize,
    /// An estimate of those they have.
    pub tokens: usize,
    /// The SHA-256 of the sources as they were sent first, in lower-case hexadecimal.
    pub digest: String,
    /// The instructions before the sources, in their order.
    pub instructions: Vec<ReceiptInstruction>,
    /// The sources, in the order in which they were sent.
    pub sources: Vec<ReceiptSource>,
}

/// What is sent, and what it was made of. It is kept until its answer is there, so that whoever begins
/// again sends the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// What was chosen, and what was not.
    pub receipt: Receipt,
    /// The words of the sources that are sent, as citations name them.
    pub sources: Vec<SourceText>,
}

/// Sources of one kind that were left out and that a receipt names; it counts the others.
pub const LEFT_OUT_MAX: usize = 10;

/// The title of the line of a receipt that counts sources.
const OTHERS: &str = "others";

/// Characters of a title that are sent and listed.
const TITLE_CHARS_MAX: usize = 200;

/// Why a source that fits into the bound no more is left out.
const NOT_FITTING: &str = "left out, since it does not fit";

/// Whether it matters to an agent how the book is written: whoever writes, changes or judges sentences.
pub fn needs_style(agent: &str) -> bool {
    matches!(agent, "castwright" | "critic" | "muse" | "proseguard" | "scribe")
}

impl Receipt {
    /// The same in at most so many bytes of JSON: where there are more, the last sources are only counted.
    pub fn within(&self, bytes_max: usize) -> Self {
        let mut short = self.clone();
        let mut listed = self.sources.len();
        while listed > 0 && serde_json::to_vec(&short).is_ok_and(|json| json.len() > bytes_max) {
            listed = listed * 3 / 4;
            short.sources.truncate(listed);
            let not_listed = &self.sources[listed];
            short.sources.push(ReceiptSource {
                left_out: self.sources.len() - listed,
                reason: "not listed here: the reply lists all of them".to_owned(),
                ..others(not_listed.kind)
            });
        }
        short
    }
}

impl Context {
    /// The text: the sources between their marks. The same sources make the same text.
    pub fn text(&self) -> String {
        let numbered = self.sources.iter().filter_map(|source| {
            let of = self.receipt.sources.get(source.number.checked_sub(1)?)?;
            Some(as_data(of.kind, source.number, &source.title, &source.text))
        });
        numbered.collect()
    }
}

/// Puts parts together in the order of their kinds, those of one kind in the order given, as long as
/// they fit into `tokens_max`. `count` estimates the tokens of a text.
pub fn assemble(
    mut parts: Vec<ContextPart>,
    tokens_max: usize,
    count: impl Fn(&str) -> usize,
) -> Context {
    let rank = |kind: SourceKind| SourceKind::ALL.iter().position(|it| *it == kind);
    parts.sort_by_key(|part| rank(part.kind));
    let (mut lines, mut sources): (Vec<ReceiptSource>, Vec<SourceText>) = Default::default();
    let (mut used, mut used_of_kind, mut last) = (0, 0, None);
    for mut part in parts {
        part.title = part.title.chars().take(TITLE_CHARS_MAX).collect();
        if last != Some(part.kind) {
            (used_of_kind, last) = (0, Some(part.kind));
        }
        let share = tokens_max * part.kind.share_max() / 100;
        let left = (tokens_max - used).min(share.saturating_sub(used_of_kind));
        let number = lines.len() + 1;
        let sent = fitting(&part, number, left, &count);
        if sent.text.is_none() && part.records.is_empty() && count_left_out(&mut lines, &part) {
            continue;
        }
        used += sent.tokens;
        used_of_kind += sent.tokens;
        let included = sent.text.is_some();
        if let Some(text) = sent.text {
            sources.push(SourceText { number, title: part.title.clone(), text });
        }
        lines.push(ReceiptSource {
            kind: part.kind,
            id: part.id,
            title: part.title,
            start: sent.span.map(|span| span.0),
            end: sent.span.map(|span| span.1),
            records: sent.records,
            tokens: sent.tokens,
            included,
            left_out: sent.left_out,
            reason: sent.reason,
        });
    }
    let receipt = Receipt {
        tokens_max,
        tokens: used,
        digest: String::new(),
        instructions: Vec::new(),
        sources: lines,
    };
    let mut context = Context { receipt, sources };
    context.receipt.digest = crate::digest::hex(context.text().as_bytes());
    context
}

/// Counts a part that was left out in the line of its kind for those that no line names; false when it
/// is to have a line of its own.
fn count_left_out(lines: &mut Vec<ReceiptSource>, part: &ContextPart) -> bool {
    let of_kind = lines.iter_mut().filter(|it| it.kind == part.kind && !it.included);
    let mut left_out: Vec<&mut ReceiptSource> = of_kind.collect();
    if part.text.is_empty() || left_out.len() < LEFT_OUT_MAX {
        return false;
    }
    if let Some(others) = left_out.iter_mut().find(|it| it.id.is_none() && it.title == OTHERS) {
        others.left_out += 1;
        return true;
    }
    lines.push(ReceiptSource { left_out: 1, reason: NOT_FITTING.to_owned(), ..others(part.kind) });
    true
}

/// A line of a receipt that counts sources.
fn others(kind: SourceKind) -> ReceiptSource {
    ReceiptSource {
        kind,
        id: None,
        title: OTHERS.to_owned(),
        start: None,
        end: None,
        records: Vec::new(),
        tokens: 0,
        included: false,
        left_out: 0,
        reason: String::new(),
    }
}

/// What is sent of a part.
struct Sent {
    /// None when nothing is.
    text: Option<String>,
    span: Option<(usize, usize)>,
    records: Vec<String>,
    tokens: usize,
    left_out: usize,
    reason: String,
}

/// What of a part fits: all of it, its beginning where it may be cut, or nothing. And why.
fn fitting(part: &ContextPart, number: usize, left: usize, count: &impl Fn(&str) -> usize) -> Sent {
    let size = |text: &str| count(&as_data(part.kind, number, &part.title, text));
    let nothing = |why: &str| Sent {
        text: None,
        span: part.span,
        records: Vec::new(),
        tokens: 0,
        left_out: match part.records.len() + part.unread {
            0 => usize::from(!part.text.is_empty()),
            some => some,
        },
        reason: why.to_owned(),
    };
    if part.text.is_empty() {
        return nothing(&part.reason);
    }
    let whole = size(&part.text);
    if whole <= left {
        return Sent {
            text: Some(part.text.clone()),
            span: part.span,
            records: part.records.clone(),
            tokens: whole,
            left_out: part.unread,
            reason: part.reason.clone(),
        };
    }
    let frame = size("");
    let is_list = !part.records.is_empty();
    let cut = match () {
        () if frame >= left => "",
        () if is_list => lines_to(&part.text, |text| size(text) <= left),
        () if part.kind.may_be_cut() => {
            cut_to(&part.text, left - frame, |text| size(text).saturating_sub(frame))
        }
        () => "",
    };
    if cut.is_empty() {
        return nothing(&format!("{}; {NOT_FITTING}", part.reason));
    }
    let lines = if is_list { cut.lines().count() } else { 0 };
    let first = part.span.map_or(0, |span| span.0);
    Sent {
        span: (!is_list).then(|| (first, first + cut.chars().count())),
        records: part.records[..lines].to_vec(),
        tokens: size(cut),
        left_out: part.records.len() - lines + part.unread,
        reason: format!("{}; cut at its end, since not all of it fits", part.reason),
        text: Some(cut.to_owned()),
    }
}

/// The most lines from the beginning of a text that fit.
fn lines_to(text: &str, fits: impl Fn(&str) -> bool) -> &str {
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    match ends.partition_point(|&end| fits(&text[..end])) {
        0 => "",
        lines => &text[..ends[lines - 1]],
    }
}

/// The longest beginning of a text, up to the end of a line or else of a word, with at most so many
/// tokens.
fn cut_to(text: &str, tokens_max: usize, count: impl Fn(&str) -> usize) -> &str {
    let (mut fits, mut too_long) = (0, text.len());
    while too_long - fits > 1 {
        let middle = text.floor_char_boundary(fits + (too_long - fits) / 2);
        if middle <= fits {
            break;
        }
        if count(&text[..middle]) <= tokens_max { fits = middle } else { too_long = middle }
    }
    let beginning = &text[..fits];
    let line = beginning.rfind('\n').filter(|at| at * 2 > fits);
    let end = line.or_else(|| beginning.rfind(char::is_whitespace)).unwrap_or(0);
    beginning[..end].trim_end()
}
