import { creation, expect, test, wire } from "./hostile.fixture.ts";

const get = "GET /api/v1/users?per_page=1";
const chunked = ["content-type: application/json", "transfer-encoding: chunked"];
const ada = { email: "ada@new.example", name: "Ada" };
const limit = 1024 * 1024;
const long = creation(JSON.stringify({ ...ada, note: "x".repeat(limit) }));

function inChunks(body: string, end = "\r\n"): string {
  return wire("POST /api/v1/users", chunked, `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n${end}`);
}

type Row = readonly [what: string, bytes: string, ...statuses: number[]];

const rejected: readonly Row[] = [
  ["not HTTP", "\u0000\u0001\u0002\r\n\r\n", 400],
  ["no Host", "GET /api/v1/users HTTP/1.1\r\n\r\n", 400],
  ["two Hosts", wire(get, ["host: evil.example"]), 400],
  ["a length and chunks", creation("{}", ["transfer-encoding: chunked"]), 400],
  ["two lengths", creation("{}", ["content-length: 3"]), 400],
  ["a header of 70 kB", wire(get, [`x-one: ${"b".repeat(70_000)}`]), 431],
  ["a tunnel", "CONNECT evil.example:80 HTTP/1.1\r\nhost: evil.example:80\r\n\r\n"],
  ["a body that is too long", long, 413],
  ["chunks that are too long", inChunks("x".repeat(limit + 1)), 413],
  ["a body that is too long for the control API", long.replace("/api/v1/users", "/_orgkit/clock"), 413],
];

test("an invalid or oversized request is rejected, and its connection closed", async ({ open }) => {
  // Longer than a test: the server must not close for idleness only.
  const { raw, simulation, isWell } = await open({ patience: { idleMs: 600_000 } });
  for (const [what, bytes, ...statuses] of rejected) {
    // A second request in the same packet is not answered, and changes nothing.
    for (const sent of [bytes, bytes + creation(JSON.stringify(ada))]) {
      expect(await raw(sent), what).toMatchObject({ statuses, endedBy: "server" });
    }
  }
  expect(simulation.journal.entries().map(({ reply }) => reply.status)).toStrictEqual([413, 413, 413, 413]);
  expect(await isWell()).toBe(true);
});

/** A path is not normalized: only the id in it is decoded. */
const paths: Readonly<Record<number, readonly string[]>> = {
  200: ["http://evil.example/api/v1/users", `/api/v1/users?${"a=b&".repeat(3000)}page=1`],
  400: ["/api/v1/subscriptions/%", "/api/v1/subscriptions/%ed%a0%80"],
  404: [
    "//api/v1/users",
    String.raw`/api\v1\users`,
    "/api/v1/%2e%2e/v1/users",
    "/api/v1/subscriptions/..%2F..%2Fusers",
    `/api/v1/subscriptions/${"a".repeat(10_000)}`,
  ],
};

const answered: readonly Row[] = [
  ["HTTP/1.0 without a Host", "GET /api/v1/users HTTP/1.0\r\n\r\n", 401],
  ["an upgrade to WebSocket", wire(get, ["connection: upgrade", "upgrade: websocket"]), 200],
  ["OPTIONS for the server", wire("OPTIONS *"), 204],
  ["a body for GET", wire(get, ["content-length: 3"], "abc"), 200],
  ["a body for HEAD", `${wire("HEAD /api/v1/users", ["content-length: 3"], "abc")}${wire(get)}`, 200, 200],
  ["a body that is waited for", creation("{}", ["expect: 100-continue"]), 100, 422],
  ["a body of the maximum size", creation(JSON.stringify({ ...ada, n: "x".repeat(limit - 60) })), 201],
  ["chunks with a trailer", inChunks("{}", "authorization: x\r\n\r\n"), 422],
  ["1,000 headers before the token", wire(get).replace("authorization", `${"a:\r\n".repeat(1000)}authorization`), 200],
  ["names of inherited members", wire(get, ["__proto__: x", "set-cookie: a", "set-cookie: b"]), 200],
  ["another method in a header", wire(get, ["x-http-method-override: DELETE"]), 200],
  ["another method in the query", wire(`${get}&_method=DELETE`), 200],
  ...Object.entries(paths).flatMap(([status, targets]) =>
    targets.map((path) => [path.slice(0, 80), wire(`GET ${path}`), Number(status)] as const),
  ),
];

test("valid but unusual HTTP gets the usual response, one for each request", async ({ open }) => {
  const { raw } = await open();
  for (const [what, bytes, ...statuses] of answered) {
    const replies = statuses.filter((status) => status !== 100).length;
    expect((await raw(bytes, { replies })).statuses, what).toStrictEqual(statuses);
  }
});

/** Places where client text could come back in a header. */
const lineBreaks = [
  wire("GET /api/v1/subscriptions/a%0d%0ax-evil:%201"),
  wire("GET /api/v1/users?page=1%0d%0ax-evil:%201"),
  wire("GET /api/v1/users", ['prefer: scenario="latency:ms=0%0d%0ax-evil: 1"']),
  creation("{}").replace("application/json", "text/x%0d%0ax-evil: 1"),
  creation(String.raw`{"email":"c@new.example","name":"C","id":"a\r\nx-evil: 1"}`),
];

test("line breaks from a client never create a header", async ({ open }) => {
  for (const dialect of ["reference", "zero-based"]) {
    const { raw } = await open({ dialect });
    for (const bytes of lineBreaks) {
      expect((await raw(bytes, { replies: 1 })).text).toMatch(/^HTTP\/1\.1 [24](?![^]*\r\nx-evil[^]*\r\n\r\n)/);
    }
  }
});
