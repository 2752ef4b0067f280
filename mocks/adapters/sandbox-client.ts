import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import type { Count, Verification } from "../journal/journal.ts";
import type { Match } from "../journal/match.ts";
import type { ScenarioText } from "../scenarios/catalogue.ts";

export interface SandboxOptions {
  /** The account to copy; the first of the mock's world by default. */
  readonly account?: string;
  readonly seed?: number;
  readonly scenarios?: readonly string[];
  /** Of a mock that other machines can reach: the token it printed at its start. */
  readonly controlToken?: string;
}

/** A world of one's own on a mock that others use, too: the token leads to it, and no other token does. */
export interface OpenSandbox {
  readonly id: string;
  readonly token: string;
  readonly subscriptionIds: readonly string[];
  /** Activates these scenarios for this sandbox, and deactivates all others. */
  use(...scenarios: readonly ScenarioText[]): Promise<void>;
  /** The same with texts that are known only at run time. */
  use(scenarios: readonly string[]): Promise<void>;
  /** Back to the start: records, ids, clock, scenarios, journal. */
  reset(): Promise<void>;
  /** Whether the calls that came with the token are those expected; at least one, where no count is given. */
  verify(match: Match, count?: Count): Promise<Pick<Verification, "ok" | "count" | "expected">>;
  close(): Promise<void>;
}

const openedSchema = z.object({ id: z.string(), token: z.string(), subscriptionIds: z.array(z.string()) });
const verifiedSchema = z.object({ ok: z.boolean(), count: z.int(), expected: z.string() });
/** How the control API says what is wrong. */
export const problemSchema = z.object({ detail: z.string() });

/**
 * Opens a sandbox on a running mock, for one test, worker or story.
 * @param mock its base URL: `http://127.0.0.1:4010`
 * @throws InputError where no mock runs there, or it refuses
 */
export async function openSandbox(mock: string, options: SandboxOptions = {}): Promise<OpenSandbox> {
  const { controlToken, ...request } = options;
  const control = `${mock.replace(/\/+$/, "")}/_orgkit`;
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const reply = await fetch(`${control}/${path}`, {
      method,
      // The mock never points elsewhere: who does is another server, and the token is none of its business.
      redirect: "error",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw refused(control, `no mock is running there (${error instanceof Error ? error.message : "no response"})`);
    });
    if (reply.status === 204) return undefined;
    const json: unknown = await reply.json().catch(() => undefined);
    if (reply.ok) return json;
    throw refused(control, problemSchema.safeParse(json).data?.detail ?? `it responded with ${reply.status}`);
  };
  const opened = openedSchema.safeParse(await send("POST", "sandboxes", request));
  if (!opened.success) throw refused(control, "this is not an orgkit mock");
  const { id, token, subscriptionIds } = opened.data;
  return {
    id,
    token,
    subscriptionIds,
    use: async (...scenarios: readonly (string | readonly string[])[]) =>
      void (await send("PUT", `scenarios?sandbox=${id}`, { active: scenarios.flat() })),
    reset: async () => void (await send("POST", `reset?sandbox=${id}`)),
    verify: async (match, count) =>
      verifiedSchema.parse(
        await send("POST", `verify?sandbox=${id}`, { match, ...(count === undefined ? {} : { count }) }),
      ),
    close: async () => void (await send("DELETE", `sandboxes/${id}`)),
  };
}

function refused(at: string, problem: string): InputError {
  return new InputError("Sandbox", [{ at, problem }]);
}
