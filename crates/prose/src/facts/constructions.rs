//! The words of the constructions by which something is said of somebody: verbs of being, having, serving
//! and making, and what stands around them.

use std::sync::LazyLock;

use crate::lists::{WordList, list};

/// Words behind a colour that say that it is not that of the eyes or the hair themselves: "black with
/// rage", "white in the moonlight".
pub(super) static TRANSIENT: WordList =
    LazyLock::new(|| list("with from in under by against at beneath"));

/// Verbs by which somebody has eyes or hair.
pub(super) static HAVING: WordList = LazyLock::new(|| {
    list(
        "had has have having possessed owned boasted wore inherited showed got kept
         carried disclosing revealing showing displaying uncovering wearing",
    )
});

/// Verbs that give somebody what they are like.
pub(super) static GIVING: WordList = LazyLock::new(|| list("gave given lent left"));

/// Participles before "with": "born with grey eyes".
pub(super) static ENDOWED: WordList = LazyLock::new(|| list("born gifted blessed endowed cursed"));

/// What somebody does with their own eyes or hair.
pub(super) static MOVING: WordList = LazyLock::new(|| {
    list(
        "raised lifted turned opened closed lowered narrowed fixed bent rubbed shook
         tossed brushed combed braided tied pinned pushed wiped blinked bound coiled
         widened rolled shut dropped cast smoothed plaited twisted unpinned loosened
         had kept wore swept flung shaded screwed ran",
    )
});

/// What somebody does with eyes alone.
pub(super) static LOOKING: WordList = LazyLock::new(|| {
    list(
        "looked stared watched gazed regarded surveyed studied considered glanced
         smiled peered glared saw blinked followed measured",
    )
});

/// Parts of a body on which hair lies, or in which eyes are.
pub(super) static BODY_PARTS: WordList = LazyLock::new(|| {
    list(
        "face head brow brows forehead shoulders shoulder neck back cheek cheeks ears
         ear eyes temples temple nape features",
    )
});

/// Nouns for what somebody does or is: "the trade of a miller".
pub(super) static CALLINGS: WordList = LazyLock::new(|| {
    list(
        "trade calling profession craft business occupation work post position place
         office employment rank grade commission duties situation job berth uniform
         living bread",
    )
});

/// Verbs by which somebody has a calling.
pub(super) static FOLLOWING: WordList = LazyLock::new(|| {
    list(
        "had has held followed plied practised practiced pursued took taken up
         exercised learned learnt carried got obtained received won bore kept filled
         wore earned gained attained",
    )
});

/// Verbs before "as" that say what somebody is in earnest.
pub(super) static SERVING: WordList = LazyLock::new(|| {
    list(
        "served worked lived practised practiced toiled laboured labored started
         employed engaged hired enlisted trained living shop trade bread lives
         business serves serving ranked known apprenticed set earned retired sailed
         commissioned marched fought acted working work wages keep rode place post position situation
         joined signed hoisted commanded went stayed employ installed ordained",
    )
});

/// Verbs that make somebody something.
pub(super) static MAKING: WordList = LazyLock::new(|| {
    list(
        "made appointed promoted commissioned gazetted raised elected named created
         advanced rose risen",
    )
});

/// Words that say that a role is past.
pub(super) static FORMER: WordList =
    LazyLock::new(|| list("former retired late ex onetime sometime erstwhile"));

/// Words that say that a role is to come, or not real.
pub(super) static UNREAL: WordList = LazyLock::new(|| {
    list(
        "future intended so-called false would-be sham supposed aspiring foster
         apprentice assistant no any adopted",
    )
});

/// Professions that are also what anybody may do, well or badly.
pub(super) static DOERS: WordList = LazyLock::new(|| {
    list(
        "dancer singer poet painter nurse cook actor actress musician sailor gardener
         translator soldier pianist violinist secretary",
    )
});

/// How well or badly somebody does something.
pub(super) static JUDGING: WordList = LazyLock::new(|| {
    list(
        "good capital excellent great fine bad experienced born poor splendid best
         better wonderful devoted perfect true brave beautiful faithful admirable
         skilful clever",
    )
});

/// Words behind a role that leave it the head of its phrase.
pub(super) static BEHIND: WordList = LazyLock::new(|| {
    list(
        "of at in by from to who and with on here when until for there before like as
         near just since whose all under through beside but now then again than that
         still ever too without named called after or these himself herself again once whom this",
    )
});

/// Small words that stand inside a phrase.
pub(super) static INNER: WordList = LazyLock::new(|| {
    list(
        "only sole very most rather quite so too two own once still such same other few pretty
         somewhat long little single",
    )
});

/// What a mass of something is measured by: "a pair of", "a lock of".
pub(super) static CONTAINERS: WordList = LazyLock::new(|| {
    list(
        "pair lock locks strand strands head mop shock mass mane wealth coil coils
         crop tangle wisp wisps pile cascade curtain fringe rope knot tuft thatch halo
         cloud cap crown sweep quantity abundance profusion",
    )
});

/// Verbs whose subject is what stands behind them.
pub(super) static BEING: WordList = LazyLock::new(|| {
    list(
        "was is are were became become remained stayed remains becomes proved retired died ended being 's",
    )
});

/// Verbs before "to be" that leave it as it is.
pub(super) static TURNING_OUT: WordList =
    LazyLock::new(|| list("out proved happened came known grown risen rose"));

/// Words that make a predicate with the participle behind them.
pub(super) static AUXILIARIES: WordList =
    LazyLock::new(|| list("was is are were had has have been being did got having"));

/// Prepositions that open a clause too, so that what follows may be its subject.
pub(super) static CONJUNCTIONS: WordList =
    LazyLock::new(|| list("before after since until till for as than but because while when"));
