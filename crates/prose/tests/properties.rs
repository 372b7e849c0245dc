//! What must hold for every text, however odd: places are places of the text, counts agree with each
//! other, numbers are numbers, lists keep their bounds, and the work grows with the text and not with
//! its square.

use std::collections::HashSet;

use proptest::prelude::*;
use prose::{
    Cast, CastMember, Extract, Gender, Measures, NAME_SPANS_MAX, Name, NameIndex, Occurrences,
    PASSAGES_FOUND_MAX, PASSAGES_MAX, Roster, Span, Text, anachronisms, durations, meant_pronouns,
    measure, misspellings, mixed_spelling, name_slips, names, narrator, person_slips, quotations,
    repeated_passages, similar_names, speakers, syllables, tense_slips, view_slips,
};
use unicode_segmentation::UnicodeSegmentation;

/// Texts that come close to prose: words, names, marks, breaks, and now and then anything at all.
fn texts() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        4 => prop::sample::select(vec![
            "the", "house", "was", "locked", "quickly", "he", "said", "felt", "a", "beautiful", "not",
            "I", "Lucy", "Van", "Helsing", "Mr", "Dr", "St", "No", "U.S", "III", "don’t", "Lucy’s",
            "boys’", "’tis", "12", "p.m", "lantern", "by", "Harker", "Harkar", "Chapter", "May", "July", "snow",
            "recieved", "color", "colour", "telephone", "swore", "would", "return",
        ])
        .prop_map(str::to_owned),
        4 => prop::sample::select(vec![
            " ", " ", " ", " ", ". ", ", ", "! ", "? ", "… ", "—", "-", ".", "\n", "\n\n", "\n\n* * *\n\n",
            "“", "”", "‘", "’", "\"", "'", "«", "»", "„", "(", ")", ": ", ";", "\u{2060}", "\u{ad}", "\r\n",
        ])
        .prop_map(str::to_owned),
        1 => "\\PC{0,4}",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(token, 0..120).prop_map(|tokens| tokens.concat())
}

/// Words of which facts are read.
const FACT_WORDS: &str = "Lucy|Lucy’s|Hale|Hale’s|Mr. Hale|Captain|Bath|he|she|his|her|him|who|and|the|a|of|in|at|on|\
     to|with|by|from|was|had|been|were|said|asked|answered|warmly|quite|never|not|still|eyes|\
     hair|grey|black|red-haired|grey-eyed|brother|sister|baker|captain|surgeon|only|born|died|\
     dead|married|engaged|buried|watch|ring|sold|threw|canal|aged|ten|nineteen|forty|years|old|\
     birthday|1819|3 May|5 May 1820|left|reached|came|being|When|With|Being|Born|year|birth|\
     death|gave|raised|wore|Duke|coming|days|three|In";

/// Short texts of words of which facts are read, most of them beside each other and many cut off behind a name.
fn texts_of_facts() -> impl Strategy<Value = String> {
    let word = prop::sample::select(FACT_WORDS.split('|').collect::<Vec<_>>());
    let join = prop_oneof![
        8 => Just(" "),
        2 => Just(", "),
        1 => prop::sample::select(vec![". ", "; ", "—", "? ", " “", ",” "]),
    ];
    let end = prop::sample::select(vec!["", ".", "?", "”"]);
    (prop::collection::vec((word, join), 1..24), end).prop_map(|(words, end)| {
        let text: String = words.iter().flat_map(|(word, join)| [*word, *join]).collect();
        format!("{}{end}", text.trim_end_matches([' ', ',', ';']))
    })
}

fn check_span(source: &str, span: Span) -> Result<(), TestCaseError> {
    prop_assert!(source.get(span.start..span.end).is_some(), "{span:?} is no span of the text");
    Ok(())
}

fn check_occurrences(source: &str, found: &Occurrences) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.passages.len(), found.count.min(PASSAGES_MAX));
    prop_assert!(found.per_thousand.is_none_or(f64::is_finite));
    for passage in &found.passages {
        check_span(source, passage.span)?;
        check_span(source, passage.sentence_span)?;
        prop_assert!(passage.span.start >= passage.sentence_span.start);
        prop_assert!(passage.span.start < passage.sentence_span.end);
    }
    Ok(())
}

