//! Whether a request costs more as what it meets grows: the same load on few and on many records,
//! side by side in one service. Nobody else is compared.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::planning::{self, PROMISES};
use super::servers::{Contender, Server};
use super::trials::{self, Figures, Load};
use super::wrk::Wrk;
use super::{ROUNDS, report, stock};
use crate::failure::{Failure, Outcome};

/// How many timelines have few events: so many that events made under load leave each of them
/// near its size.
pub(super) const SMALL_TIMELINES: usize = 100;

/// How many events a page of a timeline shows.
pub(super) const EVENTS_PER_PAGE: usize = 50;

/// What is asked, of few records and of many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// The first events of a timeline.
    FirstPage,
    /// Events from the middle of a timeline, by a cursor.
    MiddlePage,
    /// A random page of a project's promises.
    PromisePage,
    /// One more event; last, because it makes the timelines longer.
    Insert,
    /// The whole staff with its loads, of services of their own; see [`super::staff`].
    Capabilities,
}

/// How much there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Few,
    Many,
}

impl Request {
    /// Those that one service is asked.
    const ALL: [Self; 4] = [Self::FirstPage, Self::MiddlePage, Self::PromisePage, Self::Insert];

    /// Its name in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::FirstPage => "GET first page of events",
            Self::MiddlePage => "GET middle page of events",
            Self::PromisePage => "GET page of promises",
            Self::Insert => "POST event",
            Self::Capabilities => "GET capabilities",
        }
    }

    /// What its bar says.
    pub(super) fn bar(self) -> &'static str {
        match self {
            Self::FirstPage => "first page of 100,000 events, CPU against 1,000",
            Self::MiddlePage => "middle page of 100,000 events, CPU against 1,000",
            Self::PromisePage => "page of 10,000 promises, CPU per item against 1,000",
            Self::Insert => "event into 100,000, CPU against 1,000",
            Self::Capabilities => "capabilities of 500 agents, CPU per agent against 15",
        }
    }

    /// How many records there are in the small and in the large.
    pub(super) fn counts(self) -> (usize, usize) {
        match self {
            Self::PromisePage => (1_000, 10_000),
            Self::FirstPage | Self::MiddlePage | Self::Insert => (1_000, 100_000),
            Self::Capabilities => (15, 500),
        }
    }

    fn count(self, size: Size) -> usize {
        let (few, many) = self.counts();
        match size {
            Size::Few => few,
            Size::Many => many,
        }
    }

    /// The script of its load.
    fn script(self) -> &'static str {
        match self {
            Self::Insert => "post.lua",
            Self::FirstPage | Self::MiddlePage | Self::PromisePage | Self::Capabilities => {
                "get.lua"
            }
        }
    }

    /// The file of its load.
    fn file(self, size: Size) -> &'static str {
        match (self, size) {
            (Self::FirstPage, Size::Few) => "first-few",
            (Self::FirstPage, Size::Many) => "first-many",
            (Self::MiddlePage, Size::Few) => "middle-few",
            (Self::MiddlePage, Size::Many) => "middle-many",
            (Self::PromisePage, Size::Few) => "promises-few",
            (Self::PromisePage, Size::Many) => "promises-many",
            (Self::Insert, Size::Few) => "events-few",
            (Self::Insert, Size::Many) => "events-many",
            (Self::Capabilities, Size::Few) => "staff-few",
            (Self::Capabilities, Size::Many) => "staff-many",
        }
    }
}

/// What a request cost, of few records and of many.
pub(super) struct Growth {
    pub(super) request: Request,
    pub(super) few: Figures,
    pub(super) many: Figures,
}

impl Growth {
    /// Server CPU with many by server CPU with few. All pages have equally many items, so it is
    /// also the ratio per item; what shows all items is divided by their number.
    pub(super) fn ratio(&self) -> f64 {
        let ratio = self.many.cpu.div_duration_f64(self.few.cpu.max(Duration::from_nanos(1)));
        match self.request {
            Request::Capabilities => {
                let (few, many) = self.request.counts();
                ratio * few as f64 / many as f64
            }
            _ => ratio,
        }
    }
}

/// Fills a service of its own, and asks it.
pub(super) fn measure(wrk: &Wrk, folder: &Path, seconds: u64) -> Outcome<Vec<Growth>> {
    let server = Server::start(Contender::Scriptorium, folder)?;
    fill(&server, folder)?;
    Request::ALL
        .into_iter()
        .map(|request| compare(wrk, &server, request, folder, seconds))
        .collect()
}

/// Goes back and forth between few and many, so that a disturbance meets both.
fn compare(
    wrk: &Wrk,
    server: &Server,
    request: Request,
    folder: &Path,
    seconds: u64,
) -> Outcome<Growth> {
    let (mut few, mut many) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        for (size, rounds) in [(Size::Few, &mut few), (Size::Many, &mut many)] {
            let load = Load {
                name: request.name(),
                script: request.script(),
                path: "",
                file: folder.join(request.file(size)),
            };
            let figures = trials::measure(wrk, server, &load, seconds)?;
            println!(
                "{} of {}, round {round}: {}",
                request.name(),
                request.count(size),
                report::line(server, &figures)
            );
            rounds.push(figures);
        }
    }
    let best = |rounds: &[Figures]| Figures::best(rounds).expect("there is at least one round");
    Ok(Growth { request, few: best(&few), many: best(&many) })
}

