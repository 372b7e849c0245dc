//! One long test: a small novel is planned from nothing to a full board, through the interface alone,
//! and then changed. Each module has tests of its own; here they have
//! to go together.

mod board;
mod changes;

use board::{NODES, PROMISES, Plan, TIMELINES};
use changes::{
    a_node_is_cut_and_nothing_points_there, a_plotline_is_dropped_and_its_events_and_promises_stay,
    a_plotline_is_renamed_and_its_promise_follows, an_entry_is_struck_and_nothing_leads_to_it,
};
use domain::time::DAY_MS;
use serde_json::{Value, json};

use crate::support::Text as _;

service_test! {
    fn a_small_novel_is_planned_from_nothing_to_a_full_board(mut studio) {
        let mut plan = Plan::begin(studio, "The Tide Glass");
        a_manuscript_is_taken_in(&mut plan);
        a_world_is_written_down(&mut plan);
        a_year_is_laid_out(&mut plan);
        an_outline_is_linked_to_the_chapters(&mut plan);
        promises_are_made_and_some_are_kept(&mut plan);
        a_tongue_is_made_up(&mut plan);
        events_are_tied_to_all_of_it(&plan);

        the_agents_know_the_plan(&plan);
        the_board_shows_everything(&plan);

        a_plotline_is_renamed_and_its_promise_follows(&plan);
        a_node_is_cut_and_nothing_points_there(&plan);
        an_entry_is_struck_and_nothing_leads_to_it(&plan);
        a_plotline_is_dropped_and_its_events_and_promises_stay(&plan);

        let (before, paths) = (plan.board(), plan.lists());
        studio.restart();
        assert_eq!(board::read(studio, &paths), before, "a plan outlives its service");
    }
}

/// Three chapters come in as a folder, and a notification says so.
fn a_manuscript_is_taken_in(plan: &mut Plan<'_>) {
    let chapter = |path: &str, content: &str| json!({ "path": path, "content": content });
    let files = json!({ "files": [
        chapter("1.md", "# The Lamp\n\nIsmay lit the lamp at Skerry Light. Captain Rook saw it from \
            the Merrow."),
        chapter("2.md", "# The Glass\n\nIsmay’s brother Tam found the Tide Glass. The Wardens \
            wanted the Glass."),
        chapter("3.md", "# The Crossing\n\nThe Merrow sailed. Rook kept the Tide Glass. Tam and \
            Ismay slept."),
    ] });
    let import = plan.post(&plan.within("documents/import"), &files);
    let path = plan.within(&format!("imports/{}", import["id"].text()));
    plan.studio
        .until("the manuscript", || (plan.get(&path)["status"] == "completed").then_some(()));

    let documents = plan.list(&plan.within("documents"), "documents");
    for document in &documents {
        plan.remember(document);
    }
    assert_eq!(plan.named(&documents), ["The Lamp", "The Glass", "The Crossing"]);
    let words: Vec<_> = documents.iter().map(|it| it["words"].as_i64().unwrap()).collect();
    assert_eq!(words, [16, 14, 14]);
    let report = plan.list("/api/notifications?unread=true", "notifications");
    assert_eq!(report[0]["message"], "Imported 3 files into “The Tide Glass”.");
    plan.post(&format!("/api/notifications/{}/read", report[0]["id"].text()), &json!({}));
    assert_eq!(plan.list("/api/notifications?unread=true", "notifications"), [Value::Null; 0]);
}

