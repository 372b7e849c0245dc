//! The metrics of the process, as Linux has them under `/proc/self`, by the names every Prometheus
//! client gives them. On another system there are none.

use std::fs;

use super::{Page, Result};

/// The ticks of a second in which Linux counts processor time for programs, whatever the kernel's
/// own clock does.
const TICKS_PER_SECOND: f64 = 100.0;

/// Writes what is known of the process.
pub(super) fn write(page: &mut Page) -> Result {
    let Some(process) = Process::read() else { return Ok(()) };
    page.counter(
        "process_cpu_seconds_total",
        "Processor time of the process, in seconds.",
        process.cpu_seconds,
    )?;
    page.gauge(
        "process_resident_memory_bytes",
        "Resident memory of the process, in bytes.",
        process.resident_bytes,
    )?;
    page.gauge(
        "process_virtual_memory_bytes",
        "Virtual memory of the process, in bytes.",
        process.virtual_bytes,
    )?;
    page.gauge("process_open_fds", "Files and sockets that are open.", process.open_fds)?;
    page.gauge("process_max_fds", "The bound on open files and sockets.", process.max_fds)?;
    page.gauge(
        "process_start_time_seconds",
        "When the process began, in Unix time.",
        process.started_at,
    )
}

struct Process {
    cpu_seconds: f64,
    resident_bytes: f64,
    virtual_bytes: f64,
    open_fds: f64,
    max_fds: f64,
    started_at: f64,
}

impl Process {
    fn read() -> Option<Self> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        let (cpu_ticks, started_ticks) = times(&stat)?;
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let kib = |key: &str| Some(first_number(line(&status, key)?)? * 1_024.0);
        let limits = fs::read_to_string("/proc/self/limits").ok()?;
        let system = fs::read_to_string("/proc/stat").ok()?;
        let booted_at = first_number(line(&system, "btime")?)?;
        Some(Self {
            cpu_seconds: cpu_ticks / TICKS_PER_SECOND,
            resident_bytes: kib("VmRSS:")?,
            virtual_bytes: kib("VmSize:")?,
            // Reading this opens one itself.
            open_fds: fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1) as f64,
            max_fds: max_fds(line(&limits, "Max open files")?),
            started_at: booted_at + started_ticks / TICKS_PER_SECOND,
        })
    }
}

/// The ticks of processor time, and those from the system's start to that of the process. The name of
/// the program stands in brackets and may hold anything, so fields are counted from behind it.
fn times(stat: &str) -> Option<(f64, f64)> {
    let (_, behind) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = behind.split(' ').collect();
    // The third field of the manual is the first one here.
    let field = |number: usize| fields.get(number - 3)?.parse::<f64>().ok();
    Some((field(14)? + field(15)?, field(22)?))
}

/// What stands behind `key` at the beginning of a line.
fn line<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix(key))
}

fn first_number(text: &str) -> Option<f64> {
    text.split_whitespace().next()?.parse().ok()
}

/// The soft limit; there may be none.
fn max_fds(limits: &str) -> f64 {
    first_number(limits).unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_of_any_name_is_read() {
        let stat = "7 (a) b ( c) S 1 7 7 0 -1 4194560 900 0 0 0 150 50 0 0 20 0 9 0 4200 1 2 3";

        assert_eq!(times(stat), Some((200.0, 4_200.0)));
        assert_eq!(times("7 (a) S 1"), None);
        assert_eq!(times(""), None);
    }

    #[test]
    fn a_limit_that_is_none_has_no_bound() {
        assert_eq!(max_fds("            1024        524288     files"), 1_024.0);
        assert_eq!(max_fds("            unlimited   unlimited  files"), f64::INFINITY);
    }
}
