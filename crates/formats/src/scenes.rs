//! Scene breaks: what writers type between two scenes.

/// How a scene break is written.
pub(crate) const SCENE_BREAK: &str = "***";

/// Marks of which a line between two scenes is made.
const MARKS: &[char] = &[
    '*', '#', '~', '-', '–', '—', '_', '=', '•', '·', '●', '◆', '◇', '❖', '✦', '✧', '★', '☆', '⁂',
    '⁎', '∗', '✻', '✽', '❦', '❧', '§', '.', '…', 'º', '°',
];

/// Marks in one line at most.
const MARKS_MAX: usize = 40;

/// Whether the text of a paragraph is a mark between two scenes: `* * *`, `#`, `⁂` and their like. A line of points
/// alone is an omission that a writer wants to be seen, and stays.
pub(crate) fn is_break(text: &str) -> bool {
    let marks = text.chars().filter(|it| !it.is_whitespace());
    let count = marks.clone().count();
    let has_other = marks.clone().any(|it| !MARKS.contains(&it));
    let is_points = marks.clone().all(|it| matches!(it, '.' | '…' | '°' | 'º' | '·'));
    // One dash is an answer in a dialogue.
    let is_single_dash =
        count == 1 && marks.clone().all(|it| matches!(it, '-' | '–' | '—' | '.' | '=' | '_'));
    count > 0 && count <= MARKS_MAX && !has_other && !is_points && !is_single_dash
}

#[cfg(test)]
mod tests {
    use super::is_break;

    #[test]
    fn marks_between_scenes_are_breaks() {
        for (text, wanted) in [
            ("* * *", true),
            ("***", true),
            ("#", true),
            ("⁂", true),
            ("— — —", true),
            ("•", true),
            ("-----", true),
            ("—", false),
            ("…", false),
            (". . .", false),
            ("", false),
            ("*a*", false),
        ] {
            assert_eq!(is_break(text), wanted, "{text}");
        }
    }
}
