"""The wire models of the measured endpoints: fields, types, defaults and bounds of the contract.

Nothing of storage is here; app.py has that.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Color = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
Genre = Literal[
    "fantasy",
    "science_fiction",
    "mystery",
    "thriller",
    "crime",
    "horror",
    "romance",
    "historical",
    "literary",
    "young_adult",
    "adventure",
    "comedy",
]
Weight = Annotated[float, Field(ge=0, le=1)]
Percent = Annotated[float, Field(ge=0, le=100)]
NonEmpty = Annotated[str, Field(min_length=1)]


class Model(BaseModel):
    """Snake case inside, camel case on the wire."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class LorekeeperProjectConfig(Model):
    prohibited_elements: list[str] = []
    naming_patterns: list[str] = []
    cultural_context: str = ""
    strict_naming: bool = False


class PublishingReadinessConfig(Model):
    weight_proseguard: Weight | None = None
    weight_lorekeeper: Weight | None = None
    weight_ml_health: Weight | None = None
    weight_edit_completion: Weight | None = None
    ready_threshold: Percent | None = None


class ProjectUpdateRequest(Model):
    """Absent fields leave the project as it is."""

    name: str | None = None
    description: str | None = None
    project_type: str | None = None
    color: Color | None = None
    icon: str | None = None
    ai_personality: str | None = None
    active_agents: list[str] | None = None
    collaborators: list[str] | None = None
    knowledge_filter: list[str] | None = None
    genres: list[Genre] | None = None
    settings: dict[str, Any] | None = None
    lorekeeper_config: LorekeeperProjectConfig | None = None
    publishing_config: PublishingReadinessConfig | None = None
    mechanics_enabled: bool | None = None
    documents_directory: str | None = None
    agent_system_prompts: dict[str, str] | None = None


class ProjectCreateRequest(ProjectUpdateRequest):
    name: str


class Integrations(Model):
    mime: bool = True
    research: bool = True
    analytics: bool = True


class ProjectAgentConfig(Model):
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    search_results_count: Annotated[int, Field(ge=1)] | None = None


class ProjectSettings(Model):
    """Keys it does not know are kept."""

    model_config = ConfigDict(extra="allow")

    visibility: str = "private"
    auto_save: bool = True
    context_preservation: bool = True
    ai_assistance: bool = True
    notifications: bool = True
    integrations: Integrations = Integrations()
    lorekeeper: LorekeeperProjectConfig | None = None
    publishing: PublishingReadinessConfig | None = None
    documents_directory: str = ""
    color: Color | None = None
    icon: str | None = None
    active_agents: list[str] = []
    ai_personality: str = ""
    knowledge_filter: list[str] = []
    genres: list[Genre] = []
    agent_config: ProjectAgentConfig | None = None
    agent_system_prompts: dict[str, str] = {}


class LearningPatterns(Model):
    user_behavior: dict[str, Any] = {}
    content_preferences: dict[str, Any] = {}
    workflow_optimizations: dict[str, Any] = {}


class KnowledgeBase(Model):
    documents: int = 0
    connections: int = 0
    insights: int = 0


class ProjectIntelligence(Model):
    assigned_agents: list[str] = []
    context_data: dict[str, Any] = {}
    learning_patterns: LearningPatterns = LearningPatterns()
    knowledge_base: KnowledgeBase = KnowledgeBase()


class Trends(Model):
    daily: list[float] = []
    weekly: list[float] = []
    monthly: list[float] = []


class ProjectAnalytics(Model):
    time_spent: float = 0
    active_days: int = 0
    completion_rate: Annotated[float, Field(le=100)] = 0
    collaborator_activity: dict[str, float] = {}
    agent_interactions: int = 0
    productivity_score: Annotated[float, Field(le=100)] = 0
    trends: Trends = Trends()


class ProjectItem(Model):
    id: str
    name: str
    description: str = ""
    type: str = "fiction"
    status: str = "active"
    created_at: str
    modified_at: str
    owner: str = "local"
    collaborators: list[str] = []
    settings: ProjectSettings = Field(default_factory=ProjectSettings)
    intelligence: ProjectIntelligence = Field(default_factory=ProjectIntelligence)
    analytics: ProjectAnalytics = Field(default_factory=ProjectAnalytics)
    mechanics_enabled: bool = False
