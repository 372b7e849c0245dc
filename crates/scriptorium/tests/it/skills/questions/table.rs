//! What a writer asks the fifteen agents about the demo's novella: one question about the book, one
//! about a chapter by its name, one about a person, a thing or a promise. The facts were read in the
//! novella and its records, not in the answers.

/// A question, and what an answer of substance has and has not.
pub(super) struct Question {
    pub(super) agent: &'static str,
    pub(super) asks: &'static str,
    /// Words, names and numbers that an answer must have. Alternatives are divided by `|`.
    pub(super) says: &'static [&'static str],
    /// Words that have nothing to do with the question.
    pub(super) omits: &'static [&'static str],
    /// Documents from which an answer must quote.
    pub(super) quotes: &'static [&'static str],
    /// Words that an answer must have in this order.
    pub(super) in_order: &'static [&'static str],
}

/// What most questions leave empty.
const ANY: Question =
    Question { agent: "", asks: "", says: &[], omits: &[], quotes: &[], in_order: &[] };

pub(super) const QUESTIONS: [Question; 45] = [
    Question {
        agent: "director",
        asks: "Which promises of this book are still open?",
        says: &["plotter", "The Board counts the eels"],
        omits: &["The key behind the fire bucket"],
        ..ANY
    },
    Question {
        agent: "director",
        asks: "When does the chapter “Forty-Four” take place?",
        says: &["chronicler", "Forty-Four", "Ede opens the Register of Year 44", "Day 83"],
        omits: &["The Closing"],
        ..ANY
    },
    Question {
        agent: "director",
        asks: "Who is Maud Pask?",
        says: &["lorekeeper", "Maud Pask", "farmer at Nether Fold", "49"],
        omits: &["Cantle Bank", "Tamel"],
        ..ANY
    },
    Question {
        agent: "muse",
        asks: "What does this book leave me for a second one?",
        says: &[
            "The two men sent off the coast will be heard",
            "Where the Halun lived before the flats",
            "The Board counts the eels",
            "model",
        ],
        omits: &["The key behind the fire bucket"],
        ..ANY
    },
    Question {
        agent: "muse",
        asks: "What could I do with the chapter “The Outer Flats”?",
        says: &["The Outer Flats", "The Board counts the eels"],
        omits: &["The two men sent off the coast will be heard", "Maud Pask"],
        quotes: &["The Outer Flats"],
        ..ANY
    },
    Question {
        agent: "muse",
        asks: "What could I still do with Harro?",
        says: &[
            "Harro",
            "Rodu",
            "Whether anything is left of the friendship when it has been said",
        ],
        omits: &["Cantle Bank", "Maud Pask"],
        ..ANY
    },
    Question {
        agent: "architect",
        asks: "How is the book built?",
        says: &[
            "12,519",
            "10",
            "Act One: what the bowl asks",
            "Act Two: what is under the clamp",
            "Act Three: who answers",
            "The Tall Tide",
            "1,509",
            "Nether Fold",
            "1,069",
        ],
        ..ANY
    },
    Question {
        agent: "architect",
        asks: "How is the chapter “The Tall Tide” built, and where does it stand?",
        says: &[
            "1,509",
            "Act Three: who answers",
            "The lamps get up",
            "The gate jams",
            "Three bowls",
            "The tall tide comes over the sill",
            "The Rule of the Second Mouth will bind somebody",
            "Nether Fold",
            "Correction to the Register",
        ],
        omits: &["What is under the clamp", "Stroud’s slate"],
        ..ANY
    },
    Question {
        agent: "architect",
        asks: "In which chapters is Ilve, and where is she missing for long?",
        says: &[
            "Ilve",
            "Third Gate",
            "The Outer Flats",
            "As Heretofore",
            "The Tall Tide",
            "Correction to the Register",
            "5",
        ],
        omits: &["Stroud’s slate", "Maud Pask"],
        ..ANY
    },
    Question {
        agent: "plotter",
        asks: "Which promises have I not kept yet?",
        says: &[
            "18",
            "The Board counts the eels",
            "Everybody in the book learns to say how they know",
            "Whether the Wall can be raised at all, without a title",
            "Whether anything is left of the friendship when it has been said",
            "Pask will have to choose between his ear and his mother’s forty acres",
        ],
        omits: &["The key behind the fire bucket", "Why Harro keeps an empty cup"],
        ..ANY
    },
    Question {
        agent: "plotter",
        asks: "Which promises are made in the chapter “Third Gate”?",
        says: &[
            "Third Gate",
            "Why Harro keeps an empty cup",
            "What is under the clamp",
            "Everybody in the book learns to say how they know",
            "Whether anything is left of the friendship when it has been said",
        ],
        omits: &["The tall tide comes over the sill", "The key behind the fire bucket"],
        ..ANY
    },
    Question {
        agent: "plotter",
        asks: "What became of the promise “What is under the clamp”?",
        says: &[
            "What is under the clamp",
            "fulfilled|kept",
            "The Stone and the clamp",
            "LARTERAMA",
            "Third Gate",
            "The Clamp",
        ],
        omits: &["The key behind the fire bucket", "The Board counts the eels"],
        quotes: &["The Clamp"],
        ..ANY
    },
    Question {
        agent: "chronicler",
        asks: "What happens when in this book?",
        says: &["35", "The count"],
        in_order: &[
            "Year 1, Day 1",
            "The Closing",
            "Year 22, Day 84",
            "The first asking",
            "Year 44, Day 83",
            "The second asking",
        ],
        ..ANY
    },
    Question {
        agent: "chronicler",
        asks: "When does the chapter “Forty-Four” take place?",
        says: &[
            "The second asking",
            "Year 44, Day 83",
            "Ede opens the Register of Year 44",
            "Year 66, Day 81",
        ],
        omits: &["The Closing", "The Bench sits"],
        quotes: &["Forty-Four"],
        ..ANY
    },
    Question {
        agent: "chronicler",
        asks: "What happens to Harro, and in what order?",
        omits: &["Corrie dies", "Stroud asks a third time for a north pier"],
        in_order: &[
            "Harro is born at Sorm",
            "Rodu is drowned going home",
            "The inquest",
            "Harro takes Third Gate",
            "The first game of draughts",
            "The first cup on Ede’s doorstep",
            "The second cup",
            "The correction",
        ],
        ..ANY
    },
    Question {
        agent: "lorekeeper",
        asks: "Does anything in the book go against the lore?",
        says: &["clock", "Nether Fold"],
        ..ANY
    },
    Question {
        agent: "lorekeeper",
        asks: "Who and what of the lore is in the chapter “The Outer Flats”?",
        says: &["The Outer Flats", "Ilve", "Sanu", "Tamel", "Rodu", "Harro", "Sorm"],
        ..ANY
    },
    Question {
        agent: "lorekeeper",
        asks: "Who is Harro?",
        says: &["Harro", "keeper of Third Gate since Year 45", "58", "Rodu", "Ede Tarrant"],
        omits: &["Cantle Bank", "Maud Pask"],
        quotes: &["Third Gate"],
        ..ANY
    },
    Question {
        agent: "worldsmith",
        asks: "What is in the world of this book?",
        says: &["33", "6", "Wall", "Inning", "Marrack", "Third Gate", "Sorm", "Nether Fold"],
        ..ANY
    },
    Question {
        agent: "worldsmith",
        asks: "Which places, peoples and things are in the chapter “The Outer Flats”?",
        says: &["The Outer Flats", "Sorm", "Third Gate", "Wall", "Halun", "Board of the Wall"],
        omits: &["Cantle Bank", "Nether Fold", "Marrack"],
        quotes: &["The Outer Flats"],
        ..ANY
    },
    Question {
        agent: "worldsmith",
        asks: "What is known of the Stone?",
        says: &["blue slate", "Third Gate", "Year 1, Day 3", "Year 30", "Settlement"],
        omits: &["Cantle Bank", "Maud Pask"],
        quotes: &["Third Gate"],
        ..ANY
    },
    Question {
        agent: "castwright",
        asks: "Who is in the book, and how often?",
        says: &["13", "Jory Pask", "Gerda Stroud", "Harro", "Sanu"],
        ..ANY
    },
    Question {
        agent: "castwright",
        asks: "Who is in the chapter “The Clamp”, and who speaks?",
        says: &["The Clamp", "Stroud", "Pask", "Harro"],
        omits: &["Maud", "Ilve", "Sanu"],
        ..ANY
    },
    Question {
        agent: "castwright",
        asks: "How does Gerda Stroud speak?",
        says: &["Gerda Stroud", "The Clamp"],
        omits: &["Sanu", "Ilve"],
        quotes: &["The Clamp"],
        ..ANY
    },
    Question {
        agent: "linguist",
        asks: "What languages are there in this book?",
        says: &["Halun", "16", "126"],
        ..ANY
    },
    Question {
        agent: "linguist",
        asks: "Which words of Halun are in the chapter “As Heretofore”?",
        says: &["As Heretofore", "nisu", "tasu", "bas", "mur", "san", "larte|lar", "sea", "until"],
        omits: &["tiritu", "oystercatcher", "yeli", "kolu"],
        quotes: &["As Heretofore"],
        ..ANY
    },
    Question {
        agent: "linguist",
        asks: "What does “holte” mean?",
        says: &["holte", "hold on loan, borrow", "hol", "The Tall Tide"],
        omits: &["oystercatcher", "tiritu"],
        quotes: &["The Tall Tide"],
        ..ANY
    },
    Question {
        agent: "researcher",
        asks: "Where does the book speak of the eel in spirits?",
        says: &["The Cabinet"],
        quotes: &["The Cabinet"],
        ..ANY
    },
    Question {
        agent: "researcher",
        asks: "What does the chapter “The Clamp” say about the hinge?",
        says: &["The Clamp", "hinge"],
        omits: &["The Outer Flats", "Nether Fold by"],
        quotes: &["The Clamp"],
        ..ANY
    },
    Question {
        agent: "researcher",
        asks: "Where is Tamel named?",
        says: &["Tamel", "The Outer Flats", "The Clamp", "As Heretofore"],
        quotes: &["The Outer Flats", "The Clamp", "As Heretofore"],
        ..ANY
    },
    Question {
        agent: "scribe",
        asks: "How far is the draft?",
        says: &[
            "12,519",
            "Nether Fold",
            "1,069 of 1,200",
            "Correction to the Register",
            "1,293 of 1,400",
            "Count the days again",
        ],
        ..ANY
    },
    Question {
        agent: "scribe",
        asks: "I want to rewrite the chapter “Nether Fold”. What must I keep to?",
        says: &[
            "Nether Fold",
            "Maud Pask",
            "Year 66, Day 82",
            "Pask will have to choose between his ear and his mother’s forty acres",
            "1,069",
            "1,200",
            "Forty-Four",
            "The Tall Tide",
            "Count the days again",
            "model",
        ],
        omits: &["Tamel", "The key behind the fire bucket"],
        quotes: &["Nether Fold", "Forty-Four", "The Tall Tide"],
        ..ANY
    },
    Question {
        agent: "scribe",
        asks: "How have I written Maud so far?",
        says: &["Maud Pask", "Nether Fold", "The Tall Tide", "model"],
        omits: &["Tamel", "Cantle Bank"],
        quotes: &["Nether Fold", "The Tall Tide"],
        ..ANY
    },
    Question {
        agent: "proseguard",
        asks: "Where is the prose of the book at its weakest?",
        says: &["the the", "Forty-Four"],
        ..ANY
    },
    Question {
        agent: "proseguard",
        asks: "What is wrong with the prose of the chapter “Forty-Four”?",
        says: &["Forty-Four", "the the"],
        omits: &["The Tall Tide", "Nether Fold"],
        quotes: &["Forty-Four"],
        ..ANY
    },
    Question {
        agent: "proseguard",
        asks: "How is the prose around Ilve?",
        says: &["Ilve", "The Outer Flats"],
        omits: &["Cantle Bank", "Maud Pask"],
        ..ANY
    },
    Question {
        agent: "critic",
        asks: "Where does the book sag?",
        says: &[
            "The Cabinet|Third Gate|Corrie’s Vocabulary|The Outer Flats|The Clamp|As Heretofore|\
             Forty-Four|Nether Fold|The Tall Tide|Correction to the Register",
        ],
        ..ANY
    },
    Question {
        agent: "critic",
        asks: "How does the chapter “The Clamp” read?",
        says: &["The Clamp", "2|two"],
        omits: &["Maud Pask", "Tamel"],
        quotes: &["The Clamp"],
        ..ANY
    },
    Question {
        agent: "critic",
        asks: "How does Harro come across?",
        says: &["Harro", "Third Gate", "The Tall Tide"],
        omits: &["Cantle Bank"],
        ..ANY
    },
    Question {
        agent: "archivist",
        asks: "Does the book contradict itself anywhere?",
        says: &["Harro", "58", "fifty-six"],
        quotes: &["Third Gate"],
        ..ANY
    },
    Question {
        agent: "archivist",
        asks: "What is stated in the chapter “Corrie’s Vocabulary”?",
        says: &["Corrie’s Vocabulary", "Pask", "nineteen|19"],
        omits: &["fifty-six", "Sanu"],
        quotes: &["Corrie’s Vocabulary"],
        ..ANY
    },
    Question {
        agent: "archivist",
        asks: "What is on record about Harro?",
        says: &["Harro", "58", "fifty-six"],
        omits: &["Cantle Bank", "Maud Pask"],
        quotes: &["Third Gate"],
        ..ANY
    },
    Question {
        agent: "publisher",
        asks: "Is the book ready to be published?",
        says: &[
            "12,519",
            "novella",
            "Nether Fold",
            "Correction to the Register",
            "clock",
            "17,500",
        ],
        ..ANY
    },
    Question {
        agent: "publisher",
        asks: "What keeps the chapter “Nether Fold” from being done?",
        says: &["Nether Fold", "draft", "1,069", "1,200", "clock", "Count the days again"],
        omits: &["The Clamp", "Tamel"],
        ..ANY
    },
    Question {
        agent: "publisher",
        asks: "What belongs into a synopsis about Ede Tarrant?",
        says: &[
            "Ede Tarrant",
            "sworn Tongue of the Board",
            "The Tall Tide",
            "Ede is sworn as Tongue",
            "The tall tide, and the answer",
            "model",
        ],
        omits: &["Cantle Bank", "Stroud asks a third time for a north pier"],
        ..ANY
    },
];
