//! The results as text: the same Markdown goes to the terminal and into bench/RESULTS.md. Judging
//! is `bars`' work.

use std::fmt::{self, Write};

use super::bars::{Bar, Wanted, milliseconds};
use super::growth::{EVENTS_PER_PAGE, SMALL_TIMELINES};
use super::machine::Machine;
use super::planning::PROMISES;
use super::research::Searches;
use super::servers::Server;
use super::stock::PROJECTS;
use super::swarms::{FEW, MANY, Swarms};
use super::trials::{Figures, Trial};
use super::{Findings, ROUNDS, STARTS, wrk};

/// One round on one line of the terminal.
pub(super) fn line(server: &Server, figures: &Figures) -> String {
    let mut text = format!(
        "{:<11} {:>9}/s, p50 {:.2} ms, p99 {:.2} ms, {:.1} µs CPU",
        server.contender.name(),
        thousands(figures.per_second),
        milliseconds(figures.p50),
        milliseconds(figures.p99),
        figures.cpu.as_secs_f64() * 1e6
    );
    if figures.delivered > 0 {
        write!(text, ", {} delivered/s", thousands(figures.delivered_per_second))
            .expect("a string takes every line");
    }
    text
}

/// The whole report.
pub(super) fn text(seconds: u64, machine: &Machine, findings: &Findings, bars: &[Bar]) -> String {
    let mut text = String::new();
    write_report(&mut text, seconds, machine, findings, bars).expect("a string takes every line");
    text
}

fn write_report(
    text: &mut String,
    seconds: u64,
    machine: &Machine,
    findings: &Findings,
    bars: &[Bar],
) -> fmt::Result {
    let Machine { date, commit, cores, model, kernel, load } = machine;
    let commit = commit.as_deref().unwrap_or("no commit");
    writeln!(
        text,
        "# Bench results\n\n\
         Taken on {date} at {commit} with `cargo xtask bench --seconds {seconds}`, on {cores} \
         cores of {model}, Linux {kernel}; load average before the run {load}.\n\n\
         All servers run at once on the loopback address, and one at a time is under load, by wrk \
         with one thread and {} connections on the same cores. Each load lasts {seconds} s and is \
         repeated {ROUNDS} times, going from server to server; the best of each figure counts. GET \
         and PUT go to random ones of {} projects, each of which has a timeline to post events to; \
         messages go to one agent that handles them meanwhile. hello is bare axum, is \
         sent the requests of the others, takes in what they bring and answers the same page to \
         all. FastAPI runs one uvicorn worker with uvloop and httptools over \
         sqlite3. Both stores are SQLite in WAL with synchronous=FULL, and both answer a change \
         only when it is committed. Server CPU is user and system time of all threads per request.",
        wrk::CONNECTIONS,
        thousands(PROJECTS as f64)
    )?;

    if !findings.borne.is_empty() {
        loads(text, findings)?;
    }
    if !findings.growth.is_empty() {
        grown(text, findings)?;
    }
    if let Some(swarms) = &findings.swarms {
        of_swarms(text, swarms)?;
    }
    if let Some(Searches { passages, figures }) = &findings.searches {
        writeln!(
            text,
            "\n## Research\n\n\
             One scriptorium of its own with {} passages of a made-up language, searched for four \
             words at a time by all connections; the best of {ROUNDS} rounds counts: {:.2} ms of \
             server CPU per search, {} searches/s, p50 {:.1} ms, p99 {:.1} ms.",
            thousands(*passages as f64),
            milliseconds(figures.cpu),
            thousands(figures.per_second),
            milliseconds(figures.p50),
            milliseconds(figures.p99)
        )?;
    }
    if let Some(start) = &findings.start {
        writeln!(
            text,
            "\n## Start\n\n\
             On an empty folder, best of {STARTS}: {:.1} ms of CPU time from start to ready; \
             {:.1} MB resident at rest.",
            milliseconds(start.cpu),
            start.memory_bytes as f64 / 1e6
        )?;
    }
    judged(text, bars)
}

