//! Trees of records (documents, nodes of an outline): how deep they may be nested, and the order in
//! which they are read. `store` looks up parents and children.

use std::collections::HashMap;

use crate::{
    Error, Result,
    page::{Cursor, CursorKey},
};

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
pub fn check_nesting(noun: Noun, id: &str, above: &[String], height: usize) -> Result<()> {
    let Noun { one, all } = noun;
    if above.iter().any(|ancestor| ancestor == id) {
        return Err(Error::Conflict(format!("{one} cannot be in itself")));
    }
    if above.len() + height >= DEPTH_MAX {
        return Err(Error::Conflict(format!("{all} are nested at most {DEPTH_MAX} levels deep")));
    }
    Ok(())
}

/// A record, and what it lies in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeNode {
    /// Its id.
    pub id: String,
    /// The record it lies in; none at the top.
    pub parent_id: Option<String>,
}

/// The order of reading: each record before what lies in it. Given are the id of each and of what it
/// lies in, by position; answered is which one comes when, and how many it lies in. What lies in
/// something that is not among them is at the top, and what lies in itself is left out.
pub fn preorder<'t>(
    nodes: impl Iterator<Item = (&'t str, Option<&'t str>)> + Clone,
) -> Vec<(usize, usize)> {
    let positions: HashMap<&str, usize> =
        nodes.clone().enumerate().map(|(at, (id, _))| (id, at)).collect();
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); nodes.clone().count()];
    let mut waiting = Vec::new();
    for (at, (_, parent)) in nodes.enumerate() {
        match parent.and_then(|parent| positions.get(parent)) {
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

/// Records in the order of [`preorder`], and behind them what lies in itself; they come by
/// position.
pub fn reading_order(nodes: &[TreeNode]) -> Vec<&str> {
    let pairs = nodes.iter().map(|node| (node.id.as_str(), node.parent_id.as_deref()));
    let walked = preorder(pairs);
    let mut is_read = vec![false; nodes.len()];
    walked.iter().for_each(|(at, _)| is_read[*at] = true);
    let lost = (0..nodes.len()).filter(|at| !is_read[*at]);
    let order = walked.iter().map(|(at, _)| *at).chain(lost);
    order.map(|at| nodes[at].id.as_str()).collect()
}

/// Where a record stands in the order of reading: its position among its siblings, and before that
/// the way down to it, so that a page of a list can begin behind it when it is gone.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TreePosition {
    /// The position and the id of each record it lies in, from the top.
    pub above: Vec<(i64, String)>,
    /// Its own position.
    pub position: i64,
}

/// The parts of an id between its hyphens.
const ID_PARTS: usize = 5;

/// A record of a tree that may come on a page of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The record.
    pub node: TreeNode,
    /// Its position among its siblings.
    pub position: i64,
    /// Whether the page asks for it; others are only lain in.
    pub is_wanted: bool,
}

/// The records that a page of a whole tree shows in the order of reading, with their places: those
/// behind `after`, at most so many. The candidates are the whole tree, by position.
pub fn page_after<'t>(
    candidates: &'t [Candidate],
    after: Option<&Cursor<TreePosition>>,
    most: usize,
) -> Vec<(&'t str, TreePosition)> {
    let after: Vec<(i64, &str)> = after.map_or_else(Vec::new, |Cursor { key, id }| {
        let above = key.above.iter().map(|(position, id)| (*position, id.as_str()));
        above.chain([(key.position, id.as_str())]).collect()
    });
    let nodes = candidates.iter().map(|it| (it.node.id.as_str(), it.node.parent_id.as_deref()));
    let mut way: Vec<(i64, &str)> = Vec::new();
    let mut page = Vec::new();
    for (at, depth) in preorder(nodes) {
        let Candidate { node, position, is_wanted } = &candidates[at];
        way.truncate(depth);
        way.push((*position, &node.id));
        // Whoever comes later in the order has the greater way, and a way begins those in it.
        if *is_wanted && way > after {
            let above = way[..depth].iter().map(|(position, id)| (*position, (*id).to_owned()));
            page.push((
                node.id.as_str(),
                TreePosition { above: above.collect(), position: *position },
            ));
            if page.len() == most {
                break;
            }
        }
    }
    page
}

