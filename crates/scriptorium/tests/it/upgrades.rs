//! Stories of studios whose tables are of an older version: what was in them is there afterwards.

use std::ops::RangeInclusive;

use serde_json::{Value, json};

use crate::{
    exports::whole,
    support::{Studio, Text as _, chance::Chance},
};

/// What makes the tables as they were before events were put in order by the numbers of timelines, before
/// the changes of a day were counted in rows of their own, and before
/// what lists show of a promise began with its id.
const BACK_TO_20: &[&str] = &[
    "DROP INDEX tally_many",
    "UPDATE promise
        SET shown = substr(shown, length(id) + length(project_id) + 24)",
    "INSERT INTO tally (place, noun, project_id, n)
     SELECT id, 'events', project_id, events
       FROM timeline_total
       JOIN timeline ON no = timeline_no",
    "DROP TABLE timeline_total",
    "DROP INDEX timeline_event_order",
    "CREATE TABLE named_event (
         id TEXT NOT NULL PRIMARY KEY,
         timeline_id TEXT NOT NULL,
         project_id TEXT NOT NULL,
         undated BIGINT NOT NULL,
         sort_key BIGINT NOT NULL,
         derived BIGINT NOT NULL,
         sort_order BIGINT NOT NULL,
         category TEXT NOT NULL,
         importance TEXT NOT NULL,
         title TEXT NOT NULL,
         description TEXT NOT NULL,
         date_display TEXT NOT NULL,
         tags TEXT NOT NULL,
         created_at BIGINT NOT NULL,
         modified_at BIGINT NOT NULL,
         version BIGINT NOT NULL)",
    "INSERT INTO named_event (
         id, timeline_id, project_id, undated, sort_key, derived, sort_order, category, importance,
         title, description, date_display, tags, created_at, modified_at, version)
     SELECT id, timeline_id, project_id, undated, sort_key, derived, sort_order, category,
            importance, title, description, date_display, tags, created_at, modified_at, version
       FROM timeline_event",
    "DROP TABLE timeline_event",
    "ALTER TABLE named_event RENAME TO timeline_event",
    "CREATE INDEX timeline_event_order
         ON timeline_event (timeline_id, undated, sort_key, sort_order, created_at, id, category,
                            importance)",
    "CREATE TABLE named_timeline (
         id TEXT NOT NULL PRIMARY KEY,
         project_id TEXT NOT NULL,
         name TEXT NOT NULL,
         description TEXT NOT NULL,
         calendar TEXT NOT NULL,
         created_at BIGINT NOT NULL,
         modified_at BIGINT NOT NULL,
         version BIGINT NOT NULL)",
    "INSERT INTO named_timeline (
         id, project_id, name, description, calendar, created_at, modified_at, version)
     SELECT id, project_id, name, description, calendar, created_at, modified_at, version
       FROM timeline",
    "DROP TABLE timeline",
    "ALTER TABLE named_timeline RENAME TO timeline",
    "CREATE INDEX timeline_newest ON timeline (created_at, id)",
    "CREATE INDEX timeline_project ON timeline (project_id, created_at, id)",
    "CREATE TABLE named_summary (
         project_id TEXT NOT NULL PRIMARY KEY,
         documents BIGINT NOT NULL,
         connections BIGINT NOT NULL,
         insights BIGINT NOT NULL,
         agent_interactions BIGINT NOT NULL,
         progress_weight BIGINT NOT NULL,
         progress_done BIGINT NOT NULL,
         activity TEXT NOT NULL,
         run_account TEXT NOT NULL,
         run_day BIGINT NOT NULL,
         run_edits BIGINT NOT NULL,
         run_words BIGINT NOT NULL,
         run_time_ms BIGINT NOT NULL,
         run_last BIGINT NOT NULL)",
    "INSERT INTO named_summary (
         project_id, documents, connections, insights, agent_interactions, progress_weight,
         progress_done, activity, run_account, run_day, run_edits, run_words, run_time_ms, run_last)
     SELECT project_id, documents, connections, insights, agent_interactions, progress_weight,
            progress_done, activity, run_account, run_day, run_edits, run_words, run_time_ms, run_last
       FROM project_summary
       JOIN project_run ON summary_no = no",
    "ALTER TABLE project DROP COLUMN summary_no",
    "DROP TABLE project_run",
    "DROP TABLE project_summary",
    "ALTER TABLE named_summary RENAME TO project_summary",
    "DELETE FROM schema_version
      WHERE version > 20",
];

