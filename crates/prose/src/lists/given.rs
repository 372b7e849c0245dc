//! Given names and family names. Those in the files are the more frequent ones of the census of the United
//! States of 1990, with some older ones; NOTICE names the source. Short forms and the names of persons of
//! history are written for this program.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{WordList, list};

/// Given names of men.
pub(crate) static GIVEN_MEN: WordList = LazyLock::new(|| list(include_str!("given_men.txt")));

/// Given names of women.
pub(crate) static GIVEN_WOMEN: WordList = LazyLock::new(|| list(include_str!("given_women.txt")));

/// Given names of both.
pub(crate) static GIVEN_EITHER: WordList = LazyLock::new(|| list(include_str!("given_either.txt")));

/// Family names that are no given names.
pub(crate) static FAMILY_NAMES: WordList = LazyLock::new(|| list(include_str!("family.txt")));

/// Persons of history, religion, myth and literature whom books name without saying who they are.
pub(crate) static FAMOUS: WordList = LazyLock::new(|| {
    list(
        "shakespeare homer virgil dante milton chaucer spenser bacon newton galileo copernicus kepler darwin
         huxley voltaire rousseau montaigne descartes pascal spinoza leibniz kant hegel nietzsche schopenhauer
         socrates plato aristotle euclid pythagoras archimedes hippocrates galen cicero seneca horace ovid
         juvenal tacitus livy plutarch herodotus sophocles aeschylus euripides aristophanes sappho aesop caesar
         brutus antony cleopatra nero augustus hannibal alexander xerxes darius cyrus croesus midas achilles
         ulysses odysseus hector helen agamemnon paris priam aeneas hercules theseus perseus jason medea
         orpheus eurydice prometheus atlas pandora narcissus adonis venus mars jupiter jove juno minerva apollo
         diana mercury neptune vulcan bacchus cupid psyche pluto proserpine ceres vesta zeus athena aphrodite
         adam eve cain abel noah abraham isaac jacob esau joseph moses aaron joshua samson delilah david goliath
         solomon elijah job jonah daniel nebuchadnezzar belshazzar herod pilate judas lazarus magdalen jesus
         christ satan lucifer beelzebub mephistopheles god buddha mohammed mahomet confucius allah napoleon
         bonaparte wellington nelson cromwell marlborough drake raleigh washington franklin jefferson hamilton
         lincoln grant lee robespierre danton marat mirabeau lafayette luther calvin wesley wolsey becket
         charlemagne attila saladin mozart beethoven bach handel haydn schubert chopin liszt wagner verdi rossini
         mendelssohn brahms raphael titian rembrandt rubens vandyke michelangelo leonardo giotto botticelli
         reynolds gainsborough turner hogarth holbein velasquez murillo byron shelley keats wordsworth coleridge
         burns scott southey tennyson browning swinburne blake pope dryden swift addison steele johnson goldsmith
         fielding richardson smollett sterne defoe austen dickens thackeray bronte carlyle ruskin macaulay emerson
         thoreau whitman longfellow hawthorne poe cooper irving balzac hugo dumas zola flaubert stendhal racine
         corneille moliere goethe schiller heine cervantes calderon petrarch boccaccio tasso ariosto machiavelli
         tolstoy dostoevsky turgenev ibsen hamlet macbeth othello romeo juliet lear falstaff shylock caliban
         ariel prospero titania oberon puck faust quixote crusoe gulliver cinderella bluebeard",
    )
});

/// Given names, one in a line with the short forms of it.
const SHORT_FORMS: &str = include_str!("short_forms.txt");

/// The full names of each short form.
static FULL_NAMES: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut full: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in SHORT_FORMS.lines() {
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else { continue };
        for short in words {
            full.entry(short).or_default().push(name);
        }
    }
    full
});

/// Whether a word in lower case is a short form of a given name.
pub(crate) fn is_short_form(word: &str) -> bool {
    FULL_NAMES.contains_key(word)
}

/// Whether a given name in lower case is a short form of names of men and of women: "Laurie" of Laurence and of
/// Laura.
pub(crate) fn is_short_for_both(word: &str) -> bool {
    let is_of = |names: &WordList| {
        FULL_NAMES.get(word).is_some_and(|full| full.iter().any(|it| names.contains(it)))
    };
    is_of(&GIVEN_MEN) && is_of(&GIVEN_WOMEN)
}

/// Whether a short form is made of the full name's own letters: "Deb" of "Deborah", "Beth" of "Elizabeth".
pub(crate) fn is_cut_of(short: &str, full: &str) -> bool {
    let start = |name: &str| name.chars().take(2).collect::<String>();
    full.contains(short) || start(short) == start(full)
}

/// Whether two given names in lower case are one: the same, a short form of the other, or two short forms of
/// one.
pub(crate) fn is_same_given(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let full = |name: &str| FULL_NAMES.get(name).map_or(&[][..], Vec::as_slice);
    let (ones, others) = (full(one), full(other));
    ones.contains(&other) || others.contains(&one) || ones.iter().any(|it| others.contains(it))
}
