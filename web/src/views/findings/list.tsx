// The findings in groups, with a selection that is answered at once. Only so many are drawn as somebody
// has scrolled to.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { findings as calls } from "../../api/findings";
import type { DocumentItem, Finding } from "../../api/types";
import { projectAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/projects";
import { texts } from "../../texts";
import { findings as t } from "../../texts/findings";
import { attempt } from "../../ui/toast";
import { type Answer, answer, answerWithReason } from "./answers";
import { CHECKS, type Filter } from "./filter";
import { FindingRow, rowId } from "./row";

/** How many findings are drawn at first, and how many more each time the end comes into view. */
const DRAWN_STEP = 60;

/** What can be answered to several findings at once. */
const ANSWERS: Answer[] = ["accepted", "waived", "dismissed", "open"];

interface Group {
  id: string;
  title: string;
  documentId: string | null;
  findings: Finding[];
}

interface ListProps {
  projectId: string;
  filter: Filter;
  found: Finding[];
  documents: DocumentItem[];
}

export function FindingList({ projectId, filter, found, documents }: ListProps) {
  const groups = useMemo(() => grouped(found, documents, filter.group), [found, documents, filter.group]);
  const rows = useMemo(() => groups.flatMap((group) => group.findings), [groups]);
  const [drawn, setDrawn] = useState(DRAWN_STEP);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter((row) => selection.has(row.id));
  const list = useRef<HTMLDivElement>(null);

  const select = (some: Finding[], isOn: boolean) => {
    const next = new Set(rows.filter((row) => selection.has(row.id)).map((row) => row.id));
    for (const { id } of some) if (isOn) next.add(id);
      else next.delete(id);
    setSelection(next);
  };
  const toggle = (one: Finding) => select([one], !selection.has(one.id));
  const answerAll = (some: Finding[], state: Answer, asksReason: boolean) => {
    // What is answered may leave the list, and whoever works by keyboard goes on with the next.
    const last = rows.findLastIndex((row) => some.includes(row));
    const next = rows[last + 1] ?? rows.findLast((row) => !some.includes(row));
    const done = () => {
      select(some, false);
      // A dialog that closes gives the focus back first.
      if (next && filter.state !== "any") requestAnimationFrame(() => focusRow(next.id));
    };
    if (asksReason) answerWithReason(projectId, some, state, done);
    else void answer(projectId, some, state).then((isDone) => isDone && done());
  };
  useListCommands({ rows, selected, drawn, setDrawn, toggle, answerAll, list });

  let left = drawn;
  return (
    <div ref={list}>
      {groups.map((group) => {
        const shown = group.findings.slice(0, Math.max(0, left));
        left -= group.findings.length;
        return (
          shown.length > 0 && (
            <section key={group.id} class="findings-group" aria-label={group.title}>
              <GroupHead
                projectId={projectId}
                group={group}
                isSelected={group.findings.every((one) => selection.has(one.id))}
                select={(isOn) => select(group.findings, isOn)}
              />
              <ul>
                {shown.map((finding) => (
                  <FindingRow
                    key={finding.id}
                    finding={finding}
                    isSelected={selection.has(finding.id)}
                    namesDocument={filter.group !== "document"}
                    toggle={() => toggle(finding)}
                    answer={(state, asksReason) => answerAll([finding], state, asksReason)}
                  />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {drawn < rows.length && (
        <More count={Math.min(DRAWN_STEP, rows.length - drawn)} more={() => setDrawn(drawn + DRAWN_STEP)} />
      )}
      {selected.length > 0 && (
        <SelectionBar
          selected={selected}
          clear={() => setSelection(new Set())}
          answer={(state) => answerAll(selected, state, state === "waived")}
        />
      )}
    </div>
  );
}

function GroupHead({
  projectId,
  group,
  isSelected,
  select,
}: {
  projectId: string;
  group: Group;
  isSelected: boolean;
  select: (isOn: boolean) => void;
}) {
  const { title, documentId } = group;
  const check = (id: string) =>
    attempt(
      () => calls.analyse(projectId, [id]),
      (done) => t.checkedDocument(title, done.new, done.stale),
    );
  return (
    <header class="findings-head">
      {mayWrite() && (
        <input
          type="checkbox"
          class="finding-check"
          aria-label={t.selectGroup(title)}
          checked={isSelected}
          onChange={(event) => select(event.currentTarget.checked)}
        />
      )}
      <h2>
        {documentId === null ? (
          <bdi>{title}</bdi>
        ) : (
          <a href={projectAddress(projectId, "manuscript", documentId)}>
            <bdi>{title}</bdi>
          </a>
        )}
      </h2>
      <span class="meta">{t.count(group.findings.length)}</span>
      {documentId !== null && mayWrite() && (
        <button
          type="button"
          class="button is-small is-quiet"
          aria-label={t.checkDocument(title)}
          onClick={() => void check(documentId)}
        >
          {t.checkShort}
        </button>
      )}
    </header>
  );
}

/** Shows more when it comes into view, or when it is pressed. */
function More({ count, more }: { count: number; more: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(more);
  latest.current = more;
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) latest.current();
    });
    if (button.current) seen.observe(button.current);
    return () => seen.disconnect();
    // A button that stays in view is looked at again after each step.
  }, [more]);
  return (
    <p class="findings-more">
      <button ref={button} type="button" class="button" onClick={more}>
        {t.showMore(count)}
      </button>
    </p>
  );
}

function SelectionBar({
  selected,
  clear,
  answer,
}: {
  selected: Finding[];
  clear: () => void;
  answer: (state: Answer) => void;
}) {
  const isGone = selected.some((one) => one.state === "stale");
  const states = ANSWERS.filter((state) => !isGone || state === "waived" || state === "dismissed");
  return (
    <div class="findings-bar" role="group" aria-label={t.bulk}>
      <p role="status">{t.selected(selected.length)}</p>
      {states
        .filter((state) => selected.some((one) => one.state !== state))
        .map((state) => (
          <button key={state} type="button" class="button is-small" onClick={() => answer(state)}>
            {t.answers[state]}
          </button>
        ))}
      <button type="button" class="button is-small is-quiet" onClick={clear}>
        {t.clear}
      </button>
    </div>
  );
}

interface Commanded {
  rows: Finding[];
  selected: Finding[];
  drawn: number;
  setDrawn: (drawn: number) => void;
  toggle: (one: Finding) => void;
  answerAll: (some: Finding[], state: Answer, asksReason: boolean) => void;
  list: { current: HTMLElement | null };
}

/** Moving through the list and answering by single keys. */
function useListCommands({ rows, selected, drawn, setDrawn, toggle, answerAll, list }: Commanded): void {
  useCommands(() => {
    const at = () => {
      const inside = list.current?.contains(document.activeElement) ? document.activeElement : null;
      const id = inside?.closest(".finding")?.id;
      return rows.findIndex((row) => rowId(row.id) === id);
    };
    const move = (step: number) => {
      const to = Math.min(Math.max(at() + step, 0), rows.length - 1);
      if (to >= drawn) setDrawn(drawn + DRAWN_STEP);
      const row = rows[to];
      if (row) focusRow(row.id);
    };
    const targets = () => {
      const current = rows[at()];
      return selected.length > 0 ? selected : current ? [current] : [];
    };
    const run = (state: Answer) => {
      const some = targets();
      if (some.length > 0) answerAll(some, state, state === "waived");
    };
    const select = () => {
      const current = rows[at()];
      if (current) toggle(current);
    };
    const moving = [
      { title: t.commands.next, group: "action" as const, keys: "j", run: () => move(1) },
      { title: t.commands.previous, group: "action" as const, keys: "k", run: () => move(-1) },
    ];
    if (!mayWrite()) return moving;
    return [
      ...moving,
      { title: t.commands.select, group: "action" as const, keys: "x", run: select },
      { title: t.answers.accepted, group: "action" as const, keys: "a", run: () => run("accepted") },
      { title: t.answers.waived, group: "action" as const, keys: "w", run: () => run("waived") },
      { title: t.answers.dismissed, group: "action" as const, keys: "d", run: () => run("dismissed") },
      { title: t.answers.open, group: "action" as const, keys: "o", run: () => run("open") },
    ];
  }, [rows, selected.map((one) => one.id).join(), drawn]);
}

/** Moves the focus to a row: at once, so that the next key is for it, or as soon as it is drawn. */
function focusRow(id: string): void {
  const focus = () => {
    const row = document.getElementById(rowId(id));
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
    return row !== null;
  };
  if (!focus()) requestAnimationFrame(focus);
}

/** The findings by document in reading order, or by check. */
function grouped(found: Finding[], documents: DocumentItem[], by: Filter["group"]): Group[] {
  const groups = new Map<string, Group>();
  const order = by === "check" ? CHECKS.map(String) : documents.map((one) => one.id);
  for (const finding of found) {
    const id = by === "check" ? finding.check : (finding.documentId ?? "");
    const title = by === "check" ? t.checks[finding.check] : titleOf(finding);
    const documentId = by === "check" ? null : finding.documentId;
    const group = groups.get(id) ?? { id, title, documentId, findings: [] };
    group.findings.push(finding);
    groups.set(id, group);
  }
  const rank = ({ id }: Group) => {
    const at = order.indexOf(id);
    // What is about the book as a whole comes after its chapters.
    return at >= 0 ? at : id === "" ? order.length + 1 : order.length;
  };
  const ranked = [...groups.values()].map((group) => ({ group, at: rank(group) }));
  return ranked
    .sort((one, other) => one.at - other.at)
    .map(({ group }) => (by === "check" || group.documentId === null ? group : inOrder(group)));
}

/** The findings of a document in the order of its text. */
function inOrder(group: Group): Group {
  const start = (one: Finding) => one.quotation?.start ?? 0;
  return { ...group, findings: group.findings.toSorted((one, other) => start(one) - start(other)) };
}

function titleOf(finding: Finding): string {
  return finding.documentId === null ? t.wholeBook : finding.documentTitle || texts.untitled;
}
