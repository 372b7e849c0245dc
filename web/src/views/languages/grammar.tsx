// The rules of a language in their order, with what became of their examples.

import { useId, useState } from "preact/hooks";
import type { GrammarRuleResponse, LanguageItem } from "../../api/types";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/projects";
import { texts } from "../../texts";
import { languages } from "../../texts/languages";
import { Choice } from "../../ui/choice";
import { icons } from "../../ui/icons";
import { Markdown } from "../../ui/markdown";
import { Menu } from "../../ui/menu";
import { Await, Empty } from "../../ui/states";
import { moveRule, removeRule } from "./actions";
import { useRules } from "./data";
import { Examples } from "./result";
import { RuleForm } from "./rule-form";

const t = languages.grammar;

type Category = GrammarRuleResponse["category"];

/** The rule that is edited: its id, `new`, or none. */
type Edited = string | null;

export function Grammar({ language }: { language: LanguageItem }) {
  const found = useRules(language.id);
  const [edited, setEdited] = useState<Edited>(null);
  /** The new rule, once it was saved: its form stays open with the results. */
  const [made, setMade] = useState<string>();
  const close = () => {
    setEdited(null);
    setMade(undefined);
  };
  useCommands(
    () => (mayWrite() ? [{ title: t.create, group: "action", keys: "n", run: () => setEdited("new") }] : []),
    [],
  );
  return (
    <Await of={found}>
      {(rules) => (
        <section class="grammar" aria-label={languages.tabs.grammar}>
          <Rules
            rules={rules.filter((rule) => rule.id !== made)}
            edited={edited}
            setEdited={setEdited}
          />
          {edited === "new" ? (
            <RuleForm languageId={language.id} close={close} saved={(rule) => setMade(rule.id)} />
          ) : (
            mayWrite() && (
              <button type="button" class="button" onClick={() => setEdited("new")}>
                <icons.plus />
                {t.create}
              </button>
            )
          )}
        </section>
      )}
    </Await>
  );
}

function Rules({
  rules,
  edited,
  setEdited,
}: {
  rules: GrammarRuleResponse[];
  edited: Edited;
  setEdited: (edited: Edited) => void;
}) {
  const [category, setCategory] = useState<Category | "">("");
  const [isFailedOnly, setFailedOnly] = useState(false);
  const id = useId();
  if (rules.length === 0) return edited === "new" ? null : <Empty title={t.none} text={t.noneText} />;
  const shown = rules.filter(
    (rule) =>
      rule.id === edited ||
      ((category === "" || rule.category === category) &&
        (!isFailedOnly || rule.examples.some(({ result }) => result?.status === "failed"))),
  );
  const there = new Set(rules.map((rule) => rule.category));
  const options = Object.entries(languages.categories).filter(([word]) => there.has(word as Category));
  return (
    <>
      <div class="choices">
        <Choice
          id={`${id}-category`}
          label={t.category}
          value={category}
          every={t.every}
          options={Object.fromEntries(options)}
          change={(value) => setCategory(value as Category | "")}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={isFailedOnly}
            onChange={(event) => setFailedOnly(event.currentTarget.checked)}
          />
          <span>{t.onlyFailed}</span>
        </label>
      </div>
      <p class="meta" role="status">
        {summaryOf(rules)}
      </p>
      {shown.length === 0 && <p class="meta">{t.noneOfKind}</p>}
      <ol class="grammar-rules">
        {shown.map((rule) => (
          <li key={rule.id} class="grammar-rule">
            {rule.id === edited ? (
              <RuleForm languageId={rule.languageId} rule={rule} close={() => setEdited(null)} />
            ) : (
              <Rule rule={rule} all={rules} edit={() => setEdited(rule.id)} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** How many examples hold, fail, and cannot be run. */
function summaryOf(rules: GrammarRuleResponse[]): string {
  const found = { passed: 0, failed: 0, not_applicable: 0 };
  for (const rule of rules) for (const { result } of rule.examples) if (result) found[result.status] += 1;
  return t.summary(found.passed, found.failed, found.not_applicable);
}

function Rule({ rule, all, edit }: { rule: GrammarRuleResponse; all: GrammarRuleResponse[]; edit: () => void }) {
  const name = rule.name || texts.untitled;
  const at = all.findIndex((one) => one.id === rule.id);
  const [above, below] = [all[at - 1], all[at + 1]];
  const items = [
    ...(above ? [{ text: t.up, run: () => void moveRule(rule, above) }] : []),
    ...(below ? [{ text: t.down, run: () => void moveRule(rule, below) }] : []),
    { text: t.remove, run: () => void removeRule(rule), isDangerous: true },
  ];
  return (
    <>
      <header class="rule-head">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <span class="meta">{languages.categories[rule.category]}</span>
        {mayWrite() && (
          <div class="rule-actions">
            <button type="button" class="button is-small" aria-label={t.editNamed(name)} onClick={edit}>
              {t.edit}
            </button>
            <Menu label={texts.actions.more(name)} items={items}>
              <icons.more />
            </Menu>
          </div>
        )}
      </header>
      {rule.pattern !== "" && (
        <pre class="pattern" tabIndex={0} aria-label={t.pattern}>
          {rule.pattern}
        </pre>
      )}
      {rule.description !== "" && (
        <div class="rule-text">
          <Markdown text={rule.description} />
        </div>
      )}
      <Examples examples={rule.examples} />
    </>
  );
}
