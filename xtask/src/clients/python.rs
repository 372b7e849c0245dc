//! The client for Python: `types.py` with a TypedDict for each named type, and `modules.py` with a
//! class for each module of the interface and a method for each operation. What they call
//! (`core.py`) is written by hand.

use std::collections::BTreeSet;

use super::document::{Answer, Body, Document, Field, Operation, Shape};
use super::schema_type::SchemaType;
use super::{WIDTH, names};
use crate::failure::{Failure, Outcome};

const TYPES: &str = r#""""Every type of Scriptorium's interface, as it goes over the wire. Written by `cargo xtask clients`
from openapi.json. A field that may be missing is NotRequired.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
"#;

const MODULES: &str = r#""""Every operation of Scriptorium's interface, module by module. Written by `cargo xtask clients` from
openapi.json. Arguments of a body that are not given are not sent, which leaves what they name as
it is; None goes as null.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from .core import ABSENT, Absent, Connection, Event, Module
from .types import (
"#;

/// Words of the language that are names of the wire, too.
const RESERVED: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// The file of types.
pub(super) fn types(document: &Document) -> Outcome<String> {
    let mut text = TYPES.to_owned();
    for shape in &document.types {
        text += &shape_class(shape)?;
    }
    Ok(text)
}

fn shape_class(shape: &Shape) -> Outcome<String> {
    let mut text = format!("\n\nclass {}(TypedDict):\n", shape.name);
    let mut says = shape.says.clone();
    if shape.open {
        says += " There may be fields besides.";
    }
    text += &docstring(&[says], "    ");
    for field in &shape.fields {
        if RESERVED.contains(&field.name.as_str()) {
            let location = format!("{}.{}", shape.name, field.name);
            return Err(Failure::new(format!("{location} is no name for a field in Python")));
        }
        text += "\n";
        for line in wrapped(&field.says, WIDTH - 7) {
            text += &format!("    #: {line}\n");
        }
        let (open, close) = if field.required { ("", "") } else { ("NotRequired[", "]") };
        let start = format!("    {}: {open}", field.name);
        let kind = of(&field.kind, Side::Wire, start.len() + close.len(), "    ");
        text += &format!("{start}{kind}{close}\n");
    }
    Ok(text)
}

/// The file of operations.
pub(super) fn modules(document: &Document) -> Outcome<String> {
    names::check(document)?;
    let mut classes = String::new();
    for (module, says) in &document.modules {
        let of_module = document.operations.iter().filter(|one| &one.module == module);
        let methods =
            of_module.map(|one| method(one, document)).collect::<Outcome<Vec<_>>>()?.join("\n");
        let name = class_name(module);
        let says = docstring(&[format!("{}.", says.trim_end_matches('.'))], "    ");
        classes += &format!("\n\nclass {name}(Module):\n{says}\n{methods}");
    }
    classes += "\n\nclass Modules:\n    \"\"\"Every module, on one connection.\"\"\"\n\n";
    classes += "    def __init__(self, connection: Connection) -> None:\n";
    for (module, _) in &document.modules {
        classes += &format!("        self.{module} = {}(connection)\n", class_name(module));
    }

    let words: BTreeSet<&str> =
        classes.split(|one: char| !one.is_ascii_alphanumeric() && one != '_').collect();
    let mut text = MODULES.to_owned();
    for shape in document.types.iter().filter(|shape| words.contains(shape.name.as_str())) {
        text += &format!("    {},\n", shape.name);
    }
    text += ")\n";
    text += &classes;
    Ok(text)
}

fn class_name(module: &str) -> String {
    let (first, rest) = module.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}

/// An argument of a method, and where it goes.
struct Argument {
    name: String,
    wire: String,
    kind: String,
    says: String,
    required: bool,
    location: &'static str,
}

fn method(operation: &Operation, document: &Document) -> Outcome<String> {
    let name = names::of(operation, document);
    let arguments = arguments(operation, document)?;
    let answer = match &operation.answer {
        Answer::Json(kind) => of(kind, Side::Wire, 0, ""),
        Answer::Text(_) => "str".to_owned(),
        Answer::Stream => "Iterator[Event]".to_owned(),
        Answer::Nothing => "None".to_owned(),
    };

    let mut text = format!("    def {name}(\n        self,\n");
    for id in &operation.ids {
        text += &format!("        {id}: str,\n");
    }
    if let Some(Body::Text(_)) = &operation.body {
        text += "        text: str,\n";
    }
    if !arguments.is_empty() {
        text += "        *,\n";
    }
    let (given, open): (Vec<_>, Vec<_>) = arguments.iter().partition(|one| one.required);
    for argument in given {
        text += &format!("        {}: {},\n", argument.name, argument.kind);
    }
    for argument in open {
        text += &if argument.location == "body" {
            let joined = format!("{} | Absent", argument.kind);
            format!("        {}: {joined} = ABSENT,\n", argument.name)
        } else {
            format!("        {}: {} | None = None,\n", argument.name, argument.kind)
        };
    }
    text += &format!("    ) -> {answer}:\n");
    let mut says = vec![format!("{}.", operation.says), operation.location()];
    says.extend(
        arguments
            .iter()
            .filter(|one| !one.says.is_empty())
            .map(|argument| format!("{}: {}", argument.name, argument.says)),
    );
    text += &docstring(&says, "        ");
    text += &call(operation, &arguments);
    Ok(text)
}

/// The one statement of a method.
fn call(operation: &Operation, arguments: &[Argument]) -> String {
    let mut text = match &operation.answer {
        Answer::Json(kind) => {
            format!("        answer: {} = self._connection.ask(\n", of(kind, Side::Wire, 0, ""))
        }
        Answer::Text(_) => "        return self._connection.ask_text(\n".to_owned(),
        Answer::Stream => "        return self._connection.listen(\n".to_owned(),
        Answer::Nothing => "        self._connection.ask(\n".to_owned(),
    };
    let mut path = operation.path.clone();
    let mut ids = String::new();
    for id in &operation.ids {
        path = path.replace(&format!("{{{id}}}"), "{}");
        ids += &format!(", {id}");
    }
    let path = if ids.is_empty() { format!("{path:?}") } else { format!("{path:?}{ids}") };
    text += &format!("            {:?},\n            ({path},),\n", operation.method);
    for location in ["query", "headers", "body"] {
        let of_location: Vec<_> = arguments.iter().filter(|one| one.location == location).collect();
        if of_location.is_empty() {
            if location == "body" && matches!(operation.body, Some(Body::Json(_))) {
                text += "            body={},\n";
            }
            continue;
        }
        text += &format!("            {location}={{\n");
        for argument in of_location {
            text += &format!("                {:?}: {},\n", argument.wire, argument.name);
        }
        text += "            },\n";
    }
    if let Some(Body::Text(media)) = &operation.body {
        text += &format!("            text=({media:?}, text),\n");
    }
    // The stream of one record ends with it; that of all of them does not.
    if let (Answer::Stream, true) = (&operation.answer, operation.ids.is_empty()) {
        text += "            endless=True,\n";
    }
    text += "        )\n";
    if matches!(operation.answer, Answer::Json(_)) {
        text += "        return answer\n";
    }
    text
}

fn arguments(operation: &Operation, document: &Document) -> Outcome<Vec<Argument>> {
    let mut all = Vec::new();
    let mut add = |fields: &[Field], location: &'static str| {
        for field in fields {
            let plain = names::snake(&field.name);
            let name = if RESERVED.contains(&plain.as_str()) { format!("{plain}_") } else { plain };
            let used = format!("        {name}: ").len();
            let kind = of(&field.kind, Side::Argument, used, "        ");
            let (wire, says) = (field.name.clone(), field.says.clone());
            all.push(Argument { name, wire, kind, says, required: field.required, location });
        }
    };
    if let Some(Body::Json(name)) = &operation.body {
        add(document.fields(name), "body");
    }
    add(&operation.query, "query");
    // A stream resumes by itself, and begins where its query says.
    if !matches!(operation.answer, Answer::Stream) {
        add(&operation.headers, "headers");
    }
    let mut known: BTreeSet<&str> = operation.ids.iter().map(String::as_str).collect();
    for argument in &all {
        if !known.insert(&argument.name) {
            let location = operation.location();
            return Err(Failure::new(format!("{location} has two arguments {}", argument.name)));
        }
    }
    Ok(all)
}

