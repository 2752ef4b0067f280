import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, type Page } from "@playwright/test";
import { build, preview, type InlineConfig } from "vite";
import { buildOnce, isYounger } from "../../fixtures/build-once.fixture.ts";
import { frozenClock } from "../service/clock.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import type { GeneratedCall } from "./hostile/any-call.fixture.ts";
import { startServer } from "./http-server.ts";
import { setupServer } from "./node.ts";
import { serveRoutes } from "./playwright-route.ts";
import type { PageSetup } from "./worker-page/main.fixture.ts";
import { request } from "node:http";

/** What a client saw; only `broken` if no complete response came. */
export type Answer =
  | {
      readonly status: number;
      readonly statusText: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly broken: true };

/** Headers that transports add; everything else must be equal on every adapter. */
const transportHeaders = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** A response without what its transport added, and its base URL as `{base}`. A page does not see the status of a redirect it does not follow. */
function withoutTransport(answer: Answer, baseUrl: string): Answer {
  if ("broken" in answer) return answer;
  if (answer.status >= 300 && answer.status < 400) return { status: 0, statusText: "", headers: {}, body: "" };
  const headers = Object.entries(answer.headers).filter(([name]) => !transportHeaders.has(name));
  return JSON.parse(
    JSON.stringify({ ...answer, statusText: "", headers: Object.fromEntries(headers) }).replaceAll(baseUrl, "{base}"),
  );
}

/** Sends through `node:http`, which keeps the path unchanged, over its own connection. */
function callByHttp(url: string, { method, path, headers, body }: GeneratedCall): Promise<Answer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const fail = (): void => resolve({ broken: true });
    const outgoing = request({ hostname, port, method, path, headers, agent: false }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (part: string) => (text += part));
      reply.on("error", fail);
      reply.on("end", () => {
        const entries = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as const);
        const { statusCode: status = 0, statusMessage: statusText = "" } = reply;
        resolve({ status, statusText, headers: Object.fromEntries(entries), body: text });
      });
    });
    // fetch joins repeated headers; others send them as they are.
    const tokens = headers["authorization"]?.split(", ") ?? [];
    if (tokens.length > 1) outgoing.setHeader("authorization", tokens);
    outgoing.on("error", fail).end(body);
  });
}

/** Sends through `fetch`. It also runs inside a page, so it uses nothing else of this module. */
export async function callByFetch({ url, ...init }: GeneratedCall & { readonly url: string }): Promise<Answer> {
  try {
    const reply = await fetch(url, { ...init, redirect: "manual" });
    const { status, statusText } = reply;
    return { status, statusText, headers: Object.fromEntries(reply.headers), body: await reply.text() };
  } catch {
    return { broken: true };
  }
}

/** Every way to reach a simulation. */
export const adapterNames = ["http server", "msw in Node", "msw worker", "Playwright route"] as const;
type AdapterName = (typeof adapterNames)[number];

type AdapterSetup = Pick<PageSetup, "dialect" | "scenarios">;