fn check_parts(text: &Text<'_>) -> Result<(), TestCaseError> {
    let source = text.source();
    prop_assert_eq!(text.words().len(), source.unicode_words().count());
    let mut end = 0;
    for word in text.words() {
        check_span(source, word.span)?;
        prop_assert!(word.span.start >= end && word.span.end > word.span.start);
        end = word.span.end;
    }
    let (mut words, mut sentences, mut end) = (0, 0, 0);
    for paragraph in text.paragraphs() {
        prop_assert_eq!(paragraph.words.start, words);
        prop_assert_eq!(paragraph.sentences.start, sentences);
        prop_assert!(!paragraph.words.is_empty() && !paragraph.sentences.is_empty());
        check_span(source, paragraph.span)?;
        prop_assert!(paragraph.span.start >= end);
        (words, sentences, end) =
            (paragraph.words.end, paragraph.sentences.end, paragraph.span.end);
    }
    prop_assert_eq!((words, sentences), (text.words().len(), text.sentences().len()));
    let (mut words, mut end) = (0, 0);
    for (index, sentence) in text.sentences().iter().enumerate() {
        prop_assert_eq!(sentence.words.start, words);
        prop_assert!(!sentence.words.is_empty());
        check_span(source, sentence.span)?;
        prop_assert!(sentence.span.start >= end);
        for word in &text.words()[sentence.words.clone()] {
            prop_assert_eq!(word.sentence, index);
            prop_assert!(word.span.start >= sentence.span.start);
            prop_assert!(word.span.end <= sentence.span.end);
        }
        (words, end) = (sentence.words.end, sentence.span.end);
    }
    Ok(())
}

fn check_measures(text: &Text<'_>, measures: &Measures) -> Result<(), TestCaseError> {
    let source = text.source();
    prop_assert_eq!(measures.words, text.words().len());
    prop_assert!(measures.distinct_words <= measures.words);
    prop_assert!(measures.sentences <= measures.words);
    prop_assert!(measures.words == 0 || measures.sentences > 0, "some sentence is always there");
    for found in [
        &measures.adverbs,
        &measures.passives,
        &measures.filters,
        &measures.attribution.bookisms,
        &measures.attribution.adverbs,
        &measures.dialogue.unclosed,
    ] {
        check_occurrences(source, found)?;
        prop_assert!(found.count <= measures.words);
    }
    let rhythm = &measures.rhythm;
    for value in [rhythm.mean, rhythm.deviation, rhythm.variation].into_iter().flatten() {
        prop_assert!(value.is_finite() && value >= 0.0);
    }
    for runs in [&rhythm.monotonous, &rhythm.staccato, &measures.openers.runs] {
        prop_assert_eq!(runs.longest.len(), runs.count.min(PASSAGES_MAX));
        for run in &runs.longest {
            check_span(source, run.span)?;
            prop_assert!(run.sentences >= 3 && run.words_min <= run.words_max);
        }
    }
    let dialogue = &measures.dialogue;
    prop_assert!(dialogue.words <= measures.words);
    prop_assert!(dialogue.share.is_none_or(|share| (0.0..=1.0).contains(&share)));
    let attribution = &measures.attribution;
    prop_assert_eq!(attribution.tags, attribution.plain + attribution.bookisms.count);
    let repetition = &measures.repetition;
    prop_assert_eq!(repetition.top_clusters.len(), repetition.clusters.min(PASSAGES_MAX));
    prop_assert_eq!(repetition.top_echoes.len(), repetition.echoes.min(PASSAGES_MAX));
    for cluster in &repetition.top_clusters {
        prop_assert!(cluster.count >= 2 && cluster.surprise.is_finite());
        prop_assert_eq!(cluster.distances.len() + 1, cluster.spans.len());
        prop_assert!(cluster.distances.iter().all(|distance| (1..=60).contains(distance)));
        for span in &cluster.spans {
            check_span(source, *span)?;
        }
    }
    for echo in &repetition.top_echoes {
        prop_assert!(echo.count >= 2 && echo.words >= 3);
        for span in &echo.spans {
            check_span(source, *span)?;
        }
    }
    let readability = &measures.readability;
    prop_assert!(readability.syllables >= readability.words);
    prop_assert!(readability.hard_words <= readability.long_words);
    prop_assert!(
        readability.formulas.iter().all(|formula| formula.value.is_none_or(f64::is_finite))
    );
    Ok(())
}

