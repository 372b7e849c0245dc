//! Pages of lists: their limits, and cursors that continue behind an item.

use serde::Serialize;

/// Items on a page when the caller names no number.
pub const LIMIT_DEFAULT: i64 = 50;

/// The most items on a page.
pub const LIMIT_MAX: i64 = 100;

/// Totals of filtered lists are exact up to this many; beyond it they are unknown.
pub const TOTAL_EXACT_MAX: i64 = 1_000;

crate::model! {
    /// Which page of a list.
    pub struct PageQuery as "PageQuery" paged by Cursor {}
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The items.
    pub items: Vec<T>,
    /// Where the next page starts; none at the end.
    pub next_cursor: Option<String>,
    /// How many there are in all, where that is known.
    pub total: Option<i64>,
}

impl<T> Page<T> {
    /// A page of at most `limit` of `items`, which may hold one more to show that more follow;
    /// `cursor` says where an item stands.
    pub fn cut<K: CursorKey>(
        mut items: Vec<T>,
        limit: i64,
        total: Option<i64>,
        cursor: impl Fn(&T) -> Cursor<K>,
    ) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = items.len() > limit;
        items.truncate(limit);
        let next_cursor = items.last().filter(|_| more).map(|last| cursor(last).text());
        Self { items, next_cursor, total }
    }

    /// The same page of other items.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(change).collect(),
            next_cursor: self.next_cursor,
            total: self.total,
        }
    }
}

/// A place in a list: what it is sorted by and the id that decides between equals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cursor<K = i64> {
    /// What the list is sorted by: a number, several of them, the weightiest first, or a text.
    pub key: K,
    /// The item's id.
    pub id: String,
}

/// What a list is sorted by, as its cursors carry it: all of it, so that nobody has to look the
/// item up, which may be gone.
pub trait CursorKey: Sized {
    /// As it goes over the wire: hexadecimal digits and hyphens.
    fn text(&self) -> String;

    /// Reads a key of this list; none for any other text.
    fn parse(text: &str) -> Option<Self>;
}

impl CursorKey for i64 {
    fn text(&self) -> String {
        format!("{:x}", self.cast_unsigned())
    }

    fn parse(text: &str) -> Option<Self> {
        u64::from_str_radix(text, 16).ok().map(u64::cast_signed)
    }
}

/// A text goes as the digits of its bytes, so that no sign of any language means something in an
/// address.
impl CursorKey for String {
    fn text(&self) -> String {
        self.bytes().map(|byte| format!("{byte:02x}")).collect()
    }

    fn parse(text: &str) -> Option<Self> {
        let byte = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(byte).collect();
        Self::from_utf8(bytes?).ok().filter(|text| !text.contains('\0'))
    }
}

impl<const N: usize> CursorKey for [i64; N] {
    fn text(&self) -> String {
        self.each_ref().map(CursorKey::text).join("-")
    }

    fn parse(text: &str) -> Option<Self> {
        let numbers: Option<Vec<i64>> = text.split('-').map(i64::parse).collect();
        numbers?.try_into().ok()
    }
}

/// A number, then a text.
impl CursorKey for (i64, String) {
    fn text(&self) -> String {
        format!("{}-{}", self.0.text(), self.1.text())
    }

    fn parse(text: &str) -> Option<Self> {
        let (number, name) = text.split_once('-')?;
        Some((i64::parse(number)?, String::parse(name)?))
    }
}

impl<K: CursorKey> Cursor<K> {
    /// As it goes over the wire: opaque to callers.
    pub fn text(&self) -> String {
        format!("{}.{}", self.key.text(), self.id)
    }

    /// Reads a cursor of such a list; none for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let (key, id) = text.split_once('.')?;
        Some(Self { key: K::parse(key)?, id: id.to_owned() })
    }
}

impl<K: CursorKey> crate::model::FieldType for Cursor<K> {
    fn read(
        value: &crate::json::Json,
        rule: &crate::model::Bounds,
        reader: &mut crate::model::FieldReader,
    ) -> Option<Self> {
        let text = String::read(value, rule, reader)?;
        Self::parse(&text).or_else(|| {
            let ctx =
                crate::field_error::ctx("error", crate::json::Json::Object(Default::default()));
            let msg = "Value error, the cursor is not one of a page of this list";
            reader.note("value_error", msg, value, Some(ctx))
        })
    }

    fn schema(_: &crate::model::Bounds, _: &mut crate::model::Schemas) -> serde_json::Value {
        serde_json::json!({ "type": "string", "description": "nextCursor of the page before" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_the_same() {
        for key in [0, 1, -1, i64::MAX, i64::MIN] {
            let cursor = Cursor { key, id: "a.b".to_owned() };

            assert_eq!(Cursor::parse(&cursor.text()), Some(cursor));
        }
        for text in ["zz.x", "", "1-2.x"] {
            assert_eq!(Cursor::<i64>::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_is_a_key_like_any_other() {
        for key in ["", "lun", "ʔá & %?", "🜁"] {
            let cursor = Cursor { key: key.to_owned(), id: "a-1".to_owned() };

            assert_eq!(Cursor::parse(&cursor.text()), Some(cursor));
        }
        for text in ["", "abc.id", "zz.id", "ff.id", "00.id", "é.id"] {
            assert_eq!(Cursor::<String>::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_number_and_a_text_are_a_key_together() {
        let cursor = Cursor { key: (-7, "Mina – M.".to_owned()), id: String::new() };

        assert_eq!(Cursor::parse(&cursor.text()), Some(cursor));
        for text in ["7.", "-.x", "7-zz."] {
            assert_eq!(Cursor::<(i64, String)>::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_cursor_of_several_keys_is_none_of_a_list_with_fewer() {
        let cursor = Cursor { key: [0, i64::MIN, -1, 7], id: "a.b".to_owned() };

        assert_eq!(Cursor::parse(&cursor.text()), Some(cursor.clone()));
        assert_eq!(Cursor::<[i64; 2]>::parse(&cursor.text()), None);
        assert_eq!(Cursor::<i64>::parse(&cursor.text()), None);
        assert_eq!(Cursor::<[i64; 2]>::parse("1.x"), None);
    }

    #[test]
    fn a_page_names_its_end_only_when_more_follow() {
        let cursor = |n: &i64| Cursor { key: *n, id: String::new() };

        assert_eq!(Page::cut(vec![1, 2], 2, None, cursor).next_cursor, None);
        let page = Page::cut(vec![1, 2, 3], 2, Some(9), cursor);
        assert_eq!((page.items, page.next_cursor), (vec![1, 2], Some("2.".to_owned())));
    }
}
