//! Starts and stops every loop. None of them holds state worth keeping, so stopping is no more than
//! letting each finish its step.

use tokio::task::JoinSet;

use crate::{Studio, imports, janitor, log, postman, wake::Stop};

/// The loops while they run.
#[derive(Debug)]
pub struct Loops(JoinSet<()>);

impl Loops {
    /// Starts every loop of the studio; they end after `stop`.
    pub fn start(studio: &Studio, stop: &Stop) -> Self {
        let mut loops = JoinSet::new();
        loops.spawn(postman::run(studio.clone(), stop.clone()));
        loops.spawn(log::run(studio.clone(), stop.clone()));
        loops.spawn(imports::run(studio.clone(), stop.clone()));
        loops.spawn(janitor::run(studio.clone(), stop.clone()));
        Self(loops)
    }

    /// Ends when every loop has.
    pub async fn ended(mut self) {
        while let Some(ended) = self.0.join_next().await {
            if let Err(error) = ended {
                tracing::error!(error = &error as &dyn std::error::Error, "a loop broke");
            }
        }
    }
}
