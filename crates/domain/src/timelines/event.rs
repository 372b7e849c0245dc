//! Events of a timeline: what happens, how its date is written, and its sort key. Its links are in
//! [`super::link`].

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Calendar,
    link::{LinkItem, LoreLinkItem, Ties},
};
use crate::{
    lengths::{LINE_CHARS_MAX, TEXT_CHARS_MAX},
    model::AbsentOr,
    page::Cursor,
    patch::Patch,
    time::Time,
};

crate::string_enum! {
    /// What an event is in the story.
    pub enum Category {
        Plot = "plot",
        TurningPoint = "turning_point",
        Climax = "climax",
        Resolution = "resolution",
        Character = "character",
        Relationship = "relationship",
        Conflict = "conflict",
        Revelation = "revelation",
        Foreshadowing = "foreshadowing",
        Backstory = "backstory",
        World = "world",
        Political = "political",
        Travel = "travel",
        Birth = "birth",
        Death = "death",
        Other = "other",
    }
}

crate::string_enum! {
    /// How much an event matters.
    pub enum Importance {
        Critical = "critical",
        Major = "major",
        Minor = "minor",
        Background = "background",
    }
}

/// The most tags of an event.
pub const TAGS_MAX: usize = 1_000;

/// The most plotlines an event is on.
pub const PLOTLINES_MAX: usize = 100;

/// The key an event is sorted by, and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortKey {
    /// Somebody named it.
    Given(i64),
    /// It was read from the date, if that can be read.
    Derived(Option<i64>),
}

impl SortKey {
    /// The key itself; none for an event that has no place in time.
    pub fn value(self) -> Option<i64> {
        match self {
            Self::Given(key) => Some(key),
            Self::Derived(key) => key,
        }
    }
}

/// One event, without what it is tied to.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its identifier.
    pub id: String,
    /// The timeline it is on.
    pub timeline_id: String,
    /// What it is called.
    pub title: String,
    /// What happens.
    pub description: String,
    /// When it happens, as it is written.
    pub date_display: String,
    /// When it happens, as it is sorted.
    pub sort_key: SortKey,
    /// What it is in the story.
    pub category: Category,
    /// How much it matters.
    pub importance: Importance,
    /// Its order among events of the same date.
    pub sort_order: i64,
    /// Its tags.
    pub tags: Vec<String>,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed; strictly later with each change.
    pub modified_at: Time,
    /// How often it was changed.
    pub version: i64,
}

crate::model! {
    /// A new event.
    pub struct EventCreate as "EventCreateRequest" {
        /// What it is called.
        title: String where { max_length: LINE_CHARS_MAX },
        /// What happens.
        description: String where { max_length: TEXT_CHARS_MAX } = String::new(),
        /// Its date, as readers see it.
        date_display: String where { max_length: LINE_CHARS_MAX },
        /// The sort key of its date; read from dateDisplay when absent.
        date_sort_key: AbsentOr<i64>,
        /// What it is in the story.
        category: Category = Category::Plot,
        /// How much it matters.
        importance: Importance = Importance::Minor,
        /// Its order among events of the same date.
        sort_order: i64 = 0,
        /// Its tags.
        tags: Vec<String> where { max_length: TAGS_MAX, each_max_length: LINE_CHARS_MAX } = Vec::new(),
        /// The plotlines it is on.
        plotline_ids: Vec<String> where { max_length: PLOTLINES_MAX } = Vec::new(),
    }
}

crate::model! {
    /// Changes to an event; absent fields leave it as it is.
    pub struct EventUpdate as "EventUpdateRequest" {
        /// What it is called.
        title: AbsentOr<String> where { max_length: LINE_CHARS_MAX },
        /// What happens; null empties it.
        description: Patch<String> where { max_length: TEXT_CHARS_MAX },
        /// Its date, as readers see it.
        date_display: AbsentOr<String> where { max_length: LINE_CHARS_MAX },
        /// The sort key of its date; null reads it from dateDisplay again.
        date_sort_key: Patch<i64>,
        /// What it is in the story; null makes it plot.
        category: Patch<Category>,
        /// How much it matters; null makes it minor.
        importance: Patch<Importance>,
        /// Its order among events of the same date; null makes it 0.
        sort_order: Patch<i64>,
        /// Its tags; null removes all.
        tags: Patch<Vec<String>> where { max_length: TAGS_MAX, each_max_length: LINE_CHARS_MAX },
        /// The plotlines it is on; null takes it off all of them.
        plotline_ids: Patch<Vec<String>> where { max_length: PLOTLINES_MAX },
    }
}

/// Where an event stands in its timeline: whether it has no key, its key, its order among equals,
/// and when it was made.
pub type EventPosition = [i64; 4];

