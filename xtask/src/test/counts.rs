//! Counts what the test programs report, by reading their output: the stable test runner has no
//! other report.

use std::fmt::Write as _;
use std::time::Duration;

/// How many failed tests the summary names; the rest is counted.
const NAMED_MAX: usize = 50;

/// The sum over all test programs.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Counts {
    programs: u64,
    passed: u64,
    failed: u64,
    ignored: u64,
    filtered_out: u64,
    failed_names: Vec<String>,
}

impl Counts {
    /// Takes one line of output; most lines say nothing that counts.
    pub(super) fn read(&mut self, line: &str) {
        let line = line.trim_end();
        if let Some(result) = line.strip_prefix("test result: ") {
            self.add(result);
        } else if let Some(name) = line.strip_prefix("test ").and_then(failed_name) {
            self.failed_names.push(name.to_owned());
        } else if let Some(count) = line.strip_prefix("\u{2139} ") {
            self.add_of_node(count);
        } else if let Some(name) = line.strip_prefix("\u{2716} ").and_then(failed_name_of_node)
            && !self.failed_names.iter().any(|known| known == name)
        {
            self.failed_names.push(name.to_owned());
        }
    }

    /// Counts a program whose runner is not that of cargo.
    pub(super) fn add_program(&mut self) {
        self.programs += 1;
    }

    /// Adds what other programs reported.
    pub(super) fn merge(&mut self, other: Self) {
        self.programs += other.programs;
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        self.filtered_out += other.filtered_out;
        self.failed_names.extend(other.failed_names);
    }

    /// Adds `pass 12` of Node's own runner, which has one line for each count.
    fn add_of_node(&mut self, count: &str) {
        let Some((what, number)) = count.split_once(' ') else { return };
        let Ok(number) = number.parse::<u64>() else { return };
        match what {
            "pass" => self.passed += number,
            "fail" | "cancelled" => self.failed += number,
            "skipped" | "todo" => self.ignored += number,
            _ => {}
        }
    }

    /// Adds a test of the runner itself that failed.
    pub(super) fn fail(&mut self, name: String) {
        self.failed += 1;
        self.failed_names.push(name);
    }

    /// Adds `ok. 5 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.12s`.
    fn add(&mut self, result: &str) {
        self.programs += 1;
        let counts = result.split_once(". ").map_or("", |(_, counts)| counts);
        for count in counts.split("; ") {
            let Some((number, what)) = count.split_once(' ') else { continue };
            let Ok(number) = number.parse::<u64>() else { continue };
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                "filtered out" => self.filtered_out += number,
                _ => {}
            }
        }
    }

    /// Something ran, and nothing failed or was left out by the test itself.
    pub(super) fn is_clean(&self) -> bool {
        self.passed > 0 && self.failed == 0 && self.ignored == 0
    }

    /// The closing lines. The last has the runner's own form, so that whoever reads one reads the
    /// other.
    pub(super) fn summary(&self, cargo_succeeded: bool, elapsed: Duration) -> String {
        let mut text = String::new();
        let mut line = |words: std::fmt::Arguments<'_>| {
            writeln!(text, "{words}").expect("a string takes every line");
        };
        for name in self.failed_names.iter().take(NAMED_MAX) {
            line(format_args!("failed: {name}"));
        }
        let unnamed = self.failed_names.len().saturating_sub(NAMED_MAX);
        if unnamed > 0 {
            line(format_args!("failed: {unnamed} more"));
        }
        if self.ignored > 0 {
            line(format_args!("an ignored test is a failure: nothing is skipped in silence"));
        }
        if !cargo_succeeded && self.failed == 0 {
            line(format_args!("a test program did not build, or ended before its result"));
        } else if self.passed + self.failed == 0 {
            line(format_args!("no test ran"));
        }
        let verdict = if cargo_succeeded && self.is_clean() { "ok" } else { "FAILED" };
        let Self { programs, passed, failed, ignored, filtered_out, .. } = self;
        line(format_args!(
            "test result: {verdict}. {passed} passed; {failed} failed; {ignored} ignored; \
             {filtered_out} filtered out; {programs} test programs; finished in {:.1}s",
            elapsed.as_secs_f64()
        ));
        text.truncate(text.trim_end().len());
        text
    }
}

