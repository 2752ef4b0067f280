import { afterEach, expect, test, vi } from "vitest";
import { openTestControl, type TestControl } from "../control/test-control.ts";
import { testCall } from "../simulation/test-caller.ts";
import { createControlClient, type ControlClient } from "./control-client.ts";
import { ControlProblem } from "./control-problem.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

interface Connected extends TestControl {
  readonly client: ControlClient;
  /** Each request as `PUT scenarios?sandbox=x`, with its token. */
  readonly sent: { readonly request: string; readonly authorization: string | null }[];
}

/** A client of the real control API, without a network between them. */
async function connect(options: { token?: string; sandbox?: string } = {}): Promise<Connected> {
  const mock = await openTestControl();
  const sent: Connected["sent"] = [];
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit): Promise<Response> => {
    const request = `${init.method} ${url.pathname.replace("/_orgkit/", "")}${url.search}`;
    sent.push({ request, authorization: new Headers(init.headers).get("authorization") });
    const { status, json } = await mock.ask(request, init.body ?? undefined);
    return status === 204 ? new Response(null, { status }) : new Response(toText(json), { status });
  });
  const client = createControlClient({
    base: "http://mock.example/_orgkit/",
    token: () => options.token,
    sandbox: () => options.sandbox,
  });
  return { ...mock, client, sent };
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

test("what the control API answers is understood", async () => {
  const { client, simulation } = await connect();
  await simulation.answer(testCall());
  simulation.use("hang");
  await simulation.answer(testCall());
  simulation.use("latency:ms=5");
  expect(await client.state()).toMatchObject({ world: { name: "demo" }, scenarios: ["latency:ms=5"] });
  expect((await client.journal()).entries.map(({ reply }) => reply.status)).toStrictEqual([200, 0]);
  expect((await client.scenarios()).map(({ name }) => name)).toContain("lost-response");
  expect(await client.setClock({ advanceMs: 1000 })).toMatchObject({ offsetMs: 1000 });
  expect(JSON.parse(await client.interfaceDocument())).toMatchObject({ openapi: "3.1.0" });
});

test("records are read and changed", async () => {
  const { client } = await connect();
  const place = { account: "acct_cedar", kind: "users" } as const;
  await client.addRecord(place, { id: "a/b", name: "Ada" });
  await client.replaceRecord(place, "a/b", { id: "a/b", name: "Ada L." });
  const page = await client.records(place, { offset: 0, limit: 5, search: "ada l" });
  expect(page).toStrictEqual({ records: [{ id: "a/b", name: "Ada L." }], total: 1 });
  await client.removeRecord(place, "a/b");
  await client.undo();
  await client.redo();
  expect(await client.state()).toMatchObject({ edits: { undo: 3, redo: 0 } });
});

test("snapshots and sandboxes are kept and listed", async () => {
  const { client } = await connect();
  await client.saveSnapshot("before all");
  await client.restoreSnapshot("before all");
  expect((await client.snapshots()).map(({ name }) => name)).toStrictEqual(["before all"]);
  await client.dropSnapshot("before all");
  const { id } = await client.openSandbox("acct_cedar");
  expect(await client.sandboxes()).toMatchObject([{ id, account: "acct_cedar", calls: 0 }]);
  await client.closeSandbox(id);
  expect(await client.sandboxes()).toStrictEqual([]);
});

test("the token is sent, and the sandbox that is looked at, but for sandboxes themselves", async () => {
  const { client, sent } = await connect({ token: "secret", sandbox: "x1" });
  await client.state().catch(() => undefined);
  await client.sandboxes();
  expect(sent).toStrictEqual([
    { request: "GET state?sandbox=x1", authorization: "Bearer secret" },
    { request: "GET sandboxes", authorization: "Bearer secret" },
  ]);
});

test("what cannot be done is told in the API's own words", async () => {
  const { client } = await connect();
  const problem = new ControlProblem(409, "There is nothing to undo.");
  await expect(client.undo()).rejects.toStrictEqual(problem);
  await expect(client.useScenarios(["nope"])).rejects.toMatchObject({
    status: 422,
    mistakes: [{ problem: expect.stringContaining("there is none of this name") }],
  });
});

test.each([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch")), "The mock does not answer."],
  [
    "an answer that is no JSON",
    () => Promise.resolve(new Response("Bad Gateway", { status: 502 })),
    "The mock answered 502.",
  ],
  [
    "an answer of another version",
    () => Promise.resolve(new Response('{"version":1}')),
    /^This console is of another version than the mock: it does not understand version, url, /,
  ],
])("%s is a problem, too", async (_, answer, message) => {
  vi.stubGlobal("fetch", answer);
  const client = createControlClient({
    base: "http://mock.example/",
    token: () => undefined,
    sandbox: () => undefined,
  });
  await expect(client.state()).rejects.toThrow(message);
});
