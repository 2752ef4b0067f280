import { createUserPoints } from "./create-user.ts";
import { errorPoints } from "./errors.ts";
import { failurePoints } from "./failures.ts";
import { filteringPoints, sortingPoints } from "./filtering.ts";
import { readingStages, type OpenPoint } from "./open-point.ts";
import { otherAccountPoints, subscriptionIdPoints } from "./subscriptions.ts";
import { pagingPoints } from "./paging.ts";
import { recordPoints } from "./records.ts";
import { requestPoints } from "./requests.ts";
import { responsePoints } from "./responses.ts";

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
export const openPointRows: readonly OpenPoint[] = readingStages.flatMap((stage) =>
  all.filter((point) => (point.stage ?? readingStages[0]) === stage),
);

/** The rows of the keys that a requirement judges. */
export function findPoints(requirement: string): readonly OpenPoint[] {
  return openPointRows.filter((point) => point.requirement === requirement);
}
