import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { baseUrl, entry, harOf, token, type EntryChanges } from "./har.fixture.ts";
import { openHar, type OpenedHar } from "./read.ts";

const directory = openTemporaryDirectory();
let files = 0;

function write(text: string | Buffer): string {
  files += 1;
  return directory.write(`visit-${files}.har`, text);
}

async function opened(...entries: readonly object[]): Promise<OpenedHar> {
  return openHar([write(harOf(...entries))]);
}

async function bodiesOf(recording: OpenedHar): Promise<readonly string[]> {
  const bodies: string[] = [];
  for await (const { passed } of recording.exchanges()) bodies.push(passed.response.body);
  return bodies;
}

const good = entry();
const json = JSON.stringify({ data: [{ id: "u2" }], meta: { page: 1, total: 1 } });
const headers = (encoding: string) => [
  { name: "Content-Type", value: "application/json" },
  { name: "Content-Encoding", value: encoding },
];
const base64 = (bytes: Buffer): object => ({ text: bytes.toString("base64"), encoding: "base64" });

describe("bodies in the formats that tools write", () => {
  test.each<[string, EntryChanges]>([
    ["as text", { content: { text: json, size: json.length } }],
    [
      "as text, of a response that was compressed",
      { content: { text: json, size: 20 }, responseHeaders: headers("br") },
    ],
    ["in base64", { content: base64(Buffer.from(json)) }],
    ["in base64, still compressed by gzip", { content: base64(gzipSync(json)), responseHeaders: headers("gzip") }],
    [
      "in base64, still compressed by brotli",
      { content: base64(brotliCompressSync(json)), responseHeaders: headers("br") },
    ],
    ["whole, though the tool counts more bytes", { content: { text: json, size: 9999 } }],
  ])("%s", async (_, changes) => {
    expect(await bodiesOf(await opened(entry(changes)))).toEqual([json]);
  });

  test.each<[string, object, false | undefined]>([
    [
      "bytes that are UTF-8, with a replacement character of the service",
      base64(Buffer.from('{"name":"\uFFFD"}')),
      undefined,
    ],
    ["bytes that are not UTF-8", base64(Buffer.from('{"name":"\xe9"}', "latin1")), false],
    ["a text in which the tool replaced what was not UTF-8", { text: '{"name":"\uFFFD"}' }, false],
  ])("%s", async (_, content, isUtf8) => {
    const found: unknown[] = [];
    for await (const { passed } of (await opened(entry({ content }))).exchanges()) found.push(passed.response.isUtf8);
    expect(found).toEqual([isUtf8]);
  });

  test("in a file beside the HAR, as Playwright attaches them; other directories are not read", async () => {
    directory.write("0a1b.json", json);
    const [beside, elsewhere] = ["0a1b.json", "../0a1b.json"].map((_file) => entry({ content: { size: 50, _file } }));
    const recording = await opened(beside ?? {}, elsewhere ?? {});
    expect(await bodiesOf(recording)).toEqual([json]);
    expect(recording.traffic.leftOut).toEqual([{ reason: "the recorder left its body out", count: 1 }]);
  });
});

test.each<[string, EntryChanges, string]>([
  ["another host", { url: "https://cdn.example/app.js" }, "of another host or base URL"],
  ["another part of the host", { url: `${baseUrl}/login` }, "not part of the interface"],
  [
    "a cancelled request",
    { status: 0, more: { _error: "net::ERR_ABORTED" } },
    "no response: failed or cancelled (net::ERR_ABORTED)",
  ],
  ["not modified", { status: 304, content: { size: 0 } }, "304: not modified, without a body"],
  [
    "a body that the recorder dropped",
    { content: { size: 812, mimeType: "application/json" } },
    "the recorder left its body out",
  ],
  ["a body that was cut", { content: { text: json.slice(0, 20), size: json.length } }, "its body is truncated"],
  ["a body that may be cut", { content: { text: json.slice(0, 20) } }, "its body is truncated"],
  [
    "an encoding nobody reads",
    { content: base64(Buffer.from([0xff, 0xfe, 1])), responseHeaders: headers("zstd") },
    "a body in the encoding zstd",
  ],
  ["a body that is far too large", { content: { text: "x".repeat(9_000_000) } }, "a body too large to judge"],
])("%s is left out with its reason, and nothing else", async (_, changes, reason) => {
  const { traffic } = await opened(good, entry(changes), good);
  expect(traffic).toMatchObject({ entries: 3, used: 2, leftOut: [{ reason, count: 1 }] });
});

