//! Pages of entries by name, categories with their totals, pages of documents that mention an entry.

use db::{Row, Tx};
use domain::{
    Result,
    fold::fold_name,
    lore::{
        Category, CategoryCount, Entry, LoreCategories, LoreMention, LoreQuery, Mentions, Quoted,
    },
    page::{Cursor, Page, PageQuery, TOTAL_EXACT_MAX},
};

use super::{State, check, counted, mentions_of, read, relations, state};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
    record_counters,
};

/// An entry without its text, and how often documents mention it if that is known.
pub type ListedEntry = (Entry, Option<Mentions>);

/// What entries are filtered by, as the parameters of the statements; null means anything.
struct Filter {
    category: Option<&'static str>,
    /// A pattern of LIKE.
    pattern: Option<String>,
    /// The bounds of folded names with the prefix.
    from: String,
    to: String,
}

impl Filter {
    fn of(query: &LoreQuery) -> Self {
        let searched = fold_name(query.q.as_deref().unwrap_or(""));
        let from = fold_name(query.prefix.as_deref().unwrap_or(""));
        Self {
            category: query.category.map(Category::as_str),
            pattern: (!searched.is_empty()).then(|| column::containing(&searched)),
            to: format!("{from}{}", char::MAX),
            from,
        }
    }

    /// Whether it asks for nothing but a category.
    fn is_plain(&self) -> bool {
        self.pattern.is_none() && self.from.is_empty()
    }
}

/// A page of a project's entries by name.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    query: &LoreQuery,
) -> Result<Page<ListedEntry>> {
    let filter = Filter::of(query);
    let cursor = query.cursor.as_ref().map(|cursor| (cursor.key.clone(), cursor.id.clone()));
    // The later of the two; no id is before the empty one.
    let (after, after_id) = cursor.unwrap_or_default().max((filter.from.clone(), String::new()));
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM lore_entry
                  WHERE project_id = ?1
                    AND folded >= ?2
                    AND (folded > ?2 OR id > ?3)
                    AND folded < ?4
                    AND (CAST(?5 AS TEXT) IS NULL OR category = ?5)
                    AND (CAST(?6 AS TEXT) IS NULL OR searched LIKE ?6 ESCAPE '\\')
                  ORDER BY folded, id
                  LIMIT ?7"
            ),
            (
                project.id(),
                after,
                after_id,
                &filter.to,
                filter.category,
                &filter.pattern,
                query.limit + 1,
            ),
        )
        .doing("listing entries")?;
    let mut entries = column::read_all(rows, read)?;
    relations::read(tx, project, &mut entries)?;
    let state = state(tx, project)?;
    let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    let mentions = counted(tx, &state, &ids)?;
    let total = total(tx, project, &state, &filter)?;
    let listed = entries
        .into_iter()
        .enumerate()
        .map(|(at, entry)| (entry, mentions.as_ref().map(|all| all[at])))
        .collect();

    Ok(Page::cut(listed, query.limit, total, |(entry, _)| Cursor {
        key: fold_name(&entry.name),
        id: entry.id.clone(),
    }))
}

fn total(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    state: &State,
    filter: &Filter,
) -> Result<Option<i64>> {
    if filter.is_plain() {
        return Ok(Some(match filter.category {
            Some(category) => record_counters::get(tx, (project.id(), category))?,
            None => state.entries,
        }));
    }
    let row = tx
        .row(
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM lore_entry
                      WHERE project_id = ?1
                        AND folded >= ?2
                        AND folded < ?3
                        AND (CAST(?4 AS TEXT) IS NULL OR category = ?4)
                        AND (CAST(?5 AS TEXT) IS NULL OR searched LIKE ?5 ESCAPE '\\')
                      LIMIT ?6) AS found",
            (
                project.id(),
                &filter.from,
                &filter.to,
                filter.category,
                &filter.pattern,
                TOTAL_EXACT_MAX + 1,
            ),
        )
        .doing("counting entries")?;
    column::read_total(row)
}

/// Every category with the number of the project's entries.
pub fn categories(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<LoreCategories> {
    let owner = project.id().to_owned();
    let counters = record_counters::of_owners(tx, &[&owner])?;
    let categories = Category::ALL.map(|category| {
        let counter = counters.get(&(owner.clone(), category.to_string()));
        CategoryCount { category, count: counter.copied().unwrap_or(0) }
    });
    let total = categories.iter().map(|category| category.count).sum();
    Ok(LoreCategories { categories: categories.into(), total })
}

/// A page of the documents that mention an entry, by position. While documents are queued to be read it
/// has what was counted before, and no total.
pub fn mentions(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
    query: &PageQuery,
) -> Result<Page<LoreMention>> {
    check(tx, project, id)?;
    let (after, after_id) = column::after_cursor(query.cursor.as_ref());
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
            let mention = LoreMention {
                document_id: row.value("document_id")?,
                title: row.value("title")?,
                count: row.value("mentions")?,
                first: read_quoted(&mut row)?,
                passage: row.value("passage")?,
            };
            Ok((row.value("position")?, mention))
        })
        .collect::<Result<Vec<(i64, LoreMention)>>>()?;
    let total = mentions_of(tx, project, id)?.map(|mentions| mentions.documents);

    let page = Page::cut(found, query.limit, total, |(position, mention)| Cursor {
        key: *position,
        id: mention.document_id.clone(),
    });
    Ok(page.map(|(_, mention)| mention))
}

/// The first mention in a document.
pub(super) fn read_quoted(row: &mut Row) -> Result<Quoted> {
    Ok(Quoted {
        quote: row.value("quote")?,
        start: row.value("first_start")?,
        end: row.value("first_end")?,
    })
}
