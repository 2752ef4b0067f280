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

/** The keys that read all earlier responses, or creations. */
const isLate = /^(?:responses\.|errors$|limits\.rate|records\.)/;

/** What bodies get that create nothing: before users are created, of whom there may be few. */
const isOfBodies = /^(?:limits\.bodyBytes|statuses\.failure\.(?:unreadableBody|payloadTooLarge|unsupportedMediaType))$/;

/** What takes many requests, and may be left out: one for each field. */
const isOfFields = /^(?:filtering|sorting)\./;

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

/** When a key is read: what clients meet most often first, since requests may run out; at the end what reads the log. */
function rankOf({ key }: OpenPoint): number {
  if (isLate.test(key)) return 6;
  if (isOfFields.test(key)) return 4;
  if (/^statuses\.failure\.(?:badParameter|invalidBody|conflict|beyondLast)$/.test(key)) return 5;
  if (key === "createUser.required") return 1;
  if (isOfBodies.test(key)) return 2;
  return key.startsWith("createUser.") ? 3 : 0;
}

/** Every key of a dialect, in the order in which they are read. */
export const openPointRows: readonly OpenPoint[] = all.toSorted((one, other) => rankOf(one) - rankOf(other));

/** The rows of the keys that a requirement judges. */
export function pointsOf(requirement: string): readonly OpenPoint[] {
  return openPointRows.filter((point) => point.requirement === requirement);
}
