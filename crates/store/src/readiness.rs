//! The readiness of projects by day: rows of `readiness_day`. How ready a project is now is in no table.

use db::Tx;
use domain::{
    Result,
    readiness::{DAYS_MAX, DayScore},
};

use crate::{Doing as _, column::ReadColumns as _, projects::ProjectAccess};

/// [`DAYS_MAX`], as a bound of a statement.
const ROWS_MAX: i64 = DAYS_MAX as i64;

/// Keeps the score of a day in place of an earlier one of that day, and the newest [`DAYS_MAX`] days.
pub fn keep(tx: &mut Tx<'_>, project: &ProjectAccess, of: &DayScore) -> Result<()> {
    tx.run(
        "INSERT INTO readiness_day (project_id, day, score_thousandths)
         VALUES (?1, ?2, ?3)
         ON CONFLICT (project_id, day) DO UPDATE
            SET score_thousandths = excluded.score_thousandths",
        (project.id(), of.date.as_str(), of.thousandths()),
    )
    .doing("keeping the readiness of a day")?;
    tx.run(
        "DELETE FROM readiness_day
          WHERE project_id = ?1
            AND day NOT IN (SELECT day
                              FROM readiness_day
                             WHERE project_id = ?1
                             ORDER BY day DESC
                             LIMIT ?2)",
        (project.id(), ROWS_MAX),
    )
    .doing("deleting the readiness of old days")
    .map(drop)
}

/// The scores of the newest [`DAYS_MAX`] days of which there is one, the oldest first.
pub fn days(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<DayScore>> {
    let rows = tx
        .rows(
            "SELECT day, score_thousandths
               FROM readiness_day
              WHERE project_id = ?1
              ORDER BY day DESC
              LIMIT ?2",
            (project.id(), ROWS_MAX),
        )
        .doing("reading readiness by day")?;
    let days = rows.into_iter().rev().map(|mut row| {
        Ok(DayScore::of_thousandths(row.value("day")?, row.value("score_thousandths")?))
    });
    days.collect()
}