/// Whether a kind is what comes, or what is given: any sequence and mapping will do to be sent.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Wire,
    Argument,
}

/// A kind, broken into lines when it does not fit behind `used` characters.
fn of(kind: &SchemaType, side: Side, used: usize, indent: &str) -> String {
    let line = inline(kind, side);
    // An argument is followed by what it is when it is not given.
    let end = if side == Side::Argument { " | Absent = ABSENT,".len() } else { 0 };
    if used + line.len() + end <= WIDTH {
        return line;
    }
    let deeper = format!("{indent}    ");
    let parts: Vec<String> = kind
        .choices()
        .iter()
        .map(|kind| match kind {
            SchemaType::Words(words) => {
                let words: String =
                    words.iter().map(|word| format!("{deeper}{word:?},\n")).collect();
                format!("Literal[\n{words}{indent}]")
            }
            SchemaType::List(items) => {
                let name = if side == Side::Wire { "list" } else { "Sequence" };
                format!("{name}[{}]", of(items, side, WIDTH, indent))
            }
            other => inline(other, side),
        })
        .collect();
    parts.join(" | ")
}

fn inline(kind: &SchemaType, side: Side) -> String {
    match kind {
        SchemaType::Any => "Any".to_owned(),
        SchemaType::Null => "None".to_owned(),
        SchemaType::Boolean => "bool".to_owned(),
        SchemaType::Integer => "int".to_owned(),
        SchemaType::Number => "float".to_owned(),
        SchemaType::Text => "str".to_owned(),
        SchemaType::Words(words) => {
            let words: Vec<_> = words.iter().map(|word| format!("{word:?}")).collect();
            format!("Literal[{}]", words.join(", "))
        }
        SchemaType::Named(name) => name.clone(),
        SchemaType::List(items) => {
            let name = if side == Side::Wire { "list" } else { "Sequence" };
            format!("{name}[{}]", inline(items, side))
        }
        SchemaType::Dictionary(values) => {
            let name = if side == Side::Wire { "dict" } else { "Mapping" };
            format!("{name}[str, {}]", inline(values, side))
        }
        SchemaType::Either(kinds) => {
            let kinds: Vec<_> = kinds.iter().map(|kind| inline(kind, side)).collect();
            kinds.join(" | ")
        }
    }
}

