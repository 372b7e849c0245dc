//! The contract's models, as a client that knows nothing else expects them: the name of every
//! field, whether it must be there, its type and its bounds. Written by hand from the contract,
//! never from the program.

use serde_json::Value;

/// A field: its name, whether the contract requires it, and its type as [`spoken`] says it.
type Field = (&'static str, bool, &'static str);

const REQUIRED: bool = true;
const OPTIONAL: bool = false;

/// A field of ours that the contract leaves room for.
const OURS: bool = OPTIONAL;

/// The lengths at which we end texts that the contract shows without a bound, in characters: too
/// generous for a client to meet by chance.
const OUR_LENGTHS: [u64; 2] = [1_000, 65_536];

/// Bodies of requests: exactly these fields, exactly these required.
const REQUESTS: &[(&str, &[Field])] = &[
    (
        "ProjectUpdateRequest",
        &[
            ("name", OPTIONAL, "string?"),
            ("description", OPTIONAL, "string?"),
            ("projectType", OPTIONAL, "string of 1 to 64?"),
            ("color", OPTIONAL, "string like ^#[0-9a-fA-F]{6}$?"),
            ("icon", OPTIONAL, "string?"),
            ("aiPersonality", OPTIONAL, "string?"),
            ("activeAgents", OPTIONAL, "[string]?"),
            ("collaborators", OPTIONAL, "[string]?"),
            ("knowledgeFilter", OPTIONAL, "[string]?"),
            ("genres", OPTIONAL, GENRES_OR_NULL),
            ("settings", OPTIONAL, "ProjectSettingsUpdate?"),
            ("lorekeeperConfig", OPTIONAL, "LorekeeperProjectConfig?"),
            ("publishingConfig", OPTIONAL, "PublishingReadinessConfig?"),
            ("mechanicsEnabled", OPTIONAL, "boolean?"),
            ("documentsDirectory", OPTIONAL, "string?"),
            ("agentSystemPrompts", OPTIONAL, "{string}?"),
        ],
    ),
    (
        "LorekeeperProjectConfig",
        &[
            ("prohibitedElements", OPTIONAL, "[string] = []"),
            ("namingPatterns", OPTIONAL, "[string] = []"),
            ("culturalContext", OPTIONAL, "string = \"\""),
            ("strictNaming", OPTIONAL, "boolean = false"),
        ],
    ),
    (
        "PublishingReadinessConfig",
        &[
            ("weightProseguard", OPTIONAL, "number from 0 to 1?"),
            ("weightLorekeeper", OPTIONAL, "number from 0 to 1?"),
            ("weightMlHealth", OPTIONAL, "number from 0 to 1?"),
            ("weightEditCompletion", OPTIONAL, "number from 0 to 1?"),
            ("readyThreshold", OPTIONAL, "number from 0 to 100?"),
        ],
    ),
    (
        "ProjectAgentConfig",
        &[
            ("temperature", OPTIONAL, "number from 0 to 2?"),
            ("maxTokens", OPTIONAL, "integer from 1?"),
            ("searchResultsCount", OPTIONAL, "integer from 1?"),
        ],
    ),
    (
        "SendMessageRequest",
        &[
            ("toAgent", REQUIRED, "string of 1"),
            ("fromAgent", OPTIONAL, "string of 1 = \"system\""),
            ("message", REQUIRED, "string of 1"),
            (
                "messageType",
                OPTIONAL,
                "direct|broadcast|consultation|handoff|collaboration = \"direct\"",
            ),
            ("priority", OPTIONAL, "low|normal|medium|high|critical|urgent = \"medium\""),
            ("context", OPTIONAL, "MessageContextInfo?"),
        ],
    ),
    (
        "MessageContextInfo",
        &[
            ("taskId", OPTIONAL, "string?"),
            ("sessionId", OPTIONAL, "string?"),
            ("conversationId", OPTIONAL, "string?"),
            ("priority", OPTIONAL, "string?"),
            ("requiresResponse", OPTIONAL, "boolean?"),
            ("timeoutMs", OPTIONAL, "integer?"),
            ("metadata", OPTIONAL, "{string}?"),
        ],
    ),
    (
        "EventCreateRequest",
        &[
            ("title", REQUIRED, "string"),
            ("description", OPTIONAL, "string = \"\""),
            ("dateDisplay", REQUIRED, "string"),
            ("dateSortKey", OPTIONAL, "integer"),
            ("category", OPTIONAL, CATEGORY_OR_PLOT),
            ("importance", OPTIONAL, "critical|major|minor|background = \"minor\""),
            ("sortOrder", OPTIONAL, "integer = 0"),
            ("tags", OPTIONAL, "[string] = []"),
            ("plotlineIds", OPTIONAL, "[string] = []"),
        ],
    ),
    (
        "EventUpdateRequest",
        &[
            ("title", OPTIONAL, "string"),
            ("description", OPTIONAL, "string?"),
            ("dateDisplay", OPTIONAL, "string"),
            ("dateSortKey", OPTIONAL, "integer?"),
            ("category", OPTIONAL, CATEGORY_OR_NULL),
            ("importance", OPTIONAL, "critical|major|minor|background?"),
            ("sortOrder", OPTIONAL, "integer?"),
            ("tags", OPTIONAL, "[string]?"),
            ("plotlineIds", OPTIONAL, "[string]?"),
        ],
    ),
    (
        "TestNotificationRequest",
        &[
            ("title", OPTIONAL, "string = \"Test Notification\""),
            ("message", OPTIONAL, "string = \"This is a test notification from the backend\""),
            ("type", OPTIONAL, "success|error|warning|info = \"info\""),
            ("priority", OPTIONAL, "low|normal|high|critical = \"normal\""),
        ],
    ),
    (
        "GrammarRuleUpdate",
        &[
            ("category", OPTIONAL, GRAMMAR_OR_NULL),
            ("name", OPTIONAL, "string?"),
            ("description", OPTIONAL, "string?"),
            ("pattern", OPTIONAL, "string?"),
            ("examples", OPTIONAL, "[GrammarExample]?"),
            ("sortOrder", OPTIONAL, "integer?"),
        ],
    ),
    (
        "GrammarExample",
        &[
            ("input", REQUIRED, "string"),
            ("output", REQUIRED, "string"),
            ("gloss", OPTIONAL, "string?"),
        ],
    ),
];

