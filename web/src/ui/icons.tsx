// The icons, drawn on a grid of 20 with one line width. They are decoration: what a control does is said
// by its text or its label.

import type { ComponentChildren } from "preact";

function icon(paths: ComponentChildren) {
  return () => (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      {paths}
    </svg>
  );
}

export const icons = {
  menu: icon(<path d="M3 5.5h14M3 10h14M3 14.5h14" />),
  close: icon(<path d="m5 5 10 10M15 5 5 15" />),
  search: icon(<path d="M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13.2 13.2 17 17" />),
  plus: icon(<path d="M10 4v12M4 10h12" />),
  minus: icon(<path d="M4 10h12" />),
  more: icon(<path d="M4.5 10h.01M10 10h.01M15.5 10h.01" stroke-width="2.2" />),
  check: icon(<path d="m4.5 10.5 3.5 3.5 7.5-8" />),
  books: icon(<path d="M4 3.5h3.5v13H4zM7.5 5.5h3.5v11H7.5zM12 6.2l3.2-.9 2.3 10.3-3.2.9z" />),
  settings: icon(
    <path d="M3 6h7M14 6h3M3 14h3M10 14h7M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" />,
  ),
  keyboard: icon(
    <path d="M3 5.5h14v9H3zM6 8.5h.01M9 8.5h.01M12 8.5h.01M14.5 8.5h.01M7 11.7h6" />,
  ),
  warning: icon(<path d="M10 3.5 17.5 16h-15zM10 8.5v3.5M10 14.2h.01" />),
  restore: icon(<path d="M4 4.5v4h4M4.3 8.5a6.2 6.2 0 1 1-.3 3.5" />),
  copy: icon(<path d="M7.5 7.5h8v8.5h-8zM12.5 7.5V4h-8v8.5h3" />),
  chevron: icon(<path d="m7.5 5 5 5-5 5" />),
};
