//! Ages as writers note them: "about sixty", "37 or 38", "mid-forties".

use super::{STAND_IN, lowered};

/// The sentence that an age stands for: "mid-forties", "~45", "17 (at the start)".
pub(super) fn sentence(said: &str) -> String {
    // "17 (at the start)", "24; a widow", "24 on the 8th of June".
    let bare = said.split([';', '(']).next().unwrap_or(said).trim();
    let bare = bare.split_once(" on the ").map_or(bare, |(age, _)| age);
    let said = if bare.is_empty() { said } else { bare };
    let is_number = !said.is_empty() && said.bytes().all(|byte| byte.is_ascii_digit());
    match () {
        () if is_number => format!("{STAND_IN} was {said} years old."),
        // "mid-forties".
        () if said.ends_with("ies") && !said.contains("in h") => {
            let said = said.replace('-', " ");
            format!("{STAND_IN} was in his {}.", said.trim_start_matches("in the "))
        }
        () => format!("{STAND_IN} was {}.", worded(&lowered(said))),
    }
}

/// An age in words: "~45" is "about 45", "60+" is "over 60", "37 or 38" stays.
fn worded(said: &str) -> String {
    const ABOUT: [&str; 10] = [
        "~",
        "c. ",
        "ca. ",
        "circa ",
        "approximately ",
        "approx. ",
        "nearing ",
        "approaching ",
        "rising ",
        "close to ",
    ];
    let about = ABOUT.iter().find_map(|it| said.strip_prefix(it)).or(said.strip_suffix("-ish"));
    if let Some(age) = about {
        return format!("about {age}");
    }
    if let Some(age) = said.strip_suffix('+') {
        return format!("over {age}");
    }
    match said.split_once(' ') {
        Some((age, "years" | "yrs" | "yrs." | "y.o." | "yo")) => format!("{age} years old"),
        _ => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_a_sentence() {
        for (said, wanted) in [
            ("mid-forties", "Quorvane was in his mid forties."),
            ("~45", "Quorvane was about 45."),
            ("60+", "Quorvane was over 60."),
            ("24 yrs", "Quorvane was 24 years old."),
            ("17 (at the start)", "Quorvane was 17 years old."),
            ("nearing fifty", "Quorvane was about fifty."),
            ("mid-thirties (at the start)", "Quorvane was in his mid thirties."),
            ("24", "Quorvane was 24 years old."),
            ("37 or 38", "Quorvane was 37 or 38."),
            ("(unknown)", "Quorvane was (unknown)."),
        ] {
            assert_eq!(sentence(said), wanted, "{said}");
        }
    }
}
