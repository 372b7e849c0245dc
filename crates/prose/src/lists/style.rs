//! Words that the checks of style need: what looks like an adverb or a participle and is none, and
//! what is one without looking like it.

use std::sync::LazyLock;

use super::{WordList, list};

/// Words in -ly that are no adverbs of manner: adjectives, nouns, verbs, names; and "only", "early"
/// and the like, which a writer can hardly do without.
pub(crate) static NOT_ADVERBS: WordList = LazyLock::new(|| {
    list(
        "ally anomaly apply assembly bally beastly belly billy bodily brotherly bubbly bully burly butterfly
         chilly comely comply contumely costly courtly cowardly crinkly crumbly cuddly curly daily dally
         dastardly deadly disassembly disorderly dolly doily dragonfly earthly early easterly elderly
         emily family fatherly filly firefly fly folly fortnightly friendly frilly gadfly gangly gentlemanly
         ghastly ghostly giggly gilly gnarly godly golly gravelly grisly gristly grizzly hilly heavenly
         hillbilly hobbly holly holy homely homily hourly housefly imply italy jelly jolly jowly july
         kelly kindly kingly knightly knobbly leisurely likely lily lively lolly lonely lovely lowly
         maidenly manly mannerly masterly matronly mayfly measly melancholy milly molly monopoly monthly
         motherly multiply neighbourly neighborly niggardly nightly northerly oily only orderly
         otherworldly painterly panoply pearly pebbly pimply ply polly poly portly potbelly prickly
         princely priestly quarterly queenly rally rascally rely reilly reply roly saintly sally
         scaly scholarly shapely sickly silly sisterly slovenly sly smelly southerly spindly
         sprightly squally squiggly stately steely stubbly sully supply surly swirly tally tilly timely
         tingly treacly ugly unfriendly ungainly ungodly unholy unlikely unmanly unruly unseemly
         unsightly unworldly waverly weekly westerly willy wily wobbly womanly woolly wooly worldly wrinkly
         yearly",
    )
});

/// Adverbs without -ly that may stand between "was" and its participle. Not among them: words of
/// degree ("too", "very", "more"), for what they stand before is an adjective.
pub(crate) static SHORT_ADVERBS: WordList = LazyLock::new(|| {
    list(
        "again all almost already also always even ever first forever hardly here how just last
         long much never next not now often once only quite rather scarcely seldom since sometimes soon
         still then there thereby thus together twice well yet",
    )
});

/// Past participles that do not end in -ed. Those of verbs that have no passive ("gone", "come")
/// are left out.
pub(crate) static IRREGULAR_PARTICIPLES: WordList = LazyLock::new(|| {
    list(
        "awoken beaten begotten begun beheld bent bereft beset bespoken bestrewn betrodden bidden bitten
         bled blest blown borne bought bound bred broken brought built burnt burst cast caught chosen cleft
         clung cut dealt done drawn dreamt driven drunk dug eaten felt fed flung forbidden forgiven forgot
         forgotten forsaken fought found frozen ground given hanged heard held hewn hid hidden hit hung hurt
         kept knelt knit known laid lain led left lent let lit lost made meant met mistaken misunderstood
         mown outdone overcome overdone overheard overseen overtaken overthrown paid proven put quit read
         rebuilt remade rent ridden riven rung said sawn seen sent set sewn shaken shaven shed shod shorn
         shot shown shrunk shut slain slit slung smitten sold sought sown spelt spent spilt split spoilt
         spoken spread spun stolen strewn stricken struck strung stuck stung sung sunk sworn swept swollen
         swung taken taught thought thrown thrust told torn trodden understood undertaken undone unseen
         upset withdrawn withheld withstood won wound woven written wrought wrung",
    )
});

/// Participles that mostly name a state after "was": they count as passive only with "by" behind
/// them ("she was tired" against "she was tired by the walk").
pub(crate) static ADJECTIVAL_PARTICIPLES: WordList = LazyLock::new(|| {
    list(
        "absorbed accustomed addicted advanced affected agitated alarmed amazed amused animated annoyed
         assured astonished attached attired bedraggled belated bent bewildered blurred bored bowed
         bruised burdened calmed celebrated certified charmed clouded complicated composed
         concerned confused connected contented convinced crazed crowded curved darkened dazed decayed
         deceased decided dedicated dejected delighted deserted detached detailed determined devoted
         disappointed discouraged disgusted dismayed disposed dissatisfied distinguished distracted
         distressed disturbed divided drained dressed drunk educated elated elongated embarrassed engaged
         enraged enraptured entitled estranged excited exhausted experienced fascinated fatigued
         finished frightened frustrated furnished gnarled gratified grieved haunted heated horrified hurried
         hurt inclined infatuated inhabited inspired interested intoxicated involved irritated isolated
         jaded limited lit lost marked married matched meant mistaken mixed motivated moved obsessed
         occupied opposed overcome overjoyed pained panicked perplexed petrified pleased pointed
         possessed preoccupied prepared prolonged puzzled qualified refreshed rejoiced related relaxed relieved
         renowned resolved rested restrained retired ruined rushed satisfied scared scattered secluded
         settled shaken shocked shut situated skilled soaked spoilt startled stunned stuck suited supposed
         surprised suspended swollen talented tempted terrified thrilled tired touched troubled twisted
         undecided undisturbed uneducated unfinished uninhabited unmarried unprepared unsettled upset used
         varied veiled warped weakened wearied worried wounded wrinkled",
    )
});

/// Words in -ed that are no participles of a verb with an object: other words altogether, and verbs
/// that take none.
pub(crate) static NOT_PARTICIPLES: WordList = LazyLock::new(|| {
    list(
        "aged agreed appeared arrived ashamed bed beloved bleed blessed bloodshed breed cared ceased collapsed creed
         crooked cursed deed departed died disappeared dogged elapsed embed emerged existed exceed faded
         feed fled greed happened heed hundred indeed jagged kindred lasted learned lived naked need newlywed
         occurred peaked perished proceed ragged red reed remained returned rugged sacred seed shed shred
         sled smiled sped speed steed succeed succeeded surfaced tweed unaged vanished wed weed
         wicked wretched",
    )
});

/// Verbs of perception and seeming that come between the reader and what is perceived. Forms that are
/// as often nouns ("watch", "taste", "sense") are left out.
pub(crate) static FILTER_VERBS: WordList = LazyLock::new(|| {
    list(
        "appeared appears feel feels felt glimpsed hear heard hears notice noticed notices observed
         observes perceive perceived perceives realise realised realises realize realized realizes saw
         see seem seemed seems sees sensed smelled smelt sounded tasted watched wondered",
    )
});