fn check_names(text: &Text<'_>, names: &[Name]) -> Result<(), TestCaseError> {
    let mut spans: Vec<Span> = Vec::new();
    for name in names {
        prop_assert_eq!(name.spans.len(), name.count.min(NAME_SPANS_MAX));
        prop_assert_eq!(name.spans[0], name.first);
        prop_assert!(!name.name.trim().is_empty());
        for span in &name.spans {
            check_span(text.source(), *span)?;
        }
        spans.extend(&name.spans);
    }
    spans.sort_unstable();
    for pair in spans.windows(2) {
        prop_assert!(pair[0].end <= pair[1].start, "each place belongs to one name");
    }
    for pair in similar_names(names) {
        prop_assert!(matches!(pair.distance, 1 | 2));
        prop_assert!(pair.one.word != pair.other.word && pair.one.count >= pair.other.count);
        prop_assert!(pair.one.name < names.len() && pair.other.name < names.len());
    }
    Ok(())
}

/// Reads a text for names, facts, times and speakers, and looks at every span.
fn read_for_everything(source: &str) -> Result<(), TestCaseError> {
    let text = Text::new(source);
    let cast = Cast {
        members: vec![
            CastMember { names: vec!["Lucy"], gender: Some(Gender::She) },
            CastMember { names: vec!["Van Helsing", "Helsing"], gender: Some(Gender::He) },
            CastMember { names: vec!["Harker"], gender: None },
        ],
        narrator: Some(2),
    };

    let mut extract = Extract::of(&text);
    let mut spans = Vec::new();
    extract.map_spans(&mut |span| {
        spans.push(span);
        span
    });
    for span in spans {
        check_span(source, span)?;
    }
    for found in speakers(&text, &cast) {
        check_span(source, found.span)?;
    }
    for found in meant_pronouns(&text, &Extract::of(&text).names) {
        check_span(source, found.span)?;
        check_span(source, found.name)?;
    }
    // A text against itself, and a book of it twice.
    let habits = [&extract.habits, &extract.habits];
    tense_slips(&habits);
    person_slips(&habits);
    view_slips(&habits);
    let again = format!("{source}\n\n{source}");
    for texts in [vec![text.clone(), text.clone()], vec![Text::new(&again)]] {
        for found in repeated_passages(&texts) {
            for (at, span) in [found.before, found.again] {
                check_span(texts[at].source(), span)?;
            }
        }
    }
    Roster::of(&[&extract.names], &[]);
    name_slips(&[&extract.names], &[]);
    durations(&text);
    narrator(&text, &NameIndex::new([(0, "Lucy"), (1, "Harker")]));
    let wording = &extract.wording;
    misspellings(&[&wording.spelling], &HashSet::new(), wording.words);
    mixed_spelling(&[&wording.spelling]);
    anachronisms(&[&wording.dated], 1800, wording.words);
    Ok(())
}

/// Words of this many letters are not written by anybody, and read in a moment all the same: what takes time that
/// grows with the square of a word does not end here.
const LETTERS_OF_ENDLESS: usize = 30_000;

#[test]
fn a_word_without_end_is_read_as_any_other() {
    let words = ["w", "wq", "Wq", "abcdefghij", "é", "w-", "w’", "1", "w1", "_", "I"]
        .map(|letters| letters.repeat(LETTERS_OF_ENDLESS / letters.len()));
    let mut source = String::new();
    for word in &words {
        source
            .push_str(&format!("Lucy saw {word} and said, “{word}!” {word} had {word} eyes.\n\n"));
    }
    read_for_everything(&source).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn facts_of_every_text_stand_in_it(source in prop::collection::vec(texts_of_facts(), 1..4)) {
        let source = source.join("\n\n");
        let extract = Extract::of(&Text::new(&source));

        for fact in extract.facts.facts {
            check_span(&source, fact.span)?;
            check_span(&source, fact.sentence)?;
            check_span(&source, fact.name)?;
        }
    }

    #[test]
    fn every_text_can_be_read_for_names_facts_times_and_speakers(source in texts()) {
        read_for_everything(&source)?;
    }

    #[test]
    fn every_text_has_sound_parts_measures_and_names(source in texts()) {
        let text = Text::new(&source);

        check_parts(&text)?;
        check_measures(&text, &measure(&text))?;
        check_names(&text, &names(&text))?;
        for quotation in quotations(&text) {
            check_span(&source, quotation.span)?;
            prop_assert!(quotation.words.end <= text.words().len());
            prop_assert!(!(quotation.is_closed && quotation.is_continued));
        }
    }

    #[test]
    fn any_string_at_all_is_a_text(source in "\\PC*|(?s:.{0,60})") {
        let text = Text::new(&source);

        check_parts(&text)?;
        check_measures(&text, &measure(&text))?;
        check_names(&text, &names(&text))?;
        prop_assert!(syllables(&source) >= 1);
    }

    #[test]
    fn words_of_two_texts_add_up(one in texts(), other in texts()) {
        let both = format!("{one}\n\n{other}");

        let words = Text::new(&one).words().len() + Text::new(&other).words().len();

        prop_assert_eq!(Text::new(&both).words().len(), words);
        let dialogue = |source: &str| measure(&Text::new(source)).dialogue.words;
        prop_assert!(dialogue(&both) <= words);
    }
}

