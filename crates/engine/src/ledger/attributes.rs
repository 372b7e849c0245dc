//! Attributes of lore entries as the sentences that they stand for: `eyes: grey` says that somebody's eyes were grey.

mod ages;

use domain::{fold::fold, lore::Entry};
use serde_json::Value;

/// A name that nobody has, which stands for the entry in the sentences of its attributes and notes.
pub(super) const STAND_IN: &str = "Quorvane";

/// Relatives, and several of them: `sister: Anna`, `sons: Tom and Will`, `siblings: Edwin (elder brother)`.
const KIN: [(&str, &str); 22] = [
    ("sister", "sisters"),
    ("brother", "brothers"),
    ("mother", "mothers"),
    ("father", "fathers"),
    ("wife", "wives"),
    ("husband", "husbands"),
    ("son", "sons"),
    ("daughter", "daughters"),
    ("cousin", "cousins"),
    ("aunt", "aunts"),
    ("uncle", "uncles"),
    ("niece", "nieces"),
    ("nephew", "nephews"),
    ("grandmother", "grandmothers"),
    ("grandfather", "grandfathers"),
    ("grandson", "grandsons"),
    ("granddaughter", "granddaughters"),
    ("stepmother", "stepmothers"),
    ("stepfather", "stepfathers"),
    ("half-brother", "half-brothers"),
    ("half-sister", "half-sisters"),
    ("twin", "twins"),
];

/// Keys of attributes that name relatives, each with its kind.
const OF_KIN: [&str; 7] =
    ["family", "siblings", "children", "parents", "relatives", "kin", "relationships"];

/// Keys of what somebody is.
const OF_WORK: [&str; 18] = [
    "role",
    "rank",
    "title",
    "profession",
    "occupation",
    "job",
    "jobtitle",
    "trade",
    "work",
    "office",
    "position",
    "post",
    "employment",
    "living",
    "kinship",
    "relation",
    "relationship",
    "station",
];

/// Keys of attributes that are notes about somebody.
const OF_NOTES: [&str; 20] = [
    "about",
    "appearance",
    "bio",
    "biography",
    "build",
    "characteristics",
    "description",
    "family",
    "features",
    "look",
    "looks",
    "notes",
    "people",
    "physicalappearance",
    "physicaldescription",
    "physique",
    "relationships",
    "summary",
    "traits",
    "distinguishingfeatures",
];

/// Groups of attributes that are of the entry itself: those of `mother` or `disguise` are not.
const GROUPS: [&str; 16] = [
    "appearance",
    "attributes",
    "basic",
    "basics",
    "bio",
    "details",
    "general",
    "looks",
    "person",
    "personal",
    "physical",
    "physicaldescription",
    "profile",
    "relationships",
    "traits",
    "vitals",
];

/// Words of a value that is not so now, or not by nature.
const CHANGED: [&str; 5] = ["retired", "former", "formerly", "dyed", "naturally"];

/// Words by which an attribute says that there is nothing of its kind.
const NOTHING: [&str; 3] = ["none", "no", "nobody"];

/// Words of a further trade, at most: "justice of the peace" is none.
const TRADE_WORDS_MAX: usize = 3;

