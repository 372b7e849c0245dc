//! What a request wants done: a question answered, words of the book written anew, something composed. It
//! does not say of what; topics and names are read elsewhere.

use super::{
    NamedRecord, RecordKind,
    passage::{QUESTION_WORDS, is_one_of},
    words::{Word, words},
};

/// Whether a request is a question about something, and not a wish in the form of one: “Is the book
/// ready?”, and not “Can you write the scene?”.
pub fn is_question(request: &str) -> bool {
    let found = words(request);
    let [first, rest @ ..] = found.as_slice() else { return false };
    let is_wish = is_one_of("can could will would", first)
        && rest.first().is_some_and(|it| it.folded == "you");
    is_one_of(QUESTION_WORDS, first) && !is_wish && request.trim_end().ends_with('?')
}

/// Whether a request asks for words of the book to be written anew: “Rewrite the opening”.
pub fn asks_to_rewrite(request: &str) -> bool {
    const VERBS: &str = "rewrite revise rephrase tighten shorten polish redraft reword";
    const DONE: &str =
        "rewritten revised rephrased tightened shortened polished redrafted reworded";
    const BEFORE: &str = "can could help i i'd just kindly let let's like me need now please so to want \
        will would you";
    let found = words(request);
    let writes_anew = found.first().is_some_and(|it| is_one_of("write draft continue invent", it));
    // The verb of an instruction or a wish, and not what somebody in a scene does.
    let is_verb = |at: usize| {
        let before = |at: usize| at.checked_sub(1).map(|before| &found[before]);
        let is_after = |some: &str| before(at).is_some_and(|it| is_one_of(some, it));
        let mut first = at;
        while !found[first].begins && before(first).is_some_and(|it| is_one_of(BEFORE, it)) {
            first -= 1;
        }
        is_one_of(VERBS, &found[at]) && (found[first].begins || is_after("and then"))
            || is_one_of(DONE, &found[at]) && is_after("be")
    };
    !writes_anew && !is_question(request) && (0..found.len()).any(is_verb)
}