#[test]
fn texts_of_next_to_nothing_have_defined_measures() {
    for source in ["", " \n ", "…", "“”", "* * *", "\u{feff}"] {
        let measures = measure(&Text::new(source));

        assert_eq!(
            (measures.words, measures.sentences, measures.paragraphs),
            (0, 0, 0),
            "{source:?}"
        );
        assert_eq!(measures.rhythm.mean, None);
        assert_eq!(measures.dialogue.share, None);
        assert_eq!(measures.adverbs.per_thousand, None);
        assert_eq!(measures.openers.most_frequent, None);
    }
    let one = measure(&Text::new("Yes"));
    assert_eq!((one.words, one.sentences, one.rhythm.mean), (1, 1, Some(1.0)));
    assert_eq!(one.rhythm.deviation, None);
    let quoted = measure(&Text::new("“Yes.” “No.”"));
    assert_eq!((quoted.sentences, quoted.dialogue.share), (2, Some(1.0)));
    let endless = measure(&Text::new("and on and on it went"));
    assert_eq!((endless.sentences, endless.rhythm.mean), (1, Some(6.0)));
    let chinese = measure(&Text::new("我喜欢写作。今天下雨。"));
    assert_eq!((chinese.words, chinese.sentences), (9, 2));
    assert!(chinese.readability.formulas.iter().all(|formula| formula.value.is_none()));
}

/// Each of these would take hours if any step looked back over the whole text.
#[test]
fn a_megabyte_of_one_thing_is_no_different_from_any_other() {
    let megabyte = |piece: &str| piece.repeat(1_000_000 / piece.len());
    for piece in
        ["word ", "Lucy ", "“ ‘ ’ \" ' ", "was not ", "a. ", "\n\n", "lantern lantern. ", "—", "x"]
    {
        let source = megabyte(piece);
        let text = Text::new(&source);

        let measures = measure(&text);

        assert_eq!(measures.words, text.words().len());
        assert!(names(&text).len() <= 1);
        assert!(repeated_passages(&[text.clone(), text]).len() <= PASSAGES_FOUND_MAX);
    }
}

/// An editor's desk: one page with one of everything, and what the measures say about it.
#[test]
fn a_page_is_measured_as_an_editor_would_read_it() {
    let page = "Chapter 3\n\n\
        Mr. Harker slowly climbed the stairs of Castle Dracula. The door was locked. He felt the cold \
        of the iron lantern, and the lantern seemed to tremble.\n\n\
        “Who is there?” Mina asked softly. “Is it you, Jonathan?”\n\n\
        “It is I,” he hissed. “The letters were taken by the Count.”\n\n\
        * * *\n\n\
        On Monday Dr. Van Helsing came at 8 p.m. He was tired. He sat. He slept. He woke.";
    let text = Text::new(page);

    let measures = measure(&text);
    let found = names(&text);

    assert_eq!((measures.words, measures.sentences, measures.paragraphs), (69, 12, 5));
    let quote = |found: &Occurrences| -> Vec<&str> {
        found.passages.iter().map(|passage| passage.span.of(page)).collect()
    };
    assert_eq!(quote(&measures.adverbs), ["slowly", "softly"]);
    assert_eq!(quote(&measures.passives), ["was locked", "were taken"]);
    assert_eq!(quote(&measures.filters), ["felt", "seemed"]);
    assert_eq!(quote(&measures.attribution.bookisms), ["hissed"]);
    assert_eq!(quote(&measures.attribution.adverbs), ["softly"]);
    assert_eq!(
        measures.rhythm.staccato.longest[0].span.of(page),
        "He was tired. He sat. He slept. He woke."
    );
    assert_eq!(measures.openers.most_frequent.as_deref(), Some("he"));
    assert_eq!(measures.dialogue.words, 17);
    assert_eq!(measures.repetition.top_clusters[0].word, "lantern");
    let listed: Vec<&str> = found.iter().map(|name| name.name.as_str()).collect();
    assert_eq!(
        listed,
        ["Mr. Harker", "Castle Dracula", "Mina", "Jonathan", "Count", "Monday", "Dr. Van Helsing"]
    );
}