/// All events are of one project, and there are as many in the small timelines together as in the
/// large one: the two loads differ in the length of a timeline, and in nothing else of the tables.
fn fill(server: &Server, folder: &Path) -> Outcome {
    let project = stock::make_project(server, 1)?;
    let mut small = Vec::with_capacity(SMALL_TIMELINES);
    for _ in 0..SMALL_TIMELINES {
        small.push(planning::make_timeline(server, &project)?);
    }
    let large = vec![planning::make_timeline(server, &project)?];
    for (size, timelines) in [(Size::Few, &small), (Size::Many, &large)] {
        fill_timelines(server, size, timelines, folder)?;
    }
    for (number, size) in [(2, Size::Few), (3, Size::Many)] {
        let project = stock::make_project(server, number)?;
        let count = Request::PromisePage.count(size);
        println!("growth: making {count} promises");
        planning::fill_board(server, &project, count)?;
        let list = List {
            first: planning::promises_path(&project),
            noun: "promises",
            per_page: PROMISES,
            total: count,
        };
        let pages = list.pages(server, count / PROMISES)?;
        stock::write_lines(folder, Request::PromisePage.file(size), pages)?;
    }
    Ok(())
}

fn fill_timelines(server: &Server, size: Size, timelines: &[String], folder: &Path) -> Outcome {
    let each = Request::Insert.count(size);
    println!("growth: making {each} events on each of {} timelines", timelines.len());
    planning::post_all(server, each * timelines.len(), |number| {
        (planning::events_path(&timelines[number / each]), planning::event(number))
    })?;

    let (mut firsts, mut middles) = (Vec::new(), Vec::new());
    for timeline in timelines {
        let list = List {
            first: format!("{}?limit={EVENTS_PER_PAGE}", planning::events_path(timeline)),
            noun: "events",
            per_page: EVENTS_PER_PAGE,
            total: each,
        };
        middles.extend(list.pages(server, each / EVENTS_PER_PAGE / 2 + 1)?.pop());
        firsts.push(list.first);
    }
    stock::write_lines(folder, Request::FirstPage.file(size), firsts)?;
    stock::write_lines(folder, Request::MiddlePage.file(size), middles)?;
    planning::write_events(folder, Request::Insert.file(size), timelines)
}

/// A list that is walked page by page.
struct List {
    /// The path of its first page, with a query.
    first: String,
    /// What its items are called.
    noun: &'static str,
    per_page: usize,
    total: usize,
}

impl List {
    /// The paths of its first `count` pages, each of which was seen to be full.
    fn pages(&self, server: &Server, count: usize) -> Outcome<Vec<String>> {
        let mut paths = vec![self.first.clone()];
        for number in 1..=count {
            let path = paths.last().expect("there is a first page");
            let page = server.client.get(path)?;
            let cursor = self.look(path, &page)?;
            if number < count {
                let cursor = cursor.ok_or_else(|| {
                    Failure::new(format!("{path} is the last of {number} pages, not of {count}"))
                })?;
                paths.push(format!("{}&cursor={cursor}", self.first));
            }
        }
        Ok(paths)
    }

    /// The cursor of the next page of this one, which must be full.
    fn look<'p>(&self, path: &str, page: &'p Value) -> Outcome<Option<&'p str>> {
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

#[cfg(test)]
mod tests {
    use super::{EVENTS_PER_PAGE, Growth, List, Request, Size};
    use crate::bench::planning::PROMISES;
    use crate::bench::trials::Figures;
    use serde_json::json;
    use std::time::Duration;

    fn figures(cpu_us: u64) -> Figures {
        Figures {
            per_second: 1.0,
            p50: Duration::ZERO,
            p99: Duration::ZERO,
            cpu: Duration::from_micros(cpu_us),
            lost: 0,
            delivered: 0,
            delivered_per_second: 0.0,
        }
    }

    #[test]
    fn growth_is_the_cost_with_many_by_the_cost_with_few() {
        let growth = Growth { request: Request::Insert, few: figures(50), many: figures(60) };

        assert_eq!(growth.ratio(), 1.2);
    }

    #[test]
    fn what_shows_all_items_is_compared_by_the_item() {
        let growth =
            Growth { request: Request::Capabilities, few: figures(30), many: figures(500) };

        assert!((growth.ratio() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_page_that_is_not_full_is_no_page_to_measure() {
        let list = List { first: "/l?limit=2".to_owned(), noun: "events", per_page: 2, total: 3 };
        let page = |events, total| json!({ "data": { "events": events, "total": total } });
        let mut full = page(json!([1, 2]), 3);
        full["data"]["nextCursor"] = json!("c");

        assert_eq!(list.look("/l", &full).unwrap(), Some("c"));
        assert_eq!(list.look("/l", &page(json!([1, 2]), 3)).unwrap(), None);
        assert!(list.look("/l", &page(json!([1]), 3)).is_err());
        assert!(list.look("/l", &page(json!([1, 2]), 2)).is_err());
    }

    #[test]
    fn what_is_made_fills_whole_pages() {
        for size in [Size::Few, Size::Many] {
            assert!(Request::PromisePage.count(size).is_multiple_of(PROMISES));
            assert!(Request::MiddlePage.count(size).is_multiple_of(2 * EVENTS_PER_PAGE));
        }
    }
}
