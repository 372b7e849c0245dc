//! Words that make a fact of what they stand beside, or keep it from being one.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::lists::{WordList, list};

/// Words that only suppose, imagine, report or deny what a clause says.
pub(super) static HEDGES: WordList = LazyLock::new(|| {
    list(
        "if unless whether suppose supposing supposed perhaps maybe probably possibly presumably
         apparently allegedly supposedly might could would should seemed seem seems seemingly
         appeared fancied imagined dreamed dreamt dream pretended pretending believed thought
         wished hoped wish wishes hope hopes must feared guessed rumour rumoured rumor wondered not never nor neither no
         hardly scarcely barely nearly almost practically approximately merely cannot without none
         nobody like nothing theatricals charade charades masquerade pageant tableau tableaux",
    )
});

/// Adverbs that leave a statement as it is; with them those in -ly that are no hedges.
pub(super) static LEAVING: WordList =
    LazyLock::new(|| list("only just now still quite already very always ever also then indeed"));

/// Words that say that something was so once.
pub(super) static PAST_MARKS: WordList = LazyLock::new(|| {
    list(
        "once formerly originally previously youth boyhood girlhood childhood ago former retired
         erstwhile used infancy",
    )
});

/// Words that a description may begin with, and small words in it.
pub(super) static DESCRIBING: WordList = LazyLock::new(|| {
    list("a an the long little such very quite rather and most same own two so of")
});

/// Colours of eyes.
pub(super) static EYE_COLOURS: WordList = LazyLock::new(|| {
    list(
        "amber azure black blue bluish brown brownish chestnut cobalt coal cornflower dark emerald gold golden
         gray grey greyish green greenish hazel indigo jade nut periwinkle sapphire silver slate sloe steel
         topaz turquoise violet bluest blackest brownest greyest grayest greenest darkest",
    )
});

/// Colours of hair.
pub(super) static HAIR_COLOURS: WordList = LazyLock::new(|| {
    list(
        "auburn black blond blonde brown brownish chestnut coal copper coppery corn dark ebony fair flaxen
         ginger gold golden gray graying grey greying greyish grizzled hoary inky jet mahogany nut raven red
         reddish russet sandy silver silvery snowy tawny titian wheat wheaten white yellow yellowish rust straw
         honey carroty mousy mouse blackest brownest reddest fairest whitest greyest grayest",
    )
});

/// Colours that only say how another is, when one follows: "dark blue".
pub(super) static SHADING: WordList = LazyLock::new(|| {
    list("dark darkest fair fairest jet gold silver golden coal nut steel raven snowy iron")
});

/// Kinship and marriage, in the singular.
pub(super) static KIN: WordList = LazyLock::new(|| {
    list(
        "father mother son daughter brother sister husband wife uncle aunt nephew niece cousin
         grandfather grandmother grandson granddaughter twin stepfather stepmother stepson
         stepdaughter stepbrother stepsister widow widower godfather godmother godson goddaughter
         fiancé fiancée betrothed",
    )
});

/// Ranks of armies and navies.
pub(super) static RANKS: WordList = LazyLock::new(|| {
    list(
        "private corporal sergeant ensign cornet midshipman lieutenant captain commander major
         colonel commodore brigadier general admiral marshal bombardier",
    )
});

/// Ranks of the nobility.
pub(super) static NOBILITY: WordList = LazyLock::new(|| {
    list(
        "baronet baron baroness viscount viscountess earl countess marquis marquess marchioness duke duchess",
    )
});

