//! Starts, keeps up and stops every loop. None of them holds state worth keeping, so stopping is no
//! more than letting each finish its step, and one that breaks is started again.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures_util::FutureExt as _;
use tokio::task::JoinSet;

use crate::{
    Studio, imports, janitor, log, postman,
    wake::{Bell, Stop},
};

/// The loops while they run.
#[derive(Debug)]
pub struct Loops(JoinSet<()>);

impl Loops {
    /// Starts every loop of the studio; they end after `stop`.
    pub fn start(studio: &Studio, stop: &Stop) -> Self {
        let mut loops = JoinSet::new();
        loops.spawn(kept_up("postman", postman::run, studio.clone(), stop.clone()));
        loops.spawn(kept_up("event log", log::run, studio.clone(), stop.clone()));
        loops.spawn(kept_up("imports", imports::run, studio.clone(), stop.clone()));
        loops.spawn(kept_up("janitor", janitor::run, studio.clone(), stop.clone()));
        Self(loops)
    }

    /// Ends when every loop has.
    pub async fn ended(mut self) {
        while self.0.join_next().await.is_some() {}
    }
}

/// How long a loop that broke rests before it starts again.
const REST: Duration = Duration::from_secs(1);

/// Runs a loop until the service stops. It holds nothing worth keeping, so one that panics is
/// started anew.
async fn kept_up<F: Future<Output = ()>>(
    name: &'static str,
    run: fn(Studio, Stop) -> F,
    studio: Studio,
    mut stop: Stop,
) {
    let nobody_rings = Bell::default();
    loop {
        let ended = AssertUnwindSafe(run(studio.clone(), stop.clone())).catch_unwind().await;
        if ended.is_ok() {
            return;
        }
        tracing::error!(duty = name, "a loop broke and is started again");
        if !stop.or_bell(&nobody_rings, REST).await {
            return;
        }
    }
}
