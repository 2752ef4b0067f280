import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { conform } from "./conform.ts";
import { KitFault } from "./kit-fault.ts";

test("a suite that breaks is a fault of the kit, never a verdict on the target", async () => {
  const target = createServer((_, response) => response.end('{"data":[],"meta":{"page":1,"total":0}}'));
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const address = target.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const before = process.env["NODE_OPTIONS"];
  process.env["NODE_OPTIONS"] = "--require ./no-such-module.cjs";
  try {
    const judged = conform({
      baseUrl: `http://127.0.0.1:${port}`,
      token: "some-token-1234",
    });
    await expect(judged).rejects.toThrow(KitFault);
    await expect(judged).rejects.toThrow("the suite ended without findings");
  } finally {
    if (before === undefined) delete process.env["NODE_OPTIONS"];
    else process.env["NODE_OPTIONS"] = before;
    target.close();
  }
});

test("a run that is stopped rejects and sends nothing more", async () => {
  const stop = new AbortController();
  let calls = 0;
  const target = createServer((_, response) => {
    calls += 1;
    // What was asked before the stop is answered; what it would have led to is never asked.
    if (calls === 2) stop.abort();
    response.end('{"data":[],"meta":{"page":1,"total":0}}');
  });
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const address = target.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await expect(
    conform({
      baseUrl: `http://127.0.0.1:${port}`,
      token: "some-token-1234",
      signal: stop.signal,
    }),
  ).rejects.toThrow("aborted");
  target.closeAllConnections();
  target.close();
  // The whole suite would have made ten times as many.
  expect(calls).toBeLessThan(10);
});
