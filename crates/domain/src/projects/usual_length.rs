//! How long books of a type and genre usually are, in words, to hold a manuscript against. The figures are
//! those of two sources that docs/api.md names: award rules for types, and advice to authors for novels.

use super::Genre;

/// Where the figures for types come from.
pub const TYPES_SOURCE: &str = "Nebula Rules of the SFWA";

/// Where the figures for novels of a genre come from.
pub const GENRES_SOURCE: &str =
    "Chuck Sambuchino, “Word Count for Novels and Children’s Books”, Writer’s Digest, 2016";

/// A range of lengths, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsualLength {
    /// What it is of, such as `novella`.
    pub of: &'static str,
    /// The fewest words.
    pub from: i64,
    /// The most words; none where there is no bound.
    pub to: Option<i64>,
    /// Where the figures come from.
    pub source: &'static str,
}

/// Types by length, the shortest first.
const TYPES: [(&str, i64, Option<i64>); 4] = [
    ("short story", 0, Some(7_499)),
    ("novelette", 7_500, Some(17_499)),
    ("novella", 17_500, Some(39_999)),
    ("novel", 40_000, None),
];

impl Genre {
    /// What novels of this genre are called where their length is spoken of, and their range.
    const fn usual(self) -> Option<(&'static str, i64, i64)> {
        match self {
            Self::YoungAdult => Some(("young-adult novel", 55_000, 79_999)),
            Self::Fantasy | Self::ScienceFiction => {
                Some(("fantasy or science-fiction novel", 100_000, 115_000))
            }
            Self::Mystery
            | Self::Thriller
            | Self::Crime
            | Self::Horror
            | Self::Romance
            | Self::Literary => Some(("literary or commercial novel", 80_000, 89_999)),
            _ => None,
        }
    }
}

impl UsualLength {
    /// Whether so many words are within it.
    pub fn has(&self, words: i64) -> bool {
        words >= self.from && self.to.is_none_or(|to| words <= to)
    }
}

/// What so many words are called by length alone.
pub fn type_of(words: i64) -> UsualLength {
    let all = TYPES.into_iter().map(of_type);
    all.into_iter().rev().find(|it| words >= it.from).unwrap_or(of_type(TYPES[0]))
}

/// What a project of this kind and these genres is usually as long as: its type, where the kind names
/// one, and for a novel the first of its genres that is known.
pub fn usual_lengths(kind: &str, genres: &[Genre]) -> Vec<UsualLength> {
    let kind = kind.trim().to_lowercase().replace(['_', '-'], " ");
    let of_kind = TYPES
        .into_iter()
        .rev()
        .find(|(name, ..)| kind.split_whitespace().eq(name.split_whitespace()));
    let is_shorter = of_kind.is_some_and(|(.., to)| to.is_some());
    let of_genre = if is_shorter { None } else { genres.iter().find_map(|it| it.usual()) };
    let of_genre = of_genre.map(|(of, from, to)| UsualLength {
        of,
        from,
        to: Some(to),
        source: GENRES_SOURCE,
    });
    of_kind.map(of_type).into_iter().chain(of_genre).collect()
}

const fn of_type((of, from, to): (&'static str, i64, Option<i64>)) -> UsualLength {
    UsualLength { of, from, to, source: TYPES_SOURCE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_has_a_type() {
        for (words, wanted) in [
            (0, "short story"),
            (7_499, "short story"),
            (12_519, "novelette"),
            (17_500, "novella"),
            (40_000, "novel"),
            (1_000_000, "novel"),
        ] {
            assert_eq!(type_of(words).of, wanted, "{words}");
            assert!(type_of(words).has(words));
        }
    }

    #[test]
    fn a_project_is_held_against_its_type_and_a_novel_against_its_genre() {
        let all = |kind: &str, genres: &[Genre]| -> Vec<(&str, i64)> {
            usual_lengths(kind, genres).iter().map(|it| (it.of, it.from)).collect()
        };
        let fantasy = ("fantasy or science-fiction novel", 100_000);

        assert_eq!(all("novella", &[Genre::Literary]), [("novella", 17_500)]);
        assert_eq!(all("Short_Story", &[]), [("short story", 0)]);
        let genres = [Genre::Comedy, Genre::Fantasy, Genre::Horror];
        assert_eq!(all("novel", &genres), [("novel", 40_000), fantasy]);
        assert_eq!(all("fiction", &[Genre::ScienceFiction]), [fantasy]);
        assert_eq!(all("fiction", &[Genre::Comedy]), []);
    }
}
