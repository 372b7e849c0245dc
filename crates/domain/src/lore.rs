//! Lore entries: what is true in the world of a book. Documents mention an entry by its names;
//! `prose` finds these mentions and `engine` counts them. The views are in [`view`], what agents look at of the lore in [`filter`].

pub mod filter;
pub mod view;

use serde::{Deserialize, Serialize};

use crate::{
    Error, Result,
    json::{Json, JsonText},
    model::{OpenEnum, OrderedMap},
    page::Cursor,
    patch::Patch,
    time::Time,
};

pub use filter::KnowledgeFilter;
pub use view::{CategoryCount, LoreCategories, LoreItem, LoreMention, Mentions, Quoted};

/// Whether the name of an entry is that of several persons, such as a family, though it is kept as one: "The De Laceys",
/// "The Pell sisters", "De Lacey family". Its further names may be those of its members.
pub fn is_of_several(name: &str) -> bool {
    const NOUNS: [&str; 10] = [
        "family",
        "household",
        "sisters",
        "brothers",
        "siblings",
        "twins",
        "children",
        "couple",
        "clan",
        "parents",
    ];
    let last = name.rsplit(' ').next().unwrap_or(name).to_lowercase();
    let is_plural = last.ends_with('s') && !last.ends_with("ss") && !last.ends_with(['\'', '’']);
    let is_own = ["'s", "’s"].iter().any(|it| last.ends_with(it));
    // "The Princess Thais", "The Great Torres".
    const OF_ONE: [&str; 20] = [
        "princess", "prince", "king", "queen", "lady", "lord", "great", "elder", "younger",
        "sorcerer", "wizard", "witch", "abbess", "abbot", "captain", "doctor", "count", "emperor",
        "god", "goddess",
    ];
    let led = name.strip_prefix("The ").or_else(|| name.strip_prefix("the "));
    let is_led = led.is_some_and(|it| {
        let mut words = it.split(' ');
        words.next_back();
        !words.any(|word| OF_ONE.contains(&word.to_lowercase().as_str()))
    });
    name.contains(' ') && (NOUNS.contains(&last.as_str()) || is_led && is_plural && !is_own)
}

crate::string_enum! {
    /// What an entry is about.
    pub enum Category {
        Character = "character",
        Location = "location",
        Item = "item",
        Organisation = "organisation",
        Culture = "culture",
        Species = "species",
        Religion = "religion",
        MagicSystem = "magic_system",
        Technology = "technology",
        History = "history",
        Law = "law",
        Language = "language",
        Economy = "economy",
        Event = "event",
        Concept = "concept",
        Other = "other",
    }
}

/// The longest name or alias, in characters: whoever looks for names in texts holds them all.
pub const NAME_CHARS_MAX: usize = 200;

/// Other names of one entry.
pub const ALIASES_MAX: usize = 100;

/// Relations of one entry: each is a row of its own, and a list shows those of a whole page.
pub const RELATIONS_MAX: usize = 200;

/// The longest label of a relation, in characters.
pub const LABEL_CHARS_MAX: usize = 500;

/// The attributes of one entry, in bytes of JSON: they are read with every entry of a list.
pub const ATTRIBUTES_BYTES_MAX: usize = 64 * 1024;

/// Entries of one project: whoever looks for their names holds them all.
pub const ENTRIES_MAX: i64 = 10_000;

/// The longest text that a list is searched for, in characters.
const SEARCH_CHARS_MAX: usize = 200;

crate::model! {
    /// A relation of an entry to another one of its project.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Relation as "LoreRelation" {
        /// The other entry.
        target_id: String,
        /// The kind of relation, such as `sister`.
        kind: OpenEnum,
        /// More about it.
        label: Option<String> where { max_length: LABEL_CHARS_MAX },
    }
}

crate::model! {
    /// A new entry.
    pub struct LoreCreate as "LoreCreateRequest" {
        /// What it is called.
        name: String where { min_length: 1, max_length: NAME_CHARS_MAX },
        /// What it is about.
        category: Category = Category::Other,
        /// Other names under which texts mention it.
        aliases: Vec<String> where { max_length: ALIASES_MAX, each_min_length: 1, each_max_length: NAME_CHARS_MAX } = Vec::new(),
        /// What is known of it, in Markdown.
        content: String = String::new(),
        /// Facts under keys of the author's choice.
        attributes: OrderedMap<Json> = OrderedMap::default(),
        /// Its relations to other entries.
        relations: Vec<Relation> where { max_length: RELATIONS_MAX } = Vec::new(),
    }
}

