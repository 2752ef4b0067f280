import type { ListPaging } from "../../fixtures/dialect/paging.ts";
import type { Json } from "../../fixtures/json.ts";
import { hidden, shown, type Expected } from "./expected-bodies.fixture.ts";
import { sizeParameter } from "../../fixtures/dialect/query-parameters.ts";

/** Whether no request can have another page size. */
export function hasOneSize(paging: Exclude<ListPaging, { style: "none" }>): boolean {
  return sizeParameter(paging) === null || (paging.maxSize === 1 && paging.oversize === "clamp");
}

/** What lists show of their parameters and sizes. */
export function pagingExceptions(list: string, paging: ListPaging): Readonly<Record<string, Expected>> {
  if (paging.style === "none") return {};
  const isFixed = sizeParameter(paging) === null;
  const isOneSize = isFixed || (hasOneSize(paging) && paging.unreadable !== "reject");
  const isSizeKnown = !isOneSize || (isFixed && paging.defaultSize > 1);
  const shownNames = Object.entries(paging.parameters).filter(
    ([name, value]) =>
      !(name === "first" && value === paging.firstPage) && (isSizeKnown || !/^(?:size|limit)$/.test(name)),
  );
  const parameters: Json = JSON.parse(JSON.stringify(Object.fromEntries(shownNames)));
  const onePage = hidden("every page holds one record, whatever is asked, so no size shows");
  return {
    [`paging.${list}.parameters`]: shown(parameters),
    ...(isOneSize && {
      [`paging.${list}.maxSize`]: onePage,
      [`paging.${list}.oversize`]: onePage,
    }),
  };
}
