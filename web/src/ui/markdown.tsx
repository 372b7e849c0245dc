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
// Texts in Markdown that agents wrote, drawn as elements and never as HTML: what looks like HTML in them
// stays text, images are their descriptions, and an address is shown and not followed.

import type { SyntaxNode } from "@lezer/common";
import { parser as base, Strikethrough, Table } from "@lezer/markdown";
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { texts } from "../texts";
import "./markdown.css";

const parser = base.configure([Table, Strikethrough]);

/** The longest text that is drawn, in characters; of a longer one its beginning is. */
const DRAWN_MAX = 400_000;

/** How deep lists, quotations and emphasis may lie in each other; what is deeper is plain text. */
const DEPTH_MAX = 24;

interface MarkdownProps {
  text: string;
  /** Whether the end of a line is a line break, as in texts that were written line by line. */
  keepsLines?: boolean;
  /** Where words in quotation marks lead, by the words. */
  quoted?: ReadonlyMap<string, string>;
  /** The level of the highest heading in it, from 2 to 6. */
  level?: number;
}

/** A text in Markdown. */
export function Markdown({ text, keepsLines = false, quoted, level = 3 }: MarkdownProps) {
  const drawn = useMemo(() => {
    const shown = text.slice(0, DRAWN_MAX);
    return new Drawing(shown, keepsLines, quoted ?? new Map<string, string>(), level).document();
  }, [text, keepsLines, quoted, level]);
  return (
    <div class="markdown" dir="auto">
      {drawn}
      {text.length > DRAWN_MAX && <p class="meta">{texts.markdown.cut}</p>}
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
/** Names of nodes that are only signs of the markup. */
const SIGN = /Mark$|^TableDelimiter$|^LinkTitle$|^LinkLabel$|^CodeInfo$/;

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&nbsp;": "\u00a0" };

class Drawing {
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly keepsLines: boolean,
    private readonly quoted: ReadonlyMap<string, string>,
    private readonly level: number,
  ) {}

  document(): JSX.Element {
    return <>{this.blocks(parser.parse(this.text).topNode)}</>;
  }

  private blocks(node: SyntaxNode): ComponentChildren[] {
    if (this.depth >= DEPTH_MAX) return [<p>{this.slice(node)}</p>];
    this.depth += 1;
    const drawn = childrenOf(node)
      .filter((child) => !SIGN.test(child.name))
      .map((child) => this.block(child));
    this.depth -= 1;
    return drawn;
  }

  private block(node: SyntaxNode): ComponentChildren {
    const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
    if (heading !== undefined) return this.heading(node, Number(heading));
    switch (node.name) {
      case "Paragraph":
        return <p>{this.inline(node)}</p>;
      case "BulletList":
        return <ul>{this.blocks(node)}</ul>;
      case "OrderedList":
        return <ol start={this.firstNumber(node)}>{this.blocks(node)}</ol>;
      case "ListItem":
        return <li>{this.item(node)}</li>;
      case "Blockquote":
        return <blockquote>{this.blocks(node)}</blockquote>;
      case "FencedCode":
      case "CodeBlock":
        return (
          <pre tabIndex={0}>
            <code>{this.code(node)}</code>
          </pre>
        );
      case "HorizontalRule":
        return <hr />;
      case "Table":
        return this.table(node);
      default:
        return <p>{this.slice(node)}</p>;
    }
  }

  private heading(node: SyntaxNode, depth: number): JSX.Element {
    const Heading = `h${Math.min(this.level + depth - 1, 6)}` as "h2";
    return <Heading>{this.inline(node)}</Heading>;
  }

  /** The only paragraph of an item needs no paragraph of its own. */
  private item(node: SyntaxNode): ComponentChildren[] {
    const [first, ...rest] = childrenOf(node).filter((child) => !SIGN.test(child.name));
    if (first?.name !== "Paragraph") return this.blocks(node);
    return [...this.inline(first), ...rest.map((child) => this.block(child))];
  }

  private firstNumber(node: SyntaxNode): number {
    const mark = node.firstChild?.getChild("ListMark");
    return mark ? Number.parseInt(this.slice(mark), 10) : 1;
  }

  private code(node: SyntaxNode): string {
    return node.getChildren("CodeText").map((part) => this.slice(part)).join("\n");
  }

  private table(node: SyntaxNode): JSX.Element {
    const head = node.getChild("TableHeader");
    const cells = (row: SyntaxNode) => row.getChildren("TableCell").map((cell) => this.inline(cell));
    return (
      <div class="markdown-table" tabIndex={0} role="group" aria-label={texts.markdown.table}>
        <table>
          {head && (
            <thead>
              <tr>
                {cells(head).map((cell) => (
                  <th scope="col">{cell}</th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {node.getChildren("TableRow").map((row) => (
              <tr>
                {cells(row).map((cell) => (
                  <td>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }

  /** What stands in a line: words, and what is marked in them. */
  private inline(node: SyntaxNode): ComponentChildren[] {
    if (this.depth >= DEPTH_MAX) return [this.slice(node)];
    this.depth += 1;
    const drawn: ComponentChildren[] = [];
    const isHeading = node.name.includes("Heading");
    let at = node.from;
    const words = (to: number) => {
      const text = this.text.slice(at, to);
      if (text !== "") drawn.push(...this.words(isHeading ? text.trim() : text));
    };
    for (const child of childrenOf(node)) {
      words(child.from);
      at = child.to;
      if (!SIGN.test(child.name)) drawn.push(this.span(child));
    }
    words(node.to);
    this.depth -= 1;
    return drawn;
  }

  private span(node: SyntaxNode): ComponentChildren {
    const text = this.slice(node);
    switch (node.name) {
      case "Emphasis":
        return <em>{this.inline(node)}</em>;
      case "StrongEmphasis":
        return <strong>{this.inline(node)}</strong>;
      case "Strikethrough":
        return <s>{this.inline(node)}</s>;
      case "InlineCode":
        return <code>{text.replace(/^`+ ?| ?`+$/g, "")}</code>;
      case "HardBreak":
        return <br />;
      case "Escape":
        return text.slice(1);
      case "Entity":
        return ENTITIES[text] ?? text;
      case "Link":
      case "Image":
        return this.reference(node);
      default:
        return text;
    }
  }

  /** A link or an image: its words, and the address to be read. */
  private reference(node: SyntaxNode): ComponentChildren {
    const url = node.getChild("URL");
    if (!url) return this.slice(node);
    const marks = node.getChildren("LinkMark");
    const [open, close] = marks;
    const label = open && close ? this.text.slice(open.to, close.from) : "";
    return `${label} (${this.slice(url)})`;
  }

  /** Words, with links where words in quotation marks lead somewhere. */
  private words(text: string): ComponentChildren[] {
    const drawn: ComponentChildren[] = [];
    let rest = text;
    for (;;) {
      const found = this.firstQuoted(rest);
      if (!found) break;
      drawn.push(...this.lines(rest.slice(0, found.at)));
      drawn.push(<a href={found.address}>{found.words}</a>);
      rest = rest.slice(found.at + found.words.length);
    }
    return [...drawn, ...this.lines(rest)];
  }

  private firstQuoted(text: string): { at: number; words: string; address: string } | undefined {
    let first: { at: number; words: string; address: string } | undefined;
    for (let open = text.indexOf("“"); open >= 0 && !first; open = text.indexOf("“", open + 1)) {
      for (const [words, address] of this.quoted) {
        if (text.startsWith(`${words}”`, open + 1) && words.length > (first?.words.length ?? 0)) {
          first = { at: open + 1, words, address };
        }
      }
    }
    return first;
  }

  private lines(text: string): ComponentChildren[] {
    if (!this.keepsLines || !text.includes("\n")) return text === "" ? [] : [text];
    return text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [<br />, line.trimStart()]));
  }

  private slice(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
