//! The latest moment that was stored: where the time of the next run of the service must go on, so
//! that a clock which was set back in between does not bring back earlier moments.

use db::Tx;
use domain::{Result, Time};

use crate::{Doing as _, column::ReadColumns as _};

/// The latest moment at which something happened on this database, if anything did: of the event
/// log, the heartbeats of agents, and those of servers.
pub fn latest(tx: &mut Tx<'_>) -> Result<Option<Time>> {
    let row = tx
        .row(
            "SELECT max(moment) AS latest
               FROM (SELECT created_at AS moment
                       FROM event
                      WHERE seq = (SELECT max(seq) FROM event)
                      UNION ALL
                     SELECT max(created_at) AS moment
                       FROM outbox
                      UNION ALL
                     SELECT max(seen_at) AS moment
                       FROM agent
                      UNION ALL
                     SELECT max(seen_at) AS moment
                       FROM server) AS moments",
            (),
        )
        .doing("looking for the latest moment")?;
    let latest = row.map_or(Ok(None), |mut row| row.value::<Option<i64>>("latest"))?;
    Ok(latest.map(Time::from_millis))
}
