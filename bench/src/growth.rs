//! Whether a request costs more where there is more: the same load on few and on many records, in
//! turn. Only our service is measured.

use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value, json};
use xtask::failure::{Failure, Outcome};
use xtask::wait;

use crate::load::{Figures, Runner, Target};
use crate::requests::{self, CAPABILITIES, EVENTS_PER_PAGE, PROMISES_PER_PAGE, line, send_path};
use crate::seed;
use crate::servers::{Server, Subject};

/// How many timelines have few events: so many that events made under load leave each of them near
/// its size, and that both loads meet equally large tables.
pub(crate) const SMALL_TIMELINES: usize = 100;

const EVENTS: (usize, usize) = (1_000, 100_000);
const PROMISES: (usize, usize) = (1_000, 10_000);
const AGENTS: (usize, usize) = (seed::AGENTS, 500);

/// How much more a request may cost where there is ten or a hundred times as much.
pub(crate) const RATIO_MAX: f64 = 1.3;

/// How much more an agent may cost in the list of many than in the list of few.
const AGENTS_RATIO_MAX: f64 = 1.0;

/// How long the built-in agents may need for one message each.
const WORK_LIMIT: Duration = Duration::from_secs(30);
const WORK_INTERVAL: Duration = Duration::from_millis(100);

/// What a request cost, of few records and of many.
pub(crate) struct Growth {
    pub(crate) request: &'static str,
    /// How many records there were.
    pub(crate) counts: (usize, usize),
    pub(crate) few: Figures,
    pub(crate) many: Figures,
    /// Whether the response shows all records, so that the cost of each is compared. All other
    /// pages are full, in both cases.
    pub(crate) per_record: bool,
    pub(crate) max: f64,
}

impl Growth {
    /// Server CPU with many records by server CPU with few.
    pub(crate) fn ratio(&self) -> f64 {
        let ratio = self.many.cpu.div_duration_f64(self.few.cpu.max(Duration::from_nanos(1)));
        let (few, many) = self.counts;
        if self.per_record { ratio * few as f64 / many as f64 } else { ratio }
    }
}

/// Lists and inserts in one service, capabilities in two.
pub(crate) fn measure(runner: &Runner, subject: &Subject, folder: &Path) -> Outcome<Vec<Growth>> {
    let mut all = planning(runner, subject, &folder.join("planning"))?;
    all.push(agents(runner, subject, &folder.join("agents"))?);
    Ok(all)
}

/// All events are of one project, and there are as many on the small timelines together as on the
/// large one: the two loads differ in the length of a timeline, and in nothing else of the tables.
fn planning(runner: &Runner, subject: &Subject, folder: &Path) -> Outcome<Vec<Growth>> {
    let server = Server::start(subject, folder)?;
    let projects = seed::make_projects(&server, 3)?;
    let timelines = seed::make_timelines(&server, &vec![projects[0].clone(); SMALL_TIMELINES + 1])?;
    let (small, large) = timelines.split_at(SMALL_TIMELINES);
    for (timelines, each, size) in [(small, EVENTS.0, "few"), (large, EVENTS.1, "many")] {
        fill_timelines(&server, timelines, each, size, folder)?;
    }
    for (project, count, size) in
        [(&projects[1], PROMISES.0, "few"), (&projects[2], PROMISES.1, "many")]
    {
        println!("growth: making {count} promises");
        seed::fill_outline(&server, project, count)?;
        let list = List {
            first: requests::promises_path(project),
            noun: "promises",
            per_page: PROMISES_PER_PAGE,
            total: count,
        };
        write_gets(folder, "promises", size, list.pages(&server, count / PROMISES_PER_PAGE)?)?;
    }

    [
        ("GET first page of events", "first", EVENTS),
        ("GET middle page of events", "middle", EVENTS),
        ("GET page of promises", "promises", PROMISES),
        // Last, because it makes the timelines longer.
        ("POST event", "post", EVENTS),
    ]
    .into_iter()
    .map(|(request, file, counts)| {
        let target = |size: &str, count: usize| {
            let name = format!("{request} of {count}");
            Target::new(&server, name, folder.join(format!("{file}-{size}")))
        };
        let targets = [target("few", counts.0), target("many", counts.1)];
        compare(runner, request, counts, &targets, None)
    })
    .collect()
}

