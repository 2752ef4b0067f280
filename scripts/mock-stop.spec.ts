import { connect } from "node:net";
import { expect } from "@playwright/test";
import { bearer, test } from "./cli.fixture.ts";

async function isReachable(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  return response !== undefined;
}

test("a signal completes the requests in flight, and exits with 0", async ({ mock }) => {
  const { url, signal, ended } = await mock();
  const call = (prefer: string): Promise<Response> =>
    fetch(`${url}/api/v1/users?per_page=50`, { headers: { ...bearer, prefer } });
  const whole = await (await call("")).text();
  // One has received its head, the other nothing: each would take ten more minutes.
  const trickling = await call('scenario="slow-body:ms=600000"');
  const late = call('scenario="latency:ms=600000"');
  const hanging = expect(call('scenario="hang"')).rejects.toThrow();
  const countRequests = async (): Promise<unknown> =>
    (await (await fetch(`${url}/_orgkit/journal?limit=0`)).json()).total;
  await expect.poll(countRequests).toBe(4);
  signal("SIGINT");
  expect(await trickling.text()).toBe(whole);
  expect(await (await late).text()).toBe(whole);
  await hanging;
  expect(await ended).toBe(0);
  expect(await isReachable(url)).toBe(false);
});

test("a second signal exits at once", async ({ mock }) => {
  const { url, signal, ended } = await mock();
  const { hostname, port } = new URL(url);
  const halfway = connect(Number(port), hostname).on("error", () => undefined);
  const head = `POST /api/v1/users HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer.authorization}\r\ncontent-length: 9\r\n\r\n{`;
  await new Promise<void>((resolve) => halfway.write(head, () => resolve()));
  await fetch(url);
  signal("SIGTERM");
  await expect.poll(() => isReachable(url)).toBe(false);
  signal("SIGTERM");
  expect(await ended).toBe("SIGTERM");
});
