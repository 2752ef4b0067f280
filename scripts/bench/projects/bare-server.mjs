import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/**
 * The baseline of the goals: plain `node:http` for the same requests. It compares the token, cuts the page and
 * serializes it for each request; a POST is parsed, validated, stored, and gets a record of the same fields as
 * the mock's. It imports nothing but Node. Usage: bare-server PORT DATA
 */
const [, , port, file = ""] = process.argv;
const { token, users } = JSON.parse(readFileSync(file, "utf8"));
const emails = new Set();

function listUsers(query) {
  const parameters = new URLSearchParams(query);
  const page = Number(parameters.get("page") ?? "1");
  const size = Number(parameters.get("per_page") ?? "20");
  const data = users.slice((page - 1) * size, page * size);
  return JSON.stringify({ data, meta: { page, total: users.length } });
}

function createUser(text) {
  const body = JSON.parse(text);
  const isValid = typeof body.email === "string" && body.email.includes("@") && typeof body.name === "string";
  if (!isValid) return [422, '{"error":"invalid"}'];
  if (emails.has(body.email)) return [409, '{"error":"taken"}'];
  const id = `usr_${Math.random().toString(36).slice(2, 12)}`;
  const createdAt = new Date().toISOString();
  const user = { id, role: "member", ...body, status: "invited", createdAt, lastSeenAt: null };
  users.push(user);
  emails.add(body.email);
  return [201, JSON.stringify({ data: [user], meta: { page: 1, total: 1 } })];
}

function send(response, status, body) {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": length });
  response.end(body);
}

createServer((request, response) => {
  if (request.headers.authorization !== `Bearer ${token}`) return send(response, 401, '{"error":"unauthorized"}');
  if (request.method !== "POST") return send(response, 200, listUsers(request.url?.split("?")[1] ?? ""));
  let text = "";
  request.setEncoding("utf8").on("data", (part) => (text += part));
  request.on("end", () => send(response, ...createUser(text)));
}).listen(Number(port), "127.0.0.1");
