import { counted } from "../../fixtures/counted.ts";
import { onSuccess } from "./authorized.ts";
import type { Check, Outcome, PlaceOutcome } from "./check.ts";

/**
 * A rule that each success shows: checked on the plain authorized request, and then on every response to a valid token
 * in the run that the target is known to serve. A rejection may have any form, also that of a success (§7).
 */
export function everywhere(look: NonNullable<Check["look"]>): Pick<Check, "judge" | "look" | "order"> {
  return {
    look,
    order: "last",
    judge: (session, operation) =>
      onSuccess(session, operation, (sample) => {
        const own = look(sample, operation, session.target);
        if (own.status === "failed" || own.lack !== undefined) return own;
        const others = session.served(operation).filter(({ exchange, isUsual }) => isUsual && exchange !== sample);
        return overPlaces(
          own,
          others.map(({ place, exchange }) => ({ place, outcome: look(exchange, operation, session.target) })),
        );
      }),
  };
}

/** What was found at a place. */
interface AtPlace {
  readonly place: string;
  readonly outcome: Outcome;
}

/** The maximum number of places in a message. */
const maxNamed = 3;

/** One outcome for a rule: that of the plain request, unless the rule is broken at another place. */
function overPlaces(own: Outcome, all: readonly AtPlace[]): Outcome {
  // A place that was checked several times counts once, as broken if it ever was.
  const others = [...Map.groupBy(all, ({ place }) => place).values()].flatMap(
    (some) => some.find(({ outcome }) => outcome.status === "failed") ?? some[0] ?? [],
  );
  const places = others.map(({ place, outcome: { status, message } }): PlaceOutcome => ({
    place,
    status,
    ...(status === "passed" ? {} : { reason: message }),
  }));
  const broken = others.filter(({ outcome }) => outcome.status === "failed");
  if (own.status === "failed" || broken.length === 0) return { ...own, places };
  const named = broken.slice(0, maxNamed).map(({ place, outcome }) => `on ${place}: ${outcome.message}`);
  const more = broken.length - named.length;
  return {
    status: "failed",
    message: [...named, ...(more > 0 ? [`and on ${counted(more, "more place")}`] : [])].join("; "),
    evidence: broken.slice(0, maxNamed).flatMap(({ outcome }) => outcome.evidence),
    places,
  };
}