fn docstring(paragraphs: &[String], indent: &str) -> String {
    let width = WIDTH - indent.len();
    let mut lines = Vec::new();
    for (at, paragraph) in paragraphs.iter().enumerate() {
        // Module for the quotes, and for what hangs below an argument's name.
        let mut broken = wrapped(paragraph, width - 6).into_iter();
        lines.extend(broken.next());
        lines.extend(broken.map(|line| if at == 0 { line } else { format!("    {line}") }));
        // What it does and which operation it is stand apart from the arguments.
        if at < 2 && at + 1 < paragraphs.len() {
            lines.push(String::new());
        }
    }
    if let [line] = lines.as_slice() {
        return format!("{indent}\"\"\"{line}\"\"\"\n");
    }
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let quotes = if at == 0 { "\"\"\"" } else { "" };
        text += format!("{indent}{quotes}{line}").trim_end();
        text += "\n";
    }
    format!("{text}{indent}\"\"\"\n")
}

/// A text in lines of at most `width` characters, unless a word is longer.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::schema_type::SchemaType;
    use super::{Side, docstring, inline, of, wrapped};

    #[test]
    fn kinds_are_written_as_python_has_them() {
        let words = SchemaType::Words(vec!["a".to_owned(), "b".to_owned()]);
        let list = SchemaType::List(Box::new(SchemaType::Text));
        for (kind, side, text) in [
            (&SchemaType::Any, Side::Wire, "Any"),
            (&list, Side::Wire, "list[str]"),
            (&list, Side::Argument, "Sequence[str]"),
            (&words, Side::Wire, r#"Literal["a", "b"]"#),
        ] {
            assert_eq!(inline(kind, side), text);
        }

        let either = SchemaType::Either(vec![words, SchemaType::Null]);
        assert_eq!(inline(&either, Side::Wire), r#"Literal["a", "b"] | None"#);
        let broken = of(&either, Side::Wire, 99, "  ");
        assert_eq!(broken, "Literal[\n      \"a\",\n      \"b\",\n  ] | None");
    }

    #[test]
    fn long_texts_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(docstring(&["One.".to_owned()], ""), "\"\"\"One.\"\"\"\n");
        let two = docstring(&["One.".to_owned(), "GET /".to_owned(), "a: x".to_owned()], "  ");
        assert_eq!(two, "  \"\"\"One.\n\n  GET /\n\n  a: x\n  \"\"\"\n");
    }
}
