//! The results as Markdown, for the terminal and for `bench/RESULTS.md`. The bars are in `bars`.

use std::fmt::{self, Write};
use std::time::Duration;

use crate::bars::{Bar, Required};
use crate::calls::{CALLS, TOKEN};
use crate::footprint::STARTS;
use crate::growth::SMALL_TIMELINES;
use crate::load::{Figures, Load};
use crate::machine::Machine;
use crate::requests::{EVENTS_PER_PAGE, PROMISES_PER_PAGE};
use crate::servers::{BASE_COMMIT, Server, ServerKind};
use crate::wrk::CONNECTIONS;
use crate::{Findings, Measured};

/// The heading in `RESULTS.md` from which a run leaves the text as it is.
const KEPT_FROM: &str = "\n# Baseline";

/// A round of a load, on one line.
pub(crate) fn line(server: &Server, figures: &Figures) -> String {
    let mut text = format!(
        "{:<16} {:>9}/s, p50 {:.2} ms, p99 {:.2} ms, {:.1} µs CPU",
        server.kind.name(),
        thousands(figures.per_second),
        milliseconds(figures.p50),
        milliseconds(figures.p99),
        microseconds(figures.cpu)
    );
    if figures.handled_per_second > 0.0 {
        text.push_str(&format!(", {} handled/s", thousands(figures.handled_per_second)));
    }
    text
}

/// What was run: the head of the report.
pub(crate) struct Run<'a> {
    pub(crate) machine: &'a Machine,
    /// The arguments of the command.
    pub(crate) arguments: &'a str,
    pub(crate) seconds: u64,
    pub(crate) rounds: usize,
}

/// The whole report.
pub(crate) fn text(run: &Run<'_>, findings: &Findings, bars: &[Bar]) -> String {
    let mut text = String::new();
    write_report(&mut text, run, findings, bars).expect("a string takes every line");
    text
}

/// The report, followed by what `old` says about earlier runs.
pub(crate) fn with_baseline(report: &str, old: &str) -> String {
    match old.find(KEPT_FROM) {
        Some(at) => format!("{report}{}", &old[at..]),
        None => report.to_owned(),
    }
}

fn write_report(
    text: &mut String,
    run: &Run<'_>,
    findings: &Findings,
    bars: &[Bar],
) -> fmt::Result {
    let Machine { date, commit, cores, model, kernel, load } = run.machine;
    let commit = commit.as_deref().unwrap_or("no commit");
    let Run { arguments, seconds, rounds, .. } = run;
    writeln!(
        text,
        "# Bench results\n\n\
         Taken on {date} at {commit} with `{}`, on {cores} cores of {model}, Linux {kernel}; load \
         average before the run {load}. Each load has {CONNECTIONS} connections and lasts \
         {seconds} s; figures are the median of {rounds}. [README.md](README.md) says what is \
         measured and how.",
        format!("cargo xtask bench {arguments}").trim_end()
    )?;
    write_bars(text, bars)?;
    if !findings.loads.is_empty() {
        write_loads(text, findings)?;
    }
    if !findings.growth.is_empty() {
        write_growth(text, findings)?;
    }
    write_rest(text, findings)
}

fn write_bars(text: &mut String, bars: &[Bar]) -> fmt::Result {
    writeln!(text, "\n## Bars\n\n| what | measured | required | |\n|---|---:|---:|---|")?;
    for bar in bars {
        let required = match bar.required {
            Required::AtLeast(limit) => format!("≥ {}", figure(limit)),
            Required::AtMost(limit) => format!("≤ {}", figure(limit)),
            Required::Below(limit) => format!("< {}", figure(limit)),
        };
        writeln!(
            text,
            "| {} | {} | {} | {} |",
            bar.what,
            format!("{} {}", figure(bar.measured), bar.unit).trim_end(),
            format!("{required} {}", bar.unit).trim_end(),
            if bar.is_met() { "pass" } else { "**fail**" }
        )?;
    }
    Ok(())
}

fn write_loads(text: &mut String, findings: &Findings) -> fmt::Result {
    writeln!(
        text,
        "\n## Loads\n\n\
         | load | server | requests/s | p50 ms | p99 ms | server CPU µs | no response |\n\
         |---|---|---:|---:|---:|---:|---:|"
    )?;
    for Measured { load, kind, figures } in &findings.loads {
        writeln!(
            text,
            "| {} | {} | {} | {:.2} | {:.2} | {:.1} | {} |",
            load.name(),
            kind.name(),
            thousands(figures.per_second),
            milliseconds(figures.p50),
            milliseconds(figures.p99),
            microseconds(figures.cpu),
            figures.lost
        )?;
    }
    writeln!(text)?;
    for one in findings.loads.iter().filter(|one| one.load == Load::Messages && one.kind.stores()) {
        writeln!(
            text,
            "- {}: {} messages/s delivered and handled, {} not handled.",
            one.kind.name(),
            thousands(one.figures.handled_per_second),
            one.figures.unhandled
        )?;
    }
    let mixed = |kind| findings.figures(Load::Mixed, kind);
    for kind in [ServerKind::Scriptorium, ServerKind::Dist] {
        if let (Some(ours), Some(peers)) = (mixed(kind), mixed(ServerKind::Peer)) {
            writeln!(
                text,
                "- mixed, {} against fastapi: {:.2} times the rate, {:.3} of the p99.",
                kind.name(),
                ours.per_second / peers.per_second,
                ours.p99.div_duration_f64(peers.p99)
            )?;
        }
    }
    Ok(())
}

