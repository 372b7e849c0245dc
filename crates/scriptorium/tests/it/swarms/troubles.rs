//! What becomes of a swarm when nobody wants it any more, when its time is over, and when whoever
//! was at a part of it went silent.

use domain::swarms::GRACE_MS;
use serde_json::{Value, json};
use store::swarms::subtasks::{self, Claimed};

use super::{SWARM, begin, book, ended, list, path, sleep, states, sub_task, wake};
use crate::support::{Studio, Text as _};

/// Takes what an agent could begin, as another worker.
fn take(studio: &Studio, agent: &'static str, lease_ms: i64) -> Vec<Claimed> {
    let now = studio.clock.now();
    studio.write(move |tx| subtasks::claim(tx, agent, ("silent", now.plus(lease_ms)), 10, now))
}

/// Notifies the worker of swarms, which then does its upkeep.
fn look(studio: &Studio) {
    studio.behind().wakers.notify(&engine::wakers::Wake::Swarms);
}

fn cancel(studio: &Studio, swarm: &Value) -> crate::support::Reply {
    studio.post(&format!("{}/cancel", path(swarm)), &json!({}))
}

fn retry(studio: &Studio, swarm: &Value) -> crate::support::Reply {
    studio.post(&format!("{}/retry", path(swarm)), &json!({}))
}

service_test! {
    fn a_swarm_nobody_wants_any_more_is_in_no_list(studio) {
        sleep(studio, "director");
        let swarm = begin(studio, "consistency_sweep", json!({}));

        let cancelled = cancel(studio, &swarm).ok();

        assert_eq!((&cancelled["status"], &cancelled["progress"]), (&json!("cancelled"), &json!(0.0)));
        assert_eq!(states(&ended(studio, &swarm)), ["synthesis cancelled"]);
        assert_eq!(list(studio)["totalCount"], 0);
        let again = cancel(studio, &swarm);
        assert_eq!((again.status, again.detail()), (409, "The swarm is cancelled".to_owned()));
        assert_eq!(cancel(studio, &json!({ "swarmId": "nobody" })).status, 404);
    }
}

service_test! {
    fn what_is_being_worked_on_has_a_moment_to_end(studio) {
        let project = book(studio);
        for agent in ["proseguard", "lorekeeper", "castwright"] {
            sleep(studio, agent);
        }
        let swarm = begin(studio, "consistency_sweep", json!({ "projectId": project }));
        let taken = take(studio, "proseguard", 600_000);
        assert_eq!(taken.len(), 2);

        let cancelling = cancel(studio, &swarm).ok();
        assert_eq!((&cancelling["status"], &cancelling["cancelling"]), (&json!("pending"), &json!(true)));
        assert_eq!(cancel(studio, &swarm).ok(), cancelling, "to want it again changes nothing");
        assert_eq!(list(studio)["totalCount"], 1);

        studio.clock.advance(GRACE_MS);
        look(studio);
        let over = ended(studio, &swarm);
        assert_eq!(over["status"], "cancelled");
        assert_eq!(over["subTaskCounts"]["cancelled"], 8);
        // Whoever comes too late changes nothing.
        let (late, now) = (taken[0].clone(), studio.clock.now());
        let counted = studio.write(move |tx| {
            subtasks::finish(tx, (&late, domain::swarms::SubtaskState::Succeeded), None, None, now)
        });
        assert!(!counted);
        assert_eq!(ended(studio, &swarm), over);
    }
}

service_test! {
    fn a_swarm_goes_on_from_what_another_one_has_done(studio) {
        let project = book(studio);
        sleep(studio, "castwright");
        let first = begin(studio, "consistency_sweep", json!({ "projectId": project }));
        studio.until("four sub-tasks that are done", || {
            (studio.get(&path(&first)).ok()["subTaskCounts"]["succeeded"] == 5).then_some(())
        });
        assert_eq!(retry(studio, &first).detail(), "The swarm is active");
        cancel(studio, &first).ok();
        wake(studio, "castwright");

        let second = retry(studio, &first).ok();

        assert_eq!(second["derivedFrom"], first["swarmId"]);
        assert_eq!(second["subTaskCounts"]["succeeded"], 5);
        let second = ended(studio, &second);
        assert_eq!(second["status"], "completed");
        assert_eq!(second["usage"]["attempts"], 3, "nothing was done twice");
        let reused = sub_task(&second, "lorekeeper-1");
        assert_eq!((&reused["reused"], &reused["attempt"]), (&json!(true), &json!(0)));
        assert_eq!(reused["result"], sub_task(&ended(studio, &first), "lorekeeper-1")["result"]);
        assert!(second["artefacts"][0]["content"].text().contains("telephone"));
        assert_eq!(retry(studio, &second).status, 409);
        assert_eq!(retry(studio, &json!({ "swarmId": "nobody" })).status, 404);
    }
}

