//! Prohibited elements, and the forms in which they are found.

use super::*;

/// The canon of a project without lore in which these elements are prohibited.
fn prohibiting(elements: &[&str]) -> Canon {
    let rules = LorekeeperProjectConfig {
        prohibited_elements: elements.iter().map(|element| (*element).to_owned()).collect(),
        ..LorekeeperProjectConfig::default()
    };
    canon(Vec::new(), rules)
}

#[test]
fn what_must_not_appear_is_found_as_whole_words_in_its_forms() {
    for (element, source, wanted) in [
        ("guns", "A gun lay there, and the Gun’s butt.", Some("gun")),
        ("gun", "Two guns lay there.", Some("guns")),
        ("gun", "He had begun to gunge.", None),
        ("No guns", "A GUN lay there.", Some("GUN")),
        ("rifles, \"six-shooters\" / bombs", "A six-shooter lay there.", Some("six-shooter")),
        ("time travel", "Of time\ntravel he knew nothing.", Some("time travel")),
        ("time travel", "He had time. Travel is dear.", None),
        ("to stab", "He was stabbed.", Some("stabbed")),
        ("to stab", "He stabs, stabbing.", Some("stabs")),
        ("to phone", "He was phoning.", Some("phoning")),
        ("to carry", "He carried it.", Some("carried")),
        ("to care", "The car stood there.", None),
        ("to give up", "He gives up.", Some("gives up")),
        ("witches", "A witch came.", Some("witch")),
        ("wolf", "Grey wolves came.", Some("wolves")),
        ("werewolves", "A werewolf came.", Some("werewolf")),
        ("women", "A woman came.", Some("woman")),
        ("omen", "An oman came.", None),
        ("to shoot", "He shot her.", Some("shot")),
        ("to shoot", "A shot rang out.", None),
        ("to steal", "It was stolen.", Some("stolen")),
        ("to mark", "Mark came.", None),
        ("to mark", "They mark the trees.", Some("mark")),
        ("to stab", "It was a stab of pain, a painful stab.", None),
        ("to stab", "Do not stab him.", Some("stab")),
        ("to flee", "Fleeing, they came.", Some("Fleeing")),
        ("guns or knives", "A knife lay there.", Some("knife")),
        ("Knights of Malta", "The Knights of Malta came.", Some("Knights of Malta")),
        ("“house of cards”", "A house of cards fell.", Some("house of cards")),
        ("run out of time", "They ran out of time.", Some("ran out of time")),
        ("run out of time", "They run out of time.", Some("run out of time")),
        ("kick the bucket", "He had kicked the bucket.", Some("kicked the bucket")),
        ("light (noun)", "The light went out.", Some("light")),
        ("light (noun)", "The lights went out.", Some("lights")),
        ("light (noun)", "Light the lamp, or I light it.", None),
        ("shoot (verb)", "He shot her.", Some("shot")),
        ("shoot (v.)", "A shot rang out.", None),
        ("", "Nothing.", None),
        ("!!!", "Nothing!!!", None),
    ] {
        let found = said(Check::ProhibitedElements, &prohibiting(&[element]), source);
        let wanted = wanted.map_or(Vec::new(), |quote| one("prohibited_element", quote));
        assert_eq!(found, wanted, "{element:?} in {source:?}");
    }
}

#[test]
fn a_sentence_may_say_what_must_not_appear() {
    for (element, source, wanted) in [
        (
            "Nobody in this book takes snuff or smokes tobacco.",
            "He took snuff.",
            Some("took snuff"),
        ),
        ("Nobody smokes.", "Tom was smoking.", Some("smoking")),
        (
            "No one may drink wine.",
            "He had drunk a glass of the wine.",
            Some("drunk a glass of the wine"),
        ),
        ("No one may drink wine.", "He drank. The wine was there.", None),
        (
            "Characters must never use a telephone.",
            "She used a telephone.",
            Some("used a telephone"),
        ),
        ("The word “suddenly” must not appear.", "Suddenly it rained.", Some("Suddenly")),
        ("Do not mention dragons", "A dragon came.", Some("dragon")),
        ("Telephones are forbidden in this story.", "A telephone rang.", Some("telephone")),
        ("take snuff", "having taken his pinch of snuff,", Some("taken his pinch of snuff")),
        ("run away", "He ran to the gate and away.", None),
        ("Nobody drinks wine.", "He drank no wine.", None),
        ("Nobody drinks wine.", "She drank her tea and poured Tom some wine.", None),
        ("drink wine", "The drink of wine was good.", None),
        ("take snuff", "He took the tray and offered Tom snuff.", None),
        ("The phrase “now or never” must not appear.", "Now we go.", None),
        (
            "The phrase “now or never” must not appear.",
            "It was now or never.",
            Some("now or never"),
        ),
        ("The words “a” and “oh” must not appear.", "Oh, he said.", Some("Oh")),
        ("Nobody uses wine.", "He gave us wine.", None),
        ("Nobody ever takes snuff.", "He took snuff.", Some("took snuff")),
        (
            "Characters must never use a telephone.",
            "She used the telephone.",
            Some("used the telephone"),
        ),
        ("see red", "She saw a red coat.", None),
        ("take snuff", "He took his snuff-box.", None),
        ("there is no doubt", "He had a doubt.", None),
        ("nobody knew", "He knew.", None),
        ("nobody knew", "And nobody knew.", Some("nobody knew")),
        ("They never marry.", "They married.", None),
        ("Never use the first person", "He was the first person there.", None),
        (
            "Do not mention Knights of Malta.",
            "The Knights of Malta came.",
            Some("Knights of Malta"),
        ),
    ] {
        let found = said(Check::ProhibitedElements, &prohibiting(&[element]), source);
        let wanted = wanted.map_or(Vec::new(), |quote| one("prohibited_element", quote));
        assert_eq!(found, wanted, "{element:?} in {source:?}");
    }
}

