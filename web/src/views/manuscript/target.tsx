// A number of words that somebody means to write, as it is typed: with thousands divided, or empty for none.

import { useId, useState } from "preact/hooks";
import { manuscript as t } from "../../texts/manuscript";

/** A target as it was typed; null for none, undefined where it is no number. */
export function targetOf(typed: string): number | null | undefined {
  const digits = typed.replace(/[\s.,’'_]/g, "");
  if (digits === "") return null;
  const found = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return found > 0 ? found : undefined;
}

interface TargetFieldProps {
  label: string;
  value: number | null;
  isDisabled?: boolean;
  /** Says whether it was saved. */
  save: (target: number | null) => boolean | Promise<boolean>;
}

/** A field of its own, which is saved when it is left. What was typed stays until then, and while it is no number. */
export function TargetField({ label, value, isDisabled = false, save }: TargetFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isInvalid, setInvalid] = useState(false);
  const take = async (text: string) => {
    const target = targetOf(text);
    setInvalid(target === undefined);
    if (target === undefined) return;
    if (target !== value && !(await save(target))) return;
    setTyped((now) => (now === text ? undefined : now));
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autocomplete="off"
        placeholder={t.goals.none}
        disabled={isDisabled}
        value={typed ?? String(value ?? "")}
        aria-invalid={isInvalid}
        aria-describedby={`${id}-problem`}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => void take(event.currentTarget.value)}
      />
      <p id={`${id}-problem`} class="problem" role="alert">
        {isInvalid ? t.form.targetInvalid : ""}
      </p>
    </div>
  );
}