fn write_growth(text: &mut String, findings: &Findings) -> fmt::Result {
    writeln!(
        text,
        "\n## Growth\n\n\
         scriptorium alone. {SMALL_TIMELINES} timelines have few events and one has many. A page \
         has {EVENTS_PER_PAGE} events or {PROMISES_PER_PAGE} promises. The ratio of capabilities \
         is per agent.\n\n\
         | request | few | many | server CPU µs of few | of many | ratio |\n\
         |---|---:|---:|---:|---:|---:|"
    )?;
    for one in &findings.growth {
        writeln!(
            text,
            "| {} | {} | {} | {:.1} | {:.1} | {:.2} |",
            one.request,
            thousands(one.counts.0 as f64),
            thousands(one.counts.1 as f64),
            microseconds(one.few.cpu),
            microseconds(one.many.cpu),
            one.ratio()
        )?;
    }
    Ok(())
}

fn write_rest(text: &mut String, findings: &Findings) -> fmt::Result {
    writeln!(text, "\n## Start, memory, search, swarms, sweeps, messages, calls, tools\n")?;
    for (kind, start) in &findings.starts {
        writeln!(
            text,
            "- {}, start on an empty folder: {:.1} ms of CPU time, {:.1} MB at rest (least of \
             {STARTS}).",
            kind.name(),
            milliseconds(start.cpu),
            megabytes(start.resident_memory)
        )?;
    }
    for one in &findings.resident_memory {
        writeln!(
            text,
            "- {}, memory after {} mixed requests: {:.1} MB.",
            one.kind.name(),
            thousands(one.requests as f64),
            megabytes(one.bytes)
        )?;
    }
    if let Some(searches) = &findings.searches {
        writeln!(
            text,
            "- search over {} passages: {:.2} ms of server CPU, {}/s, p50 {:.1} ms, p99 {:.1} ms.",
            thousands(searches.passages as f64),
            milliseconds(searches.figures.cpu),
            thousands(searches.figures.per_second),
            milliseconds(searches.figures.p50),
            milliseconds(searches.figures.p99)
        )?;
    }
    if let Some(sweep) = &findings.sweep {
        writeln!(
            text,
            "- swarm of {} sub-tasks: {}/s, {:.1} µs of server CPU for each.",
            thousands(sweep.sub_tasks as f64),
            thousands(sweep.per_second),
            microseconds(sweep.cpu)
        )?;
    }
    write_sweeps(text, findings)?;
    if let Some(messages) = &findings.messages {
        writeln!(
            text,
            "- message about a short document: {:.1} µs of server CPU; {:.1} at {BASE_COMMIT:.7}.",
            microseconds(messages.now),
            microseconds(messages.then)
        )?;
    }
    if let Some(calls) = &findings.calls {
        writeln!(
            text,
            "- {} calls of a language model in flight, {} ms per token: {:.1} MB at the most, {:.1} ms of \
             server CPU a second; GET project {:.1} µs of server CPU meanwhile, {:.1} at rest.",
            thousands(CALLS as f64),
            TOKEN.as_millis(),
            megabytes(calls.resident_memory),
            milliseconds(calls.background),
            microseconds(calls.busy),
            microseconds(calls.idle)
        )?;
    }
    for cost in &findings.tools {
        writeln!(
            text,
            "- {}: {:.1} µs of server CPU as a tool, {:.1} as a route.",
            cost.tool,
            microseconds(cost.call.cpu),
            microseconds(cost.route.cpu)
        )?;
    }
    Ok(())
}

fn write_sweeps(text: &mut String, findings: &Findings) -> fmt::Result {
    for cost in &findings.readings {
        writeln!(
            text,
            "- sweep of {} ({} words in {} chapters): {:.2} s of server CPU, {:.2} s for its first half, \
             {:.3} s after one changed chapter.",
            cost.title,
            thousands(cost.words as f64),
            cost.chapters,
            cost.whole.as_secs_f64(),
            cost.half.as_secs_f64(),
            cost.changed.as_secs_f64()
        )?;
    }
    Ok(())
}

/// Two decimals where they say something.
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
pub(crate) fn thousands(number: f64) -> String {
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

pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

pub(crate) fn microseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

pub(crate) fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::{figure, thousands, with_baseline};

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, expected) in
            [(0.4, "0"), (999.0, "999"), (1_000.0, "1,000"), (1_234_567.0, "1,234,567")]
        {
            assert_eq!(thousands(number), expected);
        }
    }

    #[test]
    fn figures_show_two_decimals_where_they_say_something() {
        for (number, expected) in [(0.0, "0"), (0.456, "0.46"), (12_345.6, "12,346")] {
            assert_eq!(figure(number), expected);
        }
    }

    #[test]
    fn the_baseline_stays_below_a_new_report() {
        assert_eq!(with_baseline("new\n", "old\n\n# Baseline\n\nb\n"), "new\n\n# Baseline\n\nb\n");
        assert_eq!(with_baseline("new\n", "old\n"), "new\n");
    }
}
