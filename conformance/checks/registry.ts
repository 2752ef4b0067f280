import { authChecks } from "./auth.check.ts";
import type { Check } from "./check.ts";
import { envelopeChecks } from "./envelope.check.ts";
import { pathCheck } from "./path.check.ts";
import { recordChecks } from "./records.check.ts";

/** Every check there is, by the id of its requirement. */
export const checks: ReadonlyMap<string, Check> = new Map(
  [pathCheck, ...envelopeChecks, ...authChecks, ...recordChecks].map((check) => [check.id, check]),
);