/// Characters, places and things, some of them related; the manuscript is searched for their names.
fn a_world_is_written_down(plan: &mut Plan<'_>) {
    for (name, category, alias) in [
        ("Ismay", "character", "Issy"),
        ("Merrow", "item", "the Merrow"),
        ("Tide Glass", "item", "Glass"),
        ("Skerry Light", "location", "the Light"),
    ] {
        let body = json!({ "name": name, "category": category, "aliases": [alias] });
        plan.make(&plan.within("lore"), &body);
    }
    for (name, category, kind, target) in [
        ("Tam", "character", "brother", "Ismay"),
        ("Captain Rook", "character", "commands", "Merrow"),
        ("Wardens", "organisation", "guards", "Tide Glass"),
    ] {
        let relations = json!([{ "targetId": plan.id(target), "kind": kind }]);
        let aliases = if name == "Captain Rook" { json!(["Rook"]) } else { json!([]) };
        plan.make(
            &plan.within("lore"),
            &json!({ "name": name, "category": category,
            "aliases": aliases, "relations": relations }),
        );
    }

    let mentions = plan.mentions();
    let wanted = [
        ("Captain Rook", 2, 2),
        ("Ismay", 3, 3),
        ("Merrow", 2, 2),
        ("Skerry Light", 1, 1),
        ("Tam", 2, 2),
        ("Tide Glass", 4, 2),
        ("Wardens", 1, 1),
    ];
    assert_eq!(
        mentions,
        wanted.map(|(name, total, documents)| (name.to_owned(), total, documents))
    );
    let mentioned_in = plan.list(&plan.at("lore", "Tide Glass", "/mentions"), "mentions");
    let said: Vec<_> =
        mentioned_in.iter().map(|it| (it["title"].text(), it["count"].clone())).collect();
    assert_eq!(said, [("The Glass".to_owned(), json!(3)), ("The Crossing".to_owned(), json!(1))]);
    assert_eq!(plan.connections(), 3);
}

/// What happens, in its order; nobody can say when the song was first sung.
const YEAR: [&str; 12] = [
    "Ismay is born",
    "Tam is born",
    "The Glass is stolen",
    "The lamp is lit",
    "Rook sees the light",
    "Tam finds the Glass",
    "The Wardens come ashore",
    "The Merrow sails",
    "The storm",
    "The Glass breaks",
    "Ismay keeps the light",
    "The old song",
];

/// Twelve events with dates as a writer puts them, on three plotlines.
fn a_year_is_laid_out(plan: &mut Plan<'_>) {
    plan.make(TIMELINES, &json!({ "projectId": plan.project, "name": "The winter of 1783" }));
    let timeline = plan.timeline();
    for lane in ["The light", "The glass", "The Wardens’ hunt"] {
        plan.make(&format!("{timeline}/plotlines"), &json!({ "name": lane }));
    }
    // They are written down as they come to mind.
    for (title, date, category, lanes) in [
        ("The Glass breaks", "22 November 1783", "climax", &["The glass", "The Wardens’ hunt"][..]),
        ("The lamp is lit", "3 November 1783", "plot", &["The light"]),
        ("The old song", "long ago", "world", &[]),
        ("Ismay is born", "Spring 1766", "birth", &["The light"]),
        ("Tam finds the Glass", "9 November 1783", "turning_point", &["The glass"]),
        (
            "The Wardens come ashore",
            "Tuesday, the 18th of November 1783, 2:30 p.m.",
            "conflict",
            &["The Wardens’ hunt"],
        ),
        ("Tam is born", "May 1769", "birth", &[]),
        ("The Glass is stolen", "1781", "backstory", &["The glass"]),
        ("The Merrow sails", "November 19th, 1783", "travel", &["The glass"]),
        ("The storm", "1783-11-21T04:00", "plot", &["The light", "The glass"]),
        ("Rook sees the light", "3 November 1783", "plot", &["The light"]),
        ("Ismay keeps the light", "Winter 1783", "resolution", &["The light"]),
    ] {
        let lanes: Vec<_> = lanes.iter().map(|lane| plan.id(lane)).collect();
        plan.make(
            &format!("{timeline}/events"),
            &json!({ "title": title, "dateDisplay": date,
            "category": category, "plotlineIds": lanes }),
        );
    }

    let events = plan.list(&format!("{timeline}/events"), "events");
    assert_eq!(plan.named(&events), YEAR);
    assert_eq!(events[3]["dateSortKey"], events[4]["dateSortKey"]);
    assert_eq!(events[11].get("dateSortKey"), None, "nobody can read when that was");
    let lane = format!("{timeline}/events?plotlineId={}", plan.id("The Wardens’ hunt").text());
    let hunt = plan.list(&lane, "events");
    assert_eq!(plan.named(&hunt), ["The Wardens come ashore", "The Glass breaks"]);
}

