import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type CDPSession, type Page } from "@playwright/test";
import { build, preview } from "vite";
import { test } from "./cli.fixture.ts";

const token = "aurora-token-4f7a91";
const root = fileURLToPath(new URL("../mocks/example", import.meta.url));

/** Builds the example app for a service, and serves it. */
async function serveApp(service: string, outDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const define = {
    "import.meta.env.VITE_API_BASE_URL": JSON.stringify(service),
    "import.meta.env.VITE_API_TOKEN": JSON.stringify(token),
  };
  const options = { root, logLevel: "silent", define, build: { outDir, emptyOutDir: true } } as const;
  await build(options);
  const server = await preview({ ...options, preview: { host: "127.0.0.1", port: 0 } });
  return { url: server.resolvedUrls?.local[0] ?? "", stop: () => server.close() };
}

/** A user's visit of the app: pages of a list and a new user; the script of the page sends the rest. */
async function use(page: Page, service: string, url: string, settled: () => Promise<void>): Promise<void> {
  await page.goto(`${url}users`);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("21 to 40 of 47")).toBeVisible();
  await settled();
  for (const path of ["invoices", "subscriptions/sub_k9p34y6n", "subscriptions/sub_00000000"]) {
    await page.evaluate(
      async ([address = "", bearer = ""]) => {
        await (await fetch(address, { headers: { authorization: `Bearer ${bearer}` } })).text();
      },
      [`${service}/api/v1/${path}`, token],
    );
    await settled();
  }
  await page.goto(`${url}users/new`);
  await page.getByLabel("Name").fill("Grace Hopper");
  await page.getByLabel("Email").fill("grace@aurora-cycles.example");
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(page.getByText("Grace Hopper was added")).toBeVisible();
  await settled();
}

/** Records like Chromium's network panel, and exports with its default: without `Authorization`. */
async function recordAsDevTools(
  session: CDPSession,
): Promise<{ settled: () => Promise<void>; exported: () => string }> {
  const named = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers)
      .filter(([name]) => !/^(?:authorization|cookie)$/i.test(name))
      .map(([name, value]) => ({ name, value }));
  const requests = new Map<string, object>();
  const responses = new Map<string, { status: number; headers: object[]; mimeType: string }>();
  const entries: object[] = [];
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    const { method, url, headers, postData: text } = request;
    const postData = text === undefined ? {} : { postData: { mimeType: "application/json", text } };
    requests.set(requestId, { method, url, headers: named(headers), ...postData });
  });
  session.on("Network.responseReceived", ({ requestId, response: { status, headers, mimeType } }) => {
    responses.set(requestId, { status, headers: named(headers), mimeType });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const { mimeType = "", ...response } = responses.get(requestId) ?? {};
    const add = (content: object): void => {
      entries.push({ time: 1, request: requests.get(requestId), response: { ...response, content } });
    };
    session
      .send("Network.getResponseBody", { requestId })
      .then(({ body, base64Encoded }) =>
        add({ size: -1, mimeType, text: body, ...(base64Encoded ? { encoding: "base64" } : {}) }),
      )
      // The page is gone, and its bodies with it.
      .catch(() => add({ size: encodedDataLength, mimeType }));
  });
  session.on("Network.loadingFailed", ({ requestId, errorText }) => {
    const response = { status: 0, headers: [], content: { size: 0 }, _error: errorText };
    entries.push({ time: 1, request: requests.get(requestId), response });
  });
  await session.send("Network.enable");
  return {
    // When a page is left, unread bodies are lost.
    settled: () => expect.poll(() => requests.size - entries.length).toBe(0),
    exported: () => JSON.stringify({ log: { version: "1.2", creator: { name: "WebInspector" }, pages: [], entries } }),
  };
}

test("a browser's recording of an app on the mock is judged: from Playwright, and as exported by DevTools", async ({
  directory,
  mock,
  orgkit,
  browser,
}) => {
  test.slow();
  const service = await mock();
  const app = await serveApp(service.url, join(directory, "app"));
  const context = await browser.newContext({
    recordHar: { path: join(directory, "playwright.har"), content: "embed" },
  });
  const page = await context.newPage();
  const { settled, exported } = await recordAsDevTools(await context.newCDPSession(page));
  await use(page, service.url, app.url, settled);
  writeFileSync(join(directory, "devtools.har"), exported());
  await context.close();
  await app.stop();
  expect(readFileSync(join(directory, "playwright.har"), "utf8")).toContain(token);

  for (const name of ["playwright", "devtools"]) {
    const judged = await orgkit(["conform", "--har", `${name}.har`]);
    expect(judged).toMatchObject({ code: 0, err: "" });
    expect(judged.out).toMatch(/\? no violation in \d+ exchanges: \d+ of \d+ verified/);
    expect(judged.out).not.toContain(token);
    expect(judged.out).not.toMatch(/Hopper|aurora-cycles/);
  }
});
