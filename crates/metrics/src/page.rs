//! The text a Prometheus server reads, format 0.0.4: families of samples, each with what it means and
//! what kind of number it is. A family is written once, with all its samples behind it, as the format
//! wants it.

use std::fmt::Write as _;

use crate::Spread;

/// A page of families.
#[derive(Debug, Default)]
pub struct Page(String);

/// A family that is being written.
#[derive(Debug)]
pub struct Family<'p> {
    page: &'p mut String,
    name: &'static str,
}

impl Page {
    /// The media type of the text.
    pub const MEDIA: &'static str = "text/plain; version=0.0.4; charset=utf-8";

    /// A family of numbers that only rise; its name ends in `_total`.
    pub fn counter(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "counter", help)
    }

    /// A family of numbers that rise and fall.
    pub fn gauge(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "gauge", help)
    }

    /// A family of histograms.
    pub fn histogram(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "histogram", help)
    }

    fn family(&mut self, name: &'static str, kind: &str, help: &str) -> Family<'_> {
        let page = &mut self.0;
        let help = help.replace('\\', r"\\").replace('\n', r"\n");
        put(page, format_args!("# HELP {name} {help}\n# TYPE {name} {kind}\n"));
        Family { page, name }
    }

    /// The whole text.
    pub fn into_text(self) -> String {
        self.0
    }
}

impl Family<'_> {
    /// A sample without labels.
    pub fn value(&mut self, value: f64) -> &mut Self {
        self.sample(&[], value)
    }

    /// A sample with these labels.
    pub fn sample(&mut self, labels: &[(&str, &str)], value: f64) -> &mut Self {
        self.line("", labels, None, value);
        self
    }

    /// A histogram with these labels, whose values are `unit`s of what the family is named after.
    pub fn spread(&mut self, labels: &[(&str, &str)], spread: &Spread, unit: f64) -> &mut Self {
        let mut below = 0;
        for (position, count) in spread.counts.iter().enumerate() {
            below += count;
            let bound = spread.bounds.get(position).map_or(f64::INFINITY, |it| *it as f64 * unit);
            self.line("_bucket", labels, Some(bound), below as f64);
        }
        self.line("_sum", labels, None, spread.sum as f64 * unit);
        self.line("_count", labels, None, below as f64);
        self
    }

    fn line(&mut self, ending: &str, labels: &[(&str, &str)], bound: Option<f64>, value: f64) {
        let page = &mut *self.page;
        put(page, format_args!("{}{ending}", self.name));
        let mut opening = '{';
        for (label, value) in labels {
            put(page, format_args!("{opening}{label}=\"{}\"", escaped(value)));
            opening = ',';
        }
        if let Some(bound) = bound {
            put(page, format_args!("{opening}le=\"{}\"", printed(bound)));
            opening = ',';
        }
        let closing = if opening == '{' { "" } else { "}" };
        put(page, format_args!("{closing} {}\n", printed(value)));
    }
}

fn put(page: &mut String, words: std::fmt::Arguments<'_>) {
    page.write_fmt(words).expect("a string takes every line");
}

fn escaped(value: &str) -> String {
    value.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n")
}

/// A number as the format has it. What comes of a multiplication is printed without the digits that
/// only it brought along.
fn printed(value: f64) -> String {
    if value == f64::INFINITY {
        return "+Inf".to_owned();
    }
    let rounded = (value * 1e9).round() / 1e9;
    if rounded.is_finite() && value.abs() < 1e6 { rounded.to_string() } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Histogram;

    #[test]
    fn a_page_reads_as_prometheus_has_it() {
        let histogram = Histogram::new(&[1_000_000, 250_000_000]);
        histogram.record(100_000);
        histogram.record(300_000_000);
        let mut page = Page::default();

        page.gauge("a_gauge", "How many.\nNow.").value(1.5);
        let labels = [("route", "/a/{id}"), ("said", "\"so\" \\\n")];
        page.counter("b_total", "B.").sample(&labels, 12.0).sample(&[("route", "")], 0.0);
        page.histogram("c_seconds", "C.").spread(&[("m", "GET")], &histogram.read(), 1e-9);
        page.gauge("d_bytes", "D.").value(12_345_678_901.0);
        page.counter("nothing_yet_total", "E.");

        assert_eq!(
            page.into_text(),
            r#"# HELP a_gauge How many.\nNow.
# TYPE a_gauge gauge
a_gauge 1.5
# HELP b_total B.
# TYPE b_total counter
b_total{route="/a/{id}",said="\"so\" \\\n"} 12
b_total{route=""} 0
# HELP c_seconds C.
# TYPE c_seconds histogram
c_seconds_bucket{m="GET",le="0.001"} 1
c_seconds_bucket{m="GET",le="0.25"} 1
c_seconds_bucket{m="GET",le="+Inf"} 2
c_seconds_sum{m="GET"} 0.3001
c_seconds_count{m="GET"} 2
# HELP d_bytes D.
# TYPE d_bytes gauge
d_bytes 12345678901
# HELP nothing_yet_total E.
# TYPE nothing_yet_total counter
"#
        );
    }
}
