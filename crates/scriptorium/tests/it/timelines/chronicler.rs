//! What the chronicler reports of the timelines of a project.

use domain::{principal::Scope, time::DAY_MS};
use serde_json::{Value, json};

use super::{TIMELINES, event, inside, plotline, timeline};
use crate::support::{JSON, Studio, Text as _};

const SEND: &str = "/api/agent-communication/messages/send";

/// Asks the chronicler about a project; its reply.
fn ask(studio: &Studio, context: &Value, headers: &[(&str, &str)]) -> Value {
    let body =
        json!({ "toAgent": "chronicler", "message": "What happens when?", "context": context });
    let sent = studio.ask("POST", SEND, headers, Some(&body.to_string())).ok();
    let id = sent["response"]["messageId"].text();
    let list = format!("/api/agent-communication/messages?conversationId={id}");
    let list = studio.until("a reply", || {
        let page = studio.ask("GET", &list, headers, None).ok();
        let all = page["messages"].as_array().unwrap().clone();
        all.into_iter().find(|message| message["replyTo"] == id.as_str())
    });
    // Only the record itself has the report.
    let path = format!("/api/agent-communication/messages/{}", list["id"].text());
    studio.ask("GET", &path, headers, None).ok()
}

fn about(studio: &Studio, project: &str) -> Value {
    ask(studio, &json!({ "metadata": { "projectId": project } }), &[JSON])
}

/// The titles of a list of a report.
fn titles(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|it| it["title"].text()).collect()
}

/// A timeline with a plotline and seven events, one of them without a date; the events.
fn seven_events(studio: &Studio, project: &str) -> Vec<Value> {
    let path = timeline(studio, project);
    plotline(studio, &path, "Mina");
    let made = |(title, date, key): (&str, &str, Option<i64>)| {
        let mut body = json!({ "title": title, "dateDisplay": date });
        if let Some(key) = key {
            body["dateSortKey"] = json!(key);
        }
        studio.clock.advance(1);
        event(studio, &path, &body).1
    };
    [
        ("Whitby", "24 July 1893", None),
        ("Bistritz", "3 May 1893", None),
        ("The castle", "1893-05-05", None),
        ("A letter", "May 3, 1893", None),
        ("An omen", "some night", None),
        ("The end of time", "never", Some(i64::MAX)),
        ("A\nprologue", "before", Some(i64::MIN)),
    ]
    .map(made)
    .to_vec()
}

/// That the gaps are the widest first, and which of them are spans of time.
fn check_gaps(gaps: &Value) {
    let gaps = gaps.as_array().unwrap();
    let listed: Vec<_> = gaps
        .iter()
        .map(|gap| {
            (gap["earlier"]["title"].text(), gap["later"]["title"].text(), gap["isTime"] == true)
        })
        .collect();
    let gap = |earlier: &str, later: &str, is_time| (earlier.to_owned(), later.to_owned(), is_time);
    assert_eq!(
        listed[2..],
        [gap("The castle", "Whitby", true), gap("A letter", "The castle", true),]
    );
    assert!(listed[..2].contains(&gap("A prologue", "Bistritz", false)));
    assert_eq!(gaps[2]["distance"], 80 * DAY_MS);
}

service_test! {
    fn the_chronicler_reports_what_happens_when_and_where_nothing_does(studio) {
        let project = studio.project("Dracula");
        let made = seven_events(studio, &project);
        let empty =
            inside(studio.post(TIMELINES, &json!({ "projectId": project, "name": "empty" })));

        let reply = about(studio, &project);

        let report = &reply["report"];
        assert_eq!(
            (&report["kind"], &report["projectId"].text(), &report["total"]),
            (&json!("timelines"), &project, &json!(2))
        );
        assert_eq!(report["timelines"][0]["id"], empty["id"]);
        let reported = &report["timelines"][1];
        assert_eq!(
            (&reported["events"], &reported["undated"], &reported["plotlines"], &reported["sharedMoments"]),
            (&json!(7), &json!(1), &json!(1), &json!(1))
        );
        assert_eq!(
            titles(&reported["order"]),
            ["A prologue", "Bistritz", "A letter", "The castle", "Whitby", "The end of time"]
        );
        let order = reported["order"].as_array().unwrap();
        for mark in order {
            let row = made.iter().find(|it| it["id"] == mark["id"]).unwrap();
            for field in ["dateDisplay", "dateSortKey"] {
                assert_eq!(mark[field], row[field], "{mark}");
            }
        }
        let moment = &reported["sameTime"][0];
        assert_eq!(titles(&moment["events"]), ["Bistritz", "A letter"]);
        assert_eq!(
            (&moment["dateSortKey"], &moment["total"]),
            (&made[1]["dateSortKey"], &json!(2))
        );
        assert_eq!(reported["sameTime"].as_array().unwrap().len(), 1);
        // A sort key that somebody gave counts no time.
        check_gaps(&reported["gaps"]);
        assert_eq!(titles(&reported["withoutDate"]), ["An omen"]);

        let text = reply["message"].text();
        for line in [
            "“empty” has no events.",
            "“Dracula” has events: 7, without a place in time: 1, plotlines: 1.",
            "    3 May 1893: Bistritz",
            "    “Bistritz” (3 May 1893), “A letter” (May 3, 1893)",
            "    80 days between “The castle” (1893-05-05) and “Whitby” (24 July 1893)",
            "    2 days between “A letter” (May 3, 1893) and “The castle” (1893-05-05)",
            "    “An omen” (some night)",
        ] {
            assert!(text.lines().any(|it| it == line), "{line:?} in {text}");
        }
    }
}

