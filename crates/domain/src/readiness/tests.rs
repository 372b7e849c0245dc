//! Tests of readiness: the formula, what is ready, and what each fix gains.

use super::*;

fn config(weights: [Option<f64>; 4], threshold: Option<f64>) -> PublishingReadinessConfig {
    let [prose, lore, model, edit] = weights;
    PublishingReadinessConfig {
        weight_proseguard: prose,
        weight_lorekeeper: lore,
        weight_ml_health: model,
        weight_edit_completion: edit,
        ready_threshold: threshold,
    }
}

fn facts() -> ReadinessInput {
    ReadinessInput {
        documents: 2,
        texts: 2,
        texts_read: 2,
        // 10 in weight: a high one, and a medium and a half in 10,000 words.
        prose: CheckSummary { words: 20_000, documents: 2, changed: 0, findings: [0, 1, 3, 9, 9] },
        lore: CheckSummary { words: 20_000, documents: 1, changed: 1, findings: [0; 5] },
        measures: ProseMeasures::default(),
        progress: Progress { weight: 1_000, done: 400_000 },
        fixes: Vec::new(),
    }
}

#[test]
fn the_score_is_the_weighted_mean_of_what_is_known() {
    let all = [Some(1.0), Some(0.5), Some(0.0), Some(0.5)];
    let table = [
        // prose 50, lore 100, edit 40; the weight of the model shared among the others
        (facts(), None, Some((50.0 + 100.0 + 40.0) / 3.0)),
        (facts(), Some(config(all, None)), Some(50.0 * 0.5 + 100.0 * 0.25 + 40.0 * 0.25)),
        (facts(), Some(config([Some(0.0); 4], None)), Some((50.0 + 100.0 + 40.0) / 3.0)),
        (facts(), Some(config([Some(0.0), Some(0.0), Some(1.0), Some(0.0)], None)), None),
        (ReadinessInput { lore: CheckSummary::default(), ..facts() }, None, Some(45.0)),
        (ReadinessInput::default(), None, None),
    ];

    for (facts, config, wanted) in table {
        let readiness = facts.readiness("p", config.as_ref());

        match (readiness.score, wanted) {
            (Some(score), Some(wanted)) => {
                assert!((score - wanted).abs() < 1e-9, "{score} {wanted}")
            }
            (score, wanted) => assert_eq!(score, wanted),
        }
        let weights: f64 = readiness.parts.iter().map(|part| part.weight).sum();
        assert!((weights - 1.0).abs() < 1e-9, "{weights}");
        let parts = readiness.parts.iter().map(|part| part.share * part.score.unwrap_or(0.0));
        assert!((parts.sum::<f64>() - readiness.score.unwrap_or(0.0)).abs() < 1e-9);
    }
}

#[test]
fn more_findings_and_fewer_words_are_never_better() {
    let score =
        |words, findings| CheckSummary { words, findings, ..CheckSummary::default() }.score();

    assert_eq!((score(0, [0; 5]), score(0, [9; 5])), (None, None));
    assert_eq!((score(1, [0; 5]), score(1, [0, 0, 0, 99, 99])), (Some(100.0), Some(100.0)));
    assert_eq!(score(10_000, [1, 0, 0, 0, 0]), Some(100.0 * 10.0 / 18.0));
    assert_eq!(score(200_000, [1, 0, 0, 0, 0]), Some(100.0 * 10.0 / 18.0));
    assert_eq!(score(100_000, [0, 0, 25, 0, 0]), Some(50.0));
    for count in 0..50 {
        for severity in 0..3 {
            let of = |words, count| {
                let mut findings = [0; 5];
                findings[severity] = count;
                score(words, findings)
            };
            assert!(of(5_000, count) > of(5_000, count + 1));
            assert!(of(50_000, count + 1) <= of(60_000, count + 1));
            assert!(of(5_000, count).unwrap() > 0.0);
        }
    }
}