/// The letters of a key, in lower case.
fn letters(key: &str) -> String {
    fold(key).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The attributes of an entry: each key with its value, where that is a text, a number or several of them; those of a
/// group about the entry itself stand by themselves.
pub(super) fn attributes(entry: &Entry) -> Vec<(String, String)> {
    let read: Value = serde_json::from_str(&entry.attributes.0).unwrap_or_default();
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let all = read.as_object().into_iter().flatten();
    all.flat_map(|(key, value)| match value {
        Value::Object(group) if GROUPS.contains(&letters(key).as_str()) => group
            .iter()
            .filter_map(|(key, value)| Some((key.clone(), text(value)?)))
            .collect::<Vec<_>>(),
        Value::Array(several) => {
            let several: Vec<String> = several.iter().filter_map(text).collect();
            vec![(key.clone(), several.join(", "))]
        }
        other => text(other).map(|said| (key.clone(), said)).into_iter().collect(),
    })
    .collect()
}

/// Whether an attribute is notes about the entry: "appearance: tall, with grey eyes", "hair: She has golden hair".
pub(super) fn is_notes(key: &str, said: &str) -> bool {
    let bare = letters(key);
    let is_sentence = ["He ", "She ", "His ", "Her "].iter().any(|it| said.starts_with(it));
    // "age: Seventeen in the first chapter".
    let is_age = is_of_age(key) && said.contains(' ');
    is_sentence || is_age || OF_NOTES.contains(&bare.as_str())
}

/// "age", "age at start", "current age", and not "age at death".
fn is_of_age(key: &str) -> bool {
    const KEYS: [&str; 8] = [
        "age",
        "currentage",
        "ageatstart",
        "ageatthestart",
        "ageatbeginning",
        "ageatopening",
        "agenow",
        "ageinstory",
    ];
    KEYS.contains(&letters(key).as_str())
}

/// The sentences that an attribute stands for; none where it says that what it states has changed.
pub(super) fn sentences(key: &str, said: &str) -> Vec<String> {
    let bare = letters(key);
    let whole = said.trim();
    let said = whole.split(" (").next().unwrap_or(whole).trim().trim_end_matches('.');
    let name = STAND_IN;
    if let Some(happened) = of_life(&bare) {
        return vec![format!("{name} {happened} {}.", dated(said))];
    }
    let is_changed =
        |it: &str| CHANGED.contains(&it.to_lowercase().trim_matches(['(', ')', ',', ';']));
    if prose::changes(whole) || whole.split(' ').any(is_changed) {
        return Vec::new();
    }
    let is_nothing = NOTHING.contains(&lowered(said).as_str());
    match bare.as_str() {
        "eyes" | "eye" | "eyescolour" | "eyescolor" | "eyecolour" | "eyecolor" | "colourofeyes"
        | "colorofeyes" | "colourofeye" | "colorofeye" => {
            vec![format!("{name}’s eyes were {}.", without(said, "eyes"))]
        }
        "hair" | "haircolour" | "haircolor" | "colourofhair" | "colorofhair" => {
            vec![format!("{name}’s hair was {}.", without(said, "hair"))]
        }
        "maritalstatus" | "status"
            if matches!(lowered(said).as_str(), "unmarried" | "bachelor" | "spinster") =>
        {
            vec![format!("{name} was never married.")]
        }
        "siblings" if is_nothing => vec![format!("{name} was an only child.")],
        "children" if is_nothing => vec![format!("{name} had no children.")],
        "spouse" | "marriedto" => tied("was married to", whole),
        "betrothed" | "fiance" | "fiancee" | "engagedto" => tied("was engaged to", whole),
        "owns" | "possessions" | "belongings" if !is_nothing && !said.contains(['’', '\'']) => {
            vec![format!("{name} owned {}.", lowered(said))]
        }
        _ if is_of_age(key) => vec![ages::sentence(said)],
        it if OF_WORK.contains(&it) => of_work(said),
        _ => of_kin(&bare, whole),
    }
}

/// What happened in a life by the key of its date.
fn of_life(key: &str) -> Option<&'static str> {
    match key {
        "born" | "birth" | "birthday" | "dob" | "dateofbirth" | "birthdate" | "yearofbirth"
        | "birthyear" => Some("was born"),
        "died" | "death" | "dateofdeath" | "deathdate" | "yearofdeath" => Some("died"),
        "married" | "wedding" => Some("was married"),
        "engaged" | "engagement" => Some("became engaged"),
        _ => None,
    }
}

/// To whom somebody is married or engaged, where the value begins with a name: "Leo Brandt, since Easter".
fn tied(verb: &str, said: &str) -> Vec<String> {
    let whom = said.split([',', ';', '(']).next().unwrap_or(said).trim().trim_end_matches('.');
    let whom = whom.strip_prefix("to ").unwrap_or(whom);
    const NOBODY: [&str; 7] = ["none", "no", "nobody", "deceased", "unknown", "late", "widowed"];
    let is_name = whom.split(' ').all(|it| {
        it.starts_with(char::is_uppercase) && !NOBODY.contains(&it.to_lowercase().as_str())
    });
    if is_name { vec![format!("{STAND_IN} {verb} {whom}.")] } else { Vec::new() }
}

/// What somebody is: "Country doctor", "fifth Baron Godalming", "Anna’s sister".
fn of_work(said: &str) -> Vec<String> {
    let name = STAND_IN;
    let names_another = said.split(' ').any(|it| it.ends_with("’s") || it.ends_with("'s"));
    let said = if names_another { said.to_owned() } else { lowered(said) };
    let mut parts = said.split([',', ';']).map(str::trim);
    let first = parts.next().unwrap_or(&said);
    let all = [format!("{name} was {}.", article(first)), format!("{name} was {said}.")];
    let noble = nobility(first).map(|it| format!("{name} was a {it}."));
    // "physician; magistrate too".
    let further = parts.filter_map(|it| {
        let it = it.trim_end_matches(" too").trim_end_matches(" also");
        let is_plain = it.split(' ').count() <= TRADE_WORDS_MAX
            && !it.split(' ').any(|it| matches!(it, "of" | "to" | "son" | "daughter" | "for"));
        (is_plain && prose::is_trade(it.rsplit(' ').next()?))
            .then(|| format!("{name} was {}.", article(it)))
    });
    all.into_iter().chain(noble).chain(further).collect()
}

