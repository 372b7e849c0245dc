//! CPU time and memory of a server process, read from Linux's `/proc`. Rates are measured by wrk.

use std::fs;
use std::time::Duration;

use xtask::failure::{Doing, Failure, Outcome};
use xtask::wait;

/// The kernel's unit in `/proc/PID/stat`: a hundredth of a second on every architecture we build
/// for.
const TICK: Duration = Duration::from_millis(10);

/// A process that used no tick for so many looks in a row is at rest.
const QUIET_LOOKS: u32 = 6;
const QUIET_INTERVAL: Duration = Duration::from_millis(100);

/// After this the measurement goes on with a process that does not rest; its figures show that.
const QUIET_LIMIT: Duration = Duration::from_secs(30);

/// User and system time of all threads, also of those that ended. Exact to a tick.
pub(crate) fn cpu(pid: u32) -> Outcome<Duration> {
    let text = read(pid, "stat")?;
    ticks(&text)
        .map(|ticks| TICK * ticks)
        .ok_or_else(|| Failure::new(format!("/proc/{pid}/stat has no times")))
}

/// The same for a process that has hardly begun, where a tick is too coarse: the scheduler's own
/// count, which knows only threads that still live. Both are lower bounds, so the larger is nearer.
pub(crate) fn cpu_of_start(pid: u32) -> Outcome<Duration> {
    let folder = format!("/proc/{pid}/task");
    let threads = fs::read_dir(&folder).doing(format_args!("reading {folder}"))?;
    let nanoseconds: u64 = threads
        .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("schedstat")).ok())
        .filter_map(|text| text.split_whitespace().next()?.parse::<u64>().ok())
        .sum();
    Ok(cpu(pid)?.max(Duration::from_nanos(nanoseconds)))
}

/// Resident memory in bytes.
pub(crate) fn resident_memory(pid: u32) -> Outcome<u64> {
    let text = read(pid, "status")?;
    kib(&text, "VmRSS:")
        .map(|kib| kib * 1024)
        .ok_or_else(|| Failure::new(format!("/proc/{pid}/status has no VmRSS")))
}

/// The most resident memory that the process has had, in bytes.
pub(crate) fn peak_resident_memory(pid: u32) -> Outcome<u64> {
    let text = read(pid, "status")?;
    kib(&text, "VmHWM:")
        .map(|kib| kib * 1024)
        .ok_or_else(|| Failure::new(format!("/proc/{pid}/status has no VmHWM")))
}

/// Waits until a process has done what it was still doing.
pub(crate) fn wait_until_idle(pid: u32) -> Outcome {
    let mut last = cpu(pid)?;
    let mut quiet = 0;
    let seen = wait::until(QUIET_LIMIT, QUIET_INTERVAL, || match cpu(pid) {
        Ok(now) if now == last => {
            quiet += 1;
            (quiet == QUIET_LOOKS).then_some(Ok(()))
        }
        Ok(now) => {
            last = now;
            quiet = 0;
            None
        }
        Err(failure) => Some(Err(failure)),
    });
    seen.unwrap_or(Ok(()))
}

fn read(pid: u32, file: &str) -> Outcome<String> {
    let path = format!("/proc/{pid}/{file}");
    fs::read_to_string(&path).doing(format_args!("reading {path}"))
}

/// Fields 14 and 15 of proc_pid_stat(5). The second field, the program's name in brackets, may hold
/// anything, so counting begins behind its last bracket, with field 3.
fn ticks(stat: &str) -> Option<u32> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let user: u32 = fields.next()?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    Some(user + system)
}

fn kib(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{kib, ticks};

    #[test]
    fn times_are_found_behind_a_name_with_brackets_and_spaces() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 900 0 3 0 31 12 4 0 20 0 3 0 5 0";

        assert_eq!(ticks(stat), Some(43));
    }

    #[test]
    fn memory_is_read_in_kib() {
        let status = "VmHWM:\t 9000 kB\nVmRSS:\t    5120 kB\n";

        assert_eq!((kib(status, "VmRSS:"), kib(status, "VmHWM:")), (Some(5120), Some(9000)));
        assert_eq!(kib("VmHWM:\t 9000 kB\n", "VmRSS:"), None);
    }
}