/// A novel of this length with these findings against its lore, read as a whole and done.
fn novel(words: i64, prose: [u32; 5], lore: [u32; 5]) -> ReadinessInput {
    let of = |findings| CheckSummary { words, documents: 30, changed: 0, findings };
    ReadinessInput {
        documents: 30,
        texts: 30,
        texts_read: 30,
        prose: of(prose),
        lore: of(lore),
        measures: ProseMeasures {
            words,
            spoken: words / 3,
            sentences: words / 20,
            sentence_words: words,
            adverbs: words / 80,
            passives: words / 100,
            filters: words / 200,
        },
        progress: Progress { weight: words, done: words * 1_000 },
        fixes: Vec::new(),
    }
}

#[test]
fn taste_stands_in_no_published_novels_way_and_twenty_errors_do() {
    for words in [40_000, 80_000, 160_000, 190_000] {
        let score = |prose, lore| novel(words, prose, lore).readiness("p", None).score.unwrap();

        let published = score([0, 0, 3, 12, 2], [0, 0, 2, 3, 2]);
        assert!(published >= 90.0, "{words}: {published}");
        // A published novel in which a check is wrong two times.
        assert!(score([0, 0, 3, 12, 2], [0, 2, 2, 3, 2]) >= 80.0);
        for planted in [[0, 20, 0, 0, 0], [5, 15, 0, 0, 0], [20, 0, 0, 0, 0]] {
            let score = score([0; 5], planted);
            assert!(score < 80.0, "{words} {planted:?}: {score}");
        }
        assert!(score([0, 20, 0, 0, 0], [0; 5]) < 80.0);
    }
}

#[test]
fn a_project_is_ready_from_its_threshold_on() {
    let of = |threshold| facts().readiness("p", Some(&config([None; 4], threshold)));

    assert_eq!((of(None).threshold, of(None).is_ready), (80.0, false));
    assert!(of(Some(63.0)).is_ready && !of(Some(64.0)).is_ready);
    assert!(
        !ReadinessInput::default().readiness("p", Some(&config([None; 4], Some(0.0)))).is_ready
    );
    // Nobody knows what is in a text that was not read, and without a text there is no book.
    for (texts, texts_read, is_ready) in [(2, 2, true), (2, 1, false), (0, 0, false)] {
        let facts = ReadinessInput { texts, texts_read, ..facts() };
        let readiness = facts.readiness("p", Some(&config([None; 4], Some(63.0))));
        assert_eq!(readiness.is_ready, is_ready, "{texts_read} of {texts}");
    }
}

#[test]
fn each_fix_gains_what_it_says() {
    let finding = |id: &str, severity, is_prose| Fix::Finding {
        id: id.to_owned(),
        message: id.to_uppercase(),
        severity,
        is_prose,
    };
    let part = Progress { weight: 600, done: 120_000 };
    let document = Fix::Document { id: "d".to_owned(), title: "I".to_owned(), progress: part };
    let mut before = facts();
    before.fixes = vec![
        finding("low", Severity::Low, true),
        finding("high", Severity::High, true),
        finding("info", Severity::Info, true),
        finding("medium", Severity::Medium, true),
        finding("lore", Severity::Critical, false),
        document,
    ];

    let readiness = before.readiness("p", None);

    let ids: Vec<&str> = readiness.next_fixes.iter().map(|fix| fix.id.as_str()).collect();
    assert_eq!(ids, ["d", "high", "medium"], "what gains nothing is not listed");
    let mut done = facts();
    done.prose.findings[1] -= 1;
    let gained = done.readiness("p", None).score.unwrap() - readiness.score.unwrap();
    assert!((readiness.next_fixes[1].gain - gained).abs() < 1e-9);
    let mut done = facts();
    done.progress.done += 600_000 - 120_000;
    let gained = done.readiness("p", None).score.unwrap() - readiness.score.unwrap();
    assert!((readiness.next_fixes[0].gain - gained).abs() < 1e-9);
}
