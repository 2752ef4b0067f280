import fc from "fast-check";
import { dialectSchema, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";
import type { IndependentServer } from "./independent-server.ts";
import { mockServer } from "./mock-server.ts";

const knownFields = Object.keys(Object(dialectSchema.parse({}).records.user["properties"]));

/** Valid but unusual dialects. */
const awkward: readonly (readonly [name: string, speaks: DialectInput, world?: string])[] = [
  [
    "no sort key and no filter of any field",
    { filtering: { style: "plain", users: [], invoices: [] }, sorting: { style: "signed", users: [], invoices: [] } },
  ],
  ["a page size of one", { paging: { users: { style: "page", defaultSize: 1, maxSize: 1 } } }],
  [
    "the last page again, of a list without records",
    { paging: { users: { style: "page", beyondLast: "last" } } },
    "empty",
  ],
  [
    "optional fields of the template in a list",
    { errors: { format: "template", contentType: "application/json", body: ["{{errors}}", { at: "{{varies}}" }] } },
  ],
  [
    "a failure body that is a text as JSON",
    { errors: { format: "template", contentType: "application/json", body: '"{{message}}"' } },
  ],
  [
    "a failure body of many placeholders",
    {
      errors: {
        format: "template",
        contentType: "text/plain",
        body: "{{code}}{{title}} {{message}} {{status}} {{errors}}",
      },
    },
  ],
  [
    "a unique field that takes few values",
    { createUser: { required: ["email", "name", "role"], unique: ["role"] } },
    "empty",
  ],
  ["a unique field of the service", { createUser: { unique: ["id", "status"] } }, "empty"],
  [
    "a unique field that is not a text",
    {
      createUser: { unique: ["tags"] },
      records: { user: { type: "object", properties: { tags: { type: "array" } } } },
    },
  ],
  [
    "a unique field that is dropped",
    { createUser: { required: ["email", "nick"], unique: ["handle"], unknownFields: "drop" } },
  ],
  ["a value set in a deeper member", { createUser: { generated: { id: "{{id}}", links: { self: "/users/{{id}}" } } } }],
  [
    "a set value with another placeholder",
    { createUser: { generated: { id: "{{id}}", status: "{{nothing}}", note: "at {{now}}" } } },
  ],
  ["an id that the service overwrites", { createUser: { generated: { id: "fixed-{{id}}" } } }, "empty"],
  ["no name required", { createUser: { required: ["email"] } }],
  ["ids as numbers where the schema says texts", { createUser: { id: { kind: "integer" } } }],
  [
    "a schema without room for unknown fields",
    {
      records: {
        user: {
          type: "object",
          properties: Object.fromEntries(knownFields.map((name) => [name, {}])),
          additionalProperties: false,
        },
      },
    },
  ],
  ["a location with spaces around it", { createUser: { location: " /users/{{ id }} " } }],
  ["a location of an unknown placeholder", { createUser: { location: "/users/{{id}}?at={{now}}" } }],
  ["a challenge with a space at its end", { auth: { challenge: "Bearer " } }],
  ["a challenge without parameters", { auth: { challenge: "Bearer" } }],
  ["a body limit hardly above the good body", { limits: { bodyBytes: 125 } }],
  ["a body limit below the good body", { limits: { bodyBytes: 64 } }],
  ["ids of one digit", { subscriptionId: { format: { kind: "prefixed", prefix: "", alphabet: "digits", length: 1 } } }],
  [
    "ids of one digit, ill-formed ones rejected",
    {
      subscriptionId: { format: { kind: "prefixed", prefix: "", alphabet: "digits", length: 1 }, illFormed: "reject" },
    },
  ],
  [
    "codes of their own",
    {
      statuses: {
        failure: { notFound: 410, badParameter: 422, methodNotAllowed: 404, unknownPath: 410 },
      },
    },
  ],
  ["a sort key with a comma", { sorting: { style: "signed", users: ["a,b", "email"] } }],
  ["a limited rate of its own code", { limits: { rate: { requests: 25, seconds: 3600 } } }],
  [
    "a rejection by redirect in one case only",
    { statuses: { failure: { refusedToken: 303 } }, auth: { login: "/sign in" } },
  ],
];

/** The mock in each of them, declared. */
export const awkwardMocks: readonly IndependentServer[] = awkward.map(([name, speaks, world = "demo"]) =>
  mockServer({ id: name.replaceAll(/\W+/g, "-"), speaks, world }),
);

const worlds = ["demo", "edge", "empty", "crowd:60"];

/** The mock in N random dialects, each once declared and once not. */
export function randomMocks(count: number, seed: number): readonly IndependentServer[] {
  return fc
    .sample(arbitraryDialect(), { numRuns: Math.ceil(count / 2), seed })
    .flatMap((speaks, index) => {
      const world = worlds[index % worlds.length] ?? "demo";
      return [true, false].map((isDeclared) =>
        mockServer({
          id: `random-${seed}-${index}${isDeclared ? "-declared" : ""}`,
          speaks,
          world,
          ...(isDeclared ? {} : { declares: null }),
        }),
      );
    })
    .slice(0, count);
}
