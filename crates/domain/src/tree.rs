//! Where records of a tree may lie, be they documents or nodes of an outline, and in which order a
//! reader meets them. What is above and below one is looked up elsewhere.

use std::collections::HashMap;

use crate::{Error, Result, page::Key};

/// The deepest a record may lie in its tree.
pub const DEPTH_MAX: usize = 16;

/// What the records of a tree are called where a sentence begins.
#[derive(Debug, Clone, Copy)]
pub struct Noun {
    /// One of them, such as `A document`.
    pub one: &'static str,
    /// All of them, such as `Documents`.
    pub all: &'static str,
}

/// Whether a record may lie at the end of this way from the top, `above` being the ids of what it
/// would lie in and `height` the number of levels that lie below it.
///
/// # Errors
/// A conflict when it would lie in itself, or anything deeper than [`DEPTH_MAX`].
pub fn may_lie(noun: Noun, id: &str, above: &[String], height: usize) -> Result<()> {
    let Noun { one, all } = noun;
    if above.iter().any(|ancestor| ancestor == id) {
        return Err(Error::Conflict(format!("{one} cannot lie in itself")));
    }
    if above.len() + height >= DEPTH_MAX {
        return Err(Error::Conflict(format!("{all} lie at most {DEPTH_MAX} deep")));
    }
    Ok(())
}

/// A record, and what it lies in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twig {
    /// Its id.
    pub id: String,
    /// The record it lies in; none at the top.
    pub parent_id: Option<String>,
}

/// The order of reading: each record before what lies in it. Given are the id of each and of what it
/// lies in, by position; answered is which one comes when, and how many it lies in. What lies in
/// something that is not among them is at the top, and what lies in itself is left out.
pub fn walk<'t>(
    twigs: impl Iterator<Item = (&'t str, Option<&'t str>)> + Clone,
) -> Vec<(usize, usize)> {
    let places: HashMap<&str, usize> =
        twigs.clone().enumerate().map(|(at, (id, _))| (id, at)).collect();
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); twigs.clone().count()];
    let mut waiting = Vec::new();
    for (at, (_, parent)) in twigs.enumerate() {
        match parent.and_then(|parent| places.get(parent)) {
            Some(&parent) => inside[parent].push(at),
            None => waiting.push((at, 0)),
        }
    }
    waiting.reverse();
    let mut order = Vec::with_capacity(inside.len());
    // Whoever lies in itself is reached from no top, so this ends.
    while let Some((at, depth)) = waiting.pop() {
        order.push((at, depth));
        waiting.extend(inside[at].iter().rev().map(|&child| (child, depth + 1)));
    }
    order
}

/// Records in the order of [`walk`], and behind them what lies in itself; they come by position.
pub fn reading_order(twigs: &[Twig]) -> Vec<&str> {
    let pairs = twigs.iter().map(|twig| (twig.id.as_str(), twig.parent_id.as_deref()));
    let walked = walk(pairs);
    let mut is_read = vec![false; twigs.len()];
    walked.iter().for_each(|(at, _)| is_read[*at] = true);
    let lost = (0..twigs.len()).filter(|at| !is_read[*at]);
    let order = walked.iter().map(|(at, _)| *at).chain(lost);
    order.map(|at| twigs[at].id.as_str()).collect()
}

/// Where a record stands in the order of reading: its position among its siblings, and before that
/// the way down to it, so that a page of a list can begin behind it when it is gone.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Place {
    /// The position and the id of each record it lies in, from the top.
    pub above: Vec<(i64, String)>,
    /// Its own position.
    pub position: i64,
}

/// The digits of a position as a statement compares it.
const POSITION_DIGITS: usize = 19;

/// The letters of an id.
const ID_LETTERS: usize = 36;

/// The parts of an id between its hyphens.
const ID_PARTS: usize = 5;

impl Place {
    /// The place as statements write and compare it, `id` being the record's own: each step is a
    /// position of [`POSITION_DIGITS`] digits and an id, with a hyphen before every part but the
    /// first.
    pub fn path(&self, id: &str) -> String {
        let steps = self.above.iter().map(|(position, id)| (*position, id.as_str()));
        let steps = steps.chain([(self.position, id)]);
        let steps: Vec<String> = steps
            .map(|(position, id)| format!("{position:0width$}-{id}", width = POSITION_DIGITS))
            .collect();
        steps.join("-")
    }