/// Two acts, whose chapters are linked to the documents.
fn an_outline_is_linked_to_the_chapters(plan: &mut Plan<'_>) {
    for (title, kind, parent, document) in [
        ("Act one", "act", None, None),
        ("Act two", "act", None, None),
        ("A light at sea", "chapter", Some("Act one"), Some("The Lamp")),
        ("What the tide brought", "chapter", Some("Act one"), Some("The Glass")),
        ("Tam digs", "scene", Some("What the tide brought"), None),
        ("Over the sound", "chapter", Some("Act two"), Some("The Crossing")),
        ("It falls", "beat", Some("Over the sound"), None),
    ] {
        plan.make(NODES, &json!({ "projectId": plan.project, "title": title, "kind": kind,
            "parentId": parent.map(|it| plan.id(it)), "documentId": document.map(|it| plan.id(it)) }));
    }

    assert_eq!(
        plan.outline(),
        [
            "Act one",
            "Act one / A light at sea",
            "Act one / What the tide brought",
            "Act one / What the tide brought / Tam digs",
            "Act two",
            "Act two / Over the sound",
            "Act two / Over the sound / It falls"
        ]
    );
    assert_eq!(plan.connections(), 3 + 3);
}

/// Each goes its own way: one is kept, one is put off and taken up again, one is given up.
fn promises_are_made_and_some_are_kept(plan: &mut Plan<'_>) {
    for (title, kind, level, lane, made_at) in [
        ("What the Glass shows", "mystery", "core", Some("The glass"), "What the tide brought"),
        ("Tam will go to sea", "character", "major", Some("The light"), "Tam digs"),
        ("The Wardens punish", "plot", "minor", Some("The Wardens’ hunt"), "Over the sound"),
        ("The song means something", "foreshadowing", "micro", None, "A light at sea"),
    ] {
        plan.make(
            PROMISES,
            &json!({ "projectId": plan.project, "title": title,
            "promiseType": kind, "promiseLevel": level, "status": "planned",
            "plotlineId": lane.map(|it| plan.id(it)), "madeAtNodeId": plan.id(made_at) }),
        );
        plan.studio.clock.advance(DAY_MS);
    }
    for (title, states) in [
        ("What the Glass shows", &["made", "progressing", "partially_fulfilled"][..]),
        ("Tam will go to sea", &["made", "deferred", "progressing"]),
        ("The Wardens punish", &["made"]),
    ] {
        for status in states {
            plan.put(&plan.promise(title), &json!({ "status": status }));
        }
    }
    plan.put(
        &plan.promise("What the Glass shows"),
        &json!({ "status": "fulfilled", "fulfilledAtNodeId": plan.id("It falls") }),
    );
    let back = plan.studio.put(&plan.promise("What the Glass shows"), &json!({ "status": "made" }));
    assert_eq!(back.detail(), "A promise cannot go from fulfilled to made, only to progressing");
    let silent =
        plan.studio.put(&plan.promise("The Wardens punish"), &json!({ "status": "abandoned" }));
    assert_eq!(silent.status, 409, "who gives a promise up says why");
    plan.put(
        &plan.promise("The Wardens punish"),
        &json!({ "status": "abandoned", "notes": "They drown." }),
    );

    let kept = plan.get(&plan.promise("What the Glass shows"));
    let titles = ["madeAtNodeTitle", "fulfilledAtNodeTitle", "plotlineTitle"];
    assert_eq!(
        titles.map(|title| kept[title].text()),
        ["What the tide brought", "It falls", "The glass"]
    );
    let open = plan.list(&format!("{PROMISES}?status=progressing"), "promises");
    assert_eq!(plan.named(&open), ["Tam will go to sea"]);
    assert_eq!(plan.connections(), 6 + 8);
}

