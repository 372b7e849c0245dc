// A place in a text of the manuscript: a link where there is a view that shows it.

import type { ComponentChildren } from "preact";
import { projectAddress } from "../router";
import { findView } from "../views";

interface PlaceProps {
  projectId: string;
  documentId: string;
  /** The characters of the Markdown, from the first to the one behind the last. */
  start?: number;
  end?: number;
  /** −1 where the Tab key passes it by. */
  tabIndex?: 0 | -1;
  children: ComponentChildren;
}

export function Place({ projectId, documentId, start, end, tabIndex = 0, children }: PlaceProps) {
  if (!findView("project", "manuscript")) return <bdi>{children}</bdi>;
  const address = projectAddress(projectId, "manuscript", documentId);
  const query = start === undefined || end === undefined ? "" : `?start=${start}&end=${end}`;
  return (
    <a href={address + query} tabIndex={tabIndex}>
      <bdi>{children}</bdi>
    </a>
  );
}
