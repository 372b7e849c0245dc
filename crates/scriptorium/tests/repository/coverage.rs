//! How a request is matched with its route, by which it is known that every route has a test.

use testing::coverage::{ROUTES, is_parameter, line, route};

#[test]
fn a_request_reaches_the_route_whose_words_it_has() {
    for (method, target, wanted) in [
        ("GET", "/health/live", Some("/health/live")),
        ("PUT", "/api/projects/p1", Some("/api/projects/{project_id}")),
        ("PUT", "/api/projects/a%2Fb?limit=1", Some("/api/projects/{project_id}")),
        ("GET", "/api/projects/p1/documents", Some("/api/projects/{project_id}/documents")),
        ("PATCH", "/api/projects/p1", None),
        ("GET", "/api/projects/", None),
        ("GET", "/api/projects/p1/documents/", None),
        ("GET", "/nowhere", None),
        ("GET", "", None),
    ] {
        assert_eq!(route(method, target), wanted, "{method} {target}");
    }
}

#[test]
fn a_word_wins_over_a_parameter() {
    assert_eq!(route("GET", "/api/projects/active"), Some("/api/projects/active"));
    assert_eq!(route("GET", "/api/projects/other"), Some("/api/projects/{project_id}"));
    assert_eq!(
        route("POST", "/api/projects/p1/documents/import"),
        Some("/api/projects/{project_id}/documents/import")
    );
}

#[test]
fn every_route_is_found_by_a_path_of_its_own() {
    for (method, path) in ROUTES.iter() {
        let segments = path.split('/').map(|part| if is_parameter(part) { "x" } else { part });
        let target = segments.collect::<Vec<_>>().join("/");

        assert_eq!(route(method, &target), Some(*path), "{method} {target}");
    }
}

#[test]
fn only_success_counts_as_a_story() {
    let noted = |status| line("GET", "/api/projects/p1", status);

    assert_eq!(noted(200).as_deref(), Some("GET /api/projects/{project_id}\n"));
    assert_eq!(line("DELETE", "/nowhere", 204), None);
    assert_eq!(noted(404), None);
    assert_eq!(noted(307), None);
}
