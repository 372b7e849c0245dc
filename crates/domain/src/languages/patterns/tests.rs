//! Tests of reading patterns: what is valid, and what an error says. What they do is tested with
//! [`grammar`](super::super::grammar).

use super::*;

/// What each step of a pattern is.
fn kinds(pattern: &str) -> Vec<&'static str> {
    let read = RulePattern::read(pattern).unwrap_or_else(|flaw| panic!("{pattern}: {flaw}"));
    let kind = |clause: &Clause| match clause.kind {
        ClauseKind::Class(_) => "class",
        ClauseKind::Sound(_) => "sound rule",
        ClauseKind::Forbidden(_) => "forbidden",
        ClauseKind::Templates(_) => "template",
    };
    read.clauses.iter().map(kind).collect()
}

#[test]
fn patterns_of_every_kind_can_be_read() {
    for (pattern, wanted) in [
        ("", &[][..]),
        (" \n ; ", &[]),
        ("{stem}im", &["template"]),
        ("{noun:proper noun}-im", &["template"]),
        ("N-ar", &["template"]),
        ("N → N-ar", &["template"]),
        ("{stem} > {stem}im / C _", &["template"]),
        ("N + -e", &["template"]),
        ("N-PL V-PL", &["template"]),
        ("SOV", &["template"]),
        ("Subject Verb Object", &["template"]),
        ("p", &["template"]),
        ("-ra", &["template"]),
        ("PST: V-ra, FUT: V-lu", &["template"]),
        ("ge-V-t", &["template"]),
        ("CV~{stem}", &["template"]),
        ("~N", &["template"]),
        ("<um> / # C _", &["template"]),
        ("ROOT(-te)(-ra|-lu)-EVIDENCE", &["template"]),
        ("(ha) (ke) V S IO O (san …)", &["template"]),
        ("u NOUN (u ADJ) | e NOUN (e ADJ)", &["template"]),
        ("NOUN=ne", &["template"]),
        ("(C)V(m|n|l|r|s)", &["template"]),
        ("CV.CV", &["template"]),
        ("C = p b t d ʃ; V = [aeiou]", &["class", "class"]),
        ("{Stop} = p, t, k", &["class"]),
        ("CASE = -li -sa -no", &["class"]),
        ("h > ∅ / # _", &["sound rule"]),
        ("h > 0 / #_", &["sound rule"]),
        ("∅ → e / C _ C", &["sound rule"]),
        ("[ptk] -> [bdg] / V _ V // s _", &["sound rule"]),
        ("{Stop} > {Voiced} / V _ V | # _", &["sound rule"]),
        ("C1 + C1 > C1", &["sound rule"]),
        ("V > Vː / _ #", &["sound rule"]),
        ("a (r|l) > o / _ [^aeiou] …", &["sound rule"]),
        ("\"K\" > k", &["sound rule"]),
        ("*CC", &["forbidden"]),
        ("* ng / # _", &["forbidden"]),
        ("C = p t k\n{stem}im; i > e / _ m #\n", &["class", "template", "sound rule"]),
    ] {
        assert_eq!(kinds(pattern), wanted, "{pattern}");
    }
}

#[test]
fn an_error_says_where_a_pattern_cannot_be_read_and_what_could_stand_there() {
    for (pattern, position, expected, found) in [
        ("{stem", 5, "“}”, or “:” and a part of speech", None),
        ("{}im", 1, "the name of a slot", Some('}')),
        ("a > b / V", 9, "or “_” where the rule applies", None),
        ("a > b / _ V _", 12, "“/” and where the rule applies, or the end", Some('_')),
        ("a >", 3, "or “∅”", None),
        ("> b", 0, "or “∅”", Some('>')),
        ("∅ > ∅", 3, "a result, because the target is nothing", Some(' ')),
        ("a > [", 5, "a sound of the class", None),
        ("a > b / [aei _", 13, "a sound of the class", Some('_')),
        ("[ptk > b", 5, "a sound of the class", Some('>')),
        ("a > C", 3, "at most as many classes", Some(' ')),
        ("C1 > C2", 4, "a class that the target has too, and not C2", Some(' ')),
        ("a > (b)", 3, "a result of sounds, classes and “+” only", Some(' ')),
        ("V = A", 4, "a sound of the class, in lower case", Some('A')),
        ("V =", 3, "a sound of the class", None),
        ("*", 1, "the sounds that no word has", None),
        ("{stem}<um>", 10, "“/” and where the infix goes", None),
        ("{stem}(im", 9, "“|” or “)”", None),
        ("N-ar)", 4, "“,” or the end of the step", Some(')')),
        ("Add -im to the stem", 0, "a slot such as {stem} or NOUN in a phrase", Some('A')),
        ("The plural takes -im.", 0, "a slot such as {stem} or NOUN in a phrase", Some('T')),
        ("{stem}im; \"x", 12, "\" behind a quotation", None),
        ("a > b, over a join", 5, "“/” and where the rule applies", Some(',')),
        ("V-ra; ((((((((( ", 15, "at most 8 brackets", Some(' ')),
    ] {
        let flaw = RulePattern::read(pattern).expect_err(pattern);

        assert_eq!((flaw.position, flaw.found), (position, found), "{pattern}: {flaw}");
        assert!(flaw.expected.contains(expected), "{pattern}: {flaw}");
    }
}

#[test]
fn steps_and_elements_have_bounds_that_are_named() {
    assert_eq!(kinds(&"a > b\n".repeat(CLAUSES_MAX)).len(), CLAUSES_MAX);
    let steps = RulePattern::read(&"a > b\n".repeat(CLAUSES_MAX + 1)).unwrap_err();
    assert_eq!(steps.expected, "at most 100 steps");
    let elements = RulePattern::read(&format!("{} > b", "V".repeat(ELEMENTS_MAX + 1))).unwrap_err();
    assert_eq!(elements.expected, "at most 256 elements in one step");
    assert_eq!(kinds(&"é".repeat(65_536)), ["template"]);
}
