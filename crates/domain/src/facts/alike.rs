//! Which ranks and professions go together, and which things are one.

/// Ranks of armies and navies, the lowest first.
const RANKS: [&str; 17] = [
    "private",
    "bombardier",
    "corporal",
    "sergeant",
    "cornet",
    "ensign",
    "midshipman",
    "lieutenant",
    "captain",
    "commander",
    "major",
    "colonel",
    "commodore",
    "brigadier",
    "general",
    "admiral",
    "marshal",
];

/// Ranks of the nobility, for a man and for a woman, the lowest first.
const NOBILITY: [(&str, &str); 6] = [
    ("baronet", "baronet"),
    ("baron", "baroness"),
    ("viscount", "viscountess"),
    ("earl", "countess"),
    ("marquis", "marchioness"),
    ("duke", "duchess"),
];

/// Professions that one person may have at once, or that are words for one. All others exclude each other.
const PROFESSIONS: [&[&str]; 66] = [
    &[
        "doctor",
        "physician",
        "surgeon",
        "apothecary",
        "dentist",
        "chemist",
        "druggist",
        "nurse",
        "midwife",
        "teacher",
    ],
    &["attorney", "barrister", "lawyer", "notary", "solicitor", "clerk", "judge", "magistrate"],
    &[
        "chaplain",
        "minister",
        "friar",
        "precentor",
        "vicar",
        "rector",
        "clergyman",
        "parson",
        "priest",
        "bishop",
        "archbishop",
        "archdeacon",
        "canon",
        "prior",
        "abbot",
    ],
    &[
        "curate",
        "minister",
        "chaplain",
        "precentor",
        "vicar",
        "rector",
        "clergyman",
        "parson",
        "priest",
        "teacher",
        "schoolmaster",
    ],
    &["prioress", "abbess", "nurse", "teacher"],
    &[
        "sailor",
        "seaman",
        "boatswain",
        "bosun",
        "coxswain",
        "purser",
        "quartermaster",
        "navigator",
        "helmsman",
        "harpooner",
        "whaler",
        "soldier",
        "fisherman",
    ],
    &["pathologist", "doctor", "surgeon", "physician"],
    &[
        "stenographer",
        "typist",
        "secretary",
        "clerk",
        "registrar",
        "telephonist",
        "telegraphist",
        "paymaster",
        "actuary",
        "accountant",
    ],
    &[
        "manservant",
        "coachman",
        "butler",
        "footman",
        "valet",
        "groom",
        "gardener",
        "nightwatchman",
        "watchman",
    ],
    &["governess", "schoolmistress", "teacher", "schoolmaster", "librarian", "nurse"],
    &["mason", "stonemason", "bricklayer", "sculptor", "architect", "engineer"],
    &["carpenter", "joiner", "cabinetmaker", "cooper", "boatbuilder", "engineer"],
    &["blacksmith", "locksmith", "goldsmith", "clockmaker", "watchmaker", "jeweller", "engineer"],
    &["cobbler", "shoemaker"],
    &["seamstress", "dressmaker", "milliner", "tailor", "draper", "weaver"],
    &[
        "butler",
        "cook",
        "coachman",
        "gardener",
        "groom",
        "housekeeper",
        "gamekeeper",
        "nurse",
        "carter",
    ],
    &["shepherd", "miller", "gardener", "brewer", "carter"],
    &["fisherman", "ferryman", "fishmonger", "boatbuilder"],
    &["bookseller", "bookbinder", "printer", "librarian"],
    &["accountant", "banker", "bookkeeper", "clerk", "auctioneer", "auditor", "cashier"],
    &["peddler", "pedlar", "tinker", "hawker"],
    &["smith", "blacksmith", "farrier", "ironmaster", "goldsmith", "silversmith", "locksmith"],
    &[
        "teacher",
        "schoolteacher",
        "schoolmaster",
        "schoolmistress",
        "headmaster",
        "headmistress",
        "lecturer",
        "governess",
        "tutor",
        "historian",
        "mathematician",
        "physicist",
        "astronomer",
        "naturalist",
        "botanist",
        "geologist",
    ],
    &["curate", "vicar", "clergyman", "parson", "rector", "priest", "verger", "sexton"],
    &["sexton", "gravedigger", "verger", "undertaker"],
    &["sailor", "seaman", "fisherman", "whaler", "stoker", "waterman", "bargee", "ferryman"],
    &["butler", "footman", "valet", "housemaid", "kitchenmaid", "coachman", "groom", "warder"],
    &[
        "housemaid",
        "kitchenmaid",
        "parlourmaid",
        "nursemaid",
        "nurse",
        "governess",
        "milkmaid",
        "dairymaid",
        "chambermaid",
        "cook",
        "chef",
    ],
    &[
        "organist",
        "choirmaster",
        "bandmaster",
        "musician",
        "pianist",
        "violinist",
        "harpist",
        "teacher",
        "schoolmaster",
    ],
    &["cabman", "coachman", "drayman", "wagoner", "carter", "ostler", "groom"],
    &["barman", "barkeeper", "bartender", "barmaid", "publican", "waiter"],
    &[
        "novelist",
        "playwright",
        "poet",
        "historian",
        "reporter",
        "publisher",
        "translator",
        "bookseller",
    ],
    &["mechanic", "engineer", "electrician", "draughtsman", "architect"],
    &[
        "shopman",
        "storekeeper",
        "salesman",
        "draper",
        "grocer",
        "fruiterer",
        "greengrocer",
        "merchant",
        "haberdasher",
        "hosier",
    ],
    &["policeman", "constable", "inspector", "detective", "gaoler", "jailer", "warder"],
    &["vet", "veterinarian", "surgeon"],
    &["psychoanalyst", "psychiatrist", "psychologist", "doctor", "physician"],
    &["pilot", "aviator", "airman", "navigator", "soldier", "mechanic", "engineer"],
    &["pilot", "sailor", "seaman", "fisherman", "waterman", "helmsman"],
    &["steward", "stewardess", "nurse", "waitress"],
    &["docker", "stevedore", "sailor", "porter"],
    &["miner", "coalminer", "pitman", "collier"],
    &[
        "zoologist",
        "biologist",
        "entomologist",
        "naturalist",
        "botanist",
        "geologist",
        "curator",
        "lecturer",
        "teacher",
        "physician",
    ],
    &["archaeologist", "anthropologist", "historian", "curator", "lecturer", "geographer"],
    &["philologist", "translator", "lecturer", "teacher", "librarian", "clergyman"],
    &["statistician", "mathematician", "actuary", "lecturer", "banker"],
    &["meteorologist", "physicist", "astronomer", "lecturer"],
    &["geographer", "cartographer", "mapmaker", "surveyor", "lecturer"],
    &["conjuror", "conjurer", "acrobat"],
    &["sacristan", "sexton", "verger", "bellringer", "priest"],
    &["pastrycook", "baker", "confectioner", "cook", "chef"],
    &["maltster", "brewer"],
    &["saleswoman", "milliner", "draper"],
    &["gunmaker", "gunsmith", "armourer"],
    &["charlady", "charwoman", "laundress"],
    &["railwayman", "signalman", "porter", "fireman", "stoker", "stationmaster"],
    &["roadmender", "navvy"],
    &["cowman", "cowherd", "herdsman", "dairyman", "drover", "shepherd"],
    &["trapper", "furrier", "gamekeeper", "woodman"],
    &["slaughterman", "butcher", "knacker"],
    &["nurseryman", "gardener", "seedsman", "florist"],
    &["couturier", "modiste", "dressmaker", "tailor", "milliner", "seamstress"],
    &["grocer", "tobacconist"],
    &["printer", "compositor", "typesetter"],
    &["glassblower", "glassmaker", "glazier"],
    &["sawyer", "woodcutter", "woodman", "forester", "shipbuilder", "shipwright", "boatbuilder"],
];

