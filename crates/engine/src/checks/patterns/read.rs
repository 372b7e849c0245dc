//! Naming conventions as authors write them: a small grammar over English words. What it does not
//! understand whole it does not understand at all, since half a convention would be another one.

use std::collections::VecDeque;

use domain::lore::Category;
use regex::{Regex, RegexBuilder};

/// The largest program a regular expression may become, in bytes: an author's own needs little.
const REGEX_BYTES_MAX: usize = 64 * 1024;

/// Letters of a beginning, an ending or a part of a name, at most.
const PART_LETTERS_MAX: usize = 12;

/// One thing that a convention asks of names.
#[derive(Debug)]
pub(super) struct Clause {
    asks: Asks,
    is_forbidden: bool,
}

#[derive(Debug)]
enum Asks {
    /// The first word, forms of address aside, begins with one of these.
    Starts(Vec<Part>),
    /// The last word ends with one of these.
    Ends(Vec<Part>),
    /// One of these stands anywhere.
    Contains(Vec<Part>),
    /// Syllables of the first word, forms of address aside.
    Syllables(Bounds),
    /// Words, forms of address aside.
    Words(Bounds),
    /// Letters of all words together.
    Letters(Bounds),
    /// Every word but the small ones inside begins with a capital.
    Capitals,
    /// The name fits.
    Fits(Regex),
}

/// A part of a word.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    /// These letters, in lower case.
    Letters(String),
    Vowel,
    Consonant,
    Digit,
    Apostrophe,
    Hyphen,
    Space,
    Accent,
}

/// How many, both included.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Bounds {
    least: usize,
    most: usize,
}

impl Clause {
    /// Why a name breaks it; none when it keeps it.
    pub(super) fn broken_by(&self, name: &str) -> Option<String> {
        // People count "Moss-Hallam" as one word, hyphen and all.
        let words = prose::compounds_without_address(name);
        let (first, last) = (words.first().copied(), words.last().copied());
        let (is_met, is) = match &self.asks {
            Asks::Starts(parts) => {
                let first = first.unwrap_or("");
                (parts.iter().any(|part| part.begins(first)), format!("it begins “{first}”"))
            }
            Asks::Ends(parts) => {
                let last = last.unwrap_or("");
                (parts.iter().any(|part| part.ends(last)), format!("it ends “{last}”"))
            }
            Asks::Contains(parts) => {
                let found = parts.iter().find(|part| part.is_in(name));
                let is = match found {
                    Some(part) => format!("it has {}", part.named()),
                    None => "it has nothing of that".to_owned(),
                };
                (found.is_some(), is)
            }
            Asks::Syllables(bounds) => {
                let first = first.unwrap_or("");
                bounds.judge(prose::syllables(first), "syllable", &format!("“{first}” has"))
            }
            Asks::Words(bounds) => bounds.judge(words.len(), "word", "it has"),
            Asks::Letters(bounds) => {
                let letters = name.chars().filter(|letter| letter.is_alphabetic()).count();
                bounds.judge(letters, "letter", "it has")
            }
            Asks::Capitals => {
                let small = words.iter().find(|word| {
                    word.chars().next().is_some_and(char::is_lowercase)
                        && !matches!(
                            **word,
                            "of" | "the" | "and" | "von" | "van" | "de" | "der" | "du"
                        )
                });
                let is = format!("“{}” has a small letter", small.unwrap_or(&""));
                (small.is_none(), is)
            }
            Asks::Fits(regex) => {
                let fits = regex.is_match(name);
                (fits, if fits { "it fits".to_owned() } else { "it does not fit".to_owned() })
            }
        };
        (is_met == self.is_forbidden).then_some(is)
    }
}

impl Bounds {
    fn judge(self, number: usize, noun: &str, of: &str) -> (bool, String) {
        let is_met = (self.least..=self.most).contains(&number);
        (is_met, format!("{of} {}", super::super::counted(number, noun)))
    }
}

impl Part {
    fn begins(&self, word: &str) -> bool {
        match self {
            Self::Letters(letters) => word.to_lowercase().starts_with(letters.as_str()),
            _ => word.chars().next().is_some_and(|letter| self.is(letter)),
        }
    }

    fn ends(&self, word: &str) -> bool {
        match self {
            Self::Letters(letters) => word.to_lowercase().ends_with(letters.as_str()),
            _ => word.chars().next_back().is_some_and(|letter| self.is(letter)),
        }
    }

    fn is_in(&self, name: &str) -> bool {
        match self {
            Self::Letters(letters) => name.to_lowercase().contains(letters.as_str()),
            _ => name.chars().any(|letter| self.is(letter)),
        }
    }

