//! The form in which a meter is stored and sent to other processes: what it measured, without the
//! empty seconds.

use serde::{Deserialize, Serialize};

use super::{BUCKETS, Meter};

/// See [`Meter`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredMeter {
    elapsed_ms: u64,
    clock_ms: Option<i64>,
    running: u32,
    known: bool,
    /// The seconds in which something was worked: their place in the ring, and milliseconds.
    busy_ms: Vec<(usize, u64)>,
}

impl From<Meter> for StoredMeter {
    fn from(meter: Meter) -> Self {
        let busy_ms = meter.busy_ms.iter().copied().enumerate().filter(|(_, ms)| *ms > 0).collect();
        Self {
            elapsed_ms: meter.elapsed_ms,
            clock_ms: meter.clock_ms,
            running: meter.running,
            known: meter.known,
            busy_ms,
        }
    }
}

impl From<StoredMeter> for Meter {
    fn from(kept: StoredMeter) -> Self {
        let mut busy_ms = [0; BUCKETS];
        for (index, ms) in kept.busy_ms {
            if let Some(bucket) = busy_ms.get_mut(index) {
                *bucket = ms;
            }
        }
        Self {
            busy_ms,
            elapsed_ms: kept.elapsed_ms,
            clock_ms: kept.clock_ms,
            running: kept.running,
            known: kept.known,
        }
    }
}
