//! What the contract answers, by hand.

use super::{Field, OPTIONAL, OURS, REQUIRED};

/// Answers: exactly these fields, at least these required.
pub(super) const ANSWERS: &[(&str, &[Field])] = &[
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
            ("budget", OURS, "ProjectBudget?"),
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
    (
        "ValidationProtocolsResponse",
        &[
            ("status", REQUIRED, "success"),
            ("validationData", REQUIRED, "ProtocolSummary"),
            ("timestamp", REQUIRED, "string"),
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
            ("changedForms", OURS, "ChangedForms"),
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
            ("result", OURS, "ExampleResult"),
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

const CATEGORY: &str = "plot|turning_point|climax|resolution|character|relationship|conflict\
                        |revelation|foreshadowing|backstory|world|political|travel|birth|death\
                        |other";

const GRAMMAR: &str = "phonology|phonotactics|prosody|orthography|morphophonology|morphology\
                        |inflection|derivation|syntax|agreement|semantics|pragmatics|discourse\
                        |lexicon|sound_change|other";
