//! The list of events: its order, its pages and its filters.

use domain::{
    Principal,
    json::Json,
    model::read_body,
    timelines::{
        event::{Event, EventCreate},
        link::{Link, LinkKind},
    },
};
use serde_json::{Value, json};
use store::timelines::{self, events, links};

use super::{event, inside, pages, plotline, timeline};
use crate::support::{Studio, Text as _};

/// The totals of a list under a query.
fn total(studio: &Studio, timeline: &str, query: &str) -> Value {
    inside(studio.get(&format!("{timeline}/events?{query}")))["total"].clone()
}

service_test! {
    fn events_come_by_key_then_order_then_age_and_those_without_a_date_last(studio) {
        let path = timeline(studio, &studio.project("Dracula"));
        let (low, high) = (i64::MIN, i64::MAX);
        // Each line is behind the one before.
        let mut wanted = Vec::new();
        let mut bodies = Vec::new();
        for (key, order) in [
            (Some(low), 0),
            (Some(-5), 0),
            (Some(0), low),
            (Some(0), -1),
            (Some(0), 0),
            (Some(0), 0),
            (Some(0), 1),
            (Some(7), high),
            (Some(high), 0),
            (None, -1),
            (None, 0),
            (None, 0),
        ] {
            let title = format!("{:02}", wanted.len());
            let mut body = json!({ "title": title, "dateDisplay": "once", "sortOrder": order });
            if let Some(key) = key {
                body["dateSortKey"] = json!(key);
            }
            wanted.push(title);
            bodies.push(body);
        }
        // Made in another order, but for those of equal keys: 5 is younger than 4, and 11 was made in
        // the same millisecond as 10.
        for at in [7, 4, 9, 0, 2, 8, 1, 6, 3, 5, 10, 11] {
            event(studio, &path, &bodies[at]);
            if at != 10 {
                studio.clock.advance(1);
            }
        }

        for limit in [1, 2, 5, 11, 12, 100] {
            let pages = pages(studio, &format!("{path}/events"), &format!("limit={limit}"));
            assert_eq!(pages.concat(), wanted, "{limit}");
            assert!(pages.iter().all(|page| page.len() <= limit));
        }
        assert_eq!(total(studio, &path, "limit=1"), 12);
    }
}

service_test! {
    fn a_cursor_stays_good_when_its_event_is_gone(studio) {
        let path = timeline(studio, &studio.project("Dracula"));
        let made: Vec<_> = (0..4)
            .map(|key| {
                event(
                    studio,
                    &path,
                    &json!({ "title": key.to_string(), "dateDisplay": "d", "dateSortKey": key }),
                )
                .0
            })
            .collect();
        let first = inside(studio.get(&format!("{path}/events?limit=2")));
        let cursor = first["nextCursor"].text();

        studio.delete(&made[1]).ok();

        let second = inside(studio.get(&format!("{path}/events?limit=2&cursor={cursor}")));
        let titles: Vec<_> =
            second["events"].as_array().unwrap().iter().map(|it| it["title"].text()).collect();
        assert_eq!(
            (titles, &second["nextCursor"]),
            (vec!["2".to_owned(), "3".to_owned()], &Value::Null)
        );
        assert_eq!(second["total"], 3);
    }
}

