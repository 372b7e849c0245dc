//! What a writer is shown first, habits of a whole book, and that sweeps after many changes end with the
//! findings of a sweep over the same book made anew.

use serde_json::{Value, json};
use testing::chance::Chance;

use super::{found, listed, record};
use crate::support::{Studio, Text as _};
use domain::findings::Severity;

fn analyse(studio: &Studio, project: &str) {
    studio.post(&format!("/api/projects/{project}/analyses"), &json!({})).ok();
}

/// Runs a sweep to its end.
fn sweep(studio: &Studio, project: &str) {
    let body = json!({
        "swarmType": "consistency_sweep", "taskDescription": "Read it", "projectId": project,
    });
    let swarm = studio.post("/api/agents/swarm", &body).ok()["swarmId"].text();
    studio.until("the end of a sweep", || {
        let swarm = studio.get(&format!("/api/agents/swarm/{swarm}")).ok();
        (swarm["status"] == "completed").then_some(())
    });
}

fn rules(findings: &[Value]) -> Vec<String> {
    findings.iter().map(|it| it["rule"].text()).collect()
}

service_test! {
    fn findings_can_be_listed_from_a_severity_on(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "They left.");
        let all = Severity::ALL.map(|severity| found(severity.as_str(), severity, severity.as_str()));
        record(studio, &project, Some((document.as_str(), 1)), None, &all);

        let from = |severity: &str| rules(&listed(studio, &project, &format!("minSeverity={severity}")));

        assert_eq!(from("critical"), ["critical"]);
        assert_eq!(from("medium"), ["critical", "high", "medium"]);
        assert_eq!(from("info").len(), 5);
        assert_eq!(rules(&listed(studio, &project, "")).len(), 5, "the list stays whole");
        let path = format!("/api/projects/{project}/findings?minSeverity=medium&limit=2");
        let page = studio.get(&path).ok();
        assert_eq!(page["total"], 3);
        let next = studio.get(&format!("{path}&cursor={}", page["nextCursor"].text())).ok();
        assert_eq!(rules(next["findings"].as_array().unwrap()), ["medium"]);
        assert_eq!(studio.get(&format!("/api/projects/{project}/findings?minSeverity=grave")).status, 422);
    }
}

service_test! {
    fn a_habit_is_one_finding_of_the_book(studio) {
        let project = studio.project("Dracula");
        let long = format!("Before {}.", "the far sea ".repeat(30).trim_end());
        let one = studio.document(&project, "I", &format!("{long}\n\nHe sat in the the garden."));
        let two = studio.document(&project, "II", &format!("They left. {long}"));

        analyse(studio, &project);

        let all = listed(studio, &project, "check=prose&limit=100");
        let long = all.iter().find(|it| it["rule"] == "long_sentence").unwrap();
        assert_eq!((&long["documentId"], &long["quotation"]), (&Value::Null, &Value::Null));
        assert_eq!((long["severity"].text().as_str(), &long["detail"]["count"]), ("low", &json!(2)));
        let positions = long["detail"]["places"].as_array().unwrap();
        let documents: Vec<&Value> = positions.iter().map(|it| &it["documentId"]).collect();
        assert_eq!(documents, [&json!(one), &json!(two)]);
        assert_eq!((&positions[1]["start"], &positions[1]["documentTitle"]), (&json!(11), &json!("II")));
        assert_eq!(rules(&listed(studio, &project, "minSeverity=medium")), ["doubled_word"]);

        // A decision about it holds for the book, and what is said of it follows the texts.
        let path = format!("/api/projects/{project}/findings/{}", long["id"].text());
        studio.put(&path, &json!({ "state": "waived", "reason": "It is my style." })).ok();
        studio.put(&format!("/api/projects/{project}/documents/{one}"), &json!({ "content": "He sat." })).ok();
        analyse(studio, &project);
        let now = studio.get(&path).ok();
        assert_eq!((&now["state"], &now["detail"]["count"]), (&json!("waived"), &json!(1)));
        studio.put(&format!("/api/projects/{project}/documents/{two}"), &json!({ "content": "" })).ok();
        analyse(studio, &project);
        assert_eq!(rules(&listed(studio, &project, "state=open")), Vec::<String>::new());
    }
}

service_test! {
    fn slips_of_grammar_are_named_with_what_is_meant(studio) {
        let project = studio.project("The Sea");
        let text = "He *could of* gone home,but it was colder then the sea. “We was there,” he said, “i think.”";
        let document = studio.document(&project, "I", text);

        analyse(studio, &project);

        let found = listed(studio, &project, "minSeverity=medium");
        let mut said: Vec<[String; 2]> = found
            .iter()
            .map(|it| [it["quotation"]["quote"].text(), it["detail"]["meant"].text()])
            .collect();
        said.sort();
        assert_eq!(said, [
            ["colder then the", "colder than the"],
            ["could of gone", "could have gone"],
            ["home,but", "home, but"],
            ["i think", "I think"],
        ]);
        assert_eq!(rules(&found), ["grammar_slip"; 4]);

        // What is mended is gone.
        let mended = "He could have gone home, but it was colder than the sea.";
        studio.put(&format!("/api/projects/{project}/documents/{document}"), &json!({ "content": mended })).ok();
        analyse(studio, &project);
        assert_eq!(listed(studio, &project, "minSeverity=medium&state=open"), Vec::<Value>::new());
    }
}

