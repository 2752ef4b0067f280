import { jsonText, type Json } from "../../fixtures/json.ts";
import type { Requests } from "../../fixtures/dialect/requests.ts";
import { isSuccess } from "../target/exchange.ts";
import { creation, requiredBody } from "./creation.ts";
import { fieldsOfUsers, namesOf } from "./create-body.ts";
import { isSameFailure } from "./failure-text.ts";
import { unreadableBody } from "./limits.ts";
import { certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { namedFields } from "./rejections.ts";
import { memoize } from "../target/memoize.ts";
import { ask, type Source } from "./source.ts";

const json = "application/json";

function send(source: Source, type: string, content: string): Promise<Answer> {
  return ask(source, { operation: "createUser", text: { type, content } });
}

/** The rejections of a body that is not JSON, and of an empty object. */
const known = memoize(async (source: Source) => {
  const { rejections } = await creation(source);
  const bare = rejections.find(({ exchange }) => exchange.request.body === "{}");
  if (bare === undefined) throw new Unset("an empty object creates a user");
  return { malformed: await unreadableBody(source), bare };
});

/** How the content of a type is read, by the equal rejection; by the status code alone it is a guess. */
async function takenFor(
  source: Source,
  answer: Answer,
): Promise<"empty" | "malformed" | "scalar" | "unreadable" | undefined> {
  const { malformed, bare } = await known(source);
  if (isSuccess(answer.exchange)) return "empty";
  if (isSameFailure(answer, malformed)) return "malformed";
  if (isSameFailure(answer, bare)) return "empty";
  const scalar = isSameFailure(malformed, bare) ? undefined : (await tried(source)).get("scalar")?.answer;
  if (scalar !== undefined && isSameFailure(answer, scalar)) return "scalar";
  const { status } = answer.exchange.response;
  if (status === malformed.exchange.response.status) return "unreadable";
  return status === bare.exchange.response.status ? "empty" : undefined;
}

const bodies = { absent: "", empty: "", array: "[]", scalar: '"orgkit"', null: "null" };

/** The response to each of the bodies, and whether it equals that to an empty object. */
const tried = memoize(async (source: Source) => {
  const { malformed, bare } = await known(source);
  if (isSameFailure(malformed, bare)) {
    throw new Unset("an empty object and a body that is not JSON get the same response");
  }
  const found = new Map<string, { readonly answer: Answer; readonly isEmpty: boolean }>();
  for (const [kind, content] of Object.entries(bodies)) {
    const answer = await send(source, kind === "absent" ? "" : json, content);
    found.set(kind, { answer, isEmpty: isSuccess(answer.exchange) || isSameFailure(answer, bare) });
  }
  return found;
});

/** The bodies that are read as an empty object. */
export async function emptyBodies(source: Source): Promise<Found> {
  const all = [...(await tried(source))];
  const taken = all.filter(([, { isEmpty }]) => isEmpty).map(([kind]) => kind);
  const evidence = all.map(([, { answer }]) => answer);
  const { malformed, bare } = await known(source);
  const fields = await fieldsOfUsers(source);
  // A rejection that names no field may apply to other bodies, too.
  const isNamed = taken.length === 0 || (await namedFields(source, bare, namesOf(fields))).length > 0;
  const isClear =
    isNamed &&
    all.every(
      ([kind, { answer, isEmpty }]) =>
        isEmpty ||
        // A body without a type may be rejected for that.
        (kind !== "absent" && isSameFailure(answer, malformed)) ||
        [malformed, bare].every(({ exchange }) => exchange.response.status !== answer.exchange.response.status),
    );
  return isClear
    ? certain(taken, evidence)
    : likely(taken, evidence, "rejections of different bodies are very similar");
}

/**
 * The response to bodies of these kinds: to the first that is not read as an empty object; else to a body that is not
 * JSON.
 */
export async function otherBodies(source: Source, kinds: readonly (keyof typeof bodies)[]): Promise<readonly Answer[]> {
  const all = await ifKnown(tried(source));
  const answers = kinds.flatMap((kind) => all?.get(kind) ?? []).filter(({ isEmpty }) => !isEmpty);
  const [first] = answers;
  if (first === undefined) return [await unreadableBody(source)];
  return answers.map(({ answer }) => answer).filter((answer) => isSameFailure(answer, first.answer));
}

type Reading = NonNullable<Requests["mediaTypes"]["form"]>;

const types = {
  other: "application/xml",
  vendor: "application/vnd.api+json",
  form: "application/x-www-form-urlencoded",
  text: "text/plain",
  none: "",
} as const;

/** How bodies of each type are read, and the evidence. */
const readings = memoize(async (source: Source) => {
  const { malformed, bare } = await known(source);
  const found: { readonly kind: keyof typeof types; readonly reading: Reading; readonly answer: Answer }[] = [];
  const isDistinct = !isSameFailure(malformed, bare);
  /** For vendor types, and for all others: the first conclusive one. */
  const ofObject = new Map<boolean, Reading>();
  for (const kind of ["other", "vendor", "form", "text", "none"] as const) {
    const type = types[kind];
    const answer = await send(source, type, malformed.call.text?.content ?? "");
    const taken = await takenFor(source, answer);
    if (taken === "malformed" && !isDistinct) {
      // Only a body that is valid, or repeats a user, shows whether it is read.
      const common = ofObject.get(false);
      const isOpen = common === undefined || (kind === "vendor" && common === "unreadable");
      const reading = isOpen ? await readingOfUser(source, type) : common;
      ofObject.set(kind === "vendor" && common !== undefined, reading);
      found.push({ kind, reading, answer });
    } else if (taken === "malformed") {
      const isVendor = kind === "vendor";
      const reading = ofObject.get(isVendor) ?? (await readingOfObject(source, type));
      ofObject.set(isVendor, reading);
      found.push({ kind, reading, answer });
    } else {
      // A form with other fields may be rejected for these.
      const isMaybe = kind === "form" && (taken === "empty" || taken === "unreadable");
      const isForm = isMaybe && (await isFormRead(source, type));
      found.push({ kind, reading: isForm ? "form" : (taken ?? "unsupported"), answer });
    }
  }
  return found;
});

/** Whether a type whose content is not valid JSON is read as JSON: then an object is treated differently. */
async function readingOfObject(source: Source, type: string): Promise<Reading> {
  return (await takenFor(source, await send(source, type, "{}"))) === "empty" ? "json" : "unreadable";
}

/** Whether a valid user of a type is accepted, or rejected as a body that is not JSON. */
async function readingOfUser(source: Source, type: string): Promise<Reading> {
  const { malformed } = await known(source);
  const content = JSON.stringify(await requiredBody(source));
  const answer = await ifKnown(send(source, type, content));
  return answer === undefined || !isSameFailure(answer, malformed) ? "json" : "unreadable";
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
    !isSameFailure(malformed, bare) && !found.some(({ reading }) => /^(?:empty|scalar|unreadable)$/.test(reading));
  return isSure
    ? certain({ ...value }, answers)
    : likely({ ...value }, answers, "rejections of a type and of a body are very similar");
}

/** The response to a body with a rejected type. */
export async function otherMediaType(source: Source): Promise<readonly Answer[]> {
  const rejected = (await readings(source)).filter(({ reading }) => reading === "unsupported");
  if (rejected.length === 0) throw new Unset("no content type is rejected as such");
  return rejected.map(({ answer }) => answer);
}
