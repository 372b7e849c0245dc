//! Tests of how the studio is sent to a browser. What it does there is tested in a browser, by web/tests.

use std::collections::BTreeSet;

/// Every file that a page names, as its address.
fn files(page: &str) -> BTreeSet<String> {
    let named = page.split("\"./").skip(1).filter_map(|rest| rest.split('"').next());
    named.map(|path| format!("/{path}")).collect()
}

service_test! {
    fn the_page_may_load_nothing_from_others(studio) {
        let page = studio.get("/");

        assert_eq!(page.status, 200);
        for (name, value) in [
            ("content-type", "text/html; charset=utf-8"),
            ("cache-control", "no-cache"),
            ("content-security-policy",
             "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
              frame-ancestors 'none'"),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(page.header(name), Some(value), "{name}");
        }
        let tag = [("if-none-match", page.header("etag").unwrap())];
        let again = studio.ask("GET", "/", &tag, None);
        assert_eq!((again.status, again.text.as_str()), (304, ""));
    }
}

service_test! {
    fn every_file_of_the_page_is_there_and_kept(studio) {
        let files = files(&studio.get("/").text);

        assert_eq!(files.len(), 3, "a script, a style sheet and an icon: {files:?}");
        for path in files {
            let file = studio.get(&path);
            assert_eq!(file.status, 200, "{path}");
            let media = match path.rsplit_once('.').unwrap().1 {
                "js" => "text/javascript; charset=utf-8",
                "css" => "text/css; charset=utf-8",
                _ => "image/svg+xml",
            };
            assert_eq!(file.header("content-type"), Some(media), "{path}");
            assert_eq!(file.header("content-encoding"), None, "{path}");
            let kept = Some("public, max-age=31536000, immutable");
            assert_eq!(file.header("cache-control"), kept, "{path}");

            let request = format!(
                "HEAD {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br, gzip\r\n\
                 connection: close\r\n\r\n"
            );
            let packed = studio.raw(request.as_bytes());
            assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
            // Other bytes have another tag.
            assert_ne!(packed.header("etag"), file.header("etag"), "{path}");
        }
        for unknown in ["/assets/index.html", "/assets/..%2findex.html", "/assets/nothing.js"] {
            assert_eq!(studio.get(unknown).detail(), "File not found", "{unknown}");
        }
        assert_eq!(studio.get("/projects").detail(), "Not Found");
    }
}