/// Professions with which anything else may go: what they are called says little, or they are a title.
const OPEN: [&str; 15] = [
    "actor",
    "actress",
    "professor",
    "shopkeeper",
    "innkeeper",
    "farmer",
    "journalist",
    "deacon",
    "preacher",
    "mayor",
    "editor",
    "monk",
    "nun",
    "missionary",
    "coroner",
];

/// Whether two ranks exclude each other. Forms of address ("sir", "lord") exclude none: who is called one may become the
/// other, or have both.
pub fn ranks_differ(one: &str, other: &str) -> bool {
    let is_army = |rank: &str| RANKS.contains(&rank);
    match (noble(one), noble(other)) {
        (Some(one), Some(other)) => one != other,
        (None, None) => one != other && is_army(one) && is_army(other),
        // An earl may be a colonel.
        _ => false,
    }
}

/// Whether two ranks of the nobility stand next to each other, whatever the sex: an earl and a viscountess.
pub fn are_next_ranks(one: &str, other: &str) -> bool {
    matches!((noble(one), noble(other)), (Some(one), Some(other)) if one.abs_diff(other) == 1)
}

/// The place of a rank of the nobility.
fn noble(rank: &str) -> Option<usize> {
    let rank = if rank == "marquess" { "marquis" } else { rank };
    NOBILITY.iter().position(|(man, woman)| *man == rank || *woman == rank)
}

