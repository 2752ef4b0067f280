import type { Json } from "../../fixtures/json.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import type { DialectKey } from "../../fixtures/dialect/keys.ts";

/** The value that must be learned for a key, or nothing if nothing can show it. */
export type Expected = { readonly value: Json } | { readonly hidden: string };

export function shown(value: Json): Expected {
  return { value };
}

export function hidden(reason: string): Expected {
  return { hidden: reason };
}

/** @param isShown whether responses show the key: then it is learned unchanged */
export function unless(isShown: boolean, reason: string): Expected | undefined {
  return isShown ? undefined : hidden(reason);
}

export const alike = "two failures get exactly the same response";

/** The expected values of the keys that bodies of creations show. */
export function bodyExceptions(spoken: Dialect): Readonly<Partial<Record<DialectKey, Expected | undefined>>> {
  const { createUser, requests, statuses } = spoken;
  const { unreadableBody, invalidBody, unsupportedMediaType } = statuses.failure;
  const { form, text, none, vendor, other } = requests.mediaTypes;
  const hasNone = createUser.required.length === 0;
  const isTypeDistinct = unsupportedMediaType !== unreadableBody && unsupportedMediaType !== invalidBody;
  const isBodyDistinct = areDistinct(spoken, "unreadableBody", "invalidBody");
  const isEmptyDistinct =
    areDistinct(spoken, "missingBody", "invalidBody") && areDistinct(spoken, "notAnObject", "invalidBody");
  const readings = new Set([form ?? other, text ?? other, none ?? other, vendor, other]);
  // Whether a text body can be told apart from invalid JSON, an empty object, and a rejected type.
  const isTextDistinct =
    isEmptyDistinct && areDistinct(spoken, "notAnObject", "unreadableBody") && !requests.emptyBodies.includes("scalar");
  const isKindDistinct =
    (!readings.has("scalar") || isTextDistinct) &&
    (!readings.has("unsupported") || areDistinct(spoken, "unsupportedMediaType", "notAnObject"));
  const bodyStatus = (kind: "missingBody" | "notAnObject", ...bodies: typeof requests.emptyBodies): Expected =>
    hasNone || !isBodyDistinct || bodies.every((body) => requests.emptyBodies.includes(body))
      ? shown(unreadableBody)
      : areDistinct(spoken, kind, "invalidBody")
        ? shown(statuses.failure[kind])
        : hidden(alike);
  const isRefused = readings.has("unsupported");
  // A type that is rejected for a text may still be read as one.
  const isReadable = isTextDistinct && !areDistinct(spoken, "unsupportedMediaType", "notAnObject");
  // A missing body is treated like a body without a type.
  const ofNone = none ?? other;
  const isEmpty = ofNone === "empty" || (/json|scalar/.test(ofNone) && requests.emptyBodies.includes("empty"));
  const empty = [...new Set([...(isEmpty ? ["absent"] : []), ...requests.emptyBodies])].toSorted();
  const isAbsentRefused = ofNone === "unsupported" && !requests.emptyBodies.includes("absent");
  const creates = "an empty object creates a user";
  return {
    "statuses.failure.invalidBody": unless(
      !hasNone || createUser.unknownFields === "reject" || createUser.body === null || isTyped(createUser.body),
      "no body is refused that could be tried",
    ),
    "statuses.failure.missingBody": bodyStatus("missingBody", "empty"),
    "statuses.failure.notAnObject": bodyStatus("notAnObject", "scalar", "array", "null"),
    "requests.emptyBodies": hasNone
      ? hidden(creates)
      : isBodyDistinct && isEmptyDistinct && (isTypeDistinct || !isAbsentRefused)
        ? shown(empty)
        : hidden(alike),
    "requests.mediaTypes": hasNone
      ? hidden(creates)
      : unless(isBodyDistinct && isKindDistinct && (isTypeDistinct || !isRefused), alike),
    "statuses.failure.unsupportedMediaType": hasNone
      ? hidden(creates)
      : unless(isTypeDistinct && isRefused && !isReadable, "no type is refused in its own way"),
  };
}

function isTyped(schema: Json): boolean {
  return JSON.stringify(schema).includes('"type"');
}

/** Whether two kinds of failures differ in anything visible. */
export function areDistinct(
  { statuses, errors }: Dialect,
  one: keyof Dialect["statuses"]["failure"],
  other: typeof one,
): boolean {
  const [said, alsoSaid] = [one, other].map((kind) =>
    JSON.stringify(errorTemplate(errors, kind, kind !== "notAcceptable")),
  );
  const words =
    one === "invalidBody" || other === "invalidBody"
      ? /\{\{(code|message|reason|errors)\}\}/
      : /\{\{(code|message|reason)\}\}/;
  return said !== alsoSaid || words.test(said ?? "") || statuses.failure[one] !== statuses.failure[other];
}
