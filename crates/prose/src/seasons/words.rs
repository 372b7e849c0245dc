//! The words of the rules about seasons: signs of each, names of dates, and what makes either something else.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::lists::{WordList, list};

/// Months as a set: bit 0 is January.
pub(super) type Months = u16;

const fn months(from: u32, to: u32) -> Months {
    let (mut set, mut month) = (0, from);
    loop {
        set |= 1 << (month - 1);
        if month == to {
            return set;
        }
        month = month % 12 + 1;
    }
}

/// The months in which a sign is usual, given those in which it is never seen: of the months that remain a quarter at
/// each end is left out, where only another sign says what time of the year it is.
pub(super) fn usual_months(never: Months) -> Months {
    const ALL: Months = 0xfff;
    let earlier = |set: Months| set >> 1 | (set & 1) << 11;
    let later = |set: Months| (set << 1 | set >> 11) & ALL;
    let mut usual = ALL & !never;
    for _ in 0..usual.count_ones() / 4 {
        usual &= earlier(usual) & later(usual);
    }
    usual
}

/// Signs of a season, each with the months in which they are not seen. The first word of a sign may be any of
/// several, and any word may be the beginning of one.
const SIGNS: [(&str, Months); 59] = [
    // Snow and ice.
    ("snowbound snowed-in snow-covered snow-drift snow-drifts", months(6, 8)),
    (
        "snow snowed snowing snows snowy-afternoon snowy-morning snowy-day snowy-night snowy-evening snowdrift snowdrifts snowflake snowflakes snowfall snowstorm blizzard slush \
         sleet",
        months(6, 8),
    ),
    (
        "icicle icicles hoarfrost hoar-frost sleigh sleighs sledge sledges toboggan skating skated skaters",
        months(6, 8),
    ),
    ("frost frosts frosty frozen frostbitten rime", months(6, 8)),
    (
        "ice-on thin-ice skin-of-ice crust-of-ice sheet-of-ice black-ice broke-the-ice-in \
         chilblains",
        months(6, 8),
    ),
    // Trees without leaves, and with the first, the full and the last.
    ("leafless", months(6, 8)),
    (
        "bare-branches bare-boughs bare-trees bare-twigs naked-branches naked-boughs naked-trees bare-elms bare-oaks \
         bare-beeches bare-limes bare-poplars bare-willows bare-hedges bare-woods bare-orchard naked-elms naked-oaks \
         naked-hedges",
        months(6, 8),
    ),
    (
        "buds-were buds-swelled budding first-buds swelling-buds new-leaves-unfolded bursting-buds \
         buds-burst",
        months(9, 12),
    ),
    (
        "young-leaves first-green-leaves unfolding-leaves opening-leaves leaves-unfolded",
        months(9, 1),
    ),
    ("full-leaf thick-with-leaves", months(12, 2)),
    (
        "fallen-leaves falling-leaves dead-leaves-fell dead-leaves-drifted leaves-were-turning \
         leaves-had-turned leaves-turned-red leaves-turned-gold autumn-leaves yellow-leaves-fell \
         leaves-were-falling drifts-of-leaves red-and-gold-leaves",
        months(5, 7),
    ),
    ("last-leaves-were last-leaves-fell last-of-the-leaves", months(3, 7)),
    (
        "yellowing-trees reddening-leaves autumn-gold autumn-colours autumn-colors browning-bracken \
         crimson-leaves",
        months(12, 7),
    ),
    (
        "young-bracken uncurling-bracken uncurling-ferns bracken-uncurled ferns-uncurled",
        months(9, 3),
    ),
    // Flowers of the spring.
    ("snowdrops snowdrop", months(5, 11)),
    ("crocuses crocus", months(5, 8)),
    ("daffodils daffodil", months(6, 12)),
    ("bluebells bluebell wild-hyacinths", months(7, 2)),
    ("wood-anemones windflowers blackthorn-blossom", months(8, 1)),
    ("primroses cowslips catkins", months(7, 11)),
    ("tulips", months(8, 12)),
    (
        "apple-blossom cherry-blossom apple-blossoms cherry-blossoms may-blossom hawthorn-blossom plum-blossom \
         pear-blossom almond-blossom blossoming-branches blossoming-boughs blossoming-trees blossoming \
         lilacs lilac-blossom lilac-bloomed lilacs-bloomed",
        months(8, 2),
    ),
    ("chestnut-candles", months(10, 2)),
    // Flowers of the summer and the autumn.
    (
        "foxgloves dog-roses wild-roses hay-carts meadowsweet meadow-sweet moon-daisies ox-eye-daisies \
         sweet-peas hollyhocks willow-herb elder-blossom",
        months(11, 4),
    ),
    ("peonies", months(10, 3)),
    ("honeysuckle poppies garden-was-full-of-roses gardens-were-full-of-roses", months(12, 2)),
    ("sunflowers thistledown purple-heather purple-with-heather", months(12, 5)),
    ("dahlias", months(1, 5)),
    ("chrysanthemums", months(3, 6)),
    ("michaelmas-daisies harvest-moon", months(1, 6)),
    // What is ripe.
    (
        "laden-with-apples heavy-with-apples laden-with-fruit heavy-with-fruit laden-with-ripe \
         heavy-with-ripe hung-with-ripe loaded-with-ripe loaded-with-apples",
        months(12, 6),
    ),
    ("ripe-plums ripe-peaches ripe-apricots", months(11, 6)),
    ("ripe-cherries", months(9, 5)),
    (
        "ripe-strawberries ripe-raspberries ripe-gooseberries ripe-currants wild-strawberries",
        months(10, 4),
    ),
    ("chestnuts-fell conkers blackberries-hung ripe-blackberries windfalls", months(1, 6)),
    (
        "acorns-fell acorns-dropped acorns-pattered nutting hazel-nuts-were ripe-nuts \
         ripe-hazelnuts ripe-walnuts",
        months(2, 7),
    ),
    ("rose-hips hips-and-haws scarlet-haws red-haws scarlet-hips red-hips", months(4, 7)),
    ("elderberries-hung ripe-elderberries black-elderberries", months(12, 6)),
    // Hay, corn and other work of the fields.
    (
        "haymaking haymakers hay-making hay-makers mowers sheaves new-mown new-mown-hay mown-hay haycocks \
         hay-cocks hay-harvest",
        months(12, 4),
    ),
    (
        "reapers harvesters harvesting reaping-the-barley reaping-the-corn reaping-the-wheat reaping-the-oats \
         cutting-the-corn cutting-the-wheat cutting-the-barley cutting-the-oats gleaners stooks \
         harvest-home harvest-supper harvest-waggons harvest-wagons",
        months(12, 5),
    ),
    (
        "ripening-corn cornfields-stood wheat-stood ripe-corn ripe-wheat ripe-barley ripe-oats \
         waving-corn waving-wheat ripening-wheat ripening-barley",
        months(11, 4),
    ),
    ("hop-picking hop-pickers hop-harvest grape-harvest", months(12, 7)),
    ("sheep-shearing shearing-the-sheep", months(11, 2)),
    // Animals.
    ("lambs-were newborn-lambs new-lambs young-lambs lambing", months(8, 12)),
    ("frogspawn tadpoles nestlings new-born-lambs", months(9, 1)),
    ("building-their-nests nest-building birds-were-nesting birds-were-building", months(9, 1)),
    (
        "cuckoo cuckoos nightingale nightingales swallows-dipped swallows-skimmed swifts-screamed \
         corncrake corncrakes nightjar nightjars",
        months(10, 2),
    ),
    (
        "buttercups butterflies dragonflies bees-hummed bees-droned humming-of-bees hum-of-bees bees-were \
         wasps bumble-bees bumblebees humming-bees drone-of-bees murmur-of-bees hum-of-the-bees drowsy-bees",
        months(11, 2),
    ),
    ("fireflies glow-worms grasshoppers cicadas", months(11, 3)),
    ("frogs-croaked frogs-were-croaking croaking-of-frogs croaking-of-the-frogs", months(11, 1)),
    (
        "swallows-were-gathering-on swallows-were-gathering-for swallows-gathered-on swallows-gathered-for \
         martins-were-gathering-on martins-gathered-on",
        months(11, 6),
    ),
    // Heat, and the length of the day.
    (
        "sweltering scorching sultry heat-haze heat-wave heatwave heat-shimmered blazing-heat stifling-heat \
         burning-heat summer-heat heat-of-the-sun sunstroke sunburnt sunburned sunbathers",
        months(12, 2),
    ),
    ("sun-set-at-four sun-went-down-at-four sunset-at-four", months(4, 9)),
    ("sun-rose-at-four sun-was-up-at-four sun-was-up-by-four", months(10, 3)),
    (
        "evenings-were-drawing-in nights-were-drawing-in days-were-drawing-in days-were-growing-shorter \
         days-grew-shorter days-were-shortening",
        months(1, 6),
    ),
    (
        "days-were-lengthening days-were-growing-longer days-grew-longer evenings-were-lengthening",
        months(7, 11),
    ),
    // Feasts.
    ("carol-singers", months(2, 10)),
    ("hot-cross-buns", months(6, 1)),
    ("harvest-festival", months(12, 7)),
];

