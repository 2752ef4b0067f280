import type { OperationId } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/json.ts";
import { counted } from "../../fixtures/counted.ts";
import { servedIn } from "../places/places.ts";
import type { Served } from "../places/visit.ts";
import { readEnvelope, readJson, type Members } from "../target/envelope.ts";
import type { Success } from "../target/exchange.ts";
import { objectsOf } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import type { Check, Outcome, PlaceOutcome } from "./check.ts";

type Look = NonNullable<Check["look"]>;
/** Problems that only show in a comparison of several responses. */
export type Compared = (session: Session, operation: OperationId) => Promise<readonly AtPlace[]>;
export type IsPlace = (visit: Served, session: Session) => boolean;

/**
 * A rule that each success shows: checked on the plain authorized request, and then on every response to a valid token
 * in the run.
 */
export function everywhere(
  look: Look,
  isPlace?: IsPlace,
  compared: Compared = () => Promise.resolve([]),
): Pick<Check, "judge" | "look" | "order"> {
  return {
    look,
    order: "last",
    judge: (session, operation) =>
      onSuccess(session, operation, async (sample) => {
        const own = look(sample, operation, session.target);
        const isSettled = own.status === "failed" || own.lack !== undefined;
        if (isSettled) return own;
        const looked = await elsewhere(session, operation, sample, look, isPlace);
        return overPlaces(own, [...looked, ...(await compared(session, operation))]);
      }),
  };
}

/** The outcome of a rule on all successes of the run except the plain one. */
export async function elsewhere(
  session: Session,
  operation: OperationId,
  sample: Success,
  look: Look,
  isPlace: IsPlace = () => true,
): Promise<readonly AtPlace[]> {
  const served = await servedIn(session, operation);
  const records = recordsIn(sample);
  return served
    .filter((visit) => visit.exchange !== sample && isPlace(visit, session))
    .filter(({ exchange, isServed }) => isServed || isMeantAsEnvelope(exchange, records))
    .map(({ place, exchange }) => ({ place, outcome: look(exchange, operation, session.target) }));
}

/**
 * Whether a success is meant as an envelope, whatever was requested: it has both of its parts, or its numbers, is an
 * empty list, begins like an envelope or has one inside, or has records like those of the plain request.
 */
function isMeantAsEnvelope(exchange: Success, known: readonly Members[]): boolean {
  const { object, data, meta } = readEnvelope(exchange.response);
  if (meta !== undefined && "page" in meta && "total" in meta) return true;
  if (data !== undefined && object !== undefined && "meta" in object) return true;
  if (data !== undefined && object !== undefined && !Object.keys(object).some((name) => ofErrors.test(name)))
    return true;
  const body = readJson(exchange.response);
  if (Array.isArray(body) && body.length === 0) return true;
  if (isObject(body) && Object.values(body).some(isEnvelope)) return true;
  if (body === undefined && showsRecord(exchange.response.body, known)) return true;
  if (body === undefined && (beginsLikeEnvelope.test(exchange.response.body) || hasEnvelopeInside(exchange)))
    return true;
  const names = new Set(known.map(namesOf));
  return recordsIn(exchange).some((record) => names.has(namesOf(record)));
}

/** An envelope in a member: `{"result":{"data":[],"meta":{}}}`. */
function isEnvelope(value: unknown): boolean {
  return isObject(value) && Array.isArray(value["data"]) && isObject(value["meta"]) && "total" in value["meta"];
}

/** Whether a text has the members of a record, each with a quoted name, and one of its longer values. */
function showsRecord(text: string, known: readonly Members[]): boolean {
  return known.slice(0, 3).some((record) => {
    const names = Object.keys(record);
    const areNamed =
      names.length > 1 && names.every((name) => text.includes(`'${name}'`) || text.includes(`"${name}"`));
    return areNamed && Object.values(record).some((value) => String(value).length >= 3 && text.includes(String(value)));
  });
}

/** Members of errors, which a service may send with the status of a success. */
const ofErrors = /err|fail|message|code|status|detail|title|success|ok/i;

const beginsLikeEnvelope = /^\s*\{\s*"(?:data|meta)"\s*:/;

/** Whether the body has an envelope with something before or after it: a warning, a log line. */
function hasEnvelopeInside({ response }: Success): boolean {
  const start = response.body.search(/\{\s*"(?:data|meta)"\s*:/);
  const end = response.body.lastIndexOf("}") + 1;
  const { data, meta } = start < 0 ? {} : readEnvelope({ ...response, body: response.body.slice(start, end) });
  return data !== undefined && meta !== undefined;
}

/** The records of a success: in `data`, or the body if that is a list itself. */
function recordsIn({ response }: Success): readonly Members[] {
  const body = readJson(response);
  const { data = [] } = readEnvelope(response);
  return objectsOf(Array.isArray(body) ? body : data);
}

function namesOf(record: Members): string {
  return Object.keys(record).toSorted().join("\n");
}

/** What was found at a place. */
export interface AtPlace {
  readonly place: string;
  readonly outcome: Outcome;
}

/** The maximum number of places in a message. */
const maxNamed = 3;

/** One outcome for a rule: that of the plain request, unless the rule is broken at another place. */
export function overPlaces(own: Outcome, all: readonly AtPlace[]): Outcome {
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
