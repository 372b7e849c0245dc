//! The words of what goes on within somebody, and of whether anybody else can know it.

use std::sync::LazyLock;

use crate::lists::{WordList, list};

/// Adverbs that say of any act that nobody saw it.
pub(super) static UNSEEN: WordList = LazyLock::new(|| {
    list("secretly inwardly privately dimly vaguely unconsciously unknowingly mentally")
});

/// Verbs of what nobody else can see.
pub(super) static INNER: WordList = LazyLock::new(|| {
    list(
        "wondered realised realized remembered recalled longed dreaded resolved hoped wished feared suspected
         decided reflected pondered mused envied yearned doubted imagined pictured loathed detested despised
         resented begrudged coveted mistrusted brooded marvelled rued",
    )
});

/// What somebody "was" doing, where nobody else can see it.
pub(super) static MUSING: WordList = LazyLock::new(|| {
    list(
        "remembering recalling wondering hoping dreading longing wishing thinking regretting imagining
         fearing reflecting musing yearning picturing resolving deciding
         repenting brooding
         envying resenting dreaming",
    )
});

/// What "felt" is of, where nobody else can see it.
pub(super) static FELT: WordList = LazyLock::new(|| {
    list(
        "a an no nothing ashamed afraid sorry sick relieved guilty proud lonely uneasy sure certain that
         happy angry anxious foolish glad hurt safe strange tired cold weak jealous helpless disappointed
         grateful frightened pity shame fear joy relief something suddenly",
    )
});

/// Phrases at the beginning of a sentence that say that somebody is where the others do not see them.
pub(super) static AWAY: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    phrases(
        "unseen|out of his sight|out of her sight|out of my sight|out of sight|out of hearing|out of earshot|\
         in the room below|in the room above|downstairs|upstairs|\
         miles off|miles away|leagues off",
    )
});

fn phrases(all: &'static str) -> Vec<Vec<&'static str>> {
    all.split('|').map(|it| it.split_whitespace().collect()).collect()
}

/// Phrases that say that nobody was to know.
pub(super) static HIDING: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    phrases(
        "without showing|showed nothing|showed none|said nothing|say nothing|say nothing of it|saying nothing|\
     told nobody|told no one|told none|tell nobody|tell no one|not tell|told not|to nobody|\
     to no one|gave no sign|giving no sign|in secret|in his heart|in her heart|in his own heart|\
     in her own heart|at heart|in his own mind|in her own mind|in the privacy|to himself|to herself|\
     never admitted|never admit|never have admitted|never confessed|not have confessed|never have confessed|\
     not say so|not say it|not saying so|never said so|never say so|not aloud|kept it|kept this|\
     kept the thought|hid it|hid this|hiding it|hid the|concealed|unknown to|without a word|\
     without saying|betrayed nothing|let nothing show|not show it|not showing it|nobody guessed|no one guessed|\
     nobody knew|no one knew|nobody suspected|no one suspected|to any one|to anyone|to anybody|\
     to a living soul|to a soul|never spoke|never told|within himself|within herself|\
     never knew of it|no living creature|no living soul|nobody should ever|no one should ever|need never know|should never guess|\
     would never guess|never guessed|should ever know|any living creature|any living soul|\
     from me and from everybody|from everybody|from every one|from everyone",
    )
});

/// Words that say how the teller can know it, or that it is a guess, wherever they stand.
pub(super) static OUTWARD: WordList = LazyLock::new(|| {
    list(
        "seemed seems appeared apparently evidently obviously perhaps probably clearly evident plainly
         visibly doubtless afterwards confessed told wrote declared looked",
    )
});

/// The same before the verb; behind it they may belong to the thought itself.
pub(super) static KNOWN_BY: WordList = LazyLock::new(|| {
    list(
        "must plain clear might may saw see said says admitted asked added if though whether believe suppose
         think fancy answered replied who showed explained",
    )
});
