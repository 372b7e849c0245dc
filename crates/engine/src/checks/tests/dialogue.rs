//! The checks of dialogue, on small texts.

use super::*;

#[test]
fn marks_of_speech_that_do_not_pair_are_found() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    for (source, wanted) in [
        ("“Come in,” he said.", Vec::new()),
        ("“Come in, he said.\n\nHe left.", one("unclosed_quotation", "Come in, he said")),
        ("“Come in.\n\n“And sit down.”", Vec::new()),
        ("“It says:\n\n‘Come in.’”", Vec::new()),
        ("“Come in.\n\n\"And sit down.\"", Vec::new()),
        ("Come in,” he said.", one("stray_closing_mark", "in,”")),
        ("‘I said “Come!”’ he cried.", Vec::new()),
    ] {
        assert_eq!(said(Check::Dialogue, &none, source), wanted, "{source}");
    }
    let ten = "“Yes.” He went. ".repeat(12);
    assert_eq!(
        said(Check::Dialogue, &none, &format!("{ten}\"No.\" He came.")),
        one("mixed_quotes", "\"No.\"")
    );
    assert_eq!(said(Check::Dialogue, &none, &"“Yes.” \"No.\" ".repeat(12)), []);
    let apostrophes = format!("{}He can't.", "He won’t. ".repeat(12));
    assert_eq!(said(Check::Dialogue, &none, &apostrophes), one("mixed_apostrophes", "can't"));
}

#[test]
fn manners_of_speech_are_found_where_they_crowd() {
    let none = canon(Vec::new(), LorekeeperProjectConfig::default());
    let tags = |verb: &str, times: usize| format!("“Go,” he {verb}. ").repeat(times);
    let rules = |source: String| rules_of(Check::Dialogue, &none, &source);

    assert_eq!(rules(tags("said", 12)), Vec::<String>::new());
    assert_eq!(rules(tags("said", 6) + &tags("hissed", 4)), ["said_bookisms"]);
    assert_eq!(rules(tags("said", 5) + &tags("hissed", 3)), Vec::<String>::new());
    assert_eq!(rules(tags("said", 8) + &tags("said softly", 4)), ["tag_adverbs"]);
    let turns = |count: usize| "“Go there.”\n\n".repeat(count) + "He left.";
    assert_eq!(rules(turns(7)), Vec::<String>::new());
    assert_eq!(rules(turns(8)), ["talking_heads"]);
    let speech = |words: usize| format!("“{}”", "go ".repeat(words));
    assert_eq!(rules(speech(449)), Vec::<String>::new());
    assert!(rules(speech(450)).contains(&"long_speech".to_owned()));
}
