// The title, the kind and the document of a node, new or not, with the promises that are made and fulfilled there.

import { useEffect, useMemo } from "preact/hooks";
import { nodes as calls } from "../../api/nodes";
import type { PlotNode, PlotPromise } from "../../api/types";
import { mayWrite } from "../../state/projects";
import { texts } from "../../texts";
import { outline as all } from "../../texts/outline";
import { ChoiceField, LineField, type Options, RecordDialog } from "../../ui/record-dialog";
import { useRecordForm } from "../../ui/record-form";
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

const KINDS: Options = Object.entries(all.kinds);

export function NodeForm({ close, projectId, node, target, kind = "scene", remove }: NodeFormProps) {
  const book = bookOf(projectId);
  const promises = promisesOf(projectId);
  useEffect(() => {
    const ends = [book.watch(), promises.watch()];
    return () => ends.forEach((end) => end());
  }, []);
  const documents = book.value.value;
  const form = useRecordForm<PlotNode>({
    name: `node.${node?.id ?? `new.${projectId}`}`,
    record: node,
    read: () => calls.get(node?.id ?? ""),
    show: (one) => ({ title: one?.title ?? "", kind: one?.kind ?? kind, documentId: one?.documentId ?? "" }),
    check: ({ textOf }) => ({ title: textOf("title") === "" && t.nameMissing }),
    send: ({ textOf, changed, options }) => {
      const body = {
        title: textOf("title"),
        kind: textOf("kind") as PlotNode["kind"],
        documentId: textOf("documentId") || null,
      };
      if (node) return calls.update(node.id, changed(body), options);
      const to = target ?? { parentId: null, beforeId: null };
      const place = { parentId: to.parentId, position: positionAt(projectId, to) };
      return calls.create({ ...body, projectId, ...place }, options);
    },
    close,
    done: (saved) => {
      notify(node ? all.saved(titleOf(saved)) : all.created(titleOf(saved)));
      void nodesOf(projectId).reload();
    },
  });
  const options = useMemo(
    (): Options => [["", t.none], ...(documents ?? []).map((one): [string, string] => [one.id, nameOfDocument(one)])],
    [documents],
  );
  return (
    <RecordDialog
      title={node ? t.editTitle : t.createTitle}
      form={form}
      isReadOnly={!mayWrite()}
      remove={remove && { text: all.delete, run: remove }}
    >
      <LineField form={form} name="title" label={t.name} isFirst />
      <ChoiceField form={form} name="kind" label={t.kind} options={KINDS} />
      <ChoiceField
        form={form}
        name="documentId"
        label={t.document}
        options={options}
        gone={documents ? all.documentGone : texts.loading}
      />
      {node && <Promised node={node} promises={promises.value.value ?? []} />}
    </RecordDialog>
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
