//! Tells reasoning from text where a server does not: many open models write what they think between
//! `<think>` and `</think>` before they answer, and not every server takes that out. Only a reply that
//! begins with the first of the marks has any; later ones are text like any other.

const OPENING: &str = "<think>";
const CLOSING: &str = "</think>";

/// How far a reply is.
#[derive(Debug, Clone)]
pub(crate) enum Thinking {
    /// What came may still become the opening mark.
    Undecided(String),
    /// The model thinks; what came last may be the beginning of the closing mark.
    Inside(String),
    /// The model answers, and white space before the answer is left out until there is some of it.
    Behind,
    /// The model answers.
    Over,
}

impl Default for Thinking {
    fn default() -> Self {
        Self::Undecided(String::new())
    }
}

/// More of a reply: reasoning, and text.
pub(crate) type Split = (String, String);

impl Thinking {
    /// Splits a piece of a reply. What may be a part of a mark is kept for the next one.
    pub(crate) fn split(&mut self, piece: &str) -> Split {
        match std::mem::replace(self, Self::Over) {
            Self::Undecided(kept) => {
                let all = kept + piece;
                let begun = all.trim_start();
                if OPENING.starts_with(begun) {
                    *self = Self::Undecided(all);
                    return Split::default();
                }
                match begun.strip_prefix(OPENING) {
                    Some(inside) => self.think(inside.to_owned()),
                    None => (String::new(), all),
                }
            }
            Self::Inside(kept) => self.think(kept + piece),
            Self::Behind => (String::new(), self.begin(piece)),
            Self::Over => (String::new(), piece.to_owned()),
        }
    }

    /// What was kept, at the end of a reply.
    pub(crate) fn rest(&mut self) -> Split {
        match std::mem::replace(self, Self::Over) {
            Self::Undecided(kept) => (String::new(), kept),
            Self::Inside(kept) => (kept, String::new()),
            Self::Behind | Self::Over => Split::default(),
        }
    }

    fn think(&mut self, mut thought: String) -> Split {
        if let Some((inside, text)) = thought.split_once(CLOSING) {
            return (inside.to_owned(), self.begin(text));
        }
        let is_mark_begun = |at: &usize| CLOSING.starts_with(&thought[*at..]);
        let kept = thought.char_indices().map(|(at, _)| at).find(is_mark_begun);
        let kept = thought.split_off(kept.unwrap_or(thought.len()));
        *self = Self::Inside(kept);
        (thought, String::new())
    }

    fn begin(&mut self, text: &str) -> String {
        let text = text.trim_start();
        *self = if text.is_empty() { Self::Behind } else { Self::Over };
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reasoning and text of a reply that comes in these pieces.
    fn split<'p>(pieces: impl IntoIterator<Item = &'p str>) -> Split {
        let mut thinking = Thinking::default();
        let mut all = Split::default();
        let mut add = |(reasoning, text): Split| {
            all.0 += &reasoning;
            all.1 += &text;
        };
        pieces.into_iter().for_each(|piece| add(thinking.split(piece)));
        add(thinking.rest());
        all
    }

    #[test]
    fn what_is_thought_before_the_answer_is_no_text_wherever_it_is_cut() {
        for (reply, reasoning, text) in [
            ("A gull.", "", "A gull."),
            ("<think>Hm é.</think>\n\nA gull.", "Hm é.", "A gull."),
            ("\n<think>\na < b </thin</think> A gull.", "\na < b </thin", "A gull."),
            ("<think></think>A", "", "A"),
            ("<think>cut", "cut", ""),
            ("<think>cut</th", "cut</th", ""),
            ("<thi", "", "<thi"),
            ("<thought>A</thought>", "", "<thought>A</thought>"),
            (" \n A <think>gull</think>.", "", " \n A <think>gull</think>."),
            ("<think>a</think>b<think>c</think>", "a", "b<think>c</think>"),
            ("{\"a\":1}", "", "{\"a\":1}"),
        ] {
            let expected = (reasoning.to_owned(), text.to_owned());
            assert_eq!(split([reply]), expected, "{reply}");
            let each = reply.char_indices().map(|(at, sign)| &reply[at..at + sign.len_utf8()]);
            assert_eq!(split(each), expected, "{reply}, character by character");
        }
    }

    #[test]
    fn text_is_not_kept_back() {
        let mut thinking = Thinking::default();

        assert_eq!(thinking.split("A"), (String::new(), "A".to_owned()));
        assert_eq!(thinking.split(" <"), (String::new(), " <".to_owned()));
    }
}
