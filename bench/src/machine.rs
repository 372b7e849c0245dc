//! Where and when a run was taken, for the reader of its results. Nothing here is measured.

use std::fs;
use std::process::Command;
use std::thread;

use xtask::command::output;
use xtask::failure::{Doing, Outcome};
use xtask::workspace;

/// The machine before the run.
pub(crate) struct Machine {
    /// The day, such as 2026-01-31.
    pub(crate) date: String,
    /// The commit that was built, with a mark when files differ from it; `None` outside a
    /// repository.
    pub(crate) commit: Option<String>,
    pub(crate) cores: usize,
    pub(crate) model: String,
    pub(crate) kernel: String,
    /// Processes that wanted to run, on average over the last minute.
    pub(crate) load: String,
}

impl Machine {
    /// Reads what Linux tells.
    pub(crate) fn look() -> Outcome<Self> {
        let cpu = fs::read_to_string("/proc/cpuinfo").doing("reading /proc/cpuinfo")?;
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease")
            .doing("reading the kernel's version")?;
        let load = fs::read_to_string("/proc/loadavg").doing("reading the load average")?;
        Ok(Self {
            date: output(Command::new("date").args(["-u", "+%Y-%m-%d"]))?.trim().to_owned(),
            commit: commit(),
            cores: thread::available_parallelism().doing("counting the cores")?.get(),
            model: model(&cpu).to_owned(),
            kernel: kernel.trim().to_owned(),
            load: load.split(' ').next().unwrap_or_default().to_owned(),
        })
    }
}

fn commit() -> Option<String> {
    let mut command = Command::new("git");
    command.current_dir(workspace::root()).args(["describe", "--always", "--dirty"]);
    output(&mut command).ok().map(|name| name.trim().to_owned())
}

/// Some architectures give their processors no name.
fn model(cpuinfo: &str) -> &str {
    cpuinfo
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .and_then(|rest| rest.split_once(':'))
        .map_or("an unnamed processor", |(_, name)| name.trim())
}

#[cfg(test)]
mod tests {
    use super::model;

    #[test]
    fn a_processor_is_named_where_it_has_a_name() {
        assert_eq!(model("processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\n"), "Some CPU @ 2 GHz");
        assert_eq!(model("processor\t: 0\n"), "an unnamed processor");
    }
}