impl CursorKey for TreePosition {
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
        for (nodes, wanted) in [
            (&[][..], &[][..]),
            (
                &[("b", ""), ("b2", "b"), ("b1", "b"), ("a", ""), ("a1", "a"), ("a11", "a1")],
                &["b", "b2", "b1", "a", "a1", "a11"],
            ),
            (&[("x", "gone"), ("y", "")], &["x", "y"]),
            (&[("o", "o"), ("p", "q"), ("q", "p"), ("z", "")], &["z", "o", "p", "q"]),
        ] {
            let node = |(id, parent): &(&str, &str)| TreeNode {
                id: (*id).to_owned(),
                parent_id: Some((*parent).to_owned()).filter(|it| !it.is_empty()),
            };
            let nodes: Vec<TreeNode> = nodes.iter().map(node).collect();

            assert_eq!(reading_order(&nodes), wanted);
        }
    }

    #[test]
    fn a_place_goes_over_the_wire_and_comes_back() {
        let [one, two] =
            ["01a1ff28-17f9-7649-be94-fff85482a8a0", "01a1ff28-17f9-7649-be94-fff85482a8a1"];
        let top = TreePosition { above: Vec::new(), position: 12 };
        let deep = TreePosition {
            above: vec![(3, one.to_owned()), (i64::MAX, two.to_owned())],
            position: 0,
        };
        for position in [&top, &deep] {
            assert_eq!(TreePosition::parse(&position.text()).as_ref(), Some(position));
        }
        assert_eq!(top.text(), "c");
        for text in
            ["", "x", "1-2", "1-", &format!("3-{one}"), &format!("3-{one}-x"), "1-g-g-g-g-g-1"]
        {
            assert_eq!(TreePosition::parse(text), None, "{text}");
        }
        let far = format!("1-{one}-").repeat(DEPTH_MAX + 1) + "1";
        assert_eq!(TreePosition::parse(&far), None);
    }

    /// A position and an id.
    type Step = (i64, &'static str);

    #[test]
    fn a_page_of_a_tree_goes_on_behind_a_place_that_may_be_gone() {
        let candidate = |(id, parent, position): (&str, &str, i64)| Candidate {
            node: TreeNode {
                id: id.to_owned(),
                parent_id: Some(parent.to_owned()).filter(|it| !it.is_empty()),
            },
            position,
            is_wanted: id != "part",
        };
        let tree: Vec<Candidate> = [
            ("part", "", 1),
            ("a", "part", 1),
            ("b", "part", 1),
            ("inside", "a", 9),
            ("z", "", 10),
        ]
        .map(candidate)
        .into();
        let ids = |after: Option<(&[Step], Step)>, most| {
            let after = after.map(|(above, (position, id))| Cursor {
                key: TreePosition {
                    above: above.iter().map(|(at, id)| (*at, (*id).to_owned())).collect(),
                    position,
                },
                id: id.to_owned(),
            });
            let page = page_after(&tree, after.as_ref(), most);
            page.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
        };
        let part = &[(1, "part")][..];

        assert_eq!(ids(None, 9), ["a", "inside", "b", "z"]);
        assert_eq!(ids(None, 2), ["a", "inside"]);
        assert_eq!(ids(Some((part, (1, "a"))), 9), ["inside", "b", "z"]);
        assert_eq!(ids(Some((&[(1, "part"), (1, "a")], (9, "inside"))), 9), ["b", "z"]);
        // What was shown last is gone, or lies elsewhere now.
        assert_eq!(ids(Some((part, (1, "aa"))), 9), ["b", "z"]);
        assert_eq!(ids(Some((&[], (2, "gone"))), 9), ["z"]);
        assert_eq!(ids(Some((&[], (10, "z"))), 9), Vec::<&str>::new());
        let [_, (_, position), ..] = &page_after(&tree, None, 9)[..] else { panic!("{tree:?}") };
        assert_eq!(position.above, [(1, "part".to_owned()), (1, "a".to_owned())]);
        assert_eq!(position.position, 9);
    }

    #[test]
    fn nothing_lies_in_itself_or_too_deep() {
        let noun = Noun { one: "A twig", all: "Twigs" };
        let above = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let said = |above: &[String], height| {
            check_nesting(noun, "a", above, height).map_err(|refusal| refusal.to_string())
        };

        assert_eq!(said(&above(&["b", "c"]), 0), Ok(()));
        assert_eq!(said(&above(&["b", "a"]), 0), Err("A twig cannot be in itself".to_owned()));
        let too_deep = Err("Twigs are nested at most 16 levels deep".to_owned());
        assert_eq!(said(&vec!["x".to_owned(); DEPTH_MAX - 1], 0), Ok(()));
        assert_eq!(said(&vec!["x".to_owned(); DEPTH_MAX], 0), too_deep);
        assert_eq!(said(&above(&["b"]), DEPTH_MAX - 2), Ok(()));
        assert_eq!(said(&above(&["b"]), DEPTH_MAX - 1), too_deep);
    }
}
