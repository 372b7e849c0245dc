//! Tests of swarms: outcomes, progress, the end of a swarm, figures.

use proptest::prelude::*;

use super::{
    outcome::{Decision, FailureCause, Outcome, decide},
    overview::Figures,
    *,
};

fn swarm(counts: Counts) -> Swarm {
    let at = Time::from_millis(1_000);
    Swarm {
        id: "s1".to_owned(),
        account: "local".to_owned(),
        only_project: None,
        project_id: None,
        swarm_type: SwarmType::Outline,
        status: Status::Active,
        priority: AgentPriority::Normal,
        task_description: "x".to_owned(),
        agent_count: 1,
        derived_from: None,
        counts,
        attempts: 0,
        busy_ms: 0,
        error: None,
        cancel_at: None,
        deadline: at.plus(TIME_MS_DEFAULT),
        created_at: at,
        started_at: None,
        finished_at: None,
    }
}

/// A swarm of which it does not matter what it is.
pub(super) fn any() -> Swarm {
    swarm(Counts::default())
}

/// A sub-task that was begun once.
pub(super) fn begun() -> Subtask {
    subtask(1)
}

fn subtask(attempt: i64) -> Subtask {
    Subtask {
        swarm_id: "s1".to_owned(),
        position: 0,
        key: "k".to_owned(),
        title: "t".to_owned(),
        agent: "muse".to_owned(),
        task: Task::Synthesis,
        need: None,
        message_id: "m1".to_owned(),
        state: SubtaskState::Leased,
        attempt,
        approval: None,
        approval_until: None,
        error: None,
        text: None,
        report: None,
        worker: None,
        reused: false,
        started_at: None,
        finished_at: None,
    }
}

#[test]
fn what_goes_wrong_is_tried_again_as_often_as_makes_sense() {
    let now = Time::from_millis(10_000);
    let retry = |after: i64| Decision::Retry { not_before: now.plus(after), error: "e".to_owned() };
    let fail = |text: &str| Decision::Fail(text.to_owned());
    let cases = [
        (FailureCause::Unavailable, 1, retry(1_000)),
        (FailureCause::Unavailable, 2, retry(2_000)),
        (FailureCause::Broken, 4, retry(8_000)),
        (FailureCause::Broken, 5, fail("e (tried 5 times)")),
        (FailureCause::Lost, 19, retry(0)),
        (FailureCause::Lost, 20, fail("e (tried 20 times)")),
        (FailureCause::Overran, 1, retry(1_000)),
        (FailureCause::Overran, 2, fail("e (tried 2 times)")),
        (FailureCause::Refused, 0, fail("e")),
        (FailureCause::Refused, 1, fail("e")),
    ];

    for (trouble, attempt, expected) in cases {
        let outcome = Outcome::Failed(trouble, "e".to_owned());
        let effect = decide(&swarm(Counts::default()), &subtask(attempt), outcome, now);
        assert_eq!(effect, expected, "{trouble:?}, attempt {attempt}");
    }
}

#[test]
fn nothing_is_tried_again_once_nobody_wants_it_and_what_is_done_counts() {
    let now = Time::from_millis(10_000);
    let unwanted = Swarm { cancel_at: Some(now), ..swarm(Counts::default()) };
    let trouble = Outcome::Failed(FailureCause::Lost, "e".to_owned());

    assert_eq!(decide(&unwanted, &subtask(1), trouble, now), Decision::Cancel);
    let work = SubtaskResult { text: "w".to_owned(), ..SubtaskResult::default() };
    assert_eq!(
        decide(&unwanted, &subtask(1), Outcome::Done(work.clone()), now),
        Decision::Succeed(work)
    );
}

#[test]
fn a_permission_is_asked_for_unless_nobody_wants_the_result() {
    let now = Time::from_millis(10_000);
    let open = swarm(Counts::default());
    let unwanted = Swarm { cancel_at: Some(now), ..open.clone() };
    let wants = || Outcome::NeedsApproval("w".to_owned());

    let until = open.approval_until(now);
    assert!(until < open.deadline);
    assert_eq!(
        decide(&open, &subtask(1), wants(), now),
        Decision::Await { what: "w".to_owned(), until }
    );
    assert_eq!(decide(&unwanted, &subtask(1), wants(), now), Decision::Cancel);
}

#[test]
fn a_swarm_ends_when_all_its_sub_tasks_have() {
    let now = Time::from_millis(10_000);
    let counts = |succeeded, failed, skipped, cancelled| Counts {
        total: 4,
        succeeded,
        failed,
        skipped,
        cancelled,
        awaiting_approval: 0,
    };
    let cases = [
        (counts(3, 0, 0, 0), Status::Active, 0.75),
        (counts(4, 0, 0, 0), Status::Completed, 1.0),
        (counts(2, 0, 2, 0), Status::Completed, 1.0),
        (counts(0, 0, 4, 0), Status::Completed, 1.0),
        (counts(0, 0, 3, 0), Status::Active, 0.0),
        (counts(3, 1, 0, 0), Status::Failed, 0.75),
        (counts(2, 1, 0, 1), Status::Cancelled, 0.5),
    ];

    for (counts, status, progress) in cases {
        let mut swarm = swarm(counts);
        swarm.conclude(&[], now);

        assert_eq!((swarm.status, swarm.progress()), (status, progress), "{counts:?}");
        assert_eq!(swarm.finished_at.is_some(), status.is_final());
        let error = (status == Status::Failed).then(|| "1 of 4 sub-tasks failed".to_owned());
        assert_eq!(swarm.error, error);
    }
}

