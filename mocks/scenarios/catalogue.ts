import { hang, latency, lostResponse, refused, reset, slowBody, truncatedBody } from "./delivery.ts";
import { movingPage } from "./moving-page.ts";
import { emptyLists } from "./empty-lists.ts";
import { customResponse, maintenance, redirectToLogin, serverErrors } from "./gateway.ts";
import { expiredToken, tooManyRequests } from "./limits.ts";
import { malformedEnvelope } from "./malformed-envelopes.ts";
import type { ScenarioKind } from "./scenario.ts";
import { eventualConsistency } from "./eventual-consistency.ts";

const kinds = [
  latency,
  slowBody,
  hang,
  refused,
  reset,
  lostResponse,
  truncatedBody,
  serverErrors,
  maintenance,
  redirectToLogin,
  customResponse,
  tooManyRequests,
  expiredToken,
  malformedEnvelope,
  movingPage,
  eventualConsistency,
  emptyLists,
] as const;

/** All scenarios, in the order of lists: slow, broken, rejecting, and unusual. */
export const scenarioKinds: readonly ScenarioKind[] = kinds;

type ScenarioName = (typeof kinds)[number]["name"];

/** A scenario as text: its name, or its name with options, such as `latency:ms=200,on=listUsers`. */
export type ScenarioText = ScenarioName | `${ScenarioName}:${string}`;
