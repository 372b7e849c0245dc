//! A word as rules see it: its sounds, the joints between its morphemes, and the gaps between words. Each
//! knows the step that put it there.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use super::{Refusal, scan::is_tie};

/// The longest word or line that rules are run on, in sounds and joints.
pub const UNITS_MAX: usize = 400;

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// A letter with its marks.
    Sound,
    /// Between two morphemes; its text is the mark of the boundary, or empty where none is written.
    Joint,
    /// White space between two words.
    Gap,
}

/// One unit of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// What it is.
    pub kind: UnitKind,
    /// As it is written.
    pub text: String,
    /// In lower case, as it is compared.
    pub folded: String,
    /// The step that put it there, from 1; 0 is what the run began with.
    pub step: usize,
}

impl Unit {
    /// A sound.
    pub fn sound(text: &str, step: usize) -> Self {
        Self { kind: UnitKind::Sound, text: text.to_owned(), folded: text.to_lowercase(), step }
    }

    /// A joint, written with this mark.
    pub fn joint(mark: &str, step: usize) -> Self {
        let (text, folded) = (mark.to_owned(), String::new());
        Self { kind: UnitKind::Joint, text, folded, step }
    }

    /// Whether it is a sound.
    pub fn is_sound(&self) -> bool {
        self.kind == UnitKind::Sound
    }
}

/// The units of a word or line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Units(pub Vec<Unit>);

impl Units {
    /// The units of a text, put there by a step. Marks of boundaries (`-`, `=`, `~`, `<`, `>`) are joints,
    /// `∅` is nothing.
    ///
    /// # Errors
    /// When they are more than [`UNITS_MAX`].
    pub fn read(text: &str, step: usize) -> Result<Self, Refusal> {
        let mut units: Vec<Unit> = Vec::new();
        let mut is_tied = false;
        for letter in text.trim().nfc() {
            if letter == '∅' {
                continue;
            }
            let joint = match letter {
                '\u{2010}' | '\u{2011}' => Some('-'),
                '-' | '=' | '~' | '<' | '>' => Some(letter),
                _ => None,
            };
            match units.last_mut() {
                Some(last) if last.is_sound() && (is_tied || is_combining_mark(letter)) => {
                    last.text.push(letter);
                    last.folded = last.text.to_lowercase();
                    is_tied = is_tie(letter);
                    continue;
                }
                Some(last) if last.kind == UnitKind::Gap && letter.is_whitespace() => continue,
                _ => {}
            }
            is_tied = false;
            units.push(match joint {
                Some(joint) => Unit::joint(joint.encode_utf8(&mut [0; 4]), step),
                None if letter.is_whitespace() => {
                    let (text, folded) = (" ".to_owned(), " ".to_owned());
                    Unit { kind: UnitKind::Gap, text, folded, step }
                }
                None => Unit::sound(letter.encode_utf8(&mut [0; 4]), step),
            });
            if units.len() > UNITS_MAX {
                return Err(too_long());
            }
        }
        Ok(Self(units))
    }

    /// As it is written without the boundaries of its morphemes.
    pub fn plain(&self) -> String {
        self.0.iter().filter(|it| it.kind != UnitKind::Joint).map(|it| it.text.as_str()).collect()
    }

    /// As it is written with all boundaries: a joint without a mark is a hyphen.
    pub fn segmented(&self) -> String {
        let mark = |unit: &Unit| match unit.kind {
            UnitKind::Joint if unit.text.is_empty() => "-".to_owned(),
            _ => unit.text.clone(),
        };
        self.0.iter().map(mark).collect()
    }

    /// Its sounds and gaps.
    pub fn without_joints(&self) -> Vec<&Unit> {
        self.0.iter().filter(|it| it.kind != UnitKind::Joint).collect()
    }

    /// How many sounds and gaps both begin with, whatever their case and their boundaries.
    pub fn common_start(&self, other: &Self) -> usize {
        let pairs = self.without_joints().into_iter().zip(other.without_joints());
        pairs.take_while(|(one, other)| one.folded == other.folded).count()
    }

    /// Whether both are the same but for case and boundaries.
    pub fn is_same(&self, other: &Self) -> bool {
        let length = self.without_joints().len();
        length == other.without_joints().len() && self.common_start(other) == length
    }

    /// Its words, each by itself.
    pub fn words(&self) -> impl Iterator<Item = Self> + '_ {
        let words = self.0.split(|unit| unit.kind == UnitKind::Gap);
        words.filter(|word| !word.is_empty()).map(|word| Self(word.to_vec()))
    }

    /// # Errors
    /// When there are more than [`UNITS_MAX`].
    pub(super) fn checked(self) -> Result<Self, Refusal> {
        if self.0.len() > UNITS_MAX { Err(too_long()) } else { Ok(self) }
    }
}

fn too_long() -> Refusal {
    Refusal::Reason(format!("The word has more than {UNITS_MAX} sounds."))
}
