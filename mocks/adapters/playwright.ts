import { writeFile } from "node:fs/promises";
import { dirname, resolve as resolvePath } from "node:path";
import { expect as baseExpect, test as base, type Page } from "@playwright/test";
import metadata from "../../package.json" with { type: "json" };
import { InputError } from "../../fixtures/input-error.ts";
import { recordingText, type Recording } from "../simulation/recorder/recording.ts";
import { openRecording, recordedSteps, type RecordedSteps } from "../recording/open-recording.ts";
import { readRecording } from "../recording/read-recording.ts";
import type { Count } from "../journal/journal.ts";
import type { Match } from "../journal/match.ts";
import { createSimulation, type Simulation, type SimulationOptions } from "../simulation/simulation.ts";
import { callByFetch, type SentCall } from "./adapter-requests.ts";
import type { HandlerOptions } from "./msw-handlers.ts";
import { serveRoutes } from "./playwright-route.ts";
import { toHaveReceived, type Received } from "./to-have-received.ts";

export { serveRoutes } from "./playwright-route.ts";

/** The world of a test, and the base URL of the service in its pages. */
export interface OrgkitOptions extends SimulationOptions, HandlerOptions {
  /**
   * The path of a recording from the test's directory, to start from instead of world, dialect, seed, clock and
   * scenarios. Its delays are skipped, unless `wait` is set.
   */
  readonly recording?: string;
}

export interface OrgkitFixtures {
  /** Set with `test.use({ orgkit: { world: "edge", baseUrl: "https://api.example" } })`. */
  readonly orgkit: OrgkitOptions;
  /** Answers the requests of all pages in the test's context, and of no other test. */
  readonly simulation: Simulation;
  /** Sends a request from the test's page to the service, as its application would. */
  readonly call: (
    method: string,
    path: string,
    rest?: Partial<Pick<SentCall, "headers" | "body">>,
  ) => Promise<PageReply>;
  /** The part of the recording that the test gets. */
  readonly recording: RecordedSteps;
}

interface GivenRecording {
  readonly givenRecording: Recording | undefined;
}

/** Playwright's `test`, with a separate simulation for each test. */
export const test = base.extend<OrgkitFixtures & GivenRecording>({
  orgkit: [{}, { option: true }],
  givenRecording: async ({ orgkit: { recording } }, use, { file }) =>
    use(recording === undefined ? undefined : readRecording(resolvePath(dirname(file), recording))),
  simulation: [
    async ({ context, orgkit, givenRecording }, use, testInfo) => {
      const { baseUrl, wait = givenRecording && noWait, recording: _, ...options } = orgkit;
      const simulation = await (givenRecording === undefined
        ? createSimulation(options)
        : openRecording(givenRecording));
      const end = await serveRoutes(context, simulation, {
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(wait === undefined ? {} : { wait }),
      });
      await use(simulation);
      await end();
      if (testInfo.status !== testInfo.expectedStatus) {
        const contentType = "application/json";
        const body = JSON.stringify(simulation.journal.entries(), null, 2);
        await testInfo.attach("orgkit-journal.json", { contentType, body });
        // Attached as a file that orgkit replay can read.
        const path = testInfo.outputPath("orgkit-recording.json");
        await writeFile(path, recordingText(simulation.recording(metadata.version)));
        await testInfo.attach("orgkit-recording.json", { contentType, path });
      }
    },
    { auto: true },
  ],
  call: async ({ page, simulation, orgkit: { baseUrl = someOrigin } }, use) =>
    use((method, path, { headers = {}, body } = {}) =>
      callFromPage(page, simulation, {
        url: baseUrl.replace(/\/+$/, "") + path,
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body }),
      }),
    ),
  recording: async ({ givenRecording }, use) => {
    if (givenRecording === undefined) throw noRecording();
    await use(recordedSteps(givenRecording));
  },
});

/** Not in the fixture's parameter pattern: Playwright parses its source, and takes `//` in it for a comment. */
const someOrigin = "https://api.example";

const noWait = (): Promise<void> => Promise.resolve();

function noRecording(): InputError {
  const problem = 'expected the path of a recording: test.use({ orgkit: { recording: "./orgkit-recording.json" } })';
  return new InputError('the fixture "recording"', [{ at: "orgkit.recording", problem }]);
}

/**
 * Playwright's `expect`, with `await expect(simulation).toHaveReceived({ operation: "createUser" })`. Like other
 * assertions of Playwright, it retries until the timeout.
 */
export const expect = baseExpect.extend({
  async toHaveReceived(simulation: Received, match: Match = {}, options: { readonly count?: Count } = {}) {
    const ends = Date.now() + this.timeout;
    let result = toHaveReceived(simulation, match, options);
    while (result.pass === this.isNot && Date.now() < ends) {
      await nextCall(simulation, ends - Date.now());
      result = toHaveReceived(simulation, match, options);
    }
    return { ...result, name: "toHaveReceived" };
  },
});

/** Resolves with the next request, or at the deadline. */
function nextCall({ journal }: Received, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      end();
      clearTimeout(timer);
      resolve();
    };
    const end = journal.subscribe(done);
    const timer = setTimeout(done, milliseconds);
  });
}

/** A response as a page sees it. */
interface PageReply {
  /** 0 if no complete response came, or for a redirect, whose target a page does not see. */
  readonly status: number;
  readonly body: string;
}

const noReply: PageReply = { status: 0, body: "" };

/** Sends a request from a page to its simulation by `fetch`. It also ends if the simulation lets it hang. */
async function callFromPage(
  page: Page,
  { journal }: Simulation,
  call: SentCall & { readonly url: string },
): Promise<PageReply> {
  const answered = page.evaluate(callByFetch, call);
  const hung = Promise.withResolvers<undefined>();
  const end = journal.subscribe(({ reply }) => {
    if (reply.delivery?.end === "never") hung.resolve(undefined);
  });
  const answer = await Promise.race([answered, hung.promise]).finally(end);
  // Closing the page ends hanging requests.
  if (answer === undefined) answered.catch(() => undefined);
  return answer === undefined || "broken" in answer ? noReply : { status: answer.status, body: answer.body };
}
