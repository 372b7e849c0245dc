//! The metrics of requests: for each route how many, how they were answered and how long that took.

use std::{pin::Pin, time::Instant};

use axum::{extract::Request, handler::Handler, http::StatusCode, response::Response};
use prometheus::{HistogramOpts, HistogramVec, IntCounterVec, IntGauge, Opts};

use super::{Page, Result};
use crate::App;

/// The bounds of the times of responses, in seconds.
const SECONDS: [f64; 13] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

/// The status of a request whose caller went away before it was answered.
const GONE: &str = "gone";

/// The metrics of all requests.
#[derive(Debug)]
pub(crate) struct Requests {
    answered: IntCounterVec,
    durations: HistogramVec,
    in_flight: IntGauge,
}

impl Requests {
    pub(crate) fn new() -> Self {
        let answered = Opts::new(
            "scriptorium_http_requests_total",
            "Requests that were answered, by route and status; `gone` when the caller did not wait.",
        );
        let durations = HistogramOpts::new(
            "scriptorium_http_request_duration_seconds",
            "From the head of a request to the head of its response, by route.",
        );
        let in_flight = IntGauge::new(
            "scriptorium_http_requests_in_flight",
            "Requests whose response has not begun yet; this one is among them.",
        );
        let sound = "names, labels and buckets are constants, and sound";
        Self {
            answered: IntCounterVec::new(answered, &["method", "route", "status"]).expect(sound),
            durations: HistogramVec::new(durations.buckets(SECONDS.to_vec()), &["method", "route"])
                .expect(sound),
            in_flight: in_flight.expect(sound),
        }
    }

    /// Counts a request that reached no route.
    pub(crate) fn refused(&self, status: StatusCode) {
        self.ended(NO_ROUTE, status.as_str(), Instant::now());
    }

    fn ended(&self, (method, route): Labels, status: &str, since: Instant) {
        self.answered.with_label_values(&[method, route, status]).inc();
        if status != GONE {
            let seconds = since.elapsed().as_secs_f64();
            self.durations.with_label_values(&[method, route]).observe(seconds);
        }
    }

    pub(super) fn write(&self, page: &mut Page) -> Result {
        page.add(self.answered.clone())?;
        page.add(self.durations.clone())?;
        page.add(self.in_flight.clone())
    }
}

/// A method and a route, as labels.
type Labels = (&'static str, &'static str);

/// The labels of what reached no route.
const NO_ROUTE: Labels = ("any", "none");

/// A handler whose requests are counted under its method and route.
#[derive(Debug, Clone)]
pub(crate) struct Counted<H> {
    pub(crate) handler: H,
    pub(crate) method: &'static str,
    pub(crate) route: &'static str,
}

impl<H> Counted<H> {
    /// A handler of what reaches no route.
    pub(crate) fn without_route(handler: H) -> Self {
        let (method, route) = NO_ROUTE;
        Self { handler, method, route }
    }
}

impl<T: 'static, H: Handler<T, App>> Handler<T, App> for Counted<H> {
    type Future = Pin<Box<dyn Future<Output = Response> + Send>>;

    fn call(self, request: Request, app: App) -> Self::Future {
        let Self { handler, method, route } = self;
        let in_flight = InFlight::new(app.clone(), (method, route));
        Box::pin(async move {
            let response = handler.call(request, app).await;
            in_flight.answered(response.status());
            response
        })
    }
}

/// A request whose response has not begun yet.
struct InFlight {
    app: App,
    labels: Labels,
    since: Instant,
    is_answered: bool,
}

impl InFlight {
    fn new(app: App, labels: Labels) -> Self {
        app.requests().in_flight.inc();
        Self { app, labels, since: Instant::now(), is_answered: false }
    }

    fn answered(mut self, status: StatusCode) {
        self.is_answered = true;
        self.app.requests().ended(self.labels, status.as_str(), self.since);
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let requests = self.app.requests();
        requests.in_flight.dec();
        if !self.is_answered {
            // The server makes a 500 of a panic.
            let status = if std::thread::panicking() { "500" } else { GONE };
            requests.ended(self.labels, status, self.since);
        }
    }
}
