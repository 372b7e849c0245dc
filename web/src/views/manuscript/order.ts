// Which document follows another one.

import type { DocumentItem } from "../../api/types";
import { isOfBook } from "../../state/documents";
import { childrenOf } from "../../ui/tree-rows";

/** The document whose text comes next, as the service has it: the first one inside, else the next one beside
 * it. Between documents of the book notes are passed over, and the other way round. */
export function followingOf(items: DocumentItem[], document: DocumentItem): DocumentItem | undefined {
  const fits = (one: DocumentItem) => isOfBook(one) === isOfBook(document);
  const children = childrenOf(items);
  const siblings = children.get(document.parentId) ?? [];
  const behind = siblings.slice(siblings.findIndex((one) => one.id === document.id) + 1);
  return (children.get(document.id) ?? []).find(fits) ?? behind.find(fits);
}
