//! Changes that are counted one by one, by several users and by clocks that go back and forth, against
//! the simplest way to count them.

use domain::{
    Principal, Time,
    projects::summary::{ACTIVITY_DAYS_MAX, Activity, Day, SESSION_GAP_MS, UserEdits},
    time::DAY_MS,
};
use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError, TestRunner},
};
use store::project_counters::{Counters, count_change};

use crate::support::Studio;

/// How many random histories are run, each in a project of its own.
const CASES: u32 = 24;

/// A change of so many words by a user, so long after (or before) the one before it.
type Edit = (&'static str, i64, i64);

fn edit() -> impl Strategy<Value = Edit> {
    let user = prop::sample::select(vec!["local", "ada", "mina"]);
    let wait = prop_oneof![
        6 => 0..SESSION_GAP_MS + 2,
        1 => Just(SESSION_GAP_MS),
        2 => -DAY_MS..0,
        2 => 0..3 * DAY_MS,
    ];
    (user, -50..50_i64, wait)
}

/// Every change written down at once.
fn counted(activity: &mut Activity, user: &str, words: i64, now: Time) {
    match activity.users.0.iter_mut().find(|(name, _)| name == user) {
        Some((_, UserEdits(edits, last))) => {
            let gap = now.millis() - last.millis();
            if (0..SESSION_GAP_MS).contains(&gap) {
                activity.time_ms += gap;
            } else {
                activity.sessions += 1;
            }
            (*edits, *last) = (*edits + 1, now);
        }
        None => {
            activity.sessions += 1;
            activity.users.0.push((user.to_owned(), UserEdits(1, now)));
        }
    }
    activity.hours.resize(24, 0);
    activity.hours[usize::try_from(now.hour()).unwrap()] += 1;
    if let Some(day) = activity.days.iter_mut().find(|day| day.day == now.day()) {
        day.edits += 1;
        day.words += words;
        return;
    }
    activity.active_days += 1;
    activity.days.push(Day { day: now.day(), edits: 1, words });
    activity.days.sort_by_key(|day| day.day);
    if activity.days.len() > ACTIVITY_DAYS_MAX {
        activity.days.remove(0);
    }
}

/// What a new project has kept after these changes, and what it should have.
fn after(studio: &Studio, edits: &[Edit]) -> (Activity, Activity) {
    let id = studio.project("counted");
    let mut wanted = Activity::default();
    let mut changes = Vec::new();
    let mut now = studio.clock.now();
    for (user, words, wait) in edits {
        now = Time::from_millis(now.millis() + wait);
        counted(&mut wanted, user, *words, now);
        changes.push((*user, *words, now));
    }
    let database = &studio.behind().database;
    let count = database.write(move |tx| {
        let project = store::projects::check(tx, &Principal::local(), &id)?;
        for (user, words, now) in &changes {
            let change = Counters { words: *words, ..Counters::default() };
            count_change(tx, &project, user, change, *now)?;
        }
        store::projects::get(tx, &Principal::local(), &id)
    });
    (studio.block_on(count).expect("a project").2.activity, wanted)
}

service_test! {
    fn changes_count_the_same_however_they_follow_each_other(studio) {
        let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
        let outcome = TestRunner::new(config).run(&prop::collection::vec(edit(), 1..40), |edits| {
            let (kept, wanted) = after(studio, &edits);
            prop_assert_eq!(kept, wanted);
            Ok::<(), TestCaseError>(())
        });
        if let Err(failure) = outcome {
            panic!("{failure}");
        }
    }
}

service_test! {
    fn days_are_kept_one_by_one_for_a_year(studio) {
        let edits = vec![("local", 1, DAY_MS); ACTIVITY_DAYS_MAX + 4];

        let (kept, wanted) = after(studio, &edits);

        assert_eq!(kept, wanted);
        assert_eq!(kept.days.len(), ACTIVITY_DAYS_MAX);
        assert_eq!(kept.active_days, i64::try_from(edits.len()).unwrap());
    }
}
