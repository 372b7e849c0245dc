//! Tests of the service in numbers: that every number is one that was counted, that the page reads
//! as Prometheus has it, and that its document names each family and no other.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::support::{Engine, JSON, Studio};

/// The page, read: each sample with its labels, and the kind of each family.
struct Page {
    samples: BTreeMap<String, f64>,
    kinds: BTreeMap<String, String>,
}

impl Page {
    /// Reads a page, and fails where a line is none of the format.
    fn read(text: &str) -> Self {
        let (mut samples, mut kinds) = (BTreeMap::new(), BTreeMap::new());
        let mut helped = "";
        assert!(text.ends_with('\n'));
        for line in text.lines() {
            if let Some(help) = line.strip_prefix("# HELP ") {
                helped = help.split_once(' ').expect("a family and what it is").0;
            } else if let Some(kind) = line.strip_prefix("# TYPE ") {
                let (family, kind) = kind.split_once(' ').expect("a family and its kind");
                assert_eq!(family, helped, "what it is stands before its kind");
                let is_first = kinds.insert(family.to_owned(), kind.to_owned()).is_none();
                assert!(is_first, "{family} is there twice");
            } else {
                let (name, value) = line.rsplit_once(' ').expect("a sample");
                let family = name.split('{').next().unwrap();
                assert!(family == helped || is_part(family, helped), "{name} is no {helped}");
                let value = if value == "+Inf" { f64::INFINITY } else { value.parse().unwrap() };
                assert!(samples.insert(name.to_owned(), value).is_none(), "{name} is there twice");
            }
        }
        Self { samples, kinds }
    }

    /// A sample; 0 where there is none yet.
    fn of(&self, sample: &str) -> f64 {
        self.samples.get(sample).copied().unwrap_or(0.0)
    }

    /// A sample that must be there.
    fn there(&self, sample: &str) -> f64 {
        *self.samples.get(sample).unwrap_or_else(|| panic!("no {sample}"))
    }
}

/// Whether a sample belongs to a histogram of this name.
fn is_part(sample: &str, family: &str) -> bool {
    let part = sample.strip_prefix(family);
    part.is_some_and(|part| ["_bucket", "_sum", "_count"].contains(&part))
}

