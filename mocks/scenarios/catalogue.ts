import { emptyLists } from "./empty-lists.ts";
import { eventualConsistency } from "./eventual-consistency.ts";
import { expiredToken } from "./expired-token.ts";
import { hang } from "./hang.ts";
import { latency } from "./latency.ts";
import { lostResponse } from "./lost-response.ts";
import { maintenance } from "./maintenance.ts";
import { malformedEnvelope } from "./malformed-envelope.ts";
import { movingPage } from "./moving-page.ts";
import { redirectToLogin } from "./redirect-to-login.ts";
import { refused } from "./refused.ts";
import { reset } from "./reset.ts";
import type { ScenarioKind } from "./scenario.ts";
import { serverErrors } from "./server-errors.ts";
import { slowBody } from "./slow-body.ts";
import { tooManyRequests } from "./too-many-requests.ts";
import { truncatedBody } from "./truncated-body.ts";

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
