import { expect, test } from "vitest";
import { replyStatus } from "./reply-status.ts";

const counted = 'HTTP/1.1 201 Created\r\nContent-Length: 12\r\nDate: now\r\n\r\n{"data":[1]}';
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab\r\nc\r\n0\r\n\r\n";
const empty = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";

test.each([
  ["counted", counted, 201],
  ["chunked", chunked, 200],
  ["chunked and empty", empty, 200],
])("a reply that is %s is whole with its last byte, and not before", (_, text, status) => {
  const bytes = Buffer.from(text);
  const lengths = [...bytes.keys()].filter((length) => replyStatus(bytes.subarray(0, length)) !== undefined);
  expect(lengths).toStrictEqual([]);
  expect(replyStatus(bytes)).toBe(status);
});

test.each([
  ["HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n", "a reply of unknown length"],
  ["SSH-2.0-OpenSSH_9.2\r\n\r\n", "no reply: SSH-2.0"],
])("%j cannot be measured", (text, message) => {
  expect(() => replyStatus(Buffer.from(text))).toThrow(message);
});
