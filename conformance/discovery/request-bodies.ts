import { jsonText, type Json } from "../../fixtures/json.ts";
import type { Requests } from "../../fixtures/dialect/requests.ts";
import { isSuccess } from "../target/exchange.ts";
import { creation, requiredBody } from "./creation.ts";
import { isSameFailure } from "./failure-text.ts";
import { isJsonType, unreadableBody } from "./limits.ts";
import { certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { memoize } from "../target/memoize.ts";
import { ask, type Source } from "./source.ts";

const json = "application/json";

function send(source: Source, type: string, content: string): Promise<Answer> {
  return ask(source, { operation: "createUser", text: { type, content } });
}

/** The refusals of a body that is not JSON, and of an object without members. */
const known = memoize(async (source: Source) => {
  const { refusals } = await creation(source);
  const bare = refusals.find(({ exchange }) => exchange.request.body === "{}");
  if (bare === undefined) throw new Unset("an empty object creates a user");
  return { malformed: await unreadableBody(source), bare };
});

/** What a body was taken for, by the refusal that says the same; by the status code alone it is a guess. */
async function takenFor(
  source: Source,
  answer: Answer,
): Promise<{ readonly as?: "empty" | "malformed" | "unreadable"; readonly isGuess?: true }> {
  const { malformed, bare } = await known(source);
  if (isSuccess(answer.exchange)) return { as: "empty" };
  if (isSameFailure(answer, malformed)) return { as: "malformed" };
  if (isSameFailure(answer, bare)) return { as: "empty" };
  const { status } = answer.exchange.response;
  if (status === malformed.exchange.response.status) return { as: "unreadable", isGuess: true };
  return status === bare.exchange.response.status ? { as: "empty", isGuess: true } : {};
}

const bodies = { absent: "", empty: "", array: "[]", scalar: '"orgkit"', null: "null" };

/** What is taken for an object without members. */
export async function emptyBodies(source: Source): Promise<Found> {
  const { malformed, bare } = await known(source);
  if (isSameFailure(malformed, bare)) {
    throw new Unset("an empty object and a body that is not JSON get the same response");
  }
  const evidence: Answer[] = [];
  const taken: string[] = [];
  let hasGuess = false;
  for (const [kind, content] of Object.entries(bodies)) {
    const answer = await send(source, kind === "absent" ? "" : json, content);
    evidence.push(answer);
    const { as, isGuess = false } = await takenFor(source, answer);
    if (as === "empty") taken.push(kind);
    hasGuess ||= isGuess;
  }
  return hasGuess ? likely(taken, evidence, "by the status codes of rejections") : certain(taken, evidence);
}

type Reading = NonNullable<Requests["mediaTypes"]["form"]>;

const types = {
  other: "application/xml",
  vendor: "application/vnd.orgkit+json",
  form: "application/x-www-form-urlencoded",
  text: "text/plain",
  none: "",
} as const;

/** How bodies of each type are read, and what showed it. */
const readings = memoize(async (source: Source) => {
  const { malformed, bare } = await known(source);
  const found: { readonly kind: keyof typeof types; readonly reading: Reading; readonly answer: Answer }[] = [];
  const isDistinct = !isSameFailure(malformed, bare);
  /** Of vendors' types, and of all others: what the first of them shows. */
  const ofObject = new Map<boolean, Reading>();
  for (const kind of ["other", "vendor", "form", "text", "none"] as const) {
    const type = types[kind];
    const answer = await send(source, type, malformed.call.text?.content ?? "");
    const { as: taken } = await takenFor(source, answer);
    if (taken === "malformed") {
      const isVendor = kind === "vendor";
      const reading = ofObject.get(isVendor) ?? (isDistinct ? await readingOfObject(source, type) : "json");
      ofObject.set(isVendor, reading);
      found.push({ kind, reading, answer });
    } else {
      const isForm = kind === "form" && taken === "empty" && (await isFormRead(source, type));
      found.push({ kind, reading: isForm ? "form" : (taken ?? "unsupported"), answer });
    }
  }
  return found;
});

/** Whether a type whose content was found not to be JSON is read as JSON: then an object is another matter. */
async function readingOfObject(source: Source, type: string): Promise<Reading> {
  const { as } = await takenFor(source, await send(source, type, "{}"));
  return as === "empty" ? "json" : "unreadable";
}

/** Whether a form creates a user. */
async function isFormRead(source: Source, type: string): Promise<boolean> {
  const fields = Object.entries(await requiredBody(source)).map(([name, value]): [string, string] => [
    name,
    jsonText(value),
  ]);
  if (fields.length === 0) return false;
  const content = String(new URLSearchParams(fields)).replaceAll("%7B%7Bunique%7D%7D", "{{unique}}");
  const answer = await ifKnown(send(source, type, content));
  return answer !== undefined && isSuccess(answer.exchange);
}

export async function mediaTypes(source: Source): Promise<Found> {
  const found = await readings(source);
  const other = found.find(({ kind }) => kind === "other")?.reading ?? "unsupported";
  const written = found.filter(({ kind, reading }) =>
    kind === "other" ? reading !== "unsupported" : reading !== (kind === "vendor" ? "json" : other),
  );
  const value: Readonly<Record<string, Json>> = Object.fromEntries(written.map(({ kind, reading }) => [kind, reading]));
  const answers = found.map(({ answer }) => answer);
  const { malformed, bare } = await known(source);
  const isSure =
    !isSameFailure(malformed, bare) && !found.some(({ reading }) => /^(?:empty|unreadable)$/.test(reading));
  return isSure
    ? certain({ ...value }, answers)
    : likely({ ...value }, answers, "rejections of a type and of a body are very similar");
}

/** What a body gets whose type is refused. */
export async function otherMediaType(source: Source): Promise<readonly Answer[]> {
  const { recorded = [], isClosed = false } = source;
  if (isClosed) {
    const answers = recorded.filter(
      ({ call: { as, text }, exchange }) =>
        as === undefined && text !== undefined && !isJsonType(text.type) && !isSuccess(exchange),
    );
    if (answers.length === 0) throw new Unset("no recorded request has a body of another type");
    return answers;
  }
  const refused = (await readings(source)).filter(({ reading }) => reading === "unsupported");
  if (refused.length === 0) throw new Unset("no content type is rejected as such");
  return refused.map(({ answer }) => answer);
}
