//! Abbreviations whose full stop does not end a sentence, in the three ways they are used. Those that
//! may well end one ("etc.", "p.m.", "Ltd.") are on no list: the capital after them decides.

use std::sync::LazyLock;

use super::{WordList, list};

/// Stand before a name: "Mr. Harker", "St. Mary’s".
pub(crate) static BEFORE_NAMES: WordList = LazyLock::new(|| {
    list(
        "mr mrs ms mx dr drs prof rev revd hon capt cpt cmdr cdr col gen lt sgt cpl pvt maj adm brig
         insp supt sen rep gov pres amb atty fr st ste mt mts ft messrs mm mme mmes mlle mgr
         msgr sra srta esqr vis visc bp abp rt lieut sergt corp comdr det ald wm geo chas thos jas robt
         saml danl benj edw",
    )
});

/// Stand before a number: "No. 5", "pp. 12", "Sept. 3".
pub(crate) static BEFORE_NUMBERS: WordList = LazyLock::new(|| {
    list(
        "no nos nr p pp vol vols ch chap fig figs art sec sect par para v vv l ll c ca cap ed
         jan feb mar apr jun jul aug sep sept oct nov dec op mon tue tues wed thu thur thurs fri ft lb lbs oz",
    )
});

/// Stand inside a sentence before anything: "e.g. Paris".
pub(crate) static NEVER_LAST: WordList =
    LazyLock::new(|| list("e.g eg i.e ie cf viz vs approx incl esp resp"));

/// Nouns that a letter behind them names a case of: "Plan B. Tom agreed."
pub(crate) static BEFORE_LETTERS: WordList = LazyLock::new(|| {
    list(
        "plan vitamin class grade type section group point exhibit level size letter letters flat room row
         block platform gate major minor ward company column side appendix deck form chord key",
    )
});