/// The page as it is now: metrics from rows are read again once a second.
fn metrics(studio: &Studio) -> Page {
    studio.clock.advance(1_000);
    let reply = studio.get("/metrics");
    assert_eq!(reply.status, 200, "{reply}");
    assert_eq!(reply.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    Page::read(&reply.text)
}

service_test! {
    fn requests_are_counted_by_route_and_status(studio) {
        let before = metrics(studio);
        let project = studio.project("Dracula");

        studio.get(&format!("/api/projects/{project}"));
        studio.get("/api/projects/nobody");
        studio.ask("HEAD", &format!("/api/projects/{project}"), &[], None);
        studio.ask("POST", "/api/projects", &[JSON], Some("{}"));
        studio.get("/nowhere");
        studio.ask("PATCH", "/health/live", &[], None);
        studio.ask("GET", "/api/projects", &[("host", "evil.example.org")], None);
        let after = metrics(studio);

        let counted = |method: &str, route: &str, status: u16| {
            let name = format!(
                "scriptorium_http_requests_total\
                 {{method=\"{method}\",route=\"{route}\",status=\"{status}\"}}"
            );
            after.of(&name) - before.of(&name)
        };
        assert_eq!(counted("POST", "/api/projects", 200), 1.0);
        assert_eq!(counted("POST", "/api/projects", 422), 1.0);
        assert_eq!(counted("GET", "/api/projects/{project_id}", 200), 2.0);
        assert_eq!(counted("GET", "/api/projects/{project_id}", 404), 1.0);
        assert_eq!(counted("GET", "/api/projects", 200), 0.0);
        assert_eq!(counted("any", "none", 404), 1.0);
        assert_eq!(counted("any", "none", 405), 1.0);
        assert_eq!(counted("any", "none", 421), 1.0);
        let route = "method=\"GET\",route=\"/api/projects/{project_id}\"";
        let part = |part: &str| {
            after.there(&format!("scriptorium_http_request_duration_seconds_{part}"))
        };
        assert_eq!(part(&format!("count{{{route}}}")), 3.0);
        assert_eq!(part(&format!("bucket{{{route},le=\"+Inf\"}}")), 3.0);
        assert!(part(&format!("sum{{{route}}}")) > 0.0);
        // Only the request for this page.
        assert_eq!(after.there("scriptorium_http_requests_in_flight"), 1.0);
        assert!(after.there("scriptorium_http_connections_open") >= 1.0);
    }
}

service_test! {
    fn what_agents_did_is_counted_as_rows_have_it(studio, "agents.mailbox_max" = "1") {
        let project = studio.project("Dracula");
        let chapter = studio.document(&project, "I", "Left Munich at 8:35 P.M., on 1st May.");
        let send = json!({ "toAgent": "proseguard", "message": "How does this read?",
                           "context": { "metadata": { "documentId": chapter } } });

        let sent = studio.post("/api/agent-communication/messages/send", &send).ok();
        let conversation = sent["response"]["messageId"].as_str().unwrap();
        let path = format!("/api/agent-communication/messages/{conversation}");
        studio.until("an answer", || {
            (studio.get(&path).ok()["status"] == "handled").then_some(())
        });
        studio.post("/api/agents/muse/sleep", &json!({})).ok();
        let to_muse = json!({ "toAgent": "muse", "message": "Anything?" });
        studio.post("/api/agent-communication/messages/send", &to_muse).ok();
        studio.post("/api/agent-communication/messages/send", &to_muse).ok();
        studio.clock.advance(7_000);
        let page = studio.until("what was committed to be counted", || {
            let page = metrics(studio);
            (page.of("scriptorium_messages_ended_total{state=\"handled\"}") >= 1.0).then_some(page)
        });

        // Three were sent, one of them was refused for want of a place, and one was answered.
        assert_eq!(page.there("scriptorium_messages"), 4.0);
        assert_eq!(page.there("scriptorium_messages_failed_total"), 1.0);
        assert_eq!(page.there("scriptorium_mailbox_messages{state=\"queued\"}"), 1.0);
        assert!(page.there("scriptorium_mailbox_oldest_seconds") >= 8.0);
        assert_eq!(page.there("scriptorium_dead_letters"), 0.0);
        assert_eq!(page.there("scriptorium_agents{availability=\"offline\"}"), 1.0);
        let agents = |of: &str| page.there(&format!("scriptorium_agents{{availability=\"{of}\"}}"));
        let all = agents("available") + agents("busy") + agents("unknown") + agents("offline");
        assert_eq!(all, 15.0);
        let load = page.there("scriptorium_agent_load{agent=\"proseguard\"}");
        assert!((0.0..=1.0).contains(&load), "{load}");
    }
}

service_test! {
    fn leases_that_end_are_counted(studio) {
        let agent = json!({ "id": "outsider", "name": "Outsider", "description": "x", "capabilities": ["x"] });
        studio.post("/api/agents", &agent).ok();
        studio.post("/api/agents/outsider/wake", &json!({})).ok();
        let send = json!({ "toAgent": "outsider", "message": "x" });
        studio.post("/api/agent-communication/messages/send", &send).ok();
        let lease = json!({ "leaseMs": 1_000 });
        let leased = studio.post("/api/agent-communication/agents/outsider/lease", &lease).ok();
        assert_eq!(leased["messages"].as_array().unwrap().len(), 1);
        let before_release = metrics(studio);

        studio.clock.advance(2_000);
        let page = studio.until("the lease to end", || {
            // Mailboxes are looked into once a second, and maybe just before it ended.
            studio.clock.advance(1_000);
            let page = metrics(studio);
            let is_free = page.of("scriptorium_mailbox_messages{state=\"leased\"}") == 0.0;
            (is_free && page.of("scriptorium_message_leases_expired_total") == 1.0).then_some(page)
        });

        assert_eq!(before_release.there("scriptorium_mailbox_messages{state=\"leased\"}"), 1.0);
        assert_eq!(before_release.there("scriptorium_message_leases_expired_total"), 0.0);
        assert_eq!(page.there("scriptorium_message_leases_expired_total"), 1.0);
        assert_eq!(page.there("scriptorium_mailbox_messages{state=\"leased\"}"), 0.0);

        // The end of a message counts one time, however often an agent outside acknowledges it.
        studio.clock.advance(60_000);
        let again = studio.post("/api/agent-communication/agents/outsider/lease", &lease).ok();
        let (id, epoch) = (&again["messages"][0]["id"], &again["messages"][0]["epoch"]);
        let path = format!("/api/agent-communication/messages/{}/acknowledge", id.as_str().unwrap());
        let done = json!({ "epoch": epoch, "outcome": "handled" }).to_string();
        for _ in 0..2 {
            let headers = [JSON, ("idempotency-key", "once")];
            assert_eq!(studio.ask("POST", &path, &headers, Some(&done)).status, 200);
        }
        let page = metrics(studio);
        assert_eq!(page.there("scriptorium_messages_ended_total{state=\"handled\"}"), 1.0);
    }
}

service_test! {
    fn swarms_are_counted_by_what_became_of_them(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "Left Munich at 8:35 P.M., on 1st May.");
        let swarm = json!({ "swarmType": "consistency_sweep", "taskDescription": "x", "projectId": project });

        let made = studio.post("/api/agents/swarm", &swarm).ok();
        let path = format!("/api/agents/swarm/{}", made["swarmId"].as_str().unwrap());
        let done = studio.until("the swarm to be completed", || {
            Some(studio.get(&path).ok()).filter(|swarm| swarm["status"] == "completed")
        });
        let succeeded = done["subTasks"].as_array().unwrap().iter();
        let succeeded = succeeded.filter(|it| it["state"] == "succeeded").count() as f64;
        // A search has the texts read that were not yet.
        let search = json!({ "query": "Munich", "projectId": project });
        studio.post("/api/discovery/research/search", &search).ok();
        let page = studio.until("what was committed to be counted", || {
            let page = metrics(studio);
            let name = "scriptorium_subtasks_ended_total{state=\"succeeded\"}";
            let is_published = page.there("scriptorium_event_log_position") >= 3.0;
            (page.of(name) == succeeded && is_published).then_some(page)
        });

        assert_eq!(page.there("scriptorium_swarms{status=\"completed\"}"), 1.0);
        assert_eq!(page.there("scriptorium_swarms{status=\"active\"}"), 0.0);
        assert_eq!(page.there("scriptorium_subtasks{state=\"ready\"}"), 0.0);
        assert_eq!(page.there("scriptorium_subtask_leases_expired_total"), 0.0);
        assert!(page.there("scriptorium_search_passages") >= 1.0);
    }
}

