//! What somebody who wrote a name that does not exist most likely meant.

/// The known name that comes nearest to `name`, if one is near at all. Names are dotted, such as
/// `server.listen`.
///
/// In this order: a known name with the same last part (the section was left out or another one),
/// a known name in the section of this name (the key was left out), the name that takes the fewest
/// edits (letters added, dropped, changed or swapped), at most a third of the letters and two in
/// short names.
pub(super) fn near<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let last = |name: &str| name.rsplit('.').next().map(str::to_owned);
    let mut same_last = known.iter().filter(|known| last(known) == last(name));
    if let (Some(only), None) = (same_last.next(), same_last.next()) {
        return Some(only);
    }

    let within = |known: &&&str| known.strip_prefix(name).is_some_and(|key| key.starts_with('.'));
    if let Some(first) = known.iter().find(within) {
        return Some(first);
    }

    let edits_max = (name.chars().count() / 3).max(2);
    known
        .iter()
        .map(|known| (strsim::osa_distance(name, known), known))
        .filter(|(edits, _)| *edits <= edits_max)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, known)| *known)
}
