import { createUserPoints } from "./create-user.ts";
import { errorPoints } from "./errors.ts";
import { failurePoints } from "./failures.ts";
import { filteringPoints } from "./filtering.ts";
import type { OpenPoint } from "./open-point.ts";
import { otherAccountPoints } from "./other-account.ts";
import { pagingPoints } from "./paging.ts";
import { recordPoints } from "./records.ts";
import { requestPoints } from "./requests.ts";
import { responsePoints } from "./responses.ts";
import { sortingPoints } from "./sorting.ts";
import { subscriptionIdPoints } from "./subscription-ids.ts";

/**
 * When a key is read, by the last pattern that it matches. What clients meet most often comes first, since requests may
 * run out; bodies that create nothing come before creations, of which there may be few.
 */
const order: readonly RegExp[] = [
  /./,
  /^createUser\.required$/,
  /^(?:limits\.bodyBytes|statuses\.failure\.(?:unreadableBody|payloadTooLarge|unsupportedMediaType))$/,
  /^createUser\.(?!required$)/,
  // One request for each field.
  /^(?:filtering|sorting)\./,
  // These read what others have asked, and the last ones the whole log.
  /^statuses\.failure\.(?:badParameter|invalidBody|conflict|beyondLast)$/,
  /^(?:responses\.|errors$|limits\.rate|records\.)/,
];

function readingRank({ key }: OpenPoint): number {
  return order.findLastIndex((pattern) => pattern.test(key));
}

const all: readonly OpenPoint[] = [
  ...pagingPoints,
  ...subscriptionIdPoints,
  ...otherAccountPoints,
  ...requestPoints,
  ...failurePoints,
  ...filteringPoints,
  ...sortingPoints,
  ...createUserPoints,
  ...recordPoints,
  ...responsePoints,
  ...errorPoints,
];

/** Every key of a dialect, in the order in which they are read. */
export const openPointRows: readonly OpenPoint[] = all.toSorted((one, other) => readingRank(one) - readingRank(other));

/** The rows of the keys that a requirement judges. */
export function findPoints(requirement: string): readonly OpenPoint[] {
  return openPointRows.filter((point) => point.requirement === requirement);
}
