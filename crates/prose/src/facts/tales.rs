//! What is told at length of another time than that of the book: what stays so is a fact, all else is the claim of
//! whoever tells it.

use super::{Attribute, Fact, FactBasis};

impl FactBasis<'_> {
    /// Of facts that stand in tales, keeps those as facts that are so whenever it is; nobody acts there now.
    pub(super) fn keep_of_tales(&self, found: &mut Vec<Fact>) {
        if self.tales.is_empty() {
            return;
        }
        let spans: Vec<_> =
            self.tales.iter().map(|it| (self.text.words_span(&it.words), it.is_letter)).collect();
        let tale_of = |fact: &Fact| {
            let behind = spans.partition_point(|(span, _)| span.start <= fact.span.start);
            let tale = behind.checked_sub(1).map(|nth| spans[nth]);
            tale.filter(|(span, _)| fact.span.end <= span.end)
        };
        found.retain(|it| it.attribute != Attribute::Act || tale_of(it).is_none());
        for fact in found {
            if let Some((_, is_letter)) = tale_of(fact) {
                fact.is_spoken |= !stays(fact.attribute, is_letter);
            }
        }
    }
}

/// Whether what is told of another time is so in the book; a letter is of now.
fn stays(attribute: Attribute, is_letter: bool) -> bool {
    match attribute {
        Attribute::Eyes
        | Attribute::Hair
        | Attribute::Kinship
        | Attribute::Birth
        | Attribute::Death => true,
        Attribute::Age | Attribute::Rank | Attribute::Profession => is_letter,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract;
    use crate::facts::Attribute;
    use crate::tokens::Text;

    #[test]
    fn what_a_tale_says_of_eyes_is_a_fact_and_of_all_else_a_claim() {
        let part = "The road went on to the south, and the wind blew. ".repeat(60);
        let source = format!(
            "I listened.\n\n“{part}\n\n“Safie was a nurse. Her eyes were dark.\n\n“Safie came in. {part}”\n\nTom Hale \
             came in. Tom Hale was a clerk."
        );

        let facts = Extract::of(&Text::new(&source)).facts.facts;

        let read: Vec<(&str, Attribute, bool)> =
            facts.iter().map(|it| (it.name_text.as_str(), it.attribute, it.is_spoken)).collect();
        assert_eq!(
            read,
            [
                ("Safie", Attribute::Profession, true),
                ("Safie", Attribute::Eyes, false),
                ("Tom Hale", Attribute::Act, false),
                ("Tom Hale", Attribute::Profession, false),
            ]
        );
    }

    #[test]
    fn what_a_letter_says_of_now_is_a_fact() {
        let part = "The road went on to the south, and the wind blew. ".repeat(20);
        for (opening, is_spoken) in [("My dear Tom,", false), ("Come with me.", true)] {
            let source = format!("“{opening}\n\n“{part}\n\n“Safie was a nurse.\n\n“{part}”");
            let facts = Extract::of(&Text::new(&source)).facts.facts;
            let trade = facts.iter().find(|it| it.attribute == Attribute::Profession).unwrap();
            assert_eq!(trade.is_spoken, is_spoken, "{opening}");
        }
    }
}
