import { creation, expect, test, wire } from "./hostile.fixture.ts";

const json = "content-type: application/json";
const get = "GET /api/v1/users?per_page=1";
const post = "POST /api/v1/users";
const chunked = "transfer-encoding: chunked";

/** Bytes that no HTTP client sends: one rejection, the connection closed, and nothing reaches the simulation. */
const rejected: readonly (readonly [what: string, bytes: string | Uint8Array, status: number])[] = [
  ["no HTTP at all", "\u0000\u0001\u0002\r\n\r\n", 400],
  ["the beginning of TLS", Buffer.from("16030100050100000100\r\n", "latin1"), 400],
  ["no Host", "GET /api/v1/users HTTP/1.1\r\n\r\n", 400],
  ["a NUL within a header", wire(get, ["x-one: a\u0000b"]), 400],
  ["a length and chunks", wire(post, [json, "content-length: 4", chunked], `0\r\n\r\n${wire(get)}`), 400],
  ["two lengths", creation("{}", ["content-length: 3"]), 400],
  ["a chunk of no length", wire(post, [json, chunked], "zz\r\n{}\r\n0\r\n\r\n"), 400],
  ["a chunk with a story", wire(post, [json, chunked], `2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), 413],
  ["a header of 70 kB", wire(get, [`x-one: ${"b".repeat(70_000)}`]), 431],
];

test("invalid HTTP is rejected at once, and reaches nothing", async ({ open }) => {
  const { raw, simulation, isWell } = await open();
  const statuses: [string, readonly number[]][] = [];
  for (const [what, bytes] of rejected) statuses.push([what, (await raw(bytes)).statuses]);
  expect(statuses).toStrictEqual(rejected.map(([what, , status]) => [what, [status]]));
  expect(simulation.journal.total).toBe(0);
  expect(await isWell()).toBe(true);
});

test("a request for a tunnel closes the connection", async ({ open }) => {
  const { raw, simulation } = await open();
  const answer = await raw("CONNECT evil.example:80 HTTP/1.1\r\nhost: evil.example:80\r\n\r\n");
  expect(answer).toMatchObject({ text: "", statuses: [], endedBy: "server" });
  expect(simulation.journal.total).toBe(0);
});

/** Valid but unusual HTTP: the usual response, once for each request. */
const answered: readonly (readonly [what: string, bytes: string, statuses: readonly number[]])[] = [
  ["HTTP/1.0 without a Host", "GET /api/v1/users HTTP/1.0\r\n\r\n", [401]],
  ["an upgrade to WebSocket", wire(get, ["connection: upgrade", "upgrade: websocket"]), [200]],
  ["TRACE", wire("TRACE /api/v1/users"), [405]],
  ["OPTIONS for the server", wire("OPTIONS *"), [204]],
  ["a body for GET", wire(get, ["content-length: 3"], "abc"), [200]],
  ["a body for HEAD", `${wire("HEAD /api/v1/users", ["content-length: 3"], "abc")}${wire(get)}`, [200, 200]],
  ["a body that is waited for", creation("{}", ["expect: 100-continue"]), [100, 422]],
  ["chunks with a trailer", wire(post, [json, chunked], "2\r\n{}\r\n0\r\nauthorization: x\r\n\r\n"), [422]],
  [
    "1,000 headers before the token",
    wire(get, []).replace("authorization", `${"a:\r\n".repeat(1000)}authorization`),
    [200],
  ],
  ["names every object has", wire(get, ["__proto__: x", "constructor: y", "set-cookie: a", "set-cookie: b"]), [200]],
];

test("valid but unusual HTTP gets one response for each request", async ({ open }) => {
  const { raw, isWell } = await open();
  const statuses: [string, readonly number[]][] = [];
  for (const [what, bytes, expected] of answered) {
    const replies = expected.filter((status) => status !== 100).length;
    statuses.push([what, (await raw(bytes, { replies })).statuses]);
  }
  expect(statuses).toStrictEqual(answered.map(([what, , expected]) => [what, expected]));
  expect(await isWell()).toBe(true);
});

test("pipelined requests get their responses in order, even if the first is slow", async ({ open }) => {
  const held = Promise.withResolvers<void>();
  const { raw } = await open({ wait: () => held.promise });
  const slow = wire("GET /api/v1/users?page=1&per_page=1", ["prefer: scenario=latency"]);
  const fast = [2, 3, 4].map((page) => wire(`GET /api/v1/users?page=${page}&per_page=1`));
  const answer = raw(slow + fast.join(""), { replies: 4 });
  held.resolve();
  const { text, statuses } = await answer;
  expect(statuses).toStrictEqual([200, 200, 200, 200]);
  expect([...text.matchAll(/"page":(\d)/g)].map(([, page]) => page)).toStrictEqual(["1", "2", "3", "4"]);
});
