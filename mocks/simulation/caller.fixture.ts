import { parseScenarios } from "../scenarios/parse.ts";
import { z } from "zod";
import { dialectSchema, type Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Call, Reply } from "../service/call.ts";
import { frozenClock } from "../service/clock.ts";
import { createSimulation, type SimulationOptions } from "./simulation.ts";

/** The time in tests: 2026-03-01T12:30:00Z. */
export const testTimestamp = Date.UTC(2026, 2, 1, 12, 30);

/** One token per account of the world demo; the third account has no invoices. */
export const demoTokens = ["aurora-token-4f7a91", "brightwater-token-c83d20", "cedar-token-9e15b7"] as const;

export type TestCall = Partial<Omit<Call, "body">> & { readonly token?: string; readonly body?: string | Uint8Array };

/** A call: by default `GET /api/v1/users` with the first token of demo. */
export function testCall({ token = demoTokens[0], body = "", headers, ...call }: TestCall = {}): Call {
  return {
    method: "GET",
    path: "/api/v1/users",
    query: "",
    ...call,
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
  };
}

export interface TestSetup extends Pick<SimulationOptions, "world" | "clock" | "seed"> {
  /** The settings that differ from the reference dialect, or a dialect. */
  readonly dialect?: Dialect | Readonly<Record<string, unknown>>;
  readonly scenarios?: readonly string[];
}

/** A simulation with short ways to send requests to it. */
export async function openTestCaller(setup: TestSetup = {}) {
  const simulation = await createSimulation({
    clock: frozenClock(testTimestamp),
    ...setup,
    dialect: dialectSchema.parse(setup.dialect ?? {}),
    scenarios: parseScenarios(setup.scenarios ?? []),
  });
  const call = (given?: TestCall) => simulation.answer(testCall(given));
  return {
    simulation,
    call,
    /** `POST /api/v1/users` with this value as JSON. */
    create: (body: unknown, given?: TestCall) =>
      call({
        method: "POST",
        ...given,
        headers: { "content-type": "application/json", ...given?.headers },
        body: JSON.stringify(body),
      }),
    /** The status and the reason of the reply to a request such as `GET /api/v1/users?page=2`: `400 AUTH-02`. */
    outcome: async (line: string) => {
      const [, method = "GET", path = "", query = ""] = /^([A-Z]+) ([^?]*)\??(.*)$/s.exec(line) ?? [];
      const { status, why } = await call({ method, path, query });
      return `${status} ${why.rule}`;
    },
    /** The whole list of users, up to one page of 100. */
    users: async () => readEnvelope(await call({ query: "per_page=100" })).data,
  };
}

export type TestCaller = Awaited<ReturnType<typeof openTestCaller>>;

const recordSchema = z.looseObject({ id: z.union([z.string(), z.int()]) });

const envelopeSchema = z.strictObject({
  data: z.array(recordSchema),
  meta: z.object({ page: z.int(), total: z.int() }),
});

/**
 * Parses a reply's envelope.
 * @throws ZodError if it has none
 */
export function readEnvelope(reply: Reply): z.infer<typeof envelopeSchema> {
  return envelopeSchema.parse(JSON.parse(reply.body));
}
