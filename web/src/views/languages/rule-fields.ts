// A rule as a form has it.

import type { GrammarRuleCreateRequest, GrammarRuleResponse } from "../../api/types";

export interface ExampleField {
  input: string;
  output: string;
  gloss: string;
}

export interface Fields {
  name: string;
  category: GrammarRuleResponse["category"];
  pattern: string;
  description: string;
  examples: ExampleField[];
}

/** The fields of a rule, or of a new one. */
export function fieldsOf(rule: GrammarRuleResponse | undefined): Fields {
  if (!rule) return { name: "", category: "phonology", pattern: "", description: "", examples: [] };
  const { name, category, pattern, description } = rule;
  const examples = rule.examples.map(({ input, output, gloss }) => ({ input, output, gloss: gloss ?? "" }));
  return { name, category, pattern, description, examples };
}

/** What a form asks for; rows with neither an input nor an output are none. */
export function bodyOf(fields: Fields): GrammarRuleCreateRequest {
  const { category, pattern, description } = fields;
  const examples = fields.examples
    .map(({ input, output, gloss }) => ({
      input: input.trim(),
      output: output.trim(),
      gloss: gloss.trim() || null,
    }))
    .filter(({ input, output }) => input !== "" || output !== "");
  return { name: fields.name.trim(), category, pattern, description, examples };
}
