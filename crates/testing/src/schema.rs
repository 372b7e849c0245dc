//! A small reader of JSON schemas, for the part of the language the document uses. A keyword it
//! does not know is a flaw of the document, so it never passes what it cannot judge. It is stricter
//! than the standard in one thing: a member that no schema describes is a flaw.

use serde_json::Value;

/// Keywords that say nothing about whether a value fits.
const REMARKS: [&str; 3] = ["title", "description", "default"];

/// What is wrong with `value` by `schema`, each with its position; references are looked up in `whole`.
pub fn flaws(whole: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut judge = Judge { whole, flaws: Vec::new() };
    judge.judge(schema, value, "$");
    judge.flaws
}

struct Judge<'a> {
    whole: &'a Value,
    flaws: Vec<String>,
}

impl<'a> Judge<'a> {
    fn note(&mut self, position: &str, flaw: impl std::fmt::Display) {
        self.flaws.push(format!("{position}: {flaw}"));
    }

    fn judge(&mut self, schema: &'a Value, value: &Value, position: &str) {
        let Some(keywords) = schema.as_object() else {
            return self.note(position, format!("{schema} is no schema"));
        };
        for (keyword, rule) in keywords {
            match keyword.as_str() {
                "$ref" => match self.resolve(rule) {
                    Some(schema) => self.judge(schema, value, position),
                    None => self.note(position, format!("{rule} leads nowhere")),
                },
                "type" => self.kind(rule, value, position),
                "enum" => {
                    if !rule.as_array().is_some_and(|all| all.contains(value)) {
                        self.note(position, format!("{value} is none of {rule}"));
                    }
                }
                "anyOf" => self.any(rule, value, position),
                "properties" => self.members(schema, rule, value, position),
                "required" => self.required(rule, value, position),
                "items" => {
                    for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.judge(rule, item, &format!("{position}[{at}]"));
                    }
                }
                "minimum" | "maximum" => self.bound(keyword, rule, value, position),
                "minLength" | "maxLength" => self.length(keyword, rule, value, position),
                "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
                    self.count(keyword, rule, value, position);
                }
                "format" => self.format(rule, value, position),
                "pattern" => self.pattern(rule, value, position),
                // Judged with the properties, where there are any.
                "additionalProperties" => {
                    if schema.get("properties").is_none() {
                        self.members(schema, &Value::Null, value, position);
                    }
                }
                remark if REMARKS.contains(&remark) => {}
                unknown => {
                    self.note(position, format!("the keyword `{unknown}` is not known here"))
                }
            }
        }
    }

    fn resolve(&self, reference: &Value) -> Option<&'a Value> {
        self.whole.pointer(reference.as_str()?.strip_prefix('#')?)
    }

    fn kind(&mut self, rule: &Value, value: &Value, position: &str) {
        let kinds = rule.as_array().map_or(std::slice::from_ref(rule), Vec::as_slice);
        let fits = |kind: &Value| match kind.as_str() {
            Some("null") => value.is_null(),
            Some("boolean") => value.is_boolean(),
            Some("string") => value.is_string(),
            Some("array") => value.is_array(),
            Some("object") => value.is_object(),
            Some("number") => value.is_number(),
            Some("integer") => value.is_i64() || value.is_u64(),
            _ => false,
        };
        if !kinds.iter().any(fits) {
            self.note(position, format!("{value} is no {rule}"));
        }
    }

    fn any(&mut self, rule: &Value, value: &Value, position: &str) {
        let Some(all) = rule.as_array() else { return self.note(position, "anyOf is no list") };
        let whole = self.whole;
        if !all.iter().any(|one| flaws(whole, one, value).is_empty()) {
            self.note(position, format!("{value} fits none of {rule}"));
        }
    }

    fn members(&mut self, schema: &'a Value, properties: &'a Value, value: &Value, position: &str) {
        let rest = schema.get("additionalProperties");
        for (name, member) in value.as_object().into_iter().flatten() {
            let position = format!("{position}.{name}");
            match (properties.get(name), rest) {
                (Some(schema), _) => self.judge(schema, member, &position),
                (None, Some(Value::Bool(true))) => {}
                (None, Some(schema @ Value::Object(_))) => self.judge(schema, member, &position),
                (None, _) => self.note(&position, "no schema describes this"),
            }
        }
    }

    fn required(&mut self, rule: &Value, value: &Value, position: &str) {
        for name in rule.as_array().into_iter().flatten().filter_map(Value::as_str) {
            if value.as_object().is_some_and(|object| !object.contains_key(name)) {
                self.note(position, format!("`{name}` is missing"));
            }
        }
    }

    fn bound(&mut self, keyword: &str, rule: &Value, value: &Value, position: &str) {
        let (Some(bound), Some(number)) = (rule.as_f64(), value.as_f64()) else { return };
        let fits = if keyword == "minimum" { number >= bound } else { number <= bound };
        if !fits {
            self.note(position, format!("{value} is beyond the {keyword} of {rule}"));
        }
    }

    fn length(&mut self, keyword: &str, rule: &Value, value: &Value, position: &str) {
        let (Some(bound), Some(text)) = (rule.as_u64(), value.as_str()) else { return };
        let length = text.chars().count() as u64;
        let fits = if keyword == "minLength" { length >= bound } else { length <= bound };
        if !fits {
            self.note(position, format!("{length} characters are beyond the {keyword} of {rule}"));
        }
    }

    fn count(&mut self, keyword: &str, rule: &Value, value: &Value, position: &str) {
        let count = if keyword.ends_with("Items") {
            value.as_array().map(Vec::len)
        } else {
            value.as_object().map(serde_json::Map::len)
        };
        let (Some(bound), Some(count)) = (rule.as_u64(), count) else { return };
        let count = count as u64;
        if !(if keyword.starts_with("min") { count >= bound } else { count <= bound }) {
            self.note(position, format!("{count} are beyond the {keyword} of {rule}"));
        }
    }

    /// Widths of numbers are not seen in JSON; times have one form in this interface.
    fn format(&mut self, rule: &Value, value: &Value, position: &str) {
        let Some(text) = value.as_str().filter(|_| rule == "date-time") else { return };
        if !is_like(text, "0000-00-00T00:00:00.000Z") {
            self.note(position, format!("{value} is no time with three decimals in UTC"));
        }
    }

    /// The one pattern the interface has.
    fn pattern(&mut self, rule: &Value, value: &Value, position: &str) {
        if rule != "^#[0-9a-fA-F]{6}$" {
            return self.note(position, format!("the pattern {rule} is not known here"));
        }
        let Some(text) = value.as_str() else { return };
        let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6);
        if !hex.is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            self.note(position, format!("{value} does not fit {rule}"));
        }
    }
}

/// Whether a text has digits where `form` has zeros, and otherwise its characters.
fn is_like(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text.bytes().zip(form.bytes()).all(|(byte, like)| match like {
            b'0' => byte.is_ascii_digit(),
            like => byte == like,
        })
}