/// A language with two rules, one of them glossed in a way that does not fit, and a few words.
fn a_tongue_is_made_up(plan: &mut Plan<'_>) {
    let languages = "/api/creative/conlang/languages";
    plan.make(languages, &json!({ "projectId": plan.project, "name": "Skerrish" }));
    let skerrish = plan.language();
    plan.make(
        &format!("{skerrish}/grammar-rules"),
        &json!({ "category": "inflection",
        "name": "Plural", "pattern": "N → N-en",
        "examples": [{ "input": "lights", "output": "lum-en", "gloss": "light-PL" }] }),
    );
    plan.make(
        &format!("{skerrish}/grammar-rules"),
        &json!({ "category": "syntax",
        "name": "The verb comes first", "examples": [
            { "input": "the keeper sees the light", "output": "ves-a lum tor",
              "gloss": "see light keeper" }] }),
    );
    for (form, part, meaning) in
        [("lum", "noun", "light"), ("-en", "suffix", "plural"), ("tor", "noun", "keeper")]
    {
        plan.make(
            &format!("{skerrish}/lexicon"),
            &json!({ "form": form, "partOfSpeech": part, "meaning": meaning }),
        );
    }

    let rules = plan.list(&format!("{skerrish}/grammar-rules"), "grammarRules");
    let levels: Vec<_> =
        rules.iter().map(|rule| rule["examples"][0]["alignment"]["level"].text()).collect();
    assert_eq!(levels, ["morpheme_aligned", "word_aligned"]);
    let counted = plan.get(&skerrish);
    assert_eq!((&counted["grammarRules"], &counted["words"]), (&json!(2), &json!(3)));
}

/// Who is there, in which document, which promise it keeps.
fn events_are_tied_to_all_of_it(plan: &Plan<'_>) {
    for (event, kind, to) in [
        ("The lamp is lit", "character", "Ismay"),
        ("The lamp is lit", "location", "Skerry Light"),
        ("The lamp is lit", "document", "The Lamp"),
        ("Tam finds the Glass", "character", "Tam"),
        ("Tam finds the Glass", "item", "Tide Glass"),
        ("Tam finds the Glass", "scene", "The Glass"),
        ("The Wardens come ashore", "organisation", "Wardens"),
        // The ship has a will of its own.
        ("The Merrow sails", "character", "Merrow"),
        ("The Merrow sails", "plotline", "The glass"),
        ("The Glass breaks", "promise", "What the Glass shows"),
    ] {
        let link = json!({ "entityType": kind, "entityId": plan.id(to) });
        plan.post(&format!("{}/links", plan.event(event)), &link);
    }
    let lore = json!({ "loreEntryId": plan.id("Tide Glass") });
    plan.post(&format!("{}/lore-links", plan.event("Tam finds the Glass")), &lore);

    assert_eq!(plan.links("Tam finds the Glass"), ["character", "item", "scene", "lore"]);
    let glass = plan.id("Tide Glass").text();
    let with_glass = plan.list(&format!("{}/events?entityId={glass}", plan.timeline()), "events");
    assert_eq!(plan.named(&with_glass), ["Tam finds the Glass"]);
    assert_eq!(plan.connections(), 14 + 11);
}