crate::model! {
    /// Changes to an entry; absent fields leave it as it is.
    pub struct LoreUpdate as "LoreUpdateRequest" {
        /// What it is called.
        name: Patch<String> where { min_length: 1, max_length: NAME_CHARS_MAX },
        /// What it is about; null makes it `other`.
        category: Patch<Category>,
        /// Other names under which texts mention it; replaces all, and null removes all.
        aliases: Patch<Vec<String>> where { max_length: ALIASES_MAX, each_min_length: 1, each_max_length: NAME_CHARS_MAX },
        /// What is known of it, in Markdown; null empties it.
        content: Patch<String>,
        /// Facts under keys of the author's choice; replaces all, and null removes all.
        attributes: Patch<OrderedMap<Json>>,
        /// Its relations to other entries; replaces all, and null removes all.
        relations: Patch<Vec<Relation>> where { max_length: RELATIONS_MAX },
    }
}

crate::model! {
    /// Which entries to list.
    pub struct LoreQuery as "LoreQuery" paged by Cursor<String> {
        /// Only those of this category.
        category: Option<Category>,
        /// Only those with this text in their name or an alias, ignoring case.
        q: Option<String> where { max_length: SEARCH_CHARS_MAX },
        /// Only those whose name begins with this, ignoring case.
        prefix: Option<String> where { max_length: SEARCH_CHARS_MAX },
    }
}

/// One entry without its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub category: Category,
    /// Other names under which texts mention it.
    pub aliases: Vec<String>,
    /// Facts under keys of the author's choice: the JSON of an object.
    pub attributes: JsonText,
    /// Its relations to other entries.
    pub relations: Vec<Relation>,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed; strictly later with each change.
    pub modified_at: Time,
    /// How often it was changed.
    pub version: i64,
}

impl Entry {
    /// A new entry of a project.
    ///
    /// # Errors
    /// Too large when it has more attributes than [`ATTRIBUTES_BYTES_MAX`].
    pub fn create(id: String, project_id: &str, create: &LoreCreate, now: Time) -> Result<Self> {
        Ok(Self {
            id,
            project_id: project_id.to_owned(),
            name: create.name.clone(),
            category: create.category,
            aliases: create.aliases.clone(),
            attributes: attributes_text(&create.attributes)?,
            relations: create.relations.clone(),
            created_at: now,
            modified_at: now,
            version: 1,
        })
    }

    /// Only what the update names changes; the time of change always does.
    pub fn update(&mut self, update: &LoreUpdate, now: Time) -> Result<()> {
        // First, because it can fail.
        match &update.attributes {
            Patch::Keep => {}
            Patch::Clear => self.attributes = attributes_text(&OrderedMap::default())?,
            Patch::Set(attributes) => self.attributes = attributes_text(attributes)?,
        }
        update.name.apply_to(&mut self.name);
        update.category.apply_or(&mut self.category, Category::Other);
        update.aliases.apply_or_default(&mut self.aliases);
        update.relations.apply_or_default(&mut self.relations);
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
        Ok(())
    }

    /// Whether texts mention both under the same names.
    pub fn has_same_names(&self, other: &Self) -> bool {
        self.name == other.name && self.aliases == other.aliases
    }
}

fn attributes_text(attributes: &OrderedMap<Json>) -> Result<JsonText> {
    let text = serde_json::to_string(attributes)
        .map_err(|flaw| Error::internal("writing attributes", flaw))?;
    if text.len() > ATTRIBUTES_BYTES_MAX {
        return Err(Error::TooLarge(format!(
            "The attributes of an entry are larger than {} KiB in all",
            ATTRIBUTES_BYTES_MAX / 1024
        )));
    }
    Ok(JsonText(text))
}

/// The form in which attributes are kept: an object within its bound.
pub fn normalized_attributes(text: &str) -> Option<String> {
    let value: Json = serde_json::from_str(text).ok()?;
    let text = matches!(value, Json::Object(_)).then(|| value.to_string())?;
    (text.len() <= ATTRIBUTES_BYTES_MAX).then_some(text)
}

