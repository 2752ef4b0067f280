import type { IndependentServer } from "../independent-server.ts";
import { accessDefects } from "./access.ts";
import { accountDefects } from "./accounts.ts";
import { idDefects } from "./ids.ts";
import { pagingDefects } from "./paging.ts";
import { pathDefects } from "./paths.ts";
import { rejectionDefects } from "./rejections.ts";
import { responseDefects } from "./responses.ts";
import { spellingDefects } from "./spellings.ts";
import { timingDefects } from "./timing.ts";
import { writeDefects } from "./writes.ts";

/** The independent service with one defect each, which breaks a stated or implied obligation. */
export const brokenServices: readonly IndependentServer[] = [
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
];