/// Professions that somebody has as a living.
pub(super) static PROFESSIONS: WordList = LazyLock::new(|| {
    list(
        "acrobat astronomer barmaid bargeman beekeeper bootmaker botanist broker candlemaker
         cartographer cartwright chambermaid chandler composer confectioner constable coppersmith
         courier cutler dairymaid dancer distiller drover dyer embroiderer engraver farrier fiddler
         forester furrier gaoler geologist gilder glassblower glover greengrocer gunsmith haberdasher
         hairdresser hatter herbalist herdsman horse-dealer interpreter ironmonger jailer jockey
         lacemaker laundress lighthouse-keeper magistrate mapmaker mercer merchant musician optician
         organist ostler painter pawnbroker perfumer pewterer photographer pianist plasterer ploughman
         poet porter postmaster poulterer publican quarryman ratcatcher ropemaker saddler sailmaker
         sailor secretary sexton shipwright silversmith singer slater soldier stationer steward
         stockbroker surveyor tanner telegraphist thatcher tinker tinsmith tobacconist toymaker
         translator tutor typesetter typist undertaker upholsterer vintner violinist waiter waitress
         warehouseman washerwoman wheelwright whitesmith woodcarver woodcutter woodman wool-merchant
         accountant actor actress apothecary architect attorney auctioneer baker banker barber barrister
         basket-maker blacksmith boatbuilder bookbinder bookkeeper bookseller brewer bricklayer butcher
         butler cabinetmaker carpenter carter chemist chimney-sweep clerk clockmaker coachman cobbler
         cook cooper curate dentist doctor draper dressmaker druggist engineer farmer ferryman fisherman
         fishmonger gamekeeper gardener glazier goldsmith governess grocer groom housekeeper innkeeper
         jeweller joiner journalist labourer laborer lawyer librarian locksmith mason midwife miller milliner miner
         notary nurse physician plumber policeman postman potter printer schoolmaster schoolmistress
         sculptor seamstress shepherd shoemaker shopkeeper solicitor stonemason surgeon tailor teacher
         vicar watchmaker weaver auditor archivist armourer astrologer bargee barkeeper barman bartender
         bookmaker bursar cabman cashier cellist chauffeur cheesemonger clergyman coachbuilder collier
         compositor costermonger cowherd crofter curator dairyman detective draughtsman drayman
         electrician falconer fireman fletcher florist footman fruiterer gasfitter goatherd gondolier
         gravedigger harbourmaster headmaster headmistress historian hosier hotelier housemaid
         ironmaster janitor kitchenmaid lamplighter lecturer lighterman mathematician mechanic milkman
         moneylender muleteer naturalist navvy newsagent novelist oculist parson pedlar peddler
         alienist inspector pharmacist physicist playwright postmistress priest publisher rector reporter salesman sawyer
         schoolteacher scrivener bishop archbishop archdeacon canon prior prioress abbot abbess boatswain bosun seaman sempstress shepherdess shipbuilder shopman signalman smith
         stationmaster steeplejack stevedore stoker stonecutter storekeeper swineherd valet verger
         veterinarian wagoner actuary bailiff bellfounder bellringer cameraman cartoonist
         chiropodist clothier conductor corn-chandler corn-merchant crane-driver diver embalmer
         firefighter glassmaker hangman illustrator insurance-agent land-agent mountaineer
         optometrist paramedic programmer proofreader psychiatrist psychologist puppeteer rigger
         roofer seedsman sign-painter stonecarver tallyman ticket-collector tollkeeper turner
         warder waterman whaler woodturner fisherwoman charwoman laundrywoman
         chaplain deacon missionary monk friar preacher precentor nun assayer boilermaker
         brickmaker brushmaker coroner coxswain purser quartermaster navigator helmsman harpooner
         manservant milkmaid nightwatchman watchman nursemaid papermaker parlourmaid paymaster
         pathologist registrar riveter stenographer taxidermist telephonist wigmaker choirmaster
         bandmaster chef harpist vet psychoanalyst stewardess pilot aviator airman docker coalminer
         pitman zoologist biologist entomologist archaeologist anthropologist philologist meteorologist
         statistician geographer conjuror conjurer sacristan pastrycook maltster saleswoman gunmaker
         minister editor mayor charlady railwayman roadmender cowman trapper slaughterman knacker nurseryman couturier
         modiste",
    )
});

