//! The names of files that were typed while their document was changed elsewhere. Such a file is nobody's
//! document: it lies beside the text that won, until the writer has looked at it.

use crate::time::Time;

/// The most bytes of a name, as file systems have it.
const NAME_BYTES_MAX: usize = 255;

/// What stands between the name and the time.
const MARK: &str = " (conflict ";

/// The name for what was typed in the file `stem.ending` at this time: the `n`-th of that minute, from 1.
pub fn conflict_name(stem: &str, ending: &str, at: Time, n: usize) -> String {
    let at = at.iso();
    let minute = at.get(..16).unwrap_or(&at).replace('T', " ").replace(':', "-");
    let number = if n > 1 { format!(" {n}") } else { String::new() };
    let end = format!("{MARK}{minute}{number}).{ending}");
    let bytes = NAME_BYTES_MAX.saturating_sub(end.len());
    let cut = stem.floor_char_boundary(bytes);
    format!("{}{end}", &stem[..cut])
}

/// Whether a file name, without its ending, is one that [`conflict_name`] made.
pub fn is_conflict(stem: &str) -> bool {
    names_conflict(stem).is_some()
}

/// The name, without its ending, of the file whose conflict this is.
pub fn names_conflict(stem: &str) -> Option<&str> {
    let (name, rest) = stem.rsplit_once(MARK)?;
    let time = rest.strip_suffix(')')?;
    let is_time = |(at, letter): (usize, u8)| match at {
        4 | 7 | 13 => letter == b'-',
        10 => letter == b' ',
        _ => letter.is_ascii_digit(),
    };
    let (minute, number) = time.split_at_checked(16)?;
    let is_number = number.is_empty()
        || number.strip_prefix(' ').is_some_and(|n| n.bytes().all(|digit| digit.is_ascii_digit()));
    (is_number && minute.bytes().enumerate().all(is_time)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_names_its_file_and_its_minute() {
        let at = Time::from_millis(1_795_514_580_000);

        let name = conflict_name("Chapter 3", "md", at, 1);
        let second = conflict_name("Chapter 3", "md", at, 2);
        let long = conflict_name(&"é".repeat(200), "md", at, 1);

        assert_eq!(name, "Chapter 3 (conflict 2026-11-24 10-03).md");
        assert_eq!(second, "Chapter 3 (conflict 2026-11-24 10-03 2).md");
        assert!(long.len() <= NAME_BYTES_MAX && long.len() > NAME_BYTES_MAX - 2, "{}", long.len());
        for (name, wanted) in [
            ("Chapter 3 (conflict 2026-11-24 10-03)", Some("Chapter 3")),
            ("Chapter 3 (conflict 2026-11-24 10-03 2)", Some("Chapter 3")),
            ("Chapter 3 (conflict of interest)", None),
            ("Chapter 3 (conflict 2026-11-24 10-03", None),
            ("Chapter 3 (conflict 2026-11-24)", None),
            ("Chapter 3", None),
        ] {
            assert_eq!(names_conflict(name), wanted);
            assert_eq!(is_conflict(name), wanted.is_some());
        }
    }
}
