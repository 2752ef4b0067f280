import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sample } from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { obligationName, obligations } from "../../../fixtures/contract/catalogue.ts";
import { operationIds } from "../../../fixtures/contract/operations.ts";
import { dialectSchema, type Dialect } from "../../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../../fixtures/dialect/load.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { startServer } from "../../../mocks/faces/http-server.ts";
import { createSimulation } from "../../../mocks/simulation/simulation.ts";
import { arbitraryDialect } from "../../mutants/random-dialect.ts";
import { connectionSchema } from "../../target/connection.ts";
import { isSuccess } from "../../target/exchange.ts";
import { openSession } from "../../target/session.ts";
import { secretsSchema, targetSchema } from "../../target/target.ts";
import { judge } from "../judge.ts";
import { checks } from "../registry.ts";
import { unknownSubscriptionId } from "../unknown-id.ts";

const all = obligations(["declared"]);
const worlds = ["demo", "edge", "empty", "crowd:60"];
const folder = mkdtempSync(join(tmpdir(), "declared-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a run found of the declared requirements, in words, and what it took. */
interface Trial {
  readonly found: readonly { readonly name: string; readonly status: string; readonly message: string }[];
  /** Requests further than those that other checks make anyhow. */
  readonly requests: number;
  /** Users created beside the one of the good creation. */
  readonly created: number;
}

interface Trying {
  readonly spoken: Dialect;
  readonly declared?: Dialect;
  readonly world?: string;
  readonly allowWrites?: boolean;
}

let runs = 0;

/** Serves a dialect, and judges it by what is declared; after the calls that the other checks make. */
async function trial({ spoken, declared = spoken, world = "demo", allowWrites = true }: Trying): Promise<Trial> {
  const simulation = await createSimulation({ world: loadWorld(world, 1), dialect: spoken });
  const server = await startServer(simulation, { port: 0 });
  const [first] = simulation.accounts;
  runs += 1;
  const session = openSession({
    target: targetSchema.parse({
      baseUrl: server.url,
      subscriptionIds: (first?.subscriptions.all() ?? []).map(({ id }) => String(id)),
      allowWrites,
      dialect: declared,
    }),
    secrets: secretsSchema.parse({ first: first?.tokens[0]?.token }),
    connection: connectionSchema.parse({}),
    runId: "orgkit1a2b3c",
    recordFile: join(folder, `${runs}.jsonl`),
  });
  for (const operation of operationIds) {
    for (const as of ["first", "none", "never-issued"] as const) {
      await session.call(as === "first" ? { operation } : { operation, as });
    }
  }
  await session.call({ operation: "getSubscription", subscriptionId: unknownSubscriptionId(session.target) });
  const before = session.entries.length;
  const found: { name: string; status: string; message: string }[] = [];
  for (const obligation of all) {
    const { status, message } = await judge(session, obligation);
    found.push({ name: obligationName(obligation), status, message });
  }
  const further = session.entries.slice(before);
  const isCreation = (exchange: (typeof further)[number]["exchange"]): boolean =>
    exchange.request.method === "POST" && isSuccess(exchange);
  const created = further.filter(({ exchange }) => isCreation(exchange)).length;
  await session.close();
  await server.close();
  return { found, requests: further.length, created };
}

/** What is alarmed about though the target speaks what is declared. */
function alarms({ found }: Trial): readonly string[] {
  return found
    .filter(({ status }) => status === "failed" || status === "inconclusive")
    .map(({ name, status, message }) => `${name} ${status}: ${message}`);
}

test("every declared requirement has a check", () => {
  expect(all.filter(({ requirement }) => !checks.has(requirement.id))).toStrictEqual([]);
});

describe.each(dialectNames())("a target that speaks %s, as declared", (name) => {
  test.each(worlds)("gives no alarm in the world %s", async (world) => {
    const done = await trial({ spoken: loadDialect(name), world });
    expect(alarms(done)).toStrictEqual([]);
    expect(done.found.filter(({ message }) => message === "")).toStrictEqual([]);
    expect(done.requests).toBeLessThanOrEqual(50);
    expect(done.created).toBeLessThanOrEqual(1);
  });
});

describe("a target that speaks another dialect than the reference, which is declared", () => {
  test.each([
    ["enveloped", ["DECL-12 listUsers", "DECL-18 listUsers", "DECL-22 createUser", "DECL-34 listUsers"]],
    ["login-page", ["DECL-10 createUser", "DECL-11 listInvoices", "DECL-19 getSubscription"]],
    ["offset", ["DECL-01 listUsers", "DECL-03 listUsers", "DECL-12 listInvoices", "DECL-26 createUser"]],
    ["plaintext", ["DECL-01 listUsers", "DECL-11 createUser", "DECL-18 listUsers", "DECL-20 listUsers"]],
    ["terse", ["DECL-01 listUsers", "DECL-03 listUsers", "DECL-10 createUser", "DECL-27 createUser"]],
    ["zero-based", ["DECL-01 listUsers", "DECL-02 listUsers", "DECL-18 listUsers", "DECL-24 createUser"]],
  ] as const)("%s fails where it differs", async (name, expected) => {
    const { found } = await trial({ spoken: loadDialect(name), declared: loadDialect("reference") });
    const failures = found.filter(({ status }) => status === "failed").map((one) => one.name);
    expect(failures).toEqual(expect.arrayContaining([...expected]));
  });
});

test("with writes off nothing is sent that writes, and the reason is given", async () => {
  const done = await trial({ spoken: loadDialect("reference"), allowWrites: false });
  expect(alarms(done)).toStrictEqual([]);
  const creations = done.found.filter(({ name }) => name.endsWith("createUser"));
  expect(new Set(creations.map(({ status, message }) => `${status}: ${message}`))).toStrictEqual(
    new Set(["skipped: writes are off (--allow-writes)"]),
  );
});

test("random dialects give no alarm", { timeout: 120_000 }, async () => {
  const found: string[] = [];
  for (const [index, dialect] of sample(arbitraryDialect(), { numRuns: 50, seed: 1 }).entries()) {
    const done = await trial({ spoken: dialect, world: worlds[index % worlds.length] ?? "demo" });
    found.push(...alarms(done).map((alarm) => `${index} ${alarm}`));
    if (done.created > 1) found.push(`${index} created ${done.created}`);
  }
  expect(found).toStrictEqual([]);
});

/** Dialects that the schema allows and few would choose. */
const awkward: readonly (readonly [name: string, spoken: z.input<typeof dialectSchema>, world?: string])[] = [
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
    { errors: { format: "template", contentType: "application/json", body: ["{{errors}}", { at: "{{nothing}}" }] } },
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
    "a unique field that is no text",
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
          properties: {
            email: { type: "string" },
            name: { type: "string" },
            id: {},
            role: {},
            status: {},
            createdAt: {},
            lastSeenAt: {},
          },
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
    "ids of one digit, ill-formed ones refused",
    {
      subscriptionId: { format: { kind: "prefixed", prefix: "", alphabet: "digits", length: 1 }, illFormed: "reject" },
    },
  ],
  [
    "codes of their own",
    {
      statuses: {
        failure: { notFound: 410, badParameter: 422, tooManyRequests: 403, methodNotAllowed: 404, unknownPath: 410 },
      },
    },
  ],
  ["a sort key with a comma", { sorting: { style: "signed", users: ["a,b", "email"] } }],
  [
    "a limited rate of its own code",
    { limits: { rate: { requests: 25, seconds: 3600 } }, statuses: { failure: { tooManyRequests: 403 } } },
  ],
  [
    "a refusal by redirect in one case only",
    { statuses: { failure: { refusedToken: 303 } }, auth: { login: "/sign in" } },
  ],
];

describe("an awkward dialect gives no alarm", () => {
  test.each(awkward.map(([name, spoken, world = "demo"]) => ({ name, spoken, world })))(
    "$name",
    async ({ spoken, world }) => {
      const done = await trial({ spoken: dialectSchema.parse(spoken), world });
      expect(alarms(done).filter((alarm) => alarm.includes(" failed: "))).toStrictEqual([]);
      expect(done.created).toBeLessThanOrEqual(1);
    },
  );
});
