//! What is told at length of another time than that of the book: what stays so is a fact, all else is the claim of
//! whoever tells it.

use super::{Attribute, Fact, FactBasis};

impl FactBasis<'_> {
    /// Of facts that stand in tales, keeps those as facts that are so whenever it is; nobody acts there now.
    pub(super) fn keep_of_tales(&self, found: &mut Vec<Fact>) {
        if self.tales.is_empty() {
            return;
        }
        let spans: Vec<_> = self.tales.iter().map(|words| self.text.words_span(words)).collect();
        let is_in_tale = |fact: &Fact| {
            let behind = spans.partition_point(|it| it.start <= fact.span.start);
            behind.checked_sub(1).is_some_and(|nth| fact.span.end <= spans[nth].end)
        };
        found.retain(|it| it.attribute != Attribute::Act || !is_in_tale(it));
        for fact in found.iter_mut().filter(|it| is_in_tale(it)) {
            fact.is_spoken |= !matches!(
                fact.attribute,
                Attribute::Eyes
                    | Attribute::Hair
                    | Attribute::Kinship
                    | Attribute::Birth
                    | Attribute::Death
            );
        }
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
}