/// A noun with an article.
fn article(noun: &str) -> String {
    let has_one = ["a ", "an ", "the ", "in ", "of "].iter().any(|it| noun.starts_with(it));
    if has_one { noun.to_owned() } else { format!("a {noun}") }
}

/// The kind of relative that a word is.
fn kin(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    KIN.iter().find(|(one, several)| *one == word || *several == word).map(|it| it.0)
}

/// What another entry is to this one, where its name is the key: "Anna: elder sister", and not "Tom: killed her father".
pub(super) fn of_other(name: &str, said: &str) -> Option<String> {
    const LED: [&str; 12] = [
        "a", "the", "his", "her", "elder", "older", "younger", "eldest", "youngest", "little",
        "only", "late",
    ];
    let said = said.split([',', ';', '(']).next()?.trim().to_lowercase();
    let (led, last) = said.rsplit_once(' ').unwrap_or(("", &said));
    let one = kin(last).filter(|_| led.split(' ').all(|it| it.is_empty() || LED.contains(&it)))?;
    Some(format!("{STAND_IN}’s {one} {name}."))
}

/// Whose relative somebody is by a further name: "Anna’s father".
pub(super) fn of_alias(alias: &str) -> Option<String> {
    let (whose, word) = alias.split_once("’s ").or_else(|| alias.split_once("'s "))?;
    let is_name = whose.split(' ').all(|it| it.starts_with(char::is_uppercase));
    let one = kin(word).filter(|_| is_name)?;
    Some(format!("{STAND_IN} was the {one} of {whose}."))
}

/// The trade of a relative without a name: "father: a merchant of Bath".
fn trade_of_relative(one: &str, said: &str) -> Option<String> {
    // "father: Baker" is a name.
    let said = said.split([',', ';', '(']).next()?.trim();
    if said.starts_with(char::is_uppercase) && !said.contains(' ') {
        return None;
    }
    let said = lowered(said);
    let head = [" of ", " in ", " at "]
        .iter()
        .fold(said.as_str(), |all, of| all.split(of).next().unwrap_or(all));
    let is_trade = head.rsplit(' ').next().is_some_and(prose::is_trade);
    is_trade.then(|| format!("{STAND_IN}’s {one} was {}.", article(&said)))
}

/// The relatives whom an attribute names: "sister: Anna", "sons: Tom and Will", "family: wife Anna, sons Tom and Will",
/// "siblings: Edwin (elder brother), Clara (sister)".
fn of_kin(key: &str, said: &str) -> Vec<String> {
    let relatives = |one: &str, names: &str| -> Vec<String> {
        let all = names.split(", ").flat_map(|it| it.split(" and ")).map(str::trim);
        let all = all.filter(|it| it.starts_with(char::is_uppercase));
        all.map(|it| format!("{STAND_IN}’s {one} {it}.")).collect()
    };
    if let Some(one) = kin(key) {
        let several = said.split(" (").next().unwrap_or(said).trim_end_matches('.');
        // "Edward Gardiner, merchant", and not "Tom, Harry, killed at Loos", who may be either.
        let (name, described) = several.split_once(", ").unwrap_or((several, ""));
        let is_one = KIN.iter().any(|(one, _)| *one == key)
            && described.starts_with(char::is_lowercase)
            && !name.contains(" and ");
        let described = if is_one { prose::described(name, described) } else { Vec::new() };
        let mut all = relatives(one, if described.is_empty() { several } else { name });
        all.extend(described);
        all.extend(trade_of_relative(one, said));
        return all;
    }
    if !OF_KIN.contains(&key) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for part in said.trim_end_matches('.').split(';') {
        // The kind of those that follow: "sons Tom and Will".
        let mut led = None;
        for piece in part.split(',').map(str::trim) {
            if let Some((name, behind)) = piece.split_once(" (") {
                let of = behind.trim_end_matches(')').rsplit(' ').next().and_then(kin);
                found.extend(of.into_iter().flat_map(|one| relatives(one, name)));
                continue;
            }
            let (first, rest) = piece.split_once(' ').unwrap_or((piece, ""));
            let own = kin(first.trim_end_matches(':'));
            let names = if own.is_some() { rest } else { piece };
            let is_name =
                |it: &str| it == "and" || it.starts_with(char::is_uppercase) && !it.ends_with('.');
            // "Tom is his cousin", "Dr. Seward, suitor" are none of them.
            led = own.or(led).filter(|_| names.split(' ').all(is_name));
            found.extend(led.into_iter().flat_map(|one| relatives(one, names)));
        }
    }
    found
}

