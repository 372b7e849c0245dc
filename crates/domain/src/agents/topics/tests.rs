//! Tables of what requests to the director are about.

use super::*;

const AGENTS: [&str; 8] = [
    "lorekeeper",
    "proseguard",
    "plotter",
    "critic",
    "muse",
    "architect",
    "word-counter",
    "reader",
];

/// What a request is about, in words: agents, then capabilities.
fn about(request: &str) -> String {
    match subject(request, &AGENTS) {
        Subject::State => "state".to_owned(),
        Subject::Unknown => "unknown".to_owned(),
        Subject::Work { agents, topics } => {
            let capabilities = topics.iter().map(|topic| topic.capability.to_owned());
            let agents = agents.iter().map(|agent| format!("@{agent}"));
            agents.chain(capabilities).collect::<Vec<_>>().join(" ")
        }
    }
}

#[test]
fn a_request_leads_to_the_capabilities_it_takes() {
    for (request, wanted) in [
        ("check chapter 3 for names and prose", "lore_validation prose_analysis"),
        ("Check chapter 3 for prose, then names.", "prose_analysis lore_validation"),
        ("Which promises are open?", "promise_tracking"),
        ("Which promises of this book are still open?", "promise_tracking"),
        ("When does the chapter “Forty-Four” take place?", "timeline"),
        ("Who is Maud Pask?", "lore_validation"),
        ("Who knows about the eels?", "semantic_search"),
        ("Is the promise of the ledger paid off?", "promise_tracking"),
        ("Where does the book sag?", "review"),
        ("How is chapter 3 paced?", "review"),
        ("How old is Mara in chapter 2?", "timeline"),
        ("Outline and pacing, please", "outlining review"),
        ("Do the characters sound alike?", "character_design"),
        ("Is the world consistent?", "worldbuilding lore_validation"),
        ("Which words does the lexicon lack?", "conlang"),
        ("Give me an idea for the ending", "brainstorming review"),
        ("What is the book about?", "fact_extraction"),
        ("Give me names for a ferryman", "brainstorming"),
        ("How many words do I have?", "state"),
        ("Is anything wrong?", "state"),
        ("Is it ready to publish?", "readiness"),
        ("In which scene is the lamp mentioned?", "semantic_search"),
    ] {
        let mut got: Vec<String> = about(request).split(' ').map(str::to_owned).collect();
        let mut wanted: Vec<&str> = wanted.split(' ').collect();
        if !request.starts_with("Check") && !request.starts_with("check") {
            got.sort_unstable();
            wanted.sort_unstable();
        }
        assert_eq!(got, wanted, "{request}");
    }
}

#[test]
fn a_request_may_go_on_from_an_earlier_one() {
    let earlier = ["Thank you.", "Which promises are open?", "Check the prose"];
    for (request, wanted) in [
        ("and chapter 4?", true),
        ("And in the second scene?", true),
        ("What about chapter 4?", true),
        ("Blue.", false),
    ] {
        let subject = subject_after(request, &earlier, &AGENTS);
        let is_same = subject == super::subject("Which promises are open?", &AGENTS);
        assert_eq!(is_same, wanted, "{request}");
        assert_eq!(subject_after(request, &earlier[..1], &AGENTS), Subject::Unknown, "{request}");
    }
    let own = subject_after("And the names?", &earlier, &AGENTS);
    assert_eq!(own, super::subject("names", &AGENTS));
}

#[test]
fn a_person_leads_to_lore_and_passages() {
    for request in [
        "Tell me about Mara",
        "What happens to Mara in the end?",
        "Does Mara know of the letter?",
        "Where is Saltmarket?",
    ] {
        assert_eq!(about(request), "lore_validation semantic_search", "{request}");
    }
}

#[test]
fn a_text_with_nothing_more_is_checked_or_read_as_a_whole() {
    for (request, wanted) in [
        ("Check chapter 3", "lore_validation prose_analysis review"),
        ("Please look at the second scene.", "lore_validation prose_analysis review"),
        ("How is chapter 3?", "review"),
        ("What do you think of the novella?", "review"),
    ] {
        assert_eq!(about(request), wanted, "{request}");
    }
}

#[test]
fn the_state_of_project_and_staff_is_the_directors_own() {
    for request in [
        "What should I do next?",
        "What should I work on?",
        "Who is there?",
        "Who can check names?",
        "How far is the book?",
        "What is the status of chapter 3?",
        "What do you see?",
        "Is anybody busy?",
        "What is wrong with the book?",
    ] {
        assert_eq!(about(request), "state", "{request}");
    }
}

