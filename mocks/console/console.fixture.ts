import { expect, test as base, type Locator, type Page } from "@playwright/test";
import { startServer, type RunningServer } from "../adapters/http-server.ts";
import { frozenClock } from "../service/clock.ts";
import { createSimulation, type Simulation, type SimulationOptions } from "../simulation/simulation.ts";
import { testCall, testTimestamp, type TestCall } from "../simulation/caller.fixture.ts";
import { buildConsole } from "./built-console.fixture.ts";

export { expect };

/** A running mock, with its journal, world and clock. */
export interface Mock {
  readonly simulation: Simulation;
  readonly server: RunningServer;
  /** Sends a request to the simulation, without a network. */
  readonly call: (call?: TestCall) => Promise<void>;
  readonly close: () => Promise<void>;
  /** At the same address, with its current world. */
  readonly startAgain: () => Promise<void>;
}

interface Options extends Required<Pick<SimulationOptions, "world" | "dialect">> {
  /** The address that the mock listens on. */
  readonly host: string;
  /** Expected browser errors, which each rejected request causes. */
  readonly allowedComplaints: RegExp;
}

interface Fixtures extends Options {
  readonly mock: Mock;
  /** The errors that the browser reported: blocked by the policy, failed, or sent to another machine. */
  readonly complaints: string[];
  /** The open console. */
  readonly open: (fragment?: string) => Promise<Console>;
}

/** The page, with locators for its parts. */
export interface Console {
  readonly page: Page;
  readonly tab: (name: string) => Locator;
  readonly button: (name: string | RegExp) => Locator;
  /** The rows of the journal. */
  readonly calls: Locator;
  /** The request shown in full. */
  readonly detail: Locator;
  readonly notices: Locator;
}

let built: Promise<void> | undefined;

export const test = base.extend<Fixtures>({
  world: ["demo", { option: true }],
  dialect: ["reference", { option: true }],
  host: ["127.0.0.1", { option: true }],
  allowedComplaints: [/status of 422/, { option: true }],
  // No worker fixture: tests that need others would start another worker.
  mock: async ({ host, world, dialect }, use) => {
    await (built ??= buildConsole());
    const simulation = await createSimulation({ world, dialect, clock: frozenClock(testTimestamp) });
    const start = (port: number): Promise<RunningServer> =>
      startServer(simulation, { host, port, control: { version: "1.2.3" } });
    let server = await start(0);
    const { port } = new URL(server.url);
    await use({
      simulation,
      get server() {
        return server;
      },
      call: async (call) => {
        await simulation.answer(testCall(call));
      },
      close: () => server.close(),
      startAgain: async () => {
        server = await start(Number(port));
      },
    });
    await server.close();
  },
  complaints: [
    async ({ page, mock, allowedComplaints }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => {
        const isOwn = request.url().startsWith(mock.server.url) || /^(?:blob|data):/.test(request.url());
        if (!isOwn) complaints.push(`asked ${request.url()}`);
      });
      await use(complaints);
      expect(complaints.filter((complaint) => !allowedComplaints.test(complaint))).toStrictEqual([]);
    },
    { auto: true },
  ],
  open: async ({ page, mock }, use) => {
    await use(async (fragment = "") => {
      await page.goto(`${mock.server.url}/_orgkit/${fragment}`);
      await expect(page.getByText("Live", { exact: true })).toBeVisible();
      const list = page.getByRole("group", { name: "Requests, newest first" });
      return {
        page,
        tab: (name) => page.getByRole("navigation", { name: "Console" }).getByRole("link", { name }),
        button: (name) => page.getByRole("button", { name, exact: typeof name === "string" }),
        calls: list.getByRole("button"),
        detail: page.getByRole("region", { name: /^Request \d+$/ }),
        notices: page.getByRole("status", { name: "Notices" }),
      };
    });
  },
});
