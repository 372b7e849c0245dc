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