/// What writers ask the director about their work, by what they ask for.
const OF_THE_WORK: [(&str, &[&str]); 5] = [
    (
        "a plan",
        &[
            "Plan the next steps for the book",
            "Plan my week",
            "Can you plan the revision?",
            "Please plan the rest of the draft.",
            "Make a plan for the second draft",
            "Give me a plan of action",
            "What is the plan?",
            "What’s our plan for the revision?",
            "I need a plan to finish the novel.",
            "Draw up a roadmap",
            "Let us plan what to do until the submission",
            "Schedule the editing",
            "Set up a work plan for Dracula",
            "Write me a to do list",
            "How do I get this finished?",
            "Plan the work on chapter 3",
            "Help me plan how to rewrite the ending",
        ],
    ),
    (
        "next steps",
        &[
            "What should I do next?",
            "What are the next steps?",
            "What is my next step with Dracula?",
            "What’s next?",
            "What now?",
            "What comes next?",
            "What do I do now?",
            "Where do I go from here?",
            "Where should I start?",
            "Where do I begin?",
            "What should I work on today?",
            "What should we do with the manuscript?",
            "What is left to do?",
            "What still has to be done?",
            "What remains to be done on the novel?",
            "Suggest the next move.",
            "How should I proceed?",
        ],
    ),
    (
        "priorities",
        &[
            "What are my priorities?",
            "Set priorities for the revision",
            "What has the highest priority?",
            "Prioritise the open points",
            "What should I fix first?",
            "What should I tackle first?",
            "What is most urgent?",
            "What matters most now?",
            "What should I focus on this week?",
            "Which chapter needs my attention?",
            "What needs the most work?",
            "What needs to be done first?",
            "What is the most important thing to do?",
            "Where should I begin, the prose or the plot?",
            "What comes first?",
            "Which of my tasks can wait, and what is urgent?",
        ],
    ),
    (
        "the state",
        &[
            "What is the status of the book?",
            "Give me a status report.",
            "How far along am I?",
            "How far is the draft?",
            "Where do we stand?",
            "Where are we?",
            "How is the project?",
            "How is it going?",
            "How am I doing?",
            "Am I on track?",
            "What progress have I made?",
            "Give me an overview",
            "What has been done so far?",
            "How much is left?",
            "Bring me up to date",
            "What is the state of the manuscript?",
            "Is there much work left on it?",
        ],
    ),
    (
        "who",
        &[
            "Who should revise chapter 3?",
            "Who should check the names?",
            "Who can check the timeline?",
            "Who could help with the ending?",
            "Who should I ask about the prose?",
            "Whom do I ask about the language?",
            "Which agent does the prose?",
            "Which agents are awake?",
            "Who is best suited to edit this?",
            "Who would be the right one to review it?",
            "Who should read the first chapters?",
            "Whose job is the continuity?",
            "Who is free?",
            "Who can do the line edits?",
            "Who should work on the dialogue?",
            "Who will look at chapter 5?",
            "Is anyone free?",
        ],
    ),
];

#[test]
fn the_work_on_a_book_is_the_directors_own_however_it_is_asked_about() {
    for (what, requests) in OF_THE_WORK {
        assert!(requests.len() >= 15, "{what}");
        for request in requests {
            assert_eq!(about(request), "state", "{what}: {request}");
        }
    }
}

#[test]
fn a_story_is_not_the_work_on_it() {
    for request in [
        "What is Dracula’s plan for London?",
        "What does Mara plan to do with the letter?",
        "What is left of the ship when she leaves?",
        "What does he do first?",
        "Who should Mara marry?",
        "Who can read the runes?",
        "What is most important to Mara?",
        "Where is Mara when the storm comes?",
        "Who is responsible for the murder?",
        "Who will inherit the castle?",
        "What is his plan?",
    ] {
        assert_ne!(about(request), "state", "{request}");
    }
    for request in ["Plan the first chapter", "Please plan the ending of the story"] {
        assert!(
            about(request).contains("outlining") || about(request).contains("review"),
            "{request}"
        );
    }
}

#[test]
fn a_word_that_means_something_else_leads_nowhere() {
    for request in [
        "What does Mara have to do with the storm?",
        "Who does Mara love?",
        "Who can open the door in the end?",
        "What is her state of mind?",
        "He leans upon his staff.",
        "The ship is up to date.",
        "How does Mara act?",
    ] {
        let subject = subject(request, &AGENTS);

        assert_ne!(subject, Subject::State, "{request}");
        if let Subject::Work { topics, .. } = subject {
            let capabilities: Vec<&str> = topics.iter().map(|topic| topic.capability).collect();
            assert_eq!(capabilities, ["lore_validation", "semantic_search"], "{request}");
        }
    }
}

#[test]
fn agents_are_named_where_a_name_can_mean_nothing_else() {
    for (request, wanted) in [
        ("Ask the lorekeeper and the plotter.", "@lorekeeper @plotter"),
        ("Let word-counter look at it", "@word-counter"),
        ("proseguard, have a look", "@proseguard"),
        ("Ask critic, plotter and muse about Mara", "@critic @plotter @muse"),
        ("The architect of the house dies.", "unknown"),
        ("Ask Mara. The architect left.", "unknown"),
        ("Ask the plotter about the prose", "@plotter prose_analysis"),
        ("Ask nobody about it", "unknown"),
    ] {
        assert_eq!(about(request), wanted, "{request}");
    }
}

#[test]
fn collaborators_are_named_by_id_or_by_capability() {
    let is_capability = |word: &str| ["style_check", "pacing", "lore_validation"].contains(&word);

    let named = collaborators(
        "Work with the plotter: style check, lore_validation and pacing. Muse upon it.",
        &AGENTS,
        &is_capability,
    );

    assert_eq!(named, ["plotter", "style_check", "lore_validation", "pacing"]);
}

#[test]
fn what_no_rule_knows_is_unknown() {
    for request in ["x", "", "?", "Hello", "Thank you!", "I", "It rained. The lamp went out."] {
        assert_eq!(about(request), "unknown", "{request}");
    }
    let long = format!("{} prose", "word ".repeat(REQUEST_BYTES_MAX));
    assert_eq!(about(&long), "unknown", "what is far behind is no request");
}
