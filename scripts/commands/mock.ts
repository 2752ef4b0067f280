import type { Command } from "commander";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { openWorld } from "../../fixtures/worlds/open.ts";
import { startServer, type RunningServer } from "../../mocks/faces/http-server.ts";
import { scenarioKinds } from "../../mocks/scenarios/catalogue.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import type { State } from "../../mocks/state/state.ts";
import { defineCommand } from "../settings/define-command.ts";
import { paintFor } from "../terminal.ts";
import { logLine } from "./mock-log.ts";
import { mockOptions, type MockSettings } from "./mock-options.ts";
import { openMockState } from "./mock-state.ts";
import { startupText } from "./mock-startup.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { watchFiles } from "./watch-files.ts";

/** `orgkit mock`: serves the simulation over HTTP until it is told to stop. */
export function mockCommand(version: string): Command {
  return defineCommand(
    {
      name: "mock",
      summary: "serve a stateful stand-in for the service",
      description: "Serves the four operations over HTTP, from a world of records, in a dialect.",
      options: mockOptions,
      help: scenarioHelp(),
    },
    async ({ settings, read, configName }) => {
      const { seed, host, port, quiet } = settings;
      const [world, dialect] = [await openWorld(settings.world, seed), await openDialect(settings.dialect)];
      const simulation = await createSimulation({
        world,
        dialect,
        seed,
        scenarios: settings.scenario,
        memoryBytes: settings.memory * 1e6,
      });
      const state = await openMockState(settings.state, simulation, { world, dialect });
      const paint = paintFor(process.stdout);
      const server = await startServer(simulation, {
        host,
        port,
        control: { version, allowedHosts: settings.allowedHost },
        ...(state === undefined ? {} : { saved: state.saved }),
        ...(quiet
          ? {}
          : { onAnswer: (call, reply) => print(logLine(call, reply, simulation.accounts, new Date(), paint)) }),
      }).catch(async (error: unknown) => {
        await state?.close();
        throw error;
      });
      // Watched before it is said to be up, so that no edit made from then on is missed.
      if (settings.watch) watch({ simulation, state }, settings, configName, read);
      const console = consoleUrl(server);
      const stateText = state && `${settings.state}: ${state.found}`;
      print(startupText({ version, url: server.url, console, host, seed, simulation, state: stateText }, paint));
      if (settings.open) openInBrowser(console);
      stopOnSignal(server, state);
    },
  );
}

/** The token stays in the fragment, which no server and no log sees. */
function consoleUrl({ url, controlToken }: RunningServer): string {
  return `${url}/_orgkit/${controlToken === undefined ? "" : `#token=${controlToken}`}`;
}

function scenarioHelp(): string {
  const width = Math.max(...scenarioKinds.map(({ name }) => name.length));
  const lines = scenarioKinds.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    "\nScenarios:",
    ...lines,
    "  Each takes on=<operation>, rate=<0 to 1>, after=<calls>, times=<calls>; for instance",
    ...scenarioKinds.slice(0, 3).map(({ examples }) => `    --scenario ${examples.at(-1) ?? ""}`),
    "  One call alone: send the header Prefer: scenario=<name>, or Prefer: code=<status>.",
  ].join("\n");
}

interface Mock {
  readonly simulation: Simulation;
  readonly state: State | undefined;
}

/** A broken edit is said, and the last good one stays. */
function watch(
  { simulation, state }: Mock,
  first: MockSettings,
  configName: string | undefined,
  read: () => Promise<MockSettings>,
): void {
  let last = first;
  const files = watchFiles(async (changed) => {
    try {
      const settings = await read();
      const { seed } = simulation;
      const next = { world: await openWorld(settings.world, seed), dialect: await openDialect(settings.dialect) };
      const conflicts = await simulation.adopt(next);
      state?.adopted(next);
      if (settings.scenario.join(" ") !== last.scenario.join(" ")) simulation.use(settings.scenario);
      last = settings;
      follow(settings);
      print([`Took over ${changed}`, ...conflicts.map((conflict) => `  ${conflict}`)].join("\n"));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      print(`Kept the last good state: ${error.message}`);
    }
  });
  const follow = ({ world, dialect }: MockSettings): void =>
    files.follow([world, dialect, ...(configName === undefined ? [] : [configName])]);
  follow(first);
}

function stopOnSignal(server: RunningServer, state: State | undefined): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void stop(server, state).then((code) => process.exit(code)));
  }
}

/** @returns the exit code */
async function stop(server: RunningServer, state: State | undefined): Promise<number> {
  await server.close();
  try {
    await state?.close();
    return 0;
  } catch (error) {
    return (await import("../problem.ts")).reportProblem(error);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
