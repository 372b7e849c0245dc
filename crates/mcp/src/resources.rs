//! Resources as the protocol lists and shows them.

use domain::{Error, Principal, resources::TEMPLATES};
use engine::resources::{self, ListedResource};
use rmcp::model::{
    CacheScope, ErrorData, ListResourceTemplatesResult, ListResourcesResult,
    PaginatedRequestParams, ReadResourceResponse, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};

use crate::{errors, server::StudioServer};

/// In what resources are written.
const MARKDOWN: &str = "text/markdown";

/// A page of what the principal may read.
pub(crate) async fn list(
    server: &StudioServer,
    principal: &Principal,
    request: Option<PaginatedRequestParams>,
) -> Result<ListResourcesResult, ErrorData> {
    let cursor = request.and_then(|request| request.cursor);
    let listed = resources::list(&server.studio, principal, cursor).await;
    let (listed, next_cursor) =
        listed.map_err(|error| errors::of_request("listing resources", &error))?;
    let mut result =
        ListResourcesResult::with_all_items(listed.into_iter().map(resource).collect());
    result.next_cursor = next_cursor;
    // What is listed depends on the token.
    result.cache_scope = Some(CacheScope::Private);
    result.ttl_ms = Some(0);
    Ok(result)
}

fn resource(listed: ListedResource) -> Resource {
    Resource::new(listed.uri, listed.name)
        .with_description(listed.description)
        .with_mime_type(MARKDOWN)
}

/// The forms of addresses, which are the same for everybody.
pub(crate) fn templates() -> ListResourceTemplatesResult {
    let template = |it: &domain::resources::ResourceTemplate| {
        ResourceTemplate::new(it.form, it.kind.as_str())
            .with_title(it.title)
            .with_description(it.description)
            .with_mime_type(MARKDOWN)
    };
    ListResourceTemplatesResult::with_all_items(TEMPLATES.iter().map(template).collect())
}

/// What a resource says.
pub(crate) async fn read(
    server: &StudioServer,
    principal: &Principal,
    uri: &str,
) -> Result<ReadResourceResponse, ErrorData> {
    let read = resources::read(&server.studio, principal, uri).await;
    let read = read.map_err(|error: Error| errors::of_resource(uri, &error))?;
    let contents = ResourceContents::text(read.text, read.uri).with_mime_type(MARKDOWN);
    let result = ReadResourceResult::new(vec![contents])
        .with_ttl_ms(0)
        .with_cache_scope(CacheScope::Private);
    Ok(result.into())
}