    fn is(&self, letter: char) -> bool {
        let is_vowel = |letter: char| "aeiouyáàâäãåéèêëíìîïóòôöõúùûüý".contains(letter);
        let lower = letter.to_lowercase().next().unwrap_or(letter);
        match self {
            Self::Letters(letters) => letters.contains(lower),
            Self::Vowel => is_vowel(lower),
            Self::Consonant => lower.is_alphabetic() && (!is_vowel(lower) || lower == 'y'),
            Self::Digit => letter.is_numeric(),
            Self::Apostrophe => matches!(letter, '\'' | '’' | 'ʼ' | '`'),
            Self::Hyphen => matches!(letter, '-' | '‐' | '‑'),
            Self::Space => letter.is_whitespace(),
            Self::Accent => letter.is_alphabetic() && !letter.is_ascii(),
        }
    }

    fn named(&self) -> String {
        match self {
            Self::Letters(letters) => format!("“{letters}”"),
            Self::Vowel => "a vowel".to_owned(),
            Self::Consonant => "a consonant".to_owned(),
            Self::Digit => "a digit".to_owned(),
            Self::Apostrophe => "an apostrophe".to_owned(),
            Self::Hyphen => "a hyphen".to_owned(),
            Self::Space => "a space".to_owned(),
            Self::Accent => "an accent".to_owned(),
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        match word.strip_suffix('s').unwrap_or(word) {
            "vowel" => Some(Self::Vowel),
            "consonant" => Some(Self::Consonant),
            "digit" | "number" | "numeral" => Some(Self::Digit),
            "apostrophe" => Some(Self::Apostrophe),
            "hyphen" | "dash" | "dashe" => Some(Self::Hyphen),
            "space" => Some(Self::Space),
            "accent" | "diacritic" => Some(Self::Accent),
            _ => None,
        }
    }
}

/// The entries a convention is about, and what it asks of their names; none where it cannot be read.
pub(super) fn pattern(text: &str) -> (Option<Category>, Option<Vec<Clause>>) {
    let text = text.trim();
    let (category, rest) = scoped(text);
    (category, clauses(rest))
}

/// Takes a kind of entry off the front: `characters: …`, `Place names: …`, `Character names end …`.
fn scoped(text: &str) -> (Option<Category>, &str) {
    if text.starts_with('/') {
        return (None, text);
    }
    if let Some((head, rest)) = text.split_once(':') {
        let head = head.trim().to_lowercase();
        let bare = ["names of ", "all ", "every "]
            .iter()
            .fold(head.as_str(), |rest, word| rest.strip_prefix(word).unwrap_or(rest));
        let bare = [" names", " name", "’s", "'s"]
            .iter()
            .fold(bare, |rest, word| rest.strip_suffix(word).unwrap_or(rest));
        return match category(bare) {
            Some(category) => (Some(category), rest.trim()),
            None => (None, text),
        };
    }
    let mut words = text.split_whitespace();
    if let (Some(first), Some(second)) = (words.next(), words.next())
        && let Some(category) = category(&first.to_lowercase())
        && matches!(second.to_lowercase().as_str(), "names" | "name")
    {
        let at = text.to_lowercase().find(&second.to_lowercase()).unwrap_or(0);
        return (Some(category), text.get(at..).unwrap_or(text));
    }
    (None, text)
}

fn category(word: &str) -> Option<Category> {
    let word = word.trim().replace(' ', "_");
    let singular = match word.as_str() {
        "people" | "person" | "persons" | "humans" | "family" | "surnames" => "character",
        "places" | "place" | "cities" | "city" | "towns" | "town" | "countries" => "location",
        "organization" | "organizations" | "guilds" | "houses" => "organisation",
        "things" | "objects" | "artifacts" | "artefacts" => "item",
        "species" => "species",
        "technologies" => "technology",
        other => other.strip_suffix('s').unwrap_or(other),
    };
    Category::parse(singular).or_else(|| Category::parse(&word))
}

fn clauses(text: &str) -> Option<Vec<Clause>> {
    let lower = text.to_lowercase();
    for word in ["pattern:", "regex:", "regexp:"] {
        if lower.starts_with(word) {
            return expression(text.get(word.len()..)?.trim().trim_matches('/')).map(|it| vec![it]);
        }
    }
    if let Some(inner) = text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
        return expression(inner).map(|it| vec![it]);
    }
    let mut tokens = tokens(text);
    let mut clauses = Vec::new();
    let mut is_denied = false;
    loop {
        let begins_anew = skip_fillers(&mut tokens);
        if tokens.is_empty() {
            return (!clauses.is_empty()).then_some(clauses);
        }
        // "never start with Q, contain apostrophes": whether the "never" reaches so far is not said.
        if is_denied && !begins_anew && !is_negation(&tokens[0]) {
            return None;
        }
        is_denied = denies(&tokens);
        clauses.push(clause(&mut tokens)?);
    }
}

