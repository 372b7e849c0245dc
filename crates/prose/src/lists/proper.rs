//! Words around names: forms of address, months and peoples, and capitals that are no names.

use std::sync::LazyLock;

use super::{WordList, list};

/// Forms of address of knights and of lords, which only they have.
pub(crate) const PEERAGE: [&str; 2] = ["sir", "lord"];

/// Forms of address and rank that stand before a name and belong to it.
pub(crate) static HONORIFICS: WordList = LazyLock::new(|| {
    list(
        "mr mrs ms miss misses mister mistress missus mx master dr doctor prof professor sir sirs madam madame
         ma'am dame lord lady rev reverend father brother sister mother saint st ste hon capt captain
         cpt cmdr commander cdr col colonel gen general lt lieutenant sgt sergeant cpl corporal pvt
         private maj major adm admiral insp inspector constable detective supt superintendent senator
         sen gov governor pres president minister ambassador judge justice king queen prince princess
         emperor empress tsar czar duke duchess marquis marquess count countess earl viscount baron
         baroness baronet knight squire pope cardinal bishop archbishop abbot abbess friar sheikh sultan
         rajah herr frau fraulein fräulein mein monsieur mme mlle mademoiselle messrs senor señor
         senora señora don doña donna signor signora signorina uncle aunt auntie aunty cousin grandpa
         grandma granny nurse archdeacon dean canon deacon vicar marshal monsignor citoyen citoyenne citizen
         comrade widow goodman goodwife goody mis missis missie cap'n fra dom chancellor alderman mayor
         mester señorita senorita mynheer rabbi sheriff viscountess archduke archduchess maharajah laird
         padre abbé abbe grandfather grandmother brigadier ensign parson farmer lawyer hunter gaffer",
    )
});

/// Forms of address for men.
pub(crate) static ADDRESSES_OF_MEN: WordList = LazyLock::new(|| {
    list(
        "mr mister sir lord king prince emperor tsar czar duke marquis count earl viscount baron baronet
         herr monsieur senor señor don signor uncle grandpa mester mynheer archduke laird padre abbé abbe
         grandfather",
    )
});

/// Forms of address for women.
pub(crate) static ADDRESSES_OF_WOMEN: WordList = LazyLock::new(|| {
    list(
        "mrs miss ms missus mistress madam madame ma'am dame lady queen princess empress duchess
         marquess countess baroness frau fraulein fräulein mme mlle mademoiselle senora señora doña
         donna signora signorina aunt auntie aunty grandma granny señorita senorita viscountess
         archduchess grandmother",
    )
});

/// Words inside a form of address of several words: "Lord High Chancellor".
pub(crate) static INSIDE_ADDRESSES: WordList =
    LazyLock::new(|| list("high chief deputy vice privy grand"));

/// Small words inside names.
pub(crate) static NAME_PARTICLES: WordList = LazyLock::new(|| {
    list(
        "af al ap bin ben da dal de del della den der des di dos du el ibn la le ter van von zu zur",
    )
});

/// Months and days of the week.
pub(crate) static CALENDAR: WordList = LazyLock::new(|| {
    list(
        "january february march april may june july august september october november december monday
         tuesday wednesday thursday friday saturday sunday christmas easter lent michaelmas whitsun
         whitsuntide jan feb aug sept oct nov dec",
    )
});

/// Words for peoples and languages: capitalised, but no names of anyone.
pub(crate) static DEMONYMS: WordList = LazyLock::new(|| {
    list(
        "african africans albanian american americans anglo arab arabian arabic arabs argentine armenian
         asian asians assyrian australian australians austrian austrians babylonian belgian belgians
         bengali bohemian brazilian british briton britons bulgarian bulgarians burmese byzantine
         canadian canadians catholic catholics celtic celts chilean chinese christian christians
         cornish croat croatian cuban czech czechs dane danes danish dutch dutchman dutchmen egyptian
         egyptians english englishman englishmen englishwoman ethiopian european europeans fleming
         flemish finn finnish finns french frenchman frenchmen frenchwoman gaelic german germanic germans
         gothic greek greeks gypsies gypsy hebrew hebrews hindu hindus hungarian hungarians iberian
         icelandic indian indians indonesian iranian iraqi irish irishman irishmen islamic israeli italian
         italians japanese jew jewish jews korean latin lithuanian macedonian magyar magyars malay maori
         mexican mexicans mongol mongolian moor moorish moors moroccan muslim muslims nigerian norman
         normans norse northman norwegian norwegians ottoman pakistani parisian persian persians peruvian
         pole poles polish polynesian portuguese prussian prussians protestant protestants puritan puritans
         roman romanian romanians romans roumanian russian russians saxon saxons scandinavian scot scotch
         scotchman scots scotsman scottish serb serbian serbs siberian sicilian slav slavic slavonic
         slovak slovaks spaniard spaniards spanish spartan swede swedes swedish swiss syrian szekely
         szekelys tartar tartars thai tibetan transylvanian trojan trojans turk turkish turks ukrainian
         venetian victorian vietnamese viking vikings wallach wallachian wallachs welsh welshman yankee
         yankees zulu",
    )
});

/// Words that are capitalised for other reasons than being a name, wherever they stand.
pub(crate) static NEVER_NAMES: WordList = LazyLock::new(|| {
    list(
        "ah aha alas amen aye ay bah bravo chapter oh ooh ow ouch eh er farewell goodbye goodnight ha hallo
         halloa hello hey hi hm hmm ho hurrah hush lo lor nay no nope o ok okay please pooh sh thanks tut ugh
         um well yea yeah yes i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx p.s
         p.p.s ps m.d d.d a.d b.c a.m p.m",
    )
});

/// What may follow a possessive inside the name of a place: "Robin Hood’s Bay".
pub(crate) static GEOGRAPHIC_NOUNS: WordList = LazyLock::new(|| {
    list(
        "abbey arms bay beach bridge canyon castle cathedral cave chapel church churchyard cliff close
         college common corner cottage court creek cross den end farm ferry field fields ford forest gap
         garden gardens gate grave green grove gully hall harbour harbor head heath hill hollow hospital
         hotel house inlet inn island isle keep lake landing lane ledge lodge lookout manor market meadow
         mill mine mountain oak pass passage peak place point pond pool port quay reach rest ridge river
         road rock run school seat spring square steps stone street tavern terrace tomb tower valley
         wall walk well wharf wood woods yard",
    )
});
