//! The table of severities in docs/api.md names every rule of the checks at each severity that its findings
//! may have, and no other.

use std::{collections::BTreeSet, fs};

use domain::findings::{Severity, rules::RULES};

#[test]
fn the_documented_severities_of_rules_are_those_of_the_program() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md");
    let text = fs::read_to_string(path).unwrap();
    // “The same” of one row are the rules of the row above, which then stand in that row alone.
    let row = |severity: Severity| {
        let begin = format!("| {severity} | ");
        text.lines()
            .find(|line| line.starts_with(&begin))
            .unwrap_or_else(|| panic!("no row {begin}"))
    };
    let named = |severity: Severity| -> BTreeSet<&str> {
        row(severity).split('`').skip(1).step_by(2).filter(|it| *it != "strictNaming").collect()
    };
    let own = |severity: Severity| -> BTreeSet<&str> {
        let of_it = RULES.iter().filter(|rule| rule.severities.contains(&severity));
        of_it.map(|rule| rule.name).collect()
    };

    assert!(row(Severity::High).contains("| the same, where "));
    let high: BTreeSet<&str> =
        named(Severity::High).union(&named(Severity::Critical)).copied().collect();
    assert_eq!(high, own(Severity::High));
    for severity in [Severity::Critical, Severity::Medium, Severity::Low, Severity::Info] {
        assert_eq!(named(severity), own(severity), "{severity}");
    }
}