/// Whether a clause begins with a "not" that belongs to its verb, and may belong to the next verb
/// too; "no apostrophes" is about the apostrophes alone.
fn denies(tokens: &VecDeque<String>) -> bool {
    let is_verbal = |at: usize| {
        tokens.get(at).is_some_and(|it| is_negation(it) && !matches!(it.as_str(), "no" | "without"))
    };
    let is_helped = matches!(tokens.front().map(String::as_str), Some("do" | "does"));
    is_verbal(0) || is_helped && is_verbal(1)
}

fn is_negation(token: &str) -> bool {
    matches!(
        token,
        "no" | "not"
            | "never"
            | "without"
            | "cannot"
            | "don't"
            | "doesn't"
            | "mustn't"
            | "shouldn't"
            | "avoid"
    )
}

fn expression(text: &str) -> Option<Clause> {
    let regex = RegexBuilder::new(text).size_limit(REGEX_BYTES_MAX).build().ok()?;
    (!text.is_empty()).then_some(Clause { asks: Asks::Fits(regex), is_forbidden: false })
}

/// Words in lower case, commas and semicolons apart. A quoted text is one token behind a `"`.
fn tokens(text: &str) -> VecDeque<String> {
    let mut tokens = VecDeque::new();
    for raw in text.split_whitespace() {
        let mut word = raw;
        let trailing = word.trim_end_matches(['.', ',', ';', '!']);
        let marks = &word[trailing.len()..];
        word = trailing.trim_start_matches('(').trim_end_matches(')');
        let bare = word.trim_matches(['"', '“', '”', '‘', '’', '\'']);
        if bare.len() < word.len() && !bare.is_empty() && !word.to_lowercase().ends_with("n’t") {
            tokens.push_back(format!("\"{}", bare.to_lowercase()));
        } else if !word.is_empty() {
            tokens.push_back(word.to_lowercase().replace('’', "'"));
        }
        if marks.contains([',', ';']) {
            tokens.push_back(",".to_owned());
        }
    }
    tokens
}

/// Takes words off the front that ask nothing; whether one of them begins a new sentence about names.
fn skip_fillers(tokens: &mut VecDeque<String>) -> bool {
    const BEGINNINGS: [&str; 11] = [
        "names", "name", "must", "should", "shall", "always", "all", "every", "each", "it", "they",
    ];
    let mut begins_anew = false;
    const FILLERS: [&str; 35] = [
        ",", "names", "name", "must", "should", "shall", "always", "all", "every", "each", "have",
        "has", "having", "be", "are", "is", "use", "uses", "the", "of", "a", "an", "their", "its",
        "and", "but", "it", "they", "given", "first", "with", "that", "only", "only,", "which",
    ];
    while tokens.front().is_some_and(|token| FILLERS.contains(&token.as_str())) {
        let token = tokens.pop_front();
        begins_anew |= token.is_some_and(|it| BEGINNINGS.contains(&it.as_str()) || it == "but");
    }
    begins_anew
}

fn clause(tokens: &mut VecDeque<String>) -> Option<Clause> {
    let mut is_forbidden = false;
    while let Some(token) = tokens.front() {
        match token.as_str() {
            word if is_negation(word) => {
                // "no more than" is a bound.
                if token == "no" && tokens.get(1).is_some_and(|next| next == "more") {
                    break;
                }
                is_forbidden = !is_forbidden;
                tokens.pop_front();
            }
            "do" | "does" | "must" | "should" | "any" | "have" | "has" | "be" | "a" | "an"
            | "the"
                if is_forbidden || matches!(token.as_str(), "do" | "does") =>
            {
                tokens.pop_front();
            }
            _ => break,
        }
    }
    let asks = asks(tokens, is_forbidden)?;
    Some(Clause { asks, is_forbidden })
}

fn asks(tokens: &mut VecDeque<String>, is_forbidden: bool) -> Option<Asks> {
    let head = tokens.front()?.clone();
    match head.as_str() {
        "start" | "starts" | "starting" | "begin" | "begins" | "beginning" => {
            tokens.pop_front();
            parts(tokens).map(Asks::Starts)
        }
        "end" | "ends" | "ending" | "finish" | "finishes" => {
            tokens.pop_front();
            parts(tokens).map(Asks::Ends)
        }
        "contain" | "contains" | "containing" | "include" | "includes" => {
            tokens.pop_front();
            parts(tokens).map(Asks::Contains)
        }
        "capitalised" | "capitalized" => {
            tokens.pop_front();
            Some(Asks::Capitals)
        }
        _ if is_forbidden && (Part::of_word(&head).is_some() || is_letter_noun(&head)) => {
            parts(tokens).map(Asks::Contains)
        }
        _ => counted(tokens),
    }
}

