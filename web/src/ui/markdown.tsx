// Draws Markdown as elements. HTML in it stays text, pictures are named and not loaded, and links lead
// only to addresses of the web and of mail.

import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/markdown";
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import "./markdown.css";

/** The longest text that is drawn with its marks, in characters; a longer one is drawn as it is typed. */
const PARSED_MAX = 400_000;

/** How deep elements may lie in each other. */
const DEPTH_MAX = 32;

export function Markdown({ text }: { text: string }) {
  const drawn = useMemo(
    () => (text.length > PARSED_MAX ? text : blocks(parser.parse(text).topNode, text, 0)),
    [text],
  );
  return (
    <div class="markdown" dir="auto">
      {drawn}
    </div>
  );
}

/** Marks of the notation, which are not drawn. */
const MARKS = new Set([
  "HeaderMark", "EmphasisMark", "QuoteMark", "ListMark", "CodeMark", "CodeInfo", "LinkMark", "LinkTitle",
  "URL", "LinkReference", "LinkLabel",
]);

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}

function blocks(node: SyntaxNode, text: string, depth: number): ComponentChildren[] {
  return children(node)
    .filter((child) => !MARKS.has(child.name))
    .map((child) => block(child, text, depth + 1));
}

function block(node: SyntaxNode, text: string, depth: number): ComponentChildren {
  const key = node.from;
  if (depth > DEPTH_MAX) return text.slice(node.from, node.to);
  const heading = /Heading(\d)$/.exec(node.name);
  // The page has its own first two levels.
  if (heading) return <h3 key={key}>{inline(node, text, depth)}</h3>;
  switch (node.name) {
    case "Blockquote":
      return <blockquote key={key}>{blocks(node, text, depth)}</blockquote>;
    case "BulletList":
      return <ul key={key}>{blocks(node, text, depth)}</ul>;
    case "OrderedList":
      return <ol key={key}>{blocks(node, text, depth)}</ol>;
    case "ListItem":
      return <li key={key}>{blocks(node, text, depth)}</li>;
    case "FencedCode":
    case "CodeBlock":
      return (
        <pre key={key}>
          {children(node)
            .filter((child) => child.name === "CodeText")
            .map((child) => text.slice(child.from, child.to))
            .join("")}
        </pre>
      );
    case "HorizontalRule":
      return <hr key={key} />;
    default:
      return <p key={key}>{inline(node, text, depth)}</p>;
  }
}

/** The text of a node with what is emphasised in it. */
function inline(node: SyntaxNode, text: string, depth: number): ComponentChildren[] {
  const found: ComponentChildren[] = [];
  let at = node.from;
  for (const child of children(node)) {
    if (child.from > at) found.push(text.slice(at, child.from));
    if (!MARKS.has(child.name)) found.push(span(child, text, depth + 1));
    at = child.to;
  }
  if (node.to > at) found.push(text.slice(at, node.to));
  // The blank between a mark of a heading and its text is no part of it.
  if (typeof found[0] === "string") found[0] = found[0].trimStart();
  return found;
}

function span(node: SyntaxNode, text: string, depth: number): ComponentChildren {
  const key = node.from;
  const source = text.slice(node.from, node.to);
  if (depth > DEPTH_MAX) return source;
  switch (node.name) {
    case "Emphasis":
      return <em key={key}>{inline(node, text, depth)}</em>;
    case "StrongEmphasis":
      return <strong key={key}>{inline(node, text, depth)}</strong>;
    case "InlineCode":
      return <code key={key}>{source.replace(/^`+|`+$/g, "")}</code>;
    case "Escape":
      return source.slice(1);
    case "HardBreak":
      return <br key={key} />;
    case "Link":
    case "Autolink":
      return link(node, text, depth);
    case "Image":
      return <em key={key}>{inline(node, text, depth)}</em>;
    default:
      return source;
  }
}

function link(node: SyntaxNode, text: string, depth: number): JSX.Element {
  const found = node.getChild("URL");
  const address = found ? text.slice(found.from, found.to) : "";
  const shown = node.name === "Autolink" ? address : inline(node, text, depth);
  if (!/^(https?:|mailto:)/i.test(address)) return <span key={node.from}>{shown}</span>;
  return (
    <a key={node.from} href={address} target="_blank" rel="noopener noreferrer">
      {shown}
    </a>
  );
}
