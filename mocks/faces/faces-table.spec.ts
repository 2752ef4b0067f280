import { withoutTransport, type Answer } from "./face-calls.ts";
import { expect, faceNames, test } from "./face.fixture.ts";
import type { GeneratedCall } from "./generated-call.ts";

const bearer = { authorization: "Bearer aurora-token-4f7a91" };
const json = { "content-type": "application/json" };
const ada = '{"email":"ada@new.example","name":"Ada Ångström 🦊"}';

function get(path: string, headers: Readonly<Record<string, string>> = bearer): GeneratedCall {
  return { method: "GET", path, headers };
}

function post(body: string, headers: Readonly<Record<string, string>> = json): GeneratedCall {
  return { method: "POST", path: "/api/v1/users", headers: { ...bearer, ...headers }, body };
}

/** One call after the other, each on what the earlier ones left; with the status it has in the reference dialect. */
const calls: readonly (readonly [name: string, status: number, call: GeneratedCall])[] = [
  ["the first page", 200, get("/api/v1/users")],
  ["a page of five", 200, get("/api/v1/users?page=2&per_page=5")],
  ["a page too large", 200, get("/api/v1/users?per_page=1000")],
  ["a page beyond the last", 200, get("/api/v1/users?page=99")],
  ["an unreadable page", 400, get("/api/v1/users?page=x")],
  ["a filter and an order", 200, get("/api/v1/users?role=admin&sort=-name")],
  ["a new user", 201, post(ada)],
  ["the new user in the list", 200, get("/api/v1/users?page=48&per_page=1")],
  ["the same user again", 409, post(ada)],
  ["a user without an address", 422, post('{"name":"Nobody"}')],
  ["a body cut short", 400, post('{"email":')],
  ["a body of another type", 415, post("email=ada", { "content-type": "application/x-www-form-urlencoded" })],
  ["a subscription", 200, get("/api/v1/subscriptions/sub_k9p34y6n")],
  ["an unknown subscription", 404, get("/api/v1/subscriptions/sub_00000000")],
  ["an odd id", 404, get("/api/v1/subscriptions/%F0%9F%A6%8A%2F..")],
  ["invoices", 200, get("/api/v1/invoices")],
  ["invoices of another account", 200, get("/api/v1/invoices", { authorization: "Bearer brightwater-token-c83d20" })],
  ["no invoices", 200, get("/api/v1/invoices", { authorization: "Bearer cedar-token-9e15b7" })],
  ["no token", 401, get("/api/v1/users", {})],
  ["a token never issued", 401, get("/api/v1/users", { authorization: "Bearer nobody-has-this-one" })],
  ["a token too old", 401, get("/api/v1/users", { authorization: "Bearer aurora-expired-0b2c" })],
  ["another scheme", 401, get("/api/v1/users", { authorization: "Basic YTpi" })],
  ["another method", 405, { method: "DELETE", path: "/api/v1/users", headers: bearer }],
  ["another path", 404, get("/api/v1/nothing")],
  ["another version", 404, get("/api/v2/users")],
  ["the head alone", 200, { method: "HEAD", path: "/api/v1/users", headers: bearer }],
  ["a status that was asked for", 503, get("/api/v1/users", { ...bearer, prefer: "code=503" })],
  ["a scenario that was asked for", 200, get("/api/v1/users", { ...bearer, prefer: 'scenario="latency:ms=1"' })],
  ["a scenario nobody knows", 400, get("/api/v1/users", { ...bearer, prefer: "scenario=rain" })],
];

test("one table of calls is answered alike on every face", async ({ openFace }) => {
  const faces = await Promise.all(faceNames.map((name) => openFace(name)));
  for (const [name, status, call] of calls) {
    const answers: Answer[] = [];
    for (const face of faces) answers.push(withoutTransport(await face.call(call)));
    const [first, ...others] = answers;
    expect.soft(first, name).toMatchObject({ status });
    for (const [index, other] of others.entries())
      expect.soft(other, `${name}: ${faceNames[index + 1]}`).toEqual(first);
  }
});