fn is_letter_noun(token: &str) -> bool {
    matches!(token, "letter" | "letters")
}

/// A list of parts: `-ar, "or" or a vowel`. At least one, and it ends at the first word that is none.
fn parts(tokens: &mut VecDeque<String>) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    while let Some(token) = tokens.front() {
        match token.as_str() {
            "with" | "in" | "by" | "on" if parts.is_empty() => {
                tokens.pop_front();
            }
            "letter" | "letters" | "either" | "an" | "the" => {
                tokens.pop_front();
            }
            // An "a" in front of a kind of letter is an article, and else a letter.
            "a" if tokens.get(1).is_some_and(|next| Part::of_word(next).is_some()) => {
                tokens.pop_front();
            }
            "," | "or" | "and" | "nor" if !parts.is_empty() => {
                let next = tokens.get(1).map(String::as_str);
                let goes_on = match next {
                    Some("or" | "and" | "nor" | "a" | "an") => true,
                    Some(next) => part(next).is_some(),
                    None => false,
                };
                if !goes_on {
                    break;
                }
                tokens.pop_front();
            }
            other => match part(other) {
                Some(part) => {
                    parts.push(part);
                    tokens.pop_front();
                }
                None => break,
            },
        }
    }
    (!parts.is_empty()).then_some(parts)
}

fn part(token: &str) -> Option<Part> {
    if let Some(part) = Part::of_word(token) {
        return Some(part);
    }
    let quoted = token.strip_prefix('"');
    let is_marked = quoted.is_some() || token.starts_with('-') || token.ends_with('-');
    let letters = quoted.unwrap_or(token).trim_matches(['-', '–', '…', '*', '~']);
    let count = letters.chars().count();
    let is_word = letters.chars().all(|letter| letter.is_alphabetic() || letter == '\'');
    // Without marks only what is too short for a word of the convention itself.
    let is_short =
        count <= 3 && !matches!(letters, "no" | "not" | "two" | "one" | "and" | "or" | "at");
    let fits = (1..=PART_LETTERS_MAX).contains(&count) && is_word && (is_marked || is_short);
    fits.then(|| Part::Letters(letters.to_owned()))
}

/// `two syllables`, `at most 8 letters`, `one or two words`, `2-3 syllables`.
fn counted(tokens: &mut VecDeque<String>) -> Option<Asks> {
    let mut bounds = Bounds { least: 0, most: usize::MAX };
    let first = tokens.pop_front()?;
    let second = tokens.front().cloned().unwrap_or_default();
    match (first.as_str(), second.as_str()) {
        ("at", "least" | "most") | ("up", "to") | ("no" | "not", "more" | "fewer" | "less") => {
            tokens.pop_front();
            if tokens.front().is_some_and(|token| token == "than") {
                tokens.pop_front();
            }
            let count = number(&tokens.pop_front()?)?;
            if matches!(second.as_str(), "least" | "fewer" | "less") {
                bounds.least = count;
            } else {
                bounds.most = count;
            }
        }
        ("max" | "maximum" | "min" | "minimum", _) => {
            let count = number(&tokens.pop_front()?)?;
            if first.starts_with("max") { bounds.most = count } else { bounds.least = count }
        }
        ("between", _) => {
            bounds.least = number(&tokens.pop_front()?)?;
            tokens.pop_front().filter(|token| token == "and" || token == "to")?;
            bounds.most = number(&tokens.pop_front()?)?;
        }
        _ => {
            let exact = if first == "exactly" { tokens.pop_front()? } else { first };
            let (least, most) = match exact.split_once(['-', '–']) {
                Some((least, most)) => (number(least)?, number(most)?),
                None => (number(&exact)?, number(&exact)?),
            };
            bounds = Bounds { least, most };
            if matches!(second.as_str(), "or" | "to") {
                tokens.pop_front();
                bounds.most = number(&tokens.pop_front()?)?;
            }
        }
    }
    let unit = tokens.pop_front()?;
    if tokens.front().is_some_and(|token| token == "long") {
        tokens.pop_front();
    }
    match unit.strip_suffix('s').unwrap_or(&unit) {
        "syllable" => Some(Asks::Syllables(bounds)),
        "word" => Some(Asks::Words(bounds)),
        "letter" | "character" => Some(Asks::Letters(bounds)),
        _ => None,
    }
}

fn number(token: &str) -> Option<usize> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.iter().position(|word| *word == token).or_else(|| token.parse().ok())
}