/// The rank of the nobility that a title begins with: "fifth Baron Godalming", and not "brother of the Duke".
fn nobility(title: &str) -> Option<String> {
    const LED: [&str; 13] = [
        "the", "a", "an", "dowager", "first", "second", "third", "fourth", "fifth", "sixth",
        "seventh", "eighth", "ninth",
    ];
    let is_led = |word: &String| {
        LED.contains(&word.as_str())
            || word.starts_with(|it: char| it.is_ascii_digit()) && word.ends_with(['h', 't', 'd'])
    };
    let mut words = title.split(' ').map(str::to_lowercase).skip_while(is_led);
    words.next().filter(|it| prose::is_noble(it))
}

fn without(said: &str, noun: &str) -> String {
    said.trim_end_matches(noun).trim().to_lowercase()
}

/// A date behind a verb: "in 1850", "on 3 May 1850".
pub(super) fn dated(said: &str) -> String {
    let is_year = said.len() == 4 && said.bytes().all(|byte| byte.is_ascii_digit());
    let is_led = ["in ", "on "].iter().any(|it| said.starts_with(it));
    match (is_led, is_year) {
        (true, _) => said.to_owned(),
        (_, true) => format!("in {said}"),
        _ => format!("on {said}"),
    }
}

/// With a small letter at its beginning.
pub(super) fn lowered(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_is_to_the_entry_is_one_word_with_adjectives() {
        assert_eq!(of_other("Anna", "elder sister"), Some("Quorvane’s sister Anna.".to_owned()));
        assert_eq!(of_other("Tom", "killed her father"), None);
        assert_eq!(of_other("Tom", "like a sister"), None);
    }

    #[test]
    fn a_further_name_may_say_whose_relative_somebody_is() {
        assert_eq!(of_alias("Anna’s father"), Some("Quorvane was the father of Anna.".to_owned()));
        assert_eq!(of_alias("Anna’s Folly"), None);
        assert_eq!(of_alias("the boy’s father"), None);
    }

    #[test]
    fn an_attribute_is_read_by_its_key() {
        for (key, said, wanted) in [
            ("Eye color", "Green", &["Quorvane’s eyes were green."][..]),
            ("Age at start", "24", &["Quorvane was 24 years old."]),
            ("born", "1870", &["Quorvane was born in 1870."]),
            ("died", "3 May 1890 (of cholera)", &["Quorvane died on 3 May 1890."]),
            ("hair", "black until the war", &[]),
            ("age at death", "72", &[]),
            ("rank", "Captain (later Major)", &[]),
            ("profession", "doctor (retired)", &[]),
            (
                "role",
                "brother of the Duke of Denver",
                &[
                    "Quorvane was a brother of the Duke of Denver.",
                    "Quorvane was brother of the Duke of Denver.",
                ],
            ),
            ("relatives", "sister Anna; Dr. Seward, suitor", &["Quorvane’s sister Anna."]),
            ("relatives", "sister Anna, Tom is his cousin", &["Quorvane’s sister Anna."]),
            (
                "job title",
                "Senior clerk",
                &["Quorvane was a senior clerk.", "Quorvane was senior clerk."],
            ),
            (
                "title",
                "fifth Baron Pell",
                &[
                    "Quorvane was a fifth Baron Pell.",
                    "Quorvane was fifth Baron Pell.",
                    "Quorvane was a baron.",
                ],
            ),
            ("sister", "Anna", &["Quorvane’s sister Anna."]),
            ("father", "a merchant of Bath", &["Quorvane’s father was a merchant of Bath."]),
            ("Father", "merchant, narrow-minded", &["Quorvane’s father was a merchant."]),
            ("sons", "Tom and Will", &["Quorvane’s son Tom.", "Quorvane’s son Will."]),
            (
                "siblings",
                "Edwin (elder brother), Clara (younger sister)",
                &["Quorvane’s brother Edwin.", "Quorvane’s sister Clara."],
            ),
            (
                "relatives",
                "wife Dorothea, sons Mark and Luke",
                &["Quorvane’s wife Dorothea.", "Quorvane’s son Mark.", "Quorvane’s son Luke."],
            ),
            ("temper", "gruff", &[]),
        ] {
            assert_eq!(sentences(key, said), wanted, "{key}: {said}");
        }
    }
}
