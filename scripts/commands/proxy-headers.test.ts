import { expect, test } from "vitest";
import { flat, forClient, forTarget } from "./proxy-headers.ts";

test("what is of the connection ends here, in both directions; the rest passes, in order and more than once", () => {
  const raw = ["Host", "a", "Authorization", "Bearer x", "Connection", "X-Hop, close", "X-Hop", "1", "TE", "trailers"];
  expect(forTarget([...raw, "X-Two", "1", "X-Two", "2", "Expect", "100-continue"], "X-Hop, close")).toStrictEqual([
    "Authorization",
    "Bearer x",
    "X-Two",
    "1",
    "X-Two",
    "2",
  ]);
  const reply = {
    "keep-alive": "timeout=5",
    connection: "x-hop",
    "x-hop": "1",
    "set-cookie": ["a=1", "b=2"],
    etag: "e",
  };
  expect(forClient(reply)).toMatchObject({ "set-cookie": ["a=1", "b=2"], etag: "e" });
  expect(Object.keys(forClient(reply))).not.toContain("x-hop");
});

test.each([
  ["gzip, deflate, br, zstd", "gzip, deflate, br"],
  ["zstd, gzip;q=0.5", "gzip;q=0.5"],
  ["*", "identity"],
])("of the encodings %j the target is asked for %j, which can be read again", (accepted, asked) => {
  expect(forTarget(["Accept-Encoding", accepted], undefined)).toStrictEqual(["Accept-Encoding", asked]);
});

test("a page of any origin may read, none with credentials, whatever the target says", () => {
  const reply = { "access-control-allow-origin": "http://a", "access-control-allow-credentials": "true" };
  expect(forClient(reply)).toStrictEqual({
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "*",
  });
});

test("a header that came twice is one text", () => {
  expect(flat({ "Set-Cookie": ["a", "b"], gone: undefined })).toStrictEqual({ "set-cookie": "a, b" });
});
