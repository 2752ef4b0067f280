import { isList, listOf, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { positionParameter, queryParameters } from "../../fixtures/dialect/query-parameters.ts";

/** Whether a template is a link to a page: the position of the page is in its query. */
export function isPageLink(template: string): boolean {
  return /\?[^\s"'<>]*\{\{\s*(?:next|prev|first|last)\b/.test(template);
}

/** Adds the size, the filters and the sorting of the request to the links in a text, unless they have their own. */
export function keepParameters(links: string, operation: OperationId, query: string, dialect: Dialect): string {
  if (!isList(operation) || query === "") return links;
  const list = listOf(operation);
  const paging = dialect.paging[list];
  const position = paging.style === "none" ? undefined : positionParameter(paging);
  const known = new Set(queryParameters(list, dialect).filter((name) => name !== position));
  const sent = [...new URLSearchParams(query)].filter(([name]) => known.has(name));
  return links.replaceAll(/\?([^\s"'<>#]*)/g, (all, own: string) => {
    const names = new URLSearchParams(own);
    const kept = sent.filter(([name]) => !names.has(name));
    return kept.length === 0 ? all : `${all}&${String(new URLSearchParams(kept))}`;
  });
}
