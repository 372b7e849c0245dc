//! Gregorian dates in English words: "3 May 1893", "May 3rd, 1893", "Tuesday, the 3rd of May 1893,
//! 2:30 p.m.", "May 1893", "Spring 1893", "1893", "44 BC". A season begins as weather services
//! count it on the northern half: spring with March, summer with June, autumn with September, and
//! winter with the December of its year.

use super::{HOUR_MS, ParsedDate, YEAR_DIGITS_MAX, digits, gregorian, time_of_day};

/// A number without an era is a year from so many digits on: "6 June 44" may be of any century.
const BARE_YEAR_DIGITS: usize = 3;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Words that say nothing.
const FILLER_WORDS: [&str; 5] = ["the", "of", "on", "in", "at"];

/// What the words of a date say.
#[derive(Default)]
struct DateWords {
    month: Option<i64>,
    season_month: Option<i64>,
    /// A day with its ordinal ending.
    ordinal: Option<i64>,
    /// Plain numbers, each with its count of digits.
    numbers: Vec<(i64, usize)>,
    /// Whether the year is counted backwards.
    era_is_before: Option<bool>,
    time_ms: Option<i64>,
    /// Whether the time is of the afternoon.
    is_afternoon: Option<bool>,
}

/// Reads such a date.
pub(super) fn read(text: &str) -> Option<ParsedDate> {
    let said = DateWords::of(text)?;
    let (month, day, year) = said.date()?;
    let number = gregorian::day(year, month.unwrap_or(1), day.unwrap_or(1))?;
    let time_ms = match said.time_ms {
        None if said.is_afternoon.is_some() => return None,
        Some(_) if day.is_none() => return None,
        None => None,
        Some(time) => Some(said.is_afternoon.map_or(Some(time), |it| from_twelve_hours(time, it))?),
    };
    Some(ParsedDate::of(number, day.is_some(), time_ms))
}

/// The words in lower case, without commas and the stops of abbreviations.
pub(super) fn split(text: &str) -> Option<Vec<String>> {
    let letters: Vec<char> = text.chars().collect();
    // A stop between digits is of a date in numbers, or of a fraction: which, nobody can say.
    let between_digits =
        |part: &[char]| part[1] == '.' && part[0].is_ascii_digit() && part[2].is_ascii_digit();
    if letters.windows(3).any(between_digits) {
        return None;
    }
    let plain: String = letters
        .into_iter()
        .filter(|letter| *letter != '.')
        .map(|letter| if letter == ',' { ' ' } else { letter.to_ascii_lowercase() })
        .collect();
    Some(plain.split_whitespace().map(str::to_owned).collect())
}

impl DateWords {
    /// Reads all words; none when one of them is unknown or says again what was said.
    fn of(text: &str) -> Option<Self> {
        let mut said = Self::default();
        for word in split(text)? {
            said.read_word(&word)?;
        }
        Some(said)
    }

    fn read_word(&mut self, word: &str) -> Option<()> {
        if FILLER_WORDS.contains(&word) || is_name(&WEEKDAYS, word).is_some() {
            return Some(());
        }
        if let Some(at) = is_name(&MONTHS, word) {
            return set_new(&mut self.month, i64::try_from(at).ok()? + 1);
        }
        match word {
            "spring" => set_new(&mut self.season_month, 3),
            "summer" => set_new(&mut self.season_month, 6),
            "autumn" | "fall" => set_new(&mut self.season_month, 9),
            "winter" => set_new(&mut self.season_month, 12),
            "ad" | "ce" => set_new(&mut self.era_is_before, false),
            "bc" | "bce" => set_new(&mut self.era_is_before, true),
            "am" => set_new(&mut self.is_afternoon, false),
            "pm" => set_new(&mut self.is_afternoon, true),
            _ => self.read_number(word),
        }
    }

    fn read_number(&mut self, word: &str) -> Option<()> {
        let length = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = word.split_at(length);
        if rest.starts_with(':') {
            // The half of the day may stand right behind its time.
            let end = word.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(word.len());
            set_new(&mut self.time_ms, time_of_day(&word[..end])?)?;
            return if end == word.len() { Some(()) } else { self.read_word(&word[end..]) };
        }
        let value = digits(number, YEAR_DIGITS_MAX)?;
        match rest {
            "" => self.numbers.push((value, length)),
            "st" | "nd" | "rd" | "th" => set_new(&mut self.ordinal, value)?,
            "ad" | "ce" | "bc" | "bce" => {
                self.numbers.push((value, length));
                self.read_word(rest)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Month, day and year, as far as they are said.
    fn date(&self) -> Option<(Option<i64>, Option<i64>, i64)> {
        if self.month.is_some() && self.season_month.is_some() {
            return None;
        }
        let month = self.month.or(self.season_month);
        let (day, (year, length)) = match (self.ordinal, self.numbers.as_slice()) {
            (day, [year]) => (day, *year),
            // The day stands before the year, unless it cannot be one.
            (None, [day, year]) if day.0 <= 31 => (Some(day.0), *year),
            (None, [year, day]) => (Some(day.0), *year),
            _ => return None,
        };
        let is_a_year = self.era_is_before.is_some() || length >= BARE_YEAR_DIGITS;
        // There is no year 0 in words, and only a month has days.
        if !is_a_year || year == 0 || (day.is_some() && self.month.is_none()) {
            return None;
        }
        let year = if self.era_is_before == Some(true) { 1 - year } else { year };
        Some((month, day, year))
    }
}

/// Sets a value that was not set yet; none where it was.
fn set_new<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    match slot.replace(value) {
        None => Some(()),
        Some(_) => None,
    }
}

/// Which of the names a word is, written out or cut to three letters or more.
fn is_name(names: &[&str], word: &str) -> Option<usize> {
    names.iter().position(|name| word.len() >= 3 && name.starts_with(word))
}

/// The time of day of a time on a dial of twelve hours.
fn from_twelve_hours(time_ms: i64, is_afternoon: bool) -> Option<i64> {
    let hours = time_ms / HOUR_MS;
    if !(1..=12).contains(&hours) {
        return None;
    }
    let half = if is_afternoon { 12 * HOUR_MS } else { 0 };
    Some(time_ms % (12 * HOUR_MS) + half)
}