/// Compares the load on few records with that on many. `per_record` is the bar where all records
/// are shown.
fn compare(
    runner: &Runner,
    request: &'static str,
    counts: (usize, usize),
    targets: &[Target<'_>; 2],
    per_record: Option<f64>,
) -> Outcome<Growth> {
    let mut figures = runner.compare(targets)?;
    let many = figures.pop().unwrap_or_default();
    let few = figures.pop().unwrap_or_default();
    Ok(Growth {
        request,
        counts,
        few,
        many,
        per_record: per_record.is_some(),
        max: per_record.unwrap_or(RATIO_MAX),
    })
}

fn write_gets(folder: &Path, name: &str, size: &str, paths: Vec<String>) -> Outcome {
    let lines = paths.iter().map(|path| line("GET", path, None));
    seed::write_lines(&folder.join(format!("{name}-{size}")), lines)
}

fn fill_timelines(
    server: &Server,
    timelines: &[String],
    each: usize,
    size: &str,
    folder: &Path,
) -> Outcome {
    println!("growth: making {each} events on each of {} timelines", timelines.len());
    seed::fill_timelines(server, timelines, each)?;
    let (mut firsts, mut middles) = (Vec::new(), Vec::new());
    for timeline in timelines {
        let list = List {
            first: requests::events_page_path(timeline),
            noun: "events",
            per_page: EVENTS_PER_PAGE,
            total: each,
        };
        middles.extend(list.pages(server, each / EVENTS_PER_PAGE / 2 + 1)?.pop());
        firsts.push(list.first);
    }
    write_gets(folder, "first", size, firsts)?;
    write_gets(folder, "middle", size, middles)?;
    seed::write_lines(&folder.join(format!("post-{size}")), seed::event_lines(timelines))
}

/// A list that is read page by page.
struct List {
    /// The path of its first page, with a query.
    first: String,
    /// The field with its items.
    noun: &'static str,
    per_page: usize,
    total: usize,
}

impl List {
    /// The paths of its first `count` pages, each of which is full.
    fn pages(&self, server: &Server, count: usize) -> Outcome<Vec<String>> {
        let mut paths = vec![self.first.clone()];
        let mut path = self.first.clone();
        for number in 1..=count {
            let page = server.client.get(&path)?;
            let cursor = self.next(&path, &page)?;
            if number < count {
                let cursor = cursor
                    .ok_or_else(|| Failure::new(format!("{path} is the last of {count} pages")))?;
                path = format!("{}&cursor={cursor}", self.first);
                paths.push(path.clone());
            }
        }
        Ok(paths)
    }

    /// The cursor of the page after this one, which must be full.
    fn next<'p>(&self, path: &str, page: &'p Value) -> Outcome<Option<&'p str>> {
        let data = &page["data"];
        let items = data[self.noun].as_array().map_or(0, Vec::len);
        if items != self.per_page || data["total"] != self.total {
            return Err(Failure::new(format!(
                "{path} shows {items} items of {}; {} of {} were made",
                data["total"], self.per_page, self.total
            )));
        }
        Ok(data["nextCursor"].as_str())
    }
}

/// Two services, one with the built-in agents and one with many more; the load of each agent is
/// known.
fn agents(runner: &Runner, subject: &Subject, folder: &Path) -> Outcome<Growth> {
    let few = service_with_agents(subject, AGENTS.0, &folder.join("few"))?;
    let many = service_with_agents(subject, AGENTS.1, &folder.join("many"))?;
    let file = folder.join("get");
    seed::write_lines(&file, [line("GET", CAPABILITIES, None)])?;
    let request = "GET capabilities";
    let targets = [(&few, AGENTS.0), (&many, AGENTS.1)]
        .map(|(server, count)| Target::new(server, format!("{request} of {count}"), file.clone()));
    compare(runner, request, AGENTS, &targets, Some(AGENTS_RATIO_MAX))
}

