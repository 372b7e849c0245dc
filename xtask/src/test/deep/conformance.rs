//! The conformance suite of the Model Context Protocol, against our route and transport with the tools that
//! the suite asks for by name (`testing::conformance`). `xtask/deep/conformance.json` lists every scenario of
//! the suite: those that pass, and those that do not apply, with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use super::programs::{Node, folder};
use super::service::Service;
use crate::command::{output, printed};
use crate::failure::{Doing, Failure, Outcome};

/// The versions of the protocol in which each scenario is run that has them.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];

/// How the time of a run ends the name of its folder: `-2026-11-23T15-05-41-498Z`.
const TIME_CHARS: usize = 25;

/// Runs every scenario in every version, and compares with the list.
pub(super) fn check(node: &Node) -> Outcome {
    let listed = Listed::read()?;
    let scenarios = scenarios(&output(node.command("conformance").arg("list"))?);
    listed.compare(&scenarios)?;
    let service = Service::start_for_conformance()?;
    let mut outcomes = Vec::new();
    for version in VERSIONS {
        let results = service.folder().join(version);
        let mut command = node.command("conformance");
        command
            .args(["server", "--suite", "all", "--spec-version", version])
            .args(["--url", &format!("{}/mcp", service.address())])
            .arg("--output-dir")
            .arg(&results)
            .current_dir(service.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        println!("$ {}", printed(&command));
        // It fails whenever a scenario does, also one that does not apply.
        command.status().doing("starting the conformance suite")?;
        outcomes.extend(outcomes_of(version, &results)?);
    }
    listed.judge(&scenarios, &outcomes)?;
    service.check_health()
}

/// The scenarios for servers, and in which versions they are.
fn scenarios(list: &str) -> BTreeMap<String, Vec<String>> {
    let lines = list.lines().skip_while(|line| !line.starts_with("Server scenarios")).skip(1);
    let lines = lines.take_while(|line| line.starts_with("  - "));
    lines
        .filter_map(|line| {
            let (name, versions) = line.strip_prefix("  - ")?.split_once(" [")?;
            let versions = versions.trim_end_matches(']').split(',').map(str::to_owned);
            Some((name.to_owned(), versions.collect()))
        })
        .collect()
}

/// What a scenario found in one version.
struct ScenarioOutcome {
    scenario: String,
    version: &'static str,
    passed: usize,
    failures: Vec<String>,
}

/// Reads what the suite wrote into a folder, a folder for each scenario.
fn outcomes_of(version: &'static str, results: &Path) -> Outcome<Vec<ScenarioOutcome>> {
    let mut outcomes = Vec::new();
    for entry in fs::read_dir(results).doing("reading the results of the conformance suite")? {
        let entry = entry.doing("reading the results of the conformance suite")?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let end = name.len().saturating_sub(TIME_CHARS);
        let scenario = name.get(..end).and_then(|name| name.strip_prefix("server-"));
        let Some(scenario) = scenario else { continue };
        let text = fs::read(entry.path().join("checks.json")).doing("reading checks.json")?;
        let checks: Vec<Value> = serde_json::from_slice(&text).doing("reading checks.json")?;
        let with = |status: &'static str| checks.iter().filter(move |it| it["status"] == status);
        let failure = |check: &Value| {
            let reason = check["errorMessage"].as_str().unwrap_or_default();
            format!("{scenario} in {version}: {}: {reason}", check["id"].as_str().unwrap_or("?"))
        };
        outcomes.push(ScenarioOutcome {
            scenario: scenario.to_owned(),
            version,
            passed: with("SUCCESS").count(),
            failures: with("FAILURE").map(failure).collect(),
        });
    }
    Ok(outcomes)
}

/// The list in the repository.
struct Listed {
    passes: BTreeSet<String>,
    inapplicable: BTreeSet<String>,
}

impl Listed {
    fn read() -> Outcome<Self> {
        let text = fs::read_to_string(folder().join("conformance.json"));
        let text = text.doing("reading xtask/deep/conformance.json")?;
        let list: Value =
            serde_json::from_str(&text).doing("reading xtask/deep/conformance.json")?;
        let passes = list["passes"].as_array().into_iter().flatten();
        let passes = passes.filter_map(|name| name.as_str().map(str::to_owned)).collect();
        let inapplicable = list["does not apply"].as_object().into_iter().flatten();
        let inapplicable = inapplicable.map(|(name, _)| name.clone()).collect();
        Ok(Self { passes, inapplicable })
    }

    /// Whether the list has the scenarios of the suite, each once.
    fn compare(&self, scenarios: &BTreeMap<String, Vec<String>>) -> Outcome {
        let mut wrong: Vec<String> = Vec::new();
        for name in scenarios.keys() {
            match (self.passes.contains(name), self.inapplicable.contains(name)) {
                (false, false) => wrong.push(format!("{name} is not listed")),
                (true, true) => wrong.push(format!("{name} is listed twice")),
                _ => {}
            }
        }
        let all = self.passes.union(&self.inapplicable);
        let gone = all.filter(|name| !scenarios.contains_key(*name));
        wrong.extend(gone.map(|name| format!("{name} is listed, and not in the suite")));
        failed("xtask/deep/conformance.json and the suite differ", &wrong)
    }

    /// Whether every scenario that applies has passed in each of its versions.
    fn judge(
        &self,
        scenarios: &BTreeMap<String, Vec<String>>,
        outcomes: &[ScenarioOutcome],
    ) -> Outcome {
        let mut wrong: Vec<String> = Vec::new();
        let mut runs = 0;
        for name in &self.passes {
            let of_it: Vec<_> = outcomes.iter().filter(|it| it.scenario == *name).collect();
            let versions = scenarios.get(name).into_iter().flatten();
            for version in versions.filter(|it| VERSIONS.contains(&it.as_str())) {
                if !of_it.iter().any(|it| it.version == version) {
                    wrong.push(format!("{name} was not run in {version}"));
                }
            }
            wrong.extend(of_it.iter().flat_map(|it| it.failures.iter().cloned()));
            runs += of_it.len();
            if of_it.iter().all(|it| it.passed == 0) {
                wrong.push(format!("{name} has checked nothing"));
            }
        }
        println!(
            "{} scenarios in {runs} runs; {} do not apply",
            self.passes.len(),
            self.inapplicable.len()
        );
        failed("the conformance suite found", &wrong)
    }
}

fn failed(what: &str, wrong: &[String]) -> Outcome {
    match wrong {
        [] => Ok(()),
        wrong => Err(Failure::new(format!("{what}:\n    {}", wrong.join("\n    ")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scenarios_for_servers_are_read_from_the_list() {
        let list = "Server scenarios (test against a server):\n  - ping [2025-06-18,2025-11-25]\n  \
            - tasks-lifecycle [extension]\n\nClient scenarios:\n  - initialize [2025-06-18]\n";

        let read = scenarios(list);

        assert_eq!(read["ping"], ["2025-06-18", "2025-11-25"]);
        assert_eq!(read.len(), 2);
    }

    #[test]
    fn a_scenario_is_listed_once_and_has_checked_something() {
        let listed = Listed {
            passes: ["a", "b"].map(str::to_owned).into(),
            inapplicable: ["b", "c"].map(str::to_owned).into(),
        };
        let version = || vec![VERSIONS[0].to_owned()];
        let scenarios =
            ["a", "b", "d"].map(|name| (name.to_owned(), version())).into_iter().collect();

        let compared = listed.compare(&scenarios).unwrap_err().to_string();
        let judged = listed.judge(&scenarios, &[]).unwrap_err().to_string();

        for wrong in ["b is listed twice", "d is not listed", "c is listed, and not in the suite"] {
            assert!(compared.contains(wrong), "{compared}");
        }
        assert!(judged.contains("a was not run in 2025-06-18"), "{judged}");
        assert!(judged.contains("a has checked nothing"), "{judged}");
    }

    #[test]
    fn the_list_of_this_repository_is_read() {
        let listed = Listed::read().unwrap();

        assert!(listed.passes.len() > 20 && listed.inapplicable.len() > 20);
        assert!(listed.passes.is_disjoint(&listed.inapplicable));
    }
}
