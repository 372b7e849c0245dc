//! What a scene shows of its season by a date or by signs, and a sign that excludes it.

use std::ops::Range;

use super::words::{Months, usual_months};
use super::{SCENE_LASTS_WORDS, SeasonClash, SeasonReader, StatedDate};

/// What a scene has shown of its season.
#[derive(Default)]
pub(super) struct Scene {
    pub(super) season: Option<SeasonOfScene>,
    /// The last sign that is meant as one, whatever time its sentence speaks of.
    last_sign: Option<SeasonOfScene>,
}

/// A season that a date or a sign shows, for what is told behind it in the same scene.
#[derive(Clone)]
pub(super) struct SeasonOfScene {
    date: StatedDate,
    is_date: bool,
}

impl Scene {
    /// What a sign that is plain contradicts: the season of the scene, or another sign of its sentence.
    pub(super) fn clash(
        &mut self,
        reader: &SeasonReader<'_, '_>,
        out_of: Months,
        words: &Range<usize>,
    ) -> Option<SeasonClash> {
        let usual = usual_months(out_of);
        let own = SeasonOfScene { is_date: false, ..SeasonOfScene::of(usual, words.clone()) };
        let excludes = |it: &SeasonOfScene| {
            let seen = if it.is_date { !out_of } else { usual };
            it.date.months & seen == 0 && reader.is_sign(words.clone(), &it.date)
        };
        let is_near = |it: &&SeasonOfScene| words.start <= it.date.words.end + SCENE_LASTS_WORDS;
        let of_sentence = |it: &&SeasonOfScene| {
            reader.text.sentence_of(words.start).words.contains(&it.date.words.start)
        };
        let season = self.season.as_ref().filter(is_near);
        let beside = self.last_sign.as_ref().filter(of_sentence);
        let excluded = season.into_iter().chain(beside).find(|it| excludes(it));
        let found = excluded.map(|it| reader.clash((&it.date, it.is_date), words.clone()));
        let is_kept = found.is_some() || season.is_some_and(|it| it.is_date);
        if !is_kept && reader.is_sign(words.clone(), &season.unwrap_or(&own).date) {
            self.season = Some(own.clone());
        }
        self.last_sign =
            Some(own).filter(|_| reader.is_meant(words) && !reader.spoken[words.start]);
        found
    }
}

impl SeasonOfScene {
    pub(super) fn of(months: Months, words: Range<usize>) -> Self {
        Self { date: StatedDate { months, words, is_dateline: true }, is_date: true }
    }
}