/// What grows, and how it is, behind "were" or "stood"; with the months in which it is not so.
const STATES: [(&str, &str, Months); 21] = [
    (
        "trees boughs branches elms oaks beeches limes woods birches willows poplars maples",
        "bare naked",
        months(6, 8),
    ),
    (
        "trees elms oaks beeches limes woods hedges birches willows poplars maples",
        "leaf",
        months(12, 2),
    ),
    (
        "trees elms oaks beeches limes woods hedges birches willows poplars",
        "bud budding",
        months(9, 1),
    ),
    (
        "orchard orchards hawthorn hawthorns lilac lilacs laburnum laburnums chestnut chestnuts apple pear plum cherry \
         blackthorn",
        "blossom blossoms blossoming blossomed bloom flower flowering",
        months(8, 2),
    ),
    ("roses", "bloom blooming", months(12, 2)),
    ("daffodils tulips bluebells cowslips", "bloom blooming flower out", months(8, 12)),
    ("sunflowers hollyhocks dahlias", "bloom blooming flower", months(1, 5)),
    ("chrysanthemums asters", "bloom blooming flower", months(2, 6)),
    ("heather", "bloom blooming flower", months(12, 5)),
    ("limes lavender", "bloom blooming flower", months(11, 4)),
    ("strawberries raspberries gooseberries currants", "ripe", months(11, 4)),
    ("cherries", "ripe", months(10, 4)),
    ("apples pears plums", "ripe", months(2, 6)),
    ("blackberries", "ripe", months(12, 6)),
    ("nuts hazelnuts walnuts acorns", "ripe", months(1, 7)),
    ("hops", "ripe", months(12, 7)),
    ("corn wheat barley oats rye", "ripe reaped", months(11, 4)),
    ("hay", "cut mown", months(11, 4)),
    ("harvest", "carried brought", months(11, 5)),
    ("leaves", "falling", months(4, 7)),
    ("swallows martins swifts rooks", "nesting building", months(9, 1)),
];