/// The name in `storage::reads_back ... FAILED`.
fn failed_name(rest: &str) -> Option<&str> {
    rest.strip_suffix(" ... FAILED")
}

/// The name in `a project is renamed (12.3ms)`.
fn failed_name_of_node(rest: &str) -> Option<&str> {
    let (name, took) = rest.rsplit_once(" (")?;
    took.ends_with("ms)").then_some(name)
}

#[cfg(test)]
mod tests {
    use super::Counts;
    use std::time::Duration;

    fn counts(output: &str) -> Counts {
        let mut counts = Counts::default();
        output.lines().for_each(|line| counts.read(line));
        counts
    }

    const GOOD: &str = "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; \
        2 filtered out; finished in 0.01s";
    const BAD: &str = "test a::b ... FAILED\ntest a::c ... ok\n\
        test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; \
        finished in 0.01s";
    const IGNORED: &str = "test result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; \
        0 filtered out; finished in 0.01s";

    #[test]
    fn results_of_all_programs_are_summed() {
        let counts = counts(&[GOOD, GOOD, BAD].join("\n"));

        let summary = counts.summary(false, Duration::from_millis(1_250));

        assert_eq!(
            summary,
            "failed: a::b\n\
             test result: FAILED. 7 passed; 1 failed; 0 ignored; 4 filtered out; \
             3 test programs; finished in 1.2s"
        );
        assert!(!counts.is_clean());
    }

    #[test]
    fn what_node_reports_is_counted_with_the_rest() {
        let mut all = counts(GOOD);
        let mut of_page = counts(
            "✔ a view is sound (12.5ms)\n✖ a project is renamed (3906.3ms)\n\
             ℹ tests 4\nℹ pass 2\nℹ fail 1\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\n\
             ℹ duration_ms 13586.480076\n\n✖ failing tests:\n\n\
             ✖ a project is renamed (3906.3ms)\n",
        );
        of_page.add_program();

        all.merge(of_page);

        assert_eq!(
            all.summary(true, Duration::ZERO),
            "failed: a project is renamed\n\
             an ignored test is a failure: nothing is skipped in silence\n\
             test result: FAILED. 5 passed; 1 failed; 1 ignored; 2 filtered out; \
             2 test programs; finished in 0.0s"
        );
    }

    #[test]
    fn an_ignored_test_fails_the_run() {
        let counts = counts(IGNORED);

        assert!(!counts.is_clean());
        assert!(counts.summary(true, Duration::ZERO).contains("test result: FAILED. 1 passed"));
    }

    #[test]
    fn a_failure_of_the_runners_own_finding_fails_the_run() {
        let mut counts = counts(GOOD);

        counts.fail("no test".to_owned());

        assert!(!counts.is_clean());
        assert_eq!(
            counts.summary(true, Duration::ZERO),
            "failed: no test\n\
             test result: FAILED. 3 passed; 1 failed; 0 ignored; 2 filtered out; \
             1 test programs; finished in 0.0s"
        );
    }

    #[test]
    fn a_run_without_a_test_is_not_clean() {
        let empty = "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; \
            9 filtered out; finished in 0.00s";

        assert!(!counts(empty).is_clean());
        assert!(!counts("").is_clean());
        assert!(counts(GOOD).is_clean());
    }

    #[test]
    fn a_program_that_ends_before_its_result_fails_the_run() {
        let summary = counts(GOOD).summary(false, Duration::ZERO);

        assert!(summary.starts_with("a test program did not build"), "{summary}");
        assert!(summary.contains("test result: FAILED. 3 passed"), "{summary}");
    }
}
