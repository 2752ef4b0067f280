import type { Ask, Reply } from "../../strangers/service.ts";
import type { Answer } from "../../strangers/serve.ts";

/**
 * json-server behind a small adapter: `_page`, `_limit`, `_start`, `_sort` and `_order`, a filter for every field, any
 * body creates a user, failures are `{}`. The adapter adds the envelope and the token.
 */
export function jsonServerLike(token: string): Answer {
  const users = Array.from({ length: 34 }, (_, index) => ({
    id: index + 1,
    email: `u${(index * 7) % 34}@db.example`,
    team: ["red", "green", "blue"][index % 3],
  }));
  const invoices = Array.from({ length: 3 }, (_, index) => ({ id: `i${index}`, total: index * 10 }));
  return (ask) => {
    if (ask.authorization?.toLowerCase() !== `bearer ${token.toLowerCase()}`) return empty(403);
    if (ask.path === "/api/v1/users") return ask.method === "POST" ? create(ask, users) : list(ask, users);
    if (ask.path === "/api/v1/invoices") return list(ask, invoices);
    return ask.path === "/api/v1/subscriptions/s1" ? page([{ id: "s1", plan: "free" }], 1, 1) : empty(404);
  };
}

type Row = Readonly<Record<string, unknown>>;

const json = { "content-type": "application/json; charset=utf-8" };

function empty(status: number): Reply {
  return { status, headers: json, body: {} };
}

function page(data: readonly unknown[], number: number, total: number, status = 200): Reply {
  return { status, headers: json, envelope: { data, meta: { page: number, total } } };
}

function list({ query }: Ask, all: readonly Row[]): Reply {
  const rows = all.filter((row) =>
    Object.keys(row).every((field) => !query.has(field) || query.get(field) === String(row[field])),
  );
  const sort = query.get("_sort");
  const sign = query.get("_order") === "desc" ? -1 : 1;
  const sorted = sort === null ? rows : rows.toSorted((left, right) => sign * compare(left[sort], right[sort]));
  const limit = Number(query.get("_limit") ?? "10");
  if (query.has("_page")) {
    const number = Math.max(Number(query.get("_page")) || 1, 1);
    return page(sorted.slice((number - 1) * limit, number * limit), number, rows.length);
  }
  const start = Number(query.get("_start") ?? "0") || 0;
  return page(query.has("_limit") || query.has("_start") ? sorted.slice(start, start + limit) : sorted, 1, rows.length);
}

function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  return typeof left === "number" && typeof right === "number" ? left - right : String(left) < String(right) ? -1 : 1;
}

function create({ body, headers }: Ask, users: Row[]): Reply {
  if (!String(headers["content-type"]).includes("json")) return empty(415);
  try {
    const sent: unknown = JSON.parse(body);
    const made = { ...(typeof sent === "object" ? sent : {}), id: users.length + 1 };
    users.push(made);
    return page([made], 1, 1, 201);
  } catch {
    return empty(400);
  }
}
