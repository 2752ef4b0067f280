import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { parseCapsule, type Capsule } from "../../mocks/simulation/recording/capsule.ts";
import { problemSchema } from "../../mocks/faces/sandbox-client.ts";
import { invocation } from "../invocation.ts";

export interface CapsuleSource {
  /** The base URL of a mock, or the address of its console. */
  readonly from: string;
  readonly sandbox: string | undefined;
  readonly controlToken: string | undefined;
}

export interface FetchedCapsule {
  readonly capsule: Capsule;
  /** As the mock wrote it. */
  readonly text: string;
}

/** @throws InputError where no mock runs there, or it refuses */
export async function fetchCapsule({ from, sandbox, controlToken }: CapsuleSource): Promise<FetchedCapsule> {
  const { base, token = controlToken } = readAddress(from);
  const query = sandbox === undefined ? "" : `?sandbox=${encodeURIComponent(sandbox)}`;
  const url = `${base}/_orgkit/capsule${query}`;
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  // Asked first, so that an answer of the service itself, or of another server, is not taken for the mock's.
  const health = await ask(`${base}/_orgkit/health`, base, headers);
  if (!healthSchema.safeParse(health.value).success) throw unusable(base, stranger(health.status));
  const { status, text, value } = await ask(url, base, headers);
  if (status !== 200) throw unusable(base, problemSchema.safeParse(value).data?.detail ?? stranger(status));
  return { capsule: parseCapsule({ path: url, value, position: () => url }), text };
}

const healthSchema = z.object({ status: z.literal("pass") });

interface Answered {
  readonly status: number;
  readonly text: string;
  /** `undefined` where it is no JSON. */
  readonly value: unknown;
}

async function ask(url: string, base: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  try {
    // The mock never points elsewhere: who does is another server, and the token is none of its business.
    const reply = await fetch(url, { headers, redirect: "manual" });
    const text = await reply.text();
    return { status: reply.status, text, value: parseJson(text) };
  } catch (error) {
    throw unusable(base, unreachable(error));
  }
}

/** The console is printed with its path, and its token where it needs one. */
function readAddress(from: string): { readonly base: string; readonly token?: string } {
  const url = URL.canParse(from) ? new URL(from) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const problem = "expected the address of a mock, for instance http://127.0.0.1:4010";
    throw new InputError("Mock", [{ at: "--from", problem }]);
  }
  const base = url.origin + url.pathname.replace(/\/_orgkit(\/.*)?$/, "").replace(/\/+$/, "");
  const token = new URLSearchParams(url.hash.slice(1)).get("token");
  return token === null ? { base } : { base, token };
}

function unreachable(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? ("code" in cause ? String(cause.code) : cause.message) : "no reply";
  return `no mock answers there (${reason}); start one with ${invocation()} mock, or name another with --port or --from`;
}

function stranger(status: number): string {
  if (status === 401) return "its control API needs the token it printed at its start: --control-token";
  return `what answers there (status ${status}) is no orgkit mock, or one without its control API`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unusable(base: string, problem: string): InputError {
  return new InputError(`Mock "${base}"`, [{ at: base, problem }]);
}
