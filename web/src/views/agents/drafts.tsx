// What a language model is writing, as it comes, and what it had written when it was interrupted. A model
// writes its answer in a form for programs, of which the words are shown.

import { useEffect, useState } from "preact/hooks";
import { messages as calls } from "../../api/messages";
import type { MessageItem } from "../../api/types";
import { useCached } from "../../live/cache";
import { followDraft } from "../../live/drafts";
import { agents as all } from "../../texts/agents";
import { isFinal } from "./message-states";
import { readable } from "./readable";

const t = all.conversation;

/** The longest draft that is kept, in characters: of a longer one the end is shown. */
const DRAFT_MAX = 200_000;

/** A piece of a draft, as the stream sends it. */
interface Piece {
  step: number;
  /** Whether the draft of this step begins here, perhaps anew. */
  begins: boolean;
  text: string;
}

/** What is being written in answer to a message. */
export function LiveDraft({ message, name }: { message: MessageItem; name: string }) {
  const draft = useDraft(message.id);
  if (message.status !== "leased" && draft === "") return null;
  return (
    <article class="turn-answer is-draft" aria-busy="true">
      <p class="turn-head meta">
        <strong>{t.writing(name)}</strong>
      </p>
      {draft !== "" && <DraftText text={draft} says={t.draft} />}
    </article>
  );
}

/** What had been written in answer to a message that ended without one. */
export function SavedDraft({ message }: { message: MessageItem }) {
  const found = useCached(
    `message/${message.id}`,
    (signal) => calls.get(message.id, { signal }),
    (event) => event.kind === "message" && event.data.id === message.id,
  );
  const draft = found.value.value?.draft?.text ?? "";
  if (draft === "") return null;
  return (
    <article class="turn-answer is-draft">
      <DraftText text={draft} says={t.interrupted} />
    </article>
  );
}

/** An unfinished text. */
export function DraftText({ text, says }: { text: string; says: string }) {
  return (
    <>
      <p class="meta">{says}</p>
      <div class="draft-text" dir="auto">
        {readable(text)}
      </div>
    </>
  );
}

/** Follows what a model writes until there is nothing more to come. */
function useDraft(id: string): string {
  const [draft, setDraft] = useState("");
  useEffect(
    () =>
      followDraft(calls.streamAddress(id), {
        heard: (kind, data) => {
          if (kind === "message") return isFinal(data as MessageItem);
          const piece = data as Piece;
          setDraft((before) => ((piece.begins ? "" : before) + piece.text).slice(-DRAFT_MAX));
          return false;
        },
        read: async (signal) => {
          const message = await calls.get(id, { signal });
          setDraft(message.draft?.text.slice(-DRAFT_MAX) ?? "");
          return isFinal(message);
        },
      }),
    [id],
  );
  return draft;
}