crate::model! {
    /// Which events to list.
    pub struct EventQuery as "EventQuery" paged by Cursor<EventPosition> {
        /// Only those of this category.
        category: Option<Category>,
        /// Only those of this importance.
        importance: Option<Importance>,
        /// Only those on this plotline.
        plotline_id: Option<String>,
        /// Only those linked to this record or lore entry.
        entity_id: Option<String>,
        /// Only those with this sort key or a greater one.
        from: Option<i64>,
        /// Only those with this sort key or a smaller one.
        to: Option<i64>,
    }
}

impl EventQuery {
    /// Whether it leaves anything out, wherever in time that stands.
    pub fn is_filtered(&self) -> bool {
        self.category.is_some()
            || self.importance.is_some()
            || self.plotline_id.is_some()
            || self.entity_id.is_some()
    }

    /// The least and the greatest key of a span of time, if one is asked for: then nothing without
    /// a place in time is.
    pub fn span(&self) -> Option<(i64, i64)> {
        let is_asked = self.from.is_some() || self.to.is_some();
        is_asked.then(|| (self.from.unwrap_or(i64::MIN), self.to.unwrap_or(i64::MAX)))
    }
}

impl Event {
    /// A new event of a timeline that has this calendar.
    pub fn create(
        id: String,
        (timeline_id, calendar): (&str, Calendar),
        create: &EventCreate,
        now: Time,
    ) -> Self {
        let sort_key = match create.date_sort_key.0 {
            Some(key) => SortKey::Given(key),
            None => SortKey::Derived(calendar.sort_key(&create.date_display)),
        };
        Self {
            id,
            timeline_id: timeline_id.to_owned(),
            title: create.title.clone(),
            description: create.description.clone(),
            date_display: create.date_display.clone(),
            sort_key,
            category: create.category,
            importance: create.importance,
            sort_order: create.sort_order,
            tags: create.tags.clone(),
            created_at: now,
            modified_at: now,
            version: 1,
        }
    }

    /// Only what the update names changes, and with its date the key that is read from it.
    pub fn update(&mut self, update: &EventUpdate, calendar: Calendar, now: Time) {
        update.title.apply_to(&mut self.title);
        update.description.apply_or_default(&mut self.description);
        let is_dated_anew =
            update.date_display.0.as_ref().is_some_and(|date| *date != self.date_display);
        update.date_display.apply_to(&mut self.date_display);
        update.category.apply_or(&mut self.category, Category::Plot);
        update.importance.apply_or(&mut self.importance, Importance::Minor);
        update.sort_order.apply_or_default(&mut self.sort_order);
        update.tags.apply_or_default(&mut self.tags);
        self.sort_key = match (&update.date_sort_key, self.sort_key) {
            (Patch::Set(key), _) => SortKey::Given(*key),
            (Patch::Keep, given @ SortKey::Given(_)) => given,
            // Read by an earlier version perhaps, which read dates in other ways.
            (Patch::Keep, derived) if !is_dated_anew => derived,
            _ => SortKey::Derived(calendar.sort_key(&self.date_display)),
        };
        self.touch(now);
    }

    /// It was changed.
    pub fn touch(&mut self, now: Time) {
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
    }

    /// Where it stands in its timeline.
    pub fn position(&self) -> EventPosition {
        let key = self.sort_key.value();
        [i64::from(key.is_none()), key.unwrap_or(0), self.sort_order, self.created_at.millis()]
    }
}

/// The ids in their order, each once.
pub fn deduplicated(ids: &[String]) -> Vec<String> {
    let mut known = BTreeSet::new();
    ids.iter().filter(|id| known.insert(id.as_str())).cloned().collect()
}

/// An event of a timeline.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TimelineEvent")]
pub struct EventItem {
    /// Its identifier.
    pub id: String,
    /// The timeline it is on.
    pub timeline_id: String,
    /// What it is called.
    pub title: String,
    /// What happens.
    pub description: String,
    /// Its date, as readers see it.
    pub date_display: String,
    /// The sort key of its date, in milliseconds; absent when the date cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    pub date_sort_key: Option<i64>,
    /// What it is in the story.
    pub category: Category,
    /// How much it matters.
    pub importance: Importance,
    /// Its order among events of the same date.
    pub sort_order: i64,
    /// Its tags.
    pub tags: Vec<String>,
    /// What it is linked to.
    pub links: Vec<LinkItem>,
    /// The lore entries it is linked to.
    pub lore_links: Vec<LoreLinkItem>,
    /// The plotlines it is on.
    pub plotline_ids: Vec<String>,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last changed, in milliseconds since 1970.
    pub modified_at: i64,
}

