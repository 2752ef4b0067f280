import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { obligationName, obligations } from "../checks/catalogue.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { defaultSubscriptionIds, defaultTokens, tokensOf, type Running, type Stranger } from "./stranger.ts";
import { brokenStrangers, conformingStrangers, hostileStrangers } from "./strangers.ts";

/** What a caller of a stranger's needs to see of a reply. */
interface Seen {
  readonly status: number;
  /** The JSON of the body; `undefined` where it is none. */
  readonly json: unknown;
}

/** Reads a reply; a byte order mark is no part of the JSON. */
async function read(response: Response): Promise<Seen> {
  const text = (await response.text()).replace(/^\uFEFF/, "");
  try {
    return { status: response.status, json: JSON.parse(text) };
  } catch {
    return { status: response.status, json: undefined };
  }
}

/** Has this value the shape of §2? */
function isEnvelope(
  value: unknown,
): value is { readonly data: readonly unknown[]; readonly meta: { readonly page: number; readonly total: number } } {
  if (typeof value !== "object" || value === null || !("data" in value) || !("meta" in value)) return false;
  const { data, meta } = value;
  if (!Array.isArray(data) || typeof meta !== "object" || meta === null || !("page" in meta && "total" in meta))
    return false;
  return Number.isInteger(meta.page) && Number.isInteger(meta.total) && Number(meta.total) >= data.length;
}

