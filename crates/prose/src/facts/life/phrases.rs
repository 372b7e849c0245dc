//! Phrases for a birth and a death.

/// Phrases for a birth and for a death, as they stand behind a subject.
pub(super) const BIRTHS: [&[&str]; 7] = [
    &["come", "into", "the", "world"],
    &["seen", "the", "light"],
    &["came", "into", "the", "world"],
    &["saw", "the", "light"],
    &["first", "saw", "the", "light"],
    &["drew", "breath"],
    &["first", "drew", "breath"],
];
pub(super) const DYING: [&[&str]; 12] = [
    &["breathed", "his", "last"],
    &["breathed", "her", "last"],
    &["departed", "this", "life"],
    &["lost", "his", "life"],
    &["lost", "her", "life"],
    &["drew", "his", "last", "breath"],
    &["drew", "her", "last", "breath"],
    &["met", "his", "death"],
    &["met", "her", "death"],
    &["gave", "up", "the", "ghost"],
    &["gone", "to", "his", "grave"],
    &["gone", "to", "her", "grave"],
];

/// Phrases for a death that begin with the verb right behind the subject, as they stand.
pub(super) const GONE: [&[&str]; 20] = [
    &["did", "not", "live", "to", "see"],
    &["never", "woke"],
    &["never", "rose", "again"],
    &["never", "breathed", "again"],
    &["was", "no", "more"],
    &["is", "no", "more"],
    &["was", "laid", "to", "rest"],
    &["had", "been", "laid", "to", "rest"],
    &["was", "lost", "at", "sea"],
    &["had", "been", "lost", "at", "sea"],
    &["went", "down", "with", "the"],
    &["had", "gone", "down", "with", "the"],
    &["was", "in", "his", "grave"],
    &["was", "in", "her", "grave"],
    &["lay", "in", "the", "churchyard"],
    &["lay", "buried"],
    &["lies", "buried"],
    &["was", "shot", "dead"],
    &["did", "not", "live", "through", "the", "night"],
    &["did", "not", "survive"],
];
