"""Records when requests arrive at a running service, and how long each takes.

    python3 record.py http://127.0.0.1:8080 FOLDER_OF_MARKDOWN arrivals.csv

First every kind of request is made alone, a few times: the shortest time from `leased` to `handled`
in the service's own history of the message is how long it takes. Then requests are sent in bursts
whether or not earlier ones are done, as many as would keep four agents busy for seven tenths of the
time; the service's own time of `queued` is when each arrived. Only numbers are written.
"""

import datetime
import json
import pathlib
import queue
import random
import sys
import threading
import time
import urllib.request

REQUESTS = 2_000
BURST_MAX = 8
AGENTS = 4
BUSY = 0.7
SENDERS = 8
ALONE = 3
SEED = 20261121
MESSAGES = "/api/agent-communication/messages"


def ask(base, method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        base + path, data=data, method=method, headers={"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read() or b"null")


def send(base, agent, document):
    body = {"toAgent": agent, "message": "How does this read?"}
    if document:
        body["context"] = {"metadata": {"documentId": document}}
    return ask(base, "POST", MESSAGES + "/send", body)["response"]["messageId"]


def history(base, message):
    """When the message came into each state, in milliseconds; of several times the last."""
    steps = ask(base, "GET", f"{MESSAGES}/{message}")["history"]
    moment = lambda text: datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return {step["status"]: round(moment(step["at"]).timestamp() * 1_000) for step in steps}


def alone(base, agent, document):
    """How long a request takes when nobody else asks, in milliseconds; at least one."""
    times = []
    for _ in range(ALONE):
        message = send(base, agent, document)
        while "handled" not in (steps := history(base, message)):
            time.sleep(0.01)
        times.append(steps["handled"] - steps["leased"])
    return max(1, min(times))


def main(base, folder, out):
    chance = random.Random(SEED)
    project = ask(base, "POST", "/api/projects", {"name": "Arrivals"})["id"]
    documents = [
        ask(base, "POST", f"/api/projects/{project}/documents",
            {"title": path.stem, "content": path.read_text()})["id"]
        for path in sorted(pathlib.Path(folder).glob("*.md"))
    ]
    kinds = [(agent, it) for agent in ("proseguard", "lorekeeper") for it in documents]
    kinds += [("muse", None)] * (len(kinds) // 3)
    took = {kind: alone(base, *kind) for kind in sorted(set(kinds), key=str)}
    mean_ms = sum(took[kind] for kind in kinds) / len(kinds)

    waiting, sent = queue.Queue(), []

    def sender():
        while (kind := waiting.get()) is not None:
            sent.append((send(base, *kind), kind))

    senders = [threading.Thread(target=sender) for _ in range(SENDERS)]
    for thread in senders:
        thread.start()
    per_ms = BUSY * AGENTS / mean_ms
    made = 0
    due = time.monotonic()
    while made < REQUESTS:
        burst = min(chance.randint(1, BURST_MAX), REQUESTS - made)
        due += chance.expovariate(per_ms / ((1 + BURST_MAX) / 2)) / 1_000
        time.sleep(max(0.0, due - time.monotonic()))
        for _ in range(burst):
            waiting.put(chance.choice(kinds))
        made += burst
    for _ in senders:
        waiting.put(None)
    for thread in senders:
        thread.join()

    rows = sorted((history(base, message)["queued"], took[kind]) for message, kind in sent)
    first = rows[0][0]
    lines = ["arrived_ms,takes_ms"] + [f"{arrived - first},{takes}" for arrived, takes in rows]
    pathlib.Path(out).write_text("\n".join(lines) + "\n")
    print(f"{len(rows)} requests in {rows[-1][0] - first} ms, {mean_ms:.1f} ms each")


if __name__ == "__main__":
    main(*sys.argv[1:])
