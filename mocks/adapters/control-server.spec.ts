import { expect, test } from "./hostile/hostile.fixture.ts";

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
});

test("a browser that opens the base URL is redirected to the console, other clients are not", async ({
  open,
  page,
}) => {
  const { server, simulation } = await open();
  for (const path of ["", "/_orgkit", "/?from=mail"]) {
    await page.goto(server.url + path);
    expect(page.url()).toBe(`${server.url}/_orgkit/`);
  }
  expect(simulation.journal.entries()).toStrictEqual([]);

  const html = "text/html,application/xhtml+xml,*/*;q=0.8";
  for (const [method, path, accept] of [
    ["GET", "/", "*/*"],
    ["POST", "/", html],
    ["GET", "/index.html", html],
  ] as const) {
    const reply = await fetch(server.url + path, { method, headers: { accept }, redirect: "manual" });
    expect(reply.status, `${method} ${path} ${accept}`).toBe(404);
  }
});

test("events report changes as they happen, and do not keep the server from closing", async ({ open }) => {
  const { server, simulation } = await open();
  const { headers, body } = await fetch(`${server.url}/_orgkit/events`);
  expect(headers.get("content-type")).toBe("text/event-stream");
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  const readUntil = async (text: string): Promise<void> => {
    while (!seen.includes(text)) seen += (await reader?.read())?.value ?? "";
  };
  await readUntil("event: hello\ndata: {}\n\n");
  const change = "event: change\ndata: {}\n\n";
  await fetch(`${server.url}/api/v1/users`);
  await readUntil(change);
  simulation.use("latency");
  await readUntil(change + change);
  await server.close();
  await expect(reader?.read()).rejects.toThrow();
});
