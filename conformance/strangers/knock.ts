import { setTimeout as sleep } from "node:timers/promises";
import { defaultSubscriptionIds, type Stranger } from "./stranger.ts";

/** What a caller of a stranger's needs to see of a reply. */
export interface Seen {
  readonly status: number;
  /** The JSON of the body; `undefined` where it is none. */
  readonly json: unknown;
}

/** Reads a reply; a byte order mark is no part of the JSON. */
export async function read(response: Response): Promise<Seen> {
  const text = (await response.text()).replace(/^\uFEFF/, "");
  try {
    return { status: response.status, json: JSON.parse(text) };
  } catch {
    return { status: response.status, json: undefined };
  }
}

/** Has this value the shape of §2? */
export function isEnvelope(
  value: unknown,
): value is { readonly data: readonly unknown[]; readonly meta: { readonly page: number; readonly total: number } } {
  if (typeof value !== "object" || value === null || !("data" in value) || !("meta" in value)) return false;
  const { data, meta } = value;
  if (!Array.isArray(data) || typeof meta !== "object" || meta === null || !("page" in meta && "total" in meta))
    return false;
  return Number.isInteger(meta.page) && Number.isInteger(meta.total) && Number(meta.total) >= data.length;
}

/** What the first calls to a stranger show. */
export interface Knocked {
  /** Of each operation: was the good call answered with success and an envelope? */
  readonly served: readonly boolean[];
  /** Of each of the three GET operations: was the call without a token refused? */
  readonly refused: readonly boolean[];
  readonly created: boolean;
  /** `meta.total` of the users before and after the creation. */
  readonly before: number;
  readonly after: number;
}

/** Makes each of the calls that a conforming stranger must answer well. */
export async function knock(baseUrl: string, stranger: Stranger, token: string): Promise<Knocked> {
  const good = { ...stranger.headers, authorization: `Bearer ${token}` };
  const call = async (path: string, init: RequestInit): Promise<Seen> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const seen = await read(await fetch(`${baseUrl}/api/v1/${path}`, { redirect: "manual", ...init }));
        if (seen.status !== 429) return seen;
        await sleep(1000);
      } catch (error) {
        // A connection that was closed while idle.
        if (attempt > 2) throw error;
      }
    }
  };
  const isServed = ({ status, json }: Seen): boolean => status >= 200 && status < 300 && isEnvelope(json);
  const isRefused = (seen: Seen): boolean => seen.status >= 300 || !isEnvelope(seen.json);
  const totalOf = ({ json }: Seen): number => (isEnvelope(json) ? json.meta.total : Number.NaN);

  const ids = stranger.subscriptionIds ?? defaultSubscriptionIds;
  const paths = ["users", "invoices", ...ids.map((id) => `subscriptions/${encodeURIComponent(id)}`)];
  const served = await Promise.all(paths.map((path) => call(path, { headers: good })));
  const refused = await Promise.all(paths.map((path) => call(path, { headers: stranger.headers ?? {} })));
  const before = await call("users", { headers: good });
  const body = JSON.stringify(stranger.createBody ?? { name: "New", email: "{{unique}}@new.example" });
  const creation = await call("users", {
    method: "POST",
    headers: { ...good, "content-type": "application/json" },
    body: body.replaceAll("{{unique}}", "knocking"),
  });
  const after = await call("users", { headers: good });
  return {
    served: [...served, creation].map(isServed),
    refused: refused.map(isRefused),
    created: isServed(creation),
    before: totalOf(before),
    after: totalOf(after),
  };
}