service_test! {
    fn the_database_tells_of_its_work(studio) {
        let before = metrics(studio);
        studio.project("Dracula");
        let after = metrics(studio);

        let more = |name: &str| after.there(name) - before.there(name);
        assert!(more("scriptorium_database_commit_writes_sum") >= 1.0);
        let commits = more("scriptorium_database_commit_writes_count");
        assert!(commits >= 1.0);
        assert_eq!(commits, more("scriptorium_database_commit_duration_seconds_count"));
        assert!(more("scriptorium_database_commit_duration_seconds_sum") > 0.0);
        assert_eq!(after.there("scriptorium_database_up"), 1.0);
        // A young studio is still in SQLite's log, but for the first page.
        assert!(after.there("scriptorium_database_bytes") >= 4_096.0);
        let log = after.samples.get("scriptorium_database_log_bytes");
        assert_eq!(log.is_some(), studio.engine == Engine::Sqlite);
        assert!(log.is_none_or(|bytes| *bytes > 0.0));
    }
}

service_test! {
    fn without_its_database_the_page_tells_the_rest(studio) {
        studio.behind().database.close();

        let page = metrics(studio);

        assert_eq!(page.there("scriptorium_database_up"), 0.0);
        assert_eq!(page.there("scriptorium_ready"), 1.0);
        assert_eq!(page.samples.get("scriptorium_messages"), None);
        assert!(page.there("scriptorium_http_requests_in_flight") >= 1.0);
    }
}