service_test! {
    fn filters_name_a_category_an_importance_a_plotline_a_record_or_a_span(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let (_, lane) = plotline(studio, &path, "Mina");
        let (_, empty) = plotline(studio, &path, "nobody");
        let scene = studio.document(&project, "Whitby", "The tide.");
        for (title, key, category, importance, on_lane, linked) in [
            ("a", Some(1), "plot", "minor", true, false),
            ("b", Some(2), "death", "critical", true, true),
            ("c", Some(3), "plot", "critical", false, true),
            ("d", None, "death", "minor", true, true),
        ] {
            let mut body = json!({ "title": title, "dateDisplay": "once", "category": category,
                "importance": importance });
            if let Some(key) = key {
                body["dateSortKey"] = json!(key);
            }
            if on_lane {
                body["plotlineIds"] = json!([lane]);
            }
            let (at, _) = event(studio, &path, &body);
            if linked {
                let link = json!({ "entityType": "scene", "entityId": scene });
                inside(studio.post(&format!("{at}/links"), &link));
            }
        }

        for (query, titles) in [
            (String::new(), "abcd"),
            ("category=death".to_owned(), "bd"),
            ("importance=critical".to_owned(), "bc"),
            (format!("plotlineId={lane}"), "abd"),
            (format!("plotlineId={empty}"), ""),
            (format!("entityId={scene}"), "bcd"),
            ("entityId=".to_owned(), ""),
            ("entityId=x".to_owned(), ""),
            // Whoever asks for a span asks for nothing without a place in time.
            ("from=2".to_owned(), "bc"),
            ("to=2".to_owned(), "ab"),
            ("from=2&to=2".to_owned(), "b"),
            ("from=3&to=2".to_owned(), ""),
            (format!("from={}&to={}", i64::MIN, i64::MAX), "abc"),
            (
                format!(
                    "category=death&importance=critical&plotlineId={lane}&entityId={scene}&from=1"
                ),
                "b",
            ),
        ] {
            for limit in [1, 100] {
                let query = format!("limit={limit}&{query}");
                let found = pages(studio, &format!("{path}/events"), &query).concat().concat();
                assert_eq!(found, titles, "{query}");
            }
            assert_eq!(total(studio, &path, &query), titles.len(), "{query}");
        }
        // A cursor of the whole list may stand behind all that is dated.
        let last = inside(studio.get(&format!("{path}/events?limit=3")))["nextCursor"].text();
        let behind = format!("1{}", &last[1..]);
        let page = inside(studio.get(&format!("{path}/events?from=1&cursor={behind}")));
        assert_eq!((&page["events"], &page["total"]), (&json!([]), &json!(3)));
        for query in
            ["category=Plot", "importance=high", "from=x", "to=1.5", "limit=0", "cursor=1.x"]
        {
            assert_eq!(studio.get(&format!("{path}/events?{query}")).status, 422, "{query}");
        }
        let (_, foreign) = plotline(studio, &timeline(studio, &project), "foreign");
        for id in ["x", "", foreign.as_str()] {
            let reply = studio.get(&format!("{path}/events?plotlineId={id}"));
            assert_eq!((reply.status, reply.detail()), (404, "Plotline not found".to_owned()));
        }
    }
}

/// What an event of many is like, by its number.
struct Fate {
    key: Option<i64>,
    category: &'static str,
    is_quiet: bool,
    is_linked: bool,
    is_famous: bool,
}

impl Fate {
    fn of(number: i64) -> Self {
        Self {
            // Each key once, and every fiftieth event without one.
            key: (number % 50 != 0).then_some(number * 7_919 % 2_003),
            category: if number % 3 == 0 { "death" } else { "plot" },
            is_quiet: number % 40 == 5,
            is_linked: number % 25 == 0,
            is_famous: number < 2_001,
        }
    }
}

/// Enters the events up to `count` at once, directly in the database: all of them on the first plotline, some on
/// the second, and some linked to the record `linked`, `famous` or both.
fn make_many(studio: &Studio, timeline: &str, count: i64, lanes: [&str; 2]) {
    let id = timeline.rsplit('/').next().unwrap().to_owned();
    let lanes = lanes.map(str::to_owned);
    let now = studio.clock.now();
    studio.write(move |tx| {
        let (project, timeline) = timelines::get_for_new_event(tx, &Principal::local(), &id)?;
        for number in 0..count {
            let fate = Fate::of(number);
            let mut body = json!({ "title": number.to_string(), "dateDisplay": "once",
                "category": fate.category, "sortOrder": number });
            if let Some(key) = fate.key {
                body["dateSortKey"] = json!(key);
            }
            let create: EventCreate = read_body(&Json::read(body.to_string().as_bytes()).unwrap())?;
            let event =
                Event::create(domain::ids::new(now), (&id, timeline.calendar), &create, now);
            events::create(tx, &project, timeline.number, &event)?;
            let lanes = if fate.is_quiet { &lanes[..] } else { &lanes[..1] };
            links::add_to_plotlines(tx, &project, &event.id, lanes)?;
            for (entity, _) in [("linked", fate.is_linked), ("famous", fate.is_famous)]
                .into_iter()
                .filter(|(_, is)| *is)
            {
                let link = Link {
                    id: domain::ids::new(now),
                    kind: LinkKind::Lore,
                    entity_id: entity.to_owned(),
                    label: String::new(),
                    created_at: now,
                };
                links::create(tx, &project, &event.id, &link)?;
            }
        }
        Ok(())
    });
}

