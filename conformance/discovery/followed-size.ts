import { isStrict, pageOf, rejectionOf, type ListName, type Page, type Query } from "./list.ts";
import { valued, type Followed, type Sent } from "./names.ts";
import type { Source } from "./source.ts";

export function sizes(sent: Sent): Query {
  return Object.fromEntries([...sent].map(([name, value]) => [name, String(value)]));
}

/**
 * Sizes below that of the plain page: always within limits, and the length of the response identifies the size.
 * @param missing how many records a page has less than requested
 */
export function shorter(source: Source, list: ListName, { keys }: Page, missing: number): Followed {
  return async (sent) => {
    const { length } = (await pageOf(source, list, sizes(sent)))?.keys ?? keys;
    return length + missing < keys.length ? length + missing : undefined;
  };
}

/** Sizes beyond that of the plain page: the length of the response identifies the size, unless it is rejected. */
export function beyond(source: Source, list: ListName, { keys: { length } }: Page): Followed {
  return async (sent) => {
    const query = sizes(new Map([...sent].map(([name, value]) => [name, length + value])));
    const page = await pageOf(source, list, query);
    return page !== undefined && page.keys.length > length ? page.keys.length - length : undefined;
  };
}

/** If a plain page has one record, a page of two: either it comes, or it is rejected as too large. */
export function longer(source: Source, list: ListName): Followed {
  return async (sent) => {
    const query = valued(sent.keys(), "2");
    const isRejected = (await rejectionOf(source, list, query)) !== undefined;
    if (isRejected) return (await isStrict(source, list)) ? undefined : 1;
    return (await pageOf(source, list, query))?.keys.length === 2 ? 1 : undefined;
  };
}

/** A size that is not a number, if it is rejected. */
export function rejecting(source: Source, list: ListName): Followed {
  return async (sent) => {
    const rejection = await rejectionOf(source, list, valued(sent.keys(), "x"));
    return rejection !== undefined && !(await isStrict(source, list)) ? 1 : undefined;
  };
}
