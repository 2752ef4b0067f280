import crypto from "node:crypto";
import { IncomingMessage } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { guard } from "./control-guard.ts";

const token = "t".repeat(32);

function rejection(authorization?: string): string | undefined {
  const headers = { host: "127.0.0.1", ...(authorization === undefined ? {} : { authorization }) };
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", headers });
  try {
    guard(request, { token, allowedHosts: [] }, false);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test("comparing a token takes the same time, however much of it is right", () => {
  const compared = vi.spyOn(crypto, "timingSafeEqual");
  syncBuiltinESMExports();
  const wrong = [undefined, "", "Bearer", `Bearer ${token.slice(1)}`, `Bearer ${token}t`, `Bearer x${token.slice(1)}`];
  for (const authorization of wrong) expect(rejection(authorization)).toContain("needs the token");
  expect(rejection(`Bearer ${token}`)).toBeUndefined();
  expect(compared).toHaveBeenCalledTimes(wrong.length + 1);
  expect(compared.mock.calls.map(([given, right]) => [given.byteLength, right.byteLength])).toStrictEqual(
    Array.from({ length: wrong.length + 1 }, () => [32, 32]),
  );
});
