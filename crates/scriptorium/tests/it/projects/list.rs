//! The list of projects: its order, its pages, its filter and its totals.

use domain::{
    ids,
    json::Json,
    model::read_body,
    principal::Scope,
    projects::{Project, ProjectCreate},
};
use serde_json::{Value, json};

use crate::{
    access::Person,
    support::{BEGINNING, Studio, Text as _},
};

/// The ids of all pages of a list of projects, page by page.
fn pages(studio: &Studio, query: &str) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = studio.get(&format!("/api/projects?{query}{cursor}")).ok();
        let ids = page["projects"].as_array().unwrap().iter().map(|project| project["id"].text());
        pages.push(ids.collect());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return pages,
        }
    }
}

service_test! {
    fn pages_are_complete_without_repeats_newest_first(studio) {
        let mut newest_first = Vec::new();
        for round in 0..4 {
            // Two of each moment: the id decides between equals.
            for _ in 0..2 {
                newest_first.insert(0, studio.project(&format!("{round}")));
            }
            studio.clock.advance(1);
        }

        for (limit, sizes) in [(1, vec![1; 8]), (3, vec![3, 3, 2]), (8, vec![8]), (100, vec![8])] {
            let pages = pages(studio, &format!("limit={limit}"));

            assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), sizes);
            assert_eq!(pages.concat(), newest_first);
        }
        let page = studio.get("/api/projects?limit=3").ok();
        assert_eq!(page["total"], 8, "of all pages");
        let seventh = studio.get(&format!("/api/projects/{}", newest_first[6])).ok();
        let last = studio.get(&format!("/api/projects?cursor={}", cursor_at(studio, 6))).ok();
        assert_eq!(last["projects"][0], seventh);
    }
}

/// The cursor behind the first `count` projects.
fn cursor_at(studio: &Studio, count: usize) -> String {
    studio.get(&format!("/api/projects?limit={count}")).ok()["nextCursor"].text()
}

service_test! {
    fn what_is_made_or_deleted_between_two_pages_shifts_nothing(studio) {
        let ids: Vec<String> = (0..6).map(|n| studio.project(&format!("{n}"))).collect();
        let cursor = cursor_at(studio, 2);

        studio.project("new");
        studio.delete(&format!("/api/projects/{}", ids[4])).ok();
        let page = studio.get(&format!("/api/projects?limit=2&cursor={cursor}")).ok();

        assert_eq!(page["projects"][0]["id"].text(), ids[3]);
        assert_eq!(page["projects"][1]["id"].text(), ids[2]);
    }
}

service_test! {
    fn a_filter_lists_and_counts_only_what_it_names(studio) {
        for (name, status) in [("a", "active"), ("p", "paused"), ("q", "paused")] {
            let project = format!("/api/projects/{}", studio.project(name));
            studio.post(&format!("{project}/status"), &json!({ "status": status })).ok();
        }

        for (status, names) in [("active", "a"), ("paused", "qp"), ("completed", "")] {
            let page = studio.get(&format!("/api/projects?status={status}")).ok();
            let listed = page["projects"].as_array().unwrap().iter().map(|it| it["name"].text());
            assert_eq!(listed.collect::<String>(), names, "{status}");
            assert_eq!(page["total"], names.len(), "{status}");
            assert_eq!(page["nextCursor"], Value::Null);
        }
        let page = studio.get("/api/projects?status=paused&limit=1").ok();
        assert_eq!(page["total"], 2);
    }
}

service_test! {
    fn a_total_is_exact_unfiltered_and_up_to_a_thousand_filtered(studio) {
        let body = Json::read(br#"{"name":"one of many"}"#).unwrap();
        let create: ProjectCreate = read_body(&body).unwrap();
        let make = move |count: usize| {
            let create = create.clone();
            move |tx: &mut store::Tx<'_>| {
                for _ in 0..count {
                    let id = ids::new(BEGINNING);
                    let project = Project::create(id, "local", &create, BEGINNING)?;
                    store::projects::create(tx, &project)?;
                }
                Ok(())
            }
        };

        studio.write(make(1_000));
        assert_eq!(studio.get("/api/projects?status=active&limit=1").ok()["total"], 1_000);
        studio.write(make(1));
        assert_eq!(studio.get("/api/projects?status=active&limit=1").ok()["total"], Value::Null);
        assert_eq!(studio.get("/api/projects?limit=1").ok()["total"], 1_001);
        assert_eq!(studio.get("/api/projects").ok()["projects"].as_array().unwrap().len(), 50);
    }
}

service_test! {
    fn a_page_has_at_most_a_hundred_items(studio) {
        for (query, wanted) in [
            ("limit=0", 422),
            ("limit=101", 422),
            ("limit=-1", 422),
            ("limit=many", 422),
            ("limit=1.5", 422),
            ("limit=99999999999999999999", 422),
            ("cursor=nonsense", 422),
            ("limit=1", 200),
            ("limit=100", 200),
            ("limit=5.0", 200),
            ("unknown=1", 200),
        ] {
            assert_eq!(studio.get(&format!("/api/projects?{query}")).status, wanted, "{query}");
        }
        insta::assert_snapshot!(studio.get("/api/projects?limit=0&cursor=x&status="), @r"
        422
        query.status: Input should be 'active', 'paused', 'completed' or 'archived' (literal_error)
        query.limit: Input should be greater than or equal to 1 (greater_than_equal)
        query.cursor: Value error, the cursor is not one of a page of this list (value_error)
        ");
    }
}

service_test! {
    fn projects_are_found_by_a_text_in_their_names(studio) {
        let made = ["The CASTLE", "Letters", "Castles of Ice", "castle, second draft"]
            .map(|name| studio.project(name));
        studio.post(&format!("/api/projects/{}/status", made[3]), &json!({ "status": "paused" })).ok();
        studio.delete(&format!("/api/projects/{}", studio.project("Castle in the trash")));
        let lucy = Person::new(studio, "lucy", Scope::Write);
        lucy.project("My castle");
        let newest = made.iter().rev().cloned().collect::<Vec<_>>();
        let wanted = |at: &[usize]| at.iter().map(|&at| newest[at].clone()).collect::<Vec<_>>();

        let all = pages(studio, "q=CAstle&limit=1").concat();

        assert_eq!(all[1..], wanted(&[0, 1, 3]), "behind that of Lucy, which is newer");
        assert_eq!(pages(studio, "q=castle&status=paused").concat(), wanted(&[0]));
        let page = studio.get("/api/projects?q=castle&limit=1").ok();
        assert_eq!(page["total"], 4);
        assert_eq!(lucy.get("/api/projects?q=castle").ok()["total"], 1);
        assert_eq!(lucy.get("/api/projects?q=letters").ok()["total"], 0);
    }
}
