//! The words that planted sentences are made of: persons that are in no novel, and how a sentence is
//! filled in. All of it was written for this crate.

use std::collections::{BTreeMap, BTreeSet};

use crate::chance::Chance;
use crate::novel::Person;

/// Names of persons that are in no novel, and whether the pronoun is "she". First and last names are put
/// together anew for each seed.
const CAST: &[(&str, bool)] = &[
    ("Ambrose Kettering", false),
    ("Honor Pellew", true),
    ("Josiah Tranter", false),
    ("Lettice Orme", true),
    ("Barnaby Sleath", false),
    ("Winifred Aske", true),
    ("Gideon Farrow", false),
    ("Dorcas Lyle", true),
    ("Tobias Venn", false),
    ("Philippa Garth", true),
    ("Crispin Mottram", false),
    ("Ursula Dane", true),
    ("Hector Bewick", false),
    ("Millicent Rudd", true),
    ("Reuben Ashdown", false),
    ("Cordelia Pymore", true),
    ("Septimus Quayle", false),
    ("Beatrix Hallow", true),
    ("Lionel Tuke", false),
    ("Euphemia Jarrett", true),
    ("Matthias Coyle", false),
    ("Rosamund Pike", true),
    ("Fergus Ottley", false),
    ("Sabina Wragge", true),
    ("Alaric Boothby", false),
    ("Isolde Kemble", true),
    ("Enoch Shadwell", false),
    ("Theodora Vane", true),
    ("Jasper Nettleship", false),
    ("Henrietta Loxley", true),
    ("Caleb Drury", false),
    ("Augusta Finch", true),
    ("Rowland Peverell", false),
    ("Drusilla Maybury", true),
    ("Ezra Cotterill", false),
    ("Clemence Upjohn", true),
    ("Valentine Roper", false),
    ("Hesper Guthrie", true),
    ("Ignatius Bole", false),
    ("Marian Tresco", true),
    ("Phineas Holt", false),
    ("Sophronia Ludd", true),
    ("Uriah Mapp", false),
    ("Thomasin Breck", true),
    ("Wilfred Yarrow", false),
    ("Zillah Crewe", true),
    ("Bartholomew Ings", false),
    ("Perpetua Noakes", true),
    ("Cuthbert Ravel", false),
    ("Lavinia Thrale", true),
    ("Anselmina Thorold", true),
    ("Basilio Wetherby", false),
    ("Clothilde Massingham", true),
    ("Dunstan Ellerker", false),
    ("Eugenia Fotherby", true),
    ("Florian Hartigan", false),
    ("Georgiana Liversedge", true),
    ("Humphrey Kilpeck", false),
    ("Imogen Ravensdale", true),
    ("Jocelyn Tredgold", false),
    ("Kathleen Umfreville", true),
    ("Leopold Vavasour", false),
    ("Marjorie Whitlock", true),
    ("Norbert Yelverton", false),
    ("Octavia Zouchley", true),
    ("Percival Attwater", false),
    ("Quentina Bracegirdle", true),
    ("Roderick Chatterley", false),
    ("Seraphina Dimmock", true),
    ("Thaddeus Entwistle", false),
    ("Urania Fairbrass", true),
    ("Vincent Goldthwaite", false),
    ("Wilhelmina Huckaback", true),
    ("Xavier Inchbald", false),
    ("Yolanda Jellicoe", true),
    ("Zachary Knatchbull", false),
];

/// Letters of a long name, at least.
const LONG_LETTERS: usize = 8;

/// Persons whose names are not near any of these words, their last names in any order.
pub(crate) fn cast(chance: &mut Chance, taken: &BTreeSet<&str>) -> Vec<Person> {
    let split = || CAST.iter().filter_map(|(name, female)| Some((name.split_once(' ')?, *female)));
    let is_free = |name: &str| !taken.iter().any(|it| is_near(it, name));
    let mut first: Vec<(&str, bool)> =
        split().map(|((first, _), female)| (first, female)).filter(|it| is_free(it.0)).collect();
    let mut last: Vec<&str> = split().map(|((_, last), _)| last).filter(|it| is_free(it)).collect();
    chance.shuffle(&mut first);
    chance.shuffle(&mut last);
    let person = |((first, female), last): ((&str, bool), &str)| Person {
        name: format!("{first} {last}"),
        aliases: vec![first.to_owned(), last.to_owned()],
        female,
        attributes: BTreeMap::new(),
    };
    first.into_iter().zip(last).map(person).collect()
}

/// Whether two words are the same but for one letter, or two in long ones (Levenshtein distance).
fn is_near(one: &str, other: &str) -> bool {
    let allowed = if one.len().min(other.len()) >= LONG_LETTERS { 2 } else { 1 };
    if one.len().abs_diff(other.len()) > 2 {
        return false;
    }
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = at;
        row[0] = at + 1;
        for column in 0..other.len() {
            let changed = diagonal + usize::from(letter != other[column]);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[other.len()] <= allowed
}

/// What fills in a sentence.
pub(crate) struct Fill<'f> {
    pub(crate) person: &'f Person,
    pub(crate) other: Option<&'f Person>,
    /// What is stated: `{v}`.
    pub(crate) value: &'f str,
    /// What contradicts it: `{w}`.
    pub(crate) rival: &'f str,
}

/// Fills in a sentence: `{N}` is the full name, `{S}` the short one, `{L}` the last one, `{O}` the other
/// person's with `{O_his}`, `{he}`, `{him}`, `{his}` pronouns (`{He}`, `{His}` at a beginning), `{v}` and `{w}` values.
pub(crate) fn filled(sentence: &str, fill: &Fill<'_>) -> String {
    let female = fill.person.female;
    let pronoun = |she: &'static str, he: &'static str| if female { she } else { he };
    let other = fill.other.map_or("", |it| it.name.as_str());
    let mut text = sentence.to_owned();
    for (slot, with) in [
        ("{N}", fill.person.name.as_str()),
        ("{S}", fill.person.short()),
        ("{L}", fill.person.last_word()),
        ("{O}", other),
        ("{he}", pronoun("she", "he")),
        ("{He}", pronoun("She", "He")),
        ("{him}", pronoun("her", "him")),
        ("{his}", pronoun("her", "his")),
        ("{His}", pronoun("Her", "His")),
        ("{man}", pronoun("woman", "man")),
        ("{O_his}", if fill.other.is_some_and(|it| it.female) { "her" } else { "his" }),
        ("{v}", fill.value),
        ("{w}", fill.rival),
    ] {
        if text.contains(slot) {
            text = text.replace(slot, with);
        }
    }
    text
}
