import { InputError } from "../../fixtures/input-error.ts";
import { parseCapsule, type Capsule } from "../../mocks/capsule/capsule.ts";
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
  const reply = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }).catch(
    (error: unknown) => {
      throw unusable(base, unreachable(error));
    },
  );
  const text = await reply.text();
  const value = parseJson(text);
  if (!reply.ok || value === undefined) throw unusable(base, refusal(reply.status, value));
  return { capsule: parseCapsule({ path: url, value, position: () => url }), text };
}

/** The console is printed with its path, and its token where it needs one. */
function readAddress(from: string): { readonly base: string; readonly token?: string } {
  const url = URL.canParse(from) ? new URL(from) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const problem = "expected the address of a mock, for instance http://127.0.0.1:4010";
    throw new InputError(`Mock "${from}"`, [{ at: "--from", problem }]);
  }
  const base = url.origin + url.pathname.replace(/\/_orgkit(\/.*)?$/, "").replace(/\/+$/, "");
  const token = new URLSearchParams(url.hash.slice(1)).get("token");
  return token === null ? { base } : { base, token };
}

function unreachable(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no reply";
  return `no mock answers there (${code}); start one with ${invocation()} mock, or name another with --port or --from`;
}

function refusal(status: number, value: unknown): string {
  if (status === 401) return "its control API needs the token it printed at its start: --control-token";
  const detail = problemSchema.safeParse(value).data?.detail;
  return detail ?? `what answers there (status ${status}) is no orgkit mock, or one without its control API`;
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
