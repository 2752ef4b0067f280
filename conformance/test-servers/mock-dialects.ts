import fc from "fast-check";
import { byList } from "../../fixtures/contract/operations.ts";
import { dialectSchema, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";
import type { IndependentServer } from "./independent-server.ts";
import { mockServer } from "./mock-server.ts";

const knownFields = Object.keys(Object(dialectSchema.parse({}).records.user["properties"]));

const noFields = byList(() => []);

/** Valid but unusual dialects. */
const awkward: readonly (readonly [name: string, speaks: DialectInput, world?: string])[] = [
  [
    "no sort key and no filter of any field",
    { filtering: { style: "plain", ...noFields }, sorting: { style: "signed", ...noFields } },
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
    "a unique field that takes few values",
    { createUser: { required: ["email", "name", "role"], unique: ["role"] } },
    "empty",
  ],
  [
    "a unique field that is not a text",
    {
      createUser: { unique: ["tags"] },
      records: { user: { type: "object", properties: { tags: { type: "array" } } } },
    },
  ],
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
  ["a body limit below the good body", { limits: { bodyBytes: 64 } }],
  [
    "ids of one digit, ill-formed ones rejected",
    {
      subscriptionId: { format: { kind: "prefixed", prefix: "", alphabet: "digits", length: 1 }, illFormed: "reject" },
    },
  ],
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

/** The mock in each built-in dialect: declared in each world, and not declared with records and without. */
export const builtInMocks: readonly IndependentServer[] = builtInDialectNames.flatMap((speaks) => [
  ...worlds.map((world) => mockServer({ id: `${speaks}-in-${world}`, speaks, world })),
  ...["demo", "empty"].map((world) =>
    mockServer({ id: `${speaks}-in-${world}-not-declared`, speaks, world, declares: null }),
  ),
]);

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
