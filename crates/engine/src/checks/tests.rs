//! What the tests of checks share: canons, and findings in a short form.

mod dialogue;
mod names;
mod patterns;
mod prohibited;
mod prose;
mod synthesis;

use domain::lore::Category;

use super::*;

fn entry(category: Category, names: &[&str]) -> EntryNames {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    EntryNames { entry_id: names[0].clone(), category, names }
}

/// A canon with these entries and rules.
fn canon(entries: Vec<EntryNames>, rules: LorekeeperProjectConfig) -> Canon {
    Canon::new(entries, &rules)
}

fn dracula(rules: LorekeeperProjectConfig) -> Canon {
    canon(
        vec![
            entry(Category::Character, &["Jonathan Harker", "Harker"]),
            entry(Category::Character, &["Mina Harker", "Mina"]),
            entry(Category::Character, &["Van Helsing"]),
            entry(Category::Location, &["Whitby"]),
        ],
        rules,
    )
}

/// What a check finds in a text: the rules, each with its quote.
fn said(check: Check, canon: &Canon, source: &str) -> Vec<(String, String)> {
    let subject = Subject::new(None, source.to_owned());
    let found = run(check, &subject, canon).0;
    is_of_the_table(check, &found);
    for found in &found {
        let quoted = found.quoted.as_ref().expect("every finding in a text quotes it");
        let chars: Vec<char> = source.chars().collect();
        let [start, end] = [quoted.start, quoted.end].map(|at| usize::try_from(at).unwrap());
        let there: String = chars[start..end].iter().collect();
        let begins = |text: &str| text.split_whitespace().next().map(str::to_owned);
        assert_eq!(begins(&there), begins(&quoted.quote), "{found:?}");
    }
    let rule = |found: Observation| (found.rule, found.quoted.map_or(String::new(), |it| it.quote));
    found.into_iter().map(rule).collect()
}

/// Every finding is of a rule of the table, with one of its severities.
fn is_of_the_table(check: Check, found: &[Observation]) {
    for it in found {
        let rule = domain::findings::rules::find(check, &it.rule);
        assert!(rule.is_some_and(|rule| rule.severities.contains(&it.severity)), "{it:?}");
    }
}

fn rules_of(check: Check, canon: &Canon, source: &str) -> Vec<String> {
    said(check, canon, source).into_iter().map(|(rule, _)| rule).collect()
}

/// What is found in the lore itself: rules with their messages.
fn of_project(canon: &Canon, check: Check) -> Vec<(String, String)> {
    let readings =
        run_project(&Check::ALL, canon).into_iter().filter(|reading| reading.check == check);
    let found: Vec<Observation> = readings.flat_map(|reading| reading.found).collect();
    is_of_the_table(check, &found);
    found.into_iter().map(|found| (found.rule, found.message)).collect()
}

fn one(rule: &str, quote: &str) -> Vec<(String, String)> {
    vec![(rule.to_owned(), quote.to_owned())]
}

/// A sentence of so many words.
fn sentence(words: usize) -> String {
    let mut sentence = "Before".to_owned();
    (1..words).for_each(|n| sentence += ["\u{20}the", "\u{20}far", "\u{20}sea"][n % 3]);
    sentence + "."
}

#[test]
fn the_same_text_gives_the_same_findings() {
    let rules = LorekeeperProjectConfig {
        prohibited_elements: vec!["gun".to_owned(), "sea".to_owned()],
        naming_patterns: vec!["ends with -r".to_owned()],
        strict_naming: true,
        ..LorekeeperProjectConfig::default()
    };
    let source = format!(
        "{} A gun and the the sea. Renfield and Rensfield, Renfield. “No, he said. Harkar.\n\nHe \
         slowly, softly, quickly, quietly left.",
        sentence(80)
    );
    let all = || -> Vec<Vec<Observation>> {
        let (lore, subject) = (dracula(rules.clone()), Subject::new(None, source.clone()));
        Check::ALL.iter().map(|check| run(*check, &subject, &lore).0).collect()
    };

    let first = all();

    assert!(first.iter().flatten().count() >= 6, "{first:#?}");
    for _ in 0..5 {
        assert_eq!(all(), first);
    }
}
