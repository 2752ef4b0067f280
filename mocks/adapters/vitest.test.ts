import type { UnhandledFrameHandle } from "msw";
import { describe, expect, vi } from "vitest";
import { createTest } from "orgkit/vitest";

const baseUrl = "https://api.example/tenant/x";
const test = createTest({ baseUrl, world: "edge", scenarios: ["latency:ms=0"] });

async function create(token: string | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = '{"email":"ada@new.example","name":"Ada"}';
  return (await fetch(`${baseUrl}/api/v1/users`, { method: "POST", headers, body })).status;
}

for (const which of ["one", "another"]) {
  test(`${which} test creates the same user in its own simulation`, async ({ simulation }) => {
    expect(await create(simulation.accounts[0]?.tokens[0]?.token)).toBe(201);
    expect(simulation).toHaveReceived({ operation: "createUser", body: { name: "Ada" } }, { count: 1 });
    expect(simulation).toHaveReceived({ body: { email: expect.stringMatching("@new") } });
    expect(simulation).not.toHaveReceived({ operation: "listUsers" });
    // @ts-expect-error -- misspelled
    expect(() => expect(simulation).not.toHaveReceived({ operatoin: "listUsers" })).toThrow("did you mean operation?");
    // @ts-expect-error -- misspelled
    expect(() => expect(simulation).toHaveReceived({}, { cuont: 7 })).toThrow(
      "cuont: unknown key; did you mean count?",
    );
    expect([simulation.world.name, simulation.scenarios()]).toStrictEqual(["edge", ["latency:ms=0"]]);
  });
}

test("an almost matching request is shown", async ({ simulation }) => {
  await create("unknown");
  expect(() => expect(simulation).toHaveReceived({ status: 201 })).toThrow(
    [
      'Expected: at least 1 request of {"status":201}',
      "Received: 0",
      "Nearest:",
      "  #1 POST /api/v1/users → 401",
      "      status: expected 201, was 401",
    ].join("\n"),
  );
});

describe("a request outside of the mock", () => {
  // Nobody listens there, so requests to the network fail at once.
  const elsewhere = "http://127.0.0.1:2/api/v1/users";
  const seen: string[] = [];
  const callback: UnhandledFrameHandle = ({ frame }) => void seen.push(frame.protocol);

  for (const [handle, warnings, errors, isSent] of [
    [undefined, 1, 0, true],
    ["warn", 1, 0, true],
    ["error", 0, 1, false],
    ["bypass", 0, 0, true],
    [callback, 0, 0, true],
  ] as const) {
    const testUnhandled = createTest({ baseUrl, ...(handle === undefined ? {} : { onUnhandledFrame: handle }) });
    testUnhandled(`is handled by onUnhandledFrame: ${String(handle)}`, async () => {
      const printed = { warn: vi.spyOn(console, "warn"), error: vi.spyOn(console, "error") };
      for (const spy of Object.values(printed)) spy.mockReturnValue();
      const failure: unknown = await fetch(elsewhere).catch((reason: unknown) => reason);
      expect(failure instanceof TypeError && Object(failure.cause).code === "ECONNREFUSED").toBe(isSent);
      expect(printed.warn.mock.calls).toHaveLength(warnings);
      expect(printed.error.mock.calls).toHaveLength(errors);
      expect(seen.splice(0)).toStrictEqual(handle === callback ? ["http"] : []);
    });
  }
});
