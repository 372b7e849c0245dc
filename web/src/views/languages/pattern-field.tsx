// The pattern of a rule, which is read while it is typed: where it cannot be read, the position is shown.

import { useEffect, useState } from "preact/hooks";
import { ApiFailure } from "../../api/failure";
import { languages as calls } from "../../api/languages";
import { languages } from "../../texts/languages";

const t = languages.rule;

/** For how long nothing is typed before the pattern is read, in milliseconds. */
const READ_AFTER_MS = 300;

/** How many characters are shown before and behind the position. */
const AROUND = 24;

/** Why a pattern cannot be read. */
export interface PatternProblem {
  /** In characters from 0; null where the service names none. */
  position: number | null;
  message: string;
}

/** What a refusal says about the pattern. */
export function problemOf(thrown: unknown): PatternProblem | undefined {
  if (!(thrown instanceof ApiFailure) || typeof thrown.detail === "string") return undefined;
  const found = thrown.detail.find((one) => one.loc[0] === "body" && one.loc[1] === "pattern");
  if (!found) return undefined;
  const context = (found.ctx ?? {}) as { position?: number; expected?: string };
  const { position, expected } = context;
  return {
    position: position ?? null,
    message: expected === undefined ? found.msg : t.expected(expected),
  };
}

/** What is wrong with a pattern: undefined before it was read, null where nothing is. */
export function usePattern(pattern: string): PatternProblem | null | undefined {
  const [found, setFound] = useState<{ pattern: string; problem: PatternProblem | null }>();
  useEffect(() => {
    if (pattern.trim() === "") return undefined;
    const reading = new AbortController();
    const timer = setTimeout(() => {
      calls.readPattern(pattern, { signal: reading.signal }).catch((thrown) => {
        if (reading.signal.aborted) return;
        const problem = problemOf(thrown);
        // Where the pattern is fine, only the rule is not found; anything else says nothing about it.
        if (problem) setFound({ pattern, problem });
        else if (thrown instanceof ApiFailure && thrown.kind === "not-found") setFound({ pattern, problem: null });
      });
    }, READ_AFTER_MS);
    return () => {
      clearTimeout(timer);
      reading.abort();
    };
  }, [pattern]);
  return found?.pattern === pattern ? found.problem : undefined;
}

export function PatternField({
  id,
  pattern,
  set,
}: {
  id: string;
  pattern: string;
  set: (pattern: string) => void;
}) {
  const problem = usePattern(pattern);
  return (
    <div class="field">
      <label for={id}>{t.pattern}</label>
      <textarea
        id={id}
        class="pattern-field"
        rows={Math.min(10, Math.max(2, pattern.split("\n").length + 1))}
        spellcheck={false}
        value={pattern}
        aria-invalid={problem !== null && problem !== undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onInput={(event) => set(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="meta">
        {t.patternHint} {problem === null && pattern.trim() !== "" && t.patternFine}
      </p>
      <div id={`${id}-problem`} role="status">
        {problem && <Problem pattern={pattern} problem={problem} />}
      </div>
    </div>
  );
}

function Problem({ pattern, problem }: { pattern: string; problem: PatternProblem }) {
  const { position, message } = problem;
  if (position === null) return <p class="problem">{message}</p>;
  // The service counts characters, and not the halves of which a string has two for some.
  const characters = [...pattern];
  const before = characters.slice(Math.max(0, position - AROUND), position).join("");
  const at = characters[position] ?? " ";
  const behind = characters.slice(position + 1, position + 1 + AROUND).join("");
  return (
    <>
      <p class="problem">
        {t.patternProblem(position)} {message}
      </p>
      <pre class="pattern is-wrong">
        {before}
        <mark>{at === "\n" ? "↵\n" : at}</mark>
        {behind}
      </pre>
    </>
  );
}
