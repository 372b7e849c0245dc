//! Whom somebody speaks to, of whom nothing is said: "“Come, sister.”", "Victor, he is murdered!".

use std::ops::Range;

use super::ParagraphReader;

impl ParagraphReader<'_, '_> {
    /// Whether a name calls somebody of whom its sentence does not speak: "Victor, he is murdered!".
    pub(super) fn is_called(&self, row: &Range<usize>) -> bool {
        let text = self.text;
        text.sentence_of(row.start).words.start == row.start
            && text.gap_after(row.end - 1).trim() == ","
            && text.words().get(row.end).is_some_and(|_| {
                matches!(text.lower(row.end), "he" | "she" | "they" | "we" | "i" | "you")
            })
    }

    /// Whether a noun is that of somebody who is spoken to, of whom the narration does not go on: "“My child,” said Lucy.
    /// Her eyes", "“Come, sister.”".
    pub(super) fn is_addressed(&self, at: usize) -> bool {
        let is_led = at > 0 && matches!(self.text.lower(at - 1), "my" | "dear");
        let (before, behind) = (self.text.gap_before(at), self.text.gap_after(at));
        let closes = behind.starts_with([',', '!', '?']);
        // "“Mother.”" may answer who it was.
        let opens_speech = before.contains(['“', '‘', '"']) && !behind.contains(['”', '’', '"']);
        let ends_speech = before.contains(',') && behind.starts_with(['.', '”', '"']);
        (is_led || opens_speech || before.contains(',')) && closes || ends_speech
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract;
    use crate::facts::Attribute;
    use crate::tokens::Text;

    #[test]
    fn who_is_called_is_not_whom_a_pronoun_means() {
        let part = "The road went on to the south, and the wind blew. ".repeat(20);
        for (opening, wanted) in [
            ("William is gone. Victor, he is dead!", Some("William")),
            ("Victor came. He is dead!", Some("Victor")),
        ] {
            let source = format!("“My dear Tom,\n\n“{part}\n\n“{opening}\n\n“{part}”");
            let facts = Extract::of(&Text::new(&source)).facts.facts;
            let dead = facts.iter().find(|it| it.attribute == Attribute::Death);
            assert_eq!(dead.map(|it| it.name_text.as_str()), wanted, "{opening}");
        }
    }
}
