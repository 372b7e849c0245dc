// A server of a language model for tests: it speaks the dialect of OpenAI, streams what the test says, and
// waits in the middle until the test lets it go on.

import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after } from "node:test";
import type { Studio } from "./studio";

/** A source as the service sends it. */
export interface Source {
  number: number;
  kind: string;
  title: string;
  text: string;
}

/** What is answered to a request with these sources: a typed result. */
type Script = (sources: Source[]) => unknown;

export class Model {
  script: Script = () => ({});
  /** Whether a reply stops after its first half until `release`. */
  isHeld = false;
  /** How many requests came. */
  asked = 0;
  #release: (() => void)[] = [];

  private constructor(private readonly address: string) {}

  static async start(): Promise<Model> {
    let model: Model | undefined;
    const server = createServer((request, response) => void model?.answer(request, response));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    model = new Model(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    after(() => {
      model?.release();
      server.closeAllConnections();
      server.close();
    });
    return model;
  }

  /** Configures this model for a studio that is started again. */
  async configure(studio: Studio): Promise<void> {
    const settings = `[model]\nprovider = "openai"\nbase_url = "${this.address}"\nname = "scripted"\ncontext_tokens = 32768\nprice_input = 1\nprice_output = 2\n`;
    writeFileSync(join(studio.folder, "scriptorium.toml"), settings);
    await studio.restart();
  }

  /** Lets replies that are held go on. */
  release(): void {
    for (const go of this.#release.splice(0)) go();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const piece of request) body += String(piece);
    this.asked += 1;
    const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
    const text = messages.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content))).join("\n");
    const words = JSON.stringify(this.script(sourcesOf(text)));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta: unknown, end: string | null = null) =>
      response.write(`data: ${JSON.stringify({ object: "chat.completion.chunk", model: "scripted", choices: [{ index: 0, delta, finish_reason: end }] })}\n\n`);
    const half = Math.ceil(words.length / 2);
    send({ role: "assistant", content: words.slice(0, half) });
    if (this.isHeld) await new Promise<void>((go) => this.#release.push(go));
    send({ content: words.slice(half) });
    send({}, "stop");
    response.write(`data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [], usage: { prompt_tokens: 1200, completion_tokens: 80, total_tokens: 1280 } })}\n\n`);
    response.end("data: [DONE]\n\n");
  }
}

function sourcesOf(text: string): Source[] {
  const found = text.matchAll(/<source number="(\d+)" kind="(\w+)" title="([^"]*)">\n([\s\S]*?)\n<\/source>/g);
  return [...found].map(([, number, kind = "", title = "", words = ""]) => ({ number: Number(number), kind, title, text: words }));
}

/** The first sentence of a source of this kind, as a citation. */
export function cite(sources: Source[], kind: string): { source: number; quote: string } {
  const source = sources.find((one) => one.kind === kind);
  const line = source?.text.split("\n").find((one) => /^[A-Z“].{30,}/.test(one)) ?? "";
  return { source: source?.number ?? 0, quote: /^.{20,}?[.!?](?=\s|$)/.exec(line)?.[0] ?? line };
}
