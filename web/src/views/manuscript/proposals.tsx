// What somebody would change in the text: each change beside what stands there now, to be accepted or
// rejected by itself.

import { useEffect, useMemo } from "preact/hooks";
import { proposals as calls } from "../../api/proposals";
import type { Proposal, ProposalChange } from "../../api/types";
import { useCached } from "../../live/cache";
import { ago, exactly } from "../../state/time";
import { manuscript as t } from "../../texts/manuscript";
import { Await } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { Words } from "./comparison";
import { type Desk, versionOf } from "./desk";
import { Nothing, type PanelProps } from "./panels";

export function Proposals({ desk, document, isReadOnly }: PanelProps) {
  const { projectId, id } = document;
  const list = useCached(
    `proposals/document/${id}`,
    async (signal) => {
      const open = await calls.openOfDocument(projectId, id, { signal });
      return Promise.all(open.map((one) => calls.get(projectId, one.id, { signal })));
    },
    // Where the words of a change stand follows from the text.
    (event) =>
      event.data.projectId === projectId &&
      (event.kind === "proposal" || (event.kind === "document" && event.data.id === id)),
  );
  return (
    <Await of={list}>
      {(all) =>
        all.length === 0 ? (
          <Nothing text={t.proposals.empty} hint={t.proposals.emptyHint} />
        ) : (
          <List all={all} desk={desk} isReadOnly={isReadOnly} reload={() => void list.reload()} />
        )
      }
    </Await>
  );
}

interface ListProps {
  all: Proposal[];
  desk: Desk;
  isReadOnly: boolean;
  reload: () => void;
}

function List({ all, desk, isReadOnly, reload }: ListProps) {
  const editor = desk.editor.value;
  const marked = useMemo(
    () =>
      all.flatMap(({ id, currentVersion, changes = [] }) =>
        changes.flatMap((change) =>
          change.position
            ? [{ id: `${id}/${change.id}`, title: change.reason, currentVersion, ...change.position }]
            : [],
        ),
      ),
    [all],
  );
  useEffect(() => {
    const version = versionOf(desk.draft.base.peek().tag);
    desk.mark(
      marked
        .filter((one) => one.currentVersion === version)
        .map((one) => ({ ...one, look: "proposal" as const })),
    );
    return () => desk.mark([]);
  }, [marked, editor]);
  return (
    <ul class="cards">
      {all.map((one) => (
        <Card key={one.id} proposal={one} desk={desk} isReadOnly={isReadOnly} reload={reload} />
      ))}
    </ul>
  );
}

function Card({
  proposal,
  desk,
  isReadOnly,
  reload,
}: {
  proposal: Proposal;
  desk: Desk;
  isReadOnly: boolean;
  reload: () => void;
}) {
  const { changes = [], projectId } = proposal;
  const open = changes.filter((change) => change.state === "open");
  const possible = open.filter((change) => change.problem === null).map((change) => change.id);
  const decide = async (isAccepted: boolean, ids: string[]) => {
    await attempt(
      async () => {
        // The words that are accepted stand in the text of the service.
        if (isAccepted) await desk.draft.saveAll();
        await (isAccepted ? calls.accept : calls.reject)(projectId, proposal.id, ids);
      },
      () => (isAccepted ? t.proposals.accepted : t.proposals.rejected)(ids.length),
    );
    reload();
  };
  const who = proposal.agent ?? proposal.account;
  return (
    <li class="card">
      <h2 dir="auto">{proposal.summary}</h2>
      <p class="meta" title={exactly(proposal.createdAt)}>
        {t.proposals.by(who)} · {ago(proposal.createdAt)}
      </p>
      {changes.map((change) => (
        <Change
          key={change.id}
          change={change}
          proposalId={proposal.id}
          desk={desk}
          isReadOnly={isReadOnly}
          decide={(isAccepted) => void decide(isAccepted, [change.id])}
        />
      ))}
      {!isReadOnly && open.length > 1 && (
        <p class="card-actions">
          {possible.length > 1 && (
            <button
              type="button"
              class="button is-small is-primary"
              onClick={() => void decide(true, possible)}
            >
              {t.proposals.acceptAll}
            </button>
          )}
          <button
            type="button"
            class="button is-small"
            onClick={() => void decide(false, open.map((change) => change.id))}
          >
            {t.proposals.rejectAll}
          </button>
        </p>
      )}
    </li>
  );
}

function Change({
  change,
  proposalId,
  desk,
  isReadOnly,
  decide,
}: {
  change: ProposalChange;
  proposalId: string;
  desk: Desk;
  isReadOnly: boolean;
  decide: (isAccepted: boolean) => void;
}) {
  const before = textOf(change.before);
  const after = textOf(change.after);
  const isOpen = change.state === "open";
  return (
    <div class={`change${isOpen ? "" : " is-decided"}`}>
      {change.field !== "content" && <p class="meta">{t.proposals.field(change.field)}</p>}
      <dl class="change-sides">
        <div>
          <dt class="meta">{t.proposals.before}</dt>
          <dd dir="auto">{before === "" ? <em>{t.proposals.nothing}</em> : before}</dd>
        </div>
        <div>
          <dt class="meta">{t.proposals.after}</dt>
          <dd dir="auto">
            {after === "" ? <em>{t.proposals.nothing}</em> : <Words before={before} after={after} show="after" />}
          </dd>
        </div>
      </dl>
      {change.reason !== "" && (
        <p class="meta" dir="auto">
          {change.reason}
        </p>
      )}
      {change.problem !== null && (
        <p class="problem">
          {t.proposals.cannot} {change.problem}
        </p>
      )}
      <p class="card-actions">
        {!isOpen && <span class="badge">{t.proposals.states[change.state]}</span>}
        {isOpen && !isReadOnly && (
          <>
            <button
              type="button"
              class="button is-small is-primary"
              disabled={change.problem !== null}
              onClick={() => decide(true)}
            >
              {t.proposals.accept}
            </button>
            <button type="button" class="button is-small" onClick={() => decide(false)}>
              {t.proposals.reject}
            </button>
          </>
        )}
        {change.position !== null && (
          <button
            type="button"
            class="button is-small"
            onClick={() => desk.editor.peek()?.showMark(`${proposalId}/${change.id}`)}
          >
            {t.proposals.show}
          </button>
        )}
      </p>
    </div>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
