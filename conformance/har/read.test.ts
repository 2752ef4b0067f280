import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/files/temporary-directory.fixture.ts";
import { baseUrl, entry, harOf, type EntryChanges } from "./har.fixture.ts";
import { openHar, type HarTraffic } from "./read.ts";

const directory = openTemporaryDirectory();

function openText(text: string, baseUrlGiven?: string): HarTraffic {
  return openHar([directory.write("visit.har", text)], baseUrlGiven);
}

function open(...entries: readonly object[]): HarTraffic {
  return openText(harOf(...entries));
}

const good = entry();
const json = JSON.stringify({ data: [{ id: "u2" }], meta: { page: 1, total: 1 } });
const encodedAs = (encoding: string) => [
  { name: "Content-Type", value: "application/json" },
  { name: "Content-Encoding", value: encoding },
];
const base64 = (bytes: Buffer): object => ({ text: bytes.toString("base64"), encoding: "base64" });

test.each<[string, EntryChanges]>([
  ["as text, of a compressed response", { content: { text: json, size: 20 }, responseHeaders: encodedAs("br") }],
  ["in base64", { content: base64(Buffer.from(json)) }],
  ["in base64 of gzip", { content: base64(gzipSync(json)), responseHeaders: encodedAs("gzip") }],
  ["in base64 of brotli", { content: base64(brotliCompressSync(json)), responseHeaders: encodedAs("br") }],
  ["whole, though the tool counts more bytes", { content: { text: json, size: 9999 } }],
])("a body is read as tools write it: %s", (_, changes) => {
  expect(open(entry(changes)).exchanges.map(({ response }) => response.body)).toEqual([json]);
});

test.each<[string, object, false | undefined]>([
  ["bytes with a replacement character of the service", base64(Buffer.from('{"name":"\uFFFD"}')), undefined],
  ["bytes that are not UTF-8", base64(Buffer.from('{"name":"\xe9"}', "latin1")), false],
  ["a text in which the tool replaced what was not UTF-8", { text: '{"name":"\uFFFD"}' }, false],
])("whether a body is UTF-8 is known: %s", (_, content, isUtf8) => {
  expect(open(entry({ content })).exchanges.map(({ response }) => response.isUtf8)).toEqual([isUtf8]);
});

test.each<[string, object, string]>([
  ["another host", entry({ url: "https://cdn.example/app.js" }), "of another host or base URL"],
  ["another part of the host", entry({ url: `${baseUrl}/login` }), "not part of the interface"],
  [
    "a cancelled request",
    entry({ status: 0, more: { _error: "net::ERR" } }),
    "no response: failed or cancelled (net::ERR)",
  ],
  ["a response that is null", { ...good, response: null }, "no response: failed or cancelled"],
  ["not modified", entry({ status: 304, content: { size: 0 } }), "304: not modified, without a body"],
  ["a body beside the file", entry({ content: { size: 812, _file: "0a.json" } }), "the recorder left its body out"],
  ["a body that may be cut", entry({ content: { text: json.slice(0, 20) } }), "its body is truncated"],
  [
    "an encoding nobody reads",
    entry({ content: base64(Buffer.from([0xff, 0xfe, 1])), responseHeaders: encodedAs("zstd") }),
    "a body in the encoding zstd",
  ],
  ["a body that is far too large", entry({ content: { text: "x".repeat(9_000_000) } }), "a body too large to judge"],
])("%s is left out with its reason, and nothing else", (_, odd, reason) => {
  const { exchanges, leftOut } = open(good, odd, good);
  expect([exchanges.length, leftOut]).toEqual([2, [{ reason, count: 1 }]]);
});

test("invalid entries are left out, in one line for each reason, with the place of the first", () => {
  const invalid = { request: { method: "GET" } };
  const { exchanges, leftOut } = open(good, invalid, invalid, good);
  expect(exchanges).toHaveLength(2);
  const reason = "an entry with a request.url that is not valid HAR 1.2 (entry 2 of visit.har)";
  expect(leftOut).toEqual([{ reason, count: 2 }]);
});

test.each<[string, RegExp | string, string]>([
  ["the default port", "api.example/x", "api.example:443/x"],
  ["a host in capitals", "https://api.example/x", "HTTPS://API.Example/x"],
  ["a user in the address", "https://api", "https://jane:s3cret@api"],
  ["a time in words", '"time":12.5', '"time":"12"'],
  ["a date that is a number", /"startedDateTime":"[^"]*"/, '"startedDateTime":5'],
  ["a header without a value", '"value":"/x"', '"value":null'],
  ["a status in words", '"status":200', '"status":"200"'],
])("an unusual entry is read: %s", (_, usual, unusual) => {
  const traffic = openText(harOf(good).replace(usual, unusual));
  expect([traffic.baseUrl, traffic.exchanges.length, traffic.leftOut]).toEqual([baseUrl, 1, []]);
});

test.each([
  ["an empty file", " \n", "it is empty"],
  ["no JSON", "GET /api/v1/users", "it is not JSON, or cut off"],
  ["another JSON", '{"name":"entries"}', "it has no log.entries"],
  ["no entries of the interface", harOf(entry({ url: "https://cdn.example/" })), "it has no requests of the interface"],
  ["no body that could be looked at", harOf(entry({ content: { size: 812 } })), "the recorder left its body out (1)"],
  ["no whole entry", harOf({ request: {} }), /it has no requests of the interface[^]*not valid HAR 1\.2 \(entry 1 of/],
])("%s is rejected as a whole", (_, text, problem) => {
  expect(() => openText(text)).toThrow(problem);
});

test("HTTP/2 pseudo headers are dropped, and repeated headers are joined", () => {
  const links = ["a", "b"].map((value) => ({ name: "Link", value }));
  const [exchange] = open(entry({ responseHeaders: links })).exchanges;
  expect(Object.keys(exchange?.request.headers ?? {})).toEqual(["authorization"]);
  expect(exchange?.response.headers["link"]).toBe("a, b");
});

test("the base URL is that of most requests, or the given one", () => {
  const other = "https://other.example";
  const text = harOf(good, good, entry({ url: `${other}/api/v1/invoices` }));
  expect(openText(text)).toMatchObject({
    baseUrl,
    exchanges: [{}, {}],
    notes: [expect.stringContaining("2 base URLs")],
  });
  expect(openText(text, other)).toMatchObject({ baseUrl: other, exchanges: [{}] });
});

test.each([null, "[REDACTED]", "Bearer ***"])("a removed `Authorization` (%s) shows nothing", (authorization) => {
  const { exchanges, notes } = open(entry({ authorization }), entry({ status: 401, authorization }));
  expect(exchanges.map(({ request }) => request.headers["authorization"])).toEqual(["Bearer $TOKEN", "Bearer $TOKEN"]);
  expect(notes.join()).toContain("`Authorization` was left out");
});
