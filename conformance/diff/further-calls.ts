import type { JsonObject } from "../../fixtures/json.ts";
import type { Call } from "../target/call.ts";

const users = { operation: "listUsers" } as const;

/** Common among clients, but no dialect key needs them. */
const commonCalls: readonly Call[] = [
  ...[
    "/api/v1/users/",
    "/api/v1/Users",
    "/api/v1//users",
    "/api/v1/subscriptions",
    "/api/v2/users",
    "/api/v1",
    "/orgkit-no-such-path",
    "/",
  ].flatMap((path): Call[] => [
    { ...users, path },
    { ...users, path, as: "none" },
  ]),
  { ...users, path: "/api/v1/users/orgkit-no-such-user" },
  { ...users, path: "/api/v1/subscriptions/orgkit~7f3a" },
  { ...users, path: "/api/v1/subscriptions/%zz" },
  { ...users, query: { orgkit: "1" } },
  { ...users, query: { page: "" } },
  ...(["empty", "no-token", "no-scheme", "other-scheme"] as const).map((as): Call => ({ ...users, as })),
  ...["text/html", "application/xml"].map((accept): Call => ({ ...users, headers: { accept } })),
  ...(["HEAD", "OPTIONS"] as const).map((method): Call => ({ ...users, method, as: "none" })),
  // With `--allow-writes`. None of them creates a user.
  ...["", "{", "[]"].flatMap((content) =>
    ["application/json", ""].flatMap((type) =>
      (["none", "first"] as const).map((as): Call => ({ operation: "createUser", as, text: { type, content } })),
    ),
  ),
];

/** Bodies of which a field has another value, or is absent. */
function changedBodies(body: JsonObject): readonly Call[] {
  const names = Object.keys(body).slice(0, 4);
  return [[], "x".repeat(300), "", null, undefined].flatMap((value) =>
    names.map((name): Call => {
      const { [name]: _, ...others } = body;
      return { operation: "createUser", body: value === undefined ? others : { ...others, [name]: value } };
    }),
  );
}

/**
 * Additional requests to both sides.
 * @param createBodies bodies that create a user
 */
export function furtherCalls(createBodies: readonly (JsonObject | undefined)[]): readonly Call[] {
  return [...commonCalls, ...createBodies.flatMap((body) => (body === undefined ? [] : changedBodies(body)))];
}
