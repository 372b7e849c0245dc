#!/usr/bin/env python3
"""An agent that runs outside of Scriptorium: it counts the words of what it is sent.

Nothing but the standard library and the public interface. It registers itself, says now and then
that it is there, leases one message at a time, has its lease extended while it works, and
acknowledges with its reply. Stop it with Ctrl-C at any moment: whatever it had leased goes back into
its mailbox when the lease ends, and is answered once.
"""

import argparse
import json
import threading
import time
import urllib.error
import urllib.request

CARD = {
    "id": "word-counter",
    "name": "Word Counter",
    "description": "Counts the words of what it is sent.",
    "capabilities": ["counting"],
    "specializations": ["words"],
    "category": "editorial",
}

LEASE_MS = 60_000
WAIT_MS = 20_000
HEARTBEAT_S = 10


class Studio:
    """The public interface of a running Scriptorium."""

    def __init__(self, address, token=None):
        self.address = address.rstrip("/")
        self.headers = {"Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    def post(self, path, body=None, key=None):
        """Sends JSON; the answer, or an HTTPError whose text says why not."""
        headers = dict(self.headers)
        if key:
            headers["Idempotency-Key"] = key
        data = json.dumps(body or {}).encode()
        request = urllib.request.Request(self.address + path, data, headers, method="POST")
        with urllib.request.urlopen(request, timeout=WAIT_MS / 1000 + 10) as answer:
            return json.load(answer)


class Lease:
    """A leased message that is kept ours as long as the block lasts."""

    def __init__(self, studio, message):
        self.studio, self.message = studio, message
        self.done = threading.Event()

    def __enter__(self):
        self.extending = threading.Thread(target=self._extend, daemon=True)
        self.extending.start()
        return self

    def __exit__(self, *_):
        self.done.set()

    def _extend(self):
        path = f"/api/agent-communication/messages/{self.message['id']}/extend"
        while not self.done.wait(LEASE_MS / 3000):
            try:
                self.studio.post(path, {"epoch": self.message["epoch"], "leaseMs": LEASE_MS})
            except urllib.error.HTTPError:
                # The lease was lost. That the work does not count, its acknowledgement will say.
                return
            except OSError:
                # The service does not answer just now; the lease lasts two more tries.
                continue


def register(studio):
    """Adds the agent to the registry, if it is not there yet."""
    try:
        studio.post("/api/agents", CARD)
    except urllib.error.HTTPError as refused:
        if refused.code != 409:
            raise


def beat(studio, stopped):
    """Says that the agent is there, until it stops."""
    while True:
        try:
            studio.post(f"/api/agents/{CARD['id']}/heartbeat")
        except OSError as silent:  # An HTTPError or a URLError: the next beat may be heard again.
            print(f"heartbeat: {silent}", flush=True)
        if stopped.wait(HEARTBEAT_S):
            return


def work(message):
    """What the agent is for: the answer to a message, as the body of an acknowledgement."""
    if message["replyTo"]:
        # An answer to something we said: there is nothing to add.
        return {"outcome": "handled"}
    words = message["message"].split()
    return {
        "outcome": "accepted" if message["messageType"] == "handoff" else "handled",
        "reply": {
            "message": f"I counted {len(words)} words.",
            "report": {"kind": "words", "count": len(words)},
        },
    }


def answer(studio, message):
    """Works on a leased message and ends it, together with the reply."""
    with Lease(studio, message):
        try:
            ended = work(message)
        except Exception as error:  # Whatever it is, the studio decides how often to try again.
            ended = {"outcome": "failed", "failure": "broken", "error": str(error)}
        said = acknowledge(studio, message, ended)
        if said and ended["outcome"] == "accepted":
            # The task was handed on since it was offered. If it is the lease that was lost, this is
            # refused for the same reason.
            print(f"{message['id']}: {said}", flush=True)
            ended = {"outcome": "refused", "error": said}
            said = acknowledge(studio, message, ended)
    # The lease was lost: somebody else has the message now, and what we did does not count.
    print(f"{message['id']}: {said or ended['outcome']}", flush=True)


def acknowledge(studio, message, ended):
    """Ends a leased message; none, or what a conflict says."""
    path = f"/api/agent-communication/messages/{message['id']}/acknowledge"
    # The same key for the same end of the same lease: a lost answer can be asked for again.
    key = f"{message['id']}/{message['epoch']}/{ended['outcome']}"
    for wait_s in (1, 5, None):
        try:
            studio.post(path, {"epoch": message["epoch"], **ended}, key)
            return None
        except urllib.error.HTTPError as refused:
            if refused.code != 409:
                raise
            return json.load(refused)["detail"]
        except OSError:
            if wait_s is None:
                raise
            time.sleep(wait_s)
    return None


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--address", default="http://127.0.0.1:7878")
    arguments.add_argument("--token", help="an access token, where the service needs one")
    arguments.add_argument("--messages", type=int, help="stop after so many messages")
    arguments = arguments.parse_args()

    studio = Studio(arguments.address, arguments.token)
    register(studio)
    stopped = threading.Event()
    threading.Thread(target=beat, args=(studio, stopped), daemon=True).start()
    print("ready", flush=True)

    lease = f"/api/agent-communication/agents/{CARD['id']}/lease"
    answered = 0
    try:
        while arguments.messages is None or answered < arguments.messages:
            wanted = {"limit": 1, "leaseMs": LEASE_MS, "waitMs": WAIT_MS}
            try:
                messages = studio.post(lease, wanted)["messages"]
            except urllib.error.HTTPError:
                raise
            except OSError as silent:
                print(f"lease: {silent}", flush=True)
                stopped.wait(HEARTBEAT_S)
                continue
            for message in messages:
                answer(studio, message)
                answered += 1
    except KeyboardInterrupt:
        pass
    stopped.set()


if __name__ == "__main__":
    main()
