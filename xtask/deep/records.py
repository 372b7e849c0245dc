"""Records for made-up requests to reach, each made when it is first wanted. Not a test: which
request gets which record is said in hooks.py, what is asked of the answers in schemathesis.toml.
"""

import json
import re
import urllib.error
import urllib.request

#: Every answer comes within this.
ANSWER_LIMIT_S = 30

TEXT = """The harbour slept. “Rain again,” said Mina, and shut the book of the Nightwatch.

Mina was a nurse, and her eyes were grey. She really, very quietly, walked down to the old quay, where Halford waited with the lamp.
"""


class Records:
    """The service and the ids of what was made there."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.shared: dict[str, str] = {}
        self.made = 0

    def ask(self, method: str, path: str, body: object = None):
        """One request; a refusal ends the run, since nothing could be reached without."""
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, sent, method=method)
        if sent is not None:
            request.add_header("content-type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_LIMIT_S) as answer:
                said = answer.read()
        except urllib.error.HTTPError as refusal:
            raise AssertionError(f"{method} {path}: {refusal.code} {refusal.read()!r}") from refusal
        return json.loads(said) if said else None

    def post(self, path: str, body: object = None):
        return self.ask("POST", path, body)

    def find(self, name: str) -> str:
        """The record all requests share that only look or change."""
        if name not in self.shared:
            self.shared[name] = self.make(name)
        return self.shared[name]

    def make(self, name: str) -> str:
        """A record of its own, for a request that takes it away or that happens once."""
        self.made += 1
        return getattr(self, name)()

    def activate(self) -> None:
        """Makes the shared project the active one, which any request may have changed."""
        self.post(f"/api/projects/{self.find('project_id')}/activate")

    # What there can be, by its name in a path.

    def project_id(self) -> str:
        """With a word in every document that must not be there, so that there are findings."""
        body = {"name": "The Nightwatch", "lorekeeperConfig": {"prohibitedElements": ["lamp"]}}
        return self.post("/api/projects", body)["id"]

    def file(self) -> str:
        """A file that the page of the documentation is made of."""
        with urllib.request.urlopen(self.address + "/docs", timeout=ANSWER_LIMIT_S) as page:
            return re.search(r'/docs/([^"]+)"', page.read().decode()).group(1)

    def asset(self) -> str:
        """A file that the studio is made of."""
        with urllib.request.urlopen(self.address + "/", timeout=ANSWER_LIMIT_S) as page:
            return re.search(r'/assets/([^"]+)"', page.read().decode()).group(1)

    def document_id(self) -> str:
        path = f"/api/projects/{self.find('project_id')}/documents"
        document = self.post(path, {"title": "The quay", "content": TEXT})
        self.ask("PUT", f"{path}/{document['id']}", {"content": TEXT + "\nThe lamp went out."})
        return document["id"]

    def version(self) -> str:
        return "1"

    def import_id(self) -> str:
        path = f"/api/projects/{self.find('project_id')}/documents/import"
        return self.post(path, {"files": [{"path": "one.md", "content": TEXT}]})["id"]

    def entry_id(self) -> str:
        path = f"/api/projects/{self.find('project_id')}/lore"
        return self.post(path, {"name": "Mina", "category": "character"})["id"]

    def finding_id(self) -> str:
        """A sweep over a text with something to find; read until it is over."""
        project = self.find("project_id")
        self.find("document_id")
        swarm = self.make("swarm_id")
        for _ in range(10_000):
            if self.ask("GET", f"/api/agents/swarm/{swarm}")["status"] not in ("pending", "active"):
                break
        findings = self.ask("GET", f"/api/projects/{project}/findings")["findings"]
        return findings[0]["id"]

    def swarm_id(self) -> str:
        order = {"swarmType": "consistency_sweep", "taskDescription": "Read it"}
        order["projectId"] = self.find("project_id")
        return self.post("/api/agents/swarm", order)["swarmId"]

    def subtask_id(self) -> str:
        """None waits for a permission, which is a conflict."""
        return "synthesis"

    def quotation_id(self) -> str:
        """In the document that the path names too."""
        document = f"/api/projects/{self.find('project_id')}/documents/{self.find('document_id')}"
        return self.ask("GET", f"{document}/quotations")["quotations"][0]["id"]

    def fact_id(self) -> str:
        project = f"/api/projects/{self.find('project_id')}"
        self.find("document_id")
        return self.ask("GET", f"{project}/facts")["facts"][0]["id"]

    def proposal_id(self) -> str:
        document = {"kind": "document", "id": self.make("document_id")}
        body = {"target": document, "agent": "proseguard", "summary": "Shorter"}
        body["changes"] = [{"start": 0, "end": 3, "after": "A"}]
        return self.post(f"/api/projects/{self.find('project_id')}/proposals", body)["id"]

    def promise_id(self) -> str:
        body = {"projectId": self.find("project_id"), "title": "Who shut the book?"}
        return self.post("/api/creative/plot/promises", body)["data"]["id"]

    def node_id(self) -> str:
        body = {"projectId": self.find("project_id"), "title": "The quay", "kind": "chapter"}
        return self.post("/api/creative/plot/nodes", body)["data"]["id"]

    def language_id(self) -> str:
        body = {"projectId": self.find("project_id"), "name": "Harbour cant"}
        return self.post("/api/creative/conlang/languages", body)["id"]

    def rule_id(self) -> str:
        path = f"/api/creative/conlang/languages/{self.find('language_id')}/grammar-rules"
        return self.post(path, {"name": "Plural", "category": "morphology"})["id"]

    def word_id(self) -> str:
        path = f"/api/creative/conlang/languages/{self.find('language_id')}/lexicon"
        return self.post(path, {"form": f"kael{self.made}", "meaning": "quay"})["id"]

    def timeline_id(self) -> str:
        body = {"projectId": self.find("project_id"), "name": "The winter"}
        return self.post("/api/creative/timelines", body)["data"]["id"]

    def event_id(self) -> str:
        path = f"/api/creative/timelines/{self.find('timeline_id')}/events"
        return self.post(path, {"title": "Rain", "dateDisplay": "3 May 1893"})["data"]["id"]

    def plotline_id(self) -> str:
        path = f"/api/creative/timelines/{self.find('timeline_id')}/plotlines"
        return self.post(path, {"name": "The lamp"})["data"]["id"]

    def event_link(self) -> str:
        path = f"/api/creative/timelines/{self.find('timeline_id')}/events/{self.find('event_id')}"
        body = {"entityType": "document", "entityId": self.make("document_id")}
        return self.post(path + "/links", body)["data"]["id"]

    def event_lore_link(self) -> str:
        path = f"/api/creative/timelines/{self.find('timeline_id')}/events/{self.find('event_id')}"
        body = {"loreEntryId": self.make("entry_id")}
        return self.post(path + "/lore-links", body)["data"]["id"]

    def agent_id(self) -> str:
        body = {"id": f"porter{self.made}", "name": "Porter", "capabilities": ["carrying"]}
        body["description"] = "Carries lamps."
        self.post("/api/agents", body)
        return body["id"]

    def message_id(self) -> str:
        """One that nobody takes: its recipient is outside, and asleep."""
        body = {"toAgent": self.find("agent_id"), "message": "How does this read?"}
        path = "/api/agent-communication/messages/send"
        return self.post(path, body)["response"]["messageId"]

    def task_id(self) -> str:
        task = f"task-{self.made}"
        body = {"toAgent": self.find("agent_id"), "fromAgent": "director", "message": "Yours."}
        body |= {"messageType": "handoff", "context": {"taskId": task}}
        self.post("/api/agent-communication/messages/send", body)
        return task

    def notification_id(self) -> str:
        return self.post("/api/notifications/test", {})["eventId"]

    def saved_search_id(self) -> str:
        body = {"name": "Lamps", "query": "the lamp on the quay"}
        return self.post("/api/discovery/research/saved-searches", body)["id"]
