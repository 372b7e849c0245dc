"""The wire models of agents and their messages, by the contract.

Nothing of storage is here; agents.py has that.
"""

from typing import Literal

from models import Model, NonEmpty, Weight


class MessageContextInfo(Model):
    task_id: str | None = None
    session_id: str | None = None
    conversation_id: str | None = None
    priority: str | None = None
    requires_response: bool | None = None
    timeout_ms: int | None = None
    metadata: dict[str, str] | None = None


class SendMessageRequest(Model):
    to_agent: NonEmpty
    from_agent: NonEmpty = "system"
    message: NonEmpty
    message_type: Literal["direct", "broadcast", "consultation", "handoff", "collaboration"] = (
        "direct"
    )
    priority: Literal["low", "normal", "medium", "high", "critical", "urgent"] = "medium"
    context: MessageContextInfo | None = None


class MessageDeliveryInfo(Model):
    message_id: str
    delivered: bool
    error: str | None = None


class SendMessageResponse(Model):
    status: Literal["success", "failed"]
    response: MessageDeliveryInfo
    agent_id: str
    message: str


class MessageList(Model):
    """Only the count; the bench reads nothing else of it."""

    total: int


class AgentCapability(Model):
    agent_id: str
    name: str
    description: str
    capabilities: list[str]
    specializations: list[str]
    status: Literal["available", "busy", "offline"] = "available"
    current_load: Weight | None = None
    availability: Literal["Busy", "Available"] | None = None
    confidence_score: float | None = None
    task_match_score: float | None = None
    estimated_completion_time: float | None = None


class AgentCapabilities(Model):
    agents: list[AgentCapability]
    routing_suggestions: dict[str, str]
    load_balancing: dict[str, float]
