//! Legal traces pass and mutated ones are caught. What is legal is written down here a second time,
//! as an expression per type, so that the automata are not measured by themselves.

use proptest::prelude::*;

use super::*;
use crate::time::Time;

/// A state per letter.
const LETTERS: [(char, State); 12] = [
    ('q', State::Queued),
    ('l', State::Leased),
    ('h', State::Handled),
    ('w', State::AwaitingReply),
    ('r', State::Replied),
    ('t', State::TimedOut),
    ('a', State::Accepted),
    ('f', State::Refused),
    ('d', State::Delivered),
    ('n', State::Denied),
    ('e', State::Expired),
    ('x', State::Dead),
];

/// The legal histories of each type, an answer among them.
const LEGAL: [(MessageType, bool, &str); 6] = [
    (MessageType::Direct, false, "(n|q(lq|l?xq){0,3}(e|l|l?x|l?h(r|wr|wt|w)?)?)"),
    (MessageType::Collaboration, false, "(n|q(lq|l?xq){0,3}(e|l|l?x|l?h(r|wr|wt|w)?)?)"),
    (MessageType::Broadcast, false, "(n|d|q(lq|l?xq){0,3}(e|l|l?x|l?h(r|wr|wt|w)?)?)"),
    (MessageType::Consultation, false, "(n|q(lq|l?xq){0,3}(e|l|l?x|l?h(r|wr|wt|w))?)"),
    (MessageType::Handoff, false, "(n|q(lq|l?xq){0,3}(e|l|l?x|l?a|l?f)?)"),
    (MessageType::Consultation, true, "(n|d|q(lq|l?xq){0,3}(e|l|l?x|l?h)?)"),
];

fn states(letters: &str) -> Vec<State> {
    let state = |letter| LETTERS.iter().find(|(known, _)| *known == letter).unwrap().1;
    letters.chars().map(state).collect()
}

fn entry(id: &str, message_type: MessageType, letters: &str) -> JournalEntry {
    let states = states(letters);
    let last = *states.last().unwrap();
    JournalEntry {
        id: id.to_owned(),
        reply_to: None,
        answer_id: (last == State::Replied).then(|| "a".to_owned()),
        conversation_id: "c".to_owned(),
        message_type,
        hops: 0,
        state: last,
        history: states
            .iter()
            .map(|it| HistoryEntry { state: *it, at: Time::from_millis(0) })
            .collect(),
    }
}