fn loads(text: &mut String, findings: &Findings) -> fmt::Result {
    writeln!(
        text,
        "\n## Loads\n\n\
         | load | server | requests/s | p50 ms | p99 ms | server CPU µs | lost answers |\n\
         |---|---|---:|---:|---:|---:|---:|"
    )?;
    for one in &findings.borne {
        writeln!(
            text,
            "| {} | {} | {} | {:.2} | {:.2} | {:.1} | {} |",
            one.trial.name(),
            one.contender.name(),
            thousands(one.best.per_second),
            milliseconds(one.best.p50),
            milliseconds(one.best.p99),
            one.best.cpu.as_secs_f64() * 1e6,
            one.best.lost
        )?;
    }
    for one in findings.borne.iter().filter(|one| one.trial == Trial::Messages) {
        if let Some(unhandled) = one.unhandled {
            writeln!(
                text,
                "\n{}: {} messages/s delivered; {} delivered in all rounds, {} of them handled.",
                one.contender.name(),
                thousands(one.best.delivered_per_second),
                thousands(one.best.delivered as f64),
                thousands(one.best.delivered.saturating_sub(unhandled) as f64)
            )?;
        }
    }
    writeln!(text, "\nResident after all loads:")?;
    for (contender, bytes) in &findings.loaded {
        writeln!(text, "- {}: {:.1} MB", contender.name(), *bytes as f64 / 1e6)?;
    }
    Ok(())
}

fn grown(text: &mut String, findings: &Findings) -> fmt::Result {
    writeln!(
        text,
        "\n## Growth\n\n\
         One scriptorium of its own, asked of few records and of many in turn; the best of \
         {ROUNDS} rounds counts. There are {SMALL_TIMELINES} timelines with few events and one \
         with many, all of one project. A page has {EVENTS_PER_PAGE} events or {PROMISES} \
         promises. Capabilities are asked of two services, one with many agents, and their ratio \
         is by the agent.\n\n\
         | request | few | many | server CPU µs of few | of many | ratio |\n\
         |---|---:|---:|---:|---:|---:|"
    )?;
    for one in &findings.growth {
        let (few, many) = one.request.counts();
        writeln!(
            text,
            "| {} | {} | {} | {:.1} | {:.1} | {:.2} |",
            one.request.name(),
            thousands(few as f64),
            thousands(many as f64),
            one.few.cpu.as_secs_f64() * 1e6,
            one.many.cpu.as_secs_f64() * 1e6,
            one.ratio()
        )?;
    }
    Ok(())
}

fn of_swarms(text: &mut String, swarms: &Swarms) -> fmt::Result {
    writeln!(
        text,
        "\n## Swarms\n\n\
         A consistency_sweep over a book of very short chapters, {} sub-tasks: {}/s, {:.1} µs of \
         server CPU for each, with all that is found, kept and told; best of {ROUNDS}. GET swarm \
         list with {FEW} finished swarms: {}/s, {:.1} µs; with {MANY}: {}/s, {:.1} µs.",
        thousands(swarms.sub_tasks as f64),
        thousands(swarms.per_second),
        swarms.cpu.as_secs_f64() * 1e6,
        thousands(swarms.few.per_second),
        swarms.few.cpu.as_secs_f64() * 1e6,
        thousands(swarms.many.per_second),
        swarms.many.cpu.as_secs_f64() * 1e6
    )
}

fn judged(text: &mut String, bars: &[Bar]) -> fmt::Result {
    writeln!(text, "\n## Bars\n\n| what | measured | wanted | |\n|---|---:|---:|---|")?;
    for bar in bars {
        let wanted = match bar.wanted {
            Wanted::AtLeast(wanted) => format!("≥ {}", figure(wanted)),
            Wanted::AtMost(wanted) => format!("≤ {}", figure(wanted)),
            Wanted::Below(wanted) => format!("< {}", figure(wanted)),
        };
        writeln!(
            text,
            "| {} | {} | {} | {} |",
            bar.what,
            format!("{} {}", figure(bar.measured), bar.unit).trim_end(),
            format!("{wanted} {}", bar.unit).trim_end(),
            if bar.is_met() { "pass" } else { "**fail**" }
        )?;
    }
    Ok(())
}

/// Two decimals where they tell something.
fn figure(number: f64) -> String {
    if number >= 1_000.0 {
        thousands(number)
    } else if number == number.trunc() {
        number.to_string()
    } else {
        format!("{number:.2}")
    }
}

/// A whole number with a comma before every three digits.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{figure, thousands};

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(thousands(0.4), "0");
        assert_eq!(thousands(999.0), "999");
        assert_eq!(thousands(1_000.0), "1,000");
        assert_eq!(thousands(1_234_567.0), "1,234,567");
    }

    #[test]
    fn figures_show_as_much_as_they_tell() {
        assert_eq!(figure(0.0), "0");
        assert_eq!(figure(0.456), "0.46");
        assert_eq!(figure(12_345.6), "12,346");
    }
}