/// Verbs between what grows and how it is, of which one is needed, and other words that may stand there.
pub(super) static GROWING: WordList = LazyLock::new(|| list("was were is stood hung lay had"));
pub(super) static LINKS: WordList = LazyLock::new(|| {
    list(
        "been being already all now quite nearly in full snow white with thick tree trees that which first fresh \
         their its early just breaking bursting into coming out lying standing down still",
    )
});

/// What is picked, behind "picking", with the months in which it does not grow.
const PICKED: [(&str, Months); 5] = [
    ("strawberries raspberries gooseberries", months(11, 4)),
    ("cherries", months(10, 4)),
    ("apples pears plums", months(2, 6)),
    ("blackberries elderberries", months(12, 6)),
    ("hops", months(12, 7)),
];

/// How it is picked, and words that may stand between.
pub(super) const PICKING: [&str; 4] = ["picked", "picking", "gathered", "gathering"];
pub(super) const BEFORE_PICKED: [&str; 6] = ["the", "some", "ripe", "wild", "their", "her"];

/// What grows: how it is, and the months.
pub(super) static STATE_INDEX: LazyLock<HashMap<&'static str, Vec<(&'static str, Months)>>> =
    LazyLock::new(|| {
        let mut index: HashMap<&str, Vec<(&str, Months)>> = HashMap::new();
        for (nouns, states, months) in STATES {
            for noun in nouns.split_whitespace() {
                let states = states.split_whitespace().map(|it| (it, months));
                index.entry(noun).or_default().extend(states);
            }
        }
        index
    });

/// The months in which something does not grow that is picked.
pub(super) fn picked(noun: &str) -> Option<Months> {
    PICKED.iter().find(|(nouns, _)| nouns.split(' ').any(|it| it == noun)).map(|(_, it)| *it)
}

/// The words of a sign, and the months in which it is not seen.
type Sign = (Vec<&'static str>, Months);

/// The signs by their first words: the words of each, and the months in which it is not seen.
pub(super) static SIGN_INDEX: LazyLock<HashMap<&'static str, Vec<Sign>>> = LazyLock::new(|| {
    let mut index: HashMap<&'static str, Vec<Sign>> = HashMap::new();
    for (signs, months) in SIGNS {
        for sign in signs.split_whitespace() {
            let words: Vec<&str> = sign.split('-').collect();
            index.entry(words[0]).or_default().push((words, months));
        }
    }
    index
});

