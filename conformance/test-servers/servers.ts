import { accessDefects, pathDefects, rejectionDefects, spellingDefects } from "./defects/access.ts";
import { busyDefects, timingDefects } from "./defects/timing.ts";
import { accountDefects } from "./defects/accounts.ts";
import { idDefects } from "./defects/ids.ts";
import { pagingDefects } from "./defects/paging.ts";
import { responseDefects } from "./defects/responses.ts";
import { writeDefects } from "./defects/writes.ts";
import { conformingWithCallers, trustingServers } from "./conforming-callers.ts";
import { conformingInLists, springLike } from "./conforming-lists.ts";
import { conformingInRecords } from "./conforming-records.ts";
import { conformingOnTheWire } from "./conforming-wire.ts";
import { declaredDefects } from "./declared.ts";
import type { IndependentServer } from "./independent-server.ts";
import { misdeclaredMocks } from "./misdeclared.ts";

/** Unusual where the document is silent: nothing may fail. */
export const conformingServers: readonly IndependentServer[] = [
  ...conformingOnTheWire,
  ...conformingWithCallers,
  ...conformingInLists,
  ...conformingInRecords,
  springLike,
];

/** Each has one defect, on one operation or on all: an obligation in `breaks` must fail. */
export const brokenServers: readonly IndependentServer[] = [
  ...responseDefects,
  ...pathDefects,
  ...accessDefects,
  ...rejectionDefects,
  ...spellingDefects,
  ...idDefects,
  ...accountDefects,
  ...pagingDefects,
  ...writeDefects,
  ...timingDefects,
  ...busyDefects,
  ...trustingServers,
];

/** Each behaves in one way other than it declares. */
export const misdeclaredServers: readonly IndependentServer[] = [...misdeclaredMocks, ...declaredDefects];

/** Broken servers that a run does not find by the requirement they break, and why. */
export const notFound: ReadonlyMap<string, string> = new Map([
  ["not-there@getSubscription", "an id that the target does not know may be the caller's mistake"],
]);
