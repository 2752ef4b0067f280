import { expect, test } from "vitest";
import { bare } from "../servers/bare.ts";
import { creations } from "./creations.ts";
import { cycle, requestText } from "./request.ts";

test("a call with a body names its length in bytes", () => {
  expect(requestText({ method: "POST", path: "/users", token: "t", body: '"é"' }).split("\r\n")).toStrictEqual([
    "POST /users HTTP/1.1",
    "host: 127.0.0.1",
    "authorization: Bearer t",
    "accept: application/json",
    "content-type: application/json",
    "content-length: 4",
    "",
    '"é"',
  ]);
});

test("a call without one ends with its head", () => {
  expect(requestText({ method: "GET", path: "/users", token: "t" })).toMatch(/json\r\n\r\n$/);
});

test("the same calls come again and again", () => {
  const load = cycle(["/1", "/2"].map((path) => ({ method: "GET", path, token: "t" })));
  expect([load(), load(), load()].map((text) => text.split(" ")[1])).toStrictEqual(["/1", "/2", "/1"]);
});

test("each creation has an address of its own, and a body as long as it says", () => {
  const load = creations(bare);
  const bodies = [load(), load()].map((text) => {
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
    return body;
  });
  expect(bodies[0]).toContain("load-0000001@bench.example");
  expect(bodies[1]).toContain("load-0000002@bench.example");
});
