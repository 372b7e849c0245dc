//! What happens in a timeline, as a text tells it: "Lucy dies" is "Lucy died", and "Birth of Mina" is "Mina was born".

use super::{past, split_first};

/// What has a name of its own, how a text tells it of one and of two.
const EVENTS: [(&str, &str, &str); 7] = [
    ("birth", "was born", "were born"),
    ("death", "died", "died"),
    ("murder", "was murdered", "were murdered"),
    ("execution", "was executed", "were executed"),
    ("wedding", "was married", "were married"),
    ("marriage", "was married", "were married"),
    ("engagement", "became engaged", "became engaged"),
];

/// Verbs of what happens that notes about somebody do not begin with, and how a text tells them.
const VERBS: [(&str, &str); 36] = [
    ("arrives", "arrived"),
    ("leaves", "left"),
    ("departs", "departed"),
    ("returns", "returned"),
    ("reaches", "reached"),
    ("travels", "travelled"),
    ("goes", "went"),
    ("comes", "came"),
    ("sails", "sailed"),
    ("rides", "rode"),
    ("moves", "moved"),
    ("enters", "entered"),
    ("stays", "stayed"),
    ("visits", "visited"),
    ("meets", "met"),
    ("finds", "found"),
    ("gives", "gave"),
    ("gets", "got"),
    ("receives", "received"),
    ("inherits", "inherited"),
    ("buys", "bought"),
    ("steals", "stole"),
    ("burns", "burned"),
    ("breaks", "broke"),
    ("throws", "threw"),
    ("turns", "turned"),
    ("kills", "killed"),
    ("murders", "murdered"),
    ("buries", "buried"),
    ("drowns", "drowned"),
    ("perishes", "perished"),
    ("succumbs", "succumbed"),
    ("spends", "spent"),
    ("wakes", "woke"),
    ("opens", "opened"),
    ("are", "were"),
];

/// The title or the description of an event as a text tells it.
pub fn narrated(event: &str) -> String {
    let event = event.trim().trim_end_matches('.');
    if let Some(sentence) = named_event(event) {
        return sentence;
    }
    // "Before Lucy dies", "Tom dreams that Lucy dies": nothing of it has happened.
    const SUPPOSING: [&str; 12] = [
        "before", "after", "if", "when", "while", "until", "till", "that", "who", "whose",
        "because", "whether",
    ];
    let (mut before, mut is_open) = ("", true);
    let words = event.split(' ').map(|word| {
        let then = VERBS.iter().find(|(now, _)| *now == word).map_or_else(|| past(word), |it| it.1);
        // "Lucy leaves and meets Tom", and not "The leaves fall".
        let is_article = matches!(before, "The" | "A" | "An" | "His" | "Her" | "");
        is_open &= !SUPPOSING.contains(&word.to_lowercase().as_str());
        let is_verb =
            is_open && (before == "and" || before.starts_with(char::is_uppercase) && !is_article);
        before = word;
        if is_verb { then } else { word }
    });
    format!("{}.", words.collect::<Vec<_>>().join(" "))
}

/// "Birth of Mina", "Wedding of Mina and Jonathan", "Lucy’s death".
fn named_event(event: &str) -> Option<String> {
    let find = |word: &str| {
        let word = word.to_lowercase();
        EVENTS.iter().find(|(event, ..)| *event == word)
    };
    let (first, rest) = split_first(event.strip_prefix("The ").unwrap_or(event));
    if let (Some((_, one, two)), Some(names)) = (find(first), rest.strip_prefix("of ")) {
        let are_names =
            names.split(' ').all(|it| it == "and" || it.starts_with(char::is_uppercase));
        let happened = if names.contains(" and ") { two } else { one };
        return are_names.then(|| format!("{names} {happened}."));
    }
    let (name, last) = event.rsplit_once(' ')?;
    let name = name.strip_suffix("’s").or_else(|| name.strip_suffix("'s"))?;
    let is_name = name.split(' ').all(|it| it.starts_with(char::is_uppercase));
    find(last).filter(|_| is_name).map(|(_, one, _)| format!("{name} {one}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_is_told_in_the_past() {
        for (event, wanted) in [
            ("Lucy dies", "Lucy died."),
            ("Mina Harker marries Jonathan", "Mina Harker married Jonathan."),
            (
                "Jonathan arrives in Bistritz and meets the landlord.",
                "Jonathan arrived in Bistritz and met the landlord.",
            ),
            ("Birth of Mina", "Mina was born."),
            ("Wedding of Mina and Jonathan", "Mina and Jonathan were married."),
            ("The death of Renfield", "Renfield died."),
            ("Lucy’s death", "Lucy died."),
            ("Quincey is killed", "Quincey was killed."),
            ("Death of a salesman", "Death of a salesman."),
            ("The leaves fall", "The leaves fall."),
            ("Lucy was ill", "Lucy was ill."),
            ("Before Lucy dies she writes", "Before Lucy dies she writes."),
            ("Tom dreams that Lucy dies", "Tom dreams that Lucy dies."),
        ] {
            assert_eq!(narrated(event), wanted);
        }
    }
}
