import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { firstPosition, sizeParameter, type ListPaging } from "../../fixtures/dialect/paging.ts";
import type { Json } from "../../fixtures/json.ts";
import { hidden, shown, type Expected } from "./expected-bodies.fixture.ts";

/** Whether every page has the same size, whatever is requested. */
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
      [`paging.${list}.unreadable`]: shown(paging.unreadable === "default" ? "default" : "reject"),
    }),
  };
}

/** Where they differ from what other bad values get. */
export function smallValues({ paging: { users }, requests }: Dialect): Expected {
  if (users.style === "none") return hidden("the list has no pages");
  const isOneSize = hasOneSize(users);
  if (isOneSize && users.style === "cursor") return hidden("neither a page nor a size can be requested");
  const isFirst = users.style === "page" && firstPosition(users) === 1;
  const value = Object.entries(requests.tooSmall).flatMap(([name, outcome]): readonly [string, string][] => {
    const isSize = name.endsWith("Size");
    const isReject = users.unreadable === "reject" || (users.unreadable === "rejectPosition" && !isSize);
    const isShown = isSize ? !isOneSize : users.style !== "cursor" && (name !== "zeroPosition" || isFirst);
    const seen = outcome === "min" && users.defaultSize === 1 ? "default" : outcome;
    return isShown && seen !== (isReject ? "reject" : "default") ? [[name, seen ?? ""]] : [];
  });
  return shown(Object.fromEntries(value));
}

/** What empty pages and sizes show; `undefined` if nothing. */
export function pagingOfEmpty(
  users: ListPaging,
  { tooSmall }: Dialect["requests"],
  rule: "value" | "absent" | "zero",
): "value" | "absent" | "zero" | undefined {
  if (users.style === "none") return undefined;
  const isRejecting = users.unreadable !== "default";
  const isOneSize = hasOneSize(users);
  const zeroSize = tooSmall.zeroSize ?? (users.unreadable === "reject" ? "reject" : "default");
  const isSizeShown =
    !isOneSize && zeroSize !== "default" && !(zeroSize === "min" && Math.min(users.defaultSize, users.maxSize) === 1);
  const isZeroFirst = users.style === "page" ? firstPosition(users) === 0 : users.style === "offset";
  const isPositionRead =
    rule === "absent" ||
    (rule === "zero" && (isZeroFirst || tooSmall.zeroPosition === "default") && users.style !== "cursor");
  if (isRejecting && !isPositionRead) return "value";
  if (isSizeShown) return rule === "zero" ? "zero" : isRejecting ? "absent" : "value";
  return isRejecting ? "absent" : undefined;
}
