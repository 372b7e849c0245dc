"""Every operation of Scriptorium's interface, module by module. Written by `cargo xtask clients` from
openapi.json. Arguments of a body that are not given are not sent, which leaves what they name as
it is; None goes as null.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from .core import ABSENT, Absent, Connection, Event, Module
from .types import (
    Agent,
    AgentActivity,
    AgentAuthority,
    AgentCapabilities,
    AgentDecisions,
    AgentDependenciesRequest,
    AgentDetail,
    AgentsPage,
    Analysis,
    AuthorityRule,
    BackupList,
    DocumentImportFile,
    DocumentItem,
    DocumentRevision,
    DocumentRevisionLabel,
    DocumentsPage,
    EntriesPage,
    EventLinkResponse,
    EventListResponse,
    EventLoreLinkResponse,
    EventResponse,
    Fact,
    FactsPage,
    Finding,
    FindingsPage,
    GrammarExample,
    GrammarRuleResponse,
    GrammarRulesPage,
    HealthLive,
    HealthReady,
    ImportItem,
    ImportPreview,
    ImportedProject,
    LanguageItem,
    LanguagesPage,
    LexiconCheck,
    LexiconImportResponse,
    LoreCategories,
    LoreItem,
    LoreRelation,
    LorekeeperProjectConfig,
    MentionsPage,
    MergedDocument,
    MessageContextInfo,
    MessageExtendResponse,
    MessageItem,
    MessageLeaseResponse,
    MessageReplyRequest,
    MessagesPage,
    ModelList,
    Name,
    NamesPage,
    NodeListResponse,
    NodeResponse,
    Notification,
    NotificationsPage,
    NotificationsRead,
    PlotlineListResponse,
    PlotlineResponse,
    ProjectExport,
    ProjectFolder,
    ProjectImportFile,
    ProjectItem,
    ProjectSettingsUpdate,
    ProjectsPage,
    PromiseListResponse,
    PromiseResponse,
    Proposal,
    ProposalChangeCreate,
    ProposalTarget,
    ProposalsPage,
    PublishingReadinessConfig,
    Quotation,
    QuotationsPage,
    Readiness,
    RenamePreview,
    RenamedForm,
    Replacement,
    ReplacementPreview,
    ResearchCollections,
    ResearchFilters,
    ResearchResponse,
    ResearchSavedSearch,
    ResearchSearchAnswer,
    RevisionsPage,
    SavedSearchesPage,
    SendMessageResponse,
    Session,
    SpeakersPage,
    SplitDocument,
    StudioAgentsResponse,
    SwarmBudget,
    SwarmDetail,
    SwarmInput,
    SwarmListResponse,
    SwarmResponse,
    SwarmSubTask,
    SystemOverviewResponse,
    TaskOwnership,
    TestNotificationResponse,
    TimelineCalendarRequest,
    TimelineListResponse,
    TimelineResponse,
    TrashedDocumentsPage,
    TrashedProjectsPage,
    UndoneDocument,
    UndoneEntry,
    UsageList,
    ValidationProtocolsResponse,
    WordForms,
    WordItem,
    WordsPage,
)


class Session(Module):
    """Who sends a request, and what they may do."""

    def delete(
        self,
    ) -> None:
        """End the session whose cookie comes with the request.

        DELETE /api/session
        """
        self._connection.ask(
            "DELETE",
            ("/api/session",),
        )

    def get(
        self,
    ) -> Session:
        """Read who you are and what you may do.

        GET /api/session
        """
        answer: Session = self._connection.ask(
            "GET",
            ("/api/session",),
        )
        return answer

    def create(
        self,
        *,
        token: str,
    ) -> Session:
        """Swap an access token for a session, whose secret comes as a cookie.

        POST /api/session

        token: The access token.
        """
        answer: Session = self._connection.ask(
            "POST",
            ("/api/session",),
            body={
                "token": token,
            },
        )
        return answer


class Projects(Module):
    """Writing projects, their settings, the open project, and the trash."""

    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        q: str | None = None,
        status: Literal["active", "paused", "completed", "archived"] | None = None,
    ) -> ProjectsPage:
        """List the projects you may see, newest first.

        GET /api/projects

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        q: Only those with this text in the name, ignoring case.
        status: Only projects of this status.
        """
        answer: ProjectsPage = self._connection.ask(
            "GET",
            ("/api/projects",),
            query={
                "cursor": cursor,
                "limit": limit,
                "q": q,
                "status": status,
            },
        )
        return answer

    def create(
        self,
        *,
        name: str,
        active_agents: Sequence[str] | None | Absent = ABSENT,
        agent_system_prompts: Mapping[str, str] | None | Absent = ABSENT,
        ai_personality: str | None | Absent = ABSENT,
        collaborators: Sequence[str] | None | Absent = ABSENT,
        color: str | None | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        documents_directory: str | None | Absent = ABSENT,
        genres: Sequence[Literal[
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
        ]] | None | Absent = ABSENT,
        icon: str | None | Absent = ABSENT,
        knowledge_filter: Sequence[str] | None | Absent = ABSENT,
        lorekeeper_config: LorekeeperProjectConfig | None | Absent = ABSENT,
        mechanics_enabled: bool | None | Absent = ABSENT,
        project_type: str | None | Absent = ABSENT,
        publishing_config: PublishingReadinessConfig | None | Absent = ABSENT,
        settings: ProjectSettingsUpdate | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> ProjectItem:
        """Create a project.

        POST /api/projects

        active_agents: The agents that work on it; none named means all.
        agent_system_prompts: Prompts by agent id that replace the agents' own.
        ai_personality: The tone in which agents speak about this project.
        collaborators: The ids of users who work on it.
        color: A hex colour such as `#7a1f2b`.
        description: What it is about.
        documents_directory: Where exports go; empty for the global default.
        genres: The genres whose conventions apply.
        icon: An icon identifier.
        knowledge_filter: The lore categories that agents and searches look at; none named
            means all.
        lorekeeper_config: The rules of the lore validator.
        mechanics_enabled: Whether the mechanics of magic systems are looked at.
        name: What it is called.
        project_type: The kind of project, such as `novel` or `screenplay`.
        publishing_config: When the project counts as ready to publish.
        settings: Settings to merge key by key.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: ProjectItem = self._connection.ask(
            "POST",
            ("/api/projects",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "activeAgents": active_agents,
                "agentSystemPrompts": agent_system_prompts,
                "aiPersonality": ai_personality,
                "collaborators": collaborators,
                "color": color,
                "description": description,
                "documentsDirectory": documents_directory,
                "genres": genres,
                "icon": icon,
                "knowledgeFilter": knowledge_filter,
                "lorekeeperConfig": lorekeeper_config,
                "mechanicsEnabled": mechanics_enabled,
                "name": name,
                "projectType": project_type,
                "publishingConfig": publishing_config,
                "settings": settings,
            },
        )
        return answer

    def delete_active(
        self,
    ) -> None:
        """Close the open project.

        DELETE /api/projects/active
        """
        self._connection.ask(
            "DELETE",
            ("/api/projects/active",),
        )

    def get_active(
        self,
    ) -> ProjectItem:
        """Read the project you have open.

        GET /api/projects/active
        """
        answer: ProjectItem = self._connection.ask(
            "GET",
            ("/api/projects/active",),
        )
        return answer

    def import_(
        self,
        *,
        files: Sequence[ProjectImportFile],
        idempotency_key: str | None = None,
    ) -> ImportedProject:
        """Create a project from the files of an export.

        POST /api/projects/import

        files: The files, by their paths within the folder.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: ImportedProject = self._connection.ask(
            "POST",
            ("/api/projects/import",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "files": files,
            },
        )
        return answer

    def delete(
        self,
        project_id: str,
        *,
        if_match: str | None = None,
    ) -> None:
        """Move a project to the trash, for 30 days.

        DELETE /api/projects/{project_id}

        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        self._connection.ask(
            "DELETE",
            ("/api/projects/{}", project_id,),
            headers={
                "If-Match": if_match,
            },
        )

    def get(
        self,
        project_id: str,
    ) -> ProjectItem:
        """Read a project.

        GET /api/projects/{project_id}
        """
        answer: ProjectItem = self._connection.ask(
            "GET",
            ("/api/projects/{}", project_id,),
        )
        return answer

    def update(
        self,
        project_id: str,
        *,
        active_agents: Sequence[str] | None | Absent = ABSENT,
        agent_system_prompts: Mapping[str, str] | None | Absent = ABSENT,
        ai_personality: str | None | Absent = ABSENT,
        collaborators: Sequence[str] | None | Absent = ABSENT,
        color: str | None | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        documents_directory: str | None | Absent = ABSENT,
        genres: Sequence[Literal[
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
        ]] | None | Absent = ABSENT,
        icon: str | None | Absent = ABSENT,
        knowledge_filter: Sequence[str] | None | Absent = ABSENT,
        lorekeeper_config: LorekeeperProjectConfig | None | Absent = ABSENT,
        mechanics_enabled: bool | None | Absent = ABSENT,
        name: str | None | Absent = ABSENT,
        project_type: str | None | Absent = ABSENT,
        publishing_config: PublishingReadinessConfig | None | Absent = ABSENT,
        settings: ProjectSettingsUpdate | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> ProjectItem:
        """Change the fields that are sent.

        PUT /api/projects/{project_id}

        active_agents: The agents that work on it; none named means all.
        agent_system_prompts: Prompts by agent id that replace the agents' own.
        ai_personality: The tone in which agents speak about this project.
        collaborators: The ids of users who work on it.
        color: A hex colour such as `#7a1f2b`.
        description: What it is about.
        documents_directory: Where exports go; empty for the global default.
        genres: The genres whose conventions apply.
        icon: An icon identifier.
        knowledge_filter: The lore categories that agents and searches look at; none named
            means all.
        lorekeeper_config: The rules of the lore validator.
        mechanics_enabled: Whether the mechanics of magic systems are looked at.
        name: What it is called.
        project_type: The kind of project, such as `novel` or `screenplay`.
        publishing_config: When the project counts as ready to publish.
        settings: Settings to merge key by key.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: ProjectItem = self._connection.ask(
            "PUT",
            ("/api/projects/{}", project_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "activeAgents": active_agents,
                "agentSystemPrompts": agent_system_prompts,
                "aiPersonality": ai_personality,
                "collaborators": collaborators,
                "color": color,
                "description": description,
                "documentsDirectory": documents_directory,
                "genres": genres,
                "icon": icon,
                "knowledgeFilter": knowledge_filter,
                "lorekeeperConfig": lorekeeper_config,
                "mechanicsEnabled": mechanics_enabled,
                "name": name,
                "projectType": project_type,
                "publishingConfig": publishing_config,
                "settings": settings,
            },
        )
        return answer

    def activate(
        self,
        project_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> ProjectItem:
        """Open a project.

        POST /api/projects/{project_id}/activate

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: ProjectItem = self._connection.ask(
            "POST",
            ("/api/projects/{}/activate", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def archive(
        self,
        project_id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> ProjectItem:
        """Archive a project.

        POST /api/projects/{project_id}/archive

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: ProjectItem = self._connection.ask(
            "POST",
            ("/api/projects/{}/archive", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
                "If-Match": if_match,
            },
        )
        return answer

    def get_export(
        self,
        project_id: str,
        *,
        author: str | None = None,
        check: Literal[
            "prose",
            "names",
            "naming_patterns",
            "prohibited_elements",
            "dialogue",
            "facts",
            "wording",
            "narration",
            "agent",
            "editor",
        ] | None = None,
        findings: Literal["none", "open", "accepted", "pending", "all"] | None = None,
        format: Literal["files", "docx", "epub"] | None = None,
        language: str | None = None,
        min_severity: Literal["critical", "high", "medium", "low", "info"] | None = None,
        revisions: bool | None = None,
    ) -> ProjectExport:
        """Export a project as the files of a folder, or its manuscript as DOCX or EPUB.

        GET /api/projects/{project_id}/export

        author: Who wrote the book.
        check: Only those of this check; `editor` for comments of imported files.
        findings: Which findings become comments of a DOCX.
        format: What it is: the files of the whole project, or its manuscript as one book.
        language: The tag of the book's language; `en` when absent.
        min_severity: Only those of this severity or a higher one.
        revisions: Whether the earlier texts of documents are part of it; a book has none.
        """
        answer: ProjectExport = self._connection.ask(
            "GET",
            ("/api/projects/{}/export", project_id,),
            query={
                "author": author,
                "check": check,
                "findings": findings,
                "format": format,
                "language": language,
                "minSeverity": min_severity,
                "revisions": revisions,
            },
        )
        return answer

    def list_facts(
        self,
        project_id: str,
        *,
        attribute: Literal[
            "eyes",
            "hair",
            "age",
            "kinship",
            "relative",
            "rank",
            "profession",
            "possession",
            "loss",
            "gain",
            "birth",
            "engagement",
            "wedding",
            "death",
            "location",
            "start",
            "end",
            "act",
        ] | None = None,
        cursor: str | None = None,
        document_id: str | None = None,
        is_rejected: bool | None = None,
        limit: int | None = None,
        source: Literal["text", "lore", "timeline"] | None = None,
        subject: str | None = None,
    ) -> FactsPage:
        """List what texts, lore and timelines state of persons, in the order of the book.

        GET /api/projects/{project_id}/facts

        attribute: Only those about this attribute.
        cursor: The `nextCursor` of the page before.
        document_id: Only those stated in this document.
        is_rejected: Only rejected ones, or only others.
        limit: The maximum number of items.
        source: Only those from this source.
        subject: Only those about a person with this name, ignoring case.
        """
        answer: FactsPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/facts", project_id,),
            query={
                "attribute": attribute,
                "cursor": cursor,
                "documentId": document_id,
                "isRejected": is_rejected,
                "limit": limit,
                "source": source,
                "subject": subject,
            },
        )
        return answer

    def update_fact(
        self,
        project_id: str,
        fact_id: str,
        *,
        is_rejected: bool,
        reason: str | None | Absent = ABSENT,
    ) -> Fact:
        """Reject a fact, or take the rejection back.

        PUT /api/projects/{project_id}/facts/{fact_id}

        is_rejected: Whether it is wrong; false takes a rejection back.
        reason: The reason; required for a rejection.
        """
        answer: Fact = self._connection.ask(
            "PUT",
            ("/api/projects/{}/facts/{}", project_id, fact_id,),
            body={
                "isRejected": is_rejected,
                "reason": reason,
            },
        )
        return answer

    def get_folder(
        self,
        project_id: str,
    ) -> ProjectFolder:
        """Read how the folder of Markdown is that is kept in step with a project.

        GET /api/projects/{project_id}/folder
        """
        answer: ProjectFolder = self._connection.ask(
            "GET",
            ("/api/projects/{}/folder", project_id,),
        )
        return answer

    def list_names(
        self,
        project_id: str,
        *,
        cursor: str | None = None,
        kind: Literal["person", "place", "group", "work", "other"] | None = None,
        limit: int | None = None,
    ) -> NamesPage:
        """List who and what the manuscript names, the most often named first.

        GET /api/projects/{project_id}/names

        cursor: The `nextCursor` of the page before.
        kind: Only those of this kind.
        limit: The maximum number of items.
        """
        answer: NamesPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/names", project_id,),
            query={
                "cursor": cursor,
                "kind": kind,
                "limit": limit,
            },
        )
        return answer

    def restore(
        self,
        project_id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> ProjectItem:
        """Take a project out of the trash or the archive.

        POST /api/projects/{project_id}/restore

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: ProjectItem = self._connection.ask(
            "POST",
            ("/api/projects/{}/restore", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
                "If-Match": if_match,
            },
        )
        return answer

    def status(
        self,
        project_id: str,
        *,
        status: Literal["active", "paused", "completed", "archived"],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> ProjectItem:
        """Change the status of a project.

        POST /api/projects/{project_id}/status

        status: The status to take on, from any other.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: ProjectItem = self._connection.ask(
            "POST",
            ("/api/projects/{}/status", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
                "If-Match": if_match,
            },
            body={
                "status": status,
            },
        )
        return answer

    def list_trash(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> TrashedProjectsPage:
        """List the projects in the trash that you may see, the latest first.

        GET /api/trash

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        """
        answer: TrashedProjectsPage = self._connection.ask(
            "GET",
            ("/api/trash",),
            query={
                "cursor": cursor,
                "limit": limit,
            },
        )
        return answer


class Documents(Module):
    """The manuscript, notes and references, as a tree of Markdown texts with their revisions."""

    def preview(
        self,
        *,
        files: Sequence[DocumentImportFile],
        cut: bool | Absent = ABSENT,
        project_id: str | None | Absent = ABSENT,
    ) -> ImportPreview:
        """Say what an import would do, and write nothing.

        POST /api/imports/preview

        cut: Whether a single text, DOCX, ODT or screenplay is cut at the headings of its
            chapters.
        files: The files, by their paths within the folder.
        project_id: The project whose documents they would update; without it all are new.
        """
        answer: ImportPreview = self._connection.ask(
            "POST",
            ("/api/imports/preview",),
            body={
                "cut": cut,
                "files": files,
                "projectId": project_id,
            },
        )
        return answer

    def list(
        self,
        project_id: str,
        *,
        cursor: str | None = None,
        kind: Literal["part", "chapter", "scene", "note", "reference"] | None = None,
        limit: int | None = None,
        parent_id: str | None = None,
        q: str | None = None,
        status: Literal[
            "outline",
            "draft",
            "revise",
            "line_edit",
            "proof",
            "done",
        ] | None = None,
    ) -> DocumentsPage:
        """List the documents of a project in reading order, without their texts.

        GET /api/projects/{project_id}/documents

        cursor: The `nextCursor` of the page before.
        kind: Only those of this kind.
        limit: The maximum number of items.
        parent_id: Only children of this document; `root` for the top level.
        q: Only those with this text in the title, ignoring case.
        status: Only those in this phase.
        """
        answer: DocumentsPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/documents", project_id,),
            query={
                "cursor": cursor,
                "kind": kind,
                "limit": limit,
                "parentId": parent_id,
                "q": q,
                "status": status,
            },
        )
        return answer

    def create(
        self,
        project_id: str,
        *,
        title: str,
        content: str | Absent = ABSENT,
        kind: Literal["part", "chapter", "scene", "note", "reference"] | Absent = ABSENT,
        parent_id: str | None | Absent = ABSENT,
        position: int | None | Absent = ABSENT,
        status: Literal[
            "outline",
            "draft",
            "revise",
            "line_edit",
            "proof",
            "done",
        ] | Absent = ABSENT,
        word_target: int | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> DocumentItem:
        """Create a document.

        POST /api/projects/{project_id}/documents

        content: Its text in Markdown.
        kind: What it is.
        parent_id: Its parent document.
        position: Its position among its siblings; after the last one when absent.
        status: The phase of work it is in.
        title: What it is called.
        word_target: The number of words it should have.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: DocumentItem = self._connection.ask(
            "POST",
            ("/api/projects/{}/documents", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "content": content,
                "kind": kind,
                "parentId": parent_id,
                "position": position,
                "status": status,
                "title": title,
                "wordTarget": word_target,
            },
        )
        return answer

    def import_(
        self,
        project_id: str,
        *,
        files: Sequence[DocumentImportFile],
        cut: bool | Absent = ABSENT,
        mode: Literal["add", "update"] | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> ImportItem:
        """Import a folder of Markdown files, DOCX, EPUB, ODT, Fountain and zip, as a job.

        POST /api/projects/{project_id}/documents/import

        cut: Whether a single text, DOCX, ODT or screenplay is cut at the headings of its
            chapters.
        files: The files, by their paths within the folder.
        mode: `add` makes every file a new document; `update` changes the text of the document
            of its title, and adds those that are not there yet.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: ImportItem = self._connection.ask(
            "POST",
            ("/api/projects/{}/documents/import", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "cut": cut,
                "files": files,
                "mode": mode,
            },
        )
        return answer

    def delete(
        self,
        project_id: str,
        document_id: str,
        *,
        if_match: str | None = None,
    ) -> None:
        """Move a document to the trash, for 30 days.

        DELETE /api/projects/{project_id}/documents/{document_id}

        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        self._connection.ask(
            "DELETE",
            ("/api/projects/{}/documents/{}", project_id, document_id,),
            headers={
                "If-Match": if_match,
            },
        )

    def get(
        self,
        project_id: str,
        document_id: str,
    ) -> DocumentItem:
        """Read a document with its text.

        GET /api/projects/{project_id}/documents/{document_id}
        """
        answer: DocumentItem = self._connection.ask(
            "GET",
            ("/api/projects/{}/documents/{}", project_id, document_id,),
        )
        return answer

    def update(
        self,
        project_id: str,
        document_id: str,
        *,
        autosave: bool | Absent = ABSENT,
        content: str | None | Absent = ABSENT,
        kind: Literal["part", "chapter", "scene", "note", "reference"] | None | Absent = ABSENT,
        parent_id: str | None | Absent = ABSENT,
        position: int | None | Absent = ABSENT,
        status: Literal[
            "outline",
            "draft",
            "revise",
            "line_edit",
            "proof",
            "done",
        ] | None | Absent = ABSENT,
        title: str | None | Absent = ABSENT,
        word_target: int | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> DocumentItem:
        """Change the fields that are sent.

        PUT /api/projects/{project_id}/documents/{document_id}

        autosave: Whether a program saves it by itself: such changes of one user with gaps of
            less than five minutes keep one earlier text, and not one each.
        content: Its text in Markdown; null empties it.
        kind: What it is.
        parent_id: Its parent document; null moves it to the top level.
        position: Its position among its siblings; later ones move by one.
        status: The phase of work it is in; null makes it a draft.
        title: What it is called.
        word_target: The number of words it should have.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: DocumentItem = self._connection.ask(
            "PUT",
            ("/api/projects/{}/documents/{}", project_id, document_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "autosave": autosave,
                "content": content,
                "kind": kind,
                "parentId": parent_id,
                "position": position,
                "status": status,
                "title": title,
                "wordTarget": word_target,
            },
        )
        return answer

    def lock(
        self,
        project_id: str,
        document_id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> DocumentItem:
        """Lock a document, so that nobody else changes it.

        POST /api/projects/{project_id}/documents/{document_id}/lock

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: DocumentItem = self._connection.ask(
            "POST",
            ("/api/projects/{}/documents/{}/lock", project_id, document_id,),
            headers={
                "Idempotency-Key": idempotency_key,
                "If-Match": if_match,
            },
        )
        return answer

    def merge(
        self,
        project_id: str,
        document_id: str,
        *,
        following_id: str | None | Absent = ABSENT,
        following_version: int | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> MergedDocument:
        """Merge a document with the one that follows, which goes to the trash.

        POST /api/projects/{project_id}/documents/{document_id}/merge

        following_id: The document that has to follow; whichever follows when absent.
        following_version: The version that it has to have, as in its ETag.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: MergedDocument = self._connection.ask(
            "POST",
            ("/api/projects/{}/documents/{}/merge", project_id, document_id,),
            headers={
                "Idempotency-Key": idempotency_key,
                "If-Match": if_match,
            },
            body={
                "followingId": following_id,
                "followingVersion": following_version,
            },
        )
        return answer

    def list_quotations(
        self,
        project_id: str,
        document_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> QuotationsPage:
        """List the direct speech of a document, with who speaks.

        GET /api/projects/{project_id}/documents/{document_id}/quotations

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        """
        answer: QuotationsPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/documents/{}/quotations", project_id, document_id,),
            query={
                "cursor": cursor,
                "limit": limit,
            },
        )
        return answer

    def update_quotation(
        self,
        project_id: str,
        document_id: str,
        quotation_id: str,
        *,
        speaker: str | None | Absent = ABSENT,
    ) -> Quotation:
        """Correct who speaks a quotation.

        PUT /api/projects/{project_id}/documents/{document_id}/quotations/{quotation_id}

        speaker: Who speaks: a name, a description, or `narrator`. Null withdraws an earlier
            correction.
        """
        answer: Quotation = self._connection.ask(
            "PUT",
            ("/api/projects/{}/documents/{}/quotations/{}", project_id, document_id, quotation_id,),
            body={
                "speaker": speaker,
            },
        )
        return answer

    def restore(
        self,
        project_id: str,
        document_id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> DocumentItem:
        """Take a document out of the trash.

        POST /api/projects/{project_id}/documents/{document_id}/restore

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: DocumentItem = self._connection.ask(
            "POST",
            ("/api/projects/{}/documents/{}/restore", project_id, document_id,),
            headers={
                "Idempotency-Key": idempotency_key,
                "If-Match": if_match,
            },
        )
        return answer

    def list_revisions(
        self,
        project_id: str,
        document_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> RevisionsPage:
        """List the revisions of a document, newest first.

        GET /api/projects/{project_id}/documents/{document_id}/revisions

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        """
        answer: RevisionsPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/documents/{}/revisions", project_id, document_id,),
            query={
                "cursor": cursor,
                "limit": limit,
            },
        )
        return answer

    def get_revision(
        self,
        project_id: str,
        document_id: str,
        version: str,
    ) -> DocumentRevision:
        """Read a revision of a document.

        GET /api/projects/{project_id}/documents/{document_id}/revisions/{version}
        """
        answer: DocumentRevision = self._connection.ask(
            "GET",
            ("/api/projects/{}/documents/{}/revisions/{}", project_id, document_id, version,),
        )
        return answer

    def update_revision(
        self,
        project_id: str,
        document_id: str,
        version: str,
        *,
        label: str | None | Absent = ABSENT,
    ) -> DocumentRevisionLabel:
        """Name a text of a document, an earlier one or the present one.

        PUT /api/projects/{project_id}/documents/{document_id}/revisions/{version}

        label: What the text is called; null or an empty one for nothing.
        """
        answer: DocumentRevisionLabel = self._connection.ask(
            "PUT",
            ("/api/projects/{}/documents/{}/revisions/{}", project_id, document_id, version,),
            body={
                "label": label,
            },
        )
        return answer

    def split(
        self,
        project_id: str,
        document_id: str,
        *,
        start: int,
        title: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SplitDocument:
        """Split a document into two.

        POST /api/projects/{project_id}/documents/{document_id}/split

        start: The first character of the second document in the Markdown of the first.
        title: What the second one is called: when absent as its first heading says, or
            without a heading as the first one with a number.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: SplitDocument = self._connection.ask(
            "POST",
            ("/api/projects/{}/documents/{}/split", project_id, document_id,),
            headers={
                "Idempotency-Key": idempotency_key,
                "If-Match": if_match,
            },
            body={
                "start": start,
                "title": title,
            },
        )
        return answer

    def unlock(
        self,
        project_id: str,
        document_id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> DocumentItem:
        """Unlock a document.

        POST /api/projects/{project_id}/documents/{document_id}/unlock

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: DocumentItem = self._connection.ask(
            "POST",
            ("/api/projects/{}/documents/{}/unlock", project_id, document_id,),
            headers={
                "Idempotency-Key": idempotency_key,
                "If-Match": if_match,
            },
        )
        return answer

    def get_import(
        self,
        project_id: str,
        import_id: str,
    ) -> ImportItem:
        """Read an import and its progress.

        GET /api/projects/{project_id}/imports/{import_id}
        """
        answer: ImportItem = self._connection.ask(
            "GET",
            ("/api/projects/{}/imports/{}", project_id, import_id,),
        )
        return answer

    def replacement(
        self,
        project_id: str,
        *,
        digest: str,
        find: str,
        replace: str,
        document_ids: Sequence[str] | None | Absent = ABSENT,
        match_case: bool | Absent = ABSENT,
        only: Sequence[str] | None | Absent = ABSENT,
        whole_words: bool | Absent = ABSENT,
        without: Sequence[str] | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> Replacement:
        """Replace words in all texts of a project, or in none.

        POST /api/projects/{project_id}/replacements

        digest: The `digest` of the preview: nothing is replaced when something else is found
            now.
        document_ids: As in the preview.
        find: The words, as in the preview.
        match_case: As in the preview.
        only: Only the matches with these ids.
        replace: What takes their place; an empty text deletes them.
        whole_words: As in the preview.
        without: Not the matches with these ids.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: Replacement = self._connection.ask(
            "POST",
            ("/api/projects/{}/replacements", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "digest": digest,
                "documentIds": document_ids,
                "find": find,
                "matchCase": match_case,
                "only": only,
                "replace": replace,
                "wholeWords": whole_words,
                "without": without,
            },
        )
        return answer

    def preview_replacements(
        self,
        project_id: str,
        *,
        find: str,
        cursor: str | None | Absent = ABSENT,
        document_ids: Sequence[str] | None | Absent = ABSENT,
        limit: int | Absent = ABSENT,
        match_case: bool | Absent = ABSENT,
        whole_words: bool | Absent = ABSENT,
    ) -> ReplacementPreview:
        """Find words in all texts of a project, to replace them; writes nothing.

        POST /api/projects/{project_id}/replacements/preview

        cursor: The `nextCursor` of the page before.
        document_ids: Only in these documents; else in all parts, chapters and scenes.
        find: The words, as they are written: there are no wildcards.
        limit: The maximum number of items.
        match_case: Whether capitals matter.
        whole_words: Whether a match has to begin and end as a word does.
        """
        answer: ReplacementPreview = self._connection.ask(
            "POST",
            ("/api/projects/{}/replacements/preview", project_id,),
            body={
                "cursor": cursor,
                "documentIds": document_ids,
                "find": find,
                "limit": limit,
                "matchCase": match_case,
                "wholeWords": whole_words,
            },
        )
        return answer

    def undo_replacements(
        self,
        project_id: str,
        *,
        documents: Sequence[UndoneDocument],
        entry: UndoneEntry | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> Replacement:
        """Take a replacement back, as long as its texts were not changed since.

        POST /api/projects/{project_id}/replacements/undo

        documents: The texts.
        entry: The lore entry; null where nothing was renamed.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: Replacement = self._connection.ask(
            "POST",
            ("/api/projects/{}/replacements/undo", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "documents": documents,
                "entry": entry,
            },
        )
        return answer

    def list_speakers(
        self,
        project_id: str,
        *,
        cursor: str | None = None,
        kind: Literal["person", "narrator", "described"] | None = None,
        limit: int | None = None,
    ) -> SpeakersPage:
        """List who speaks in the manuscript of a project, the most words first.

        GET /api/projects/{project_id}/speakers

        cursor: The `nextCursor` of the page before.
        kind: Only those of this kind.
        limit: The maximum number of items.
        """
        answer: SpeakersPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/speakers", project_id,),
            query={
                "cursor": cursor,
                "kind": kind,
                "limit": limit,
            },
        )
        return answer

    def list_trash(
        self,
        project_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> TrashedDocumentsPage:
        """List the documents of a project that are in the trash, the latest first.

        GET /api/projects/{project_id}/trash

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        """
        answer: TrashedDocumentsPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/trash", project_id,),
            query={
                "cursor": cursor,
                "limit": limit,
            },
        )
        return answer


class Timelines(Module):
    """What happens in a story and when: events with their links, and plotlines."""

    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        project_id: str | None = None,
    ) -> TimelineListResponse:
        """List the timelines of a project, or of all projects you may see, newest first.

        GET /api/creative/timelines

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        project_id: Only those of this project; those of all projects you may see when absent.
        """
        answer: TimelineListResponse = self._connection.ask(
            "GET",
            ("/api/creative/timelines",),
            query={
                "cursor": cursor,
                "limit": limit,
                "projectId": project_id,
            },
        )
        return answer

    def create(
        self,
        *,
        name: str,
        project_id: str,
        calendar: TimelineCalendarRequest | Absent = ABSENT,
        description: str | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> TimelineResponse:
        """Create a timeline.

        POST /api/creative/timelines

        calendar: How its dates are read; the Gregorian calendar when absent.
        description: What it is for.
        name: What it is called.
        project_id: The project it belongs to.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: TimelineResponse = self._connection.ask(
            "POST",
            ("/api/creative/timelines",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "calendar": calendar,
                "description": description,
                "name": name,
                "projectId": project_id,
            },
        )
        return answer

    def delete(
        self,
        timeline_id: str,
    ) -> None:
        """Delete a timeline with its events and plotlines.

        DELETE /api/creative/timelines/{timeline_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/creative/timelines/{}", timeline_id,),
        )

    def get(
        self,
        timeline_id: str,
    ) -> TimelineResponse:
        """Read a timeline, without its events and plotlines.

        GET /api/creative/timelines/{timeline_id}
        """
        answer: TimelineResponse = self._connection.ask(
            "GET",
            ("/api/creative/timelines/{}", timeline_id,),
        )
        return answer

    def update(
        self,
        timeline_id: str,
        *,
        calendar: TimelineCalendarRequest | None | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        name: str | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> TimelineResponse:
        """Change the fields that are sent.

        PUT /api/creative/timelines/{timeline_id}

        calendar: How its dates are read; replaces the calendar as a whole, and null makes it
            the Gregorian one. Sort keys that were read from dates are read again.
        description: What it is for; null empties it.
        name: What it is called.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: TimelineResponse = self._connection.ask(
            "PUT",
            ("/api/creative/timelines/{}", timeline_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "calendar": calendar,
                "description": description,
                "name": name,
            },
        )
        return answer

    def list_events(
        self,
        timeline_id: str,
        *,
        category: Literal[
            "plot",
            "turning_point",
            "climax",
            "resolution",
            "character",
            "relationship",
            "conflict",
            "revelation",
            "foreshadowing",
            "backstory",
            "world",
            "political",
            "travel",
            "birth",
            "death",
            "other",
        ] | None = None,
        cursor: str | None = None,
        entity_id: str | None = None,
        from_: int | None = None,
        importance: Literal["critical", "major", "minor", "background"] | None = None,
        limit: int | None = None,
        plotline_id: str | None = None,
        to: int | None = None,
    ) -> EventListResponse:
        """List the events of a timeline in their order.

        GET /api/creative/timelines/{timeline_id}/events

        category: Only those of this category.
        cursor: The `nextCursor` of the page before.
        entity_id: Only those linked to this record or lore entry.
        from_: Only those with this sort key or a greater one.
        importance: Only those of this importance.
        limit: The maximum number of items.
        plotline_id: Only those on this plotline.
        to: Only those with this sort key or a smaller one.
        """
        answer: EventListResponse = self._connection.ask(
            "GET",
            ("/api/creative/timelines/{}/events", timeline_id,),
            query={
                "category": category,
                "cursor": cursor,
                "entityId": entity_id,
                "from": from_,
                "importance": importance,
                "limit": limit,
                "plotlineId": plotline_id,
                "to": to,
            },
        )
        return answer

    def create_event(
        self,
        timeline_id: str,
        *,
        date_display: str,
        title: str,
        category: Literal[
            "plot",
            "turning_point",
            "climax",
            "resolution",
            "character",
            "relationship",
            "conflict",
            "revelation",
            "foreshadowing",
            "backstory",
            "world",
            "political",
            "travel",
            "birth",
            "death",
            "other",
        ] | Absent = ABSENT,
        date_sort_key: int | Absent = ABSENT,
        description: str | Absent = ABSENT,
        importance: Literal["critical", "major", "minor", "background"] | Absent = ABSENT,
        plotline_ids: Sequence[str] | Absent = ABSENT,
        sort_order: int | Absent = ABSENT,
        tags: Sequence[str] | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> EventResponse:
        """Create an event.

        POST /api/creative/timelines/{timeline_id}/events

        category: What it is in the story.
        date_display: Its date, as readers see it.
        date_sort_key: The sort key of its date; read from dateDisplay when absent.
        description: What happens.
        importance: How much it matters.
        plotline_ids: The plotlines it is on.
        sort_order: Its order among events of the same date.
        tags: Its tags.
        title: What it is called.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: EventResponse = self._connection.ask(
            "POST",
            ("/api/creative/timelines/{}/events", timeline_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "category": category,
                "dateDisplay": date_display,
                "dateSortKey": date_sort_key,
                "description": description,
                "importance": importance,
                "plotlineIds": plotline_ids,
                "sortOrder": sort_order,
                "tags": tags,
                "title": title,
            },
        )
        return answer

    def delete_event(
        self,
        timeline_id: str,
        event_id: str,
    ) -> None:
        """Delete an event.

        DELETE /api/creative/timelines/{timeline_id}/events/{event_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/creative/timelines/{}/events/{}", timeline_id, event_id,),
        )

    def get_event(
        self,
        timeline_id: str,
        event_id: str,
    ) -> EventResponse:
        """Read an event with its links.

        GET /api/creative/timelines/{timeline_id}/events/{event_id}
        """
        answer: EventResponse = self._connection.ask(
            "GET",
            ("/api/creative/timelines/{}/events/{}", timeline_id, event_id,),
        )
        return answer

    def update_event(
        self,
        timeline_id: str,
        event_id: str,
        *,
        category: Literal[
            "plot",
            "turning_point",
            "climax",
            "resolution",
            "character",
            "relationship",
            "conflict",
            "revelation",
            "foreshadowing",
            "backstory",
            "world",
            "political",
            "travel",
            "birth",
            "death",
            "other",
        ] | None | Absent = ABSENT,
        date_display: str | Absent = ABSENT,
        date_sort_key: int | None | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        importance: Literal["critical", "major", "minor", "background"] | None | Absent = ABSENT,
        plotline_ids: Sequence[str] | None | Absent = ABSENT,
        sort_order: int | None | Absent = ABSENT,
        tags: Sequence[str] | None | Absent = ABSENT,
        title: str | Absent = ABSENT,
        if_match: str | None = None,
    ) -> EventResponse:
        """Change the fields that are sent.

        PUT /api/creative/timelines/{timeline_id}/events/{event_id}

        category: What it is in the story; null makes it plot.
        date_display: Its date, as readers see it.
        date_sort_key: The sort key of its date; null reads it from dateDisplay again.
        description: What happens; null empties it.
        importance: How much it matters; null makes it minor.
        plotline_ids: The plotlines it is on; null takes it off all of them.
        sort_order: Its order among events of the same date; null makes it 0.
        tags: Its tags; null removes all.
        title: What it is called.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: EventResponse = self._connection.ask(
            "PUT",
            ("/api/creative/timelines/{}/events/{}", timeline_id, event_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "category": category,
                "dateDisplay": date_display,
                "dateSortKey": date_sort_key,
                "description": description,
                "importance": importance,
                "plotlineIds": plotline_ids,
                "sortOrder": sort_order,
                "tags": tags,
                "title": title,
            },
        )
        return answer

    def create_event_link(
        self,
        timeline_id: str,
        event_id: str,
        *,
        entity_id: str,
        entity_type: Literal[
            "character",
            "location",
            "item",
            "organisation",
            "document",
            "scene",
            "plotline",
            "promise",
        ],
        label: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> EventLinkResponse:
        """Link an event to a record of its project.

        POST /api/creative/timelines/{timeline_id}/events/{event_id}/links

        entity_id: The id of the record.
        entity_type: What the event is linked to.
        label: What relates the record to the event.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: EventLinkResponse = self._connection.ask(
            "POST",
            ("/api/creative/timelines/{}/events/{}/links", timeline_id, event_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "entityId": entity_id,
                "entityType": entity_type,
                "label": label,
            },
        )
        return answer

    def delete_event_link(
        self,
        timeline_id: str,
        event_id: str,
        link_id: str,
    ) -> None:
        """Remove a link.

        DELETE /api/creative/timelines/{timeline_id}/events/{event_id}/links/{link_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/creative/timelines/{}/events/{}/links/{}", timeline_id, event_id, link_id,),
        )

    def create_event_lore_link(
        self,
        timeline_id: str,
        event_id: str,
        *,
        lore_entry_id: str,
        idempotency_key: str | None = None,
    ) -> EventLoreLinkResponse:
        """Link an event to a lore entry.

        POST /api/creative/timelines/{timeline_id}/events/{event_id}/lore-links

        lore_entry_id: The id of the lore entry.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: EventLoreLinkResponse = self._connection.ask(
            "POST",
            ("/api/creative/timelines/{}/events/{}/lore-links", timeline_id, event_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "loreEntryId": lore_entry_id,
            },
        )
        return answer

    def delete_event_lore_link(
        self,
        timeline_id: str,
        event_id: str,
        link_id: str,
    ) -> None:
        """Remove a link to a lore entry.

        DELETE /api/creative/timelines/{timeline_id}/events/{event_id}/lore-links/{link_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/creative/timelines/{}/events/{}/lore-links/{}", timeline_id, event_id, link_id,),
        )

    def list_plotlines(
        self,
        timeline_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> PlotlineListResponse:
        """List the plotlines of a timeline in their order.

        GET /api/creative/timelines/{timeline_id}/plotlines

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        """
        answer: PlotlineListResponse = self._connection.ask(
            "GET",
            ("/api/creative/timelines/{}/plotlines", timeline_id,),
            query={
                "cursor": cursor,
                "limit": limit,
            },
        )
        return answer

    def create_plotline(
        self,
        timeline_id: str,
        *,
        name: str,
        collapsed: bool | Absent = ABSENT,
        color: str | Absent = ABSENT,
        description: str | Absent = ABSENT,
        sort_order: int | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> PlotlineResponse:
        """Create a plotline.

        POST /api/creative/timelines/{timeline_id}/plotlines

        collapsed: Whether clients show it collapsed.
        color: A hex colour such as `#7a1f2b`; the next of a palette when absent.
        description: What it is about.
        name: What it is called.
        sort_order: Its position among the plotlines; after the last one when absent.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: PlotlineResponse = self._connection.ask(
            "POST",
            ("/api/creative/timelines/{}/plotlines", timeline_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "collapsed": collapsed,
                "color": color,
                "description": description,
                "name": name,
                "sortOrder": sort_order,
            },
        )
        return answer

    def delete_plotline(
        self,
        timeline_id: str,
        plotline_id: str,
    ) -> None:
        """Delete a plotline; its events stay.

        DELETE /api/creative/timelines/{timeline_id}/plotlines/{plotline_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/creative/timelines/{}/plotlines/{}", timeline_id, plotline_id,),
        )

    def update_plotline(
        self,
        timeline_id: str,
        plotline_id: str,
        *,
        collapsed: bool | None | Absent = ABSENT,
        color: str | None | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        name: str | None | Absent = ABSENT,
        sort_order: int | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> PlotlineResponse:
        """Change the fields that are sent.

        PUT /api/creative/timelines/{timeline_id}/plotlines/{plotline_id}

        collapsed: Whether clients show it collapsed; null means false.
        color: A hex colour such as `#7a1f2b`; null means the palette's colour for its
            position.
        description: What it is about; null empties it.
        name: What it is called.
        sort_order: Its position among the plotlines; null moves it after the last one.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: PlotlineResponse = self._connection.ask(
            "PUT",
            ("/api/creative/timelines/{}/plotlines/{}", timeline_id, plotline_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "collapsed": collapsed,
                "color": color,
                "description": description,
                "name": name,
                "sortOrder": sort_order,
            },
        )
        return answer


class Plot(Module):
    """Promises to the reader, and the outline."""

    def list_nodes(
        self,
        *,
        project_id: str,
        cursor: str | None = None,
        kind: Literal["act", "chapter", "scene", "beat"] | None = None,
        limit: int | None = None,
        parent_id: str | None = None,
        q: str | None = None,
    ) -> NodeListResponse:
        """List the nodes of an outline in reading order.

        GET /api/creative/plot/nodes

        cursor: The `nextCursor` of the page before.
        kind: Only those of this kind.
        limit: The maximum number of items.
        parent_id: Only children of this node; `root` for the top level.
        project_id: The project whose outline it is.
        q: Only those with this text in the title, ignoring case.
        """
        answer: NodeListResponse = self._connection.ask(
            "GET",
            ("/api/creative/plot/nodes",),
            query={
                "cursor": cursor,
                "kind": kind,
                "limit": limit,
                "parentId": parent_id,
                "projectId": project_id,
                "q": q,
            },
        )
        return answer

    def create_node(
        self,
        *,
        project_id: str,
        title: str,
        document_id: str | None | Absent = ABSENT,
        kind: Literal["act", "chapter", "scene", "beat"] | Absent = ABSENT,
        parent_id: str | None | Absent = ABSENT,
        position: int | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> NodeResponse:
        """Create a node of an outline.

        POST /api/creative/plot/nodes

        document_id: The document that it stands for.
        kind: Its kind.
        parent_id: Its parent node.
        position: Its position among its siblings; after the last one when absent.
        project_id: The project it belongs to.
        title: What it is called.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: NodeResponse = self._connection.ask(
            "POST",
            ("/api/creative/plot/nodes",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "documentId": document_id,
                "kind": kind,
                "parentId": parent_id,
                "position": position,
                "projectId": project_id,
                "title": title,
            },
        )
        return answer

    def delete_node(
        self,
        node_id: str,
    ) -> None:
        """Delete a node for good; its children take its position.

        DELETE /api/creative/plot/nodes/{node_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/creative/plot/nodes/{}", node_id,),
        )

    def get_node(
        self,
        node_id: str,
    ) -> NodeResponse:
        """Read a node of an outline.

        GET /api/creative/plot/nodes/{node_id}
        """
        answer: NodeResponse = self._connection.ask(
            "GET",
            ("/api/creative/plot/nodes/{}", node_id,),
        )
        return answer

    def update_node(
        self,
        node_id: str,
        *,
        document_id: str | None | Absent = ABSENT,
        kind: Literal["act", "chapter", "scene", "beat"] | None | Absent = ABSENT,
        parent_id: str | None | Absent = ABSENT,
        position: int | None | Absent = ABSENT,
        title: str | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> NodeResponse:
        """Change the fields that are sent.

        PUT /api/creative/plot/nodes/{node_id}

        document_id: The document that it stands for; null for none.
        kind: Its kind; null makes it a scene.
        parent_id: Its parent node; null moves it to the top level.
        position: Its position among its siblings; later ones move by one.
        title: What it is called.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: NodeResponse = self._connection.ask(
            "PUT",
            ("/api/creative/plot/nodes/{}", node_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "documentId": document_id,
                "kind": kind,
                "parentId": parent_id,
                "position": position,
                "title": title,
            },
        )
        return answer

    def list_promises(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        plotline_id: str | None = None,
        project_id: str | None = None,
        promise_level: Literal["core", "major", "minor", "micro"] | None = None,
        promise_type: Literal[
            "plot",
            "character",
            "relationship",
            "tone",
            "genre",
            "mystery",
            "theme",
            "world",
            "foreshadowing",
            "setup",
            "prophecy",
            "red_herring",
        ] | None = None,
        q: str | None = None,
        status: Literal[
            "planned",
            "made",
            "progressing",
            "partially_fulfilled",
            "fulfilled",
            "deferred",
            "broken",
            "abandoned",
        ] | None = None,
    ) -> PromiseListResponse:
        """List the promises of a project, or of all projects you may see, newest first.

        GET /api/creative/plot/promises

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items; all up to 1,000 when absent.
        plotline_id: Only those of this plotline.
        project_id: Only those of this project; without it, those of all projects you may see.
        promise_level: Only those of this level.
        promise_type: Only those of this kind.
        q: Only those with this text in title, description or notes, ignoring case.
        status: Only those in this state.
        """
        answer: PromiseListResponse = self._connection.ask(
            "GET",
            ("/api/creative/plot/promises",),
            query={
                "cursor": cursor,
                "limit": limit,
                "plotlineId": plotline_id,
                "projectId": project_id,
                "promiseLevel": promise_level,
                "promiseType": promise_type,
                "q": q,
                "status": status,
            },
        )
        return answer

    def create_promise(
        self,
        *,
        project_id: str,
        title: str,
        description: str | Absent = ABSENT,
        fulfilled_at_node_id: str | None | Absent = ABSENT,
        made_at_node_id: str | None | Absent = ABSENT,
        notes: str | Absent = ABSENT,
        plotline_id: str | None | Absent = ABSENT,
        promise_level: Literal["core", "major", "minor", "micro"] | Absent = ABSENT,
        promise_type: Literal[
            "plot",
            "character",
            "relationship",
            "tone",
            "genre",
            "mystery",
            "theme",
            "world",
            "foreshadowing",
            "setup",
            "prophecy",
            "red_herring",
        ] | Absent = ABSENT,
        status: Literal[
            "planned",
            "made",
            "progressing",
            "partially_fulfilled",
            "fulfilled",
            "deferred",
            "broken",
            "abandoned",
        ] | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> PromiseResponse:
        """Create a promise.

        POST /api/creative/plot/promises

        description: What is promised, and by which words.
        fulfilled_at_node_id: The node of the outline where it is fulfilled.
        made_at_node_id: The node of the outline where it is made.
        notes: Notes of the author.
        plotline_id: The plotline it belongs to.
        project_id: The project it belongs to.
        promise_level: How important it is for the book.
        promise_type: What kind of promise it is.
        status: Its state; a new promise may be in any state.
        title: What it is called.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: PromiseResponse = self._connection.ask(
            "POST",
            ("/api/creative/plot/promises",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "description": description,
                "fulfilledAtNodeId": fulfilled_at_node_id,
                "madeAtNodeId": made_at_node_id,
                "notes": notes,
                "plotlineId": plotline_id,
                "projectId": project_id,
                "promiseLevel": promise_level,
                "promiseType": promise_type,
                "status": status,
                "title": title,
            },
        )
        return answer

    def delete_promise(
        self,
        promise_id: str,
    ) -> None:
        """Delete a promise for good.

        DELETE /api/creative/plot/promises/{promise_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/creative/plot/promises/{}", promise_id,),
        )

    def get_promise(
        self,
        promise_id: str,
    ) -> PromiseResponse:
        """Read a promise.

        GET /api/creative/plot/promises/{promise_id}
        """
        answer: PromiseResponse = self._connection.ask(
            "GET",
            ("/api/creative/plot/promises/{}", promise_id,),
        )
        return answer

    def update_promise(
        self,
        promise_id: str,
        *,
        description: str | None | Absent = ABSENT,
        fulfilled_at_node_id: str | None | Absent = ABSENT,
        made_at_node_id: str | None | Absent = ABSENT,
        notes: str | None | Absent = ABSENT,
        plotline_id: str | None | Absent = ABSENT,
        promise_level: Literal["core", "major", "minor", "micro"] | None | Absent = ABSENT,
        promise_type: Literal[
            "plot",
            "character",
            "relationship",
            "tone",
            "genre",
            "mystery",
            "theme",
            "world",
            "foreshadowing",
            "setup",
            "prophecy",
            "red_herring",
        ] | None | Absent = ABSENT,
        status: Literal[
            "planned",
            "made",
            "progressing",
            "partially_fulfilled",
            "fulfilled",
            "deferred",
            "broken",
            "abandoned",
        ] | None | Absent = ABSENT,
        title: str | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> PromiseResponse:
        """Change the fields that are sent.

        PUT /api/creative/plot/promises/{promise_id}

        description: What is promised; null empties it.
        fulfilled_at_node_id: The node of the outline where it is fulfilled; null for none.
        made_at_node_id: The node of the outline where it is made; null for none.
        notes: Notes of the author, with the reason when it is abandoned; null empties them.
        plotline_id: The plotline it belongs to; null for none.
        promise_level: How important it is for the book; null makes it `major`.
        promise_type: What kind of promise it is; null makes it `plot`.
        status: Its state; null makes it `made`, if that transition is allowed.
        title: What it is called.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: PromiseResponse = self._connection.ask(
            "PUT",
            ("/api/creative/plot/promises/{}", promise_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "description": description,
                "fulfilledAtNodeId": fulfilled_at_node_id,
                "madeAtNodeId": made_at_node_id,
                "notes": notes,
                "plotlineId": plotline_id,
                "promiseLevel": promise_level,
                "promiseType": promise_type,
                "status": status,
                "title": title,
            },
        )
        return answer


class Languages(Module):
    """Constructed languages: their grammar rules with glossed examples, and their lexicons."""

    def delete_grammar_rule(
        self,
        rule_id: str,
    ) -> None:
        """Delete a grammar rule.

        DELETE /api/creative/conlang/grammar-rules/{rule_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/creative/conlang/grammar-rules/{}", rule_id,),
        )

    def get_grammar_rule(
        self,
        rule_id: str,
    ) -> GrammarRuleResponse:
        """Read a grammar rule.

        GET /api/creative/conlang/grammar-rules/{rule_id}
        """
        answer: GrammarRuleResponse = self._connection.ask(
            "GET",
            ("/api/creative/conlang/grammar-rules/{}", rule_id,),
        )
        return answer

    def update_grammar_rule(
        self,
        rule_id: str,
        *,
        category: Literal[
            "phonology",
            "phonotactics",
            "prosody",
            "orthography",
            "morphophonology",
            "morphology",
            "inflection",
            "derivation",
            "syntax",
            "agreement",
            "semantics",
            "pragmatics",
            "discourse",
            "lexicon",
            "sound_change",
            "other",
        ] | None | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        examples: Sequence[GrammarExample] | None | Absent = ABSENT,
        name: str | None | Absent = ABSENT,
        pattern: str | None | Absent = ABSENT,
        sort_order: int | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> GrammarRuleResponse:
        """Change the fields that are sent.

        PUT /api/creative/conlang/grammar-rules/{rule_id}

        category: Which part of the grammar it belongs to.
        description: Its text; null empties it.
        examples: Examples of the rule; replaces all, and null removes all.
        name: What it is called.
        pattern: How it is written, in the language of docs/grammar.md; null empties it.
        sort_order: Its position among the rules of its language.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: GrammarRuleResponse = self._connection.ask(
            "PUT",
            ("/api/creative/conlang/grammar-rules/{}", rule_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "category": category,
                "description": description,
                "examples": examples,
                "name": name,
                "pattern": pattern,
                "sortOrder": sort_order,
            },
        )
        return answer

    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        project_id: str | None = None,
    ) -> LanguagesPage:
        """List the languages of a project, or of all projects you may see, newest first.

        GET /api/creative/conlang/languages

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        project_id: Only those of this project.
        """
        answer: LanguagesPage = self._connection.ask(
            "GET",
            ("/api/creative/conlang/languages",),
            query={
                "cursor": cursor,
                "limit": limit,
                "projectId": project_id,
            },
        )
        return answer

    def create(
        self,
        *,
        name: str,
        project_id: str,
        description: str | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> LanguageItem:
        """Create a language.

        POST /api/creative/conlang/languages

        description: A description.
        name: What it is called.
        project_id: The project it belongs to.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: LanguageItem = self._connection.ask(
            "POST",
            ("/api/creative/conlang/languages",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "description": description,
                "name": name,
                "projectId": project_id,
            },
        )
        return answer

    def delete(
        self,
        language_id: str,
    ) -> None:
        """Delete a language with its rules and words.

        DELETE /api/creative/conlang/languages/{language_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/creative/conlang/languages/{}", language_id,),
        )

    def get(
        self,
        language_id: str,
    ) -> LanguageItem:
        """Read a language.

        GET /api/creative/conlang/languages/{language_id}
        """
        answer: LanguageItem = self._connection.ask(
            "GET",
            ("/api/creative/conlang/languages/{}", language_id,),
        )
        return answer

    def update(
        self,
        language_id: str,
        *,
        description: str | None | Absent = ABSENT,
        name: str | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> LanguageItem:
        """Change the fields that are sent.

        PUT /api/creative/conlang/languages/{language_id}

        description: A description; null empties it.
        name: What it is called.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: LanguageItem = self._connection.ask(
            "PUT",
            ("/api/creative/conlang/languages/{}", language_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "description": description,
                "name": name,
            },
        )
        return answer

    def list_grammar_rules(
        self,
        language_id: str,
        *,
        category: Literal[
            "phonology",
            "phonotactics",
            "prosody",
            "orthography",
            "morphophonology",
            "morphology",
            "inflection",
            "derivation",
            "syntax",
            "agreement",
            "semantics",
            "pragmatics",
            "discourse",
            "lexicon",
            "sound_change",
            "other",
        ] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> GrammarRulesPage:
        """List the grammar rules of a language in their order.

        GET /api/creative/conlang/languages/{language_id}/grammar-rules

        category: Only those of this part of the grammar.
        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        """
        answer: GrammarRulesPage = self._connection.ask(
            "GET",
            ("/api/creative/conlang/languages/{}/grammar-rules", language_id,),
            query={
                "category": category,
                "cursor": cursor,
                "limit": limit,
            },
        )
        return answer

    def create_grammar_rule(
        self,
        language_id: str,
        *,
        category: Literal[
            "phonology",
            "phonotactics",
            "prosody",
            "orthography",
            "morphophonology",
            "morphology",
            "inflection",
            "derivation",
            "syntax",
            "agreement",
            "semantics",
            "pragmatics",
            "discourse",
            "lexicon",
            "sound_change",
            "other",
        ],
        name: str,
        description: str | Absent = ABSENT,
        examples: Sequence[GrammarExample] | Absent = ABSENT,
        pattern: str | Absent = ABSENT,
        sort_order: int | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> GrammarRuleResponse:
        """Create a grammar rule.

        POST /api/creative/conlang/languages/{language_id}/grammar-rules

        category: Which part of the grammar it belongs to.
        description: Its text.
        examples: Examples of the rule.
        name: What it is called.
        pattern: How it is written, in the language of docs/grammar.md.
        sort_order: Its position among the rules of its language; after the last one when
            absent.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: GrammarRuleResponse = self._connection.ask(
            "POST",
            ("/api/creative/conlang/languages/{}/grammar-rules", language_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "category": category,
                "description": description,
                "examples": examples,
                "name": name,
                "pattern": pattern,
                "sortOrder": sort_order,
            },
        )
        return answer

    def list_lexicon(
        self,
        language_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        part_of_speech: str | None = None,
        q: str | None = None,
    ) -> WordsPage:
        """List the words of a lexicon by form.

        GET /api/creative/conlang/languages/{language_id}/lexicon

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        part_of_speech: Only those of this part of speech.
        q: Only those with this text in form, meaning or tags, ignoring case.
        """
        answer: WordsPage = self._connection.ask(
            "GET",
            ("/api/creative/conlang/languages/{}/lexicon", language_id,),
            query={
                "cursor": cursor,
                "limit": limit,
                "partOfSpeech": part_of_speech,
                "q": q,
            },
        )
        return answer

    def add_to_lexicon(
        self,
        language_id: str,
        *,
        form: str,
        etymology: str | Absent = ABSENT,
        ipa: str | Absent = ABSENT,
        meaning: str | Absent = ABSENT,
        notes: str | Absent = ABSENT,
        part_of_speech: str | Absent = ABSENT,
        tags: Sequence[str] | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> WordItem:
        """Create a word.

        POST /api/creative/conlang/languages/{language_id}/lexicon

        etymology: Where it comes from.
        form: How it is written.
        ipa: How it is pronounced.
        meaning: What it means.
        notes: Further notes.
        part_of_speech: Its part of speech, in a word of your choice.
        tags: Its tags; white space around them and repetitions are removed.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: WordItem = self._connection.ask(
            "POST",
            ("/api/creative/conlang/languages/{}/lexicon", language_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "etymology": etymology,
                "form": form,
                "ipa": ipa,
                "meaning": meaning,
                "notes": notes,
                "partOfSpeech": part_of_speech,
                "tags": tags,
            },
        )
        return answer

    def get_lexicon_check(
        self,
        language_id: str,
    ) -> LexiconCheck:
        """The words of a lexicon that break a rule of the language.

        GET /api/creative/conlang/languages/{language_id}/lexicon/check
        """
        answer: LexiconCheck = self._connection.ask(
            "GET",
            ("/api/creative/conlang/languages/{}/lexicon/check", language_id,),
        )
        return answer

    def get_lexicon_export(
        self,
        language_id: str,
    ) -> str:
        """Export a lexicon as CSV.

        GET /api/creative/conlang/languages/{language_id}/lexicon/export
        """
        return self._connection.ask_text(
            "GET",
            ("/api/creative/conlang/languages/{}/lexicon/export", language_id,),
        )

    def import_lexicon(
        self,
        language_id: str,
        text: str,
        *,
        idempotency_key: str | None = None,
    ) -> LexiconImportResponse:
        """Import a CSV table into a lexicon, as a whole.

        POST /api/creative/conlang/languages/{language_id}/lexicon/import

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: LexiconImportResponse = self._connection.ask(
            "POST",
            ("/api/creative/conlang/languages/{}/lexicon/import", language_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            text=("text/csv", text),
        )
        return answer

    def delete_word(
        self,
        word_id: str,
    ) -> None:
        """Delete a word.

        DELETE /api/creative/conlang/words/{word_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/creative/conlang/words/{}", word_id,),
        )

    def get_word(
        self,
        word_id: str,
    ) -> WordItem:
        """Read a word.

        GET /api/creative/conlang/words/{word_id}
        """
        answer: WordItem = self._connection.ask(
            "GET",
            ("/api/creative/conlang/words/{}", word_id,),
        )
        return answer

    def update_word(
        self,
        word_id: str,
        *,
        etymology: str | None | Absent = ABSENT,
        form: str | None | Absent = ABSENT,
        ipa: str | None | Absent = ABSENT,
        meaning: str | None | Absent = ABSENT,
        notes: str | None | Absent = ABSENT,
        part_of_speech: str | None | Absent = ABSENT,
        tags: Sequence[str] | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> WordItem:
        """Change the fields that are sent.

        PUT /api/creative/conlang/words/{word_id}

        etymology: Where it comes from.
        form: How it is written.
        ipa: How it is pronounced.
        meaning: What it means.
        notes: Further notes.
        part_of_speech: Its part of speech, in a word of your choice.
        tags: Its tags; white space around them and repetitions are removed.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: WordItem = self._connection.ask(
            "PUT",
            ("/api/creative/conlang/words/{}", word_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "etymology": etymology,
                "form": form,
                "ipa": ipa,
                "meaning": meaning,
                "notes": notes,
                "partOfSpeech": part_of_speech,
                "tags": tags,
            },
        )
        return answer

    def get_forms(
        self,
        word_id: str,
    ) -> WordForms:
        """The forms of a word by the rules of its language, and the rules that it breaks.

        GET /api/creative/conlang/words/{word_id}/forms
        """
        answer: WordForms = self._connection.ask(
            "GET",
            ("/api/creative/conlang/words/{}/forms", word_id,),
        )
        return answer


class Lore(Module):
    """Lore entries, and the documents that name them."""

    def list(
        self,
        project_id: str,
        *,
        category: Literal[
            "character",
            "location",
            "item",
            "organisation",
            "culture",
            "species",
            "religion",
            "magic_system",
            "technology",
            "history",
            "law",
            "language",
            "economy",
            "event",
            "concept",
            "other",
        ] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        prefix: str | None = None,
        q: str | None = None,
    ) -> EntriesPage:
        """List the lore of a project by name, without texts.

        GET /api/projects/{project_id}/lore

        category: Only those of this category.
        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        prefix: Only those whose name begins with this, ignoring case.
        q: Only those with this text in their name or an alias, ignoring case.
        """
        answer: EntriesPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/lore", project_id,),
            query={
                "category": category,
                "cursor": cursor,
                "limit": limit,
                "prefix": prefix,
                "q": q,
            },
        )
        return answer

    def create(
        self,
        project_id: str,
        *,
        name: str,
        aliases: Sequence[str] | Absent = ABSENT,
        attributes: Mapping[str, Any] | Absent = ABSENT,
        category: Literal[
            "character",
            "location",
            "item",
            "organisation",
            "culture",
            "species",
            "religion",
            "magic_system",
            "technology",
            "history",
            "law",
            "language",
            "economy",
            "event",
            "concept",
            "other",
        ] | Absent = ABSENT,
        content: str | Absent = ABSENT,
        relations: Sequence[LoreRelation] | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> LoreItem:
        """Create a lore entry.

        POST /api/projects/{project_id}/lore

        aliases: Other names under which texts mention it.
        attributes: Facts under keys of the author's choice.
        category: What it is about.
        content: What is known of it, in Markdown.
        name: What it is called.
        relations: Its relations to other entries.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: LoreItem = self._connection.ask(
            "POST",
            ("/api/projects/{}/lore", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "aliases": aliases,
                "attributes": attributes,
                "category": category,
                "content": content,
                "name": name,
                "relations": relations,
            },
        )
        return answer

    def get_categories(
        self,
        project_id: str,
    ) -> LoreCategories:
        """Count the lore entries of each category.

        GET /api/projects/{project_id}/lore/categories
        """
        answer: LoreCategories = self._connection.ask(
            "GET",
            ("/api/projects/{}/lore/categories", project_id,),
        )
        return answer

    def delete(
        self,
        project_id: str,
        entry_id: str,
    ) -> None:
        """Delete a lore entry and the relations to it.

        DELETE /api/projects/{project_id}/lore/{entry_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/projects/{}/lore/{}", project_id, entry_id,),
        )

    def get(
        self,
        project_id: str,
        entry_id: str,
    ) -> LoreItem:
        """Read a lore entry with its text.

        GET /api/projects/{project_id}/lore/{entry_id}
        """
        answer: LoreItem = self._connection.ask(
            "GET",
            ("/api/projects/{}/lore/{}", project_id, entry_id,),
        )
        return answer

    def update(
        self,
        project_id: str,
        entry_id: str,
        *,
        aliases: Sequence[str] | None | Absent = ABSENT,
        attributes: Mapping[str, Any] | None | Absent = ABSENT,
        category: Literal[
            "character",
            "location",
            "item",
            "organisation",
            "culture",
            "species",
            "religion",
            "magic_system",
            "technology",
            "history",
            "law",
            "language",
            "economy",
            "event",
            "concept",
            "other",
        ] | None | Absent = ABSENT,
        content: str | None | Absent = ABSENT,
        name: str | None | Absent = ABSENT,
        relations: Sequence[LoreRelation] | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> LoreItem:
        """Change the fields that are sent.

        PUT /api/projects/{project_id}/lore/{entry_id}

        aliases: Other names under which texts mention it; replaces all, and null removes all.
        attributes: Facts under keys of the author's choice; replaces all, and null removes
            all.
        category: What it is about; null makes it `other`.
        content: What is known of it, in Markdown; null empties it.
        name: What it is called.
        relations: Its relations to other entries; replaces all, and null removes all.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: LoreItem = self._connection.ask(
            "PUT",
            ("/api/projects/{}/lore/{}", project_id, entry_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "aliases": aliases,
                "attributes": attributes,
                "category": category,
                "content": content,
                "name": name,
                "relations": relations,
            },
        )
        return answer

    def list_mentions(
        self,
        project_id: str,
        entry_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> MentionsPage:
        """List the documents that name a lore entry, by position.

        GET /api/projects/{project_id}/lore/{entry_id}/mentions

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        """
        answer: MentionsPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/lore/{}/mentions", project_id, entry_id,),
            query={
                "cursor": cursor,
                "limit": limit,
            },
        )
        return answer

    def rename(
        self,
        project_id: str,
        entry_id: str,
        *,
        digest: str,
        name: str,
        also: Sequence[str] | Absent = ABSENT,
        forms: Sequence[RenamedForm] | Absent = ABSENT,
        without: Sequence[str] | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> Replacement:
        """Rename a lore entry, in the entry and in all texts that name it.

        POST /api/projects/{project_id}/lore/{entry_id}/rename

        also: Also the uncertain matches with these ids.
        digest: The `digest` of the preview: nothing is renamed when something else is found
            now.
        forms: As in the preview.
        name: The new name.
        without: Not the matches with these ids.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: Replacement = self._connection.ask(
            "POST",
            ("/api/projects/{}/lore/{}/rename", project_id, entry_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "also": also,
                "digest": digest,
                "forms": forms,
                "name": name,
                "without": without,
            },
        )
        return answer

    def preview_rename(
        self,
        project_id: str,
        entry_id: str,
        *,
        name: str,
        cursor: str | None | Absent = ABSENT,
        forms: Sequence[RenamedForm] | Absent = ABSENT,
        limit: int | Absent = ABSENT,
    ) -> RenamePreview:
        """Find where the manuscript names a lore entry, to rename it; writes nothing.

        POST /api/projects/{project_id}/lore/{entry_id}/rename/preview

        cursor: The `nextCursor` of the page before.
        forms: What forms of the name become, where it is something else than the parts of
            both names say.
        limit: The maximum number of items.
        name: The new name.
        """
        answer: RenamePreview = self._connection.ask(
            "POST",
            ("/api/projects/{}/lore/{}/rename/preview", project_id, entry_id,),
            body={
                "cursor": cursor,
                "forms": forms,
                "limit": limit,
                "name": name,
            },
        )
        return answer


class Proposals(Module):
    """What agents and others would change, and what the author decides about it."""

    def list(
        self,
        project_id: str,
        *,
        agent: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        state: Literal[
            "open",
            "accepted",
            "partly_accepted",
            "rejected",
            "expired",
        ] | None = None,
        target_id: str | None = None,
        target_kind: Literal[
            "document",
            "lore",
            "timeline_event",
            "promise",
            "node",
            "grammar_rule",
            "word",
        ] | None = None,
    ) -> ProposalsPage:
        """List the proposals of a project, newest first, without their changes.

        GET /api/projects/{project_id}/proposals

        agent: Only those of this agent.
        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        state: Only those in this state.
        target_id: Only those about this record.
        target_kind: Only those about records of this kind.
        """
        answer: ProposalsPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/proposals", project_id,),
            query={
                "agent": agent,
                "cursor": cursor,
                "limit": limit,
                "state": state,
                "targetId": target_id,
                "targetKind": target_kind,
            },
        )
        return answer

    def create(
        self,
        project_id: str,
        *,
        changes: Sequence[ProposalChangeCreate],
        summary: str,
        target: ProposalTarget,
        agent: str | None | Absent = ABSENT,
        base_version: int | None | Absent = ABSENT,
        message_id: str | None | Absent = ABSENT,
        receipt: Any | None | Absent = ABSENT,
        subtask_id: str | None | Absent = ABSENT,
        swarm_id: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> Proposal:
        """Propose changes of a record, or a new record.

        POST /api/projects/{project_id}/proposals

        agent: The agent that proposes it; none where a person does.
        base_version: The version of the record that was read, as in its ETag; the present one
            when absent.
        changes: The changes, at least one.
        message_id: The message it came from.
        receipt: What was read to make it: any JSON, which is stored as it is.
        subtask_id: The sub-task it came from.
        summary: What it is about, in a line.
        swarm_id: The swarm it came from.
        target: What it would change.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: Proposal = self._connection.ask(
            "POST",
            ("/api/projects/{}/proposals", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "agent": agent,
                "baseVersion": base_version,
                "changes": changes,
                "messageId": message_id,
                "receipt": receipt,
                "subtaskId": subtask_id,
                "summary": summary,
                "swarmId": swarm_id,
                "target": target,
            },
        )
        return answer

    def get(
        self,
        project_id: str,
        proposal_id: str,
    ) -> Proposal:
        """Read a proposal with its changes, and where they stand now.

        GET /api/projects/{project_id}/proposals/{proposal_id}
        """
        answer: Proposal = self._connection.ask(
            "GET",
            ("/api/projects/{}/proposals/{}", project_id, proposal_id,),
        )
        return answer

    def accept(
        self,
        project_id: str,
        proposal_id: str,
        *,
        changes: Sequence[str] | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Proposal:
        """Accept a proposal or some of its changes, which makes them.

        POST /api/projects/{project_id}/proposals/{proposal_id}/accept

        changes: The ids of the changes to accept; all open ones when absent.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: Proposal = self._connection.ask(
            "POST",
            ("/api/projects/{}/proposals/{}/accept", project_id, proposal_id,),
            headers={
                "Idempotency-Key": idempotency_key,
                "If-Match": if_match,
            },
            body={
                "changes": changes,
            },
        )
        return answer

    def reject(
        self,
        project_id: str,
        proposal_id: str,
        *,
        changes: Sequence[str] | None | Absent = ABSENT,
        reason: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Proposal:
        """Reject a proposal or some of its changes.

        POST /api/projects/{project_id}/proposals/{proposal_id}/reject

        changes: The ids of the changes to reject; all open ones when absent.
        reason: Why.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: Proposal = self._connection.ask(
            "POST",
            ("/api/projects/{}/proposals/{}/reject", project_id, proposal_id,),
            headers={
                "Idempotency-Key": idempotency_key,
                "If-Match": if_match,
            },
            body={
                "changes": changes,
                "reason": reason,
            },
        )
        return answer


class Findings(Module):
    """What checks found in a manuscript, with the words they found, and the author's answers."""

    def analyse(
        self,
        project_id: str,
        *,
        checks: Sequence[Literal[
            "prose",
            "names",
            "naming_patterns",
            "prohibited_elements",
            "dialogue",
            "facts",
            "wording",
            "narration",
        ]] | None | Absent = ABSENT,
        document_ids: Sequence[str] | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> Analysis:
        """Analyse documents now, and store the findings.

        POST /api/projects/{project_id}/analyses

        checks: The checks to run; all when absent or empty.
        document_ids: The documents; when absent or empty, the whole manuscript with the lore
            and its rules.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: Analysis = self._connection.ask(
            "POST",
            ("/api/projects/{}/analyses", project_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "checks": checks,
                "documentIds": document_ids,
            },
        )
        return answer

    def list(
        self,
        project_id: str,
        *,
        check: Literal[
            "prose",
            "names",
            "naming_patterns",
            "prohibited_elements",
            "dialogue",
            "facts",
            "wording",
            "narration",
            "agent",
            "editor",
        ] | None = None,
        cursor: str | None = None,
        document_id: str | None = None,
        limit: int | None = None,
        min_severity: Literal["critical", "high", "medium", "low", "info"] | None = None,
        severity: Literal["critical", "high", "medium", "low", "info"] | None = None,
        state: Literal["open", "accepted", "dismissed", "waived", "stale"] | None = None,
        swarm_id: str | None = None,
    ) -> FindingsPage:
        """List the findings of a project, the most severe first.

        GET /api/projects/{project_id}/findings

        check: Only those of this check; `agent` for those that agents recorded, `editor` for
            comments of imported files.
        cursor: The `nextCursor` of the page before.
        document_id: Only those in this document.
        limit: The maximum number of items.
        min_severity: Only those of this severity or a higher one.
        severity: Only those of this severity.
        state: Only those in this state.
        swarm_id: Only those that this swarm found, whether it was the first or not.
        """
        answer: FindingsPage = self._connection.ask(
            "GET",
            ("/api/projects/{}/findings", project_id,),
            query={
                "check": check,
                "cursor": cursor,
                "documentId": document_id,
                "limit": limit,
                "minSeverity": min_severity,
                "severity": severity,
                "state": state,
                "swarmId": swarm_id,
            },
        )
        return answer

    def get(
        self,
        project_id: str,
        finding_id: str,
    ) -> Finding:
        """Read a finding.

        GET /api/projects/{project_id}/findings/{finding_id}
        """
        answer: Finding = self._connection.ask(
            "GET",
            ("/api/projects/{}/findings/{}", project_id, finding_id,),
        )
        return answer

    def update(
        self,
        project_id: str,
        finding_id: str,
        *,
        reason: str | None | Absent = ABSENT,
        state: Literal["open", "accepted", "dismissed", "waived", "stale"] | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> Finding:
        """Answer a finding.

        PUT /api/projects/{project_id}/findings/{finding_id}

        reason: The reason; required for `waived`. Null removes it.
        state: Its new state.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: Finding = self._connection.ask(
            "PUT",
            ("/api/projects/{}/findings/{}", project_id, finding_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "reason": reason,
                "state": state,
            },
        )
        return answer

    def get_readiness(
        self,
        project_id: str,
    ) -> Readiness:
        """How far a project is from being published, and what would help most.

        GET /api/projects/{project_id}/readiness
        """
        answer: Readiness = self._connection.ask(
            "GET",
            ("/api/projects/{}/readiness", project_id,),
        )
        return answer


class Research(Module):
    """Search for passages by words and by similarity, and the history of searches."""

    def get_collections(
        self,
        *,
        project_id: str | None = None,
    ) -> ResearchCollections:
        """List what can be searched.

        GET /api/discovery/research/collections

        project_id: Only passages of this project; without it, of the open one, or of all the
            caller may see.
        """
        answer: ResearchCollections = self._connection.ask(
            "GET",
            ("/api/discovery/research/collections",),
            query={
                "projectId": project_id,
            },
        )
        return answer

    def get_queries(
        self,
    ) -> ResearchResponse:
        """Read your latest searches, your saved searches, and the collections with texts.

        GET /api/discovery/research/queries
        """
        answer: ResearchResponse = self._connection.ask(
            "GET",
            ("/api/discovery/research/queries",),
        )
        return answer

    def list_saved_searches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> SavedSearchesPage:
        """List your saved searches, newest first.

        GET /api/discovery/research/saved-searches

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        """
        answer: SavedSearchesPage = self._connection.ask(
            "GET",
            ("/api/discovery/research/saved-searches",),
            query={
                "cursor": cursor,
                "limit": limit,
            },
        )
        return answer

    def create_saved_search(
        self,
        *,
        name: str,
        query: str,
        filters: ResearchFilters | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> ResearchSavedSearch:
        """Save a search.

        POST /api/discovery/research/saved-searches

        filters: The restrictions of the search.
        name: What it is called.
        query: What is searched for, in words.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: ResearchSavedSearch = self._connection.ask(
            "POST",
            ("/api/discovery/research/saved-searches",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "filters": filters,
                "name": name,
                "query": query,
            },
        )
        return answer

    def delete_saved_search(
        self,
        saved_search_id: str,
    ) -> None:
        """Delete a saved search.

        DELETE /api/discovery/research/saved-searches/{saved_search_id}
        """
        self._connection.ask(
            "DELETE",
            ("/api/discovery/research/saved-searches/{}", saved_search_id,),
        )

    def update_saved_search(
        self,
        saved_search_id: str,
        *,
        filters: ResearchFilters | None | Absent = ABSENT,
        name: str | None | Absent = ABSENT,
        query: str | None | Absent = ABSENT,
    ) -> ResearchSavedSearch:
        """Change the fields that are sent.

        PUT /api/discovery/research/saved-searches/{saved_search_id}

        filters: The restrictions of the search; replaces all, and null removes all.
        name: What it is called.
        query: What is searched for, in words.
        """
        answer: ResearchSavedSearch = self._connection.ask(
            "PUT",
            ("/api/discovery/research/saved-searches/{}", saved_search_id,),
            body={
                "filters": filters,
                "name": name,
                "query": query,
            },
        )
        return answer

    def run_saved_search(
        self,
        saved_search_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> ResearchSearchAnswer:
        """Run a saved search.

        POST /api/discovery/research/saved-searches/{saved_search_id}/run

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: ResearchSearchAnswer = self._connection.ask(
            "POST",
            ("/api/discovery/research/saved-searches/{}/run", saved_search_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def search(
        self,
        *,
        query: str,
        collections: Sequence[Literal[
            "documents",
            "lore",
            "notes",
            "references",
            "messages",
        ]] | None | Absent = ABSENT,
        filters: ResearchFilters | None | Absent = ABSENT,
        limit: int | None | Absent = ABSENT,
        min_similarity: float | None | Absent = ABSENT,
        project_id: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> ResearchSearchAnswer:
        """Search the texts you may see.

        POST /api/discovery/research/search

        collections: Only these collections; empty or null for all.
        filters: Further restrictions; a field beside it wins over the same one in here.
        limit: The maximum number of results; by default that of the project, or 10.
        min_similarity: Only passages at least as similar as this.
        project_id: Only passages of this project; without it, of all the caller may see.
        query: What is searched for, in words.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: ResearchSearchAnswer = self._connection.ask(
            "POST",
            ("/api/discovery/research/search",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "collections": collections,
                "filters": filters,
                "limit": limit,
                "minSimilarity": min_similarity,
                "projectId": project_id,
                "query": query,
            },
        )
        return answer


class Agents(Module):
    """Agents: their capabilities, their load, and whether they are awake."""

    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> AgentsPage:
        """List all agents in the order of the registry.

        GET /api/agents

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        """
        answer: AgentsPage = self._connection.ask(
            "GET",
            ("/api/agents",),
            query={
                "cursor": cursor,
                "limit": limit,
            },
        )
        return answer

    def create(
        self,
        *,
        capabilities: Sequence[str],
        description: str,
        id: str,
        name: str,
        auto_start: bool | Absent = ABSENT,
        can_modify_system: bool | Absent = ABSENT,
        category: Literal[
            "direction",
            "ideation",
            "structure",
            "knowledge",
            "language",
            "drafting",
            "editorial",
            "production",
        ] | Absent = ABSENT,
        dependencies: AgentDependenciesRequest | None | Absent = ABSENT,
        priority: Literal["critical", "high", "normal", "low"] | Absent = ABSENT,
        requires_user_permission: bool | Absent = ABSENT,
        slots: int | None | Absent = ABSENT,
        specializations: Sequence[str] | Absent = ABSENT,
        system_prompt: str | Absent = ABSENT,
        type: Literal["background", "active", "hybrid"] | Absent = ABSENT,
        user_visible: bool | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> Agent:
        """Add an agent of your own.

        POST /api/agents

        auto_start: Whether it is awake now and after every start of the service.
        can_modify_system: Whether its work changes data that all others rely on. Then it
            accepts hand-offs only from the director and `system`, unless its authority policy
            says otherwise.
        capabilities: Its capabilities, as words that routing and group addresses use.
        category: The part of the studio's work it belongs to.
        dependencies: The agents it relies on.
        description: Its role in one line.
        id: Its registry name: a lower-case word that no other agent has and no route needs.
        name: Its display name.
        priority: Its priority in the system.
        requires_user_permission: Whether a person must agree before it acts.
        slots: How many requests it works on at once; 1, or 4 with a system prompt, when
            absent.
        specializations: Its specializations, for people to read.
        system_prompt: The system prompt for a language model; empty for an agent that needs
            none.
        type: When it works.
        user_visible: Whether it is listed among the agents of a project.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: Agent = self._connection.ask(
            "POST",
            ("/api/agents",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "autoStart": auto_start,
                "canModifySystem": can_modify_system,
                "capabilities": capabilities,
                "category": category,
                "dependencies": dependencies,
                "description": description,
                "id": id,
                "name": name,
                "priority": priority,
                "requiresUserPermission": requires_user_permission,
                "slots": slots,
                "specializations": specializations,
                "systemPrompt": system_prompt,
                "type": type,
                "userVisible": user_visible,
            },
        )
        return answer

    def get_architecture_agent(
        self,
        agent_id: str,
    ) -> AgentDetail:
        """Read the detail record of an agent.

        GET /api/agents/architecture/agent/{agent_id}
        """
        answer: AgentDetail = self._connection.ask(
            "GET",
            ("/api/agents/architecture/agent/{}", agent_id,),
        )
        return answer

    def get_capabilities(
        self,
    ) -> AgentCapabilities:
        """What every agent can do, its load, and the suggested agent for each capability.

        GET /api/agents/capabilities
        """
        answer: AgentCapabilities = self._connection.ask(
            "GET",
            ("/api/agents/capabilities",),
        )
        return answer

    def delete(
        self,
        agent_id: str,
        *,
        if_match: str | None = None,
    ) -> None:
        """Remove an agent of your own; the messages in its mailbox become dead.

        DELETE /api/agents/{agent_id}

        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        self._connection.ask(
            "DELETE",
            ("/api/agents/{}", agent_id,),
            headers={
                "If-Match": if_match,
            },
        )

    def get(
        self,
        agent_id: str,
    ) -> Agent:
        """Read an agent with its system prompt.

        GET /api/agents/{agent_id}
        """
        answer: Agent = self._connection.ask(
            "GET",
            ("/api/agents/{}", agent_id,),
        )
        return answer

    def update(
        self,
        agent_id: str,
        *,
        auto_start: bool | None | Absent = ABSENT,
        can_modify_system: bool | None | Absent = ABSENT,
        capabilities: Sequence[str] | None | Absent = ABSENT,
        category: Literal[
            "direction",
            "ideation",
            "structure",
            "knowledge",
            "language",
            "drafting",
            "editorial",
            "production",
        ] | None | Absent = ABSENT,
        dependencies: AgentDependenciesRequest | None | Absent = ABSENT,
        description: str | None | Absent = ABSENT,
        name: str | None | Absent = ABSENT,
        priority: Literal["critical", "high", "normal", "low"] | None | Absent = ABSENT,
        requires_user_permission: bool | None | Absent = ABSENT,
        slots: int | None | Absent = ABSENT,
        specializations: Sequence[str] | None | Absent = ABSENT,
        system_prompt: str | None | Absent = ABSENT,
        type: Literal["background", "active", "hybrid"] | None | Absent = ABSENT,
        user_visible: bool | None | Absent = ABSENT,
        if_match: str | None = None,
    ) -> Agent:
        """Change the fields that are sent.

        PUT /api/agents/{agent_id}

        auto_start: Whether it is awake after every start of the service.
        can_modify_system: Whether its work changes data that all others rely on.
        capabilities: Its capabilities; replaces all.
        category: The part of the studio's work it belongs to.
        dependencies: The agents it relies on; replaces all.
        description: Its role in one line.
        name: Its display name.
        priority: Its priority in the system.
        requires_user_permission: Whether a person must agree before it acts.
        slots: How many requests it works on at once.
        specializations: Its specializations; replaces all.
        system_prompt: The system prompt for a language model. For a built-in agent, null or
            an empty text restores the program's own.
        type: When it works.
        user_visible: Whether it is listed among the agents of a project.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: Agent = self._connection.ask(
            "PUT",
            ("/api/agents/{}", agent_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "autoStart": auto_start,
                "canModifySystem": can_modify_system,
                "capabilities": capabilities,
                "category": category,
                "dependencies": dependencies,
                "description": description,
                "name": name,
                "priority": priority,
                "requiresUserPermission": requires_user_permission,
                "slots": slots,
                "specializations": specializations,
                "systemPrompt": system_prompt,
                "type": type,
                "userVisible": user_visible,
            },
        )
        return answer

    def approve(
        self,
        agent_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> AgentDecisions:
        """Permit everything that an agent wants to do and waits for.

        POST /api/agents/{agent_id}/approve

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: AgentDecisions = self._connection.ask(
            "POST",
            ("/api/agents/{}/approve", agent_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def get_authority(
        self,
        agent_id: str,
    ) -> AgentAuthority:
        """Read whose messages an agent accepts.

        GET /api/agents/{agent_id}/authority
        """
        answer: AgentAuthority = self._connection.ask(
            "GET",
            ("/api/agents/{}/authority", agent_id,),
        )
        return answer

    def update_authority(
        self,
        agent_id: str,
        *,
        rules: Sequence[AuthorityRule],
        default: Literal["permit", "forbid"] | Absent = ABSENT,
        if_match: str | None = None,
    ) -> AgentAuthority:
        """Set whose messages an agent accepts.

        PUT /api/agents/{agent_id}/authority

        default: The effect for a message that no rule matches.
        rules: Each rule matches the messages that meet all its conditions.
        if_match: The ETag of the caller's copy. If it is not the current one, nothing changes
            and the response is a 412.
        """
        answer: AgentAuthority = self._connection.ask(
            "PUT",
            ("/api/agents/{}/authority", agent_id,),
            headers={
                "If-Match": if_match,
            },
            body={
                "default": default,
                "rules": rules,
            },
        )
        return answer

    def deny(
        self,
        agent_id: str,
        *,
        reason: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> AgentDecisions:
        """Permit nothing of what an agent wants to do and waits for.

        POST /api/agents/{agent_id}/deny

        reason: The reason, for the sender and the agent.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: AgentDecisions = self._connection.ask(
            "POST",
            ("/api/agents/{}/deny", agent_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "reason": reason,
            },
        )
        return answer

    def heartbeat(
        self,
        agent_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> AgentActivity:
        """Send a heartbeat of an agent that runs outside.

        POST /api/agents/{agent_id}/heartbeat

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: AgentActivity = self._connection.ask(
            "POST",
            ("/api/agents/{}/heartbeat", agent_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def sleep(
        self,
        agent_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> AgentActivity:
        """Put an agent to sleep; its messages wait.

        POST /api/agents/{agent_id}/sleep

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: AgentActivity = self._connection.ask(
            "POST",
            ("/api/agents/{}/sleep", agent_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def wake(
        self,
        agent_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> AgentActivity:
        """Wake an agent.

        POST /api/agents/{agent_id}/wake

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: AgentActivity = self._connection.ask(
            "POST",
            ("/api/agents/{}/wake", agent_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer


class Swarms(Module):
    """Tasks for several agents, with their progress and results."""

    def create(
        self,
        *,
        swarm_type: Literal[
            "outline",
            "draft",
            "revision",
            "consistency_sweep",
            "reader_panel",
            "debate",
            "worldbuilding",
            "research",
            "conlang",
            "publishing",
        ],
        task_description: str,
        agents: Sequence[str] | None | Absent = ABSENT,
        budget: SwarmBudget | None | Absent = ABSENT,
        input: SwarmInput | None | Absent = ABSENT,
        priority: Literal["critical", "high", "normal", "low"] | Absent = ABSENT,
        project_id: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> SwarmResponse:
        """Create a swarm: a task for several agents.

        POST /api/agents/swarm

        agents: The only agents that may take part; when absent, all that its type needs.
        budget: Its budget.
        input: Its input, besides the description.
        priority: Which of several swarms is worked on first.
        project_id: The project it works on; absent, the one you have open.
        swarm_type: Its type.
        task_description: A description of the task.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: SwarmResponse = self._connection.ask(
            "POST",
            ("/api/agents/swarm",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "agents": agents,
                "budget": budget,
                "input": input,
                "priority": priority,
                "projectId": project_id,
                "swarmType": swarm_type,
                "taskDescription": task_description,
            },
        )
        return answer

    def list(
        self,
    ) -> SwarmListResponse:
        """List the active swarms and the latest that ended.

        GET /api/agents/swarm/list
        """
        answer: SwarmListResponse = self._connection.ask(
            "GET",
            ("/api/agents/swarm/list",),
        )
        return answer

    def get_system_overview(
        self,
    ) -> SystemOverviewResponse:
        """Figures about all swarms.

        GET /api/agents/swarm/system/overview
        """
        answer: SystemOverviewResponse = self._connection.ask(
            "GET",
            ("/api/agents/swarm/system/overview",),
        )
        return answer

    def get(
        self,
        swarm_id: str,
    ) -> SwarmDetail:
        """Read a swarm with its sub-tasks, artefacts and findings.

        GET /api/agents/swarm/{swarm_id}
        """
        answer: SwarmDetail = self._connection.ask(
            "GET",
            ("/api/agents/swarm/{}", swarm_id,),
        )
        return answer

    def cancel(
        self,
        swarm_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> SwarmResponse:
        """Cancel a swarm.

        POST /api/agents/swarm/{swarm_id}/cancel

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: SwarmResponse = self._connection.ask(
            "POST",
            ("/api/agents/swarm/{}/cancel", swarm_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def retry(
        self,
        swarm_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> SwarmResponse:
        """Repeat a swarm that failed or was cancelled, as a new one.

        POST /api/agents/swarm/{swarm_id}/retry

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: SwarmResponse = self._connection.ask(
            "POST",
            ("/api/agents/swarm/{}/retry", swarm_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def stream(
        self,
        swarm_id: str,
        *,
        last_event_id: str | None = None,
    ) -> Iterator[Event]:
        """Follow the changes of a swarm as server-sent events, until it has ended.

        GET /api/agents/swarm/{swarm_id}/stream

        last_event_id: As the header Last-Event-ID, for callers that cannot send it.
        """
        return self._connection.listen(
            "GET",
            ("/api/agents/swarm/{}/stream", swarm_id,),
            query={
                "lastEventId": last_event_id,
            },
        )

    def approve_subtask(
        self,
        swarm_id: str,
        subtask_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> SwarmSubTask:
        """Permit what the agent of a sub-task wants to do.

        POST /api/agents/swarm/{swarm_id}/subtasks/{subtask_id}/approve

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: SwarmSubTask = self._connection.ask(
            "POST",
            ("/api/agents/swarm/{}/subtasks/{}/approve", swarm_id, subtask_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def deny_subtask(
        self,
        swarm_id: str,
        subtask_id: str,
        *,
        reason: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> SwarmSubTask:
        """Do not permit what the agent of a sub-task wants to do; it is done by rule, as far as
        it can be.

        POST /api/agents/swarm/{swarm_id}/subtasks/{subtask_id}/deny

        reason: The reason, for the sender and the agent.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: SwarmSubTask = self._connection.ask(
            "POST",
            ("/api/agents/swarm/{}/subtasks/{}/deny", swarm_id, subtask_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "reason": reason,
            },
        )
        return answer


class Messages(Module):
    """Messages to agents, and their replies."""

    def lease(
        self,
        agent_id: str,
        *,
        lease_ms: int | Absent = ABSENT,
        limit: int | Absent = ABSENT,
        wait_ms: int | Absent = ABSENT,
    ) -> MessageLeaseResponse:
        """Lease messages of an agent that runs outside.

        POST /api/agent-communication/agents/{agent_id}/lease

        lease_ms: The length of the lease, in milliseconds.
        limit: The maximum number.
        wait_ms: How long to wait for a message when none is queued, in milliseconds.
        """
        answer: MessageLeaseResponse = self._connection.ask(
            "POST",
            ("/api/agent-communication/agents/{}/lease", agent_id,),
            body={
                "leaseMs": lease_ms,
                "limit": limit,
                "waitMs": wait_ms,
            },
        )
        return answer

    def list(
        self,
        *,
        agent: str | None = None,
        conversation_id: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        session_id: str | None = None,
        status: Literal[
            "queued",
            "leased",
            "waiting",
            "awaiting_approval",
            "handled",
            "awaiting_reply",
            "replied",
            "timed_out",
            "accepted",
            "refused",
            "delivered",
            "denied",
            "expired",
            "dead",
        ] | None = None,
    ) -> MessagesPage:
        """List the messages you may see, newest first.

        GET /api/agent-communication/messages

        agent: Only messages from or to this agent.
        conversation_id: Only those of this conversation.
        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        session_id: Only those of this session.
        status: Only those in this state.
        """
        answer: MessagesPage = self._connection.ask(
            "GET",
            ("/api/agent-communication/messages",),
            query={
                "agent": agent,
                "conversationId": conversation_id,
                "cursor": cursor,
                "limit": limit,
                "sessionId": session_id,
                "status": status,
            },
        )
        return answer

    def send(
        self,
        *,
        message: str,
        to_agent: str,
        context: MessageContextInfo | None | Absent = ABSENT,
        from_agent: str | Absent = ABSENT,
        message_type: Literal[
            "direct",
            "broadcast",
            "consultation",
            "handoff",
            "collaboration",
        ] | Absent = ABSENT,
        priority: Literal[
            "low",
            "normal",
            "medium",
            "high",
            "critical",
            "urgent",
        ] | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> SendMessageResponse:
        """Send a message to an agent.

        POST /api/agent-communication/messages/send

        context: Its context.
        from_agent: Who sends it.
        message: Its text.
        message_type: The type of the message.
        priority: How urgent it is; `medium` when neither it nor its context says so.
        to_agent: The agent it goes to.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: SendMessageResponse = self._connection.ask(
            "POST",
            ("/api/agent-communication/messages/send",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "context": context,
                "fromAgent": from_agent,
                "message": message,
                "messageType": message_type,
                "priority": priority,
                "toAgent": to_agent,
            },
        )
        return answer

    def get(
        self,
        message_id: str,
    ) -> MessageItem:
        """Read a message with the history of its states.

        GET /api/agent-communication/messages/{message_id}
        """
        answer: MessageItem = self._connection.ask(
            "GET",
            ("/api/agent-communication/messages/{}", message_id,),
        )
        return answer

    def acknowledge(
        self,
        message_id: str,
        *,
        epoch: int,
        approval: str | None | Absent = ABSENT,
        error: str | None | Absent = ABSENT,
        failure: Literal["transient", "broken", "permanent"] | Absent = ABSENT,
        outcome: Literal[
            "handled",
            "failed",
            "accepted",
            "refused",
            "needs_approval",
        ] | Absent = ABSENT,
        reply: MessageReplyRequest | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> MessageItem:
        """End a leased message, together with its reply.

        POST /api/agent-communication/messages/{message_id}/acknowledge

        approval: What it wants to do, when that needs a permission.
        epoch: The epoch it was leased under.
        error: Why it failed or was refused.
        failure: The kind of failure, when it failed.
        outcome: How the agent ended it.
        reply: Its reply.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: MessageItem = self._connection.ask(
            "POST",
            ("/api/agent-communication/messages/{}/acknowledge", message_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "approval": approval,
                "epoch": epoch,
                "error": error,
                "failure": failure,
                "outcome": outcome,
                "reply": reply,
            },
        )
        return answer

    def approve(
        self,
        message_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> MessageItem:
        """Permit what the recipient of a message wants to do.

        POST /api/agent-communication/messages/{message_id}/approve

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: MessageItem = self._connection.ask(
            "POST",
            ("/api/agent-communication/messages/{}/approve", message_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def cancel(
        self,
        message_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> MessageItem:
        """End a message that nobody needs an answer to any more.

        POST /api/agent-communication/messages/{message_id}/cancel

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: MessageItem = self._connection.ask(
            "POST",
            ("/api/agent-communication/messages/{}/cancel", message_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def deny(
        self,
        message_id: str,
        *,
        reason: str | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> MessageItem:
        """Do not permit what the recipient of a message wants to do.

        POST /api/agent-communication/messages/{message_id}/deny

        reason: The reason, for the sender and the agent.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: MessageItem = self._connection.ask(
            "POST",
            ("/api/agent-communication/messages/{}/deny", message_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "reason": reason,
            },
        )
        return answer

    def extend(
        self,
        message_id: str,
        *,
        epoch: int,
        lease_ms: int | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> MessageExtendResponse:
        """Extend the lease of a message.

        POST /api/agent-communication/messages/{message_id}/extend

        epoch: The epoch it was leased under.
        lease_ms: The length of the lease from now on, in milliseconds.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: MessageExtendResponse = self._connection.ask(
            "POST",
            ("/api/agent-communication/messages/{}/extend", message_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "epoch": epoch,
                "leaseMs": lease_ms,
            },
        )
        return answer

    def replay(
        self,
        message_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> MessageItem:
        """Queue a dead message again.

        POST /api/agent-communication/messages/{message_id}/replay

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: MessageItem = self._connection.ask(
            "POST",
            ("/api/agent-communication/messages/{}/replay", message_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def reply(
        self,
        message_id: str,
        *,
        message: str,
        report: Mapping[str, Any] | None | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> SendMessageResponse:
        """Reply to a message in the name of its recipient.

        POST /api/agent-communication/messages/{message_id}/reply

        message: Its text.
        report: The same for programs.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: SendMessageResponse = self._connection.ask(
            "POST",
            ("/api/agent-communication/messages/{}/reply", message_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "message": message,
                "report": report,
            },
        )
        return answer

    def stream(
        self,
        message_id: str,
        *,
        last_event_id: str | None = None,
    ) -> Iterator[Event]:
        """Follow a message and what a model writes in answer as server-sent events, until it has
        ended.

        GET /api/agent-communication/messages/{message_id}/stream

        last_event_id: As the header Last-Event-ID, for callers that cannot send it.
        """
        return self._connection.listen(
            "GET",
            ("/api/agent-communication/messages/{}/stream", message_id,),
            query={
                "lastEventId": last_event_id,
            },
        )

    def get_studio_agents(
        self,
    ) -> StudioAgentsResponse:
        """List the agents of the project you have open, with measurements of their work.

        GET /api/agent-communication/studio/agents
        """
        answer: StudioAgentsResponse = self._connection.ask(
            "GET",
            ("/api/agent-communication/studio/agents",),
        )
        return answer

    def get_task(
        self,
        task_id: str,
    ) -> TaskOwnership:
        """Read who owns a task.

        GET /api/agent-communication/tasks/{task_id}
        """
        answer: TaskOwnership = self._connection.ask(
            "GET",
            ("/api/agent-communication/tasks/{}", task_id,),
        )
        return answer

    def get_validation_protocols(
        self,
    ) -> ValidationProtocolsResponse:
        """Whether the hub complies with its protocol.

        GET /api/agent-communication/validation/protocols
        """
        answer: ValidationProtocolsResponse = self._connection.ask(
            "GET",
            ("/api/agent-communication/validation/protocols",),
        )
        return answer


class Usage(Module):
    """Language models, what they used, and the budgets."""

    def get_models(
        self,
    ) -> ModelList:
        """List the language models that are configured, without asking them.

        GET /api/models
        """
        answer: ModelList = self._connection.ask(
            "GET",
            ("/api/models",),
        )
        return answer

    def get(
        self,
        *,
        agent: str | None = None,
        cursor: str | None = None,
        from_: str | None = None,
        group_by: Literal["day", "project", "agent", "swarm"] | None = None,
        limit: int | None = None,
        project_id: str | None = None,
        swarm_id: str | None = None,
        to: str | None = None,
    ) -> UsageList:
        """Add up what language models used, by day, project, agent or swarm.

        GET /api/usage

        agent: Only calls of this agent.
        cursor: The `nextCursor` of the page before.
        from_: Only calls on this day in UTC or later, as `2026-11-23`.
        group_by: What it is added up by.
        limit: The maximum number of items.
        project_id: Only calls about this project.
        swarm_id: Only calls of this swarm.
        to: Only calls on this day in UTC or earlier, as `2026-11-23`.
        """
        answer: UsageList = self._connection.ask(
            "GET",
            ("/api/usage",),
            query={
                "agent": agent,
                "cursor": cursor,
                "from": from_,
                "groupBy": group_by,
                "limit": limit,
                "projectId": project_id,
                "swarmId": swarm_id,
                "to": to,
            },
        )
        return answer


class Notifications(Module):
    """Notifications, and whether they were read."""

    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        unread: bool | None = None,
    ) -> NotificationsPage:
        """List your notifications, newest first.

        GET /api/notifications

        cursor: The `nextCursor` of the page before.
        limit: The maximum number of items.
        unread: `true`: only unread ones; `false`: only read ones.
        """
        answer: NotificationsPage = self._connection.ask(
            "GET",
            ("/api/notifications",),
            query={
                "cursor": cursor,
                "limit": limit,
                "unread": unread,
            },
        )
        return answer

    def read_all(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> NotificationsRead:
        """Mark all notifications as read.

        POST /api/notifications/read-all

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: NotificationsRead = self._connection.ask(
            "POST",
            ("/api/notifications/read-all",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer

    def test(
        self,
        *,
        message: str | Absent = ABSENT,
        priority: Literal["low", "normal", "high", "critical"] | Absent = ABSENT,
        title: str | Absent = ABSENT,
        type: Literal["success", "error", "warning", "info"] | Absent = ABSENT,
        idempotency_key: str | None = None,
    ) -> TestNotificationResponse:
        """Send yourself a notification, to try things out; not in production.

        POST /api/notifications/test

        message: The text, a sentence.
        priority: How much it matters.
        title: The title, a few words.
        type: The type, which clients may show by a colour or an icon.
        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: TestNotificationResponse = self._connection.ask(
            "POST",
            ("/api/notifications/test",),
            headers={
                "Idempotency-Key": idempotency_key,
            },
            body={
                "message": message,
                "priority": priority,
                "title": title,
                "type": type,
            },
        )
        return answer

    def read(
        self,
        notification_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Notification:
        """Mark a notification as read.

        POST /api/notifications/{notification_id}/read

        idempotency_key: A key chosen by the caller. The same request with the same key
            changes nothing and gets the first response again; another request with it is a 409.
            Stored for 24 hours.
        """
        answer: Notification = self._connection.ask(
            "POST",
            ("/api/notifications/{}/read", notification_id,),
            headers={
                "Idempotency-Key": idempotency_key,
            },
        )
        return answer


class Events(Module):
    """The stream of events."""

    def listen(
        self,
        *,
        last_event_id: str | None = None,
    ) -> Iterator[Event]:
        """Follow all events as server-sent events; resumes after Last-Event-ID.

        GET /api/events

        last_event_id: As the header Last-Event-ID, for callers that cannot send it.
        """
        return self._connection.listen(
            "GET",
            ("/api/events",),
            query={
                "lastEventId": last_event_id,
            },
            endless=True,
        )


class Operations(Module):
    """For the operator of the service."""

    def get_backups(
        self,
    ) -> BackupList:
        """List the newest backups of the service, and whether one is being made.

        GET /api/backups
        """
        answer: BackupList = self._connection.ask(
            "GET",
            ("/api/backups",),
        )
        return answer

    def create_backup(
        self,
    ) -> BackupList:
        """Make a backup now; the answer does not wait for it.

        POST /api/backups
        """
        answer: BackupList = self._connection.ask(
            "POST",
            ("/api/backups",),
        )
        return answer

    def get_asset(
        self,
        asset: str,
    ) -> str:
        """A script, a style sheet or a picture of the studio.

        GET /assets/{asset}
        """
        return self._connection.ask_text(
            "GET",
            ("/assets/{}", asset,),
        )

    def get_health_live(
        self,
    ) -> HealthLive:
        """Whether the process runs.

        GET /health/live
        """
        answer: HealthLive = self._connection.ask(
            "GET",
            ("/health/live",),
        )
        return answer

    def get_health_ready(
        self,
    ) -> HealthReady:
        """Whether the service can work, part by part.

        GET /health/ready
        """
        answer: HealthReady = self._connection.ask(
            "GET",
            ("/health/ready",),
        )
        return answer

    def get_metrics(
        self,
    ) -> str:
        """The metrics of the service, for Prometheus.

        GET /metrics
        """
        return self._connection.ask_text(
            "GET",
            ("/metrics",),
        )

    def get_openapi_json(
        self,
    ) -> dict[str, Any]:
        """The OpenAPI document.

        GET /openapi.json
        """
        answer: dict[str, Any] = self._connection.ask(
            "GET",
            ("/openapi.json",),
        )
        return answer


class Modules:
    """Every module, on one connection."""

    def __init__(self, connection: Connection) -> None:
        self.session = Session(connection)
        self.projects = Projects(connection)
        self.documents = Documents(connection)
        self.timelines = Timelines(connection)
        self.plot = Plot(connection)
        self.languages = Languages(connection)
        self.lore = Lore(connection)
        self.proposals = Proposals(connection)
        self.findings = Findings(connection)
        self.research = Research(connection)
        self.agents = Agents(connection)
        self.swarms = Swarms(connection)
        self.messages = Messages(connection)
        self.usage = Usage(connection)
        self.notifications = Notifications(connection)
        self.events = Events(connection)
        self.operations = Operations(connection)
