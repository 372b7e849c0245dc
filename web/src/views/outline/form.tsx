// The title, the kind and the document of a node, new or not, with the promises that are made and fulfilled there.

import { useEffect } from "preact/hooks";
import { nodes as calls } from "../../api/nodes";
import type { PlotNode, PlotPromise } from "../../api/types";
import { mayWrite } from "../../state/session";
import { texts } from "../../texts";
import { outline as all } from "../../texts/outline";
import { Dialog } from "../../ui/dialog";
import { Field, FormFailure, textOf, useRecordForm } from "../../ui/record-form";
import { notify } from "../../ui/toast";
import type { TreeTarget } from "../../ui/tree-rows";
import { nameOf, nodesOf, promisesOf } from "../promises/data";
import { bookOf, nameOfDocument } from "../timeline/context";
import { positionAt, titleOf } from "./actions";

const t = all.form;

interface NodeFormProps {
  close: () => void;
  projectId: string;
  /** The node to change; none for a new one. */
  node?: PlotNode;
  /** Where a new node goes. */
  target?: TreeTarget;
  /** The kind of a new node. */
  kind?: PlotNode["kind"];
  remove?: () => void;
}

export function NodeForm({ close, projectId, node, target, kind = "scene", remove }: NodeFormProps) {
  const book = bookOf(projectId);
  const promises = promisesOf(projectId);
  useEffect(() => {
    const ends = [book.watch(), promises.watch()];
    return () => ends.forEach((end) => end());
  }, []);
  const documents = book.value.value;
  const form = useRecordForm<PlotNode>({
    fields: ["title"],
    ...(node ? { readTag: async () => (await calls.get(node.id)).tag } : {}),
    send: (data, options) => {
      const title = textOf(data, "title");
      if (title === "") {
        form.refuse("title", t.nameMissing);
        return undefined;
      }
      const body = {
        title,
        kind: textOf(data, "kind") as PlotNode["kind"],
        // What cannot be chosen yet, as the list is still being read, is not sent.
        ...(documents ? { documentId: textOf(data, "document") || null } : {}),
      };
      if (node) return calls.update(node.id, body, options);
      const to = target ?? { parentId: null, beforeId: null };
      return calls.create(
        { ...body, projectId, parentId: to.parentId, position: positionAt(projectId, to) },
        options,
      );
    },
    done: (saved) => {
      close();
      notify(node ? all.saved(titleOf(saved)) : all.created(titleOf(saved)));
      void nodesOf(projectId).reload();
    },
  });
  const isReadOnly = !mayWrite();
  const documentId = node?.documentId ?? null;
  const isKnown = documentId === null || documents?.some(({ id }) => id === documentId);
  return (
    <Dialog title={node ? t.editTitle : t.createTitle} onClose={close}>
      <form onSubmit={form.submit}>
        <fieldset class="form" disabled={isReadOnly}>
          <Field label={t.name} problem={form.problemOf("title")}>
            {(attributes) => (
              <input
                {...attributes}
                name="title"
                type="text"
                dir="auto"
                maxLength={1000}
                data-autofocus
                autocomplete="off"
                defaultValue={node?.title ?? ""}
              />
            )}
          </Field>
          <Field label={t.kind}>
            {(attributes) => (
              <select {...attributes} name="kind">
                {Object.entries(all.kinds).map(([word, title]) => (
                  <option key={word} value={word} selected={word === (node?.kind ?? kind)}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={t.document}>
            {(attributes) => (
              <select {...attributes} name="document" disabled={documents === undefined}>
                <option value="" selected={documentId === null}>
                  {t.none}
                </option>
                {!isKnown && (
                  <option value={documentId ?? ""} selected>
                    {all.documentGone}
                  </option>
                )}
                {documents?.map((document) => (
                  <option key={document.id} value={document.id} selected={document.id === documentId}>
                    {nameOfDocument(document)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {node && <Promised node={node} promises={promises.value.value ?? []} />}
        </fieldset>
        <FormFailure failure={form.failure} />
        <footer class="dialog-footer">
          {remove && !isReadOnly && (
            <button type="button" class="button is-start" onClick={remove}>
              {all.delete}
            </button>
          )}
          <button type="button" class="button" onClick={close}>
            {isReadOnly ? texts.actions.close : texts.actions.cancel}
          </button>
          {!isReadOnly && (
            <button type="submit" class="button is-primary" disabled={form.isBusy}>
              {node ? texts.actions.save : texts.actions.create}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** The promises of a node. */
function Promised({ node, promises }: { node: PlotNode; promises: PlotPromise[] }) {
  const lists: [string, PlotPromise[]][] = [
    [t.madeHere, promises.filter(({ madeAtNodeId }) => madeAtNodeId === node.id)],
    [t.fulfilledHere, promises.filter(({ fulfilledAtNodeId }) => fulfilledAtNodeId === node.id)],
  ];
  const shown = lists.filter(([, list]) => list.length > 0);
  if (shown.length === 0) return null;
  return (
    <div class="node-promises">
      {shown.map(([title, list]) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {list.map((promise) => (
              <li key={promise.id}>
                <bdi>{nameOf(promise)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
