//! What lies in the trash: projects, and the documents of one.

use domain::{
    Principal, Result,
    page::{Page, PageQuery},
    trash::{TrashedDocument, TrashedProject},
};
use store::{Tx, projects, trash};

/// The projects in the trash that the principal may see, the latest first.
pub fn projects(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &PageQuery,
) -> Result<Page<TrashedProject>> {
    trash::projects(tx, principal, query)
}

/// The documents of a project that are in the trash, the latest first.
pub fn documents(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    query: &PageQuery,
) -> Result<Page<TrashedDocument>> {
    let project = projects::check(tx, principal, project_id)?;
    trash::documents(tx, &project, query)
}