/// Answers: exactly these fields, at least these required.
const ANSWERS: &[(&str, &[Field])] = &[
    (
        "ProjectItem",
        &[
            ("id", REQUIRED, "string"),
            ("name", REQUIRED, "string"),
            ("description", REQUIRED, "string"),
            ("type", REQUIRED, "string"),
            ("status", REQUIRED, "active|paused|completed|archived"),
            ("createdAt", REQUIRED, "string"),
            ("modifiedAt", REQUIRED, "string"),
            ("owner", REQUIRED, "string"),
            ("collaborators", OPTIONAL, "[string]"),
            ("settings", REQUIRED, "ProjectSettings"),
            ("intelligence", REQUIRED, "ProjectIntelligence"),
            ("analytics", REQUIRED, "ProjectAnalytics"),
            ("mechanicsEnabled", OPTIONAL, "boolean"),
        ],
    ),
    (
        "ProjectSettings",
        &[
            ("visibility", REQUIRED, "string"),
            ("autoSave", REQUIRED, "boolean"),
            ("contextPreservation", REQUIRED, "boolean"),
            ("aiAssistance", REQUIRED, "boolean"),
            ("notifications", REQUIRED, "boolean"),
            ("integrations", REQUIRED, "ProjectIntegrations"),
            ("lorekeeper", OPTIONAL, "LorekeeperProjectConfig?"),
            ("publishing", OPTIONAL, "PublishingReadinessConfig?"),
            ("documentsDirectory", OPTIONAL, "string"),
            ("color", OPTIONAL, "string like ^#[0-9a-fA-F]{6}$?"),
            ("icon", OPTIONAL, "string?"),
            ("activeAgents", OPTIONAL, "[string]"),
            ("aiPersonality", OPTIONAL, "string"),
            ("knowledgeFilter", OPTIONAL, "[string]"),
            ("genres", OPTIONAL, GENRES),
            ("agentConfig", OPTIONAL, "ProjectAgentConfig?"),
            ("agentSystemPrompts", OPTIONAL, "{string}"),
        ],
    ),
    (
        "ProjectIntegrations",
        &[
            ("mime", REQUIRED, "boolean"),
            ("research", REQUIRED, "boolean"),
            ("analytics", REQUIRED, "boolean"),
        ],
    ),
    (
        "ProjectIntelligence",
        &[
            ("assignedAgents", OPTIONAL, "[string]"),
            ("contextData", OPTIONAL, "{any}"),
            ("learningPatterns", REQUIRED, "ProjectLearningPatterns"),
            ("knowledgeBase", REQUIRED, "ProjectKnowledgeBase"),
        ],
    ),
    (
        "ProjectLearningPatterns",
        &[
            ("userBehavior", OPTIONAL, "{any}"),
            ("contentPreferences", OPTIONAL, "{any}"),
            ("workflowOptimizations", OPTIONAL, "{any}"),
        ],
    ),
    (
        "ProjectKnowledgeBase",
        &[
            ("documents", REQUIRED, "integer"),
            ("connections", REQUIRED, "integer"),
            ("insights", REQUIRED, "integer"),
        ],
    ),
    (
        "ProjectAnalytics",
        &[
            ("timeSpent", REQUIRED, "number"),
            ("activeDays", REQUIRED, "integer"),
            ("completionRate", REQUIRED, "number from 0 to 100"),
            ("collaboratorActivity", OPTIONAL, "{number}"),
            ("agentInteractions", REQUIRED, "integer"),
            ("productivityScore", REQUIRED, "number from 0 to 100"),
            ("trends", REQUIRED, "ProjectTrends"),
        ],
    ),
    (
        "ProjectTrends",
        &[
            ("daily", OPTIONAL, "[number]"),
            ("weekly", OPTIONAL, "[number]"),
            ("monthly", OPTIONAL, "[number]"),
        ],
    ),
    (
        "AgentCapabilities",
        &[
            ("agents", REQUIRED, "[AgentCapability]"),
            ("routingSuggestions", REQUIRED, "{string}"),
            ("loadBalancing", REQUIRED, "{number}"),
        ],
    ),
    (
        "AgentCapability",
        &[
            ("agentId", REQUIRED, "string"),
            ("name", REQUIRED, "string"),
            ("description", REQUIRED, "string"),
            ("capabilities", REQUIRED, "[string]"),
            ("specializations", REQUIRED, "[string]"),
            ("status", REQUIRED, "available|busy|offline"),
            ("currentLoad", REQUIRED, "number from 0 to 1?"),
            ("availability", REQUIRED, "Busy|Available?"),
            ("confidenceScore", REQUIRED, "number?"),
            ("taskMatchScore", REQUIRED, "number?"),
            ("estimatedCompletionTime", REQUIRED, "number?"),
        ],
    ),
    (
        "AgentDetail",
        &[
            ("id", REQUIRED, "string"),
            ("name", REQUIRED, "string"),
            ("description", REQUIRED, "string"),
            ("type", REQUIRED, "background|active|hybrid"),
            (
                "category",
                REQUIRED,
                "direction|ideation|structure|knowledge|language|drafting|editorial|production",
            ),
            ("priority", REQUIRED, "critical|high|normal|low"),
            ("status", REQUIRED, "available|offline"),
            ("autoStart", REQUIRED, "boolean"),
            ("userVisible", REQUIRED, "boolean"),
            ("requiresUserPermission", REQUIRED, "boolean"),
            ("canModifySystem", REQUIRED, "boolean"),
            ("resourceRequirements", REQUIRED, "AgentResources"),
            ("dependencies", REQUIRED, "AgentDependencies"),
            ("metadata", REQUIRED, "AgentMetadata"),
        ],
    ),
    (
        "SendMessageResponse",
        &[
            ("status", REQUIRED, "success|failed"),
            ("response", REQUIRED, "MessageDeliveryInfo"),
            ("agentId", REQUIRED, "string"),
            ("message", REQUIRED, "string"),
        ],
    ),
    (
        "MessageDeliveryInfo",
        &[
            ("messageId", REQUIRED, "string"),
            ("delivered", REQUIRED, "boolean"),
            ("error", OPTIONAL, "string?"),
        ],
    ),
    ("EventResponse", &[("status", REQUIRED, "success"), ("data", REQUIRED, "TimelineEvent")]),
    (
        "TimelineEvent",
        &[
            ("id", REQUIRED, "string"),
            ("timelineId", REQUIRED, "string"),
            ("title", REQUIRED, "string"),
            ("description", OPTIONAL, "string"),
            ("dateDisplay", REQUIRED, "string"),
            ("dateSortKey", OPTIONAL, "integer"),
            ("category", OPTIONAL, CATEGORY),
            ("importance", OPTIONAL, "critical|major|minor|background"),
            ("sortOrder", OPTIONAL, "integer"),
            ("tags", OPTIONAL, "[string]"),
            ("links", OPTIONAL, "[EventLink]"),
            ("loreLinks", OPTIONAL, "[EventLoreLink]"),
            ("plotlineIds", OPTIONAL, "[string]"),
            ("createdAt", REQUIRED, "integer"),
            ("modifiedAt", REQUIRED, "integer"),
        ],
    ),
    ("EventLoreLink", &[("id", REQUIRED, "string"), ("loreEntryId", REQUIRED, "string")]),
    (
        "EventLink",
        &[
            ("id", REQUIRED, "string"),
            (
                "entityType",
                REQUIRED,
                "character|location|item|organisation|document|scene|plotline|promise",
            ),
            ("entityId", REQUIRED, "string"),
            ("label", REQUIRED, "string"),
        ],
    ),
    (
        "PlotlineResponse",
        &[("status", REQUIRED, "success"), ("data", REQUIRED, "TimelinePlotline")],
    ),
    (
        "TimelinePlotline",
        &[
            ("id", REQUIRED, "string"),
            ("timelineId", REQUIRED, "string"),
            ("name", REQUIRED, "string"),
            ("description", OPTIONAL, "string"),
            ("color", OPTIONAL, "string"),
            ("sortOrder", OPTIONAL, "integer"),
            ("collapsed", OPTIONAL, "boolean"),
            ("createdAt", REQUIRED, "integer"),
            ("modifiedAt", REQUIRED, "integer"),
        ],
    ),
    (
        "GrammarRuleResponse",
        &[
            ("id", REQUIRED, "string"),
            ("languageId", REQUIRED, "string"),
            ("category", REQUIRED, GRAMMAR),
            ("name", REQUIRED, "string"),
            ("description", REQUIRED, "string"),
            ("pattern", OPTIONAL, "string"),
            ("examples", OPTIONAL, "[GlossedExample]"),
            ("sortOrder", OPTIONAL, "integer"),
            ("createdAt", REQUIRED, "integer"),
            ("modifiedAt", REQUIRED, "integer"),
        ],
    ),
    (
        "PlotPromise",
        &[
            ("id", REQUIRED, "string"),
            ("projectId", REQUIRED, "string"),
            ("title", REQUIRED, "string"),
            ("description", OPTIONAL, "string"),
            (
                "promiseType",
                OPTIONAL,
                "plot|character|relationship|tone|genre|mystery|theme|world|foreshadowing|setup\
                 |prophecy|red_herring",
            ),
            ("promiseLevel", OPTIONAL, "core|major|minor|micro"),
            (
                "status",
                OPTIONAL,
                "planned|made|progressing|partially_fulfilled|fulfilled|deferred|broken|abandoned",
            ),
            ("notes", OPTIONAL, "string"),
            ("madeAtNodeId", OURS, "string?"),
            ("madeAtNodeTitle", OPTIONAL, "string"),
            ("fulfilledAtNodeId", OURS, "string?"),
            ("fulfilledAtNodeTitle", OPTIONAL, "string"),
            ("plotlineId", OURS, "string?"),
            ("plotlineTitle", OPTIONAL, "string"),
            ("createdAt", REQUIRED, "integer"),
            ("modifiedAt", REQUIRED, "integer"),
        ],
    ),
    (
        "TestNotificationResponse",
        &[
            ("success", REQUIRED, "boolean"),
            ("eventId", OPTIONAL, "string"),
            ("message", OPTIONAL, "string"),
            ("error", OPTIONAL, "string"),
        ],
    ),
    ("PromiseListResponse", &[("status", REQUIRED, "success"), ("data", REQUIRED, "PromiseList")]),
    (
        "PromiseList",
        &[
            ("promises", REQUIRED, "[PlotPromise]"),
            ("total", REQUIRED, "integer from 0"),
            ("nextCursor", OURS, "string?"),
        ],
    ),
    (
        // The contract's GrammarExample, with what was found out about its gloss.
        "GlossedExample",
        &[
            ("input", REQUIRED, "string"),
            ("output", REQUIRED, "string"),
            ("gloss", OPTIONAL, "string?"),
            ("alignment", OPTIONAL, "GlossAlignment"),
        ],
    ),
    ("HTTPValidationError", &[("detail", REQUIRED, "[ValidationError]")]),
    (
        "ValidationError",
        &[
            ("loc", REQUIRED, "[string or integer]"),
            ("msg", REQUIRED, "string"),
            ("type", REQUIRED, "string"),
            ("input", OPTIONAL, "any"),
            ("ctx", OPTIONAL, "{any}"),
        ],
    ),
];