/// Things that one person has and may lose.
pub(super) static BELONGINGS: WordList = LazyLock::new(|| {
    list(
        "anchor astrolabe bag barometer beads bell bible blade bonnet boots box bugle candlestick
         canoe casket chain chalice clarinet coat cross crucifix crutch cup diamond doll
         drum emerald fan figurine globe gloves goblet handkerchief harmonica horn
         inkstand jewel jug kite lamp lens letter lyre mandolin matchbox microscope miniature
         musket needle organ paintbox pearl pearls pen pencil photograph purse quill rapier razor
         rosary rowboat ruby sapphire scarf sceptre scissors seal shawl shield signet skates
         slippers spear spectacles spoon stamp stone suitcase sundial tankard tapestry teapot
         tiara tinderbox token torch vase veil waistcoat wallet whip whistle accordion
         amulet axe banjo bicycle binoculars bow bracelet brooch cane carriage cello chronometer
         cloak clock coin comb compass cottage crown cutlass dagger diary dictionary dog earrings
         farm fiddle flask flute guitar gun harp hat helmet horse house journal key knife lantern
         locket lute map mare medal medallion mirror necklace notebook parrot pendant penknife
         piano pipe pistol pony portrait revolver rifle ring sabre satchel saddle sextant ship
         shotgun snuffbox spyglass staff sword telescope thimble trumpet umbrella violin
         watch yacht passport tractor typewriter camera gramophone cameo monocle repeater lorgnette
         muff bagpipes album portmanteau reticule workbox decanter canary spaniel greyhound terrier
         donkey mule gelding stallion skiff dinghy punt schooner sloop parasol scythe loom anvil easel
         meerschaum saxophone tuba oboe bassoon viola concertina tambourine ukulele hourglass inkwell
         bangle anklet choker blunderbuss crossbow scimitar cudgel motorcycle laptop kettle knapsack
         rucksack haversack valise nez overcoat phaeton landau brougham dogcart quadrant vinaigrette fob
         pocketbook tomahawk harpoon pelisse tippet bodkin hairpin hatpin sampler",
    )
});

/// Verbs of parting with something for good, as they stand.
pub(super) static PARTING: WordList = LazyLock::new(|| {
    list(
        "sold pawned lost burned burnt smashed destroyed traded exchanged bartered swapped
         forfeited gambled buried",
    )
});

/// Places from which nothing comes back.
pub(super) static GONE: WordList = LazyLock::new(|| {
    list(
        "overboard sea river lake fire flames furnace water harbour harbor well ocean canal stove
         bay pond marsh bog quarry moat loch creek gorge ravine surf waves tide",
    )
});

/// Verbs of having a thing about oneself, or of using it.
pub(super) static USING: WordList = LazyLock::new(|| {
    list(
        "had carried wore kept held drew took pulled brought produced lifted owned possessed tucked raised wound opened
         consulted polished showed laid put turned swung buckled fingered slipped unsheathed
         sharpened played gripped clutched fastened pinned lit shook touched used set placed
         fetched unfolded studied tuned mounted saddled rode",
    )
});

/// Verbs of getting something.
pub(super) static GETTING: WordList = LazyLock::new(|| {
    list(
        "found recovered regained retrieved bought received inherited reclaimed redeemed borrowed
         purchased got",
    )
});

/// What only the living do, in the past.
pub(super) static ACTS: WordList = LazyLock::new(|| {
    list(
        "said asked answered replied laughed smiled nodded walked ran came went opened closed shut
         poured sat stood rose turned looked took put lifted picked handed entered left leaned
         shook shrugged sighed whispered shouted cried called rode climbed knocked waved bowed ate
         drank lit folded unfolded pushed pulled stepped crossed hurried strode stirred hummed
         whistled grinned frowned counted paid wrote knelt bent returned arrived appeared danced
         sang yawned coughed slept woke unlocked locked drove raised drew threw caught held spoke
         read hobbled limped strolled shuffled trotted sauntered tottered",
    )
});

/// Verbs of being in a place.
pub(super) static STAYING: WordList = LazyLock::new(|| {
    list(
        "was is stayed remained lived stood dined slept breakfasted lunched lodged waited sat spoke
         preached worked arrived landed supped spent passed attended played sang appeared walked
         lay lectured bought met signed",
    )
});

/// What grows on a head.
pub(super) static HAIR_NOUNS: WordList = LazyLock::new(|| {
    list(
        "hair hairs curl curls locks tresses braids braid plaits ringlets plait ponytail pigtail pigtails",
    )
});

