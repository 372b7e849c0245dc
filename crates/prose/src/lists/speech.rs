//! Words around speech: the verbs that introduce it, and the words that begin with an apostrophe.

use std::sync::LazyLock;

use super::{WordList, list};

/// Verbs that attribute speech, in the past and present as narrators use them.
pub(crate) static SPEECH_VERBS: WordList = LazyLock::new(|| {
    list(
        "said says say saying asked asks ask answered answers answer replied replies reply
         acknowledged added adds admitted advised agreed announced appealed argued asserted assured
         avowed barked bawled begged began bellowed bemoaned blurted boasted breathed called cackled
         cautioned cheered chided chimed choked chortled chuckled claimed commanded commented complained
         conceded concluded confessed confided confirmed continued corrected counselled countered cried
         cries croaked crooned cursed declared demanded denied drawled echoed ejaculated encouraged
         exclaimed exclaims explained faltered fumed gasped giggled groaned growled grumbled grunted
         gushed hinted hissed hollered howled implored informed inquired enquired insisted instructed
         interjected interposed interrupted intoned jeered jested joked lamented laughed lied mocked
         moaned mumbled murmured mused muttered nagged noted objected observed offered ordered panted
         pleaded pled pondered prayed predicted proclaimed promised proposed protested purred queried
         questioned quipped quoted ranted rasped reasoned reassured recalled recited rejoined remarked
         reminded repeated reported responded resumed retorted returned roared sang scoffed scolded
         screamed screeched shouted shrieked sighed smirked snapped snarled sneered sniffed snorted sobbed
         spat spoke sputtered stammered stated stormed stuttered suggested swore taunted teased thought
         thundered urged uttered vowed volunteered wailed warned whimpered whined whispered wondered
         wrote yelled yelped",
    )
});

/// The speech verbs that a reader does not notice.
pub(crate) static PLAIN_SPEECH_VERBS: WordList = LazyLock::new(|| {
    list("said says say saying asked asks ask answered answers answer replied replies reply")
});

/// What follows an apostrophe that stands for lost letters: 'tis, 'em, 'cause.
pub(crate) static ELISIONS: WordList = LazyLock::new(|| {
    list(
        "tis twas twere twill twould tisn't twasn't em im er ere til till cause cept bout round neath
         gainst midst mid mongst nother nuff tween un twixt ow ome orse ouse ave ad ead eart",
    )
});

/// Other words that announce a quotation in front of it: "crying", "with the words".
pub(crate) static ANNOUNCING_VERBS: WordList = LazyLock::new(|| {
    list(
        "answering begging bellowing calling crying declaring exclaiming explaining gasping hissing
         insisting laughing moaning murmuring muttering observing panting protesting
         remarking repeating replying roaring saying screaming shouting shrieking sighing singing
         sobbing thinking wailing whispering whimpering yelling tells telling told words heard came",
    )
});

/// Words of those who sign a letter, beside "your" and "yours".
pub(crate) static SIGNING_WORDS: WordList = LazyLock::new(|| {
    list(
        "affectionate affectionately sincere sincerely faithful faithfully true truly obedient obediently loving
         lovingly devoted devotedly humble respectfully grateful gratefully fondly ever",
    )
});
