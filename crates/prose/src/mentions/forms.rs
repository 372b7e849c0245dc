//! The forms of English names: from a word of a text back to what it may be a form of.

/// Letters a name has at least, to be found in the plural: the plural of a shorter one is most often
/// another word ("As", "Its").
const PLURAL_LETTERS_MIN: usize = 3;

/// What a word in lower case may be the possessive ("mina's") or the plural of ("harkers",
/// "joneses", "harries", and by the custom of names "harrys"). The possessive of a plural needs no
/// rule, since its apostrophe stands behind the word. The word itself is not among them.
pub(super) fn bases(word: &str) -> Vec<String> {
    if let Some(base) = word.strip_suffix("'s") {
        return if base.is_empty() { Vec::new() } else { vec![base.to_owned()] };
    }
    let mut bases = Vec::new();
    let mut add = |base: String, is_plural: fn(&str) -> bool| {
        let is_long = base.chars().take(PLURAL_LETTERS_MIN).count() == PLURAL_LETTERS_MIN;
        if is_long && is_plural(&base) {
            bases.push(base);
        }
    };
    let Some(base) = word.strip_suffix('s') else { return bases };
    add(base.to_owned(), |base| {
        base.ends_with(char::is_alphanumeric) && !base.ends_with(['s', 'x', 'z'])
    });
    if let Some(base) = word.strip_suffix("es") {
        add(base.to_owned(), |base| {
            base.ends_with(['s', 'x', 'z', 'o']) || base.ends_with("ch") || base.ends_with("sh")
        });
    }
    if let Some(base) = word.strip_suffix("ies") {
        add(format!("{base}y"), |base| {
            let before = base.chars().rev().nth(1);
            before.is_some_and(|letter| letter.is_alphabetic() && !"aeiou".contains(letter))
        });
    }
    bases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_traced_back_to_its_word() {
        for (word, wanted) in [
            ("mina", &[][..]),
            ("mina's", &["mina"]),
            ("james's", &["james"]),
            ("a's", &["a"]),
            ("'s", &[]),
            ("harkers", &["harker"]),
            ("joneses", &["jonese", "jones"]),
            ("foxes", &["foxe", "fox"]),
            ("foxs", &[]),
            ("jamess", &[]),
            ("kochs", &["koch"]),
            ("bushes", &["bushe", "bush"]),
            ("heroes", &["heroe", "hero"]),
            ("pianos", &["piano"]),
            ("harries", &["harrie", "harry"]),
            ("harrys", &["harry"]),
            ("grays", &["gray"]),
            ("graies", &["graie"]),
            ("r2d2s", &["r2d2"]),
            ("as", &[]),
            ("its", &[]),
            ("s", &[]),
            ("", &[]),
            ("élans", &["élan"]),
        ] {
            assert_eq!(bases(word), wanted, "{word:?}");
        }
    }
}
