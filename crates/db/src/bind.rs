//! What a statement may be given: values on their way into the database.
//!
//! Both engines know four kinds of value and NULL; everything bound is one of them. This is not
//! where values are read back; see `row.rs`.

use crate::error::Error;
use crate::row::Value;

/// A value as the engines see it, borrowed from the caller. Its `Debug` names only the kind,
/// because PostgreSQL's driver prints parameters into its debug log.
#[derive(Clone, Copy)]
pub enum Bound<'v> {
    /// NULL, with the kind it would have otherwise: PostgreSQL wants every parameter typed.
    Null(ValueKind),
    /// A BIGINT.
    Integer(i64),
    /// A DOUBLE PRECISION.
    Real(f64),
    /// A TEXT.
    Text(&'v str),
    /// A BLOB.
    Blob(&'v [u8]),
}

/// The four kinds of value that both engines store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// A BIGINT.
    Integer,
    /// A DOUBLE PRECISION.
    Real,
    /// A TEXT.
    Text,
    /// A BLOB.
    Blob,
    /// Left to the engine to find out.
    Unknown,
}

impl Bound<'_> {
    pub(crate) fn kind(&self) -> ValueKind {
        match self {
            Bound::Null(kind) => *kind,
            Bound::Integer(_) => ValueKind::Integer,
            Bound::Real(_) => ValueKind::Real,
            Bound::Text(_) => ValueKind::Text,
            Bound::Blob(_) => ValueKind::Blob,
        }
    }

    /// Refuses what only one of the engines would take, so that both refuse alike: U+0000 in text
    /// (PostgreSQL has no place for it) and NaN (SQLite would store NULL).
    pub(crate) fn check(&self, parameter: usize) -> Result<(), Error> {
        let flaw = match self {
            Bound::Text(text) if text.as_bytes().contains(&0) => {
                "holds the character U+0000, which the database cannot store in text"
            }
            Bound::Real(number) if number.is_nan() => {
                "is not a number (NaN), which the database cannot store"
            }
            _ => return Ok(()),
        };
        Err(Error::Parameter { parameter, flaw })
    }
}

impl std::fmt::Debug for Bound<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Bound::Null(_) => f.write_str("NULL"),
            other => write!(f, "{:?}", other.kind()),
        }
    }
}

/// A Rust value that can be given to a statement.
pub trait Bind {
    /// The value as the engines see it.
    fn bound(&self) -> Bound<'_>;

    /// The NULL that stands where such a value is missing.
    fn null() -> Bound<'static>
    where
        Self: Sized;
}

macro_rules! bind {
    ($type:ty, $kind:ident, |$value:ident| $bound:expr) => {
        impl Bind for $type {
            fn bound(&self) -> Bound<'_> {
                let $value = self;
                $bound
            }

            fn null() -> Bound<'static> {
                Bound::Null(ValueKind::$kind)
            }
        }
    };
}

bind!(i64, Integer, |value| Bound::Integer(*value));
bind!(i32, Integer, |value| Bound::Integer(i64::from(*value)));
bind!(u32, Integer, |value| Bound::Integer(i64::from(*value)));
// No collection has 2^63 members, so the largest number stands for what cannot occur.
bind!(usize, Integer, |value| Bound::Integer(i64::try_from(*value).unwrap_or(i64::MAX)));
bind!(bool, Integer, |value| Bound::Integer(i64::from(*value)));
bind!(f64, Real, |value| Bound::Real(*value));
bind!(&str, Text, |value| Bound::Text(value));
bind!(String, Text, |value| Bound::Text(value));
bind!(&[u8], Blob, |value| Bound::Blob(value));
bind!(Vec<u8>, Blob, |value| Bound::Blob(value));
bind!(&dyn Bind, Unknown, |value| (**value).bound());

impl Bind for Value {
    fn bound(&self) -> Bound<'_> {
        match self {
            Value::Null => Self::null(),
            Value::Integer(number) => Bound::Integer(*number),
            Value::Real(number) => Bound::Real(*number),
            Value::Text(text) => Bound::Text(text),
            Value::Blob(bytes) => Bound::Blob(bytes),
        }
    }

    fn null() -> Bound<'static> {
        Bound::Null(ValueKind::Unknown)
    }
}

impl<T: Bind> Bind for &T {
    fn bound(&self) -> Bound<'_> {
        (**self).bound()
    }

    fn null() -> Bound<'static> {
        T::null()
    }
}

impl<T: Bind> Bind for Option<T> {
    fn bound(&self) -> Bound<'_> {
        match self {
            Some(value) => value.bound(),
            None => T::null(),
        }
    }

    fn null() -> Bound<'static> {
        T::null()
    }
}

/// The values of one statement, in the order of `?1`, `?2` …: `()`, a tuple of up to 28, or a
/// slice.
pub trait Params {
    /// Hands every value to `sink`, in order.
    fn each<'p>(&'p self, sink: &mut dyn FnMut(Bound<'p>));
}

impl Params for () {
    fn each<'p>(&'p self, _: &mut dyn FnMut(Bound<'p>)) {}
}

impl<B: Bind> Params for [B] {
    fn each<'p>(&'p self, sink: &mut dyn FnMut(Bound<'p>)) {
        for value in self {
            sink(value.bound());
        }
    }
}

impl<P: Params + ?Sized> Params for &P {
    fn each<'p>(&'p self, sink: &mut dyn FnMut(Bound<'p>)) {
        (**self).each(sink);
    }
}

impl<B: Bind, const N: usize> Params for [B; N] {
    fn each<'p>(&'p self, sink: &mut dyn FnMut(Bound<'p>)) {
        self.as_slice().each(sink);
    }
}

macro_rules! tuples {
    () => {};
    ($first:ident $(, $rest:ident)*) => {
        impl<$first: Bind $(, $rest: Bind)*> Params for ($first, $($rest,)*) {
            #[expect(non_snake_case, reason = "the names of the types serve as those of the values")]
            fn each<'p>(&'p self, sink: &mut dyn FnMut(Bound<'p>)) {
                let ($first, $($rest,)*) = self;
                sink($first.bound());
                $(sink($rest.bound());)*
            }
        }
        tuples!($($rest),*);
    };
}

tuples!(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z, Aa, Bb);

#[cfg(test)]
mod tests {
    use super::*;

    fn displayed(params: impl Params) -> String {
        let mut displayed = Vec::new();
        params.each(&mut |value| displayed.push(format!("{value:?}:{:?}", value.kind())));
        displayed.join(" ")
    }

    #[test]
    fn a_missing_value_keeps_the_kind_it_would_have() {
        assert_eq!(
            displayed((None::<&str>, None::<i32>, None::<&f64>)),
            "NULL:Text NULL:Integer NULL:Real"
        );
    }

    #[test]
    fn a_slice_may_mix_kinds() {
        let name = String::from("x");
        let values: [&dyn Bind; 3] = [&name, &true, &None::<Vec<u8>>];

        assert_eq!(displayed(&values[..]), "Text:Text Integer:Integer NULL:Blob");
    }

    #[test]
    fn debug_text_never_shows_the_value() {
        assert_eq!(format!("{:?}", Bound::Text("a secret")), "Text");
    }

    #[test]
    fn a_zero_character_and_not_a_number_are_refused() {
        assert!(Bound::Text("a\0b").check(1).is_err());
        assert!(Bound::Real(f64::NAN).check(2).is_err());
        assert!(Bound::Blob(&[0, 1]).check(3).is_ok());
        assert!(Bound::Real(f64::INFINITY).check(4).is_ok());
    }
}
