// The words of an answer that a model is still writing: its answers are JSON, which is not whole until the
// end, so the texts in it are read off as they come.

/** The texts in unfinished JSON, a line each; anything else as it is. */
export function readable(text: string): string {
  if (!/^\s*(?:```(?:json)?\s*)?\{/.test(text)) return text;
  const lines: string[] = [];
  let isQuote = false;
  for (const found of text.matchAll(/"((?:[^"\\]|\\.)*)("\s*:|"|\\?$)/gs)) {
    const [, raw = "", end = ""] = found;
    if (end.endsWith(":")) {
      isQuote = raw === "quote";
      continue;
    }
    const words = unescaped(raw).trim();
    if (words !== "") lines.push(isQuote ? `“${words}”` : words);
    isQuote = false;
  }
  return lines.join("\n");
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "", b: "", f: "" };

function unescaped(raw: string): string {
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, sign: string = "") =>
    code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