const GENRES: &str = "[fantasy|science_fiction|mystery|thriller|crime|horror|romance|historical\
                      |literary|young_adult|adventure|comedy]";
const GENRES_OR_NULL: &str = "[fantasy|science_fiction|mystery|thriller|crime|horror|romance\
                              |historical|literary|young_adult|adventure|comedy]?";

const CATEGORY: &str = "plot|turning_point|climax|resolution|character|relationship|conflict\
                        |revelation|foreshadowing|backstory|world|political|travel|birth|death\
                        |other";
const CATEGORY_OR_PLOT: &str = "plot|turning_point|climax|resolution|character|relationship\
                                |conflict|revelation|foreshadowing|backstory|world|political\
                                |travel|birth|death|other = \"plot\"";
const CATEGORY_OR_NULL: &str = "plot|turning_point|climax|resolution|character|relationship\
                                |conflict|revelation|foreshadowing|backstory|world|political\
                                |travel|birth|death|other?";
const GRAMMAR: &str = "phonology|phonotactics|prosody|orthography|morphophonology|morphology\
                        |inflection|derivation|syntax|agreement|semantics|pragmatics|discourse\
                        |lexicon|sound_change|other";
const GRAMMAR_OR_NULL: &str = "phonology|phonotactics|prosody|orthography|morphophonology\
                                |morphology|inflection|derivation|syntax|agreement|semantics\
                                |pragmatics|discourse|lexicon|sound_change|other?";

