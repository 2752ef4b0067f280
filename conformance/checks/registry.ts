import { authChecks } from "./auth.check.ts";
import type { Check } from "./check.ts";
import { creationChecks } from "./creation.check.ts";
import { declarations } from "./declarations/declared.ts";
import { disclosureCheck } from "./disclosure.check.ts";
import { envelopeChecks } from "./envelope.check.ts";
import { observations } from "./observed/observed.ts";
import { pagingCheck } from "./paging.check.ts";
import { pathCheck } from "./path.check.ts";
import { recordChecks } from "./records.check.ts";

/** Every check there is, by the id of its requirement. */
export const checks: ReadonlyMap<string, Check> = new Map(
  [
    pathCheck,
    ...envelopeChecks,
    ...authChecks,
    disclosureCheck,
    ...creationChecks,
    ...recordChecks,
    pagingCheck,
    ...declarations,
    ...observations,
  ].map((check) => [check.id, check]),
);
