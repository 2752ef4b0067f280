import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseArgs } from "node:util";

/**
 * The yardstick: what `node:http` alone does for the same calls. It compares the token, reads the query, cuts the page
 * out of the records and writes it as JSON, for each call anew; a POST is read, parsed, looked through, kept, and
 * answered with a record of the same fields as the mock's.
 * With `--precomputed` each GET is answered with one body made before: the least a server can do.
 */
const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    data: { type: "string", default: "" },
    precomputed: { type: "boolean", default: false },
  },
});
interface Account {
  readonly token: string;
  readonly users: object[];
}

const account = readAccount(values.data);
const accounts = new Map([[`Bearer ${account.token}`, account]]);
const emails = new Set<unknown>();
const prepared = values.precomputed ? pageOf(account, new URLSearchParams("page=1&per_page=20")) : undefined;

// No schema library here: the yardstick has nothing but Node.
function readAccount(file: string): Account {
  const data: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isAccount(data)) throw new Error(`${file}: expected {token, users}`);
  return data;
}

function isAccount(data: unknown): data is Account {
  return typeof data === "object" && data !== null && "token" in data && "users" in data && Array.isArray(data.users);
}

function pageOf({ users }: Account, query: URLSearchParams): string {
  const page = Number(query.get("page") ?? "1");
  const size = Number(query.get("per_page") ?? "20");
  const data = users.slice((page - 1) * size, page * size);
  return JSON.stringify({ data, meta: { page, total: users.length } });
}

/** The least a service must look at before it creates a user: what is required is there, and what is unique is free. */
function isNewUser(body: unknown): body is { email: string; name: string } {
  return (
    typeof body === "object" &&
    body !== null &&
    "email" in body &&
    typeof body.email === "string" &&
    body.email.includes("@") &&
    "name" in body &&
    typeof body.name === "string"
  );
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

function create({ users }: Account, request: IncomingMessage, response: ServerResponse): void {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => (text += part));
  request.on("end", () => {
    const body: unknown = JSON.parse(text);
    if (!isNewUser(body)) return send(response, 422, '{"error":"email and name are required"}');
    if (emails.has(body.email)) return send(response, 409, '{"error":"email is taken"}');
    const record = {
      id: `usr_${Math.random().toString(36).slice(2, 12)}`,
      role: "member",
      ...body,
      status: "invited",
      createdAt: new Date().toISOString(),
      lastSeenAt: null,
    };
    users.push(record);
    emails.add(body.email);
    send(response, 201, JSON.stringify({ data: [record], meta: { page: 1, total: 1 } }));
  });
}

const server = createServer((request, response) => {
  const caller = accounts.get(request.headers.authorization ?? "");
  if (caller === undefined) send(response, 401, '{"error":"unauthorized"}');
  else if (request.method === "POST") create(caller, request, response);
  else {
    const [, query = ""] = (request.url ?? "").split("?");
    send(response, 200, prepared ?? pageOf(caller, new URLSearchParams(query)));
  }
});
server.listen(Number(values.port), "127.0.0.1");
