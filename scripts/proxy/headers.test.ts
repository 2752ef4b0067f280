import { expect, test } from "vitest";
import { forClient, forTarget } from "./headers.ts";

test("hop-by-hop headers are removed in both directions; others are forwarded in order, including duplicates", () => {
  const raw =
    "Host a Authorization token Connection X-Hop,close X-Hop 1 TE trailers X-Two 1 X-Two 2 Expect 100-continue";
  expect(forTarget(raw.split(" "), "X-Hop, close").join(" ")).toBe("Authorization token X-Two 1 X-Two 2");
  const response = { "keep-alive": "5", connection: "x-hop", "x-hop": "1", "set-cookie": ["a=1", "b=2"], etag: "e" };
  expect(forClient(response)).toStrictEqual({ "set-cookie": ["a=1", "b=2"], etag: "e", ...forClient({}) });
});

test.each([
  ["gzip, deflate, br, zstd", "gzip, deflate, br"],
  ["zstd, gzip;q=0.5", "gzip;q=0.5"],
  ["*", "identity"],
])("of the encodings %j the target gets %j, which orgkit can decode", (accepted, asked) => {
  expect(forTarget(["Accept-Encoding", accepted])).toStrictEqual(["Accept-Encoding", asked]);
});
