//! What a brief of a scene has room for: sources in the order of their kinds, within a bound of tokens. Every
//! kind has a share of the bound, and what one leaves goes to the others. What is left out is named with the
//! reason, as in the receipt of a model's call. How many tokens a text has is an argument.

use crate::agents::context::SourceKind;

/// A source that a brief may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BriefPart {
    /// What it is. The order of the words of [`SourceKind`] is that of a brief.
    pub kind: SourceKind,
    /// The record it comes from.
    pub id: Option<String>,
    /// What a person calls it.
    pub title: String,
    /// Which characters of the record it is, and the line of the first; none for all of it.
    pub position: Option<(i64, i64, i64)>,
    /// Its words; none for what must not be in the brief.
    pub text: Option<String>,
    /// Why it was chosen, or must not be.
    pub reason: String,
}

/// A source, and whether the brief has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The source; its reason says why it was left out or cut.
    pub part: BriefPart,
    /// Its tokens, as far as the brief has it.
    pub tokens: usize,
    /// Whether the brief has it.
    pub is_included: bool,
}

/// The share of the bound that sources of a kind have, in percent; what others leave comes on top.
const fn share(kind: SourceKind) -> usize {
    match kind {
        SourceKind::Facts => 20,
        SourceKind::Document | SourceKind::Promise => 15,
        SourceKind::Lore => 30,
        SourceKind::Timeline => 10,
        SourceKind::Outline | SourceKind::Finding => 5,
        _ => 0,
    }
}

/// Chooses sources in the order of their kinds, those of one kind in the order given, as long as they fit
/// into `tokens_max`: each kind within its share first, then all within what is left. What was measured is
/// cut at the end of a line where it does not fit; any other source is left out whole.
pub fn choose(
    mut parts: Vec<BriefPart>,
    tokens_max: usize,
    count: impl Fn(&str) -> usize,
) -> Vec<Chosen> {
    parts.sort_by_key(|part| SourceKind::ALL.iter().position(|it| *it == part.kind));
    let mut chosen: Vec<Chosen> =
        parts.into_iter().map(|part| Chosen { part, tokens: 0, is_included: false }).collect();
    let mut used = 0;
    for kind in SourceKind::ALL {
        let mut left = (tokens_max * share(kind) / 100).min(tokens_max - used);
        for it in chosen.iter_mut().filter(|it| it.part.kind == kind) {
            if kind == SourceKind::Facts {
                it.cut(left.max(1), &count);
            }
            left -= it.include(left, &count);
        }
        used = chosen.iter().map(|it| it.tokens).sum();
    }
    for it in chosen.iter_mut().filter(|it| !it.is_included) {
        used += it.include(tokens_max - used, &count);
    }
    for it in chosen.iter_mut().filter(|it| !it.is_included && it.part.text.is_some()) {
        it.part.reason += "; left out, since it does not fit into the bound";
        it.part.text = None;
    }
    chosen
}

impl Chosen {
    /// Takes it in if it fits into so many tokens; those it takes.
    fn include(&mut self, left: usize, count: &impl Fn(&str) -> usize) -> usize {
        let tokens = self.part.text.as_deref().map(count);
        let Some(tokens) = tokens.filter(|tokens| !self.is_included && *tokens <= left) else {
            return 0;
        };
        (self.tokens, self.is_included) = (tokens, true);
        tokens
    }

    /// Leaves of its lines as many as fit.
    fn cut(&mut self, left: usize, count: &impl Fn(&str) -> usize) {
        let Some(text) = &self.part.text else { return };
        let mut kept = text.as_str();
        while count(kept) > left {
            let Some((before, _)) = kept.rsplit_once('\n') else { return };
            kept = before;
        }
        if kept.len() < text.len() {
            self.part.reason += "; cut at its end, since not all of it fits into the bound";
            self.part.text = Some(kept.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(kind: SourceKind, title: &str, words: usize) -> BriefPart {
        BriefPart {
            kind,
            id: None,
            title: title.to_owned(),
            position: None,
            text: Some("word ".repeat(words)),
            reason: "chosen".to_owned(),
        }
    }

    /// Words are counted, so that figures can be followed.
    fn chosen(parts: Vec<BriefPart>, tokens_max: usize) -> Vec<(String, usize)> {
        let chosen = choose(parts, tokens_max, |text| text.split_whitespace().count());
        chosen.into_iter().map(|it| (it.part.title, it.tokens)).collect()
    }

    fn expected(all: &[(&str, usize)]) -> Vec<(String, usize)> {
        all.iter().map(|(title, tokens)| ((*title).to_owned(), *tokens)).collect()
    }

    #[test]
    fn every_kind_has_its_share_before_others_get_what_is_left() {
        let lore = |title| part(SourceKind::Lore, title, 20);
        let parts = vec![
            part(SourceKind::Promise, "ring", 10),
            lore("Mara"),
            lore("Ana"),
            lore("Harro"),
            lore("Ede"),
        ];

        let found = chosen(parts, 80);

        let all = [("Mara", 20), ("Ana", 20), ("Harro", 20), ("Ede", 0), ("ring", 10)];
        assert_eq!(found, expected(&all));
    }

    #[test]
    fn what_does_not_fit_says_so() {
        let mut hidden = part(SourceKind::Lore, "Hidden", 1);
        hidden.text = None;
        let parts = vec![part(SourceKind::Finding, "long", 30), hidden];

        let found = choose(parts, 20, |text| text.split_whitespace().count());

        assert!(found.iter().all(|it| !it.is_included && it.part.text.is_none()));
        assert_eq!(found[0].part.reason, "chosen");
        assert!(found[1].part.reason.ends_with("it does not fit into the bound"));
    }

    #[test]
    fn facts_are_cut_at_a_line() {
        let mut facts = part(SourceKind::Facts, "facts", 0);
        facts.text = Some("one two\nthree four\nfive six".to_owned());

        let found = choose(vec![facts], 20, |text| text.split_whitespace().count());

        assert_eq!(found[0].part.text.as_deref(), Some("one two\nthree four"));
        assert!(found[0].is_included && found[0].part.reason.contains("cut at its end"));
    }
}
