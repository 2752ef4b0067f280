import type { OperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { visits } from "../places/places.ts";
import { servedIn } from "../places/visit.ts";
import { readEnvelope } from "../target/envelope.ts";
import type { Success } from "../target/exchange.ts";
import type { Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import type { Check, Outcome, PlaceOutcome } from "./check.ts";

type Look = NonNullable<Check["look"]>;

/**
 * A rule that each success shows by itself: looked at on the plain authorized call, and then on every response that a
 * good token got during the run.
 */
export function everywhere(look: Look): Pick<Check, "judge" | "look" | "order"> {
  return {
    look,
    order: "last",
    judge: (session, operation) =>
      onSuccess(session, operation, async (sample) => {
        const own = look(sample, operation, session.target);
        return own.status === "failed" ? own : overPlaces(own, await looksAt(session, operation, sample, look));
      }),
  };
}

async function looksAt(
  session: Session,
  operation: OperationId,
  sample: Success,
  look: Look,
): Promise<readonly AtPlace[]> {
  const served = servedIn(session, operation, await visits(session));
  return served
    .filter(({ exchange, isServed }) => exchange !== sample && (isServed || isEnvelope(exchange)))
    .map(({ place, exchange }) => ({ place, outcome: look(exchange, operation, session.target) }));
}

/** What has both parts of an envelope is meant as one, whatever was asked. */
function isEnvelope({ response }: Success): boolean {
  const { data, meta } = readEnvelope(response);
  return data !== undefined && meta !== undefined;
}

/** What was found at a place. */
export interface AtPlace {
  readonly place: string;
  readonly outcome: Outcome;
}

/** The most places that a message names. */
const mostNamed = 3;

/** One outcome for a rule: what the plain call shows, unless it is broken at another place. */
function overPlaces(own: Outcome, others: readonly AtPlace[]): Outcome {
  const places = others.map(({ place, outcome: { status, message } }): PlaceOutcome => ({
    place,
    status,
    ...(status === "passed" ? {} : { reason: message }),
  }));
  const broken = others.filter(({ outcome }) => outcome.status === "failed");
  if (own.status === "failed" || broken.length === 0) return { ...own, places };
  const named = broken.slice(0, mostNamed).map(({ place, outcome }) => `on ${place}: ${outcome.message}`);
  const more = broken.length - named.length;
  return {
    status: "failed",
    message: [...named, ...(more > 0 ? [`and on ${counted(more, "more place")}`] : [])].join("; "),
    evidence: broken.slice(0, mostNamed).flatMap(({ outcome }) => outcome.evidence),
    places,
  };
}