/// Professions beside the healing ones that a doctor may have: of a scholar or a clergyman the word is a title, and some
/// are doctors beside what they write.
const DOCTORS_TOO: [&str; 51] = [
    "vet",
    "zoologist",
    "biologist",
    "entomologist",
    "archaeologist",
    "anthropologist",
    "philologist",
    "geographer",
    "meteorologist",
    "schoolmaster",
    "headmaster",
    "lecturer",
    "tutor",
    "historian",
    "mathematician",
    "physicist",
    "astronomer",
    "naturalist",
    "botanist",
    "geologist",
    "librarian",
    "curator",
    "curate",
    "vicar",
    "clergyman",
    "parson",
    "rector",
    "priest",
    "bishop",
    "archbishop",
    "archdeacon",
    "canon",
    "prior",
    "abbot",
    "alienist",
    "psychiatrist",
    "psychologist",
    "oculist",
    "optician",
    "optometrist",
    "chiropodist",
    "pharmacist",
    "veterinarian",
    "herbalist",
    "lawyer",
    "magistrate",
    "detective",
    "poet",
    "novelist",
    "musician",
    "mountaineer",
];

/// Whether two professions exclude each other.
pub(super) fn professions_differ(one: &str, other: &str) -> bool {
    let is_doctor = |one: &str, other: &str| one == "doctor" && DOCTORS_TOO.contains(&other);
    one != other
        && !is_doctor(one, other)
        && !is_doctor(other, one)
        && !OPEN.contains(&one)
        && !OPEN.contains(&other)
        && !PROFESSIONS.iter().any(|group| group.contains(&one) && group.contains(&other))
}

/// Whether two things of one person are one: a watch is a silver watch, and a silver watch is no gold one.
pub(super) fn is_same_thing(one: &str, other: &str) -> bool {
    let split = |name: &'_ str| -> (Option<String>, String) {
        match name.rsplit_once(' ') {
            Some((kind, noun)) => (Some(kind.to_owned()), noun.to_owned()),
            None => (None, name.to_owned()),
        }
    };
    let ((kind, noun), (other_kind, other_noun)) = (split(one), split(other));
    noun == other_noun
        && match (kind, other_kind) {
            (Some(kind), Some(other)) => kind == other,
            _ => true,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn professions_and_ranks_exclude_each_other_where_nobody_has_both() {
        assert!(professions_differ("baker", "solicitor"));
        assert!(!professions_differ("physician", "surgeon"));
        assert!(professions_differ("doctor", "weaver"));
        assert!(!professions_differ("doctor", "headmaster"));
        assert!(!professions_differ("psychiatrist", "doctor"));
        assert!(professions_differ("detective", "vicar"));
        assert!(ranks_differ("captain", "colonel"));
        assert!(!ranks_differ("captain", "captain"));
        assert!(!ranks_differ("captain", "duke"));
        assert!(ranks_differ("earl", "baron"));
        assert!(!ranks_differ("marquess", "marchioness"));
        assert!(!ranks_differ("sir", "lord"));
        assert!(!ranks_differ("lord", "earl"));
        assert!(!ranks_differ("sir", "colonel"));
        assert!(!professions_differ("bishop", "priest"));
        assert!(professions_differ("bishop", "curate"));
        assert!(!professions_differ("canon", "rector"));
        assert!(professions_differ("bishop", "baker"));
        // Whatever goes with everything needs no group.
        assert!(PROFESSIONS.iter().all(|group| !OPEN.iter().any(|open| group.contains(open))));
    }

    #[test]
    fn a_thing_is_known_by_its_noun_and_its_kind() {
        assert!(is_same_thing("watch", "silver watch"));
        assert!(is_same_thing("silver watch", "silver watch"));
        assert!(!is_same_thing("gold watch", "silver watch"));
        assert!(!is_same_thing("watch", "ring"));
    }
}
