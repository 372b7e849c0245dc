// The words of an answer that a model is still writing: its answers are JSON, which is not whole until the
// end, so the texts in it are read off as they come.

/** The texts in unfinished JSON, a line each; anything else as it is. */
export function readable(text: string): string {
  const json = /^\s*(?:```(?:json)?\s*)?(\{.*)$/s.exec(text)?.[1];
  if (json === undefined) return text;
  const lines: string[] = [];
  // What we are in, from the outside in: objects have names before their values, lists have not.
  const within: string[] = [];
  let isName = false;
  let name = "";
  for (const [sign] of json.matchAll(/[{}[\],:]|"(?:[^"\\]|\\.)*(?:"|\\?$)/gs)) {
    if (sign === "{" || sign === "[") within.push(sign);
    if (sign === "}" || sign === "]") within.pop();
    if (!sign.startsWith('"')) {
      isName = within.at(-1) === "{" && sign !== ":";
      continue;
    }
    const words = unescaped(sign.replace(/^"|"$/g, "")).trim();
    if (isName) name = words;
    else if (words !== "") lines.push(name === "quote" ? `“${words}”` : words);
  }
  return lines.join("\n");
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "", b: "", f: "" };

function unescaped(raw: string): string {
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|(.)|$)/gs, (_, code: string | undefined, sign: string = "") =>
    code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
