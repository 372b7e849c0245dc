// The language models that the service has, as its settings say; something else where it has none.

import type { ComponentChildren } from "preact";
import { models } from "../../api/models";
import type { ModelItem, ModelList } from "../../api/types";
import { useCached } from "../../live/cache";
import { studioAddress } from "../../router";
import { session } from "../../state/session";
import { number } from "../../state/time";
import { models as t } from "../../texts/models";
import { money } from "./money";
import { Await } from "../../ui/states";
import "../../ui/figures.css";

/** `children` are drawn where no model is configured, or the session is of one project. */
export function Models({ children }: { children: ComponentChildren }) {
  // A token of one project does not reach what is of the whole service.
  return session.value?.projectId === null ? <Known>{children}</Known> : <>{children}</>;
}

function Known({ children }: { children: ComponentChildren }) {
  // They change when the service is started again.
  const found = useCached("models", (signal) => models.list({ signal }), () => false);
  return (
    <Await of={found}>
      {(list) => (
        <>
          {list.models.length === 0 ? children : <Table list={list} />}
          <p class="meta">{embeddingText(list)}</p>
        </>
      )}
    </Await>
  );
}

function Table({ list: { models, withoutModel } }: { list: ModelList }) {
  const isAlone = models.length === 1 && withoutModel.length === 0;
  return (
    <>
      <div class="table-frame" tabIndex={0} role="group" aria-label={t.caption}>
        <table class="table">
          <caption class="visually-hidden">{t.caption}</caption>
          <thead>
            <tr>
              {[t.agent, t.model, t.context, t.price].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {models.map((model) => (
              <tr key={model.agent ?? ""}>
                <th scope="row">
                  {model.agent === null ? (
                    isAlone ? t.all : t.shared
                  ) : (
                    <a href={studioAddress("agents", model.agent)}>{model.agent}</a>
                  )}
                </th>
                <td>
                  <bdi>{model.name}</bdi>{" "}
                  <span class="meta">
                    <bdi>{model.address}</bdi> ({model.provider})
                  </span>
                </td>
                <td>{number(model.contextTokens)}</td>
                <td>{priceText(model)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {withoutModel.length > 0 && <p>{t.without(withoutModel.join(", "))}</p>}
    </>
  );
}

function priceText({ priceInput, priceOutput }: ModelItem): string {
  if (priceInput === null && priceOutput === null) return t.unknown;
  const text = (price: number | null) => (price === null ? t.unknown : money(price));
  return t.prices(text(priceInput), text(priceOutput));
}

function embeddingText({ embedding: { kind, name, address } }: ModelList): string {
  if (kind === "words") return t.embedding.words;
  return kind === "server" ? t.embedding.server(name ?? "", address ?? "") : t.embedding.built_in(name ?? "");
}