/// The migrations that made tables anew, and what undoes all of them together.
pub const UNDONE_BY_HAND: (RangeInclusive<u32>, &[&str]) = (21..=25, BACK_TO_20);

const PROMISES: &str = "/api/creative/plot/promises";

/// What a project shows of its timelines, its promises and its days.
fn view(studio: &Studio, project: &str) -> Value {
    let timelines =
        studio.get(&format!("/api/creative/timelines?projectId={project}&limit=100")).ok()["data"]
            .clone();
    let events: Vec<Value> = timelines["timelines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|timeline| {
            let path =
                format!("/api/creative/timelines/{}/events?limit=100", timeline["id"].text());
            studio.get(&path).ok()["data"].clone()
        })
        .collect();
    json!({
        "project": studio.get(&format!("/api/projects/{project}")).ok(),
        "promises": studio.get(&format!("{PROMISES}?projectId={project}&limit=100")).ok(),
        "timelines": timelines,
        "events": events,
    })
}

story! {
    fn a_studio_of_version_20_has_all_that_it_had(mut studio) {
        let project = whole::project(studio, &mut Chance::of_today());
        whole::settle(studio, &project);
        let empty = json!({ "projectId": project, "name": "Nothing yet" });
        studio.post("/api/creative/timelines", &empty).ok();
        let before = view(studio, &project);
        let many = before["events"].as_array().unwrap().iter().filter(|page| page["total"] != 0);
        assert!(many.count() > 0, "{before:#}");
        assert_ne!(before["promises"]["data"]["total"], 0, "{before:#}");
        let trends = &before["project"]["analytics"]["trends"]["daily"];
        assert!(trends.as_array().unwrap().iter().any(|edits| edits != 0), "{before:#}");

        studio.run(BACK_TO_20);
        studio.restart();

        assert_eq!(view(studio, &project), before);
        assert_eq!(studio.write(store::recount::look), []);
        let timeline = before["timelines"]["timelines"][0]["id"].text();
        let path = format!("/api/creative/timelines/{timeline}/events");
        let total = studio.get(&path).ok()["data"]["total"].as_i64().unwrap();
        studio.post(&path, &json!({ "title": "One more", "dateDisplay": "1893" })).ok();
        assert_eq!(studio.get(&path).ok()["data"]["total"], total + 1);
    }
}

/// What makes the counts of mentions as they were before a name was found in letters of another form.
const BACK_TO_24: &[&str] = &[
    "DELETE FROM lore_mention",
    "DELETE FROM tally
      WHERE noun IN ('mentions', 'documents')
        AND place IN (SELECT id
                        FROM lore_entry)",
    "DELETE FROM schema_version
      WHERE version > 24",
];

story! {
    fn mentions_of_version_24_are_counted_anew(mut studio) {
        let project = studio.project("Budapest");
        studio.document(&project, "I", "A\u{301}rmin.");
        let (armin, _) = crate::lore::make(studio, &project, &json!({ "name": "Ármin" }));
        let known = |studio: &Studio| {
            studio.until("the mentions", || {
                Some(studio.get(&armin).ok()["mentions"].clone()).filter(|it| !it.is_null())
            })
        };
        let before = known(studio);
        assert_eq!(before, json!({ "total": 1, "documents": 1 }));

        studio.run(BACK_TO_24);
        assert_eq!(known(studio)["total"], 0);
        studio.restart();

        studio.until("the text to be read", || Some(()).filter(|()| known(studio) == before));
        assert_eq!(studio.write(store::recount::look), []);
    }
}
