// The forms of a name, as the texts have them, and what each becomes, which can be typed.

import { useState } from "preact/hooks";
import type { FormPreview, LoreItem, RenamedForm } from "../../api/types";
import { projectAddress } from "../../router";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { rename } from "../../texts/rename";
import { icons } from "../../ui/icons";
import type { Lore } from "./data";

const t = rename.forms;

/** How many forms are shown at first. */
const SHOWN_MAX = 12;

/** The most other entries that are named beside a form. */
const SHARED_MAX = 3;

interface FormsProps {
  entry: LoreItem;
  lore: Lore;
  forms: FormPreview[];
  aliases: string[];
  /** What somebody typed in place of the proposals. */
  typed: RenamedForm[];
  set: (typed: RenamedForm[]) => void;
}

export function RenameForms({ entry, lore: all, forms, aliases, typed, set }: FormsProps) {
  const [hasAll, setAll] = useState(false);
  const shown = hasAll || forms.length <= SHOWN_MAX + 1 ? forms : forms.slice(0, SHOWN_MAX);
  const become = (form: string, to: string | undefined) =>
    set([...typed.filter((one) => one.form !== form), ...(to === undefined ? [] : [{ form, to }])]);
  return (
    <section class="rename-section">
      <h3>{t.title}</h3>
      <p class="meta">{t.intro}</p>
      <table class="rename-forms">
        <caption class="visually-hidden">{t.table}</caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{t.form}</th>
            <th scope="col">{t.becomes}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ form, to }) => (
            <FormRow
              key={form}
              projectId={entry.projectId}
              form={form}
              proposed={to}
              typed={typed.find((one) => one.form === form)?.to}
              others={bearers(all, entry, form)}
              become={(value) => become(form, value)}
            />
          ))}
        </tbody>
      </table>
      {shown.length < forms.length && (
        <button type="button" class="button is-small" onClick={() => setAll(true)}>
          {t.more(number(forms.length - shown.length))}
        </button>
      )}
      <p class="meta">
        {aliases.length === 0 ? (
          t.noAliases
        ) : (
          <>
            {t.aliases} <bdi>{aliases.join(", ")}</bdi>
          </>
        )}
      </p>
    </section>
  );
}

interface FormRowProps {
  projectId: string;
  form: string;
  /** Null where it stays. */
  proposed: string | null;
  typed: string | undefined;
  others: LoreItem[];
  /** Undefined takes the proposal again. */
  become: (to: string | undefined) => void;
}

function FormRow({ projectId, form, proposed, typed, others, become }: FormRowProps) {
  const [text, setText] = useState<string>();
  const wanted = typed ?? proposed ?? form;
  const shown = text ?? (wanted === form ? "" : wanted);
  const finish = () => {
    if (text === undefined) return;
    setText(undefined);
    const to = text.trim() || form;
    if (to !== wanted) become(to === (proposed ?? form) ? undefined : to);
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{form}</bdi>
        {others.length > 0 && (
          <span class="rename-shared">
            {t.shared}{" "}
            {others.slice(0, SHARED_MAX).map((other, index) => (
              <span key={other.id}>
                {index > 0 && ", "}
                <a href={projectAddress(projectId, "lore", other.id)}>
                  <bdi>{other.name || texts.untitled}</bdi>
                </a>
              </span>
            ))}
          </span>
        )}
      </th>
      <td>
        <input
          type="text"
          dir="auto"
          autocomplete="off"
          maxLength={200}
          aria-label={t.becomesOf(form)}
          placeholder={t.stays}
          value={shown}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={finish}
          onKeyDown={(event) => event.key === "Enter" && finish()}
        />
        <button
          type="button"
          class={`icon-button${typed === undefined ? " is-hidden" : ""}`}
          aria-label={t.reset(form)}
          title={t.reset(form)}
          onClick={() => become(undefined)}
        >
          <icons.restore />
        </button>
      </td>
    </tr>
  );
}

/** Other entries of whose names the form is one, or a part. */
function bearers(all: Lore, entry: LoreItem, form: string): LoreItem[] {
  const part = spaced(form);
  return all.entries.filter(
    (other) =>
      other.id !== entry.id && [other.name, ...other.aliases].some((name) => spaced(name).includes(part)),
  );
}

/** The words of a name between spaces, so that parts of words are not found. */
function spaced(name: string): string {
  return ` ${(name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}