/// Names of months and seasons, and days that are always in one.
pub(super) const DATES: [(&str, Months); 26] = [
    ("january", months(1, 1)),
    ("february", months(2, 2)),
    ("march", months(3, 3)),
    ("april", months(4, 4)),
    ("may", months(5, 5)),
    ("june", months(6, 6)),
    ("july", months(7, 7)),
    ("august", months(8, 8)),
    ("september", months(9, 9)),
    ("october", months(10, 10)),
    ("november", months(11, 11)),
    ("december", months(12, 12)),
    ("midsummer", months(6, 7)),
    ("summer", months(6, 8)),
    ("midwinter", months(12, 1)),
    ("winter", months(12, 2)),
    ("autumn", months(9, 11)),
    ("spring", months(3, 5)),
    ("springtime", months(3, 5)),
    ("summertime", months(6, 8)),
    ("wintertime", months(12, 2)),
    ("christmas", months(12, 12)),
    ("candlemas", months(2, 2)),
    ("michaelmas", months(9, 9)),
    ("lammas", months(8, 8)),
    ("martinmas", months(11, 11)),
];

/// Words before a month or season that make it the present one.
pub(super) static BEFORE_DATES: WordList = LazyLock::new(|| {
    list(
        "in of that this was mid early late hot one on a the warm cold bright wet ’twas almost nearly now",
    )
});

/// Words before a date that make it another time than that of the scene.
pub(super) static BEFORE_OTHER_DATES: WordList = LazyLock::new(|| {
    list(
        "by before from every each all when whenever after back till until since during \
         through than",
    )
});

/// Words before a date, or between a date and a sign, that make it another time than that of the scene.
pub(super) static OTHER_TIMES: WordList = LazyLock::new(|| {
    list(
        "last next ago would could should might will shall if remember remembered recalled \
         dreamed dreamt dream imagine imagined thought wish wished hoped waited later \
         previous coming following always usually often sometimes never ever promised spoke \
         told talked picture painting painted memory memories winters summers",
    )
});

/// Words that make of a sign a comparison.
pub(super) static COMPARING: WordList = LazyLock::new(|| list("like as than colour"));

/// Bodies of water, and ground, which are frozen where a person only seems to be.
pub(super) static FREEZING: WordList = LazyLock::new(|| {
    list(
        "pond ponds lake river ground canal stream sea earth brook water pump puddles fields \
         moat pool",
    )
});

/// Words that say that a sign is not there or is strange.
pub(super) static NO_SIGNS: WordList = LazyLock::new(|| {
    list(
        "no not never nor without neither none melted gone unseasonable unseasonably unusual \
         unusually strange strangely freak impossible impossibly magic miracle enchanted even \
         although though despite spite seemed artificial fake paper painted print cotton \
         globe queen wig cheek cheeks hat wreath arms vase vases bowl hothouse greenhouse conservatory glasshouse pressed dried silk \
         embroidered unlike still photograph hair withered dead seeds sowing sowed planted \
         handkerchief perfume pages ledger bouquet jar jam tea scent satin carpet wallpaper bible diary basket buttonhole bulbs \
         planting",
    )
});

/// Verbs that make the words of a sign something else: a person that is frozen, a look.
pub(super) static BEFORE_FROZEN: WordList = LazyLock::new(|| {
    list("he she i they face stood sat heart blood stared smile expression eyes voice with was")
});

/// Words that show high mountains or the far north.
pub(super) static COLD_LANDS: WordList = LazyLock::new(|| {
    list(
        "alps alpine alp mountain mountains peak peaks summit summits glacier glaciers \
         avalanche avalanches iceberg icebergs arctic polar pole siberia siberian greenland \
         iceland lapland spitsbergen himalaya himalayas andes rockies pyrenees carpathians \
         caucasus ridge range heights crag crags snowline whaler antarctic precipice pass \
         snowfield",
    )
});

/// Names of the south, where July is in winter, and of the tropics.
pub(super) static SOUTHERN: WordList = LazyLock::new(|| {
    list(
        "australia australian sydney melbourne queensland tasmania brisbane adelaide perth \
         zealand auckland dunedin argentina buenos chile chilean valparaiso santiago peru \
         lima bolivia brazil uruguay paraguay patagonia natal transvaal johannesburg durban \
         pretoria capetown zululand rhodesia zimbabwe mozambique madagascar antarctica \
         antarctic kerguelen falkland falklands java samoa fiji tahiti outback veldt veld",
    )
});
