import type { Ask, Reply } from "../../strangers/service.ts";
import type { Answer } from "../../strangers/serve.ts";

/**
 * A service in the style of a Java framework: pages from 0 by `page` and `size`, `sort=name,desc`, numbers as ids,
 * failures with a time and a path. It answers 500 to a page that is no number.
 */
export function springLike(token: string): Answer {
  const users = Array.from({ length: 83 }, (_, index) => user(index));
  const invoices = Array.from({ length: 30 }, (_, index) => invoice(index));
  return (ask) => answer(ask, { token, users, invoices });
}

type Row = Readonly<Record<string, unknown>>;

interface Held {
  readonly token: string;
  readonly users: Row[];
  readonly invoices: readonly Row[];
}

function answer(ask: Ask, { token, users, invoices }: Held): Reply {
  const { method, path, authorization } = ask;
  if (authorization !== `Bearer ${token}`) {
    return { ...failure(ask, 401, "Unauthorized"), headers: { ...json, "www-authenticate": "Bearer" } };
  }
  if (path === "/api/v1/users" && method === "GET") return list(ask, users);
  if (path === "/api/v1/users" && method === "POST") return create(ask, users);
  if (path === "/api/v1/invoices" && method === "GET") return list(ask, invoices);
  const id = /^\/api\/v1\/subscriptions\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined) return failure(ask, 404, "Not Found");
  if (!/^\d+$/.test(id)) return failure(ask, 400, "Bad Request");
  return id === "71" || id === "72"
    ? success([{ id: Number(id), tier: "gold", owner: { userId: 1 } }], 0, 1)
    : failure(ask, 404, "Not Found");
}

const json = { "content-type": "application/json" };

function success(data: readonly unknown[], page: number, total: number, status = 200): Reply {
  return {
    status,
    headers: {
      ...json,
      "ratelimit-limit": "500",
      "ratelimit-policy": "500;w=60",
      "ratelimit-remaining": "400",
      "ratelimit-reset": "31",
    },
    envelope: { data, meta: { page, total } },
  };
}

function failure({ path }: Ask, status: number, error: string): Reply {
  const timestamp = new Date(Date.UTC(2026, 4, 1) + status * path.length * 977).toISOString();
  return { status, headers: json, body: { timestamp, status, error, path } };
}

function list(ask: Ask, rows: readonly Row[]): Reply {
  const page = ask.query.get("page") ?? "0";
  if (!/^\d+$/.test(page)) return failure(ask, 500, "Internal Server Error");
  const asked = Number(ask.query.get("size") ?? "8");
  const size = asked >= 1 ? Math.min(asked, 25) : 8;
  const sorted = inOrder(rows, ask.query.get("sort"));
  return success(sorted.slice(Number(page) * size, (Number(page) + 1) * size), Number(page), rows.length);
}

function inOrder(rows: readonly Row[], sort: string | null): readonly Row[] {
  const [field = "", direction = "asc"] = (sort ?? "").split(",");
  if (field !== "mail" && field !== "joined") return rows;
  const sign = direction === "desc" ? -1 : 1;
  return rows.toSorted((left, right) => sign * (String(left[field]) < String(right[field]) ? -1 : 1));
}

function create(ask: Ask, users: Row[]): Reply {
  if (ask.headers["content-type"] !== "application/json") return failure(ask, 415, "Unsupported Media Type");
  const body = read(ask.body);
  if (body === undefined) return failure(ask, 400, "Bad Request");
  const { mail } = { mail: undefined, ...body };
  if (typeof mail !== "string") return failure(ask, 400, "Bad Request");
  if (users.some((other) => other["mail"] === mail)) return failure(ask, 409, "Conflict");
  const made = {
    id: 1000 + users.length,
    mail,
    level: "basic",
    joined: "2026-05-01T10:00:00Z",
    profile: { languages: [] },
  };
  users.push(made);
  const reply = success([made], 0, 1, 201);
  return { ...reply, headers: { ...reply.headers, location: `/api/v1/users/${made.id}` } };
}

function read(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function user(index: number): Row {
  return {
    id: 1000 + index,
    mail: `user${(index * 37) % 83}@spring.example`,
    level: index % 3 === 0 ? "pro" : "basic",
    joined: new Date(Date.UTC(2024, 0, 1 + ((index * 29) % 83))).toISOString(),
    profile: { languages: index % 2 === 0 ? ["en"] : [], ...(index % 5 === 0 ? { nick: `n${index}` } : {}) },
  };
}

function invoice(index: number): Row {
  return { id: 9000 + index, amount: 12.5 + index, subscription: { id: 71 + (index % 2) }, due: "2026-06-01" };
}