    /// The place that a statement wrote; none for any other text.
    pub fn of_path(path: &str) -> Option<Self> {
        let mut above = Vec::new();
        let mut rest = path;
        loop {
            let position = rest.get(..POSITION_DIGITS)?.parse().ok()?;
            let id = rest.get(POSITION_DIGITS + 1..POSITION_DIGITS + 1 + ID_LETTERS)?;
            rest = &rest[POSITION_DIGITS + 1 + ID_LETTERS..];
            match rest.strip_prefix('-') {
                Some(more) => rest = more,
                None if rest.is_empty() => return Some(Self { above, position }),
                None => return None,
            }
            above.push((position, id.to_owned()));
        }
    }
}

impl Key for Place {
    fn text(&self) -> String {
        let above = self.above.iter().map(|(position, id)| format!("{}-{id}-", position.text()));
        above.collect::<String>() + &self.position.text()
    }

    fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('-').collect();
        let (last, above) = parts.split_last()?;
        let steps = above.chunks_exact(1 + ID_PARTS);
        if !steps.remainder().is_empty() || above.len() > DEPTH_MAX * (1 + ID_PARTS) {
            return None;
        }
        let step = |step: &[&str]| {
            let id = step[1..].join("-");
            let is_sound = id.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
            Some((i64::parse(step[0])?, id)).filter(|_| is_sound)
        };
        Some(Self { above: steps.map(step).collect::<Option<_>>()?, position: i64::parse(last)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_one_after_the_other_with_what_lies_in_them() {
        for (twigs, wanted) in [
            (&[][..], &[][..]),
            (
                &[("b", ""), ("b2", "b"), ("b1", "b"), ("a", ""), ("a1", "a"), ("a11", "a1")],
                &["b", "b2", "b1", "a", "a1", "a11"],
            ),
            (&[("x", "gone"), ("y", "")], &["x", "y"]),
            (&[("o", "o"), ("p", "q"), ("q", "p"), ("z", "")], &["z", "o", "p", "q"]),
        ] {
            let twig = |(id, parent): &(&str, &str)| Twig {
                id: (*id).to_owned(),
                parent_id: Some((*parent).to_owned()).filter(|it| !it.is_empty()),
            };
            let twigs: Vec<Twig> = twigs.iter().map(twig).collect();

            assert_eq!(reading_order(&twigs), wanted);
        }
    }

    #[test]
    fn a_place_goes_over_the_wire_and_into_statements_and_comes_back() {
        let [one, two] =
            ["01a1ff28-17f9-7649-be94-fff85482a8a0", "01a1ff28-17f9-7649-be94-fff85482a8a1"];
        let top = Place { above: Vec::new(), position: 12 };
        let deep =
            Place { above: vec![(3, one.to_owned()), (i64::MAX, two.to_owned())], position: 0 };
        for place in [top.clone(), deep.clone()] {
            assert_eq!(Place::parse(&place.text()), Some(place.clone()));
            assert_eq!(Place::of_path(&place.path(one)), Some(place));
        }
        assert_eq!(top.text(), "c");
        assert!(top.path(one) < Place { position: 100, ..top.clone() }.path(one));
        let inside = Place { above: vec![(12, one.to_owned())], position: 0 };
        assert!(top.path(one) < inside.path(two) && inside.path(two) < top.path(two));
        for text in
            ["", "x", "1-2", "1-", &format!("3-{one}"), &format!("3-{one}-x"), "1-g-g-g-g-g-1"]
        {
            assert_eq!(Place::parse(text), None, "{text}");
        }
        let far = format!("1-{one}-").repeat(DEPTH_MAX + 1) + "1";
        assert_eq!(Place::parse(&far), None);
        for path in [
            "",
            "1-2",
            &top.path(one)[1..],
            &format!("{}-", top.path(one)),
            &format!("{}x", top.path(one)),
        ] {
            assert_eq!(Place::of_path(path), None, "{path}");
        }
    }

    #[test]
    fn nothing_lies_in_itself_or_too_deep() {
        let noun = Noun { one: "A twig", all: "Twigs" };
        let above = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let said = |above: &[String], height| {
            may_lie(noun, "a", above, height).map_err(|refusal| refusal.to_string())
        };

        assert_eq!(said(&above(&["b", "c"]), 0), Ok(()));
        assert_eq!(said(&above(&["b", "a"]), 0), Err("A twig cannot lie in itself".to_owned()));
        let too_deep = Err("Twigs lie at most 16 deep".to_owned());
        assert_eq!(said(&vec!["x".to_owned(); DEPTH_MAX - 1], 0), Ok(()));
        assert_eq!(said(&vec!["x".to_owned(); DEPTH_MAX], 0), too_deep);
        assert_eq!(said(&above(&["b"]), DEPTH_MAX - 2), Ok(()));
        assert_eq!(said(&above(&["b"]), DEPTH_MAX - 1), too_deep);
    }
}
