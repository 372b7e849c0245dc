// The text itself: the editor, whose files come when the first document is opened.

import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { texts } from "../../texts";
import { Empty, Loading } from "../../ui/states";
import type { Desk } from "./desk";
import { placeOf } from "./desk";
import { manuscript as t } from "../../texts/manuscript";

interface SheetProps {
  desk: Desk;
  title: string;
  isReadOnly: boolean;
  /** What the address says about the place that is shown. */
  query: URLSearchParams;
  /** Whether the cursor goes into the text at once. */
  takesFocus: () => boolean;
}

export function Sheet({ desk, title, isReadOnly, query, takesFocus }: SheetProps) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "outdated">("loading");

  useEffect(() => {
    let isGone = false;
    let leave = () => {};
    import("../../ui/editor").then(
      ({ Editor }) => {
        if (isGone || !host.current) return;
        setState("ready");
        leave = open(host.current, Editor);
      },
      // The names of files change with the program, so an old page does not find them any more.
      () => setState("outdated"),
    );
    return () => {
      isGone = true;
      leave();
    };
  }, [desk]);

  const open = (parent: HTMLElement, Made: typeof import("../../ui/editor").Editor) => {
    const { draft } = desk;
    const editor = new Made({
      parent,
      label: t.editor(title),
      text: draft.text,
      isReadOnly,
      onType: (words) => desk.type(words),
      onMark: (id) => (desk.markId.value = id),
    });
    const detach = draft.attach({
      text: () => editor.text,
      length: () => editor.length,
      replace: (text, isUndoable) => editor.replace(text, isUndoable),
    });
    desk.editor.value = editor;
    desk.markAgain();
    const count = effect(() => {
      if (draft.state.value.kind === "saved") desk.count(draft.base.value);
    });
    if (takesFocus()) editor.focus();
    return () => {
      count();
      detach();
      desk.editor.value = undefined;
      editor.destroy();
    };
  };

  const editor = desk.editor.value;
  useEffect(() => editor?.setReadOnly(isReadOnly), [isReadOnly, editor]);
  // Another link to a place of the same document leads there too.
  const place = ["start", "end", "line", "quote"].map((name) => query.get(name) ?? "").join(" ");
  useEffect(() => {
    const found = editor && placeOf(query, editor.text);
    if (found) editor.show(found.from, found.to);
  }, [place, editor]);

  if (state === "outdated") {
    const { title: head, text, action } = texts.views.outdated;
    return (
      <Empty title={head} text={text}>
        <button type="button" class="button" onClick={() => location.reload()}>
          {action}
        </button>
      </Empty>
    );
  }
  return (
    <div class="sheet">
      {state === "loading" && <Loading />}
      <div ref={host} class="sheet-editor" />
    </div>
  );
}
