//! Where records of a tree may lie, be they documents or nodes of an outline. What is above and
//! below one is looked up elsewhere.

use crate::{Error, Result};

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

#[cfg(test)]
mod tests {
    use super::*;

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
