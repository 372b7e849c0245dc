// How much was written, and how much is meant to be.

import { documents as calls } from "../../api/documents";
import { number } from "../../state/time";
import { manuscript as t } from "../../texts/manuscript";
import { attempt } from "../../ui/toast";
import { titleOf } from "./actions";
import { setSittingGoal, sittingGoal, sittingWords } from "./goals-state";
import type { PanelProps } from "./panels";
import { TargetField } from "./target";

export function Goals({ desk, document, isReadOnly }: PanelProps) {
  const written = sittingWords(document.projectId);
  const words = desk.words.value;
  const { projectId, wordTarget } = document;

  const setTarget = async (target: number | null) => {
    const saved = await attempt(
      () => calls.update(projectId, document.id, { wordTarget: target }),
      () => t.renamed(titleOf(document)),
      () => calls.update(projectId, document.id, { wordTarget }),
    );
    return saved !== undefined;
  };
  return (
    <div class="goals">
      <section class="goal">
        <h2>{t.goals.sitting}</h2>
        <p class="goal-figure">{t.goals.written(number(written), written === 1)}</p>
        <Progress words={written} goal={sittingGoal.value} label={t.goals.sitting} />
        <TargetField
          label={t.goals.target}
          value={sittingGoal.value === 0 ? null : sittingGoal.value}
          save={(target) => setSittingGoal(target ?? 0)}
        />
        <p class="meta">{t.goals.sittingHint}</p>
      </section>
      <section class="goal">
        <h2>{t.goals.document}</h2>
        <p class="goal-figure">
          {words === null ? t.unknownWords : t.words(number(words), words === 1)}
        </p>
        {words !== null && (
          <Progress words={words} goal={wordTarget ?? 0} label={t.goals.document} />
        )}
        <TargetField label={t.form.target} value={wordTarget} isDisabled={isReadOnly} save={setTarget} />
        <p class="meta">{t.goals.documentHint}</p>
      </section>
    </div>
  );
}

function Progress({ words, goal, label }: { words: number; goal: number; label: string }) {
  if (goal === 0) return null;
  const percent = Math.max(Math.floor((words / goal) * 100), 0);
  return (
    <p class="goal-progress">
      <progress aria-label={label} max={goal} value={Math.min(Math.max(words, 0), goal)} />
      <span class="meta">{percent >= 100 ? t.goals.reached : t.goals.progress(number(percent))}</span>
    </p>
  );
}
