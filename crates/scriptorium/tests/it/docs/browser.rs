//! A real browser without a window, controlled over a pipe in its own protocol. No name resolves
//! in it but our address, and every address it asks for is noted.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    os::unix::fs::MetadataExt as _,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, sync_channel},
};

use serde_json::{Value, json};

use crate::support::{PATIENCE, Text as _, until};

/// Names the browser, as `cargo xtask test` found it.
const VARIABLE: &str = "SCRIPTORIUM_TEST_CHROMIUM";

/// How it is started: without whatever would ask somebody for something by itself.
const FLAGS: [&str; 13] = [
    "--headless",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
    "--window-size=1200,1000",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

/// The browser wants its commands on descriptor 3 and answers on 4; a shell puts them there.
const ON_PIPES: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#;

/// Words of the browser that wait to be read; a page that says more has to wait itself.
const WORDS_MAX: usize = 4_096;

/// A browser with one page open.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    commands: u64,
    session: Option<String>,
    /// Every address that was asked for.
    pub asked: Vec<String>,
    /// What the page or the browser complained of.
    pub complaints: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts the browser with an empty page.
    pub fn start() -> Self {
        let program = std::env::var(VARIABLE).unwrap_or_else(|_| {
            panic!("this test needs Chromium: run the suite with `cargo xtask test`")
        });
        let profile = tempfile::tempdir().expect("a folder");
        let mut command = Command::new("sh");
        command.args(["-c", ON_PIPES, &program]).args(FLAGS);
        command.arg(format!("--user-data-dir={}", profile.path().display()));
        // As root its sandbox refuses to start.
        if std::fs::metadata(profile.path()).expect("the folder").uid() == 0 {
            command.arg("--no-sandbox");
        }
        command.env("HOME", profile.path()).env("LANG", "C");
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a browser");
        let to = child.stdin.take().expect("its ear");
        let mouth = BufReader::new(child.stdout.take().expect("its mouth"));
        let (said, from) = sync_channel(WORDS_MAX);
        std::thread::spawn(move || {
            for word in mouth.split(0).map_while(Result::ok) {
                let word = serde_json::from_slice(&word).expect("JSON");
                if said.send(word).is_err() {
                    break;
                }
            }
        });
        let mut browser = Self {
            child,
            to,
            from,
            commands: 0,
            session: None,
            asked: Vec::new(),
            complaints: Vec::new(),
            _profile: profile,
        };
        let page = browser.send_command("Target.createTarget", json!({ "url": "about:blank" }));
        let whole = json!({ "targetId": page["targetId"], "flatten": true });
        let session = browser.send_command("Target.attachToTarget", whole)["sessionId"].text();
        browser.session = Some(session);
        for domain in ["Page", "Network", "Runtime", "Log"] {
            browser.send_command(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Opens a page.
    pub fn open(&mut self, url: &str) {
        let opened = self.send_command("Page.navigate", json!({ "url": url }));
        assert_eq!(opened.get("errorText"), None, "{url}: {opened}");
    }

    /// The value of an expression in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true });
        let answer = self.send_command("Runtime.evaluate", asked);
        assert_eq!(answer.get("exceptionDetails"), None, "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression in the page is true of anything; its value.
    pub fn until(&mut self, expression: &str) -> Value {
        let is_nothing = |value: &Value| {
            value.is_null() || value == &json!(false) || value == &json!("") || value == &json!(0)
        };
        until(expression, || Some(self.value(expression)).filter(|value| !is_nothing(value)))
    }

    /// Presses what a selector finds, once it is there.
    pub fn press(&mut self, selector: &str) {
        let found = format!("!!document.querySelector({})", json!(selector));
        self.until(&found);
        self.value(&format!("document.querySelector({}).click()", json!(selector)));
    }

    /// Writes into a field, as somebody who types does: the page hears of it.
    pub fn write(&mut self, selector: &str, text: &str) {
        self.until(&format!("!!document.querySelector({})", json!(selector)));
        self.value(&format!(
            "(() => {{
                const field = document.querySelector({});
                const set = Object.getOwnPropertyDescriptor(field.constructor.prototype, 'value').set;
                set.call(field, {});
                field.dispatchEvent(new Event('input', {{ bubbles: true }}));
                field.dispatchEvent(new Event('change', {{ bubbles: true }}));
            }})()",
            json!(selector),
            json!(text)
        ));
    }

    /// A picture of the page as it is now, as the text of a PNG in base 64.
    pub fn picture(&mut self) -> String {
        self.send_command("Page.captureScreenshot", json!({ "format": "png" }))["data"].text()
    }

    fn send_command(&mut self, method: &str, params: Value) -> Value {
        self.commands += 1;
        let mut command = json!({ "id": self.commands, "method": method, "params": params });
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{command}\0").as_bytes()).expect("a browser that listens");
        loop {
            let word = self.from.recv_timeout(PATIENCE).expect("a browser that answers");
            if word["id"] == json!(self.commands) {
                assert_eq!(word.get("error"), None, "{method}: {word}");
                return word["result"].clone();
            }
            self.hear(&word);
        }
    }

    fn hear(&mut self, word: &Value) {
        let params = &word["params"];
        match word["method"].as_str() {
            Some("Network.requestWillBeSent") => self.asked.push(params["request"]["url"].text()),
            Some("Runtime.exceptionThrown") => self.complaints.push(params.to_string()),
            Some("Log.entryAdded") => self.complaints.push(params["entry"]["text"].text()),
            Some("Runtime.consoleAPICalled") if params["type"] == "error" => {
                self.complaints.push(params["args"].to_string());
            }
            _ => {}
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
