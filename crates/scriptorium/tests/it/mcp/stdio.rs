//! Tests of `scriptorium mcp`, which an assistant starts and talks to over its standard input.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

use crate::support::{Studio, Text as _, program};

/// A relay that runs.
pub(super) struct Relay {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl Relay {
    pub(super) fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Self { child, out }
    }

    /// One for the service of a test.
    pub(super) fn of(studio: &Studio) -> Self {
        let address = studio.address.to_string();
        Self::start(program::command(studio.folder(), &["mcp", "--listen", &address]))
    }

    pub(super) fn send(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line, without its end.
    pub(super) fn text(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).unwrap();
        line.trim_end_matches('\n').to_owned()
    }

    pub(super) fn line(&mut self) -> Value {
        let line = self.text();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"))
    }

    pub(super) fn ask(&mut self, id: Value, method: &str, params: Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(&message.to_string());
        self.line()
    }

    /// Ends the input; what the program said as errors.
    pub(super) fn end(mut self) -> String {
        drop(self.child.stdin.take());
        let ended = self.child.wait_with_output().unwrap();
        assert!(ended.status.success());
        String::from_utf8(ended.stderr).unwrap()
    }
}

service_test! {
    fn a_conversation_over_standard_input_is_one_with_the_service(studio) {
        let project = studio.project("Nightfall");
        studio.document(&project, "Où?", "The harbour was silent.");
        let mut relay = Relay::of(studio);
        let client = json!({ "name": "test", "version": "1" });
        let wanted = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });

        let agreed = relay.ask(json!("a"), "initialize", wanted);
        relay.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        relay.send("");
        let call = json!({ "name": "get_document", "arguments": { "document": "Où?" } });
        let answered = relay.ask(json!(2), "tools/call", call);
        let unknown = relay.ask(json!(3), "no/such", json!({}));
        relay.send("{");
        let nonsense = relay.line();

        assert_eq!((&agreed["id"], &agreed["result"]["protocolVersion"]), (&json!("a"), &json!("2025-06-18")));
        let part = &answered["result"]["structuredContent"];
        assert_eq!(part["quotation"]["text"].text(), "The harbour was silent.");
        assert_eq!((&unknown["id"], &unknown["error"]["code"]), (&json!(3), &json!(-32601)));
        assert_eq!((&nonsense["id"], &nonsense["error"]["code"]), (&Value::Null, &json!(-32700)));
        assert_eq!(relay.end(), "");
    }
}

service_test! {
    fn a_client_of_the_newest_version_is_relayed_with_its_headers(studio) {
        let project = studio.project("Nightfall");
        studio.document(&project, "One", "Text.");
        let mut relay = Relay::of(studio);
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });

        let call = json!({ "name": "get_document", "arguments": { "document": "One" }, "_meta": meta });
        let answered = relay.ask(json!(1), "tools/call", call);

        assert_eq!(answered["result"]["isError"], false, "{answered}");
        relay.end();
    }
}

#[test]
fn without_a_service_each_request_is_told_what_to_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut relay = Relay::start(program::command(folder.path(), &["mcp", "--data", "."]));

    let answered = relay.ask(json!(1), "initialize", json!({}));
    relay.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
    let again = relay.ask(json!(2), "tools/list", json!({}));

    for answer in [answered, again] {
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
        assert!(answer["error"]["message"].text().contains("scriptorium serve"), "{answer}");
    }
    let said = relay.end();
    assert!(
        said.starts_with("scriptorium: No service runs on the data folder .: start one with"),
        "{said}"
    );
}

service_test! {
    fn a_relay_has_the_rights_of_its_token(studio) {
        let project = studio.project("Nightfall");
        std::fs::write(studio.folder().join("token"), "scr_wrong\n").unwrap();
        let address = studio.address.to_string();
        let mut relay = Relay::start(program::command(
            studio.folder(),
            &["mcp", "--listen", &address, "--token-file", "token"],
        ));

        let refused = relay.ask(json!(1), "tools/list", json!({}));

        let reason = refused["error"]["message"].text();
        assert!(reason.contains("status 401"), "{reason}");
        assert!(relay.end().contains("The access token is not valid"));
        let missing = ["mcp", "--token-file", "missing"];
        assert!(studio.command(&missing).refusal().contains("missing cannot be read"));
    }
}
