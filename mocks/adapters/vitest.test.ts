import type { UnhandledFrameHandle } from "msw";
import { describe, expect, vi } from "vitest";
import { createTest } from "orgkit/vitest";

const test = createTest({ baseUrl: "https://api.example/tenant/x", world: "edge", scenarios: ["latency:ms=0"] });
const url = "https://api.example/tenant/x/api/v1/users";

async function create(email: string): Promise<number> {
  const headers = { authorization: "Bearer edge-token-51fd2e", "content-type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify({ email, name: "Ada" }) })).status;
}

describe("a simulation for each test", () => {
  for (const which of ["one", "another"]) {
    test(`${which} test creates the same user`, async ({ simulation }) => {
      const token = simulation.accounts[0]?.tokens[0]?.token ?? "";
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = JSON.stringify({ email: "ada@new.example", name: "Ada" });
      expect((await fetch(url, { method: "POST", headers, body })).status).toBe(201);
      expect(simulation).toHaveReceived({ operation: "createUser", body: { name: "Ada" } }, { count: 1 });
      expect(simulation).not.toHaveReceived({ operation: "listUsers" });
      expect([simulation.world.name, simulation.scenarios()]).toStrictEqual(["edge", ["latency:ms=0"]]);
    });
  }

  test("an almost matching request is shown", async ({ simulation }) => {
    expect(await create("ada@new.example")).toBe(401);
    const expectation = (): void => expect(simulation).toHaveReceived({ operation: "createUser", status: 201 });
    expect(expectation).toThrow(
      [
        'Expected: at least 1 request of {"operation":"createUser","status":201}',
        "Received: 0",
        "Nearest:",
        "  #1 POST /api/v1/users → 401",
        "      status: expected 201, was 401",
      ].join("\n"),
    );
  });
});

describe("a request outside of the mock", () => {
  // Nobody listens there, so requests to the network fail at once.
  const elsewhere = "http://127.0.0.1:2/api/v1/users";
  const seen: string[] = [];
  const callback: UnhandledFrameHandle = ({ frame }) => void seen.push(frame.protocol);
  const refused: unknown = expect.objectContaining({ cause: expect.objectContaining({ code: "ECONNREFUSED" }) });
  const cases: readonly {
    readonly handle?: UnhandledFrameHandle;
    readonly warnings: number;
    readonly errors: number;
    readonly isSent: boolean;
  }[] = [
    { warnings: 1, errors: 0, isSent: true },
    { handle: "warn", warnings: 1, errors: 0, isSent: true },
    { handle: "error", warnings: 0, errors: 1, isSent: false },
    { handle: "bypass", warnings: 0, errors: 0, isSent: true },
    { handle: callback, warnings: 0, errors: 0, isSent: true },
  ];
  for (const { handle, warnings, errors, isSent } of cases) {
    const options = handle === undefined ? {} : { onUnhandledFrame: handle };
    const testUnhandled = createTest({ baseUrl: "https://api.example/tenant/x", ...options });
    testUnhandled(`is met as onUnhandledFrame says: ${String(handle)}`, async () => {
      const warn = vi.spyOn(console, "warn").mockReturnValue();
      const error = vi.spyOn(console, "error").mockReturnValue();
      const failure: unknown = await fetch(elsewhere).catch((reason: unknown) => reason);
      expect([warn.mock.calls.length, error.mock.calls.length]).toStrictEqual([warnings, errors]);
      for (const [text] of [...warn.mock.calls, ...error.mock.calls]) expect(text).toContain(elsewhere);
      if (isSent) expect(failure).toStrictEqual(refused);
      else expect(failure).not.toStrictEqual(refused);
      expect(seen.splice(0)).toStrictEqual(handle === callback ? ["http"] : []);
    });
  }
});
