//! Words that make a statement of what they stand beside, or keep it from being one.

/// Words behind which nothing is stated.
pub(super) const SUPPOSING: [&str; 6] =
    ["if", "though", "although", "unless", "whether", "suppose"];

/// Words that make a question or a supposition of a sentence they begin.
pub(super) const ASKING: [&str; 6] = ["had", "were", "was", "is", "did", "does"];

/// Adverbs that leave a statement as it is; with them those in -ly that are not in [`DOUBTING`].
pub(super) const LEAVING: [&str; 7] = ["only", "just", "now", "still", "quite", "already", "very"];

/// Adverbs in -ly that take a statement back, or say that it is not quite so.
pub(super) const DOUBTING: [&str; 18] = [
    "allegedly",
    "apparently",
    "approximately",
    "barely",
    "formerly",
    "hardly",
    "merely",
    "nearly",
    "normally",
    "originally",
    "possibly",
    "practically",
    "presumably",
    "previously",
    "probably",
    "rarely",
    "scarcely",
    "supposedly",
];

/// Small words that may stand in front of a colour: "with the long, very dark hair".
pub(super) const BEFORE_COLOUR: [&str; 9] =
    ["a", "an", "the", "long", "little", "such", "very", "quite", "rather"];

/// Small words inside a role behind "of".
pub(super) const IN_ROLE: [&str; 12] =
    ["the", "a", "an", "of", "my", "his", "her", "our", "their", "your", "old", "little"];

/// Verbs in the past that neither end in -ed nor take part in a passive.
pub(super) const PAST: [&str; 20] = [
    "arose", "ate", "began", "drew", "fell", "flew", "grew", "knew", "lay", "ran", "rode", "rose",
    "sat", "shook", "spoke", "stood", "threw", "took", "wore", "wrote",
];
