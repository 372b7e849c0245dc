//! Verbs of what can be seen to happen: motion, gesture, looking, speaking, handling things. A narrator
//! relates such acts, each at its moment, in the tense of the story; verbs of states, of opinions and of
//! habits ("lives", "believes", "likes") are not here, because any narrator may use them of the present.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{PAST_VERBS, WordList, list};

/// Acts whose past ends in "ed".
pub(crate) static REGULAR_ACTS: WordList = LazyLock::new(|| {
    list(
        "accept advance answer approach arrive ask attempt bark beckon blink blush board bow breathe brush
         bustle button call carry chase check chuckle circle clap clasp clean clear climb close clutch
         collapse collect cough cover crack crash crawl cross crouch crush cry dance dart dash decide descend
         discover dive drag drape dress drift drop duck dump dust edge embrace emerge empty enter examine
         exchange exclaim explain extend fasten fetch fill finish fix flash flicker flinch flush fold follow
         fumble gallop gasp gather gaze gesture giggle glance glare grab grasp greet grimace grin grip groan
         grope grunt hail halt hammer hand hang hasten hesitate hobble hop hug hum hurl hurry inch inhale
         inspect interrupt jerk jog join jump kick kiss knock land laugh lean leap lick lift light limp
         linger listen load lock look lower lunge lurch march mop motion mount move murmur mutter nod
         notice open order pace pack part pass pat pause peel peer perch pick place plod pluck plunge point
         poke polish pounce pour pray press proceed pull pump push quicken race raise rap reach recoil release
         remove repeat reply rest return roll rub rummage rush sail scan scatter scoop scramble scrape scratch
         scream scribble scrub seat seize settle shift shiver shout shove shrug shudder shuffle sigh sip skip
         slam slap slip slump slouch smash smile smooth snap snatch sniff sob spot spill splash sprawl
         squeeze squint stagger stammer stare start startle step stir stop straighten stretch stride stroll
         stroke struggle stuff stumble swallow sway swerve switch tap tiptoe toss totter touch
         track trail tremble trip trot trudge tuck tug tumble turn twist unbutton unfold unlock unpack
         untie unwrap uncover usher vanish wait wake walk wander wave whirl whisper whistle wince wink wipe
         withdraw wrap yank yawn yell",
    )
});

/// Acts whose past has a form of its own: the base, then the past.
const IRREGULAR_ACTS: &str = "arise arose awake awoke bend bent bind bound bite bit blow blew break broke bring \
    brought build built catch caught choose chose cling clung come came creep crept dig dug draw drew drink \
    drank drive drove eat ate fall fell fight fought find found flee fled fling flung fly flew get got give \
    gave go went grind ground hang hung hear heard hide hid hold held kneel knelt lead led leap leapt \
    leave left light lit make made meet met pay paid ride rode ring rang rise rose run ran say said see saw \
    seek sought seize seized sell sold send sent shake shook shine shone shoot shot shrink shrank sing sang \
    sink sank sit sat slide slid speak spoke spin spun spring sprang stand stood steal stole stick stuck \
    strike struck stride strode sweep swept swim swam swing swung take took tear tore tell told throw threw \
    wake woke weep wept wind wound withdraw withdrew write wrote";

/// Acts whose past is the base, or that of another verb, so that only the third person shows the present.
pub(crate) static UNCHANGED_ACTS: WordList =
    LazyLock::new(|| list("set put shut cut spread thrust lay cast"));

/// Verbs that are past wherever they stand: they are no participles and no nouns.
pub(crate) static SURE_PASTS: WordList = LazyLock::new(|| {
    list(
        "was were had did wasn't weren't hadn't didn't became began grew knew went could would might should
         couldn't wouldn't came took gave threw drew blew flew wrote broke chose drove rode woke awoke shook
         fell ate sang sank sprang drank swam rang tore wore stole swore froze forgot said stood sat ran
         lay arose hid",
    )
});