/// A legal history of any type, with its place in [`LEGAL`].
fn legal() -> impl Strategy<Value = (usize, String)> {
    (0..LEGAL.len()).prop_flat_map(|at| {
        let trace = proptest::string::string_regex(LEGAL[at].2).expect("an expression");
        (Just(at), trace)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn legal_traces_pass((at, trace) in legal()) {
        let (message_type, is_answer, _) = LEGAL[at];

        prop_assert_eq!(first_violation(message_type, is_answer, &states(&trace)), None, "{}", trace);
    }

    #[test]
    fn a_mutated_trace_is_caught_where_it_was_mutated(
        (at, trace) in legal(), position in 0_usize..100, letter in 0_usize..12, kind in 0..4
    ) {
        let (message_type, is_answer, _) = LEGAL[at];
        let mut letters: Vec<char> = trace.chars().collect();
        let position = position % letters.len();
        match kind {
            // No state follows itself.
            0 => letters.insert(position, letters[position]),
            // Nothing begins in the middle, or at an end that needs a way there.
            1 => {
                let inner = ['l', 'h', 'w', 'r', 't', 'a', 'f', 'e', 'x'];
                letters[0] = inner[letter % inner.len()];
            }
            // What came to its end has no further state, a dead letter aside.
            2 => {
                letters.truncate(1);
                letters[0] = 'n';
                letters.push(LETTERS[letter].0);
            }
            // Whoever was answered in time was not too late, and the other way round.
            _ => letters.extend(['r', 't']),
        }
        let mutated: String = letters.into_iter().collect();

        let breach = first_violation(message_type, is_answer, &states(&mutated));

        let (_, length) = breach.expect("a breach");
        prop_assert!(length <= mutated.len());
        // All before it is a legal way, so that no shorter trace shows the breach.
        let before = &states(&mutated)[..length - 1];
        let resting = first_violation(message_type, is_answer, before);
        prop_assert!(before.is_empty() || resting.is_none_or(|(rule, _)| rule == "unanswered"));
    }
}

#[test]
fn every_trace_of_up_to_four_states_is_legal_or_caught() {
    let all = traces(4);
    for (message_type, is_answer, expression) in LEGAL {
        let legal = words(expression);
        for trace in &all {
            let breach = first_violation(message_type, is_answer, &states(trace));

            let fits = legal.contains(trace);
            assert_eq!(breach.is_none(), fits, "{message_type} {is_answer} {trace}: {breach:?}");
        }
    }
}

/// Every trace of one up to so many letters.
fn traces(length: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut latest = all.clone();
    for _ in 0..length {
        latest = latest
            .iter()
            .flat_map(|trace| LETTERS.iter().map(move |(letter, _)| format!("{trace}{letter}")))
            .collect();
        all.extend(latest.clone());
    }
    all.split_off(1)
}

/// The words of an expression of letters, groups, `|`, `?` and `{0,3}`, all of which are finite.
fn words(expression: &str) -> std::collections::BTreeSet<String> {
    /// The words of the alternatives from here to the closing parenthesis or the end.
    fn group(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Vec<String> {
        let (mut all, mut current) = (Vec::new(), vec![String::new()]);
        while let Some(letter) = letters.next() {
            let piece = match letter {
                ')' => break,
                '|' => {
                    all.append(&mut current);
                    current.push(String::new());
                    continue;
                }
                '(' => group(letters),
                letter => vec![letter.to_string()],
            };
            let times = match letters.peek() {
                Some('?') => {
                    letters.next();
                    0..=1
                }
                Some('{') => {
                    letters.by_ref().take(5).for_each(drop);
                    0..=3
                }
                _ => 1..=1,
            };
            current = current.iter().flat_map(|it| repeated(it, &piece, times.clone())).collect();
        }
        all.append(&mut current);
        all
    }
    fn repeated(
        before: &str,
        piece: &[String],
        times: std::ops::RangeInclusive<usize>,
    ) -> Vec<String> {
        let mut latest = vec![before.to_owned()];
        let mut all = if times.contains(&0) { latest.clone() } else { Vec::new() };
        for count in 1..=*times.end() {
            latest = latest
                .iter()
                .flat_map(|it| piece.iter().map(move |p| format!("{it}{p}")))
                .collect();
            if times.contains(&count) {
                all.extend(latest.clone());
            }
        }
        all
    }
    group(&mut expression.chars().peekable()).into_iter().collect()
}

#[test]
fn a_breach_names_its_rule_its_message_and_the_shortest_trace() {
    let journal = [
        entry("m1", MessageType::Direct, "qlh"),
        entry("m2", MessageType::Handoff, "qlqlhx"),
        entry("m3", MessageType::Consultation, "qlh"),
        entry("m4", MessageType::Direct, "hq"),
    ];

    let found = violations(&journal);

    let said: Vec<_> = found
        .iter()
        .map(|it| {
            format!("{} {}: {} [{}]", it.rule, it.message_ids[0], it.reason, it.trace.join(" "))
        })
        .collect();
    assert_eq!(
        said,
        [
            "transition m2: No handoff goes from leased to handled [queued leased queued leased handled]",
            "unanswered m3: The consultation was handled and waits for no answer [queued leased handled]",
            "beginning m4: No direct begins as handled [handled]",
        ]
    );
}

#[test]
fn a_message_and_its_answer_fit_together() {
    let asked = entry("m1", MessageType::Consultation, "qlhr");
    let answer = JournalEntry {
        reply_to: Some("m1".to_owned()),
        hops: 1,
        ..entry("a1", MessageType::Consultation, "d")
    };
    let rules = |journal: &[JournalEntry]| {
        violations(journal)
            .into_iter()
            .map(|it| (it.rule, it.message_ids.join(" ")))
            .collect::<Vec<_>>()
    };
    assert_eq!(rules(&[asked.clone(), answer.clone()]), []);

    let second = JournalEntry { id: "a2".to_owned(), ..answer.clone() };
    let elsewhere = JournalEntry { conversation_id: "other".to_owned(), ..answer.clone() };
    let far = JournalEntry { hops: 17, ..answer.clone() };
    let refused = JournalEntry { id: "a2".to_owned(), ..entry("a2", MessageType::Direct, "n") };
    let refused = JournalEntry { reply_to: Some("m1".to_owned()), hops: 17, ..refused };
    let lost = JournalEntry { answer_id: None, ..asked.clone() };

    for (journal, found) in [
        (vec![asked.clone(), answer.clone(), second], vec![("answered_twice", "m1 a1 a2")]),
        (vec![asked.clone(), elsewhere], vec![("conversation", "m1 a1")]),
        (vec![asked.clone(), far], vec![("hop_limit", "a1"), ("hops", "m1 a1")]),
        (vec![asked.clone(), answer.clone(), refused], vec![]),
        (vec![lost, answer], vec![("answer_missing", "m1")]),
        (vec![JournalEntry { state: State::Dead, ..asked }], vec![("state", "m1")]),
    ] {
        let found: Vec<_> =
            found.into_iter().map(|(rule, ids)| (rule.into(), ids.to_owned())).collect();
        assert_eq!(rules(&journal), found);
    }
}

#[test]
fn compliance_has_three_words() {
    for (violations, needs_attention, word) in [
        (0, false, "compliant"),
        (0, true, "degraded"),
        (1, false, "violated"),
        (1, true, "violated"),
    ] {
        assert_eq!(Compliance::of(violations, needs_attention).as_str(), word);
    }
}
