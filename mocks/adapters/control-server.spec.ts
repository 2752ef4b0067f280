import { expect, test } from "./hostile/hostile.fixture.ts";
import { openSandbox } from "./sandbox-client.ts";

test("responses of the control API are never cached, and never rendered as a page", async ({ open }) => {
  const { server } = await open();
  const reply = await fetch(`${server.url}/_orgkit/health`);
  expect(await reply.json()).toStrictEqual({ status: "pass", version: "1.2.3" });
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  expect(reply.headers.get("access-control-allow-origin")).toBeNull();
});

test("a server without the control API has nothing below /_orgkit/", async ({ open }) => {
  const { server } = await open({ hasControl: false });
  const reply = await fetch(`${server.url}/_orgkit/health`);
  expect(await reply.json()).toMatchObject({ status: 404, code: "unknownPath" });
});

test("a browser that opens the base URL is redirected to the console, other clients are not", async ({
  open,
  page,
}) => {
  const { server, simulation } = await open();
  await page.goto(server.url);
  expect(page.url()).toBe(`${server.url}/_orgkit/`);
  expect(simulation.journal.entries()).toStrictEqual([]);

  const html = "text/html,application/xhtml+xml,*/*;q=0.8";
  for (const [method, path, accept, status] of [
    ["GET", "/?from=mail", html, 302],
    ["GET", "/", "application/json", 404],
    ["GET", "/", "*/*", 404],
    ["POST", "/", html, 404],
    ["GET", "/index.html", html, 404],
  ] as const) {
    const reply = await fetch(server.url + path, { method, headers: { accept }, redirect: "manual" });
    expect(reply.status, `${method} ${path} ${accept}`).toBe(status);
  }
});

test("a body must be sent as JSON, which a form cannot do, and not be too long", async ({ open }) => {
  const { server } = await open();
  for (const [type, body, status] of [
    ["text/plain", '{"active":[]}', 415],
    ["application/json", '{"active":[]}', 200],
    ["application/json", `{"active":["${"x".repeat(1024 * 1024)}"]}`, 413],
  ] as const) {
    const headers = { "content-type": type };
    const reply = await fetch(`${server.url}/_orgkit/scenarios`, { method: "PUT", headers, body });
    expect(reply.status).toBe(status);
  }
});

test("the console allows nothing from other origins and nothing inline", async ({ open }) => {
  const { server } = await open();
  expect((await fetch(`${server.url}/_orgkit`, { redirect: "manual" })).headers.get("location")).toBe("/_orgkit/");
  const page = await fetch(`${server.url}/_orgkit/`);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("content-security-policy")).toContain(
    "default-src 'none'; script-src 'self'; style-src 'self';",
  );
});

test("events report requests and changes as they happen", async ({ open }) => {
  const { server, simulation } = await open();
  const reply = await fetch(`${server.url}/_orgkit/events`);
  expect(reply.headers.get("content-type")).toBe("text/event-stream");
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  const readUntil = async (text: string): Promise<void> => {
    while (!seen.includes(text)) {
      const part = await reader?.read();
      if (part?.value === undefined) throw new Error(`ended before ${text}`);
      seen += part.value;
    }
  };
  await readUntil("event: hello\ndata: {}\n\n");
  await fetch(`${server.url}/api/v1/users`);
  const change = "event: change\ndata: {}\n\n";
  await readUntil(change);
  simulation.use("latency");
  await readUntil(change + change);
  await openSandbox(server.url);
  await readUntil(change + change + change);
  await reader?.cancel();
});

test("a client of the event stream does not keep the server from closing", async ({ open }) => {
  const { server } = await open();
  const reply = await fetch(`${server.url}/_orgkit/events`);
  await server.close();
  await expect(reply.text()).rejects.toThrow();
});
