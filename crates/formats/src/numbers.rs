//! How numbers of headings and lists are written.

/// How a number is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Form {
    /// Nothing is said of it.
    #[default]
    Unsaid,
    None,
    Bullet,
    Decimal,
    UpperRoman,
    LowerRoman,
    UpperAlphabetic,
    LowerAlphabetic,
}

impl Form {
    /// A number in this form.
    pub(crate) fn displayed(self, number: u32) -> String {
        let found = match self {
            Self::UpperRoman => roman(number),
            Self::LowerRoman => roman(number).map(|it| it.to_lowercase()),
            Self::UpperAlphabetic => letter(number, b'A'),
            Self::LowerAlphabetic => letter(number, b'a'),
            Self::Unsaid | Self::None | Self::Bullet | Self::Decimal => None,
        };
        found.unwrap_or_else(|| number.to_string())
    }
}

fn letter(number: u32, first: u8) -> Option<String> {
    let at = u8::try_from(number.checked_sub(1)?).ok().filter(|it| *it < 26)?;
    Some(char::from(first + at).to_string())
}

fn roman(number: u32) -> Option<String> {
    const DIGITS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if !(1..4000).contains(&number) {
        return None;
    }
    let (mut rest, mut out) = (number, String::new());
    for (value, digit) in DIGITS {
        while rest >= value {
            out.push_str(digit);
            rest -= value;
        }
    }
    Some(out)
}
