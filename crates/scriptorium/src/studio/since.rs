//! The words of `--since`: a date, a time, or an age.

use domain::time::{DAY_MS, Time};

use super::StudioError;

/// The time that is meant, asked at `now`.
pub(super) fn read(words: &str, now: Time) -> Result<Time, StudioError> {
    let unreadable = || StudioError::Since(words.to_owned());
    if let Some(age) = age(words) {
        let millis = age.ok_or_else(unreadable)?;
        return Ok(now.plus(-millis));
    }
    let whole = if words.contains('T') { words.to_owned() } else { format!("{words}T00:00:00Z") };
    Time::of_iso(&whole).map_err(|_| unreadable())
}

/// Milliseconds of a number with a unit. None where it is no such words, within it where the number
/// is too large.
fn age(words: &str) -> Option<Option<i64>> {
    let unit = match words.chars().last()? {
        'm' => 60_000,
        'h' => 3_600_000,
        'd' => DAY_MS,
        'w' => 7 * DAY_MS,
        _ => return None,
    };
    let number = &words[..words.len() - 1];
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.parse::<u32>().ok().and_then(|it| i64::from(it).checked_mul(unit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_times_and_ages_are_read() {
        let now = Time::of_iso("2026-11-23T12:00:00Z").unwrap();
        for (words, wanted) in [
            ("90m", "2026-11-23T10:30:00.000Z"),
            ("12h", "2026-11-23T00:00:00.000Z"),
            ("2d", "2026-11-21T12:00:00.000Z"),
            ("1w", "2026-11-16T12:00:00.000Z"),
            ("2026-11-20", "2026-11-20T00:00:00.000Z"),
            ("2026-11-20T08:15:00Z", "2026-11-20T08:15:00.000Z"),
        ] {
            assert_eq!(read(words, now).unwrap().iso(), wanted, "{words}");
        }
        for words in ["", "d", "yesterday", "2026-13-01", "99999999999d", "-2d", "2 d"] {
            assert!(matches!(read(words, now), Err(StudioError::Since(_))), "{words}");
        }
    }
}
