"""Agents: what each can do, their mailboxes, and the worker that handles the messages.

A message is stored before its sender gets the response, and handled later: the worker reads it,
writes a reply and marks it, in a transaction for as many as are waiting. What agents can do does
not change while the process runs; it is read once, from agents.json.
"""

import asyncio
import json
import re
from collections import Counter
from pathlib import Path

from fastapi import APIRouter, HTTPException

from agent_models import (
    AgentCapabilities,
    AgentCapability,
    MessageDeliveryInfo,
    MessageList,
    SendMessageRequest,
    SendMessageResponse,
)
from storage import add_event, database, milliseconds

MAILBOX_MAX = 1_000
MESSAGE_BYTES_MAX = 256 * 1024

# How long messages gather before they are handled together, and how many are at once.
GATHER_SECONDS = 0.02
BATCH_MAX = 256

# From this load on an agent is busy.
BUSY_THRESHOLD = 0.8

CARDS = json.loads((Path(__file__).parent / "agents.json").read_text())

WORD = re.compile(r"[\w']+")
SENTENCE_END = re.compile(r"[.!?]+(?:\s|$)")
PASSIVE = re.compile(r"\b(?:is|are|was|were|been|being)\s+\w+(?:ed|en)\b", re.IGNORECASE)

with database:
    database.executemany(
        "INSERT OR IGNORE INTO agent (id, queued, handled) VALUES (?, 0, 0)",
        [(card["agentId"],) for card in CARDS],
    )

router = APIRouter(prefix="/api")


@router.get("/agents/capabilities")
async def list_capabilities() -> AgentCapabilities:
    counts = {
        agent: (queued, handled)
        for agent, queued, handled in database.execute("SELECT id, queued, handled FROM agent")
    }
    agents, suggestions, loads = [], {}, {}
    for card in CARDS:
        agent = card["agentId"]
        queued, handled = counts[agent]
        # Nothing is known of an agent that has had nothing to do.
        load = queued / MAILBOX_MAX if handled else None
        if load is not None:
            loads[agent] = load
        for capability in card["capabilities"]:
            suggestions.setdefault(capability, agent)
        agents.append(
            AgentCapability(
                name=agent, current_load=load, availability=availability(load), **card
            )
        )
    return AgentCapabilities(agents=agents, routing_suggestions=suggestions, load_balancing=loads)


@router.post("/agent-communication/messages/send")
async def send_message(request: SendMessageRequest) -> SendMessageResponse:
    if not request.message.strip() or len(request.message.encode()) > MESSAGE_BYTES_MAX:
        raise HTTPException(400, "The message is empty or too long")
    agent = request.to_agent.lower()
    row = database.execute("SELECT queued FROM agent WHERE id = ?", (agent,)).fetchone()
    if row is None:
        raise HTTPException(404, "Agent not found")
    accepted = row[0] < MAILBOX_MAX

    with database:
        message_id = database.execute(
            "INSERT INTO message"
            " (to_agent, from_agent, type, priority, body, context, status, created_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                agent,
                request.from_agent,
                request.message_type,
                request.priority,
                request.message,
                request.context and request.context.model_dump_json(by_alias=True),
                "queued" if accepted else "refused",
                milliseconds(),
            ),
        ).lastrowid
        if accepted:
            database.execute("UPDATE agent SET queued = queued + 1 WHERE id = ?", (agent,))
        add_event("message.queued" if accepted else "message.refused", str(message_id))

    return SendMessageResponse(
        status="success" if accepted else "failed",
        response=MessageDeliveryInfo(
            message_id=str(message_id),
            delivered=accepted,
            error=None if accepted else "The mailbox is full",
        ),
        agent_id=request.to_agent,
        message="Delivered" if accepted else "Not delivered",
    )


@router.get("/agent-communication/messages")
async def list_messages(agent: str, status: str) -> MessageList:
    (total,) = database.execute(
        "SELECT count(*) FROM message WHERE status = ? AND to_agent = ?", (status, agent)
    ).fetchone()
    return MessageList(total=total)


async def handle_messages() -> None:
    """The worker of all agents."""
    while True:
        await asyncio.sleep(GATHER_SECONDS)
        handle_batch()


def handle_batch() -> None:
    waiting = database.execute(
        "SELECT id, to_agent, body FROM message WHERE status = 'queued' ORDER BY id LIMIT ?",
        (BATCH_MAX,),
    ).fetchall()
    if not waiting:
        return
    now = milliseconds()
    replies = [(measure(body), now, message_id) for message_id, _, body in waiting]
    counts = Counter(agent for _, agent, _ in waiting)
    with database:
        database.executemany(
            "UPDATE message SET status = 'handled', reply = ?, handled_at = ? WHERE id = ?", replies
        )
        database.executemany(
            "UPDATE agent SET queued = queued - ?, handled = handled + ? WHERE id = ?",
            [(count, count, agent) for agent, count in counts.items()],
        )


def measure(text: str) -> str:
    """What an agent replies: counts of words and sentences, and passages in passive voice."""
    words = WORD.findall(text.lower())
    sentences = len(SENTENCE_END.findall(text)) or 1
    return json.dumps(
        {
            "words": len(words),
            "distinctWords": len(set(words)),
            "sentences": sentences,
            "wordsPerSentence": len(words) / sentences,
            "passives": PASSIVE.findall(text),
        }
    )


def availability(load: float | None) -> str | None:
    if load is None:
        return None
    return "Busy" if load >= BUSY_THRESHOLD else "Available"
