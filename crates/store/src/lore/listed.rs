//! Lists of the lore: entries by name, categories with their numbers, documents that name an entry.

use db::Tx;
use domain::{
    Result,
    fold::fold_name,
    lore::{
        Category, CategoryCount, Entry, LoreCategories, LoreMention, LoreQuery, Mentions, Quoted,
    },
    page::{Cursor, Page, PageQuery, TOTAL_EXACT_MAX},
};

use super::{Book, book, check, counted, mentions_of, of_row, relations};
use crate::{Doing as _, column, projects::ProjectAccess, tallies};

/// An entry without its text, and how often documents name it where that is known.
pub type Shown = (Entry, Option<Mentions>);

/// What entries are filtered by, as the statements want it.
struct Filter {
    category: &'static str,
    /// A pattern of LIKE; nothing for none.
    sought: String,
    /// Folded names that begin so lie between these two.
    from: String,
    to: String,
}

impl Filter {
    fn of(query: &LoreQuery) -> Self {
        let sought = fold_name(query.q.as_deref().unwrap_or(""));
        let from = fold_name(query.prefix.as_deref().unwrap_or(""));
        Self {
            category: query.category.map_or("", Category::as_str),
            sought: if sought.is_empty() { String::new() } else { column::containing(&sought) },
            to: format!("{from}{}", char::MAX),
            from,
        }
    }

    /// Whether it asks for nothing but a category.
    fn is_plain(&self) -> bool {
        self.sought.is_empty() && self.from.is_empty()
    }
}

/// A page of a project's entries by name.
pub fn list(tx: &mut Tx<'_>, project: &ProjectAccess, query: &LoreQuery) -> Result<Page<Shown>> {
    let filter = Filter::of(query);
    let cursor = query.cursor.as_ref().map(|cursor| (cursor.key.clone(), cursor.id.clone()));
    // Whichever comes later; no id is before the empty one.
    let (after, after_id) = cursor.unwrap_or_default().max((filter.from.clone(), String::new()));
    let rows = tx
        .rows(
            "SELECT id, project_id, name, category, aliases, attributes,
                    created_at, modified_at, version
               FROM lore_entry
              WHERE project_id = ?1
                AND folded >= ?2
                AND (folded > ?2 OR id > ?3)
                AND folded < ?4
                AND (?5 = '' OR category = ?5)
                AND (?6 = '' OR searched LIKE ?6 ESCAPE '\\')
              ORDER BY folded, id
              LIMIT ?7",
            (
                project.id(),
                after,
                after_id,
                &filter.to,
                filter.category,
                &filter.sought,
                query.limit + 1,
            ),
        )
        .doing("listing entries")?;
    let mut entries =
        rows.into_iter().map(|mut row| of_row(&mut row)).collect::<Result<Vec<_>>>()?;
    relations::read(tx, project, &mut entries)?;
    let book = book(tx, project)?;
    let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    let mentions = counted(tx, &book, &ids)?;
    let total = total(tx, project, &book, &filter)?;
    let shown = entries
        .into_iter()
        .enumerate()
        .map(|(at, entry)| (entry, mentions.as_ref().map(|all| all[at])))
        .collect();

    Ok(Page::cut(shown, query.limit, total, |(entry, _)| Cursor {
        key: fold_name(&entry.name),
        id: entry.id.clone(),
    }))
}

fn total(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    book: &Book,
    filter: &Filter,
) -> Result<Option<i64>> {
    if filter.is_plain() && filter.category.is_empty() {
        return Ok(Some(book.entries));
    }
    if filter.is_plain() {
        return tallies::get(tx, (project.id(), filter.category)).map(Some);
    }
    let row = tx
        .row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM lore_entry
                      WHERE project_id = ?1
                        AND folded >= ?2
                        AND folded < ?3
                        AND (?4 = '' OR category = ?4)
                        AND (?5 = '' OR searched LIKE ?5 ESCAPE '\\')
                      LIMIT ?6) AS found",
            (
                project.id(),
                &filter.from,
                &filter.to,
                filter.category,
                &filter.sought,
                TOTAL_EXACT_MAX + 1,
            ),
        )
        .doing("counting entries")?;
    row.map_or(Ok(None), |mut row| column::get(&mut row, 0).map(column::bounded_total))
}

/// Every category with the number of the project's entries about it.
pub fn categories(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<LoreCategories> {
    let place = project.id().to_owned();
    let kept = tallies::of_places(tx, &[&place])?;
    let categories: Vec<CategoryCount> = Category::WORDS
        .iter()
        .map(|word| CategoryCount {
            category: (*word).to_owned(),
            count: kept.get(&(place.clone(), (*word).to_owned())).copied().unwrap_or(0),
        })
        .collect();
    let total = categories.iter().map(|category| category.count).sum();
    Ok(LoreCategories { categories, total })
}

/// A page of the documents that name an entry, by position. While documents are still to be read it
/// shows what was counted before, and no total.
///
/// # Errors
/// Not found when there is no such entry.
pub fn mentions(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
    query: &PageQuery,
) -> Result<Page<LoreMention>> {
    check(tx, project, id)?;
    let (after, after_id) = column::upwards(query.cursor.as_ref());
    let rows = tx
        .rows(
            "SELECT position, document_id, title, mentions, quote, first_start, first_end, passage
               FROM lore_mention
               JOIN document ON document.id = document_id
              WHERE entry_id = ?1
                AND lore_mention.project_id = ?2
                AND deleted_at IS NULL
                AND (position > ?3 OR position = ?3 AND document_id > ?4)
              ORDER BY position, document_id
              LIMIT ?5",
            (id, project.id(), after, after_id, query.limit + 1),
        )
        .doing("listing mentions")?;
    let found = rows
        .into_iter()
        .map(|mut row| {
            let row = &mut row;
            let position: i64 = column::get(row, 0)?;
            let mention = LoreMention {
                document_id: column::get(row, 1)?,
                title: column::get(row, 2)?,
                count: column::get(row, 3)?,
                first: Quoted {
                    quote: column::get(row, 4)?,
                    start: column::get(row, 5)?,
                    end: column::get(row, 6)?,
                },
                passage: column::get(row, 7)?,
            };
            Ok((position, mention))
        })
        .collect::<Result<Vec<_>>>()?;
    let total = mentions_of(tx, project, id)?.map(|mentions| mentions.documents);

    let page = Page::cut(found, query.limit, total, |(position, mention)| Cursor {
        key: *position,
        id: mention.document_id.clone(),
    });
    Ok(page.map(|(_, mention)| mention))
}