service_test! {
    fn what_is_tied_to_few_events_and_to_thousands_is_listed_alike(studio) {
        let project = studio.project("Dracula");
        let path = timeline(studio, &project);
        let ((_, busy), (_, quiet)) =
            (plotline(studio, &path, "Jonathan"), plotline(studio, &path, "Mina"));
        let count = 2_010;
        make_many(studio, &path, count, [&busy, &quiet]);
        // The records are linked to from here as well, and that is nobody's business there.
        let other = timeline(studio, &project);
        let ((_, one), (_, two)) =
            (plotline(studio, &other, "Lucy"), plotline(studio, &other, "Arthur"));
        make_many(studio, &other, 60, [&one, &two]);

        let mut all: Vec<(i64, Fate)> = (0..count).map(|number| (number, Fate::of(number))).collect();
        all.sort_by_key(|(number, fate)| (fate.key.is_none(), fate.key.unwrap_or(*number)));
        let dated = |fate: &Fate, from, to| fate.key.is_some_and(|key| (from..=to).contains(&key));
        type Fits<'f> = Box<dyn Fn(&Fate) -> bool + 'f>;
        let cases: [(String, Fits<'_>); 11] = [
            (format!("plotlineId={quiet}"), Box::new(|fate| fate.is_quiet)),
            ("entityId=linked".to_owned(), Box::new(|fate| fate.is_linked)),
            (format!("plotlineId={busy}"), Box::new(|_| true)),
            ("entityId=famous".to_owned(), Box::new(|fate| fate.is_famous)),
            (
                format!("plotlineId={busy}&category=death&from=100&to=300"),
                Box::new(|fate| fate.category == "death" && dated(fate, 100, 300)),
            ),
            (
                format!("plotlineId={quiet}&category=death&from=100&to=900"),
                Box::new(|fate| fate.is_quiet && fate.category == "death" && dated(fate, 100, 900)),
            ),
            (
                format!("plotlineId={busy}&entityId=linked"),
                Box::new(|fate| fate.is_linked),
            ),
            (
                format!("plotlineId={quiet}&entityId=famous&to=1500"),
                Box::new(|fate| fate.is_quiet && fate.is_famous && dated(fate, 0, 1_500)),
            ),
            (
                format!("plotlineId={busy}&entityId=famous&from=1900"),
                Box::new(|fate| fate.is_famous && dated(fate, 1_900, 2_003)),
            ),
            (
                format!("plotlineId={quiet}&entityId=linked"),
                Box::new(|fate| fate.is_quiet && fate.is_linked),
            ),
            ("entityId=linked&importance=critical".to_owned(), Box::new(|_| false)),
        ];
        for (query, fits) in cases {
            let wanted: Vec<String> = all
                .iter()
                .filter(|(_, fate)| fits(fate))
                .map(|(number, _)| number.to_string())
                .collect();
            for limit in [33, 100] {
                let query = format!("limit={limit}&{query}");
                let found = pages(studio, &format!("{path}/events"), &query).concat();
                assert_eq!(found, wanted, "{query}");
            }
            let known = (wanted.len() <= 1_000).then_some(wanted.len());
            assert_eq!(total(studio, &path, &query), json!(known), "{query}");
        }
    }
}