/// Verbs of throwing away, which need a place from which nothing comes back.
pub(super) static THROWING: WordList =
    LazyLock::new(|| list("threw flung cast hurled tossed dropped pitched thrown let"));

/// Kinship in the plural, as two may be to each other, with the singular.
pub(super) const KIN_PLURALS: &[(&str, &str)] = &[
    ("sisters", "sister"),
    ("brothers", "brother"),
    ("cousins", "cousin"),
    ("twins", "twin"),
    ("siblings", "sibling"),
    ("stepsisters", "stepsister"),
];

/// Descendants in the plural, of whom one is told by somebody else: "the eldest of Hale's daughters".
pub(super) const DESCENDANTS: &[(&str, &str)] =
    &[("sons", "son"), ("daughters", "daughter"), ("nephews", "nephew"), ("nieces", "niece")];

/// What a reader of [`super::phrases`] begins at a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    /// Eyes and hair.
    Looks,
    /// Kinship, rank and profession.
    Standing,
    /// What two are to each other.
    Two,
    /// What somebody does for a living.
    Livelihood,
    /// How old somebody is.
    Age,
}

/// Words at which an age is told.
const AGES: [&str; 15] = [
    "birthday",
    "year",
    "years",
    "winters",
    "summers",
    "age",
    "aged",
    "would",
    "will",
    "shall",
    "owned",
    "owns",
    "confessed",
    "confesses",
    "admitted",
];

/// The words at which a reader begins.
pub(super) static ANCHORS: LazyLock<HashMap<&'static str, Topic>> = LazyLock::new(|| {
    let looks = list(
        "eyes eye eyed head colour color haired headed curled locked tressed redhead redheaded blonde blond brunette grey gray",
    );
    let of = |words: &HashSet<&'static str>, topic| {
        words.iter().map(move |word| (*word, topic)).collect::<Vec<_>>()
    };
    let two = KIN_PLURALS.iter().chain(DESCENDANTS).map(|(plural, _)| (*plural, Topic::Two));
    let all = [
        of(&looks, Topic::Looks),
        of(&HAIR_NOUNS, Topic::Looks),
        of(&KIN, Topic::Standing),
        of(&RANKS, Topic::Standing),
        of(&NOBILITY, Topic::Standing),
        of(&PROFESSIONS, Topic::Standing),
    ];
    let livelihood = super::standing::livelihood_nouns().map(|noun| (noun, Topic::Livelihood));
    all.into_iter()
        .flatten()
        .chain(two)
        .chain(livelihood)
        .chain([("man", Topic::Two)])
        .chain(AGES.map(|word| (word, Topic::Age)))
        .collect()
});

/// Words of travelling.
pub(super) const TRAVEL: [&str; 63] = [
    "reach",
    "quitted",
    "alighted",
    "embarked",
    "disembarked",
    "ridden",
    "driven",
    "gone",
    "come",
    "covered",
    "dismounted",
    "landed",
    "overnight",
    "supped",
    "started",
    "set",
    "stood",
    "journey",
    "road",
    "way",
    "ride",
    "rode",
    "drive",
    "drove",
    "crossed",
    "voyage",
    "passage",
    "crossing",
    "train",
    "coach",
    "walk",
    "walked",
    "march",
    "marched",
    "trip",
    "travel",
    "travels",
    "travelled",
    "traveled",
    "sail",
    "sailed",
    "sailing",
    "galloped",
    "hurried",
    "came",
    "went",
    "go",
    "get",
    "journeyed",
    "post",
    "stage",
    "ferry",
    "boat",
    "steamer",
    "distance",
    "left",
    "riding",
    "driving",
    "walking",
    "cart",
    "carriage",
    "reached",
    "arrived",
];

/// Words for somebody of an age: "a girl of nineteen".
pub(super) const SOMEBODY: [&str; 16] = [
    "man",
    "woman",
    "boy",
    "girl",
    "child",
    "lad",
    "lass",
    "lady",
    "gentleman",
    "youth",
    "person",
    "widow",
    "widower",
    "bachelor",
    "spinster",
    "maiden",
];
