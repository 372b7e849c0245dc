// What agents say by rule is written line by line, and a line that belongs to the one above is indented. As
// Markdown such lines are a list.

/** The text as Markdown that means the same. */
export function asMarkdown(text: string): string {
  const out: string[] = [];
  let isListed = false;
  let isFenced = false;
  for (const line of text.split("\n")) {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced;
    const indented = !isFenced && /^ {2,3}(?![-*+] |\d+[.)] )(\S.*)$/.exec(line);
    if (indented) {
      if (!isListed) out.push("");
      out.push(`- ${indented[1] ?? ""}`);
      isListed = true;
      continue;
    }
    // Without a blank line what follows would go on with the last item.
    if (isListed && line.trim() !== "") out.push("");
    isListed = false;
    out.push(line);
  }
  return out.join("\n");
}