service_test! {
    fn a_sub_task_nobody_begins_in_time_has_failed_and_the_others_go_on(studio) {
        let project = book(studio);
        sleep(studio, "castwright");
        let swarm = begin(studio, "consistency_sweep", json!({ "projectId": project }));
        studio.until("four sub-tasks that are done", || {
            (studio.get(&path(&swarm)).ok()["subTaskCounts"]["succeeded"] == 5).then_some(())
        });

        studio.clock.advance(3_600_000);
        look(studio);

        let swarm = ended(studio, &swarm);
        assert_eq!((&swarm["status"], &swarm["error"]),
            (&json!("failed"), &json!("2 of 8 sub-tasks failed")));
        let failed = sub_task(&swarm, "castwright-1");
        assert_eq!(failed["error"], "castwright did not begin in time");
        let report = swarm["artefacts"][0]["content"].text();
        assert!(report.contains("## Failed"), "{report}");
        assert_eq!(list(studio)["completedSwarms"][0]["swarmId"], swarm["swarmId"]);
        let notices = studio.get("/api/notifications").ok();
        assert_eq!(notices["notifications"][0]["title"], "Swarm failed");
    }
}

service_test! {
    fn what_waited_while_nobody_was_there_is_done_afterwards(mut studio) {
        sleep(studio, "director");
        let swarm = begin(studio, "consistency_sweep", json!({}));

        studio.stop();
        studio.clock.advance(3 * 3_600_000);
        studio.restart();

        assert_eq!(ended(studio, &swarm)["status"], "completed");
    }
}

service_test! {
    fn a_swarm_whose_time_is_over_has_failed(studio) {
        sleep(studio, "director");
        let swarm = begin(studio, "consistency_sweep", json!({ "budget": { "timeMs": 5_000 } }));

        studio.clock.advance(5_000);
        look(studio);

        let swarm = ended(studio, &swarm);
        assert_eq!((&swarm["status"], &swarm["error"]),
            (&json!("failed"), &json!("It was not done within 5 s")));
        assert_eq!(swarm["budget"], json!({ "timeMs": 5_000 }));
    }
}

service_test! {
    fn a_sub_task_whose_worker_went_silent_is_done_by_another_and_counts_once(studio) {
        sleep(studio, "director");
        let swarm = begin(studio, "consistency_sweep", json!({}));
        let stale = take(studio, "director", 1_000).pop().unwrap();
        wake(studio, "director");

        studio.clock.advance(1_000);
        look(studio);

        let swarm = ended(studio, &swarm);
        assert_eq!(swarm["status"], "completed");
        assert_eq!(swarm["subTasks"][0]["attempt"], 2);
        let now = studio.clock.now();
        let counted = studio.write(move |tx| {
            subtasks::finish(tx, (&stale, domain::swarms::SubtaskState::Failed), Some("x"), None, now)
        });
        assert!(!counted, "the silent worker comes to its end after all");
        assert_eq!(ended(studio, &swarm), swarm);
    }
}

service_test! {
    fn a_sub_task_that_takes_too_long_is_begun_once_more(studio) {
        sleep(studio, "director");
        let swarm = begin(studio, "consistency_sweep", json!({}));
        for attempt in 1..=2 {
            let taken = studio.until("a sub-task to take", || {
                studio.clock.advance(1_000);
                take(studio, "director", 86_400_000).pop()
            });
            assert_eq!(taken.subtask.attempt, attempt);
            studio.clock.advance(7_200_000);
            look(studio);
            studio.until("the end of the attempt", || {
                (studio.get(&path(&swarm)).ok()["subTasks"][0]["state"] != "leased").then_some(())
            });
        }

        let swarm = ended(studio, &swarm);
        assert_eq!(swarm["status"], "failed");
        assert_eq!(swarm["subTasks"][0]["error"], "It took longer than 7200 s (tried 2 times)");
    }
}

service_test! {
    fn what_is_gone_when_its_turn_comes_is_left_out(studio) {
        let project = book(studio);
        for agent in ["proseguard", "lorekeeper", "castwright"] {
            sleep(studio, agent);
        }
        let swarm = begin(studio, "consistency_sweep", json!({ "projectId": project }));
        let documents = studio.get(&format!("/api/projects/{project}/documents")).ok();
        let first = documents["documents"][0]["id"].text();
        studio.delete(&format!("/api/projects/{project}/documents/{first}")).ok();
        for agent in ["proseguard", "lorekeeper", "castwright"] {
            wake(studio, agent);
        }
        look(studio);

        let swarm = ended(studio, &swarm);

        assert_eq!(swarm["status"], "completed");
        assert_eq!(sub_task(&swarm, "proseguard-1")["error"], "The document is gone");
        assert_eq!(swarm["subTaskCounts"]["skipped"], 3);
    }
}

service_test! {
    fn a_swarm_of_a_project_in_the_bin_is_nobodys_to_see(studio) {
        let project = book(studio);
        let swarm = ended(studio, &begin(studio, "consistency_sweep", json!({ "projectId": project })));

        studio.delete(&format!("/api/projects/{project}")).ok();

        assert_eq!(studio.get(&path(&swarm)).status, 404);
        assert_eq!(list(studio)["totalCount"], 0);
        assert_eq!(studio.get(&format!("{SWARM}/system/overview")).ok()["historicalStatistics"]["total"], 1);
    }
}