/// A schema as one says it: `string`, `[string]` a list, `{number}` an object of numbers, `a|b` one
/// of these words, the name of a model; `?` behind what may also be null, `=` before a default.
fn spoken(schema: &Value) -> String {
    let default = schema.get("default").map(|it| format!(" = {it}")).unwrap_or_default();
    let (mut text, nullable) = kind(schema);
    for (least, most, from, to) in
        [("minimum", "maximum", " from ", " to "), ("minLength", "maxLength", " of ", " to ")]
    {
        text += &schema.get(least).map(|bound| format!("{from}{bound}")).unwrap_or_default();
        let most = schema.get(most).filter(|bound| !OUR_LENGTHS.iter().any(|ours| *bound == ours));
        text += &most.map(|bound| format!("{to}{bound}")).unwrap_or_default();
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        text += &format!(" like {pattern}");
    }
    format!("{text}{}{default}", if nullable { "?" } else { "" })
}

/// The type of a schema, and whether it may also be null.
fn kind(schema: &Value) -> (String, bool) {
    if let Some(place) = schema["$ref"].as_str() {
        return (place.rsplit('/').next().unwrap_or(place).to_owned(), false);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let (nulls, others): (Vec<_>, Vec<_>) = any.iter().partition(|one| one["type"] == "null");
        let others: Vec<_> = others.into_iter().map(spoken).collect();
        return (others.join(" or "), !nulls.is_empty());
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    let nullable = types.contains(&"null");
    if let Some(words) = schema["enum"].as_array() {
        return (words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("|"), nullable);
    }
    let text = match types.first().copied() {
        Some("array") => format!("[{}]", spoken(&schema["items"])),
        Some("object") => match &schema["additionalProperties"] {
            members @ Value::Object(_) => format!("{{{}}}", spoken(members)),
            _ => "{any}".to_owned(),
        },
        Some(one) => one.to_owned(),
        None => "any".to_owned(),
    };
    (text, nullable)
}

/// The fields of a model of the document, sorted by name.
fn fields(document: &Value, model: &str) -> Vec<(String, bool, String)> {
    let schema = &document["components"]["schemas"][model];
    let required = schema["required"].as_array();
    let properties = schema["properties"].as_object();
    let mut fields: Vec<_> = properties
        .unwrap_or_else(|| panic!("the document has no model {model}"))
        .iter()
        .map(|(name, schema)| {
            let required = required.is_some_and(|all| all.iter().any(|one| one == name));
            (name.clone(), required, spoken(schema))
        })
        .collect();
    fields.sort();
    fields
}

fn wanted(fields: &[Field]) -> Vec<(String, bool, String)> {
    let owned =
        |(name, required, kind): &Field| ((*name).to_owned(), *required, (*kind).to_owned());
    let mut fields: Vec<_> = fields.iter().map(owned).collect();
    fields.sort();
    fields
}

#[test]
fn requests_have_the_fields_of_the_contract() {
    let document = api::openapi::whole();

    for (model, contract) in REQUESTS {
        assert_eq!(fields(&document, model), wanted(contract), "{model}");
    }
}

#[test]
fn answers_have_the_fields_of_the_contract() {
    let document = api::openapi::whole();

    for (model, contract) in ANSWERS {
        let (found, wanted) = (fields(&document, model), wanted(contract));
        let said = |fields: &[(String, bool, String)]| {
            fields.iter().map(|(name, _, kind)| format!("{name}: {kind}")).collect::<Vec<_>>()
        };
        assert_eq!(said(&found), said(&wanted), "{model}");
        for ((name, is_required, _), (_, must_be, _)) in found.iter().zip(&wanted) {
            assert!(*is_required || !*must_be, "{model}: {name} must be required");
        }
    }
}

#[test]
fn settings_take_and_show_any_further_key() {
    let document = api::openapi::whole();

    for model in ["ProjectSettingsUpdate", "ProjectSettings"] {
        assert_eq!(document["components"]["schemas"][model]["additionalProperties"], true);
    }
}

#[test]
fn the_routes_of_the_contract_take_and_answer_its_models() {
    let document = api::openapi::whole();
    let model = |place: &Value| spoken(&place["content"]["application/json"]["schema"]);

    for (method, path, takes, answers) in [
        ("put", "/api/projects/{project_id}", Some("ProjectUpdateRequest"), "ProjectItem"),
        ("get", "/api/agents/capabilities", None, "AgentCapabilities"),
        ("get", "/api/agents/architecture/agent/{agent_id}", None, "AgentDetail"),
        ("get", "/api/creative/plot/promises", None, "PromiseListResponse"),
        (
            "post",
            "/api/notifications/test",
            Some("TestNotificationRequest"),
            "TestNotificationResponse",
        ),
        (
            "post",
            "/api/agent-communication/messages/send",
            Some("SendMessageRequest"),
            "SendMessageResponse",
        ),
        (
            "post",
            "/api/creative/timelines/{timeline_id}/events",
            Some("EventCreateRequest"),
            "EventResponse",
        ),
        (
            "put",
            "/api/creative/timelines/{timeline_id}/events/{event_id}",
            Some("EventUpdateRequest"),
            "EventResponse",
        ),
        (
            "post",
            "/api/creative/timelines/{timeline_id}/plotlines",
            Some("PlotlineCreateRequest"),
            "PlotlineResponse",
        ),
        (
            "put",
            "/api/creative/conlang/grammar-rules/{rule_id}",
            Some("GrammarRuleUpdate"),
            "GrammarRuleResponse",
        ),
    ] {
        let operation = &document["paths"][path][method];
        let body = operation.get("requestBody").map(model);
        assert_eq!(body.as_deref(), takes, "{method} {path}");
        assert_eq!(model(&operation["responses"]["200"]), answers, "{method} {path}");
        if takes.is_some() || path.contains('{') {
            assert_eq!(model(&operation["responses"]["422"]), "HTTPValidationError");
        }
    }
}