/// Four agents are asked, and name the rows.
fn the_agents_know_the_plan(plan: &Plan<'_>) {
    let (reply_text, report) = plan.ask("chronicler", json!({}));
    let year = &report["timelines"][0];
    assert_eq!(
        (&year["id"], &year["events"], &year["undated"], &year["plotlines"]),
        (&plan.id("The winter of 1783"), &json!(12), &json!(1), &json!(3))
    );
    let order: Vec<_> =
        year["order"].as_array().unwrap().iter().map(|it| it["id"].clone()).collect();
    let events = plan.list(&format!("{}/events", plan.timeline()), "events");
    let listed: Vec<_> = events.iter().map(|event| event["id"].clone()).collect();
    assert_eq!(order, listed[..11], "all but the one without a date");
    for line in [
        "    “The lamp is lit” (3 November 1783), “Rook sees the light” (3 November 1783)",
        "    “The old song” (long ago)",
    ] {
        assert!(reply_text.lines().any(|it| it == line), "{line:?} in {reply_text}");
    }

    let (_, report) = plan.ask("plotter", json!({}));
    let open = report["open"]["promises"].as_array().unwrap();
    let wanted = ["Tam will go to sea", "The song means something"].map(|title| plan.id(title));
    assert_eq!(open.iter().map(|it| it["id"].clone()).collect::<Vec<_>>(), wanted);
    assert_eq!(
        (&report["byStatus"]["fulfilled"], &report["byStatus"]["abandoned"]),
        (&json!(1), &json!(1))
    );
    assert_eq!((&report["unplaced"]["total"], &report["orphans"]["total"]), (&json!(0), &json!(0)));

    let (reply_text, report) = plan.ask("linguist", json!({}));
    let tongue = &report["languages"][0];
    assert_eq!(tongue["languageId"], plan.id("Skerrish"));
    let misfit = &tongue["misaligned"]["examples"][0];
    assert_eq!(
        (&tongue["misaligned"]["total"], &misfit["ruleId"]),
        (&json!(1), &plan.id("The verb comes first"))
    );
    assert_eq!(tongue["unknownWords"], json!({ "total": 1, "words": ["ves-a"] }));
    assert!(reply_text.starts_with("Skerrish has 2 grammar rules and 3 words.\n"), "{reply_text}");

    let (_, report) = plan.ask("lorekeeper", json!({ "documentId": plan.id("The Glass") }));
    let ids = |part: &Value| {
        part.as_array().unwrap().iter().map(|it| it["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        ids(&report["lore"]["named"]),
        ["Tide Glass", "Ismay", "Tam", "Wardens"].map(|name| plan.id(name))
    );
    assert_eq!(
        ids(&report["lore"]["unnamed"]),
        ["Captain Rook", "Merrow", "Skerry Light"].map(|name| plan.id(name))
    );
}

/// Every list is as it was planned, each row as it is read by itself, and the project counts them.
fn the_board_shows_everything(plan: &Plan<'_>) {
    let board = plan.board();
    let names: Vec<_> = board.iter().map(|(noun, rows)| (*noun, plan.named(rows))).collect();
    let wanted: [(&str, &[&str]); 11] = [
        ("documents", &["The Lamp", "The Glass", "The Crossing"]),
        (
            "entries",
            &["Captain Rook", "Ismay", "Merrow", "Skerry Light", "Tam", "Tide Glass", "Wardens"],
        ),
        ("events", &YEAR),
        ("grammarRules", &["Plural", "The verb comes first"]),
        ("languages", &["Skerrish"]),
        (
            "nodes",
            &[
                "Act one",
                "A light at sea",
                "What the tide brought",
                "Tam digs",
                "Act two",
                "Over the sound",
                "It falls",
            ],
        ),
        ("notifications", &["Import completed"]),
        ("plotlines", &["The light", "The glass", "The Wardens’ hunt"]),
        (
            "promises",
            &[
                "The song means something",
                "The Wardens punish",
                "Tam will go to sea",
                "What the Glass shows",
            ],
        ),
        ("timelines", &["The winter of 1783"]),
        ("words", &["-en", "lum", "tor"]),
    ];
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(names, wanted.map(|(noun, names)| (noun, owned(names))));
    for (noun, path) in [("promises", PROMISES), ("nodes", NODES)] {
        for row in &board[noun] {
            assert_eq!(&plan.get(&format!("{path}/{}", row["id"].text())), row);
        }
    }
    for event in &board["events"] {
        assert_eq!(&plan.get(&plan.event(&event["title"].text())), event);
    }
    let project = plan.get(&plan.within(""));
    assert_eq!(
        project["intelligence"]["knowledgeBase"],
        json!({ "documents": 3, "connections": 25, "insights": 0 })
    );
    assert_eq!(project["analytics"]["agentInteractions"], 4);
}
