/** A request, and how it must be answered. */
export interface ExpectedCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly token: string;
  readonly body?: string;
  readonly status: number;
}

/** The world `crowd:1000`. */
const token = "crowd-token-0001";
const users = "/api/v1/users";

/** Reads of every kind; the mock keeps the replies to the last few of them, so there are more than it keeps. */
export const reads: readonly ExpectedCall[] = [
  ...Array.from({ length: 100 }, (_, page) => `${users}?page=${page % 50}&per_page=${page < 50 ? 20 : 7}`),
  ...["name", "-email", "createdAt", "-name,email"].map((sort) => `${users}?sort=${sort}&page=3`),
  ...["active", "invited", "suspended"].map((status) => `${users}?status=${status}`),
  "/api/v1/invoices",
  "/api/v1/invoices?page=2",
].map((path) => ({ method: "GET", path: path.replace("page=0", "page=1"), token, status: 200 }));

/** Mistakes of every kind. */
export const mistakes: readonly ExpectedCall[] = [
  { method: "GET", path: users, token: "never-issued", status: 401 },
  { method: "GET", path: "/api/v1/nowhere", token, status: 404 },
  { method: "GET", path: "/api/v1/subscriptions/none", token, status: 404 },
  { method: "GET", path: "/api/v1/subscriptions/%zz", token, status: 400 },
  { method: "GET", path: `${users}?page=x`, token, status: 400 },
  { method: "POST", path: "/api/v1/invoices", token, body: "{}", status: 405 },
  { method: "POST", path: users, token, body: "{}", status: 422 },
  { method: "POST", path: users, token, body: "{", status: 400 },
  { method: "POST", path: users, token, body: `{"n":1e999,"a":"${"x".repeat(2000)}"}`, status: 400 },
];

let created = 0;

/** A creation of a user that was never created before. */
export function creation(): ExpectedCall {
  created += 1;
  const body = JSON.stringify({ email: `soak-${created}@soak.example`, name: `Soak ${created}` });
  return { method: "POST", path: users, token, body, status: 201 };
}

/** Disturbances, and what a caller must see of each: a status, or that no whole reply comes. */
export const disturbances: readonly (readonly [preference: string, seen: number | "broken"])[] = [
  ["code=503", 503],
  ['scenario="server-errors:status=500"', 500],
  ["scenario=maintenance", 503],
  ["scenario=redirect-to-login", 302],
  ["scenario=malformed-envelope", 200],
  ['scenario="latency:ms=20"', 200],
  ['scenario="slow-body:ms=50"', 200],
  ["scenario=truncated-body", "broken"],
  ["scenario=reset", "broken"],
  ["scenario=lost-response", "broken"],
  ["scenario=hang", "broken"],
];

export const bearer = `Bearer ${token}`;
