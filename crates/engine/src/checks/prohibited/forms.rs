//! The forms of words that an author names once: the singular of a plural, the plurals and the past
//! that no rule makes. Those that would be another common word as often ("leaves", "lives") are left
//! out.

/// Plurals that no rule makes, each with its singular; they end longer words too: "werewolves".
const PLURALS: [(&str, &str); 25] = [
    ("wolf", "wolves"),
    ("knife", "knives"),
    ("wife", "wives"),
    ("thief", "thieves"),
    ("calf", "calves"),
    ("half", "halves"),
    ("elf", "elves"),
    ("dwarf", "dwarves"),
    ("shelf", "shelves"),
    ("loaf", "loaves"),
    ("hoof", "hooves"),
    ("scarf", "scarves"),
    ("wharf", "wharves"),
    ("woman", "women"),
    ("child", "children"),
    ("person", "people"),
    ("foot", "feet"),
    ("tooth", "teeth"),
    ("goose", "geese"),
    ("mouse", "mice"),
    ("louse", "lice"),
    ("ox", "oxen"),
    ("penny", "pence"),
    ("die", "dice"),
    ("man", "men"),
];

/// Plurals that end no longer words: a fox has foxes, and a specimen is no "speciman".
const WHOLE: [&str; 10] =
    ["half", "halves", "elf", "elves", "ox", "oxen", "die", "dice", "person", "people"];

/// Words that end like a plural of the list and are none.
const NO_PLURALS: [&str; 8] =
    ["abdomen", "acumen", "human", "omen", "regimen", "roman", "specimen", "german"];

/// Verbs with a past that no rule makes: the bare form, and the past and its participle.
const VERBS: [(&str, &str); 93] = [
    ("arise", "arose arisen"),
    ("bear", "bore borne"),
    ("beat", "beat beaten"),
    ("begin", "began begun"),
    ("bend", "bent"),
    ("bet", "bet"),
    ("bind", "bound"),
    ("bite", "bit bitten"),
    ("bleed", "bled"),
    ("blow", "blew blown"),
    ("break", "broke broken"),
    ("breed", "bred"),
    ("bring", "brought"),
    ("build", "built"),
    ("burn", "burnt burned"),
    ("buy", "bought"),
    ("catch", "caught"),
    ("choose", "chose chosen"),
    ("cling", "clung"),
    ("come", "came"),
    ("creep", "crept"),
    ("cut", "cut"),
    ("deal", "dealt"),
    ("dig", "dug"),
    ("draw", "drew drawn"),
    ("dream", "dreamt dreamed"),
    ("drink", "drank drunk"),
    ("drive", "drove driven"),
    ("eat", "ate eaten"),
    ("fall", "fell fallen"),
    ("feed", "fed"),
    ("feel", "felt"),
    ("fight", "fought"),
    ("find", "found"),
    ("flee", "fled"),
    ("fling", "flung"),
    ("fly", "flew flown"),
    ("forbid", "forbade forbidden"),
    ("forget", "forgot forgotten"),
    ("forgive", "forgave forgiven"),
    ("freeze", "froze frozen"),
    ("get", "got gotten"),
    ("give", "gave given"),
    ("go", "went gone"),
    ("grow", "grew grown"),
    ("hang", "hung hanged"),
    ("hear", "heard"),
    ("hide", "hid hidden"),
    ("hit", "hit"),
    ("hold", "held"),
    ("hurt", "hurt"),
    ("keep", "kept"),
    ("kneel", "knelt"),
    ("know", "knew known"),
    ("lead", "led"),
    ("leave", "left"),
    ("lend", "lent"),
    ("lose", "lost"),
    ("make", "made"),
    ("meet", "met"),
    ("pay", "paid"),
    ("ride", "rode ridden"),
    ("ring", "rang rung"),
    ("rise", "rose risen"),
    ("run", "ran"),
    ("say", "said"),
    ("see", "saw seen"),
    ("seek", "sought"),
    ("sell", "sold"),
    ("send", "sent"),
    ("shake", "shook shaken"),
    ("shoot", "shot"),
    ("sing", "sang sung"),
    ("sink", "sank sunk"),
    ("sit", "sat"),
    ("slay", "slew slain"),
    ("sleep", "slept"),
    ("speak", "spoke spoken"),
    ("spend", "spent"),
    ("spit", "spat"),
    ("stand", "stood"),
    ("steal", "stole stolen"),
    ("stick", "stuck"),
    ("strike", "struck stricken"),
    ("swear", "swore sworn"),
    ("swim", "swam swum"),
    ("take", "took taken"),
    ("teach", "taught"),
    ("tell", "told"),
    ("throw", "threw thrown"),
    ("wake", "woke woken"),
    ("weep", "wept"),
    ("write", "wrote written"),
];

