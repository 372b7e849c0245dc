//! The tools, resources and prompts that the conformance suite of the Model Context Protocol asks for by
//! name. `conformance/fixture.json` has them and their answers; they are served by our own route and
//! transport, which is what the suite then tests.

use std::sync::LazyLock;

use rmcp::{
    RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities,
        CompleteRequestParams, CompleteResult, CompletionInfo, ErrorData, GetPromptRequestParams,
        GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult,
        ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
        ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, ResultType, ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
};
use serde_json::{Value, from_value, json};

/// Answers as the suite expects it. It keeps nothing between requests.
#[derive(Debug, Clone, Copy)]
pub struct Fixture;

static FIXTURE: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("conformance/fixture.json")).expect("the fixture is JSON")
});

/// The tools as the protocol lists them.
static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let tools = FIXTURE["tools"].as_object().expect("the fixture has tools");
    let tool = |(name, tool): (&String, &Value)| {
        let no_arguments = json!({ "type": "object", "properties": {} });
        let schema = tool.get("inputSchema").cloned().unwrap_or(no_arguments);
        let tool =
            json!({ "name": name, "description": tool["description"], "inputSchema": schema });
        from_value(tool).expect("a tool of the fixture")
    };
    tools.iter().map(tool).collect()
});

/// A part of the fixture as the protocol has it.
fn part<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    from_value(value.clone()).expect("a part of the fixture")
}

/// Sets how long a list may be kept, which the newest version wants to be said.
macro_rules! not_kept {
    ($result:expr) => {{
        let mut result = $result;
        result.cache_scope = Some(CacheScope::Private);
        result.ttl_ms = Some(0);
        Ok(result)
    }};
}

impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .enable_completions()
            .build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("fixture", "1"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        not_kept!(ListToolsResult::with_all_items(TOOLS.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        TOOLS.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = FIXTURE["tools"].get(&*request.name) else {
            return Err(ErrorData::invalid_params("There is no such tool", None));
        };
        if let Some(required) = tool.get("requires") {
            let declared = context.meta.client_capabilities();
            if declared.is_none_or(|it: ClientCapabilities| it.sampling.is_none()) {
                return Err(ErrorData::missing_required_client_capability(part(required)));
            }
        }
        if let Some(token) = context.meta.get_progress_token() {
            for step in tool["progress"].as_array().into_iter().flatten() {
                let progress = step.as_f64().unwrap_or_default();
                let report = ProgressNotificationParam::new(token.clone(), progress);
                let _ = context.peer.notify_progress(report.with_total(100.0)).await;
            }
        }
        let mut result: CallToolResult = part(&tool["result"]);
        result.result_type = Some(ResultType::COMPLETE);
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        not_kept!(ListResourcesResult::with_all_items(part(&FIXTURE["resources"])))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        not_kept!(ListResourceTemplatesResult::with_all_items(part(&FIXTURE["templates"])))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let Some(content) = FIXTURE["contents"].get(&request.uri) else {
            let data = json!({ "uri": request.uri });
            return Err(ErrorData::invalid_params("Resource not found", Some(data)));
        };
        let result: Result<_, ErrorData> = not_kept!(ReadResourceResult::new(vec![part(content)]));
        result.map(ReadResourceResponse::from)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        not_kept!(ListPromptsResult::with_all_items(part(&FIXTURE["prompts"])))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let Some(messages) = FIXTURE["messages"].get(&request.name) else {
            return Err(ErrorData::invalid_params("There is no such prompt", None));
        };
        let mut text = messages.to_string();
        for (name, value) in request.arguments.iter().flatten() {
            let value = value.as_str().unwrap_or_default();
            text = text.replace(&format!("{{{name}}}"), value);
        }
        let messages = serde_json::from_str(&text)
            .map_err(|flaw| ErrorData::invalid_params(flaw.to_string(), None))?;
        Ok(GetPromptResult::new(messages).into())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let names = ["paris", "park", "party"].map(str::to_owned).to_vec();
        let info = CompletionInfo::with_all_values(names)
            .map_err(|flaw| ErrorData::internal_error(flaw, None))?;
        Ok(CompleteResult::new(info))
    }
}
