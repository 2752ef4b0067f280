import { collectionOf, recordKinds } from "../../fixtures/contract/record-kinds.ts";
import { dialectSchema, type Dialect, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import { bodyFor } from "../target/body.ts";
import type { IndependentServer, Running } from "./independent-server.ts";
import fc from "fast-check";
import { byList } from "../../fixtures/contract/operations.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";

interface MockServer {
  readonly id: string;
  /** The obligations that must fail; none if it speaks the dialect that it declares. */
  readonly breaks?: readonly string[];
  /** The dialect that it uses, or the name of a built-in one. */
  readonly speaks: DialectInput | string;
  /** The dialect that it declares: by default the same, with `null` none. */
  readonly declares?: DialectInput | string | null;
  readonly world?: string;
}

/** The mock as a server to judge. */
export function mockServer({
  id,
  breaks = [],
  speaks,
  declares = speaks,
  world = "demo",
}: MockServer): IndependentServer {
  return {
    id,
    breaks,
    ...(declares === null ? { createBody: bodyFor(parse(speaks)) } : { dialect: parse(declares) }),
    start: async () => {
      const simulation = await createSimulation({ world, dialect: parse(speaks) });
      const server = await startServer(simulation, { port: 0 });
      return { baseUrl: server.url, ...knownTo(simulation), stop: () => server.close() };
    },
  };
}

/** The tokens and ids that a user of a mock knows. */
function knownTo({ accounts: [first, second] }: Simulation): Pick<Running, "ids" | "tokens"> {
  const tokenOf = (account: typeof first): string =>
    account?.tokens.find(({ expiresAt }) => expiresAt === undefined)?.token ?? "";
  const idsOf = (kind: (typeof recordKinds)[number]): readonly string[] =>
    (first?.[collectionOf(kind)].all() ?? []).slice(0, 3).map(({ id }) => String(id));
  return {
    tokens: { first: tokenOf(first), second: tokenOf(second) },
    ids: Object.fromEntries(recordKinds.map((kind) => [kind, idsOf(kind)])),
  };
}

const builtIn = new Map(
  await Promise.all(builtInDialectNames.map(async (name) => [name, await openDialect(name)] as const)),
);

function parse(dialect: DialectInput | string): Dialect {
  return dialectSchema.parse(typeof dialect === "string" ? builtIn.get(dialect) : dialect);
}

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
