// Says how the text stands to the service, and what to do where it is not saved.

import { projectOf } from "../../state/projects";
import { session } from "../../state/session";
import { ago } from "../../state/time";
import { texts } from "../../texts";
import { manuscript as t } from "../../texts/manuscript";
import { icons } from "../../ui/icons";
import { asNewDocument, takeBack } from "./rescue";
import { openConflict } from "./conflict";
import type { Desk } from "./desk";
import { keepFailureOf } from "./kept";

/** One or two words in the head of the text. */
export function SaveState({ desk }: { desk: Desk }) {
  const { draft } = desk;
  const state = draft.state.value;
  const isByHand = projectOf(draft.projectId).value.value?.settings.autoSave === false;
  const isLost = keepFailureOf(draft.documentId) !== undefined && !draft.isSaved;
  const names: Record<typeof state.kind, string> = {
    saved: t.save.saved,
    saving: t.save.saving,
    unsaved: isByHand ? t.save.byHand : t.save.unsaved,
    failed: t.save.kept,
    refused: t.save.kept,
    conflict: t.save.conflict,
    deleted: t.save.deleted,
  };
  const text = isLost && state.kind !== "saving" ? t.save.lost : names[state.kind];
  const isWrong = isLost || !["saved", "saving", "unsaved"].includes(state.kind);
  return (
    <span class={`save-state is-${state.kind}${isWrong ? " is-wrong" : ""}`}>
      {/* Whoever listens hears what is wrong, and not each of the savings of a day. */}
      <span role="status" aria-live={isWrong ? "polite" : "off"} aria-label={t.save.label}>
        {text}
      </span>
      {(isByHand || isWrong) && (state.kind === "unsaved" || state.kind === "failed") && (
        <button type="button" class="button is-small" onClick={() => void draft.save(!isByHand)}>
          {t.save.now}
        </button>
      )}
    </span>
  );
}

/** What needs a decision, above the text. */
export function SaveProblem({ desk, title }: { desk: Desk; title: string }) {
  const { draft } = desk;
  const state = draft.state.value;
  const reason = keepFailureOf(draft.documentId);
  if (state.kind === "conflict") {
    return (
      <div class="banner" role="alert">
        <icons.warning />
        <p>
          <strong>{t.conflict.title}.</strong> {t.conflict.text}{" "}
          <span class="meta">{t.conflict.theirs(ago(state.theirs.modifiedAt))}</span>
        </p>
        <button type="button" class="button is-small is-primary" onClick={() => openConflict(draft, title)}>
          {t.conflict.compare}
        </button>
      </div>
    );
  }
  if (state.kind === "deleted") {
    return (
      <div class="banner" role="alert">
        <icons.warning />
        <p>
          <strong>{t.deleted.title}.</strong> {t.deleted.text}
        </p>
        <button type="button" class="button is-small" onClick={() => void takeBack(draft)}>
          {t.deleted.restore}
        </button>
        <button
          type="button"
          class="button is-small is-primary"
          onClick={() => void asNewDocument(draft, title)}
        >
          {t.deleted.asNew}
        </button>
      </div>
    );
  }
  const isRefused = state.kind === "refused" || (state.kind === "failed" && state.failure.kind !== "unreachable");
  if (isRefused && session.value !== undefined) {
    const { failure } = state;
    return (
      <div class="banner" role="alert">
        <icons.warning />
        <p>
          {t.save.refused} {failure.message}
          {failure.requestId !== null && (
            <span class="meta"> {texts.failure.request(failure.requestId)}</span>
          )}
        </p>
        <button type="button" class="button is-small" onClick={() => draft.retry()}>
          {texts.actions.retry}
        </button>
        <button
          type="button"
          class="button is-small"
          onClick={() => void asNewDocument(draft, title)}
        >
          {t.deleted.asNew}
        </button>
      </div>
    );
  }
  if (reason !== undefined && !draft.isSaved) {
    return (
      <div class="banner" role="alert">
        <icons.warning />
        <p>{t.save.lostHint(reason)}</p>
      </div>
    );
  }
  return null;
}