describe("unusual entries of other tools", () => {
  const changed = (change: (text: string) => string): string => harOf(good).replace(JSON.stringify(good), change);
  test.each<[string, string]>([
    ["with the default port", changed((text) => text.replace("api.example/x", "api.example:443/x"))],
    ["with a host in capitals", changed((text) => text.replace("https://api.example/x", "HTTPS://API.Example/x"))],
    ["with a user in the address", changed((text) => text.replace("https://api", "https://jane:s3cret@api"))],
    ["with numbers that are no JSON", changed((text) => text.replace('"time":12.5', '"time":NaN,"x":[-Infinity]'))],
    ["with a time in words", changed((text) => text.replace('"time":12.5', '"time":"12"'))],
    [
      "with a date that is a number",
      changed((text) => text.replace(/"startedDateTime":"[^"]*"/, '"startedDateTime":5')),
    ],
    ["with a header without a value", changed((text) => text.replace('"value":"/x"', '"value":null'))],
    ["with a status in words", changed((text) => text.replace('"status":200', '"status":"200"'))],
  ])("%s", async (_, text) => {
    const recording = await openHar([write(text)]);
    expect(recording.traffic).toMatchObject({ baseUrl, used: 1, leftOut: [] });
    expect(await bodiesOf(recording)).toEqual([JSON.stringify({ data: [{ id: "u1" }], meta: { page: 1, total: 1 } })]);
  });

  test("NaN in a body stays as the service sent it", async () => {
    const text = changed((one) => one.replace('"time":12.5', '"time":NaN').replace('\\"total\\":1', '\\"total\\":NaN'));
    expect(await bodiesOf(await openHar([write(text)]))).toEqual([
      '{"data":[{"id":"u1"}],"meta":{"page":1,"total":NaN}}',
    ]);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["absent", undefined],
  ])("a response that is %s counts as none", async (_, response) => {
    const { traffic } = await opened(good, { ...good, response });
    expect(traffic.leftOut).toEqual([{ reason: "no response: failed or cancelled", count: 1 }]);
  });
});

test("an invalid entry is left out, with its place", async () => {
  const whole = harOf(good, { request: { method: "GET" } }, good);
  const { traffic } = await openHar([write(whole)]);
  expect(traffic.used).toBe(2);
  expect(traffic.leftOut[0]?.reason).toMatch(
    /^an entry with a request\.url that is not valid HAR 1\.2 \(entry 2 of visit-\d+\.har, byte \d+\)$/,
  );
});

test("entries left out for the same reason are one line, with the place of the first", async () => {
  const odd = { request: { method: "GET" } };
  const { traffic } = await opened(good, odd, odd, odd);
  expect(traffic.leftOut).toEqual([{ reason: expect.stringMatching(/not valid HAR 1\.2 \(entry 2 of/), count: 3 }]);
});

test.each([
  ["an empty file", " \n", "it is empty"],
  ["UTF-16", Buffer.from(`\uFEFF${harOf(good)}`, "utf16le"), "it is UTF-16; save it as UTF-8"],
  ["no JSON", "GET /api/v1/users", "it has no log.entries"],
  ["what is compressed in another way", brotliCompressSync(`${harOf(good)}[[[`), "it has no log.entries"],
  ["another JSON", '{"name":"entries"}', "it has no log.entries"],
  ["no entries of the interface", harOf(entry({ url: "https://cdn.example/" })), "it has no requests of the interface"],
  ["no body that could be looked at", harOf(entry({ content: { size: 812 } })), "the recorder left its body out (1)"],
  ["no whole entry", harOf({ request: {} }), /it has no requests of the interface[^]*not valid HAR 1\.2 \(entry 1 of/],
])("%s is rejected as a whole", async (_, text, problem) => {
  await expect(openHar([write(text)])).rejects.toThrow(problem);
});

test("HTTP/2 pseudo headers are dropped, and repeated headers are joined", async () => {
  const links = ["a", "b"].map((value) => ({ name: "Link", value }));
  const recording = await opened(entry({ responseHeaders: links }));
  for await (const { passed } of recording.exchanges()) {
    expect(Object.keys(passed.request.headers)).toEqual(["authorization"]);
    expect(passed.response.headers["link"]).toBe("a, b");
  }
});

test("the base URL is that of most requests, or the given one", async () => {
  const other = "https://other.example";
  const file = write(harOf(good, good, entry({ url: `${other}/api/v1/invoices` })));
  expect((await openHar([file])).traffic).toMatchObject({ baseUrl, used: 2 });
  expect((await openHar([file])).traffic.notes.join()).toContain("2 base URLs");
  expect((await openHar([file], other)).traffic).toMatchObject({ baseUrl: other, used: 1 });
});

describe("accounts", () => {
  const as = async (...entries: readonly object[]) => {
    const recording = await opened(...entries);
    const found: string[] = [];
    for await (const { passed } of recording.exchanges()) {
      const { as: credentials, account } = recording.accounts.carried(passed);
      found.push(`${credentials} ${account ?? "-"}`);
    }
    return { found, notes: recording.traffic.notes.join() };
  };
  const rejected = { status: 401, json: { error: "no" } };

  test("are distinguished by their tokens, and by common records of two tokens", async () => {
    const records = (id: string) => ({ json: { data: [{ id, name: `of ${id}` }], meta: { page: 1, total: 1 } } });
    const { found } = await as(
      entry(records("a")),
      entry({ ...records("b"), authorization: "Bearer another-token-1" }),
      entry({ ...records("a"), authorization: "Bearer refreshed-token-1" }),
    );
    expect(found).toEqual(["first 1", "first 2", "first 1"]);
  });

  test("a token that is never accepted is unknown; missing, empty and other credentials are distinguished", async () => {
    const { found } = await as(
      good,
      entry({ ...rejected, authorization: "Bearer who-knows-who-0" }),
      entry({ ...rejected, authorization: null }),
      entry({ ...rejected, authorization: "" }),
      entry({ ...rejected, authorization: "Bearer" }),
      entry({ ...rejected, authorization: "Basic dXNlcjpwYXNz" }),
      entry({ authorization: `bearer ${token}` }),
    );
    expect(found.map((one) => one.split(" ")[0])).toEqual([
      "first",
      "never-issued",
      "none",
      "empty",
      "no-token",
      "other-scheme",
      "other-case",
    ]);
  });

  test.each([
    ["is left out of the whole file, as Chromium does", null],
    ["is replaced by a word", "[REDACTED]"],
    ["is replaced after its scheme", "Bearer ***"],
  ])("if `Authorization` %s, its absence says nothing", async (_, authorization) => {
    const { found, notes } = await as(entry({ authorization }), entry({ ...rejected, authorization }));
    expect(found.map((one) => one.split(" ")[0])).toEqual(["first", "first"]);
    expect(notes).toContain("`Authorization` was left out");
  });
});
