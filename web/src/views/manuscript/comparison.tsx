// Shows what differs between two texts.

import { useMemo, useState } from "preact/hooks";
import { number } from "../../state/time";
import { manuscript as t } from "../../texts/manuscript";
import { lineRuns, wordPieces } from "./differences";

/** How many changed places are drawn at first, and with each step more. */
const DRAWN_STEP = 500;

/** How many unchanged paragraphs are shown beside a change. */
const CONTEXT = 1;

/** The whole of two texts: changed paragraphs, and of the others only those beside them. */
export function Comparison({ before, after }: { before: string; after: string }) {
  const [drawn, setDrawn] = useState(DRAWN_STEP);
  const { parts, left } = useMemo(() => compared(before, after, drawn), [before, after, drawn]);
  if (before === after) return <p>{t.revisions.same}</p>;
  return (
    <div class="comparison" tabIndex={0} role="group" aria-label={t.revisions.compare} dir="auto">
      {parts.map((part, index) =>
        part.kind === "gap" ? (
          <p key={index} class="comparison-gap meta">
            {t.revisions.unchanged(number(part.count), part.count === 1)}
          </p>
        ) : part.kind === "same" ? (
          <p key={index}>{part.text}</p>
        ) : (
          <div key={index} class="comparison-place">
            <Words before={part.before} after={part.after} show="both" />
          </div>
        ),
      )}
      {left > 0 && (
        <p class="comparison-gap meta">
          {t.revisions.placesLeft(number(left), left === 1)}{" "}
          <button type="button" class="button is-small" onClick={() => setDrawn(drawn + DRAWN_STEP)}>
            {t.revisions.more}
          </button>
        </p>
      )}
    </div>
  );
}

type Part =
  | { kind: "same"; text: string }
  | { kind: "gap"; count: number }
  | { kind: "changed"; before: string; after: string };

/** What is drawn of two texts, and how many changed places are not. */
function compared(before: string, after: string, most: number): { parts: Part[]; left: number } {
  const a = before.split("\n");
  const b = after.split("\n");
  const parts: Part[] = [];
  const runs = lineRuns(a, b);
  const drawn = runs.slice(0, 2 * most);
  drawn.forEach((run, index) => {
    if (!run.isSame) {
      parts.push({
        kind: "changed",
        before: passage(a.slice(run.fromA, run.toA)),
        after: passage(b.slice(run.fromB, run.toB)),
      });
      return;
    }
    const lines = a.slice(run.fromA, run.toA).filter((line) => line.trim() !== "");
    const first = index === 0 ? 0 : CONTEXT;
    const last = index === runs.length - 1 ? 0 : CONTEXT;
    const hidden = Math.max(lines.length - first - last, 0);
    const show = (from: number, to?: number) => {
      for (const text of lines.slice(from, to)) parts.push({ kind: "same", text });
    };
    if (hidden === 0) return show(0);
    show(0, first);
    parts.push({ kind: "gap", count: hidden });
    show(lines.length - last);
  });
  const left = runs.slice(drawn.length).filter((run) => !run.isSame).length;
  return { parts, left };
}

/** Lines without the blank ones around them. */
function passage(lines: string[]): string {
  return lines.join("\n").replace(/^\n+|\n+$/g, "");
}

/** The words of two passages: both of them, or of the second those that the first does not have. */
export function Words({
  before,
  after,
  show,
}: {
  before: string;
  after: string;
  show: "both" | "after";
}) {
  const pieces = useMemo(() => wordPieces(before, after), [before, after]);
  const whole = [
    { kind: "removed" as const, text: before },
    { kind: "added" as const, text: after },
  ];
  const shown = (pieces ?? whole).filter((piece) => show === "both" || piece.kind !== "removed");
  return (
    <span class="words">
      {shown.map((piece, index) =>
        piece.kind === "same" ? (
          piece.text
        ) : piece.kind === "removed" ? (
          <del key={index}>{piece.text}</del>
        ) : (
          <ins key={index}>{piece.text}</ins>
        ),
      )}
    </span>
  );
}
