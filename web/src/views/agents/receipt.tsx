// What an answer of a language model rests on: everything that was sent, and what was left out and why.

import { number } from "../../state/time";
import { agents as all } from "../../texts/agents";
import { recordAddress } from "../../ui/records";
import { type Fields, recordsOf, textOf } from "./values";

const t = all.answer;

export function ReceiptDetails({ receipt, projectId }: { receipt: Fields | undefined; projectId: string | null }) {
  if (!receipt) return null;
  const sources = recordsOf(receipt["sources"]);
  const count = (value: unknown) => (typeof value === "number" ? number(value) : "");
  return (
    <details class="disclosure">
      <summary>{t.receipt}</summary>
      <p class="meta">{t.receiptText(count(receipt["tokens"]), count(receipt["tokensMax"]))}</p>
      <div class="table-frame" tabIndex={0} role="group" aria-label={t.receipt}>
        <table class="table receipt">
          <thead>
            <tr>
              <th scope="col">{t.source1}</th>
              <th scope="col">{t.why}</th>
              <th scope="col" class="is-number">
                {t.tokens}
              </th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source, index) => (
              <SourceRow key={index} source={source} projectId={projectId} tokens={count(source["tokens"])} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function SourceRow({ source, projectId, tokens }: { source: Fields; projectId: string | null; tokens: string }) {
  const kind = textOf(source["kind"]);
  const title = textOf(source["title"]);
  const isSent = source["included"] === true;
  const { start, end } = source;
  const at = typeof start === "number" && typeof end === "number" ? { start, end } : {};
  const address = recordAddress(kind, projectId, textOf(source["id"]) || null, at);
  const name = <bdi>{title}</bdi>;
  return (
    <tr class={isSent ? "" : "is-left-out"}>
      <th scope="row">
        <span class="meta">{t.kinds[kind] ?? kind}</span>
        <br />
        {address !== undefined && textOf(source["id"]) !== "" ? <a href={address}>{name}</a> : name}
      </th>
      <td>
        <bdi>{textOf(source["reason"])}</bdi>
      </td>
      <td class="is-number">{isSent ? tokens : t.notSent}</td>
    </tr>
  );
}