impl EventItem {
    /// What the wire shows of an event and what it is tied to.
    pub fn of(event: Event, ties: Ties) -> Self {
        let (links, lore_links) = ties.views();
        Self {
            id: event.id,
            timeline_id: event.timeline_id,
            title: event.title,
            description: event.description,
            date_display: event.date_display,
            date_sort_key: event.sort_key.value(),
            category: event.category,
            importance: event.importance,
            sort_order: event.sort_order,
            tags: event.tags,
            links,
            lore_links,
            plotline_ids: ties.plotline_ids,
            created_at: event.created_at.millis(),
            modified_at: event.modified_at.millis(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{json::Json, model::read_body};

    fn read<T: crate::model::FieldType>(body: &str) -> T {
        read_body(&Json::read(body.as_bytes()).unwrap()).unwrap()
    }

    fn event(body: &str) -> Event {
        let timeline = ("t", Calendar::default());
        Event::create("e".to_owned(), timeline, &read(body), Time::from_millis(10))
    }

    fn updated(event: &Event, body: &str) -> Event {
        let mut event = event.clone();
        event.update(&read(body), Calendar::Gregorian, Time::from_millis(9));
        event
    }

    #[test]
    fn few_letters_tell_categories_and_importances_apart() {
        // The order of events is kept with so many of them, and filters look at no more.
        let distinct = |words: &[&str], letters: usize| {
            words.iter().map(|word| word[..letters].to_owned()).collect::<BTreeSet<_>>().len()
        };

        assert_eq!(distinct(Category::WORDS, 3), Category::WORDS.len());
        assert_eq!(distinct(Importance::WORDS, 2), Importance::WORDS.len());
    }

    #[test]
    fn an_update_changes_only_what_it_names() {
        let before = event(r#"{"title":"t","dateDisplay":"1970-01-02","tags":["a"]}"#);

        let after = updated(&before, r#"{"category":"climax"}"#);

        let wanted = Event {
            category: Category::Climax,
            modified_at: Time::from_millis(11),
            version: 2,
            ..before
        };
        assert_eq!(after, wanted);
    }

    #[test]
    fn a_key_that_was_read_is_read_again_with_another_date_alone() {
        let mut kept = event(r#"{"title":"t","dateDisplay":"6 June 44"}"#);
        // As an earlier version read it.
        kept.sort_key = SortKey::Derived(Some(-60_000_000_000_000));

        let same = updated(&kept, r#"{"title":"u","dateDisplay":"6 June 44"}"#);
        assert_eq!(same.sort_key, kept.sort_key);
        let other = updated(&kept, r#"{"dateDisplay":"1970-01-02"}"#);
        assert_eq!(other.sort_key, SortKey::Derived(Some(86_400_000)));
        let asked = updated(&kept, r#"{"dateSortKey":null}"#);
        assert_eq!(asked.sort_key, SortKey::Derived(None));
    }

    #[test]
    fn null_goes_back_to_nothing_or_the_default() {
        let before = event(
            r#"{"title":"t","dateDisplay":"1970-01-02","dateSortKey":5,"description":"d",
                "category":"death","importance":"critical","sortOrder":3,"tags":["a"]}"#,
        );

        let after = updated(
            &before,
            r#"{"description":null,"dateSortKey":null,"category":null,"importance":null,
                "sortOrder":null,"tags":null,"plotlineIds":null}"#,
        );

        let plain = event(r#"{"title":"t","dateDisplay":"1970-01-02"}"#);
        let wanted = Event { modified_at: Time::from_millis(11), version: 2, ..plain };
        assert_eq!(after, wanted);
    }

    #[test]
    fn a_key_that_was_read_follows_its_date_and_a_given_one_does_not() {
        const DAY_MS: i64 = crate::time::DAY_MS;
        let derived = event(r#"{"title":"t","dateDisplay":"1970-01-02"}"#);
        let given = event(r#"{"title":"t","dateDisplay":"1970-01-02","dateSortKey":7}"#);
        let new_date = r#"{"dateDisplay":"3 January 1970"}"#;

        assert_eq!(derived.sort_key, SortKey::Derived(Some(DAY_MS)));
        assert_eq!(updated(&derived, new_date).sort_key, SortKey::Derived(Some(2 * DAY_MS)));
        assert_eq!(updated(&derived, r#"{"dateDisplay":"late"}"#).sort_key.value(), None);
        assert_eq!(updated(&given, new_date).sort_key, SortKey::Given(7));
        let asked = r#"{"dateDisplay":"3 January 1970","dateSortKey":null}"#;
        assert_eq!(updated(&given, asked).sort_key, SortKey::Derived(Some(2 * DAY_MS)));
        assert_eq!(updated(&derived, r#"{"dateSortKey":-1}"#).sort_key, SortKey::Given(-1));
    }

    #[test]
    fn a_span_of_time_is_open_where_no_end_is_named() {
        let span = |query: &str| read::<EventQuery>(query).span();

        assert_eq!(span("{}"), None);
        assert_eq!(span(r#"{"from":3}"#), Some((3, i64::MAX)));
        assert_eq!(span(r#"{"to":4}"#), Some((i64::MIN, 4)));
        assert_eq!(span(r#"{"from":3,"to":4}"#), Some((3, 4)));
    }

    #[test]
    fn ids_that_come_twice_count_once_where_they_first_stand() {
        let ids = ["b", "a", "b", "c", "a"].map(str::to_owned);

        assert_eq!(deduplicated(&ids), ["b", "a", "c"]);
    }
}