/// Whether a request asks what readers would feel about a text.
fn asks_what_readers_feel(words: &[Word<'_>]) -> bool {
    const FEEL: &str = "believe care cry enjoy enjoyed feel felt hate hated laugh like liked love loved \
        think understand";
    let reads =
        |word: &Word<'_>| ["reader", "audience"].iter().any(|it| word.folded.starts_with(it));
    words.iter().any(reads) && words.iter().any(|word| is_one_of(FEEL, word))
}

/// Whether a request asks an agent for something that takes a language model, whatever it can say by rule.
pub fn asks_to_compose(agent: &str, request: &str) -> bool {
    let found = words(request);
    let nouns: &[&str] = match agent {
        "critic" => return asks_what_readers_feel(&found),
        "muse" => &["premise", "idea", "what-if", "title", "plot", "twist", "ending", "scene"],
        "publisher" => &["blurb", "synops", "query", "pitch", "logline", "tagline", "letter"],
        "archivist" => &["summar", "synops"],
        _ => return false,
    };
    const VERBS: &str = "write draft give suggest propose invent offer make compose find need want \
        summarise summarize brainstorm imagine prepare";
    let begins = |it: &str| found.iter().any(|word| word.folded.starts_with(it));
    let is_wish = found.iter().any(|word| is_one_of(VERBS, word));
    !is_question(request) && is_wish && nouns.iter().any(|it| begins(it))
}

/// Whether a request to an agent that writes or finds something for the project only asks about it, so
/// that nothing is proposed: “How is “Third Gate” built?”, and not “What is the structure of the book?”.
pub fn only_asks(agent: &str, request: &str, named: &[NamedRecord]) -> bool {
    let found = words(request);
    let has = |beginnings: &[&str]| {
        found.iter().any(|word| beginnings.iter().any(|it| word.folded.starts_with(it)))
    };
    let names = |kind: RecordKind| named.iter().any(|it| it.kind == kind);
    is_question(request)
        && match agent {
            "publisher" | "scribe" | "worldsmith" => true,
            "architect" => !has(&["structur", "outlin", "beat"]),
            "castwright" => {
                !has(&["voice", "speak", "speech", "sound", "talk", "say", "dialog", "quot"])
            }
            "chronicler" => !has(&["event", "happen", "timeline", "chronolog"]),
            "linguist" => {
                let coins =
                    found.get(1).is_some_and(|it| is_one_of("can could do does might would", it));
                !(found[0].folded == "how" && coins)
            }
            "plotter" => {
                names(RecordKind::Promise) || !has(&["promis", "payoff", "setup", "thread", "end"])
            }
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_written_takes_a_model() {
        for (agent, request, wanted) in [
            ("muse", "Give me five premises", true),
            ("muse", "Give me names for a ferryman", false),
            ("publisher", "Write a query letter", true),
            ("publisher", "Is the book ready to be published?", false),
            ("publisher", "What belongs into a synopsis about Mara?", false),
            ("archivist", "Summarise chapter 1", true),
            ("archivist", "What is stated about Mara?", false),
            ("critic", "Write a scene", false),
            ("critic", "Would readers like chapter 3?", true),
            ("critic", "What would a reader of Le Guin feel at the end?", true),
            ("critic", "Where does a reader lose the thread?", false),
        ] {
            assert_eq!(asks_to_compose(agent, request), wanted, "{agent}: {request}");
        }
    }

    #[test]
    fn an_instruction_to_rewrite_is_not_what_somebody_in_a_scene_does() {
        for (request, wanted) in [
            ("Rewrite the opening of “The Clamp” in the present tense", true),
            ("Can you please tighten chapter 3?", true),
            ("I want to shorten the ending", true),
            ("Read chapter 3 and rewrite its opening", true),
            ("Chapter 3 is slow. Shorten it.", true),
            ("Chapter 3 should be rewritten", true),
            ("Which scenes were revised?", false),
            ("Write the next chapter", false),
            ("Write a scene with a Polish sailor for chapter 3", false),
            ("A scene in chapter 3 in which Mara revisits the lamp", false),
            ("The scene where they tighten the rope", false),
        ] {
            assert_eq!(asks_to_rewrite(request), wanted, "{request}");
        }
    }

    #[test]
    fn a_wish_in_the_form_of_a_question_is_none() {
        for (request, expected) in [
            ("Is the book ready?", true),
            ("How far is the draft?", true),
            ("Could Mara have known?", true),
            ("Can you write the scene?", false),
            ("Write the scene?", false),
            ("When Mara comes home, let it rain.", false),
            ("?", false),
        ] {
            assert_eq!(is_question(request), expected, "{request}");
        }
    }

    #[test]
    fn a_question_about_what_is_there_proposes_nothing() {
        for (agent, request, wanted) in [
            ("architect", "How is “Third Gate” built?", true),
            ("architect", "What is the structure of the book?", false),
            ("architect", "Lay out the second part", false),
            ("castwright", "Who is in chapter 2?", true),
            ("castwright", "How does Mara speak?", false),
            ("chronicler", "How old is Mara?", true),
            ("chronicler", "Which events does chapter 2 tell?", false),
            ("linguist", "How many words has Halun?", true),
            ("linguist", "How would Halun say water?", false),
            ("plotter", "Who owes the sea something?", true),
            ("plotter", "Which promises does chapter 2 make?", false),
            ("scribe", "What must a draft of chapter 2 keep to?", true),
            ("scribe", "Can you write the scene?", false),
            ("proseguard", "Which lines of chapter 2 are weak?", false),
        ] {
            assert_eq!(only_asks(agent, request, &[]), wanted, "{agent}: {request}");
        }
        let promise = NamedRecord {
            id: "p".to_owned(),
            kind: RecordKind::Promise,
            names: vec!["The bite".to_owned()],
        };
        assert!(only_asks("plotter", "What became of the promise “The bite”?", &[promise]));
    }
}
