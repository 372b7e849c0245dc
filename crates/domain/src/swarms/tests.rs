//! Tests of swarms: plans, outcomes, progress, the end of a swarm, figures.

use proptest::prelude::*;

use super::{
    outcome::{Decision, FailureCause, Outcome, decide},
    overview::Figures,
    plan::{PlanDocument, PlanInput, PlannedSubtask, READINGS_MAX, plan, reusable},
    *,
};
use crate::{json::Json, model::read_body};

fn request(body: &str) -> SwarmCreate {
    read_body(&Json::read(body.as_bytes()).unwrap()).unwrap()
}

fn of_type(swarm_type: &str, rest: &str) -> SwarmCreate {
    request(&format!(r#"{{"swarmType":"{swarm_type}","taskDescription":"x"{rest}}}"#))
}

fn chapters(count: usize) -> PlanInput {
    let chapter =
        |number| PlanDocument { id: format!("d{number}"), title: format!("Chapter {number}") };
    PlanInput { has_project: true, documents: (1..=count).map(chapter).collect() }
}

/// A plan on one line for each sub-task: `key agent < those it waits for`.
fn lines(nodes: &[PlannedSubtask]) -> Vec<String> {
    nodes
        .iter()
        .map(|node| {
            let after: Vec<&str> = node.after.iter().map(|at| nodes[*at].key.as_str()).collect();
            format!("{} {} < {}", node.key, node.agent, after.join(" "))
        })
        .collect()
}

#[test]
fn a_sweep_has_every_chapter_checked_by_three_and_ends_with_one_who_sums_up() {
    let nodes = plan(&of_type("consistency_sweep", ""), &chapters(2));

    assert_eq!(
        lines(&nodes),
        [
            "proseguard-1 proseguard < ",
            "proseguard-2 proseguard < ",
            "lore lorekeeper < ",
            "lorekeeper-1 lorekeeper < ",
            "lorekeeper-2 lorekeeper < ",
            "castwright-1 castwright < ",
            "castwright-2 castwright < ",
            "synthesis director < proseguard-1 proseguard-2 lore lorekeeper-1 lorekeeper-2 \
             castwright-1 castwright-2",
        ]
    );
    assert_eq!(nodes[3].title, "Chapter 1");
    let Task::Check { document_ids, checks } = &nodes[3].task else { panic!("{:?}", nodes[3]) };
    assert_eq!(document_ids, &["d1"]);
    assert_eq!(checks, &[Check::Names, Check::NamingPatterns, Check::ProhibitedElements]);
}

#[test]
fn a_sweep_checks_what_is_wanted_by_whom_is_wanted() {
    let sweep = |rest: &str| plan(&of_type("consistency_sweep", rest), &chapters(1));

    let names = sweep(r#","input":{"checks":["names"]}"#);
    assert_eq!(
        lines(&names),
        [
            "lore lorekeeper < ",
            "lorekeeper-1 lorekeeper < ",
            "synthesis director < lore lorekeeper-1",
        ]
    );
    let one = sweep(r#","agents":["Proseguard"]"#);
    assert_eq!(lines(&one), ["proseguard-1 proseguard < ", "synthesis director < proseguard-1"]);
    let nothing = plan(&of_type("consistency_sweep", ""), &PlanInput::default());
    assert_eq!(lines(&nothing), ["synthesis director < "]);
}

#[test]
fn more_chapters_than_sub_tasks_go_into_one_sub_task_together() {
    let nodes =
        plan(&of_type("consistency_sweep", r#","agents":["proseguard"]"#), &chapters(4_001));

    let read: usize = nodes
        .iter()
        .map(|node| match &node.task {
            Task::Check { document_ids, .. } => document_ids.len(),
            _ => 0,
        })
        .sum();
    assert_eq!(read, 4_001);
    assert!(nodes.len() <= READINGS_MAX + 1, "{}", nodes.len());
    assert_eq!(nodes[0].title, "Chapter 1 and 2 more");
}

#[test]
fn a_debate_goes_in_turns() {
    let nodes = plan(&of_type("debate", r#","input":{"rounds":2}"#), &chapters(3));

    assert_eq!(
        lines(&nodes),
        [
            "for-1 architect < ",
            "against-1 critic < for-1",
            "for-2 architect < against-1",
            "against-2 critic < for-2",
            "synthesis director < for-1 against-1 for-2 against-2",
        ]
    );
}

#[test]
fn every_type_has_a_plan_whose_sub_tasks_wait_for_earlier_ones_only() {
    for swarm_type in SwarmType::WORDS {
        for count in [0, 1, 7] {
            let nodes = plan(&of_type(swarm_type, ""), &chapters(count));

            let keys: std::collections::BTreeSet<_> = nodes.iter().map(|node| &node.key).collect();
            assert_eq!(keys.len(), nodes.len(), "{swarm_type}: two sub-tasks of one name");
            for (position, node) in nodes.iter().enumerate() {
                assert!(node.after.iter().all(|other| *other < position), "{swarm_type}: {node:?}");
            }
            assert_eq!(nodes.last().map(|node| &node.task), Some(&Task::Synthesis));
        }
    }
}

#[test]
fn what_a_new_swarm_can_go_on_from_rests_on_nothing_that_failed() {
    use SubtaskState::{Failed, Skipped, Succeeded};
    let nodes = plan(&of_type("debate", r#","input":{"rounds":1}"#), &chapters(0));
    let cases = [
        ([Succeeded, Succeeded, Succeeded], [true, true, true]),
        ([Succeeded, Failed, Succeeded], [true, false, false]),
        ([Skipped, Succeeded, Succeeded], [false, false, false]),
    ];

    for (states, expected) in cases {
        assert_eq!(reusable(&nodes, &states), expected, "{states:?}");
    }
}

fn swarm(counts: Counts) -> Swarm {
    let at = Time::from_millis(1_000);
    Swarm {
        id: "s1".to_owned(),
        account: "local".to_owned(),
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

fn subtask(attempt: i64) -> Subtask {
    Subtask {
        swarm_id: "s1".to_owned(),
        position: 0,
        key: "k".to_owned(),
        title: "t".to_owned(),
        agent: "muse".to_owned(),
        task: Task::Synthesis,
        state: SubtaskState::Leased,
        attempt,
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
fn a_swarm_ends_when_all_its_sub_tasks_have() {
    let now = Time::from_millis(10_000);
    let counts = |succeeded, failed, skipped, cancelled| Counts {
        total: 4,
        succeeded,
        failed,
        skipped,
        cancelled,
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
        swarm.conclude(now);

        assert_eq!((swarm.status, swarm.progress()), (status, progress), "{counts:?}");
        assert_eq!(swarm.finished_at.is_some(), status.is_final());
        let error = (status == Status::Failed).then(|| "1 of 4 sub-tasks failed".to_owned());
        assert_eq!(swarm.error, error);
    }
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
    ) {
        let (succeeded, failed, skipped, cancelled) = ended;
        let total = succeeded + failed + skipped + cancelled + open;
        let mut swarm = swarm(Counts { total, succeeded, failed, skipped, cancelled });
        swarm.conclude(Time::from_millis(2_000));

        prop_assert!((0.0..=1.0).contains(&swarm.progress()));
        prop_assert_eq!(swarm.progress() == 1.0, swarm.status == Status::Completed);
        prop_assert_eq!(swarm.status.is_final(), open == 0);
    }
}
