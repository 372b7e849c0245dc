//! The types for TypeScript: an interface for each named type, and one that has for each operation
//! what it takes and what it answers. No code: what asks is `client.ts`, written by hand.

use std::fmt::Write as _;

use super::WIDTH;
use super::document::{Answer, Body, Document, Field, Operation};
use super::kind::Kind;

const HEAD: &str = "\
// Every type of Scriptorium's interface, written by `cargo xtask clients` from openapi.json.
// Integers have 64 bits there; those beyond 2^53 lose their last digits here.
";

/// The whole file.
pub(super) fn types(document: &Document) -> String {
    let mut text = HEAD.to_owned();
    for shape in &document.types {
        text += "\n";
        text += &comment(&shape.says, "");
        text += &format!("export interface {} {{\n", shape.name);
        text += &fields(&shape.fields, "  ");
        if shape.open {
            text += "  [name: string]: unknown;\n";
        }
        text += "}\n";
    }
    text += "\n/** What each operation takes and answers, by its method and path. */\n";
    text += "export interface Operations {\n";
    for operation in &document.operations {
        text += &comment(&operation.says, "  ");
        writeln!(text, "  {:?}: {{", operation.location()).expect("a string takes every line");
        text += &members(operation);
        text += "  };\n";
    }
    text += "}\n";
    text
}

fn members(operation: &Operation) -> String {
    let mut text = String::new();
    if !operation.ids.is_empty() {
        let ids: Vec<_> = operation.ids.iter().map(|id| format!("{id}: string")).collect();
        text += &format!("    path: {{ {} }};\n", ids.join("; "));
    }
    for (name, parameters) in [("query", &operation.query), ("headers", &operation.headers)] {
        if !parameters.is_empty() {
            let optional = if parameters.iter().any(|one| one.required) { "" } else { "?" };
            text += &format!("    {name}{optional}: {{\n{}    }};\n", fields(parameters, "      "));
        }
    }
    match &operation.body {
        Some(Body::Json(name)) => text += &format!("    body: {name};\n"),
        Some(Body::Text(media)) => text += &format!("    /** {media} */\n    body: string;\n"),
        None => {}
    }
    text += &match &operation.answer {
        Answer::Json(kind) => format!("    answer: {};\n", of(kind, "    answer: ", "    ")),
        Answer::Text(media) => format!("    /** {media} */\n    answer: string;\n"),
        Answer::Stream => "    /** text/event-stream */\n    answer: Response;\n".to_owned(),
        Answer::Nothing => "    answer: undefined;\n".to_owned(),
    };
    text
}

fn fields(fields: &[Field], indent: &str) -> String {
    let mut text = String::new();
    for field in fields {
        text += &comment(&field.says, indent);
        let mark = if field.required { "" } else { "?" };
        let start = format!("{indent}{}{mark}: ", quoted(&field.name));
        let kind = of(&field.kind, &start, indent);
        text += &format!("{start}{kind};\n");
    }
    text
}

/// A kind, broken into lines when it does not fit behind `start`.
fn of(kind: &Kind, start: &str, indent: &str) -> String {
    let line = inline(kind);
    if start.len() + line.len() < WIDTH {
        return line;
    }
    if let Kind::List(items) = kind {
        let items = choices(items, &format!("{indent}  "));
        return format!("Array<{items}\n{indent}>");
    }
    choices(kind, &format!("{indent}  "))
}

/// One line for each thing to choose from.
fn choices(kind: &Kind, indent: &str) -> String {
    let mut text = String::new();
    for kind in kind.choices() {
        match kind {
            Kind::Words(words) => {
                for word in words {
                    text += &format!("\n{indent}| {word:?}");
                }
            }
            Kind::List(_) => {
                text += &format!("\n{indent}| {}", of(kind, &" ".repeat(WIDTH), indent))
            }
            other => text += &format!("\n{indent}| {}", inline(other)),
        }
    }
    text
}

fn inline(kind: &Kind) -> String {
    match kind {
        Kind::Any => "unknown".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Integer | Kind::Number => "number".to_owned(),
        Kind::Text => "string".to_owned(),
        Kind::Words(words) => joined(words.iter().map(|word| format!("{word:?}"))),
        Kind::Named(name) => name.clone(),
        Kind::List(items) => match inline(items) {
            many if many.contains(' ') => format!("Array<{many}>"),
            one => format!("{one}[]"),
        },
        Kind::Dictionary(values) => format!("Record<string, {}>", inline(values)),
        Kind::Either(kinds) => joined(kinds.iter().map(inline)),
    }
}

fn joined(kinds: impl Iterator<Item = String>) -> String {
    kinds.collect::<Vec<_>>().join(" | ")
}

/// A name that is no identifier stands in quotes.
fn quoted(name: &str) -> String {
    let plain = name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
    if plain { name.to_owned() } else { format!("{name:?}") }
}

fn comment(says: &str, indent: &str) -> String {
    if says.is_empty() {
        return String::new();
    }
    if indent.len() + says.len() + 7 <= WIDTH {
        return format!("{indent}/** {says} */\n");
    }
    let lines = super::python::wrapped(says, WIDTH - indent.len() - 3);
    let body: String = lines.iter().map(|line| format!("{indent} * {line}\n")).collect();
    format!("{indent}/**\n{body}{indent} */\n")
}

#[cfg(test)]
mod tests {
    use super::super::kind::Kind;
    use super::{inline, of};

    #[test]
    fn kinds_are_written_as_typescript_has_them() {
        let words = Kind::Words(vec!["a".to_owned(), "b".to_owned()]);
        for (kind, text) in [
            (Kind::Any, "unknown"),
            (Kind::List(Box::new(Kind::Text)), "string[]"),
            (Kind::List(Box::new(words.clone())), r#"Array<"a" | "b">"#),
            (Kind::Dictionary(Box::new(Kind::Integer)), "Record<string, number>"),
            (Kind::Either(vec![words.clone(), Kind::Null]), r#""a" | "b" | null"#),
        ] {
            assert_eq!(inline(&kind), text);
        }

        let long = " ".repeat(99);
        assert_eq!(of(&words, &long, "  "), "\n    | \"a\"\n    | \"b\"");
        let list = Kind::List(Box::new(words));
        assert_eq!(of(&list, &long, ""), "Array<\n  | \"a\"\n  | \"b\"\n>");
    }
}