fn service_with_agents(subject: &Subject, count: usize, folder: &Path) -> Outcome<Server> {
    let server = Server::start(subject, folder)?;
    let built_in = agent_ids(&server.client.get(CAPABILITIES)?);
    println!("growth: making {count} agents, {} of them built in", built_in.len());
    for id in &built_in {
        send(&server, id)?;
    }
    for number in built_in.len()..count {
        let id = format!("agent-{number}");
        let body = json!({
            "id": id,
            "name": format!("Agent {number}"),
            "description": "Reads what it is given, and says what it thinks of it.",
            "capabilities": [format!("reading_{}", number % 50), "reviewing", "summarising"],
            "specializations": ["openings", "endings"],
        });
        server.client.post("/api/agents", &body)?;
        send(&server, &id)?;
        // It works at its message during the load: an outside agent that is busy.
        let lease = json!({ "limit": 1, "leaseMs": 600_000 });
        server.client.post(&format!("/api/agent-communication/agents/{id}/lease"), &lease)?;
    }
    wait::until(WORK_LIMIT, WORK_INTERVAL, || {
        let all = server.client.get(CAPABILITIES).ok()?;
        let loads = all["loadBalancing"].as_object().map_or(0, Map::len);
        ((agent_ids(&all).len(), loads) == (count, count)).then_some(())
    })
    .ok_or_else(|| Failure::new("not every agent has a known load"))?;
    Ok(server)
}

fn send(server: &Server, agent: &str) -> Outcome {
    let body = json!({ "toAgent": agent, "message": "How does this read?" });
    let sent = server.client.post(&send_path(), &body)?;
    match sent["status"].as_str() {
        Some("success") => Ok(()),
        _ => Err(Failure::new(format!("a message was not delivered: {sent}"))),
    }
}

fn agent_ids(capabilities: &Value) -> Vec<String> {
    let agents = capabilities["agents"].as_array();
    let id = |agent: &Value| agent["agentId"].as_str().map(str::to_owned);
    agents.map(|all| all.iter().filter_map(id).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_the_cost_with_many_by_the_cost_with_few() {
        let figures = |cpu_us| Figures { cpu: Duration::from_micros(cpu_us), ..Figures::default() };
        let growth = |counts, few, many, per_record| Growth {
            request: "",
            counts,
            few: figures(few),
            many: figures(many),
            per_record,
            max: 1.0,
        };

        assert_eq!(growth((1_000, 100_000), 50, 60, false).ratio(), 1.2);
        assert!((growth((15, 500), 30, 500, true).ratio() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_page_that_is_not_full_is_not_measured() {
        let list = List { first: "/l?limit=2".to_owned(), noun: "events", per_page: 2, total: 3 };
        let page = |events, total| json!({ "data": { "events": events, "total": total } });
        let mut full = page(json!([1, 2]), 3);
        full["data"]["nextCursor"] = json!("c");

        assert_eq!(list.next("/l", &full).unwrap(), Some("c"));
        assert_eq!(list.next("/l", &page(json!([1, 2]), 3)).unwrap(), None);
        assert!(list.next("/l", &page(json!([1]), 3)).is_err());
        assert!(list.next("/l", &page(json!([1, 2]), 2)).is_err());
    }

    #[test]
    fn what_is_made_fills_whole_pages() {
        for count in [PROMISES.0, PROMISES.1] {
            assert!(count.is_multiple_of(PROMISES_PER_PAGE));
        }
        for count in [EVENTS.0, EVENTS.1] {
            assert!(count.is_multiple_of(2 * EVENTS_PER_PAGE));
        }
    }
}