/// The form in which aliases are kept: texts, not too many.
pub fn normalized_aliases(text: &str) -> Option<String> {
    let aliases: Vec<String> = serde_json::from_str(text).ok()?;
    if aliases.len() <= ALIASES_MAX { serde_json::to_string(&aliases).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{FieldType, read_body};

    fn read<T: FieldType>(body: &str) -> Result<T> {
        read_body(&Json::read(body.as_bytes()).unwrap())
    }

    fn mina() -> Entry {
        let body = r#"{"name":"Mina","category":"character","aliases":["Wilhelmina"],
            "attributes":{"age":22},"relations":[{"targetId":"e2","kind":"friend"}]}"#;
        let create: LoreCreate = read(body).unwrap();
        Entry::create("e1".to_owned(), "p1", &create, Time::from_millis(10)).unwrap()
    }

    #[test]
    fn an_update_changes_only_what_it_names() {
        let mut changed = mina();
        let update: LoreUpdate = read(r#"{"name":"Mrs. Harker"}"#).unwrap();

        changed.update(&update, Time::from_millis(9)).unwrap();

        let wanted = Entry {
            name: "Mrs. Harker".to_owned(),
            modified_at: Time::from_millis(11),
            version: 2,
            ..mina()
        };
        assert_eq!(changed, wanted);
        assert!(!changed.has_same_names(&mina()));
    }

    #[test]
    fn null_goes_back_to_nothing_or_the_default() {
        let mut changed = mina();
        let nulls = r#"{"name":null,"category":null,"aliases":null,"content":null,
            "attributes":null,"relations":null}"#;

        changed.update(&read::<LoreUpdate>(nulls).unwrap(), Time::from_millis(20)).unwrap();

        assert_eq!((changed.name.as_str(), changed.category), ("Mina", Category::Other));
        assert_eq!((changed.aliases, changed.relations), (Vec::new(), Vec::new()));
        assert_eq!(changed.attributes, JsonText("{}".to_owned()));
    }

    #[test]
    fn attributes_have_a_bound_that_leaves_the_entry_as_it_was() {
        let bytes = |count: usize| format!(r#"{{"attributes":{{"a":"{}"}}}}"#, "x".repeat(count));
        let around = r#"{"a":""}"#.len();
        let mut entry = mina();

        let most: LoreUpdate = read(&bytes(ATTRIBUTES_BYTES_MAX - around)).unwrap();
        entry.update(&most, Time::from_millis(20)).unwrap();
        let before = entry.clone();
        let more: LoreUpdate = read(&bytes(ATTRIBUTES_BYTES_MAX - around + 1)).unwrap();

        assert!(matches!(entry.update(&more, Time::from_millis(30)), Err(Error::TooLarge(_))));
        assert_eq!(entry, before);
    }

    #[test]
    fn names_and_lists_keep_their_bounds() {
        let names = |count: usize| format!("[{}]", vec![r#""a""#; count].join(","));
        let relations =
            |count: usize| format!("[{}]", vec![r#"{"targetId":"e","kind":"k"}"#; count].join(","));
        let long = "ü".repeat(NAME_CHARS_MAX);

        for (field, value, is_taken) in [
            ("name", format!(r#""{long}""#), true),
            ("name", format!(r#""{long}u""#), false),
            ("name", r#""""#.to_owned(), false),
            ("aliases", names(ALIASES_MAX), true),
            ("aliases", names(ALIASES_MAX + 1), false),
            ("aliases", format!(r#"["{long}"]"#), true),
            ("aliases", format!(r#"["{long}u"]"#), false),
            ("aliases", r#"[""]"#.to_owned(), false),
            ("relations", relations(RELATIONS_MAX), true),
            ("relations", relations(RELATIONS_MAX + 1), false),
            ("relations", r#"[{"targetId":"e"}]"#.to_owned(), false),
            ("relations", r#"[{"targetId":"e","kind":""}]"#.to_owned(), false),
            ("category", r#""fauna""#.to_owned(), false),
            ("attributes", "[]".to_owned(), false),
        ] {
            let body = format!(r#"{{"{field}":{value}}}"#);
            assert_eq!(read::<LoreUpdate>(&body).is_ok(), is_taken, "{field}: {value:.60}");
        }
    }

    #[test]
    fn an_entry_of_several_is_known_by_its_name() {
        for (name, wanted) in [
            ("The De Laceys", true),
            ("The cottagers", true),
            ("De Lacey family", true),
            ("The Pell sisters", true),
            ("The Countess", false),
            ("The Princess Thais", false),
            ("The Sorcerer Marius", false),
            ("The Count", false),
            ("Mr. Hastings", false),
            ("The fiend's", false),
            ("Twins", false),
        ] {
            assert_eq!(is_of_several(name), wanted, "{name}");
        }
    }
}