/// A phrase with its last word put from the form on one side of the list to that on the other.
fn swapped(
    phrase: &str,
    from: impl Fn(&(&'static str, &'static str)) -> [&'static str; 2],
) -> Option<String> {
    let last = phrase.rsplit([' ', '-']).next()?;
    if NO_PLURALS.contains(&last) {
        return None;
    }
    PLURALS.iter().find_map(|pair| {
        let [given, wanted] = from(pair);
        let fits = last == given || last.ends_with(given) && !WHOLE.contains(&given);
        fits.then(|| format!("{}{wanted}", &phrase[..phrase.len() - given.len()]))
    })
}

/// The plural of a phrase where no rule makes it.
pub(super) fn irregular_plural(phrase: &str) -> Option<String> {
    swapped(phrase, |(one, several)| [one, several])
}

/// The singular of a phrase that ends in a plural, so that "guns" finds a gun; regular plurals and
/// possessives of what is sought are found anyway.
pub(super) fn singular(phrase: &str) -> Option<String> {
    if let Some(singular) = swapped(phrase, |(one, several)| [several, one]) {
        return Some(singular);
    }
    let last = phrase.rsplit(' ').next()?;
    if last.len() < 4 || last.ends_with("ss") || last.ends_with("us") || last.ends_with("is") {
        return None;
    }
    let (stem, ending) = if let Some(stem) = last.strip_suffix("ies") {
        (stem, "y")
    } else if let Some(stem) = last.strip_suffix("es")
        && ["s", "x", "z", "ch", "sh"].iter().any(|hiss| stem.ends_with(hiss))
    {
        (stem, "")
    } else {
        (last.strip_suffix('s')?, "")
    };
    let before = &phrase[..phrase.len() - last.len()];
    Some(format!("{before}{stem}{ending}"))
}

/// Whether a phrase begins with a verb: one with a past that no rule makes, or a word before an article, a
/// possessive or a particle, where a noun hardly stands.
pub(super) fn is_verb_phrase(phrase: &str) -> bool {
    const BEHIND_VERBS: [&str; 14] = [
        "the", "a", "an", "his", "her", "my", "their", "your", "out", "up", "off", "down", "away",
        "back",
    ];
    let mut words = phrase.split(' ');
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    VERBS.iter().any(|(bare, _)| *bare == first) || BEHIND_VERBS.contains(&second)
}

/// The forms of a verb, whose first word is the one that changes: the bare one and the past, which
/// may be nouns as well ("a stab", "the shot"), and the others.
pub(super) fn verb(verb: &str) -> (Vec<String>, Vec<String>) {
    let (first, rest) = verb.split_once(' ').map_or((verb, None), |(it, rest)| (it, Some(rest)));
    let letters: Vec<char> = first.chars().collect();
    let is_vowel = |letter: char| "aeiou".contains(letter);
    let stem = match letters.as_slice() {
        [.., 'e' | 'o' | 'y', 'e'] => first.to_owned(),
        [.., 'e'] => first[..first.len() - 1].to_owned(),
        // One vowel between consonants is kept short by doubling: stab, stabbed.
        [before @ .., vowel, last]
            if is_vowel(*vowel)
                && !is_vowel(*last)
                && !"wxy".contains(*last)
                && !before.iter().any(|letter| is_vowel(*letter))
                && !before.is_empty() =>
        {
            format!("{first}{last}")
        }
        _ => first.to_owned(),
    };
    let irregular = VERBS.iter().find(|(bare, _)| *bare == first).map(|(_, past)| *past);
    let past: Vec<String> = match (irregular, letters.as_slice()) {
        (Some(past), _) => past.split(' ').map(str::to_owned).collect(),
        (None, [.., before, 'y']) if !is_vowel(*before) => {
            vec![format!("{}ied", &first[..first.len() - 1])]
        }
        (None, [.., 'e', 'e']) => vec![format!("{first}d")],
        _ => vec![format!("{stem}ed")],
    };
    let third = match letters.as_slice() {
        [.., before, 'y'] if !is_vowel(*before) => format!("{}ies", &first[..first.len() - 1]),
        [.., 's' | 'x' | 'z' | 'o'] | [.., 'c' | 's', 'h'] => format!("{first}es"),
        _ => format!("{first}s"),
    };
    let whole = |form: String| match rest {
        Some(rest) => format!("{form} {rest}"),
        None => form,
    };
    let (mut guarded, mut others) = (vec![first.to_owned()], vec![third, format!("{stem}ing")]);
    if irregular.is_some() {
        guarded.extend(past)
    } else {
        others.extend(past)
    }
    let of = |forms: Vec<String>| forms.into_iter().map(whole).collect();
    (of(guarded), of(others))
}
