// What this view remembers in the browser: which parts are closed, which document was open last, goals.

const PREFIX = "scriptorium.manuscript/";

/** What is stored under a name; the other value where nothing is, or something else. */
export function stored<T>(name: string, otherwise: T, isSound: (value: unknown) => boolean): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    return isSound(found) ? (found as T) : otherwise;
  } catch {
    return otherwise;
  }
}

/** Stores a value; a browser may have no room for it, or forbid it, and then it is forgotten. */
export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing that somebody typed is stored here.
  }
}

export const isList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

export const isText = (value: unknown): boolean => typeof value === "string";
