// A choice of one word of few, with its label.

import "./choice.css";

/** The choice; with `every` also of none. */
export function Choice({
  id,
  label,
  value,
  every,
  options,
  change,
}: {
  id: string;
  label: string;
  value: string;
  every?: string;
  options: Record<string, string>;
  change: (value: string) => void;
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
        {every !== undefined && <option value="">{every}</option>}
        {Object.entries(options).map(([word, title]) => (
          <option key={word} value={word}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}
