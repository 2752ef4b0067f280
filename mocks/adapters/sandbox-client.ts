import * as z from "zod/mini";
import { inputError, type InputError } from "../../fixtures/input/input-error.ts";
import type { Verification } from "../journal/journal.ts";
import type { ScenarioText } from "../scenarios/catalogue.ts";
import { isMatcher, type Count, type Match } from "../journal/match.ts";

export interface SandboxOptions {
  /** The account to copy; by default the first of the mock's world. */
  readonly account?: string;
  readonly seed?: number;
  readonly scenarios?: readonly string[];
  /** The control token, printed at the start of a mock that other machines can reach. */
  readonly controlToken?: string;
}

/** A separate world on a shared mock. Only its token reaches it. */
export interface OpenSandbox {
  readonly id: string;
  readonly token: string;
  readonly subscriptionIds: readonly string[];
  /** Activates these scenarios for this sandbox, and deactivates all others. */
  use(...scenarios: readonly ScenarioText[]): Promise<void>;
  /** The same with texts known only at run time. */
  use(scenarios: readonly string[]): Promise<void>;
  /** Resets records, ids, clock, scenarios and journal to the start. */
  reset(): Promise<void>;
  /** Verifies the requests with the sandbox's token; by default, that there was at least one. */
  verify(match: Match, count?: Count): Promise<Pick<Verification, "ok" | "count" | "expected">>;
  close(): Promise<void>;
}

const openedSchema = z.object({ id: z.string(), token: z.string(), subscriptionIds: z.array(z.string()) });
const verifiedSchema = z.object({ ok: z.boolean(), count: z.int(), expected: z.string() });
/** An error of the control API. */
const problemSchema = z.object({ detail: z.string() });

/**
 * Opens a sandbox on a running mock, for one test, worker or story.
 * @param mock its base URL: `http://127.0.0.1:4010`
 * @throws InputError if no mock runs there, or it rejects the request
 */
export async function openSandbox(mock: string, options: SandboxOptions = {}): Promise<OpenSandbox> {
  const { controlToken, ...request } = options;
  const control = `${mock.replace(/\/+$/, "")}/_orgkit`;
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const reply = await fetch(`${control}/${path}`, {
      method,
      // The mock never redirects. A server that does is not a mock, and must not get the token.
      redirect: "error",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body, rejectMatcher) }),
    }).catch((error: unknown) => {
      throw rejected(control, `no mock is running there (${error instanceof Error ? error.message : "no response"})`);
    });
    if (reply.status === 204) return undefined;
    const json: unknown = await reply.json().catch(() => undefined);
    if (reply.ok) return json;
    throw rejected(control, problemSchema.safeParse(json).data?.detail ?? `it responded with ${reply.status}`);
  };
  const sandbox = openedSchema.safeParse(await send("POST", "sandboxes", request));
  if (!sandbox.success) throw rejected(control, "this is not an orgkit mock");
  const { id, token, subscriptionIds } = sandbox.data;
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

/** The mock compares in another process, so what it compares with must be JSON. */
function rejectMatcher(name: string, value: unknown): unknown {
  if (!isMatcher(value)) return value;
  throw rejected(name, `expected JSON; ${String(value)} of a matcher library cannot be sent to a mock`);
}

function rejected(at: string, problem: string): InputError {
  return inputError("the sandbox", at, problem);
}