/** What the first calls to a stranger show. */
interface Knocked {
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
async function knock(baseUrl: string, stranger: Stranger, token: string): Promise<Knocked> {
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

const everyone = [...conformingStrangers, ...brokenStrangers, ...hostileStrangers];

let running: Running | undefined;

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

function named(id: string): Stranger {
  const found = everyone.find((stranger) => stranger.id === id);
  if (found === undefined) throw new Error(`there is no stranger "${id}"`);
  return found;
}

async function visit(id: string): Promise<(path: string, init?: RequestInit) => ReturnType<typeof read>> {
  running = await named(id).start();
  const { baseUrl } = running;
  return async (path, init) => read(await fetch(`${baseUrl}${path}`, init));
}

const good = { authorization: `Bearer ${defaultTokens.first}` };
const other = { authorization: `Bearer ${defaultTokens.second}` };
const newUser = (email: string): RequestInit => ({
  method: "POST",
  headers: { ...good, "content-type": "application/json" },
  body: JSON.stringify({ name: "New", email }),
});

describe("the lists", () => {
  test("are as long as they should be", () => {
    expect(conformingStrangers.length).toBeGreaterThanOrEqual(40);
    expect(brokenStrangers.length).toBeGreaterThanOrEqual(45);
    expect(hostileStrangers.length).toBeGreaterThanOrEqual(20);
  });

  test("give every stranger an id of its own", () => {
    expect(new Set(everyone.map(({ id }) => id)).size).toBe(everyone.length);
    expect(everyone.map(({ id }) => id).filter((id) => !/^[a-z\d]+(-[a-z\d]+)*(@\w+)?$/.test(id))).toEqual([]);
  });

  test("break real obligations, and each of them at least once", () => {
    const real = obligations(["stated", "implied"]).map(obligationName);
    const broken = new Set(brokenStrangers.flatMap(({ breaks }) => breaks));
    expect(Array.from(broken).toSorted()).toEqual(real.toSorted());
    expect(brokenStrangers.filter(({ breaks }) => breaks.length === 0)).toEqual([]);
    expect([...conformingStrangers, ...hostileStrangers].flatMap(({ breaks }) => breaks)).toEqual([]);
  });

  test("declare only what is a dialect", () => {
    const declared = everyone.filter(({ dialect }) => dialect !== undefined);
    expect(declared.length).toBeGreaterThan(3);
    for (const { dialect } of declared) expect(() => dialectSchema.parse(dialect)).not.toThrow();
  });
});

describe("the ordinary service", () => {
  test("pages its users, ten on a page, and none is lost or twice", async () => {
    const get = await visit("ordinary");
    const pages = await Promise.all([1, 2, 3, 4].map((page) => get(`/api/v1/users?page=${page}`, { headers: good })));
    const bodies = pages.map(({ json }) => (isEnvelope(json) ? json : undefined));
    expect(bodies.map((body) => body?.data.length)).toEqual([10, 10, 5, 0]);
    expect(bodies.map((body) => body?.meta)).toEqual([1, 2, 3, 4].map((page) => ({ page, total: 25 })));
    expect(new Set(bodies.flatMap((body) => body?.data ?? []).map((row) => JSON.stringify(row))).size).toBe(25);
    const large = await get("/api/v1/users?per_page=20&page=2", { headers: good });
    expect(isEnvelope(large.json) && large.json.data.length).toBe(5);
  });

  test("keeps the accounts apart", async () => {
    const get = await visit("ordinary");
    const [mine, yours] = [
      await get("/api/v1/invoices", { headers: good }),
      await get("/api/v1/invoices", { headers: other }),
    ];
    if (!isEnvelope(mine.json) || !isEnvelope(yours.json)) throw new Error("no envelopes");
    expect([mine.json.data.length, yours.json.data.length]).toEqual([6, 3]);
    const shown = new Set(mine.json.data.map((row) => JSON.stringify(row)));
    expect(yours.json.data.filter((row) => shown.has(JSON.stringify(row)))).toEqual([]);
  });

  test("finds a subscription by its id", async () => {
    const get = await visit("ordinary");
    const first = await get("/api/v1/subscriptions/s-1", { headers: good });
    expect(first.json).toEqual({ data: [{ key: "s-1", plan: "starter", seats: 5 }], meta: { page: 1, total: 1 } });
    expect((await get("/api/v1/subscriptions/s-2", { headers: good })).json).not.toEqual(first.json);
    expect((await get("/api/v1/subscriptions/s-9", { headers: good })).status).toBe(404);
  });

  test("creates a user, once for each email, and only for a good token", async () => {
    const ask = await visit("ordinary");
    expect((await ask("/api/v1/users", newUser("a@b.example"))).status).toBe(201);
    expect((await ask("/api/v1/users", newUser("a@b.example"))).status).toBe(409);
    expect(
      (await ask("/api/v1/users", { ...newUser("c@d.example"), headers: { "content-type": "application/json" } }))
        .status,
    ).toBe(401);
    expect((await ask("/api/v1/users", { ...newUser("x"), body: "{}" })).status).toBe(422);
    expect((await ask("/api/v1/users", { headers: good })).json).toMatchObject({ meta: { total: 26 } });
  });

  test.each([
    ["no header", {}],
    ["an empty header", { authorization: "" }],
    ["no token", { authorization: "Bearer" }],
    ["another token", { authorization: "Bearer Nq7RrVd2kLw9sBf5Gx3K" }],
    ["a cut token", { authorization: good.authorization.slice(0, -1) }],
    ["a longer token", { authorization: `${good.authorization}x` }],
    ["another scheme", { authorization: `Basic ${defaultTokens.first}` }],
    ["no scheme", { authorization: defaultTokens.first }],
  ])("refuses %s", async (_, headers) => {
    const get = await visit("ordinary");
    const paths = ["/api/v1/users", "/api/v1/invoices", "/api/v1/subscriptions/s-1"];
    const replies = await Promise.all(paths.map((path) => get(path, { headers })));
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test("forgets all when it is started again", async () => {
    const first = await visit("ordinary");
    await first("/api/v1/users", newUser("a@b.example"));
    await running?.stop();
    const second = await visit("ordinary");
    expect((await second("/api/v1/users", { headers: good })).json).toMatchObject({ meta: { total: 25 } });
  });
});

describe.concurrent("a conforming stranger takes a good call, and refuses one without a token", () => {
  test.each(conformingStrangers.map((stranger) => [stranger.id, stranger] as const))("%s", async (_, stranger) => {
    const { baseUrl, stop } = await stranger.start();
    try {
      const { served, refused, created, before, after } = await knock(baseUrl, stranger, tokensOf(stranger).first);
      expect(served).toEqual(served.map(() => true));
      expect(refused).toEqual(refused.map(() => true));
      expect(created).toBe(true);
      expect(after).toSatisfy((total) => typeof total === "number" && total >= before);
    } finally {
      await stop();
    }
  });
});

describe.concurrent("starts, can be stopped, and then is gone", () => {
  test.each([...brokenStrangers, ...hostileStrangers].map((stranger) => [stranger.id, stranger] as const))(
    "%s",
    async (_, stranger) => {
      const { baseUrl, stop } = await stranger.start();
      const asked = fetch(`${baseUrl}/api/v1/users`, { signal: AbortSignal.timeout(150) }).then(
        (reply) => reply.body?.cancel(),
        () => undefined,
      );
      await asked.catch(() => undefined);
      await stop();
      await expect(fetch(baseUrl, { signal: AbortSignal.timeout(2000) })).rejects.toThrow("fetch failed");
    },
  );
});
