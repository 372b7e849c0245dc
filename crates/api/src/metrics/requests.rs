//! Requests in numbers: for each route how many, how they were answered and how long that took. A
//! request costs two looks at the processor's clock and four atomic additions: routes have numbers,
//! known when the router is made, and nothing is looked up by name.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Instant,
};

use axum::{extract::Request, handler::Handler, http::StatusCode, response::Response};
use metrics::{Counter, Histogram, Page};

use crate::App;

/// Times of answers, in nanoseconds.
const TIMES_NS: [u64; 13] = [
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000,
    25_000_000,
    50_000_000,
    100_000_000,
    500_000_000,
    1_000_000_000,
    5_000_000_000,
];

/// Every status the service answers with, the usual ones first.
const STATUSES: [u16; 20] = [
    200, 204, 404, 422, 400, 409, 401, 403, 503, 500, 304, 307, 405, 406, 412, 413, 415, 416, 421,
    429,
];

/// The label of an answer with any other status.
const OTHER: &str = "other";

/// The label of a request whose caller went away before it was answered.
const GONE: &str = "gone";

/// A route in numbers.
#[derive(Debug)]
#[repr(C, align(64))]
struct Meter {
    begun: Counter,
    times: Histogram<{ TIMES_NS.len() }>,
    answered: [Counter; STATUSES.len()],
    other: Counter,
    gone: Counter,
}

impl Meter {
    fn new() -> Self {
        Self {
            begun: Counter::default(),
            times: Histogram::new(&TIMES_NS),
            answered: Default::default(),
            other: Counter::default(),
            gone: Counter::default(),
        }
    }

    fn answer(&self, status: StatusCode, since: Instant) {
        let known = STATUSES.iter().position(|known| *known == status.as_u16());
        known.map_or(&self.other, |place| &self.answered[place]).one();
        self.times.record(u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX));
    }

    /// Each way in which requests ended, with how many did.
    fn ended(&self) -> Vec<(String, u64)> {
        let known = STATUSES.iter().map(ToString::to_string).zip(&self.answered);
        let rest = [(OTHER.to_owned(), &self.other), (GONE.to_owned(), &self.gone)];
        known.chain(rest).map(|(label, counter)| (label, counter.get())).collect()
    }
}

/// All routes in numbers; the last one stands for what reached no route.
#[derive(Debug)]
pub(crate) struct Requests {
    labels: Vec<(String, &'static str)>,
    meters: Box<[Meter]>,
}

/// How the page calls what reached no route.
const NOWHERE: (&str, &str) = ("any", "none");

impl Requests {
    /// Numbers for the routes of these methods and paths, in their order.
    pub(crate) fn new(routes: impl IntoIterator<Item = (String, &'static str)>) -> Self {
        let (method, path) = NOWHERE;
        let mut labels: Vec<_> = routes.into_iter().collect();
        labels.push((method.to_owned(), path));
        let meters = labels.iter().map(|_| Meter::new()).collect();
        Self { labels, meters }
    }

    /// The number of what reached no route.
    pub(crate) fn nowhere(&self) -> usize {
        self.meters.len() - 1
    }

    /// A request reached no route, and was answered so.
    pub(crate) fn turned_away(&self, status: StatusCode, since: Instant) {
        let meter = &self.meters[self.nowhere()];
        meter.begun.one();
        meter.answer(status, since);
    }

    /// Writes what is known of every route that was asked for anything.
    pub(super) fn write(&self, page: &mut Page) {
        let asked = || self.labels.iter().zip(&self.meters).filter(|(_, it)| it.begun.get() > 0);
        let mut ended = 0;
        let mut family = page.counter(
            "scriptorium_http_requests_total",
            "Requests that were answered, by route and status; `gone` when the caller did not wait.",
        );
        for ((method, route), meter) in asked() {
            for (status, count) in meter.ended() {
                ended += count;
                if count > 0 {
                    let labels = [("method", &**method), ("route", route), ("status", &status)];
                    family.sample(&labels, count as f64);
                }
            }
        }
        let mut family = page.histogram(
            "scriptorium_http_request_duration_seconds",
            "From the head of a request to the head of its answer, by route.",
        );
        for ((method, route), meter) in asked() {
            family.spread(&[("method", method), ("route", route)], &meter.times.read(), 1e-9);
        }
        // Read after those that ended, so that it is never the smaller number.
        let begun: u64 = self.meters.iter().map(|meter| meter.begun.get()).sum();
        page.gauge(
            "scriptorium_http_requests_in_flight",
            "Requests whose answer has not begun yet; this one is among them.",
        )
        .value(begun.saturating_sub(ended) as f64);
    }
}

/// A handler whose requests are counted under the number of its route.
#[derive(Debug, Clone)]
pub(crate) struct Counted<H> {
    pub(crate) handler: H,
    pub(crate) place: usize,
}

impl<T: 'static, H: Handler<T, App, Future: Unpin>> Handler<T, App> for Counted<H> {
    type Future = Answering<H::Future>;

    fn call(self, request: Request, app: App) -> Self::Future {
        let Self { handler, place } = self;
        app.requests().meters[place].begun.one();
        let since = Instant::now();
        let inner = handler.call(request, app.clone());
        Answering { inner, app, place, since, stage: Stage::Waiting }
    }
}

/// An answer on its way.
pub(crate) struct Answering<F> {
    inner: F,
    app: App,
    place: usize,
    since: Instant,
    stage: Stage,
}

/// How far an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    /// In the handler's own code; who is found here when all is over has panicked.
    Running,
    Answered,
}

impl<F: Future<Output = Response> + Unpin> Future for Answering<F> {
    type Output = Response;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Response> {
        let this = self.get_mut();
        this.stage = Stage::Running;
        let polled = Pin::new(&mut this.inner).poll(context);
        this.stage = Stage::Waiting;
        if let Poll::Ready(response) = &polled {
            this.stage = Stage::Answered;
            this.app.requests().meters[this.place].answer(response.status(), this.since);
        }
        polled
    }
}

impl<F> Drop for Answering<F> {
    fn drop(&mut self) {
        let meter = &self.app.requests().meters[self.place];
        match self.stage {
            Stage::Answered => {}
            Stage::Waiting => meter.gone.one(),
            // The door makes a 500 of it.
            Stage::Running => meter.answer(StatusCode::INTERNAL_SERVER_ERROR, self.since),
        }
    }
}
