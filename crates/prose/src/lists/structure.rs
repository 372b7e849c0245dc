//! The words that hold a text together: function words, numbers in words, names of a book's divisions.

use std::sync::LazyLock;

use super::{WordList, list};

/// Articles, pronouns, prepositions, conjunctions, auxiliaries and the commonest adverbs and verbs:
/// words that repeat in every text and that no editor would call a repetition.
pub(crate) static FUNCTION_WORDS: WordList = LazyLock::new(|| {
    list(
        "a about above across after again against ago ain't all almost alone along already also although
         always am amid among amongst an and another any anybody anyone anything anywhere are aren't
         around as at away back be became because become been before behind being below beneath beside
         besides between beyond both but by came can can't cannot come comes coming could couldn't dare
         did didn't do does doesn't doing don't done down during each either else enough even ever every
         everybody everyone everything everywhere except few first for forth from gave get gets getting
         give given go goes going gone got had hadn't has hasn't have haven't having he he'd he'll he's
         hence her here here's hers herself him himself his how how's however i i'd i'll i'm i've if in
         indeed inside instead into is isn't it it'd it'll it's its itself just knew know last least less
         let let's like little long made make many may maybe me might mightn't mine more most much must
         mustn't my myself near nearly need needn't neither never next no nobody none nor not nothing now
         nowhere o'clock of off often on once one one's ones only onto or other others ought our ours
         ourselves out over own per perhaps put quite rather really round said same saw say says see seem
         seemed seems seen several shall shan't she she'd she'll she's should shouldn't since so some
         somebody somehow someone something sometimes somewhere soon still such take taken tell than that
         that'd that'll that's the thee their theirs them themselves then there there'd there'll there's
         therefore these they they'd they'll they're they've thing things think this those thou though
         through throughout thus thy till to together told too took toward towards two under unless until
         up upon us used very was wasn't way we we'd we'll we're we've well went were weren't what what's
         whatever when when's whenever where where's whether which whichever while who who'd who'll who's
         whoever whole whom whose why will with within without won't would wouldn't ye yes yet you you'd
         you'll you're you've your yours yourself yourselves",
    )
});

/// Words that stay small in a title.
pub(crate) static TITLE_WORDS: WordList = LazyLock::new(|| {
    list(
        "a an and as at but by de for from in into nor of off on onto or over per the to up upon via with",
    )
});

/// What a division of a book is called; with a number behind it, a line is a heading.
pub(crate) static DIVISIONS: WordList = LazyLock::new(|| {
    list(
        "act appendix book canto chapter epilogue interlude part prelude prologue scene section volume",
    )
});

/// Numbers in words, as they stand in headings.
pub(crate) static NUMBER_WORDS: WordList = LazyLock::new(|| {
    list(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
         seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred first
         second third fourth fifth sixth seventh eighth ninth tenth last",
    )
});
