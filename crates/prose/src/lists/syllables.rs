//! Words whose syllables the rules would count wrongly, and first parts of compounds whose last e is
//! silent inside a word.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{WordList, list};

/// Parts in front whose final e is not spoken: some-one, fire-light.
pub(crate) static SILENT_E_PREFIXES: WordList = LazyLock::new(|| {
    list(
        "some there where here fore house horse home fire life time side grave stone smoke name shore
         whole wide like line gate type",
    )
});

/// Syllables of the exceptions, by word.
pub(crate) static SYLLABLE_EXCEPTIONS: LazyLock<HashMap<&'static str, usize>> =
    LazyLock::new(|| {
        let groups = [(1, ONE), (2, TWO), (3, THREE), (4, FOUR), (5, FIVE)];
        groups
            .iter()
            .flat_map(|(count, words)| words.split_whitespace().map(|word| (word, *count)))
            .collect()
    });

const ONE: &str = "
    aren't e'er fiend fiends friend friends ma'am ne'er o'er pierced priest priests queue
    queued queues quay quays reigned weird whilst yacht yachts tongued clothes mourned
    built guild guilt juice bruise bruised cruise suit fruit suite heir heirs aisle isle isles corps
";

const TWO: &str = "
    acne argue argued argues axes business christian colonel colonels crooked
    cashier clement cement create naive dialled diamond evening evenings every fluid foreign
    frontier handsome heathen heroes lawyer lawyers jagged jaguar juror leopard leopards liar liars lion lions marriage
    carriage carriages marriages maybe memoir moment naked onion onions people peoples persuade
    persuades pigeon poem poems poet poets premier quiet rabies ragged real realm righteous rugged
    sacred science soldier soldiers suave suede surgeon surgeons theatre theatres theater trial trials
    wednesday wicked wretched yeoman yeomen hundred hundreds kindred breeches
    preface surface surfaces conscience ancient patient patients cruel cruelly duel fuel gruel jewel
    jewels vowel towel forest forests chorus awesome lonesome tiresome sometimes something someone
    somewhat somewhere somehow therefore cordial brazier glazier crosier hosier courage ruin ruins ruined
    anxious biscuit biscuits circuit dahlia doesn't isn't wasn't didn't couldn't shouldn't
    wouldn't hadn't hasn't haven't mustn't needn't oughtn't mightn't fiery 
    heaven heavens fasten listen often aged blessed creature creatures season reason treason
    
";

const THREE: &str = "
    adobe agreement agreements area areas apache beloved businesslike businessman beautiful
    cavalier chandelier coyote creator creation creations deity diary diaries element elements
    everyone everything everywhere excitement favourite favorite finale foreigner
    foreigners forgiveness genuine heretic heroine heroines idea ideas idiot ideal implement increment
    inclement karate lieutenant lieutenants linear nuclear naivety parliament persuaded persuading
    recipe reenter realise realised realises realize realized realizes scientist
    scientists simile suicide supplement theory theories vehement violence violent violet
    violets violin brigadier recipes complement settlement settlements reaction
    reactions forever however whatever whenever wherever whichever piano pianos wilderness tedious
    somebody lioness
";

const FOUR: &str = "
    anemone apostrophe catastrophe catastrophes everybody cooperate epitome european europeans
    heredity hyperbole idealist idealism naturally reality realities society societies scientific
    vigilante zoology elementary coordinate penelope necessary february
    january literature temperature entirety coincidence
";

const FIVE: &str = "
    extraordinary hereditary cooperation coordination simultaneous simultaneously
";