/// What a random document may have: things that are found, alone or together with others.
const SENTENCES: [&str; 27] = [
    "He could of gone by the road, and it was to late for that.",
    "Mara Venn had green eyes.",
    "Mara Venn had brown eyes.",
    "Tobias Ruck had black hair.",
    "Tobias Ruck had fair hair.",
    "Mara sat in the the garden and waited for him.",
    "They met Mera at the gate, and nobody spoke.",
    "Tobies came late, as he did on most days.",
    "“Come in, he said, and shut the door behind them.",
    "Come in,” he said.",
    "Here was the telephone, which nobody had ever used.",
    "There Osric stood. Osric waited. Then Osric left, and Osric came back, and Osric sang.",
    "He slowly rose, softly spoke, quickly left and quietly came back to them.",
    "The door was opened. The lamp was taken. A step was heard, and the cup was broken.",
    "He ran off. He sat down there. He sang a long song for all of us. He left. He came back to the house.",
    "On 31 June 1893 the ship came in.",
    "On Monday, 3 May 1893, they went to Holm.",
    "We went down to the harbour, where the boats were drawn up on the stones.",
    "It rained the whole night, and in the morning the road was gone.",
    "Nobody had seen the letter, and nobody asked for it again.",
    "There mara stood, and Mara Venn laughed.",
    "Mara Venn was nineteen years old.",
    "Mara Venn was forty years old.",
    "The ferry took the two brothers over to Holm before it was dark.",
    "“You must not go,” said Tobias softly. “I will,” said Mara.",
    "Everything lay as they had left it, the chairs and the table and the cups.",
    "She thought of the house by the river, and of those who lived in it.",
];

/// A project that is changed at random, and what it should be.
struct Changed<'s> {
    studio: &'s Studio,
    project: String,
    chance: Chance,
    /// Titles that were given.
    titles: usize,
}

