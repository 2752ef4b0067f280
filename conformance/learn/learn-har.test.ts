import { describe, expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { baseUrl, entry, harOf } from "../har/har.fixture.ts";
import { learn } from "./learn.ts";

const directory = openTemporaryDirectory();

const rejection = (text: string) => ({ status: 422, json: { error: { code: "invalid", message: text } } });
const valueOf = async (key: string, ...entries: readonly object[]): Promise<unknown> => {
  const { keys } = await learn({ har: [directory.write("keys.har", harOf(...entries))] });
  const found = keys.find((one) => one.key === key);
  return found && [found.value, found.confidence];
};

describe("what pages of other origins may do", () => {
  const named = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const read = (
    origin: string,
    headers: Readonly<Record<string, string>> = { "Access-Control-Allow-Origin": origin },
  ) => entry({ headers: named({ Origin: origin }), responseHeaders: named(headers) });
  const preflight = (origin: string, headers: Readonly<Record<string, string>>) =>
    entry({
      method: "OPTIONS",
      authorization: null,
      headers: named({
        Origin: origin,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
      }),
      responseHeaders: named({ "Access-Control-Allow-Origin": origin, ...headers }),
      content: { size: 0 },
    });
  const app = "https://app.example";
  const headers = {
    "Access-Control-Allow-Methods": "GET,POST",
    "Access-Control-Allow-Headers": "Authorization, X-Other",
  };

  test.each<[string, readonly object[], unknown]>([
    ["by any", [read(app, { "Access-Control-Allow-Origin": "*" })], [{ origins: "*", expose: null }, "likely"]],
    [
      "with a preflight",
      [preflight(app, headers), read(app)],
      [
        {
          origins: "echo",
          expose: null,
          preflight: 200,
          methods: "GET,POST",
          headers: "Authorization, X-Other",
          maxAge: null,
        },
        "likely",
      ],
    ],
    [
      "by several origins",
      [
        preflight(app, {
          ...headers,
          "Access-Control-Allow-Headers": "authorization",
          "Access-Control-Max-Age": "600",
        }),
        read(app),
        read("https://other.example"),
      ],
      [{ origins: "echo", expose: null, preflight: 200, methods: "GET,POST", headers: "{{requested}}" }, "certain"],
    ],
    ["by some", [read(app), read("https://other.example", {})], [{ origins: [app], expose: null }, "likely"]],
    ["by none", [read(app, {})], [null, "likely"]],
    ["by a page of its own origin only", [read("https://api.example", {})], undefined],
    ["by no page", [entry()], undefined],
  ])("requested %s", async (_, entries, found) => {
    expect(await valueOf("requests.cors", entry(), ...entries)).toEqual(found);
  });
});

test.each(["DELETE", "PUT"])("%s of a list shows the response to other methods", async (method) => {
  const other = entry({ method, ...rejection("no"), status: 405 });
  expect(await valueOf("statuses.failure.methodNotAllowed", entry(), other)).toEqual([405, "certain"]);
});

test("an unknown path shows with other methods, too, but first with GET", async () => {
  const at = (method: string, status: number) =>
    entry({ method, url: `${baseUrl}/api/v1/teams`, ...rejection("no"), status });
  const key = "statuses.failure.unknownPath";
  expect(await valueOf(key, entry(), at("POST", 404))).toEqual([404, "certain"]);
  expect(await valueOf(key, entry(), at("POST", 405), at("GET", 404))).toEqual([404, "certain"]);
});

test("a repeated parameter shows which one counts, and does not select a page", async () => {
  const at = (query: string, number: number) => {
    const json = { data: [{ id: `u${number}` }], meta: { page: number, total: 3 } };
    return entry({ url: `${baseUrl}/api/v1/users?${query}`, json });
  };
  const pages = [at("", 1), at("page=1", 1), at("page=2", 2), at("page=3", 3)];
  const twice = at("page=1&page=2", 2);
  expect(await valueOf("requests.repeatedParameters", ...pages, twice)).toEqual(["last", "certain"]);
});

test("of several base URLs, that of most requests is used, or the given one, and nothing is sent", async () => {
  const other = entry({ url: "https://other.example/api/v1/users", json: { data: [], meta: { page: 0, total: 0 } } });
  const har = [directory.write("two.har", harOf(entry(), entry(), other))];
  const most = await learn({ har });
  expect(most).toMatchObject({ baseUrl, requests: 0 });
  expect(most.traffic?.notes.join()).toContain(`${baseUrl} (2), https://other.example (1)`);
  expect(await learn({ har, baseUrl: "https://other.example/" })).toMatchObject({ baseUrl: "https://other.example" });
});

test("invalid options are reported, and options about requests do not exist", async () => {
  await expect(learn({ har: [] })).rejects.toThrow("expected a HAR file");
  const asking = { har: ["visit.har"], allowWrites: true };
  await expect(learn(asking)).rejects.toThrow(/allowWrites/);
});

test("the advice for a key names a request that shows it", async () => {
  const { missing } = await learn({ har: [directory.write("plain.har", harOf(entry()))] });
  const give = (name: string) => missing.find(({ key }) => key === `requests.${name}`)?.give ?? "";
  expect(give("trailingSlash")).toContain("GET /api/v1/users/");
  expect(give("letterCase")).toContain("GET /api/v1/Users");
  expect(give("mediaTypes")).toContain("POST /api/v1/users");
});
