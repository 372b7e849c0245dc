// Attributes of an entry as a person reads and types them: any JSON, mostly texts and numbers.

/** The value of an attribute as a text. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ");
  return JSON.stringify(value);
}

/** The value of an attribute as it is edited. */
export function typedValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What was typed, as a value: the one before where its text is unchanged, else a number, a list or an
 * object where it has that form, else a text. */
export function readValue(typed: string, before: unknown): unknown {
  if (before !== undefined && typedValue(before) === typed) return before;
  if (typeof before === "string") return typed;
  if (!/^(-?\d+(\.\d+)?|true|false|null|[[{].*)$/s.test(typed.trim())) return typed;
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}