#[test]
fn a_swarm_that_lacks_what_it_was_asked_for_has_failed_and_says_what() {
    let now = Time::from_millis(10_000);
    let unmet = |title: &str, reason: Option<&str>| Unmet {
        title: title.to_owned(),
        agent: "architect".to_owned(),
        reason: reason.map(str::to_owned),
    };
    let structure = unmet("The structure", Some("The manuscript has no chapter yet.\nNo turn.\n"));
    let counts = |failed, skipped| Counts {
        total: 3,
        succeeded: 3 - failed - skipped,
        failed,
        skipped,
        ..Counts::default()
    };
    let the_structure = "The structure (architect: The manuscript has no chapter yet)";
    let cases = [
        (counts(0, 1), vec![structure.clone()], format!("missing: {the_structure}")),
        (
            counts(1, 1),
            vec![structure.clone(), unmet("B", None)],
            format!("1 of 3 sub-tasks failed; missing: {the_structure}; B (architect: not done)"),
        ),
        (
            counts(0, 1),
            vec![unmet("B", None); 4],
            format!("missing: {}and more", "B (architect: not done); ".repeat(3)),
        ),
    ];

    for (counts, unmet, expected) in cases {
        let mut swarm = swarm(counts);
        swarm.conclude(&unmet, now);

        assert_eq!(swarm.status, Status::Failed);
        assert_eq!(swarm.error, Some(expected));
        assert!(swarm.progress() < 1.0, "{counts:?}");
    }
    let mut in_work = swarm(Counts { total: 4, ..counts(0, 1) });
    in_work.conclude(&[structure], now);
    assert_eq!(in_work.status, Status::Active);
}

#[test]
fn the_figures_say_whether_swarms_are_well() {
    let now = Time::from_millis(1_000_000);
    let well = Figures { ready: 1, oldest_ready: Some(now.plus(-60_000)), ..Figures::default() };
    let unwell = [
        Figures { oldest_ready: Some(now.plus(-60_001)), ..Figures::default() },
        Figures { expired: 1, ..Figures::default() },
        Figures { dead_letters: 1, ..Figures::default() },
    ];

    assert_eq!(well.overview(now).health_status, "healthy");
    assert_eq!(Figures::default().overview(now).health_status, "unknown");
    let counters = vec![(SwarmType::Debate, Status::Completed, 1, 3_000)];
    let over = Figures { counters, ..Figures::default() };
    assert_eq!(over.overview(now).health_status, "healthy");
    for figures in unwell {
        assert_eq!(figures.overview(now).health_status, "degraded", "{figures:?}");
    }
}

#[test]
fn the_figures_tell_what_was_counted_and_nothing_else() {
    let now = Time::from_millis(1_000_000);
    let counters = vec![
        (SwarmType::Debate, Status::Active, 2, 0),
        (SwarmType::Debate, Status::Completed, 2, 3_000),
        (SwarmType::Outline, Status::Failed, 1, 9_000),
        (SwarmType::Outline, Status::Pending, 1, 0),
    ];

    let overview = Figures { counters, ..Figures::default() }.overview(now);

    assert_eq!(overview.active_count, 3);
    assert_eq!(overview.swarm_types_distribution["debate"], 2);
    assert_eq!(overview.performance_summary["meanDurationMs"], 1_500.0);
    assert_eq!(overview.performance_summary["oldestWaitMs"], serde_json::Value::Null);
    let history = &overview.historical_statistics;
    assert_eq!((&history["total"], &history["completed"]), (&6.into(), &2.into()));
    assert_eq!(history["byType"]["outline"]["failed"], 1);
    assert!((history["completionRate"].as_f64().unwrap() - 2.0 / 3.0).abs() < 1e-9);
    let empty = Figures::default().overview(now);
    assert_eq!(empty.performance_summary["meanDurationMs"], serde_json::Value::Null);
    assert_eq!(empty.historical_statistics["completionRate"], serde_json::Value::Null);
}

proptest! {
    #[test]
    fn progress_is_one_only_at_a_completed_end(
        ended in (0..5_i64, 0..5_i64, 0..5_i64, 0..5_i64), open in 0..5_i64,
        unmet in 0..2_usize,
    ) {
        let (succeeded, failed, skipped, cancelled) = ended;
        let total = succeeded + failed + skipped + cancelled + open;
        let mut swarm = swarm(Counts { total, succeeded, failed, skipped, cancelled, awaiting_approval: open });
        let missing = Unmet { title: "T".to_owned(), agent: "a".to_owned(), reason: None };
        swarm.conclude(&vec![missing; unmet], Time::from_millis(2_000));

        prop_assert!((0.0..=1.0).contains(&swarm.progress()));
        prop_assert_eq!(swarm.progress() == 1.0, swarm.status == Status::Completed);
        let is_done = failed + cancelled + open == 0 && unmet == 0;
        prop_assert_eq!(swarm.status == Status::Completed, is_done);
        prop_assert_eq!(swarm.status.is_final(), open == 0);
    }
}

#[test]
fn a_result_without_the_answer_of_its_model_is_not_reused() {
    for (state, report, expected) in [
        (SubtaskState::Succeeded, None, true),
        (SubtaskState::Succeeded, Some(r#"{"kind":"structure"}"#), true),
        (SubtaskState::Succeeded, Some(r#"{"answer":{"failure":null}}"#), true),
        (SubtaskState::Succeeded, Some(r#"{"answer":{"failure":"no JSON"}}"#), false),
        (SubtaskState::Failed, None, false),
    ] {
        let report = report.map(|report| JsonText(report.to_owned()));
        let subtask = Subtask { state, report, ..begun() };

        assert_eq!(subtask.is_reusable(), expected, "{subtask:?}");
    }
}
