//! Words of a project's languages in its manuscript: those that stand in a chapter, and one word with its
//! entry and the sentences that have it. Words of a language are looked for in what the author
//! emphasises; elsewhere only those that are long enough to be no English word by chance.

use std::collections::{BTreeMap, HashMap};

use domain::{
    Result,
    fold::fold_name,
    languages::{
        Language,
        analysis::{Analysis, Lexicon},
        rules::{Rule, RuleQuery},
        words::Word,
    },
    messages::Answer,
};
use prose::{Span, Text};
use serde_json::{Value, json};
use store::{
    Tx,
    languages::{self, rules, words},
    projects::ProjectAccess,
};

use super::cut;
use crate::skills::{
    answers::{AnswerText, counted, listed},
    citations::Citation,
    reading::{Asked, Texts},
    subject::Subject,
};

/// Languages whose words are looked for, the newest.
const LANGUAGES_MAX: i64 = 5;

/// Sentences that are quoted of one chapter, at most.
const SENTENCES_MAX: usize = 8;

/// Sentences that are quoted of one word, at most, and of one chapter.
const WORD_SENTENCES_MAX: usize = 8;
const WORD_SENTENCES_EACH_MAX: usize = 2;

/// Words that one answer explains, the first that are named.
const WORDS_MAX: usize = 3;

/// Rules whose names are looked for, page by page.
const RULES_PAGE: i64 = 100;
const RULE_PAGES_MAX: usize = 10;

/// A language with its lexicon.
pub(super) struct Vocabulary {
    pub(super) language: Language,
    pub(super) words: Vec<Word>,
}

