import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";

/**
 * The limit to measure against: plain `node:http` for the same requests. It compares the token, cuts the page and
 * serializes it for each request; a POST is parsed, validated, stored, and gets a record of the same fields as
 * the mock's. It imports nothing but Node. Usage: bare-server PORT DATA
 */
export function bareService(users: object[]) {
  const emails = new Set<unknown>();
  return {
    page: (query: string): string => {
      const parameters = new URLSearchParams(query);
      const page = Number(parameters.get("page") ?? "1");
      const size = Number(parameters.get("per_page") ?? "20");
      const data = users.slice((page - 1) * size, page * size);
      return JSON.stringify({ data, meta: { page, total: users.length } });
    },
    create: (text: string): [status: number, body: string] => {
      const body: { readonly email?: unknown; readonly name?: unknown } = JSON.parse(text);
      const isValid = typeof body.email === "string" && body.email.includes("@") && typeof body.name === "string";
      if (!isValid) return [422, '{"error":"invalid"}'];
      if (emails.has(body.email)) return [409, '{"error":"taken"}'];
      const id = `usr_${Math.random().toString(36).slice(2, 12)}`;
      const now = new Date().toISOString();
      const record = { id, role: "member", ...body, status: "invited", createdAt: now, lastSeenAt: null };
      users.push(record);
      emails.add(body.email);
      return [201, JSON.stringify({ data: [record], meta: { page: 1, total: 1 } })];
    },
  };
}

function send(response: ServerResponse, status: number, body: string): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": length });
  response.end(body);
}

function serve(port: number, file: string): void {
  const { token, users } = JSON.parse(readFileSync(file, "utf8"));
  const { page, create } = bareService(users);
  createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return send(response, 401, '{"error":"unauthorized"}');
    if (request.method !== "POST") return send(response, 200, page(request.url?.split("?")[1] ?? ""));
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => send(response, ...create(text)));
  }).listen(port, "127.0.0.1");
}

const [, , port, file] = process.argv;
if (import.meta.main && file !== undefined) serve(Number(port), file);
