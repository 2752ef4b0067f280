import { creation, expect, test, wire } from "./hostile.fixture.ts";

/** Paths are not normalized: only the id is decoded, and nothing is removed. */
const targets = [
  [200, "", ["http://evil.example/api/v1/users", "https://evil.example:99/api/v1/users?page=1"]],
  [404, "", ["//api/v1/users", "//evil.example/api/v1/users", String.raw`/api\v1\users`, "/%61pi/v1/users"]],
  [404, "/api/v1", ["/../v1/users", "/./users", "/%2e%2e/v1/users", "%2Fusers", "//users", "/users%00", "/users;a=b"]],
  [200, "/api/v1/users?", [`${"a=b&".repeat(3000)}page=1`]],
  [200, "/api/v1/subscriptions/", ["sub_k9p34y6n", "%73ub_k9p34y6n"]],
  [404, "/api/v1/subscriptions/", ["%00", "a%2Fb", "..%2F..%2Fusers", "..", "a".repeat(10_000)]],
  [400, "/api/v1/subscriptions/", ["%", "%ed%a0%80"]],
] as const;

test("a path is not normalized", async ({ open }) => {
  const { raw } = await open();
  for (const [status, prefix, paths] of targets) {
    for (const path of paths) {
      const { statuses } = await raw(wire(`GET ${prefix}${path}`), { replies: 1 });
      expect(statuses, prefix + path.slice(0, 80)).toStrictEqual([status]);
    }
  }
});

/** Method overrides that other servers accept. */
const overrides = ["x-http-method-override: DELETE", "x-method-override: POST", "x-http-method: PUT"];

test("the method is the one that was sent", async ({ open }) => {
  const { raw, simulation } = await open();
  const before = simulation.snapshot();
  const query = wire("GET /api/v1/users?_method=POST&method=DELETE");
  for (const bytes of [...overrides.map((header) => wire("GET /api/v1/users", [header])), query]) {
    expect((await raw(bytes, { replies: 1 })).statuses).toStrictEqual([200]);
  }
  expect(simulation.snapshot()).toStrictEqual(before);
  const body = creation('{"email":"m@new.example","name":"M","_method":"DELETE"}', ["x-http-method-override: GET"]);
  expect((await raw(body, { replies: 1 })).statuses).toStrictEqual([201]);
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
