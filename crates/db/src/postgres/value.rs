//! Values on the wire: every parameter is sent as one of four types, every column read as one.
//!
//! PostgreSQL has more kinds of numbers than SQLite. What a statement computes (`SELECT 1`, a
//! `count`, a `sum`, a comparison) is brought to the kinds both engines share, so that a store
//! function cannot tell where it runs.

use std::error::Error;

use ::postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use bytes::BytesMut;

use crate::bind::{Bound, ValueKind};
use crate::row::Value;

/// The type a parameter is declared with. Left undeclared, PostgreSQL would guess it from the
/// place where it stands, and guess text, or give up, in `?1 IS NULL OR name = ?1`.
pub(super) fn postgres_type(kind: ValueKind) -> Type {
    match kind {
        ValueKind::Integer => Type::INT8,
        ValueKind::Real => Type::FLOAT8,
        ValueKind::Text => Type::TEXT,
        ValueKind::Blob => Type::BYTEA,
        ValueKind::Unknown => Type::UNKNOWN,
    }
}

impl ToSql for Bound<'_> {
    fn to_sql(
        &self,
        declared: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Bound::Null(_) => Ok(IsNull::Yes),
            Bound::Integer(number) => number.to_sql(declared, out),
            Bound::Real(number) => number.to_sql(declared, out),
            Bound::Text(text) => text.to_sql(declared, out),
            Bound::Blob(bytes) => bytes.to_sql(declared, out),
        }
    }

    /// Each is declared with the one type it is written as.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// A column's value.
pub(super) struct Cell(pub(super) Value);

impl<'r> FromSql<'r> for Cell {
    fn from_sql(of: &Type, raw: &'r [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Cell(match *of {
            Type::INT8 => Value::Integer(i64::from_sql(of, raw)?),
            Type::INT4 => Value::Integer(i32::from_sql(of, raw)?.into()),
            Type::INT2 => Value::Integer(i16::from_sql(of, raw)?.into()),
            Type::BOOL => Value::Integer(bool::from_sql(of, raw)?.into()),
            Type::FLOAT8 => Value::Real(f64::from_sql(of, raw)?),
            Type::FLOAT4 => Value::Real(f32::from_sql(of, raw)?.into()),
            Type::NUMERIC => numeric(raw)?,
            Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN => {
                Value::Text(std::str::from_utf8(raw)?.to_owned())
            }
            Type::BYTEA => Value::Blob(raw.to_vec()),
            Type::VOID => Value::Null,
            _ => return Err(format!("columns of type {of} are not read here: CAST it").into()),
        }))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Cell(Value::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// A NUMERIC, which is what `sum` and `avg` of BIGINT are: an integer if it was computed without
/// decimals, else the nearest real number. Its form on the wire is that of PostgreSQL's
/// `numeric_send`: four 16-bit words (number of digits, weight of the first, sign, decimals shown)
/// and the digits to the base of 10,000.
fn numeric(raw: &[u8]) -> Result<Value, Box<dyn Error + Sync + Send>> {
    const POSITIVE: u16 = 0x0000;
    const NEGATIVE: u16 = 0x4000;
    let words: Vec<u16> =
        raw.chunks_exact(2).map(|two| u16::from_be_bytes([two[0], two[1]])).collect();
    let [_, weight, sign, decimals, digits @ ..] = words.as_slice() else {
        return Err("a NUMERIC came incomplete".into());
    };
    let sign = match *sign {
        POSITIVE => "",
        NEGATIVE => "-",
        _ => return Err("a NUMERIC is infinite or no number".into()),
    };
    // Digit by digit as text: parsing rounds once, and correctly.
    let weight = i32::from(weight.cast_signed());
    let digit = |at: i32| usize::try_from(weight - at).ok().and_then(|i| digits.get(i)).copied();
    let mut text = String::from(sign);
    for at in (0..=weight.max(0)).rev() {
        text.push_str(&format!("{:04}", digit(at).unwrap_or(0)));
    }
    if *decimals == 0 {
        let number = text.parse::<i64>().map_err(|_| "a sum is too large for 64 bits")?;
        return Ok(Value::Integer(number));
    }
    text.push('.');
    for at in 1..=i32::from(decimals.div_ceil(4)) {
        text.push_str(&format!("{:04}", digit(-at).unwrap_or(0)));
    }
    Ok(Value::Real(text.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(words: &[u16]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_be_bytes()).collect()
    }

    #[test]
    fn a_sum_without_decimals_is_an_integer() {
        let number = |words: &[u16]| numeric(&wire(words)).expect("a number");

        // 0; 12,345,678; 10,000 (its low digits are not sent); the least of 64 bits.
        assert!(number(&[0, 0, 0, 0]) == Value::Integer(0));
        assert!(number(&[2, 1, 0, 0, 1234, 5678]) == Value::Integer(12_345_678));
        assert!(number(&[1, 1, 0, 0, 1]) == Value::Integer(10_000));
        assert!(number(&[5, 4, 0x4000, 0, 922, 3372, 368, 5477, 5808]) == Value::Integer(i64::MIN));
    }

    #[test]
    fn an_average_is_a_real_number() {
        let number = |words: &[u16]| numeric(&wire(words)).expect("a number");

        // 2.5; -0.00001 (its first digit is behind the point); 2.0000.
        assert!(number(&[2, 0, 0, 16, 2, 5000]) == Value::Real(2.5));
        assert!(number(&[1, 0xfffe, 0x4000, 5, 1000]) == Value::Real(-0.00001));
        assert!(number(&[1, 0, 0, 4, 2]) == Value::Real(2.0));
    }

    #[test]
    fn what_has_no_counterpart_is_an_error() {
        assert!(numeric(&wire(&[0, 0, 0xc000, 0])).is_err());
        assert!(numeric(&wire(&[5, 4, 0, 0, 922, 3372, 368, 5477, 5808])).is_err());
        assert!(numeric(&[0, 1]).is_err());
    }
}