/** A simulation behind an adapter; equal options give equal simulations. */
interface Adapter {
  readonly baseUrl: string;
  readonly call: (call: GeneratedCall) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

interface Fixtures {
  /** The address of the page that starts the worker. */
  readonly site: string;
  /** Opens an adapter; it is closed at the end of the test. */
  readonly openAdapter: (name: AdapterName, setup?: AdapterSetup) => Promise<Adapter>;
  /** Opens every adapter. @returns a function that sends a request through each of them, in the order of their names */
  readonly openAll: (setup?: AdapterSetup) => Promise<(call: GeneratedCall) => Promise<readonly Answer[]>>;
}

/** The path prefix of the adapters in a browser. */
const prefix = "/tenant/x";
const timestamp = Date.UTC(2026, 5, 1);
const noWait = (): Promise<void> => Promise.resolve();

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const outDir = join(checkout, "dist/worker-page");
const pageOptions: InlineConfig = {
  configFile: false,
  root: fileURLToPath(new URL("worker-page", import.meta.url)),
  logLevel: "error",
  build: { outDir, emptyOutDir: true },
  preview: { host: "127.0.0.1", port: 0 },
};
const workerScript = join(outDir, "mockServiceWorker.js");
const sources = ["{fixtures,mocks}/**/*.ts", "mocks/adapters/worker-page/*"];

let served: Promise<string> | undefined;

/** Builds the page that starts the worker, once for all processes, and serves it until the process ends. */
async function servePage(): Promise<string> {
  await buildOnce({
    name: `worker-page-${checkout}`,
    isFresh: () => isYounger(workerScript, checkout, sources),
    async build() {
      await build(pageOptions);
      writeFileSync(workerScript, readFileSync(fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js"))));
    },
  });
  return (await preview(pageOptions)).resolvedUrls?.local[0] ?? "";
}

/** One page for each browser adapter, opened once: a new adapter replaces the previous one in its page. */
const pages = new Map<AdapterName, Promise<Page>>();

// No worker fixtures: tests that need others would start another worker.
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  site: async ({}, use) => use(await (served ??= servePage())),
  openAdapter: async ({ browser, site }, use) => {
    const adapters: Adapter[] = [];
    const open = async (): Promise<Page> => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(site);
      return page;
    };
    await use(async (name, setup = {}) => {
      const adapter = await openers[name](setup, () => {
        const page = pages.get(name) ?? open();
        pages.set(name, page);
        return page;
      });
      adapters.push(adapter);
      return adapter;
    });
    for (const { close } of adapters) await close();
  },
  openAll: async ({ openAdapter }, use) => {
    await use(async (setup) => {
      const adapters = await Promise.all(adapterNames.map((name) => openAdapter(name, setup)));
      return async (call) => {
        const answers: Answer[] = [];
        for (const { call: send, baseUrl } of adapters) answers.push(withoutTransport(await send(call), baseUrl));
        return answers;
      };
    });
  },
});

export { expect } from "@playwright/test";

export function pageSetup(setup: AdapterSetup, baseUrl: string): PageSetup {
  return { ...setup, seed: 7, timestamp, baseUrl };
}

export async function simulate(setup: AdapterSetup): Promise<Simulation> {
  const { timestamp: at, baseUrl: _, ...options } = pageSetup(setup, "");
  return createSimulation({ ...options, clock: frozenClock(at) });
}

function callInPage(page: Page, baseUrl: string): Adapter["call"] {
  return (call) => page.evaluate(callByFetch, { ...call, url: baseUrl + call.path });
}

type OpenAdapter = (setup: AdapterSetup, openPage: () => Promise<Page>) => Promise<Adapter>;

const openers: Readonly<Record<AdapterName, OpenAdapter>> = {
  "http server": async (setup) => {
    const server = await startServer(await simulate(setup), { port: 0, wait: noWait });
    return { baseUrl: server.url, call: (call) => callByHttp(server.url, call), close: () => server.close() };
  },
  "msw in Node": async (setup) => {
    const baseUrl = `http://mock.example${prefix}`;
    const network = setupServer(await simulate(setup), { baseUrl, wait: noWait });
    network.listen({ onUnhandledFrame: "bypass" });
    return {
      baseUrl,
      call: (call) => callByFetch({ ...call, url: baseUrl + call.path }),
      close: () => Promise.resolve(network.close()),
    };
  },
  "msw worker": async (setup, openPage) => {
    const page = await openPage();
    const baseUrl = new URL(page.url()).origin + prefix;
    await page.evaluate((text) => window.startMock(text), JSON.stringify(pageSetup(setup, baseUrl)));
    return { baseUrl, call: callInPage(page, baseUrl), close: () => page.evaluate(() => window.stopMock()) };
  },
  "Playwright route": async (setup, openPage) => {
    const page = await openPage();
    const baseUrl = new URL(page.url()).origin + prefix;
    const close = await serveRoutes(page.context(), await simulate(setup), { baseUrl, wait: noWait });
    return { baseUrl, call: callInPage(page, baseUrl), close };
  },
};