service_test! {
    fn whoever_reads_the_log_of_events_is_counted(studio) {
        use std::io::Write as _;
        let open = |page: Page| page.there("scriptorium_event_streams_open");
        assert_eq!(open(metrics(studio)), 0.0);

        let mut stream = studio.connect();
        stream.write_all(b"GET /api/events HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        studio.until("the stream to be heard", || (open(metrics(studio)) == 1.0).then_some(()));
        drop(stream);
        studio.project("Dracula");

        studio.until("the stream to be gone", || (open(metrics(studio)) == 0.0).then_some(()));
    }
}

service_test! {
    fn the_process_and_its_loops_are_there(studio) {
        let page = metrics(studio);

        let engine = if studio.engine == Engine::Sqlite { "sqlite" } else { "postgres" };
        let version = env!("CARGO_PKG_VERSION");
        let build = format!(
            "scriptorium_build_info{{database=\"{engine}\",version=\"{version}\"}}"
        );
        assert_eq!(page.there(&build), 1.0);
        for worker in engine::workers::Worker::ALL {
            let name = format!("scriptorium_worker_running{{worker=\"{}\"}}", worker.name());
            assert_eq!(page.there(&name), 1.0);
        }
        assert!(page.there("process_resident_memory_bytes") > 1e6);
        assert!(page.there("process_virtual_memory_bytes") > page.there("process_resident_memory_bytes"));
        assert!(page.there("process_cpu_seconds_total") > 0.0);
        assert!((4.0..page.there("process_max_fds")).contains(&page.there("process_open_fds")));
        // After the beginning of 2024, in seconds.
        assert!(page.there("process_start_time_seconds") > 1.7e9);
    }
}

service_test! {
    fn no_token_is_asked_for_and_a_foreign_page_is_turned_away(studio) {
        let foreign = [("origin", "http://evil.example.org")];

        assert_eq!(studio.ask("GET", "/metrics", &foreign, None).status, 403);
        assert_eq!(studio.get("/metrics").status, 200);
        assert_eq!(studio.ask("POST", "/metrics", &[], None).status, 405);
    }
}

/// What has no sample on a young studio, or not on every database.
const SOMETIMES: [&str; 2] = ["scriptorium_agent_load", "scriptorium_database_log_bytes"];

service_test! {
    fn the_paper_names_every_family_and_no_other(studio) {
        let page_text = std::fs::read_to_string(
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/metrics.md"),
        )
        .unwrap();
        let mut named: BTreeMap<String, String> = BTreeMap::new();
        let mut labels: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in page_text.lines().filter_map(|line| line.strip_prefix("| `")) {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let family = cells[0].trim_end_matches('`').to_owned();
            let of = cells[2].split(", ").map(|it| it.trim_matches('`').to_owned());
            labels.insert(family.clone(), of.filter(|it| !it.is_empty()).collect());
            assert!(named.insert(family, cells[1].to_owned()).is_none(), "{row} is there twice");
        }

        // The first page is counted on the second.
        metrics(studio);
        let page = metrics(studio);

        let kind = |name: &String| page.kinds.get(name).cloned();
        let undocumented: Vec<_> = page.kinds.keys().filter(|it| !named.contains_key(*it)).collect();
        assert_eq!(undocumented, Vec::<&String>::new());
        for (name, documented) in &named {
            let is_there = kind(name).is_some() || SOMETIMES.contains(&name.as_str());
            assert!(is_there, "{name} is not on the page");
            assert_eq!(&kind(name).unwrap_or_else(|| documented.clone()), documented, "{name}");
        }
        for sample in page.samples.keys() {
            let (name, rest) = sample.split_once('{').unwrap_or((sample, ""));
            let known = |family: &&String| *family == name || is_part(name, family);
            let family = page.kinds.keys().filter(known).max_by_key(|it| it.len()).unwrap();
            let has: BTreeSet<String> = rest
                .split('=')
                .filter_map(|part| part.rsplit([',', '"']).next())
                .filter(|label| !label.is_empty() && !["}", "le"].contains(label))
                .map(str::to_owned)
                .collect();
            assert_eq!(has, labels[family], "the labels of {sample}");
        }
        for name in page.kinds.keys().filter(|name| name.ends_with("_total")) {
            assert_eq!(page.kinds[name], "counter", "{name}");
        }
    }
}
