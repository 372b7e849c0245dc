//! Tests of the page that shows the interface: its files and how long they may be kept, and what
//! somebody does with it in a real browser.

mod browser;

use std::{
    collections::BTreeSet,
    io::{Read as _, Write as _},
    path::Path,
    process::{Command, Stdio},
};

use base64::Engine as _;
use serde_json::json;

use crate::support::Studio;
use browser::Browser;

/// The files of the viewer: as the page calls them, and as their package does.
const VIEWER: [(&str, &str, &str); 2] = [
    ("/docs/swagger-ui-5.35.0.js", "swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
    ("/docs/swagger-ui-5.35.0.css", "swagger-ui.css", "text/css; charset=utf-8"),
];

/// The bytes of a body, which are no text.
fn bytes(studio: &Studio, path: &str) -> Vec<u8> {
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\nconnection: close\r\n\r\n"
    );
    let mut stream = studio.connect();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let head = answer.windows(4).position(|it| it == b"\r\n\r\n").expect("a head");
    assert!(answer.starts_with(b"HTTP/1.1 200 OK\r\n"));
    answer.split_off(head + 4)
}

fn inflated(packed: &[u8]) -> Vec<u8> {
    let mut gzip = Command::new("gzip")
        .arg("-dc")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("gzip");
    let mut to = gzip.stdin.take().unwrap();
    let packed = packed.to_vec();
    let writing = std::thread::spawn(move || to.write_all(&packed));
    let output = gzip.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    assert!(output.status.success());
    output.stdout
}

service_test! {
    fn the_viewer_is_the_one_that_the_notice_names(studio) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let notice = std::fs::read_to_string(root.join("NOTICE")).unwrap();
        assert!(notice.contains("swagger-ui-dist 5.35.0"), "{notice}");

        for (path, name, _) in VIEWER {
            let digest = domain::digest::hex(&inflated(&bytes(studio, path)));

            assert!(notice.contains(&format!("{name}\n    sha256 {digest}")), "{name} {digest}");
        }
    }
}

service_test! {
    fn a_file_of_the_viewer_is_sent_once_and_kept(studio) {
        for (path, _, media) in VIEWER {
            let request = format!(
                "HEAD {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br, gzip\r\n\
                 connection: close\r\n\r\n"
            );
            let head = studio.raw(request.as_bytes());

            assert_eq!(head.status, 200);
            for (name, value) in [
                ("content-type", media),
                ("content-encoding", "gzip"),
                ("cache-control", "public, max-age=31536000, immutable"),
                ("vary", "accept-encoding"),
                ("x-content-type-options", "nosniff"),
            ] {
                assert_eq!(head.header(name), Some(value), "{path} {name}");
            }
            let tag = head.header("etag").unwrap();
            let known = [("accept-encoding", "gzip"), ("if-none-match", tag)];
            let again = studio.ask("GET", path, &known, None);
            assert_eq!((again.status, again.text.as_str()), (304, ""));
            assert_eq!(again.header("etag"), Some(tag));
            let without = studio.ask("GET", path, &[("accept-encoding", "identity")], None);
            assert_eq!((without.status, without.detail()),
                (406, "This file exists only compressed with gzip".to_owned()));
        }
    }
}

service_test! {
    fn the_page_may_ask_nobody_but_us(studio) {
        let page = studio.get("/docs");

        assert_eq!(page.status, 200);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(page.header("cache-control"), Some("no-cache"));
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; "), "{policy}");
        assert!(!policy.contains("http") && !policy.contains("unsafe"), "{policy}");
        assert!(!page.text.contains("http"), "{}", page.text);
        for name in ["docs.js", "docs.css"] {
            let file = studio.get(&format!("/docs/{name}"));
            assert_eq!(file.status, 200, "{file}");
            assert!(!file.text.contains("http") && page.text.contains(name), "{file}");
            let tag = [("if-none-match", file.header("etag").unwrap())];
            assert_eq!(studio.ask("GET", &format!("/docs/{name}"), &tag, None).status, 304);
        }
        assert_eq!(studio.get("/docs/nothing").detail(), "File not found");
        assert_eq!(studio.get("/docs/").header("location"),
            Some(format!("http://{}/docs", studio.address).as_str()));
    }
}

/// Where a picture of the page is kept, for whoever wants to look at it.
const PICTURES: &str = "SCRIPTORIUM_TEST_PICTURES";

fn keep_picture(browser: &mut Browser, name: &str) {
    let picture = base64::engine::general_purpose::STANDARD.decode(browser.picture()).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
    if let Some(folder) = std::env::var_os(PICTURES) {
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), picture).unwrap();
    }
}

/// The number of elements a selector finds.
fn count(selector: &str) -> String {
    format!("document.querySelectorAll({}).length", json!(selector))
}

service_test! {
    fn somebody_makes_a_project_on_the_page(studio) {
        let document = studio.get("/openapi.json").ok();
        let operations: usize = document["paths"]
            .as_object()
            .unwrap()
            .values()
            .map(|path| path.as_object().unwrap().len())
            .sum();
        let mut browser = Browser::start();

        browser.open(&format!("http://{}/docs", studio.address));

        // The viewer draws of a long list only what is on the screen, so it is asked what it knows.
        let tags = "docs.getSystem().specSelectors.taggedOperations().valueSeq()";
        let all = format!(
            "{tags}.map(tag => tag.get('operations').size).reduce((a, b) => a + b, 0) \
             === {operations}"
        );
        browser.until(&count(".opblock"));
        browser.until(&all);
        assert_eq!(browser.value("document.title"), "Scriptorium: the interface");
        let sections = browser.value(&format!("{tags}.count()"));
        assert_eq!(sections, json!(document["tags"].as_array().unwrap().len()));
        keep_picture(&mut browser, &format!("docs-{:?}", studio.engine));

        let here = "#operations-projects-post_projects";
        browser.press(&format!("{here} .opblock-summary-control"));
        browser.write(&format!("{here} textarea.body-param__text"), r#"{"name": "Dracula"}"#);
        browser.press(&format!("{here} .execute"));
        let status = format!("{here} .live-responses-table tbody .response-col_status");
        let status_text = format!("(document.querySelector({}) || {{}}).textContent", json!(status));
        let status_text = browser.until(&status_text);
        keep_picture(&mut browser, &format!("made-{:?}", studio.engine));

        assert!(status_text.as_str().unwrap().starts_with("200"), "{status_text}");
        let projects = studio.get("/api/projects").ok();
        assert_eq!((&projects["total"], &projects["projects"][0]["name"]),
            (&json!(1), &json!("Dracula")));
        // Nobody else was asked for anything, and nothing was in the way.
        let ours = format!("http://{}/", studio.address);
        let outside = |url: &&String| !url.starts_with(&ours) && !url.starts_with("data:");
        let outside: BTreeSet<_> = browser.asked.iter().filter(outside).collect();
        assert_eq!(outside, BTreeSet::new());
        assert!(browser.asked.contains(&format!("{ours}api/projects")), "{:?}", browser.asked);
        assert_eq!(browser.complaints, Vec::<String>::new());
    }
}