#[test]
fn a_prohibited_element_is_counted_and_quoted_with_its_places() {
    let canon = prohibiting(&["gun", "any kind of machine that can think for itself"]);
    let subject = Subject::new(None, "A gun. *Two* guns, and a gun.".to_owned());

    let found = run(Check::ProhibitedElements, &subject, &canon).0.remove(0);

    assert_eq!(found.message, "“gun” must not appear in this project, and stands here 3 times.");
    assert_eq!(found.detail.as_ref().unwrap()["words"], json!(["gun", "guns"]));
    assert_eq!(found.severity, Severity::High);
    let detail = found.detail.unwrap();
    assert_eq!((&detail["count"], &detail["passage"]), (&json!(3), &json!("A gun.")));
    assert_eq!(detail["places"][1], json!({ "quote": "guns", "start": 13, "end": 17 }));
    let described = of_project(&canon, Check::ProhibitedElements);
    assert_eq!(described.len(), 1);
    assert_eq!(described[0].0, "unreadable_element");
}

#[test]
fn a_prohibited_element_is_named_as_it_stands() {
    for (element, source, wanted) in [
        (
            "Guns",
            "The Guns lay there.",
            "“Guns” must not appear in this project, and stands here once.",
        ),
        (
            "guns",
            "A Gun lay there.",
            "“Gun” stands here once: “guns” must not appear in this project.",
        ),
        (
            "rifles, bombs",
            "A bomb. A bomb.",
            "“bomb” stands here twice: “rifles, bombs” must not appear in this project.",
        ),
        (
            "rifles, bombs",
            "A bomb, a rifle, bombs.",
            "“bomb”, “rifle” and “bombs” stand here 3 times: “rifles, bombs” must not appear in this project.",
        ),
        (
            "to kill",
            "He killed, kills.",
            "“killed” and “kills” stand here twice: “to kill” must not appear in this project.",
        ),
        (
            "a, b, c, d, e, f",
            "A b c d e f",
            "“A”, “b”, “c”, “d”, “e” … stand here 6 times: “a, b, c, d, e, f” must not appear in this project.",
        ),
        (
            "Nobody takes snuff.",
            "He took snuff.",
            "“took snuff” stands here once. The project says: “Nobody takes snuff.”",
        ),
    ] {
        let subject = Subject::new(None, source.to_owned());
        let found = run(Check::ProhibitedElements, &subject, &prohibiting(&[element])).0;
        assert_eq!(found[0].message, wanted);
    }
}

#[test]
fn each_part_of_an_element_that_cannot_be_looked_for_is_named() {
    for (element, wanted) in [
        ("guns, time travel", 0),
        ("any magic", 0),
        ("guns, any kind of magic", 1),
        ("machines that think or talk / use of magic / bombs", 2),
        ("!!!", 1),
        ("Nobody in this book is ever called by a nickname.", 1),
        ("No one may use any kind of magic.", 1),
        ("Nobody takes snuff or smokes tobacco.", 0),
        ("Nobody uses cars or telephones.", 1),
        ("No one swears, ever.", 1),
        ("Characters do not have telephones of any kind.", 1),
    ] {
        let found = of_project(&prohibiting(&[element]), Check::ProhibitedElements);
        assert_eq!(found.len(), wanted, "{element}: {found:?}");
        assert!(found.iter().all(|(rule, _)| rule == "unreadable_element"), "{found:?}");
    }
}
