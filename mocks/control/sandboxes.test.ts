import { expect, test } from "vitest";
import { z } from "zod";
import { readEnvelope, testCall, testTimestamp } from "../simulation/caller.fixture.ts";
import { openTestControl, type TestControl } from "./control.fixture.ts";

const openedSchema = z.object({ id: z.string(), token: z.string(), account: z.object({ id: z.string() }) });

async function open({ ask }: TestControl, body: unknown = {}): Promise<z.infer<typeof openedSchema>> {
  const { status, json } = await ask("POST sandboxes", body);
  expect(status).toBe(201);
  return openedSchema.parse(json);
}

async function total({ control }: TestControl, token: string): Promise<number | undefined> {
  const call = testCall({ token });
  const reply = await control.sandboxes.simulationOf(call).answer(call);
  return reply.status === 200 ? readEnvelope(reply).meta.total : undefined;
}

test("a sandbox has one account: other tokens are invalid in it, and its token is invalid elsewhere", async () => {
  const mock = await openTestControl();
  const { token, account } = await open(mock, { account: "acct_cedar", scenarios: ["latency:ms=1"], seed: 5 });
  expect(account.id).toBe("acct_cedar");
  expect(await total(mock, token)).toBe(1);
  expect((await mock.simulation.answer(testCall({ token }))).status).toBe(401);
  expect(await total(mock, token.slice(0, -1))).toBeUndefined();
});

test("there is a maximum number of sandboxes, until one is closed", async () => {
  const mock = await openTestControl({ capacity: 2 });
  const { id, token } = await open(mock);
  await open(mock);
  expect(await mock.ask("POST sandboxes", {})).toMatchObject({ status: 409 });
  expect(await mock.ask(`DELETE sandboxes/${id}`)).toMatchObject({ status: 204 });
  expect(await total(mock, token)).toBeUndefined();
  await open(mock);
});

test("an idle sandbox expires, an active one does not", async () => {
  let now = testTimestamp;
  const mock = await openTestControl({ sandboxClock: { now: () => now } });
  const [idle, busy] = [await open(mock), await open(mock)];
  now += 900;
  expect(await total(mock, busy.token)).toBe(47);
  now += 900;
  expect((await mock.ask("GET sandboxes")).json).toMatchObject({ sandboxes: [{ id: busy.id, calls: 1 }], capacity: 3 });
  expect(await total(mock, idle.token)).toBeUndefined();
  expect(await mock.ask(`GET state?sandbox=${idle.id}`)).toMatchObject({ status: 404 });
});

test("a token cannot be guessed: it is random whatever the seed, and the id of its sandbox does not reveal it", async () => {
  const mock = await openTestControl({ capacity: 100 });
  const sandboxes = await Promise.all(Array.from({ length: 100 }, () => open(mock, { seed: 1 })));
  expect(new Set(sandboxes.map(({ token }) => token)).size).toBe(100);
  expect(sandboxes.filter(({ token }) => !/^sandbox-[\da-f-]{36}$/.test(token))).toStrictEqual([]);
  expect(sandboxes.filter(({ id, token }) => token.includes(id))).toStrictEqual([]);
});
