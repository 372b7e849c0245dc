//! Tests of plans: who does what after whom, and what a swarm cannot do without.

use super::*;
use crate::{findings::Check, json::Json, model::read_body};

fn request(body: &str) -> SwarmCreate {
    read_body(&Json::read(body.as_bytes()).unwrap()).unwrap()
}

fn of_type(swarm_type: &str, rest: &str) -> SwarmCreate {
    request(&format!(r#"{{"swarmType":"{swarm_type}","taskDescription":"x"{rest}}}"#))
}

fn chapters(count: usize) -> PlanInput {
    let chapter =
        |number| PlanDocument { id: format!("d{number}"), title: format!("Chapter {number}") };
    PlanInput {
        has_project: true,
        documents: (1..=count).map(chapter).collect(),
        has_text: count > 0,
        ..PlanInput::default()
    }
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
    let Task::Check { document_ids, checks, .. } = &nodes[3].task else { panic!("{:?}", nodes[3]) };
    assert_eq!(document_ids, &["d1"]);
    assert_eq!(checks, &[Check::Names, Check::NamingPatterns, Check::ProhibitedElements]);
    let of_book =
        |node: &&PlannedSubtask| matches!(node.task, Task::Check { with_habits: true, .. });
    let keys: Vec<&str> = nodes.iter().filter(of_book).map(|node| node.key.as_str()).collect();
    assert_eq!(keys, ["proseguard-2", "lore", "castwright-2"], "each looks at the whole book once");
    let some = PlanInput { is_selection: true, ..chapters(2) };
    let some = plan(&of_type("consistency_sweep", ""), &some);
    assert_eq!(some.iter().filter(of_book).count(), 1);
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

/// What the sub-tasks of each type wait for, without those of debates, sweeps and panels.
const PLANS: [(&str, &[&str]); 7] = [
    (
        "outline",
        &[
            "premises muse < ",
            "promises plotter < ",
            "events chronicler < ",
            "structure architect < premises promises events",
            "judgement critic < premises promises events structure",
            "synthesis director < premises promises events structure judgement",
        ],
    ),
    (
        "draft",
        &[
            "structure architect < ",
            "facts lorekeeper < structure",
            "draft scribe < structure facts",
            "prose proseguard < structure facts draft",
            "judgement critic < structure facts draft prose",
            "synthesis director < structure facts draft prose judgement",
        ],
    ),
    (
        "revision",
        &[
            "prose-1 proseguard < ",
            "judgement-1 critic < ",
            "proposals scribe < prose-1 judgement-1",
            "synthesis director < prose-1 judgement-1 proposals",
        ],
    ),
    (
        "worldbuilding",
        &[
            "world worldsmith < ",
            "cast castwright < ",
            "tongues linguist < ",
            "past chronicler < ",
            "facts archivist < ",
            "canon lorekeeper < world cast tongues past facts",
            "record archivist < world cast tongues past facts canon",
            "synthesis director < world cast tongues past facts canon record",
        ],
    ),
    (
        "research",
        &[
            "passages researcher < ",
            "canon lorekeeper < passages",
            "dates chronicler < ",
            "record archivist < passages canon dates",
            "synthesis director < passages canon dates record",
        ],
    ),
    (
        "conlang",
        &[
            "grammar linguist < ",
            "names muse < grammar",
            "canon lorekeeper < grammar names",
            "synthesis director < grammar names canon",
        ],
    ),
    (
        "publishing",
        &[
            "proseguard-1 proseguard < ",
            "lore lorekeeper < ",
            "lorekeeper-1 lorekeeper < ",
            "castwright-1 castwright < ",
            "promises plotter < ",
            "readiness publisher < proseguard-1 lore lorekeeper-1 castwright-1 promises",
            "synthesis director < proseguard-1 lore lorekeeper-1 castwright-1 promises readiness",
        ],
    ),
];

#[test]
fn each_sub_task_gets_what_it_rests_on() {
    let one = chapters(1);

    for (swarm_type, expected) in PLANS {
        assert_eq!(lines(&plan(&of_type(swarm_type, ""), &one)), expected, "{swarm_type}");
    }
}

#[test]
fn each_type_says_what_its_result_depends_on() {
    let cases: [(&str, &[&str]); 10] = [
        ("outline", &["structure"]),
        ("draft", &["draft"]),
        ("revision", &["readings", "readings", "proposals"]),
        ("consistency_sweep", &[]),
        ("reader_panel", &["readings"; 8]),
        ("debate", &["for-1", "against-1", "for-2", "against-2"]),
        ("worldbuilding", &["sides", "sides", "sides", "sides", "sides", "record"]),
        ("research", &["sources", "sources", "record"]),
        ("conlang", &["grammar"]),
        ("publishing", &["readiness"]),
    ];

    for (swarm_type, expected) in cases {
        let nodes = plan(&of_type(swarm_type, ""), &chapters(2));
        let needs: Vec<&str> = nodes.iter().filter_map(|node| node.need.as_deref()).collect();
        assert_eq!(needs, expected, "{swarm_type}");
    }
}

#[test]
fn what_is_asked_is_asked_about_the_documents_that_the_request_names() {
    let selection = PlanInput { is_selection: true, ..chapters(2) };
    for (ground, wanted) in [(selection, 2), (chapters(2), 0)] {
        let nodes = plan(&of_type("worldbuilding", ""), &ground);

        let asked = nodes.iter().filter_map(|node| match &node.task {
            Task::Ask { document_ids, .. } => Some(document_ids.len()),
            _ => None,
        });
        assert_eq!(asked.collect::<Vec<_>>(), [wanted; 7]);
    }
}

#[test]
fn an_agent_of_ones_own_takes_part_by_its_capability() {
    let own = |id: &str, capability: &str| OwnAgent {
        id: id.to_owned(),
        capabilities: vec![capability.to_owned()],
    };
    let ground = |count| PlanInput {
        own: vec![own("beta-reader", "reader_panel"), own("poet", "rhyming")],
        ..chapters(count)
    };

    let beside =
        plan(&of_type("reader_panel", r#","agents":["critic","beta-reader"]"#), &ground(1));
    let instead = plan(&of_type("reader_panel", r#","agents":["beta-reader","poet"]"#), &ground(1));
    let many = plan(&of_type("reader_panel", r#","agents":["beta-reader"]"#), &ground(500));

    assert_eq!(
        lines(&beside),
        [
            "critic-1 critic < ",
            "critic-beta-reader-1 beta-reader < ",
            "synthesis director < critic-1 critic-beta-reader-1",
        ]
    );
    assert_eq!(
        lines(&instead),
        ["critic-beta-reader-1 beta-reader < ", "synthesis director < critic-beta-reader-1"]
    );
    assert_eq!(many.len(), OWN_READINGS_MAX + 1);
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
    let nodes = plan(&of_type("debate", r#","input":{"rounds":1}"#), &chapters(0));
    let cases = [
        ([true, true, true], [true, true, true]),
        ([true, false, true], [true, false, false]),
        ([false, true, true], [false, false, false]),
    ];

    for (done, expected) in cases {
        assert_eq!(reusable(&nodes, &done), expected, "{done:?}");
    }
}
