//! The page of metrics: collectors that count while the program runs, and values that are known when
//! somebody reads it. The `prometheus` crate writes the text.

use prometheus::{
    Counter, Encoder as _, Gauge, GaugeVec, Opts, Registry, TextEncoder, core::Collector,
};

/// What adding to a page gives.
pub(super) type Result<T = ()> = prometheus::Result<T>;

/// The media type of the text.
pub(super) const MEDIA: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A page of metrics.
#[derive(Default)]
pub(super) struct Page(Registry);

impl Page {
    /// Adds what a collector has counted so far.
    pub(super) fn add(&mut self, collector: impl Collector + 'static) -> Result {
        self.0.register(Box::new(collector))
    }

    /// Adds a number that rises and falls.
    pub(super) fn gauge(&mut self, name: &str, help: &str, value: f64) -> Result {
        let gauge = Gauge::new(name, help)?;
        gauge.set(value);
        self.add(gauge)
    }

    /// Adds a number that only rises; its name ends in `_total`.
    pub(super) fn counter(&mut self, name: &str, help: &str, value: f64) -> Result {
        let counter = Counter::new(name, help)?;
        counter.inc_by(value);
        self.add(counter)
    }

    /// Adds a number that rises and falls, for each value of a label.
    pub(super) fn gauges<'l>(
        &mut self,
        name: &str,
        help: &str,
        label: &str,
        samples: impl IntoIterator<Item = (&'l str, f64)>,
    ) -> Result {
        let gauges = GaugeVec::new(Opts::new(name, help), &[label])?;
        for (value, sample) in samples {
            gauges.with_label_values(&[value]).set(sample);
        }
        self.add(gauges)
    }

    /// The whole text; what has no sample is not in it.
    pub(super) fn into_text(self) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.0.gather(), &mut text)?;
        Ok(text)
    }
}
