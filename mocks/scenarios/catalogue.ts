import { hang, latency, lostResponse, refused, reset, slowBody, truncatedBody } from "./delivery.ts";
import { expiredToken, tooManyRequests } from "./limits.ts";
import { emptyLists, eventualConsistency, malformedEnvelope, movingPage } from "./odd-replies.ts";
import type { ScenarioKind } from "./scenario.ts";
import { maintenance, redirectToLogin, serverErrors } from "./gateway.ts";

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
  tooManyRequests,
  expiredToken,
  malformedEnvelope,
  movingPage,
  eventualConsistency,
  emptyLists,
] as const;

/** Every scenario there is, in the order in which they are listed: slow, broken, refusing, and odd. */
export const scenarioKinds: readonly ScenarioKind[] = kinds;

type ScenarioName = (typeof kinds)[number]["name"];

/** A scenario as it is written: its name, or its name with options, as in `latency:ms=200,on=listUsers`. */
export type ScenarioText = ScenarioName | `${ScenarioName}:${string}`;
