import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { listNames } from "../../fixtures/contract/operations.ts";
import { dialectSchema, type Dialect } from "../../fixtures/dialect/dialect.ts";
import { describedKeys } from "../../fixtures/dialect/keys.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";
import { isObject, own } from "../../fixtures/values/json.ts";
import type { Call } from "../../mocks/service/call.ts";
import { frozenClock } from "../../mocks/service/clock.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { visit, roundtripWorld } from "./trial.fixture.ts";

const world = await roundtripWorld(60);

/** The name is for people, and random dialects have no records of their own. */
const isOther = /^(?:name|records\..*)?$/;

/** The keys that hold no other one, of each list: `paging.users.maxSize`. */
const described = [...describedKeys().keys()];
const keys = described
  .filter((key) => !isOther.test(key) && !described.some((other) => other.startsWith(`${key}.`)))
  .flatMap((key) => (key.startsWith("paging.") ? listNames.map((list) => key.replace(".", `.${list}.`)) : [key]));

/** A dialect with the default of a key; `undefined` if it has it already, or does not fit the rest. */
function withDefault(dialect: Dialect, key: string): Dialect | undefined {
  const copy: unknown = structuredClone(dialect);
  const path = key.split(".");
  const last = path.pop() ?? "";
  const group = path.reduce<unknown>((value, name) => (isObject(value) ? own(value, name) : undefined), copy);
  if (!isObject(group) || !Reflect.deleteProperty(group, last)) return undefined;
  const { data } = dialectSchema.safeParse(copy);
  return JSON.stringify(data) === JSON.stringify(dialectSchema.parse(dialect)) ? undefined : data;
}

/** A creation with values of other types: `learn` does not try them, so that a round trip may differ. */
function withWrongTypes(creation: Call): Call {
  const body: unknown = JSON.parse(new TextDecoder().decode(creation.body));
  const wrong = { ...Object(body), name: 7, email: "", orgkitUnknownField: undefined };
  return { ...creation, body: new TextEncoder().encode(JSON.stringify(wrong)) };
}

/** The replies of a mock with a dialect to the requests of another, without what is drawn anew each time. */
async function repliesWith(dialect: Dialect, asked: Dialect): Promise<string> {
  const clock = frozenClock(Date.UTC(2026, 0, 2));
  const calls = visit(await createSimulation({ world, dialect: asked, clock }), true);
  const creation = calls.find(({ body }) => new TextDecoder().decode(body).includes("orgkitUnknownField"));
  const simulation = await createSimulation({ world, dialect, clock });
  const replies: unknown[] = [];
  for (const call of creation === undefined ? calls : [...calls, withWrongTypes(creation)]) {
    const { status, headers, body } = await simulation.answer(call);
    replies.push({ status, headers, body });
  }
  return JSON.stringify(replies).replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "uuid");
}

test("each key of a dialect changes some reply", async () => {
  const [silent, heard] = [new Set<string>(), new Set<string>()];
  // The default of one key may contradict the others, which the mock warns of.
  vi.spyOn(console, "warn").mockReturnValue();
  // A few keys need a rare dialect to be seen.
  for (const [index, dialect] of fc.sample(arbitraryDialect(), { numRuns: 100, seed: 7 }).entries()) {
    if (index >= 30 && silent.size === 0) break;
    const replies = await repliesWith(dialect, dialect);
    expect(await repliesWith(dialect, dialect)).toBe(replies);
    for (const key of keys.filter((one) => !heard.has(one))) {
      const usual = withDefault(dialect, key);
      if (usual === undefined) continue;
      // With the other style of sorting, for instance, there are other requests.
      const isSame =
        (await repliesWith(usual, dialect)) === replies &&
        (await repliesWith(usual, usual)) === (await repliesWith(dialect, usual));
      if (isSame) silent.add(key);
      else {
        silent.delete(key);
        heard.add(key);
      }
    }
  }
  expect([...silent], "keys that change no reply").toEqual([]);
});
