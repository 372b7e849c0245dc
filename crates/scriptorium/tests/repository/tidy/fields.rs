//! A rule about what the log says: every field of an event is one that docs/logging.md names, so that
//! whoever searches the log knows what to search for.

use super::{Breach, File};

/// The fields of the events in a file that the document does not name.
pub(super) fn unnamed(file: &File, document: &str) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for (at, _) in file.text.match_indices("tracing::") {
        let rest = &file.text[at..];
        let Some((level, inside)) = rest.split_once("!(") else { continue };
        if !level.trim_start_matches("tracing::").bytes().all(|byte| byte.is_ascii_lowercase()) {
            continue;
        }
        let line = file.text[..at].lines().count();
        for field in fields(inside).iter().filter(|field| !document.contains(&format!("`{field}`")))
        {
            let what = format!("docs/logging.md names no field {field}");
            breaches.push(file.breach(Some(line), what, "its reader searches by it"));
        }
    }
    breaches
}

/// The names of an event's fields, from behind its opening bracket on.
fn fields(inside: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    let (mut start, mut arguments) = (0, Vec::new());
    for (at, sign) in inside.char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            ')' | ',' if depth == 0 => {
                arguments.push(inside[start..at].trim());
                start = at + 1;
                if sign == ')' {
                    break;
                }
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    let name =
        |argument: &'_ str| argument.find(|sign| !is_of_name(sign)).unwrap_or(argument.len());
    let named = arguments.into_iter().map(|it| it.trim_start_matches(['%', '?']));
    named.map(|it| &it[..name(it)]).filter(|field| !field.is_empty()).collect()
}

fn is_of_name(sign: char) -> bool {
    sign.is_ascii_lowercase() || sign == '_' || sign == '.'
}

#[test]
fn a_field_that_nobody_named_is_found() {
    let text = "fn a() {\n    tracing::info!(path, record.id = %id(a, b), \"a \\\" (sentence\");\n\
        \x20   tracing::warn!(\n        error = &error as &dyn Error,\n        ?odd,\n        \"{what}\"\n    );\n\
        \x20   tracing::Level::INFO;\n}\n";

    let found = unnamed(&File::of("crates/db/src/a.rs", text), "`path` `error`");

    let found: Vec<_> = found.into_iter().map(|it| (it.line, it.what)).collect();
    let breach = |line, field| (Some(line), format!("docs/logging.md names no field {field}"));
    assert_eq!(found, [breach(2, "record.id"), breach(3, "odd")]);
}
