//! What the contract takes, by hand.

use super::{Field, OPTIONAL, REQUIRED};

/// Bodies of requests: exactly these fields, exactly these required.
pub(super) const REQUESTS: &[(&str, &[Field])] = &[
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

const GENRES_OR_NULL: &str = "[fantasy|science_fiction|mystery|thriller|crime|horror|romance\
                              |historical|literary|young_adult|adventure|comedy]?";

const CATEGORY_OR_PLOT: &str = "plot|turning_point|climax|resolution|character|relationship\
                                |conflict|revelation|foreshadowing|backstory|world|political\
                                |travel|birth|death|other = \"plot\"";

const CATEGORY_OR_NULL: &str = "plot|turning_point|climax|resolution|character|relationship\
                                |conflict|revelation|foreshadowing|backstory|world|political\
                                |travel|birth|death|other?";

const GRAMMAR_OR_NULL: &str = "phonology|phonotactics|prosody|orthography|morphophonology\
                                |morphology|inflection|derivation|syntax|agreement|semantics\
                                |pragmatics|discourse|lexicon|sound_change|other?";
