//! What the rules about seasons find, and what they leave out.

use super::*;

fn clashes(source: &str) -> Vec<(String, String)> {
    let text = Text::new(source);
    let spoken = crate::dialogue::spoken(&text, &crate::quotations(&text));
    season_clashes(&text, &spoken).into_iter().map(|it| (it.date, it.sign)).collect()
}

#[test]
fn what_does_not_belong_to_the_season_is_found() {
    for (source, date, sign) in [
        ("On the 12th of July the snow lay deep on the fields.", "July", "snow"),
        ("It was the third of July. Icicles hung from the eaves.", "July", "Icicles"),
        ("It was a hot August evening, and the children skated on the pond.", "August", "skated"),
        ("That January the haymakers were in the meadow until dusk.", "January", "haymakers"),
        ("It was mid-October; bluebells filled the wood.", "October", "bluebells"),
        ("14 June. The trees were leafless along the road.", "June", "leafless"),
        ("It was midsummer, and the pond was frozen over.", "midsummer", "frozen"),
        (
            "December had come. It was December, and bees hummed about the door.",
            "December",
            "bees hummed",
        ),
        ("It was a mellow October day. Lilacs stood at the wall.", "October", "Lilacs"),
        ("It snowed all day on the third of June.", "June", "snowed"),
        (
            "It was midsummer.\n\nThe house was quiet, and nobody came all that day. They sat in the garden, and read to each \
             other, and slept, and woke, and read again. Nobody spoke of the letter, and nobody spoke of the boat, for all had \
             been said that could be said, and more than should have been. The children were sent to bed, and cried, and were \
             quiet. In the night somebody knocked, and went away again before the door was opened. Nobody was there.\n\nThey \
             rose late. The snow lay on the road.",
            "midsummer",
            "snow",
        ),
        (
            "Under a bright sun, at almost Midsummer, they came.\n\nThe lime-walk was cool. The crocuses were out.",
            "Midsummer",
            "crocuses",
        ),
        ("Winter had come. The meadow was yellow with buttercups.", "Winter", "buttercups"),
        ("In April they were gathering apples.", "April", "gathering apples"),
        ("It was December. The corn stood ripe.", "December", "corn stood ripe"),
        (
            "On Christmas Day the apple trees were in blossom.",
            "Christmas",
            "apple trees were in blossom",
        ),
        ("It was June. The leaves were falling.", "June", "leaves were falling"),
        (
            "One day in March the swallows were gathering on the roof.",
            "March",
            "swallows were gathering on",
        ),
        ("On the tenth of June the sun set at four.", "June", "sun set at four"),
        (
            "It was early in April, and in the meadow the hay was lying cut.",
            "April",
            "hay was lying cut",
        ),
        ("It was the second of November. Corncrakes called.", "November", "Corncrakes"),
        ("That October they found wild strawberries.", "October", "wild strawberries"),
        ("It was July. The carol-singers came.", "July", "carol-singers"),
        ("It was June. The evenings were drawing in.", "June", "evenings were drawing in"),
        ("One January day the garden was full of roses.", "January", "garden was full of roses"),
        (
            "28 July.—Lucy never sleeps well.\n\nI remember nothing more.\n\nAfter dinner we walked. The snow lay thick on the path.",
            "July",
            "snow",
        ),
    ] {
        let wanted = vec![(date.to_owned(), sign.to_owned())];
        assert_eq!(clashes(source), wanted, "{source}");
    }
}

#[test]
fn what_belongs_to_it_or_is_not_there_is_not_found() {
    for source in [
        "On the 12th of January the snow lay deep on the fields.",
        "On the 12th of July her face was white as snow.",
        "On the 12th of July he remembered the snow on the fields.",
        "On the 12th of July there was no snow on the fields.",
        "In July the snow still lay on the summit of the mountain.",
        "In July, in Melbourne, the snow lay on the fields.",
        "“In July the snow lay on the fields,” she said.",
        "It was July. He stood frozen at the door.",
        "Since July he had not seen snow. The snow lay deep.",
        "It may snow on the fields.",
        "In the summer he worked there. The snow lay deep now.",
        "In January the snow lay deep, and in June the roses bloomed.",
        "The frost killed the vines, and in July the farm was sold.",
        "In July last he sailed for home. The snow lay deep on the road now.",
        "On 3 July 1915 Tom enlisted. They drilled all summer in the rain. The snow lay deep.",
        "12 July.—Hale told us of the march.\n\nThe men ate their horses.\n\nThe snow lay deep.",
        "That June evening the children ran with bare feet under the elms.",
        "That January roses bloomed in her cheeks.",
        "In December she picked the currants out of her bun.",
        "It was January. They lay on the hay, making plans.",
        "It was July. They played under the trees with bare feet.",
        "In July he worked in the woods, bare to the waist.",
        "It was January. Hay was brought for the horses.",
        "In March she picked some apples from the barrel.",
        "It was January. She came in with her arms full of roses.",
        "It was December. She wore a wreath of apple blossom.",
        "The snow of December lay till June.",
        "It was a June evening, and there was no snow to be seen.",
        "He gave a spring. The nuts were gathered, and the haymakers slept.",
        "It was like a June evening by the fire. Outside the snow fell.",
    ] {
        assert_eq!(clashes(source), [], "{source}");
    }
}

#[test]
fn two_signs_of_one_scene_may_belong_to_different_seasons() {
    for (source, first, second) in [
        (
            "The snow lay deep on the road.\n\nShe smelt the roses, which were in full bloom.",
            "snow",
            "roses, which were in full bloom",
        ),
        (
            "Snowdrops stood in the border. They were reaping the barley.",
            "Snowdrops",
            "reaping the barley",
        ),
        (
            "It was a dreary night of November.\n\nHe had slept badly.\n\nRain fell on the lilacs which were in full blossom.",
            "November",
            "lilacs which were in full blossom",
        ),
        (
            "The lilacs were in their first bloom, and the sun lay on the yellowing trees.",
            "lilacs were in their first bloom",
            "yellowing trees",
        ),
        (
            "It was a dreary night of November.\n\nHe stood beneath a cherry-tree that was white with blossom.",
            "November",
            "cherry-tree that was white with blossom",
        ),
    ] {
        assert_eq!(clashes(source), vec![(first.to_owned(), second.to_owned())], "{source}");
    }
    for source in [
        "The snow lay on the road. The crocuses were out.",
        "The roses were in full bloom. The corn stood ripe.",
        "The snow lay deep on the road.\n\n* * *\n\nThe roses were in full bloom.",
        "The snow lay deep on the road. Six months passed. The roses were in full bloom.",
        "The snow lay deep on the road. He thought of home. The roses were in full bloom there.",
        "Snow lay on the road. In June the roses were in full bloom.",
        "The snow lay deep. The cuckoo clock struck nine.",
        "Snow fell. He turned his sunburnt face away.",
        "The snow lay deep. A year passed. The roses were in full bloom.",
        "It was July. The snow lay thick — or so he dreamed.",
        "It was a night of November. He passed the cherry tree that had been white with blossom.",
    ] {
        assert_eq!(clashes(source), [], "{source}");
    }
}
