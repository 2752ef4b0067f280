import type { ScenarioText } from "../../scenarios/catalogue.ts";
import type { DialectInput } from "../../../fixtures/dialect/dialect.ts";
import { frozenClock } from "../../service/clock.ts";
import { createSimulation } from "../../simulation/simulation.ts";
import { setupWorker } from "../browser.ts";

/** What a test passes to the page: only data, since it crosses into the browser. */
export interface PageSetup {
  readonly dialect?: string | DialectInput;
  readonly seed: number;
  /** The time of the frozen clock, in milliseconds since 1970. */
  readonly timestamp: number;
  readonly scenarios?: readonly ScenarioText[];
  readonly baseUrl: string;
  /** Persist the records across reloads, and show it. */
  readonly persist?: boolean;
}

declare global {
  interface Window {
    /** Starts the worker with a simulation, for the tests of the browser adapter. @param text a `PageSetup` as JSON */
    startMock: (text: string) => Promise<void>;
    stopMock: () => Promise<void>;
  }
}

window.startMock = async (text) => {
  const setup: PageSetup = JSON.parse(text);
  const { timestamp, baseUrl, persist, ...options } = setup;
  const simulation = await createSimulation({ ...options, clock: frozenClock(timestamp) });
  const worker = setupWorker(simulation, { baseUrl, ...(persist === undefined ? {} : { persist }) });
  window.stopMock = async () => worker.stop();
  await worker.start({ quiet: persist === undefined });
};
