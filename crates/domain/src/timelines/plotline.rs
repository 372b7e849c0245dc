//! Plotlines: the lanes of a timeline. An event names the plotlines that it is on.

use schemars::JsonSchema;
use serde::Serialize;

use super::Timeline;
use crate::{
    lengths::{LINE_CHARS_MAX, TEXT_CHARS_MAX},
    model::AbsentOr,
    page::Cursor,
    patch::Patch,
    projects::Color,
    time::Time,
};

/// The colours of lanes that nobody gave one, in turn: those of Okabe and Ito (2008), which people
/// who see colours differently can tell apart, with a grey in the place of their black.
const PALETTE: [&str; 8] =
    ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999"];

/// A plotline of a timeline.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TimelinePlotline")]
pub struct Plotline {
    /// Its identifier.
    pub id: String,
    /// The timeline it belongs to.
    pub timeline_id: String,
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub description: String,
    /// A hex colour such as `#7a1f2b`.
    pub color: String,
    /// Its position among the plotlines.
    pub sort_order: i64,
    /// Whether clients show it collapsed.
    pub collapsed: bool,
    /// When it was made, in milliseconds since 1970.
    #[serde(with = "crate::time::millis")]
    #[schemars(with = "i64")]
    pub created_at: Time,
    /// When it was last changed, in milliseconds since 1970.
    #[serde(with = "crate::time::millis")]
    #[schemars(with = "i64")]
    pub modified_at: Time,
    /// How often it was changed.
    #[serde(skip)]
    pub version: i64,
}

crate::model! {
    /// A new plotline.
    pub struct PlotlineCreate as "PlotlineCreateRequest" {
        /// What it is called.
        name: String where { max_length: LINE_CHARS_MAX },
        /// What it is about.
        description: String where { max_length: TEXT_CHARS_MAX } = String::new(),
        /// A hex colour such as `#7a1f2b`; the next of a palette when absent.
        color: AbsentOr<Color>,
        /// Its position among the plotlines; after the last one when absent.
        sort_order: AbsentOr<i64>,
        /// Whether clients show it collapsed.
        collapsed: bool = false,
    }
}

crate::model! {
    /// Changes to a plotline; absent fields leave it as it is.
    pub struct PlotlineUpdate as "PlotlineUpdateRequest" {
        /// What it is called.
        name: Patch<String> where { max_length: LINE_CHARS_MAX },
        /// What it is about; null empties it.
        description: Patch<String> where { max_length: TEXT_CHARS_MAX },
        /// A hex colour such as `#7a1f2b`; null means the palette's colour for its position.
        color: Patch<Color>,
        /// Its position among the plotlines; null moves it after the last one.
        sort_order: Patch<i64>,
        /// Whether clients show it collapsed; null means false.
        collapsed: Patch<bool>,
    }
}

/// Where a plotline stands: its place among the lanes, and when it was made.
pub type PlotlinePosition = [i64; 2];

crate::model! {
    /// Which page of the plotlines.
    pub struct PlotlineQuery as "PlotlineQuery" paged by Cursor<PlotlinePosition> {}
}

impl Plotline {
    /// A new plotline, `next` being the place behind the last one.
    pub fn create(
        id: String,
        timeline: &Timeline,
        create: &PlotlineCreate,
        next: i64,
        now: Time,
    ) -> Self {
        let sort_order = create.sort_order.0.unwrap_or(next);
        let color = create.color.0.as_ref().map_or(of_palette(sort_order), Color::as_str);
        Self {
            id,
            timeline_id: timeline.id.clone(),
            name: create.name.clone(),
            description: create.description.clone(),
            color: color.to_owned(),
            sort_order,
            collapsed: create.collapsed,
            created_at: now,
            modified_at: now,
            version: 1,
        }
    }

    /// Only what the update names changes; `next` is the place behind the last one.
    pub fn update(&mut self, update: &PlotlineUpdate, next: i64, now: Time) {
        update.name.apply_to(&mut self.name);
        update.description.apply_or_default(&mut self.description);
        update.collapsed.apply_or_default(&mut self.collapsed);
        update.sort_order.apply_or(&mut self.sort_order, next);
        let color = update.color.map(|color| color.as_str().to_owned());
        color.apply_or(&mut self.color, of_palette(self.sort_order).to_owned());
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
    }

    /// Where it stands.
    pub fn position(&self) -> PlotlinePosition {
        [self.sort_order, self.created_at.millis()]
    }
}

/// The colour of the palette for a sort order.
fn of_palette(sort_order: i64) -> &'static str {
    let count = i64::try_from(PALETTE.len()).unwrap_or(1);
    usize::try_from(sort_order.rem_euclid(count)).map_or(PALETTE[0], |at| PALETTE[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_begins_again_at_its_end() {
        let colors: Vec<_> = (0..9).map(of_palette).collect();

        assert_eq!(colors[0], colors[8]);
        assert_eq!(colors.iter().collect::<std::collections::BTreeSet<_>>().len(), 8);
        assert_eq!(of_palette(-1), colors[7]);
        assert_eq!((of_palette(i64::MIN), of_palette(i64::MAX)), (colors[0], colors[7]));
    }
}