/// What is past behind a subject, beside acts.
pub(crate) static PAST_STATES: WordList = LazyLock::new(|| {
    list(
        "was were had did wasn't weren't hadn't didn't became began felt grew kept knew lost loved meant
         seemed slept spent stayed taught thought understood wanted went wore would could might should
         couldn't wouldn't",
    )
});

/// The base of each irregular past.
static IRREGULAR_PASTS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let words: Vec<&str> = IRREGULAR_ACTS.split_whitespace().collect();
    words.chunks(2).map(|pair| (pair[1], pair[0])).collect()
});

/// Irregular pasts of acts that are no participles: came, went.
pub(crate) static IRREGULAR_PAST_ACTS: WordList = LazyLock::new(|| {
    list(
        "arose awoke blew broke chose came crept drew drank drove ate fell flew gave went hid knelt leapt rode
         rang rose ran saw sang sank sat shook slid spoke sprang stood stole strode swam took tore threw wept
         woke wrote",
    )
});

static IRREGULAR_BASES: WordList =
    LazyLock::new(|| IRREGULAR_ACTS.split_whitespace().step_by(2).collect());

/// Whether a word is the base of an act: open, go.
pub(crate) fn is_act_base(lower: &str) -> bool {
    REGULAR_ACTS.contains(lower) || IRREGULAR_BASES.contains(lower)
}

/// Whether a word is an act in the present of the third person: opens, goes, hurries.
pub(crate) fn is_act_present(lower: &str) -> bool {
    let Some(bare) = lower.strip_suffix('s') else { return false };
    is_act_base(bare)
        || UNCHANGED_ACTS.contains(bare)
        || bare.strip_suffix('e').is_some_and(|bare| {
            is_act_base(bare)
                || bare.strip_suffix('i').is_some_and(|stem| is_act_base(&format!("{stem}y")))
        })
}

/// Whether a word is an act that goes on: coming, running.
pub(crate) fn is_act_going(lower: &str) -> bool {
    let Some(bare) = lower.strip_suffix("ing") else { return false };
    let mut letters = bare.chars().rev();
    let is_doubled =
        letters.next().is_some_and(|last| last.is_ascii() && letters.next() == Some(last));
    is_act_base(bare)
        || is_act_base(&format!("{bare}e"))
        || is_doubled && is_act_base(&bare[..bare.len() - 1])
}

/// Whether an act has a past that does not end in "ed": go, take.
pub(crate) fn is_irregular_act(base: &str) -> bool {
    IRREGULAR_BASES.contains(base)
}

/// Whether a word is a verb in the past, an act or another: opened, went, was.
pub(crate) fn is_past_verb(lower: &str) -> bool {
    PAST_VERBS.contains(lower) || is_act_past(lower)
}

/// Whether a word is an act in the past, irregular ones apart from their participles: opened, went.
pub(crate) fn is_act_past(lower: &str) -> bool {
    IRREGULAR_PASTS.contains_key(lower) || is_regular_act_past(lower)
}

fn is_regular_act_past(lower: &str) -> bool {
    let Some(bare) = lower.strip_suffix("ed") else { return false };
    let mut letters = bare.chars().rev();
    let last = letters.next();
    REGULAR_ACTS.contains(bare)
        || REGULAR_ACTS.contains(format!("{bare}e").as_str())
        || last == Some('i')
            && REGULAR_ACTS.contains(format!("{}y", &bare[..bare.len() - 1]).as_str())
        || last.is_some_and(|last| last.is_ascii() && letters.next() == Some(last))
            && REGULAR_ACTS.contains(&bare[..bare.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_acts_are_known() {
        for (present, past) in [
            ("opens", "opened"),
            ("hurries", "hurried"),
            ("crosses", "crossed"),
            ("stops", "stopped"),
            ("goes", "went"),
            ("takes", "took"),
            ("raises", "raised"),
        ] {
            assert!(is_act_present(present), "{present}");
            assert!(is_act_past(past), "{past}");
            assert!(!is_act_present(past) && !is_act_past(present));
        }
        for word in ["", "s", "ed", "es", "ies", "ied", "believes", "houses", "needed", "ééd"] {
            assert!(!is_act_present(word) && !is_act_past(word), "{word}");
        }
    }
}
