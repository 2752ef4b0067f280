import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { baseUrl, entry, harOf, type EntryChanges } from "./har.fixture.ts";
import { openHar, type OpenedHar } from "./read.ts";

const directory = openTemporaryDirectory();
let files = 0;

function write(text: string | Buffer): string {
  files += 1;
  return directory.write(`visit-${files}.har`, text);
}

function opened(...entries: readonly object[]): OpenedHar {
  return openHar([write(harOf(...entries))]);
}

function bodiesOf({ exchanges }: OpenedHar): readonly string[] {
  return exchanges.map(({ passed }) => passed.response.body);
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
  ])("%s", (_, changes) => {
    expect(bodiesOf(opened(entry(changes)))).toEqual([json]);
  });

  test.each<[string, object, false | undefined]>([
    [
      "bytes that are UTF-8, with a replacement character of the service",
      base64(Buffer.from('{"name":"\uFFFD"}')),
      undefined,
    ],
    ["bytes that are not UTF-8", base64(Buffer.from('{"name":"\xe9"}', "latin1")), false],
    ["a text in which the tool replaced what was not UTF-8", { text: '{"name":"\uFFFD"}' }, false],
  ])("%s", (_, content, isUtf8) => {
    const { exchanges } = opened(entry({ content }));
    expect(exchanges.map(({ passed }) => passed.response.isUtf8)).toEqual([isUtf8]);
  });

  test("in a file beside the HAR, they are not read: nothing outside of the file is opened", () => {
    directory.write("0a1b.json", json);
    const { traffic } = opened(good, entry({ content: { size: 50, _file: "0a1b.json" } }));
    expect(traffic.leftOut).toEqual([{ reason: "the recorder left its body out", count: 1 }]);
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
])("%s is left out with its reason, and nothing else", (_, changes, reason) => {
  const { traffic } = opened(good, entry(changes), good);
  expect(traffic).toMatchObject({ entries: 3, used: 2, leftOut: [{ reason, count: 1 }] });
});

describe("unusual entries of other tools", () => {
  const changed = (change: (text: string) => string): string => harOf(good).replace(JSON.stringify(good), change);
  test.each<[string, string]>([
    ["with the default port", changed((text) => text.replace("api.example/x", "api.example:443/x"))],
    ["with a host in capitals", changed((text) => text.replace("https://api.example/x", "HTTPS://API.Example/x"))],
    ["with a user in the address", changed((text) => text.replace("https://api", "https://jane:s3cret@api"))],
    ["with a time in words", changed((text) => text.replace('"time":12.5', '"time":"12"'))],
    [
      "with a date that is a number",
      changed((text) => text.replace(/"startedDateTime":"[^"]*"/, '"startedDateTime":5')),
    ],
    ["with a header without a value", changed((text) => text.replace('"value":"/x"', '"value":null'))],
    ["with a status in words", changed((text) => text.replace('"status":200', '"status":"200"'))],
  ])("%s", (_, text) => {
    const recording = openHar([write(text)]);
    expect(recording.traffic).toMatchObject({ baseUrl, used: 1, leftOut: [] });
    expect(bodiesOf(recording)).toEqual([JSON.stringify({ data: [{ id: "u1" }], meta: { page: 1, total: 1 } })]);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["absent", undefined],
  ])("a response that is %s counts as none", (_, response) => {
    const { traffic } = opened(good, { ...good, response });
    expect(traffic.leftOut).toEqual([{ reason: "no response: failed or cancelled", count: 1 }]);
  });
});

test("an invalid entry is left out, with its place", () => {
  const whole = harOf(good, { request: { method: "GET" } }, good);
  const { traffic } = openHar([write(whole)]);
  expect(traffic.used).toBe(2);
  expect(traffic.leftOut[0]?.reason).toMatch(
    /^an entry with a request\.url that is not valid HAR 1\.2 \(entry 2 of visit-\d+\.har\)$/,
  );
});

test("entries left out for the same reason are one line, with the place of the first", () => {
  const odd = { request: { method: "GET" } };
  const { traffic } = opened(good, odd, odd, odd);
  expect(traffic.leftOut).toEqual([{ reason: expect.stringMatching(/not valid HAR 1\.2 \(entry 2 of/), count: 3 }]);
});

test.each([
  ["an empty file", " \n", "it is empty"],
  ["no JSON", "GET /api/v1/users", "it is not JSON, or cut off"],
  ["another JSON", '{"name":"entries"}', "it has no log.entries"],
  ["no entries of the interface", harOf(entry({ url: "https://cdn.example/" })), "it has no requests of the interface"],
  ["no body that could be looked at", harOf(entry({ content: { size: 812 } })), "the recorder left its body out (1)"],
  ["no whole entry", harOf({ request: {} }), /it has no requests of the interface[^]*not valid HAR 1\.2 \(entry 1 of/],
])("%s is rejected as a whole", (_, text, problem) => {
  expect(() => openHar([write(text)])).toThrow(problem);
});

test("HTTP/2 pseudo headers are dropped, and repeated headers are joined", () => {
  const links = ["a", "b"].map((value) => ({ name: "Link", value }));
  const recording = opened(entry({ responseHeaders: links }));
  for (const { passed } of recording.exchanges) {
    expect(Object.keys(passed.request.headers)).toEqual(["authorization"]);
    expect(passed.response.headers["link"]).toBe("a, b");
  }
});

test("the base URL is that of most requests, or the given one", () => {
  const other = "https://other.example";
  const file = write(harOf(good, good, entry({ url: `${other}/api/v1/invoices` })));
  expect(openHar([file]).traffic).toMatchObject({ baseUrl, used: 2 });
  expect(openHar([file]).traffic.notes.join()).toContain("2 base URLs");
  expect(openHar([file], other).traffic).toMatchObject({ baseUrl: other, used: 1 });
});

test.each([
  ["is left out of the whole file, as Chromium does", null],
  ["is replaced by a word", "[REDACTED]"],
  ["is replaced after its scheme", "Bearer ***"],
])("if `Authorization` %s, its absence says nothing", (_, authorization) => {
  const { exchanges, traffic } = opened(
    entry({ authorization }),
    entry({ status: 401, json: { error: "no" }, authorization }),
  );
  expect(exchanges.map(({ passed }) => passed.request.headers["authorization"])).toEqual([
    "Bearer $TOKEN",
    "Bearer $TOKEN",
  ]);
  expect(traffic.notes.join()).toContain("`Authorization` was left out");
});
