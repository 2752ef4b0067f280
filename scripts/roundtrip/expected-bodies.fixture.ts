import type { Json } from "../../fixtures/json.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";

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
export function bodyExceptions(spoken: Dialect): Readonly<Record<string, Expected | undefined>> {
  const { createUser } = spoken;
  return {
    "statuses.failure.invalidBody": unless(
      createUser.required.length > 0 || createUser.unknownFields === "reject",
      "no body is refused that could be tried",
    ),
    "statuses.failure.unsupportedMediaType": unless(
      areDistinct(spoken, "unsupportedMediaType", "unreadableBody") &&
        areDistinct(spoken, "unsupportedMediaType", "invalidBody"),
      "no type is refused in its own way",
    ),
  };
}

/** Whether two kinds of failures differ in anything visible. */
export function areDistinct(
  { statuses, errors }: Dialect,
  one: keyof Dialect["statuses"]["failure"],
  other: typeof one,
): boolean {
  const [said, alsoSaid] = [one, other].map((kind) => JSON.stringify(errorTemplate(errors, kind)));
  const words =
    one === "invalidBody" || other === "invalidBody"
      ? /\{\{(code|message|reason|errors)\}\}/
      : /\{\{(code|message)\}\}/;
  return said !== alsoSaid || words.test(said ?? "") || statuses.failure[one] !== statuses.failure[other];
}