/// The newest languages of a project with their words.
pub(super) fn vocabularies(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<Vocabulary>> {
    let page = languages::list(tx, project, (None, LANGUAGES_MAX))?;
    page.items
        .into_iter()
        .map(|language| {
            let words = words::all(tx, project, &language.id)?;
            Ok(Vocabulary { language, words })
        })
        .collect()
}

/// The rule of one of these languages whose name a request has; the longest.
pub(super) fn rule_named(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    vocabularies: &[Vocabulary],
    request: &str,
) -> Result<Option<(Language, Rule)>> {
    let request = fold_name(request);
    let mut best: Option<(Language, Rule)> = None;
    for Vocabulary { language, .. } in vocabularies {
        let mut query = RuleQuery { category: None, limit: RULES_PAGE, cursor: None };
        for _ in 0..RULE_PAGES_MAX {
            let page = rules::list(tx, project, &language.id, &query, language.grammar_rules)?;
            let Some(last) = page.items.last() else { break };
            query.cursor = Some(last.cursor());
            for rule in page.items {
                let is_named = request.contains(&fold_name(&rule.name));
                let length = best.as_ref().map_or(0, |(_, it)| it.name.len());
                if is_named && rule.name.len() > length {
                    best = Some((language.clone(), rule));
                }
            }
        }
    }
    Ok(best)
}

/// The words of a chapter, or the words that a request names.
pub(super) fn answer(
    asked: &Asked,
    vocabularies: &[Vocabulary],
    words: &[(usize, usize)],
    texts: &Texts,
) -> Result<Answer> {
    let subjects: Vec<(String, Subject)> = texts
        .texts
        .iter()
        .zip(texts.subjects())
        .map(|((document, _), subject)| (document.title.clone(), subject))
        .collect();
    let (mut text, mut reports) = (String::new(), Vec::new());
    let mut add = |(of_part, report): (String, Value)| {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &of_part;
        reports.push(report);
    };
    for (language, word) in words.iter().take(WORDS_MAX) {
        add(of_word(&vocabularies[*language], *word, &subjects));
    }
    if words.is_empty() {
        add(of_texts(vocabularies, &subjects, &asked.scope_name()));
    }
    let report = json!({
        "kind": "languages",
        "projectId": texts.project_id,
        "isWhole": texts.is_whole,
        "parts": reports,
    });
    asked.scoped(&text, report)
}

/// A word of a language where it stands in a text.
struct Occurrence {
    /// As it is written.
    written: String,
    analysis: Analysis,
    span: Span,
}

/// The words of a language in a text, in order.
fn occurrences(subject: &Subject, text: &Text<'_>, lexicon: &Lexicon<'_>) -> Vec<Occurrence> {
    let emphases = manuscript::markdown::emphases(&subject.source);
    let mut runs: BTreeMap<usize, Vec<(Span, Option<Analysis>)>> = BTreeMap::new();
    let mut found = Vec::new();
    let mut occurrence = |span: Span, analysis: Analysis| {
        let written = span.of(&subject.plain.text).to_owned();
        found.push(Occurrence { written, analysis, span });
    };
    for word in text.words() {
        let written = word.span.of(&subject.plain.text);
        let source = subject.plain.source_span(word.span.into());
        let run = emphases.partition_point(|it| it.end <= source.start);
        if emphases.get(run).is_some_and(|it| it.start <= source.start) {
            runs.entry(run).or_default().push((word.span, lexicon.analyse(written)));
        } else if let Some(analysis) = lexicon.analyse_strictly(written) {
            occurrence(word.span, analysis);
        }
    }
    for run in runs.into_values() {
        let known = run.iter().filter(|(_, analysis)| analysis.is_some()).count();
        // An emphasised English sentence may have a word that the language has too.
        if 2 * known >= run.len() {
            for (span, analysis) in run {
                if let Some(analysis) = analysis {
                    occurrence(span, analysis);
                }
            }
        }
    }
    found.sort_by_key(|it| it.span.start);
    found
}

/// The sentences of these places, each once.
fn cite(
    subject: &Subject,
    text: &Text<'_>,
    spans: impl Iterator<Item = Span>,
    limit: usize,
) -> Vec<Citation> {
    let mut sentences: Vec<(usize, Span)> = Vec::new();
    for span in spans {
        let at = text.sentences().partition_point(|it| it.span.end <= span.start);
        if at < text.sentences().len() && sentences.iter().all(|(other, _)| *other != at) {
            sentences.push((at, span));
        }
    }
    let sentence = |at: usize| text.sentences()[at].span;
    sentences
        .into_iter()
        .take(limit)
        .map(|(at, span)| Citation::around(subject, span, sentence(at)))
        .collect()
}

/// The words of the languages in some texts; `scope` is what those are called.
fn of_texts(
    vocabularies: &[Vocabulary],
    subjects: &[(String, Subject)],
    scope: &str,
) -> (String, Value) {
    let mut out = AnswerText::default();
    let mut reports = Vec::new();
    if vocabularies.is_empty() {
        out.line("The project has no language yet.");
    }
    for Vocabulary { language, words } in vocabularies {
        let lexicon = Lexicon::of(words);
        let (mut counts, mut order): (HashMap<String, (usize, Analysis)>, Vec<String>) =
            Default::default();
        let mut cited = Vec::new();
        let mut all = 0;
        for (_, subject) in subjects {
            let text = Text::new(&subject.plain.text);
            let found = occurrences(subject, &text, &lexicon);
            all += found.len();
            let left = SENTENCES_MAX.saturating_sub(cited.len());
            cited.extend(cite(subject, &text, found.iter().map(|it| it.span), left));
            for it in found {
                let form = fold_name(&it.written);
                counts
                    .entry(form.clone())
                    .or_insert_with(|| {
                        order.push(form);
                        (0, it.analysis)
                    })
                    .0 += 1;
            }
        }
        let name = cut(&language.name);
        if order.is_empty() {
            out.line(format!("In {scope} is no word of {name} that its lexicon knows."));
        } else {
            out.line(format!(
                "In {scope}: {} of {name}, at {}.",
                counted(order.len(), "word", "words"),
                counted(all, "place", "places")
            ));
        }
        let line = |form: &String| {
            let (count, analysis) = &counts[form];
            let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
            format!("{form}{times}: {}", gloss(&lexicon, analysis))
        };
        out.list(&format!("Words of {name}"), &order, line);
        out.list("Sentences that have them", &cited, Citation::line);
        reports.push(json!({
            "languageId": language.id,
            "name": name,
            "places": all,
            "words": listed(&order, |form| json!({
                "written": form,
                "count": counts[form].0,
                "wordIds": counts[form].1.iter().map(|&at| &words[at].id).collect::<Vec<_>>(),
            })),
            "sentences": listed(&cited, Citation::report),
        }));
    }
    (out.finish(), json!({ "languages": reports }))
}

/// What a word is made of, with the meanings.
fn gloss(lexicon: &Lexicon<'_>, analysis: &Analysis) -> String {
    let parts = analysis.iter().map(|&at| {
        let Word { form, meaning, .. } = &lexicon.words()[at];
        let meaning = if meaning.trim().is_empty() { "no meaning given" } else { meaning.trim() };
        format!("{} “{}”", cut(form), cut(meaning))
    });
    parts.collect::<Vec<_>>().join(" + ")
}

/// The entries that a request names: first those between marks, then those that mean what stands behind
/// “for” or “say”, then whatever is an entry and no English word by its length, unless it is asked about
/// texts. Positions of languages and of their words.
pub(super) fn asked(
    vocabularies: &[Vocabulary],
    request: &str,
    in_texts: bool,
) -> Vec<(usize, usize)> {
    let marked = between_marks(request);
    let entries = |forms: &[String], strictly: bool| {
        let mut found = Vec::new();
        for (at, Vocabulary { words, .. }) in vocabularies.iter().enumerate() {
            let lexicon = Lexicon::of(words);
            for form in forms {
                let analysis =
                    if strictly { lexicon.analyse_strictly(form) } else { lexicon.analyse(form) };
                found.extend(analysis.and_then(|it| it.first().copied()).map(|word| (at, word)));
            }
        }
        found
    };
    let by_form = entries(&marked, false);
    if !by_form.is_empty() {
        return by_form;
    }
    let by_meaning = meaning(vocabularies, request, &marked);
    if !by_meaning.is_empty() {
        return by_meaning;
    }
    let text = Text::new(request);
    let word_behind = (0..text.words().len())
        .find(|&at| {
            matches!(text.lower(at), "word" | "suffix" | "verb" | "noun" | "particle" | "ending")
        })
        .and_then(|at| text.words().get(at + 1))
        .map(|it| it.span.of(request).to_owned());
    let by_order = entries(word_behind.as_slice(), false);
    if !by_order.is_empty() {
        return by_order;
    }
    if in_texts {
        return Vec::new();
    }
    let is_language =
        |word: &str| vocabularies.iter().any(|it| fold_name(&it.language.name) == fold_name(word));
    let all = text.words().iter().map(|it| it.span.of(request).to_owned());
    let all: Vec<String> = all.filter(|it| !is_language(it)).collect();
    entries(&all, true)
}

/// What stands between quotation marks or emphasised.
fn between_marks(request: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (open, close) in [('“', '”'), ('"', '"'), ('‘', '’'), ('*', '*'), ('`', '`')] {
        let mut rest = request;
        while let Some(at) = rest.find(open) {
            let behind = &rest[at + open.len_utf8()..];
            let Some(end) = behind.find(close) else { break };
            found.push(behind[..end].trim().to_owned());
            rest = &behind[end + close.len_utf8()..];
        }
    }
    found
}

/// The entries of which one of the meanings stands between marks, or behind “for” or “say”.
fn meaning(vocabularies: &[Vocabulary], request: &str, marked: &[String]) -> Vec<(usize, usize)> {
    let folded = fold_name(request);
    let behind = [" for ", " say "].iter().filter_map(|mark| folded.split_once(mark));
    let behind = behind.map(|(_, it)| it.trim_matches(|letter: char| !letter.is_alphanumeric()));
    let wanted: Vec<String> =
        marked.iter().map(|it| fold_name(it)).chain(behind.map(str::to_owned)).collect();
    let means = |word: &Word| {
        let mut meanings = word.meaning.split([';', ',']).map(fold_name);
        meanings.any(|it| !it.is_empty() && wanted.contains(&it))
    };
    let mut found = Vec::new();
    for (at, Vocabulary { words, .. }) in vocabularies.iter().enumerate() {
        found.extend(
            words.iter().enumerate().filter(|(_, it)| means(it)).map(|(word, _)| (at, word)),
        );
    }
    found
}

/// One word of a language, and where the manuscript has it.
fn of_word(
    Vocabulary { language, words }: &Vocabulary,
    at: usize,
    subjects: &[(String, Subject)],
) -> (String, Value) {
    let mut out = AnswerText::default();
    let lexicon = Lexicon::of(words);
    let word = &words[at];
    let (form, meaning) = (cut(&word.form), cut(&word.meaning));
    let part = if word.part_of_speech.is_empty() { "word" } else { &word.part_of_speech };
    out.line(format!("{form} is a {} of {}: “{meaning}”.", cut(part), cut(&language.name)));
    for (says, text) in
        [("Pronounced", &word.ipa), ("From", &word.etymology), ("Notes", &word.notes)]
    {
        if !text.trim().is_empty() {
            out.line(format!("{says}: {}", cut(&manuscript::markdown::plain(text).text)));
        }
    }
    let related: Vec<&Word> =
        words.iter().filter(|it| it.id != word.id && is_related(&lexicon, it, word)).collect();
    out.list("Words that are made with it", &related, |it| {
        format!("{}: “{}”", cut(&it.form), cut(&it.meaning))
    });
    let mut cited: Vec<Citation> = Vec::new();
    let (mut all, mut chapters) = (0, Vec::new());
    for (title, subject) in subjects {
        let text = Text::new(&subject.plain.text);
        let found = occurrences(subject, &text, &lexicon);
        let spans: Vec<Span> =
            found.iter().filter(|it| it.analysis.contains(&at)).map(|it| it.span).collect();
        if spans.is_empty() {
            continue;
        }
        all += spans.len();
        chapters.push(format!("“{}” {}", cut(title), spans.len()));
        let left = WORD_SENTENCES_MAX.saturating_sub(cited.len()).min(WORD_SENTENCES_EACH_MAX);
        cited.extend(cite(subject, &text, spans.into_iter(), left));
    }
    if chapters.is_empty() {
        out.line("The manuscript does not have it.");
    } else {
        let all = counted(all, "place", "places");
        out.line(format!("The manuscript has it at {all}: {}.", chapters.join(", ")));
    }
    out.list("Sentences that have it", &cited, Citation::line);
    let report = json!({
        "word": {
            "wordId": word.id,
            "languageId": language.id,
            "form": form,
            "meaning": meaning,
            "related": listed(&related, |it| json!({ "wordId": it.id, "form": cut(&it.form) })),
            "places": all,
            "sentences": listed(&cited, Citation::report),
        },
    });
    (out.finish(), report)
}

/// Whether a word is made with another: by its form, or because its origin names that between marks.
fn is_related(lexicon: &Lexicon<'_>, one: &Word, other: &Word) -> bool {
    let other = fold_name(&other.form);
    let names = between_marks(&one.etymology).iter().any(|it| fold_name(it) == other);
    let bare = one.form.trim_start_matches('-');
    let built = lexicon.analyse(bare).is_some_and(|parts| {
        parts.len() > 1 && parts.iter().any(|&at| fold_name(&lexicon.words()[at].form) == other)
    });
    names || built
}
