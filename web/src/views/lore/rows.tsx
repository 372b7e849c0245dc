// The attributes and the relations of an entry as rows of fields.

import type { ComponentChildren } from "preact";
import { useId, useMemo, useRef } from "preact/hooks";
import { lore } from "../../texts/lore";
import { parts } from "../../texts/parts";
import "../../ui/field-rows.css";
import { icons } from "../../ui/icons";
import { useNewRow } from "../../ui/new-row";
import type { Lore } from "./data";
import type { AttributeField, RelationField } from "./fields";

const t = lore.form;

/** The most names that are suggested while one is typed. */
const SUGGESTED_MAX = 50;

interface RowsProps<Row> {
  rows: Row[];
  set: (rows: Row[]) => void;
  problem: string | undefined;
}

export function AttributeFields({ rows, set, problem }: RowsProps<AttributeField>) {
  const change = (at: number, field: Partial<AttributeField>) =>
    set(rows.map((row, index) => (index === at ? { ...row, ...field } : row)));
  return (
    <Fieldset
      title={t.attributes}
      hint={t.attributesHint}
      problem={problem}
      count={rows.length}
      add={() => set([...rows, { name: "", value: "" }])}
      addText={t.addAttribute}
    >
      {rows.map((row, at) => (
        <div key={at} class="field-row lore-attribute-row">
          <input
            type="text"
            dir="auto"
            autocomplete="off"
            aria-label={t.attributeName(at + 1)}
            value={row.name}
            onInput={(event) => change(at, { name: event.currentTarget.value })}
          />
          <input
            type="text"
            dir="auto"
            autocomplete="off"
            aria-label={t.attributeValue(at + 1)}
            value={row.value}
            onInput={(event) => change(at, { value: event.currentTarget.value })}
          />
          <Remove
            what={t.attribute(row.name || String(at + 1))}
            run={() => set(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
    </Fieldset>
  );
}

export function RelationFields({ rows, set, problem, lore: all }: RowsProps<RelationField> & { lore: Lore }) {
  const id = useId();
  const kinds = useMemo(() => {
    const found = new Set(all.entries.flatMap((entry) => entry.relations.map((relation) => relation.kind)));
    return [...found].toSorted().slice(0, SUGGESTED_MAX);
  }, [all]);
  const change = (at: number, field: Partial<RelationField>) =>
    set(rows.map((row, index) => (index === at ? { ...row, ...field } : row)));
  return (
    <Fieldset
      title={t.relations}
      hint={t.relationsHint}
      problem={problem}
      count={rows.length}
      add={() => set([...rows, { kind: "", target: "", targetId: "", label: "" }])}
      addText={t.addRelation}
    >
      <datalist id={`${id}-kinds`}>
        {kinds.map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
      {rows.map((row, at) => (
        <div key={at} class="field-row lore-relation-row">
          <input
            type="text"
            dir="auto"
            autocomplete="off"
            list={`${id}-kinds`}
            placeholder={t.kindHolder}
            aria-label={t.relationKind(at + 1)}
            value={row.kind}
            onInput={(event) => change(at, { kind: event.currentTarget.value })}
          />
          <input
            type="text"
            dir="auto"
            autocomplete="off"
            list={`${id}-${at}`}
            placeholder={t.targetHolder}
            aria-label={t.relationTarget(at + 1)}
            value={row.target}
            onInput={(event) => change(at, { target: event.currentTarget.value })}
          />
          <Suggested id={`${id}-${at}`} typed={row.target} lore={all} />
          <input
            type="text"
            dir="auto"
            autocomplete="off"
            placeholder={t.labelHolder}
            aria-label={t.relationLabel(at + 1)}
            value={row.label}
            onInput={(event) => change(at, { label: event.currentTarget.value })}
          />
          <Remove
            what={t.relation(row.target || String(at + 1))}
            run={() => set(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
    </Fieldset>
  );
}

function Suggested({ id, typed, lore: all }: { id: string; typed: string; lore: Lore }) {
  const words = typed.trim().toLowerCase();
  const found = all.entries.filter((entry) => entry.name.toLowerCase().includes(words));
  return (
    <datalist id={id}>
      {found.slice(0, SUGGESTED_MAX).map((entry) => (
        <option key={entry.id} value={entry.name} />
      ))}
    </datalist>
  );
}

function Fieldset({
  title,
  hint,
  problem,
  count,
  add,
  addText,
  children,
}: {
  title: string;
  hint: string;
  problem: string | undefined;
  count: number;
  add: () => void;
  addText: string;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLFieldSetElement>(null);
  const focusNewRow = useNewRow(element, count);
  return (
    <fieldset ref={element} class="field-rows">
      <legend>{title}</legend>
      <p class="meta">{hint}</p>
      {children}
      <p class="problem" role="alert">
        {problem}
      </p>
      <button
        type="button"
        class="button is-small"
        onClick={() => {
          focusNewRow();
          add();
        }}
      >
        <icons.plus />
        {addText}
      </button>
    </fieldset>
  );
}

function Remove({ what, run }: { what: string; run: () => void }) {
  return (
    <button type="button" class="icon-button" aria-label={parts.form.remove(what)} onClick={run}>
      <icons.close />
    </button>
  );
}
