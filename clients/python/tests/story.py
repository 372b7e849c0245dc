"""A program that speaks with a running service through the client, as its reader would write one.
It says `told` at its end; anything that is not as it should be ends it before.

    PYTHONPATH=clients/python python3 clients/python/tests/story.py http://127.0.0.1:7878
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from scriptorium import Client, Conflict, Invalid, NotFound, pages
from scriptorium.types import DocumentImportFile

#: How long any answer, and the reply of an agent, may take.
LIMIT_S = 30


def story(address: str) -> None:
    with Client(address) as studio:
        project = studio.projects.create(name="The Nightwatch", genres=["fantasy"])
        writes(studio, project["id"])
        plans(studio, project["id"])
        is_told_what_is_wrong(studio, project["id"])
        hears_the_answer(address, studio, project["id"])
        studio.projects.delete(project["id"])
        assert project["id"] not in {one["id"] for one in studio.projects.list()["projects"]}


def writes(studio: Client, project: str) -> None:
    """Documents: one by one, as files, page by page, and with their earlier texts."""
    for number in range(5):
        studio.documents.create(project, title=f"Chapter {number}", content="It rained. " * 40)
    file: DocumentImportFile = {"path": "one.md", "content": "# The quay\n\nHalford waited."}
    job = studio.documents.import_(project, files=[file])
    while studio.documents.get_import(project, job["id"])["status"] not in ("completed", "failed"):
        pass
    titles = [
        document["title"]
        for page in pages(studio.documents.list, project, limit=2)
        for document in page["documents"]
    ]
    assert titles == [f"Chapter {number}" for number in range(5)] + ["The quay"], titles

    first = studio.documents.list(project, limit=1)["documents"][0]
    read = studio.documents.get(project, first["id"])
    tag = studio.tag
    studio.documents.update(project, first["id"], content="It snowed.", if_match=tag)
    try:
        studio.documents.update(project, first["id"], content="It hailed.", if_match=tag)
        raise AssertionError("a change was lost")
    except Conflict as refused:
        assert refused.status == 412, refused
    earlier = studio.documents.list_revisions(project, first["id"])["revisions"]
    text = studio.documents.get_revision(project, first["id"], str(earlier[0]["version"]))
    assert text.get("content") == read.get("content"), text


def plans(studio: Client, project: str) -> None:
    """Lore, promises, and what is null and what is left out."""
    mina = studio.lore.create(project, name="Mina", category="character", aliases=["the keeper"])
    assert mina["aliases"] == ["the keeper"]
    promise = studio.plot.create_promise(
        project_id=project, title="Who shut the book?", promise_type="mystery", notes="Early."
    )["data"]
    kept = studio.plot.update_promise(promise["id"], title="Who shut it?")["data"]
    assert (kept["title"], kept["notes"]) == ("Who shut it?", "Early."), kept
    emptied = studio.plot.update_promise(promise["id"], notes=None)["data"]
    assert emptied["notes"] == "", emptied
    cant = studio.languages.create(project_id=project, name="Harbour cant", idempotency_key="once")
    again = studio.languages.create(project_id=project, name="Harbour cant", idempotency_key="once")
    assert cant == again
    studio.languages.import_lexicon(cant["id"], "form,meaning\nkael,quay\n")
    assert "kael" in studio.languages.get_lexicon_export(cant["id"])


def is_told_what_is_wrong(studio: Client, project: str) -> None:
    try:
        studio.projects.update(project, color="red", genres=["opera"])  # type: ignore[list-item]
        raise AssertionError("mistakes were taken")
    except Invalid as refused:
        found = [(mistake.type, mistake.loc) for mistake in refused.mistakes]
        assert found == [
            ("string_pattern_mismatch", ("body", "color")),
            ("literal_error", ("body", "genres", 0)),
        ], found
    try:
        studio.projects.get("a/b?c")
        raise AssertionError("nothing was found")
    except NotFound as refused:
        assert str(refused) == "404: Project not found", refused
        assert refused.request_id


def hears_the_answer(address: str, studio: Client, project: str) -> None:
    """Writes to an agent, and waits for its reply on the stream of events. What was heard before
    is heard again by whoever resumes there.
    """
    chapter = studio.documents.list(project)["documents"][0]["id"]
    with Client(address, timeout_s=LIMIT_S) as listener, ThreadPoolExecutor(1) as other:
        events = listener.events.listen()
        sent = studio.messages.send(
            to_agent="proseguard",
            message="How does this read?",
            context={"metadata": {"documentId": chapter}},
        )["response"]
        assert sent["delivered"], sent

        def reply() -> tuple[str | None, str]:
            before = None
            for event in events:
                if event.kind == "message" and event.data["replyTo"] == sent["messageId"]:
                    return before, event.data["id"]
                before = event.id
            raise AssertionError("the stream is over")

        before, answer = other.submit(reply).result(LIMIT_S)
        assert studio.messages.get(answer)["fromAgent"] == "proseguard"

        again = next(listener.events.listen(last_event_id=before))
        assert (again.kind, again.data["id"]) == ("message", answer), again


if __name__ == "__main__":
    story(sys.argv[1])
    print("told")