impl Changed<'_> {
    fn path(&self, rest: &str) -> String {
        format!("/api/projects/{}/{rest}", self.project)
    }

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.chance.between(0, count as u64 - 1)).unwrap()
    }

    /// The documents, in reading order.
    fn documents(&self) -> Vec<Value> {
        self.studio.get(&self.path("documents?limit=100")).ok()["documents"]
            .as_array()
            .unwrap()
            .clone()
    }

    fn text(&mut self) -> String {
        let long = format!("Before {}.", "the far sea ".repeat(28).trim_end());
        let paragraphs = 1 + self.below(6);
        let paragraph = |it: &mut Self| match it.below(12) {
            0 => long.clone(),
            1 => "“Go there.”\n\n".repeat(8) + "He left.",
            _ => {
                let sentences = 1 + it.below(5);
                let all: Vec<&str> =
                    (0..sentences).map(|_| SENTENCES[it.below(SENTENCES.len())]).collect();
                all.join(" ")
            }
        };
        let all: Vec<String> = (0..paragraphs).map(|_| paragraph(self)).collect();
        all.join("\n\n")
    }

    fn title(&mut self) -> String {
        self.titles += 1;
        format!("Title {}", self.titles)
    }

    /// One of the documents, if there are any.
    fn any(&mut self) -> Option<String> {
        let all = self.documents();
        if all.is_empty() { None } else { Some(all[self.below(all.len())]["id"].text()) }
    }

    fn add(&mut self) {
        let (title, content) = (self.title(), self.text());
        let parent = if self.below(4) == 0 { self.any() } else { None };
        let body =
            json!({ "title": title, "content": content, "parentId": parent, "kind": "chapter" });
        self.studio.post(&self.path("documents"), &body).ok();
    }

    fn change(&mut self) {
        match (self.below(10), self.any()) {
            (0, _) | (_, None) => self.add(),
            (1, Some(id)) if self.documents().len() > 3 => {
                assert_eq!(self.studio.delete(&self.path(&format!("documents/{id}"))).status, 204);
            }
            (2, Some(id)) => {
                let position = self.below(6);
                self.studio
                    .put(&self.path(&format!("documents/{id}")), &json!({ "position": position }))
                    .ok();
            }
            (3, Some(id)) => {
                let title = self.title();
                self.studio
                    .put(&self.path(&format!("documents/{id}")), &json!({ "title": title }))
                    .ok();
            }
            (4, _) => self.change_lore(),
            (5, Some(id)) => {
                let old =
                    self.studio.get(&self.path(&format!("documents/{id}"))).ok()["content"].text();
                let cut = old.split_once("\n\n").map_or("", |(_, rest)| rest).to_owned();
                self.studio
                    .put(&self.path(&format!("documents/{id}")), &json!({ "content": cut }))
                    .ok();
            }
            (_, Some(id)) => {
                let content = self.text();
                self.studio
                    .put(&self.path(&format!("documents/{id}")), &json!({ "content": content }))
                    .ok();
            }
        }
    }

    fn lore(&self) -> Vec<Value> {
        let all = self.studio.get(&self.path("lore?limit=100")).ok();
        all["entries"].as_array().unwrap().clone()
    }

    fn change_lore(&mut self) {
        let all = self.lore();
        let names = ["Mara Venn", "Tobias Ruck", "Osric", "Holm"];
        let name = names[self.below(names.len())];
        let known = all.iter().find(|it| it["name"] == name).map(|it| it["id"].text());
        let attributes = [json!({}), json!({ "eyes": "grey" }), json!({ "hair": "red" })];
        let attributes = attributes[self.below(3)].clone();
        match known {
            Some(id) if self.below(2) == 0 => {
                self.studio.delete(&self.path(&format!("lore/{id}")));
            }
            Some(id) => {
                let alias = ["Mistress Venn", "the Captain"][self.below(2)];
                let body = json!({ "aliases": [alias], "attributes": attributes });
                self.studio.put(&self.path(&format!("lore/{id}")), &body).ok();
            }
            None => {
                let category = if name == "Holm" { "location" } else { "character" };
                let body = json!({ "name": name, "category": category, "attributes": attributes });
                self.studio.post(&self.path("lore"), &body).ok();
            }
        }
    }

    /// The same project, made anew as it is now.
    fn anew(&self) -> String {
        let project = self.studio.project("Anew");
        prohibit(self.studio, &project);
        for entry in self.lore() {
            let body = json!({
                "name": entry["name"], "category": entry["category"], "aliases": entry["aliases"],
                "attributes": entry["attributes"],
            });
            self.studio.post(&format!("/api/projects/{project}/lore"), &body).ok();
        }
        let mut ids: std::collections::HashMap<String, String> = std::collections::HashMap::new();
        for it in self.documents() {
            let whole = self.studio.get(&self.path(&format!("documents/{}", it["id"].text()))).ok();
            let parent = it["parentId"].as_str().map(|id| ids[id].clone());
            let body = json!({
                "title": it["title"], "kind": it["kind"], "parentId": parent,
                "content": whole["content"],
            });
            let made = self.studio.post(&format!("/api/projects/{project}/documents"), &body).ok();
            ids.insert(it["id"].text(), made["id"].text());
        }
        project
    }
}

fn prohibit(studio: &Studio, project: &str) {
    let rules = json!({ "lorekeeperConfig": { "prohibitedElements": ["telephone"] } });
    studio.put(&format!("/api/projects/{project}"), &rules).ok();
}

/// What is to be dealt with in a project, without ids, versions and times.
fn pending(studio: &Studio, project: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = studio
            .get(&format!("/api/projects/{project}/findings?state=open&limit=100{cursor}"))
            .ok();
        all.extend(page["findings"].as_array().unwrap().clone());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    let mut lines: Vec<String> = all.iter().map(plain).collect();
    lines.sort();
    lines
}

fn plain(finding: &Value) -> String {
    let mut detail = finding["detail"].clone();
    without_ids(&mut detail);
    let of = ["documentTitle", "check", "rule", "severity", "message", "quotation", "agent"];
    let of = of.map(|key| finding[key].to_string());
    format!("{} {detail}", of.join(" "))
}

/// Takes ids and versions out of a detail.
fn without_ids(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for key in ["documentId", "documentVersion", "factId"] {
                members.remove(key);
            }
            members.values_mut().for_each(without_ids);
        }
        Value::Array(items) => items.iter_mut().for_each(without_ids),
        _ => {}
    }
}

service_test! {
    fn two_hundred_random_edits_end_with_the_findings_of_a_sweep_made_anew(studio) {
        let project = studio.project("Changed");
        prohibit(studio, &project);
        let mut changed = Changed { studio, project: project.clone(), chance: Chance::of(19), titles: 0 };
        for _ in 0..4 {
            changed.add();
            changed.change_lore();
        }

        for edit in 1..=200 {
            changed.change();
            // Some sweeps come after one change, some after many.
            if edit % 7 == 0 {
                analyse(studio, &project);
            }
            if edit % 50 == 0 {
                sweep(studio, &project);
                let anew = changed.anew();
                sweep(studio, &anew);

                let (kept, anew) = (pending(studio, &project), pending(studio, &anew));

                let rules = anew.iter().filter_map(|it| it.split('"').nth(5));
                let rules: std::collections::BTreeSet<&str> = rules.collect();
                assert!(rules.len() > 5, "{edit}: {anew:#?}");
                assert_eq!(kept, anew, "after {edit} edits");
            }
        }
    }
}
