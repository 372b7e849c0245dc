//! What of somebody a question asks for: “What colour are her eyes?”, “When did he die?”.

use super::Attribute;

/// Attributes with the words that ask for them; of several words, all of them in this order.
const ASKING: &[(Attribute, &[&str])] = &[
    (Attribute::Eyes, &["eye", "eyes"]),
    (Attribute::Hair, &["hair", "haired"]),
    (Attribute::Age, &["how old", "age", "aged", "ages"]),
    (Attribute::Location, &["where is", "where was", "where are", "where were", "whereabouts"]),
    (Attribute::Death, &["die", "dies", "died", "death", "dead", "alive", "killed", "buried"]),
    (Attribute::Birth, &["born", "birth", "birthday"]),
    (Attribute::Wedding, &["marry", "marries", "married", "wedding", "marriage", "wed"]),
    (Attribute::Engagement, &["engaged", "engagement", "betrothed"]),
    (Attribute::Kinship, &["related", "relative", "relatives", "family", "kinship", "kin"]),
    (
        Attribute::Kinship,
        &["sister", "sisters", "brother", "brothers", "mother", "father", "parents"],
    ),
    (Attribute::Kinship, &["wife", "husband", "son", "daughter", "children", "uncle", "aunt"]),
    (Attribute::Kinship, &["cousin", "nephew", "niece", "grandfather", "grandmother"]),
    (Attribute::Rank, &["rank", "ranks"]),
    (Attribute::Profession, &["profession", "occupation", "job", "trade", "work", "a living"]),
    (Attribute::Possession, &["own", "owns", "possess", "possesses", "possession", "possessions"]),
];

/// The attributes that a question asks for, each once; none when it asks for none by its words.
pub fn asked(question: &str) -> Vec<Attribute> {
    let words: Vec<String> = question
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let has = |phrase: &&str| {
        let parts: Vec<&str> = phrase.split(' ').collect();
        words.windows(parts.len()).any(|window| window.iter().eq(parts.iter()))
    };
    let mut found: Vec<Attribute> = Vec::new();
    for (attribute, phrases) in ASKING {
        if !found.contains(attribute) && phrases.iter().any(&has) {
            found.push(*attribute);
            found.extend(beside(*attribute));
        }
    }
    found
}

/// What is told with an attribute, as it belongs to the same question.
fn beside(attribute: Attribute) -> impl Iterator<Item = Attribute> {
    let more: &[Attribute] = match attribute {
        Attribute::Kinship => &[Attribute::Relative],
        Attribute::Possession => &[Attribute::Loss, Attribute::Gain],
        _ => &[],
    };
    more.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_asks_for_attributes_by_its_words() {
        use Attribute as Is;
        for (question, wanted) in [
            ("What colour are Mara’s eyes?", vec![Is::Eyes]),
            ("How old is Mara?", vec![Is::Age]),
            ("Where is Mara in chapter 7?", vec![Is::Location]),
            ("When did Mara die?", vec![Is::Death]),
            ("Who is Mara's sister?", vec![Is::Kinship, Is::Relative]),
            ("What does Mara own?", vec![Is::Possession, Is::Loss, Is::Gain]),
            ("Who is Mara?", Vec::new()),
        ] {
            assert_eq!(asked(question), wanted, "{question}");
        }
    }
}
