//! Backups that a running service makes by itself, how many stay, and what is seen when one fails.

use std::fs;

use domain::time::DAY_MS;

use crate::support::{
    Studio,
    backups::{backups_of, names_in},
};

/// Has the service check now whether a backup is due; it started with the test.
fn run_due(studio: &Studio) {
    studio.block_on(engine::backups::run_due(studio.behind(), crate::support::BEGINNING));
}

service_test! {
    fn a_service_makes_one_a_day_and_keeps_the_newest(studio, "backup.keep" = "2") {
        studio.project("Dracula");
        run_due(studio);
        assert_eq!(backups_of(studio).len(), 0, "nothing is there to be kept yet");

        studio.clock.advance(600_000);
        run_due(studio);
        let first = backups_of(studio);
        assert_eq!(first.len(), 1);
        studio.clock.advance(DAY_MS - 1);
        run_due(studio);
        assert_eq!(backups_of(studio), first);

        let mut all = first;
        for _ in 0..3 {
            studio.clock.advance(DAY_MS);
            run_due(studio);
            let newest = backups_of(studio).pop().unwrap();
            assert!(!all.contains(&newest));
            all.push(newest);
        }
        assert_eq!(backups_of(studio), all[2..], "two stay");
        assert_eq!(names_in(&studio.settings.backups_folder()).len(), 2);
        for backup in backups_of(studio) {
            engine::backups::check::check(&backup).unwrap();
        }
    }
}

service_test! {
    fn without_a_plan_none_is_made(studio, "backup.every_hours" = "0") {
        studio.clock.advance(100 * DAY_MS);
        run_due(studio);

        assert!(!studio.settings.backups_folder().exists());
        assert_eq!(studio.get("/health/ready").ok()["parts"]["backup"], "ok");
    }
}

service_test! {
    fn a_backup_that_fails_is_seen_and_stops_nobody(studio, "backup.keep" = "1") {
        let folder = studio.settings.backups_folder();
        studio.clock.advance(DAY_MS);
        run_due(studio);
        let good = backups_of(studio);
        assert_eq!(good.len(), 1);

        // Where the next one would lie, there is a file.
        let aside = folder.with_extension("aside");
        fs::rename(&folder, &aside).unwrap();
        fs::write(&folder, "in the way").unwrap();
        studio.clock.advance(DAY_MS);
        run_due(studio);

        let ready = studio.get("/health/ready");
        assert_eq!(ready.status, 200, "{ready}");
        assert_eq!(ready.body["status"], "degraded");
        assert_eq!(ready.body["parts"]["backup"], "failed");
        let problem = ready.body["problems"][0].as_str().unwrap();
        assert!(problem.starts_with("The backup failed at 20"), "{problem}");
        assert!(!problem.contains(&folder.display().to_string()), "no path: {problem}");
        studio.project("Work goes on");

        // What was good is still there, and the next one makes all well.
        fs::remove_file(&folder).unwrap();
        fs::rename(&aside, &folder).unwrap();
        assert_eq!(backups_of(studio), good);
        run_due(studio);
        assert_eq!(studio.get("/health/ready").ok()["status"], "degraded", "it rests a while");
        studio.clock.advance(600_000);
        run_due(studio);
        let ready = studio.get("/health/ready").ok();
        assert_eq!((&ready["status"], &ready["parts"]["backup"]), (&"ok".into(), &"ok".into()));
        assert_eq!(ready["problems"], serde_json::json!([]));
        assert_ne!(backups_of(studio), good);
    }
}
