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

/// Given names with the short forms of each.
const SHORT_FORMS: &str = "\
    abigail abby gail\nadelaide addie\nadeline addie\nagnes aggie nessie\nalbert al bert bertie\nalexander \
    alec aleck alex sandy sawney\nalexandra alex sandra\nalfred alf fred\nalice allie elsie\namelia emmy amy \
    milly\nandrew andy drew\nann annie nan nannie\nanne annie nan\nanna annie nan\nanthony tony\narabella \
    bella\narchibald archie archy\narthur art artie\naugusta gussie gusta\naugustus gus\nbarbara \
    babs\nbartholomew bart\nbeatrice bee trixie\nbenjamin ben benny\nbertha bertie\nbridget biddy \
    bridie\ncaroline carrie lina\ncatherine cathy kate katie kitty cath\nkatherine kate katie kathy kitty \
    kit\ncecilia cissy cis celia\ncharles charley charlie chas chuck\ncharlotte lottie lotty\nchristina \
    chrissie tina\nchristopher chris kit\nclara clarry\nclarissa clary clara\nconstance connie\ncornelia \
    nelly\ncornelius neil\ndaniel dan danny\ndavid dave davy davie\ndeborah debby deb\ndorothea dolly dora \
    dodo\ndorothy dolly dora dot dotty\nebenezer eben\nedith edie\nedmund ned ted\nedward ed eddie ned neddy \
    ted teddy\neleanor ella nell nellie nelly nora\nelizabeth bess bessie bessy beth betsey betsy betty \
    elsie libby lily lisbeth lizzie lizzy liz liza lisa\nellen nell nellie nelly\nemily emmy em\nemma em \
    emmy\nesther essie hetty hester\neugene gene\neugenia genie\nfanny fan\nfrances fan fannie fanny \
    frank\nfrancis frank\nfrederick fred freddie freddy fritz\ngabriel gabe\ngeorge georgie geordie \
    georgy\ngeorgiana georgie georgy\ngeraldine gerry\ngertrude gertie trudy\ngilbert gil\ngregory \
    greg\ngwendolen gwen\nhannah nan\nharold hal\nharriet hattie hatty\nhelen nell nellie nelly\nhenrietta \
    etta hetty nettie\nhenry hal hank\nherbert bert bertie herb\nhorace horry\nhumphrey humph\nisaac \
    ike\nisabel bel bella bell\nisabella bella bell isa\njacob jake\njames jamie jem jemmy jim jimmy \
    jimmie\njane janey jenny janie\nmary-jane mj\njean jeannie\njemima mima mimy\njennifer jenny\njeremiah \
    jerry\njeremy jerry\njohanna hanna jo\njohn jack johnny johnnie jock\njonathan jon jonny\njoseph joe \
    joey jo\njosephine jo josie\njoshua josh\njudith judy\njulia julie\nkenneth ken\nlaura laurie \
    lolly\nlaurence larry laurie\nlawrence larry laurie\nleonard len lenny\nleonora nora\nletitia letty \
    lettice\nlewis lew\nlouis lou\nlouisa lou lulu\nlucy lu\nlucinda cindy lucy\nlydia liddy\nmadeline \
    maddy\nmagdalen maggie lena\nmargaret daisy greta madge mag maggie margery margie marjory may meg meggie \
    peg peggy\nmaria mary molly\nmartha marty mattie matty patty\nmartin marty\nmary mamie may moll molly \
    minnie poll polly\nmatilda matty maud tilda tilly\nmatthew mat matt\nmaurice morris\nmichael mick mickey \
    mike\nmildred milly\nnathan nat\nnathaniel nat nate\nnicholas nick nicky\noliver noll\noswald oz\npamela \
    pam\npatricia pat patsy patty\npatrick paddy pat\npenelope penny\npercival percy\npeter pete\nphilip \
    phil pip\nphillip phil\nprudence prue\nrachel ray\nraymond ray\nrebecca becca beck becky\nreginald \
    reggie rex\nrichard dick dickie dicky rick dickon\nrobert bob bobby bert rob robbie robin\nroger \
    hodge\nronald ron ronnie\nrosalind rosie rose\nrosamond rosy\nrowland rowley\nsamuel sam sammy\nsamantha \
    sam\nsarah sadie sal sallie sally\nsebastian seb\nsilas si\nsophia sophy sophie\nsolomon sol\nstephen \
    steve stevie\nsteven steve\nsusan sue sukey suky susie susy\nsusannah sue sukey susan susie \
    susy\nsylvester sly\ntheodore ted teddy theo\ntheresa terry tess tessa tracy\nteresa terry tess \
    tessa\nthomas tom tommy\ntimothy tim timmy\ntobias toby\nvalentine val\nvictoria vicky vic\nvincent vin \
    vince\nvirginia ginny ginger\nwalter wally wat walt\nwilhelmina mina minna minnie willa\nwilliam bill \
    billy will willie willy\nwinifred freddie winnie\nzachariah zach\nabraham abe\neliza lizzy lizzie liz \
    liza\njessica jess jessie\njanet jenny\nmillicent milly\nphilippa pip\nclementina clem\nclement \
    clem\neuphemia effie\ngustavus gus\njosiah si\ngerald gerry jerry\ngerard gerry\nhugh hughie\nkatharine \
    kate katie kitty kit kathy\nleopold leo\nmarjorie marge\nmaximilian max\nolivia livy\nphyllis \
    phyl\nroderick rod roddy\nruth ruthie\nsidney sid\ntabitha tabby\nterence terry\ntheodora dora \
    theo\nvivian viv\nzachary zach\ndominic dom\nrosemary rosie";

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