service_test! {
    fn long_timelines_are_listed_in_part_and_counted_in_whole(studio) {
        let project = studio.project("Dracula");
        for name in 0..11 {
            inside(
                studio.post(TIMELINES, &json!({ "projectId": project, "name": format!("{name}") })),
            );
            studio.clock.advance(1);
        }
        let path = timeline(studio, &project);
        for number in 0..60 {
            event(
                studio,
                &path,
                &json!({ "title": "t", "dateDisplay": format!("{} May 1893", number % 15 + 1) }),
            );
        }
        for _ in 0..25 {
            event(studio, &path, &json!({ "title": "u", "dateDisplay": "once" }));
        }

        let reply = about(studio, &project);

        let reported = &reply["report"]["timelines"][0];
        assert_eq!(reply["report"]["timelines"].as_array().unwrap().len(), 10);
        assert_eq!((&reply["report"]["total"], &reported["events"]), (&json!(12), &json!(85)));
        assert_eq!(reported["sameTime"].as_array().unwrap().len(), 15);
        assert_eq!(reported["gaps"].as_array().unwrap().len(), 5);
        let text = reply["message"].text();
        for line in ["    and 10 more", "    and 5 more", "and 2 more"] {
            assert!(text.lines().any(|it| it == line), "{line:?} in {text}");
        }
    }
}

service_test! {
    fn what_a_date_does_not_say_is_not_reported(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        for (title, date) in [
            ("The year", "1893"),
            ("The month", "January 1893"),
            ("The new year", "1 January 1893"),
            ("Winter", "December 1893"),
            ("The castle", "3 May 1894"),
            ("The door", "4 May 1894, 14:30"),
            ("The lamp", "1894-05-04T14:30:00.001"),
        ] {
            studio.clock.advance(1);
            event(studio, &path, &json!({ "title": title, "dateDisplay": date }));
        }

        let reply = about(studio, &project);

        let text = reply["message"].text();
        let lines: Vec<_> =
            text.lines().skip_while(|line| !line.contains("same place")).collect();
        assert_eq!(
            lines,
            [
                "  At the same place in the order:",
                "    “The year” (1893), “The month” (January 1893), “The new year” (1 January 1893)",
                "  Longest without an event:",
                "    from “The new year” (1 January 1893) to “Winter” (December 1893)",
                "    from “Winter” (December 1893) to “The castle” (3 May 1894)",
                "    1 day between “The castle” (3 May 1894) and “The door” (4 May 1894, 14:30)",
                "    1 millisecond between “The door” (4 May 1894, 14:30) and “The lamp” \
                 (1894-05-04T14:30:00.001)",
            ]
        );
        let gaps = reply["report"]["timelines"][0]["gaps"].as_array().unwrap();
        let are_times: Vec<_> = gaps.iter().map(|gap| gap["isTime"] == true).collect();
        assert_eq!(are_times, [false, false, true, true]);
    }
}

service_test! {
    fn a_moment_of_many_events_hides_none_of_the_next(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        for (date, count) in [("3 May 1893", 99), ("4 May 1893", 2)] {
            for number in 0..count {
                let title = format!("{date} {number}");
                let body = json!({ "title": title, "dateDisplay": date, "sortOrder": number });
                event(studio, &path, &body);
            }
        }

        let reply = about(studio, &project);

        let reported = &reply["report"]["timelines"][0];
        let moments = reported["sameTime"].as_array().unwrap();
        let sizes: Vec<_> = moments
            .iter()
            .map(|it| (it["total"].as_i64().unwrap(), it["events"].as_array().unwrap().len()))
            .collect();
        assert_eq!(sizes, [(99, 20), (2, 2)]);
        assert_eq!(titles(&moments[1]["events"]), ["4 May 1893 0", "4 May 1893 1"]);
        let text = reply["message"].text();
        let lines: Vec<_> =
            text.lines().skip_while(|line| !line.ends_with("same place in the order:")).skip(1).collect();
        assert!(lines[0].starts_with("    “3 May 1893 0” (3 May 1893), “3 May 1893 1”"), "{text}");
        assert!(lines[0].ends_with("“3 May 1893 19” (3 May 1893) and 79 more"), "{text}");
        assert_eq!(lines[1], "    “4 May 1893 0” (4 May 1893), “4 May 1893 1” (4 May 1893)");
    }
}

service_test! {
    fn without_a_project_or_a_timeline_the_chronicler_says_so(studio) {
        let nothing = "This message is about no project: open one, or name it in \
             context.metadata.projectId.\n";
        let reply = ask(studio, &json!(null), &[JSON]);
        assert_eq!((reply["message"].text().as_str(), &reply["report"]), (nothing, &Value::Null));
        assert_eq!(about(studio, "x")["message"], "Project not found");

        let project = studio.project("Dracula");
        studio.post(&format!("/api/projects/{project}/activate"), &json!({})).ok();
        let reply = ask(studio, &json!(null), &[JSON]);
        assert_eq!(
            reply["message"], "The project has no timelines.\n",
            "the open project is meant"
        );
        assert_eq!(reply["report"]["projectId"], project.as_str());

        // What is not the sender's to see is, for the sender, not there.
        let database = studio.behind().database.clone();
        let made = scriptorium::tokens::create(
            &database,
            "lucy",
            Scope::Write,
            "",
            None,
            studio.clock.now(),
        );
        let bearer = format!("Bearer {}", studio.block_on(made).unwrap());
        let headers = [JSON, ("authorization", bearer.as_str())];
        let reply = ask(studio, &json!({ "metadata": { "projectId": project } }), &headers);
        assert_eq!(
            (reply["message"].text().as_str(), &reply["report"]),
            ("Project not found", &Value::Null)
        );
    }
}
