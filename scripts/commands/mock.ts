import { spawn } from "node:child_process";
import { config, z } from "zod";
import { withFileContents, onOff, option, text } from "../../fixtures/settings/settings.ts";
import { changeRequests, openDialect } from "../../fixtures/dialect/open.ts";
import { isPath } from "../../fixtures/input/open-data.ts";
import { openWorld } from "../../fixtures/worlds/open.ts";
import { startServer, type RunningServer } from "../../mocks/adapters/http-server.ts";
import { scenarioKinds } from "../../mocks/scenarios/catalogue.ts";
import { openCors } from "../../mocks/service/cors.ts";
import { createSimulation } from "../../mocks/simulation/create-simulation.ts";
import type { ProjectModule } from "../../mocks/adapters/project.ts";
import { parseScenarios } from "../../mocks/scenarios/parse.ts";
import type { Simulation } from "../../mocks/simulation/simulation.ts";
import type { State, StateOptions } from "../../mocks/state/state.ts";
import { simulationOptions } from "../../fixtures/settings/simulation-options.ts";
import { paint, print, warn } from "../terminal/terminal.ts";
import { logLine, startupLines } from "./mock-text.ts";
import { watchFiles } from "./watch-files.ts";
import { defineCommand } from "./define-command.ts";
import { listenOptions } from "./shared-options.ts";

// At a start each schema is used once: compiling it takes longer than interpreting it.
config({ jitless: true });

/** The options of `orgkit mock`, in the order of its help. */
export const mockOptions = z.object({
  ...listenOptions,
  allowedHost: option(listenOptions.allowedHost, {
    flags: "--allowed-host <name>",
    description: "also serve the console at this host name; repeatable",
  }),
  ...simulationOptions,
  cors: option(onOff, { flags: "--cors", description: "allow every origin (CORS), whatever the dialect says" }),
  state: option(text("expected a file, for instance ./demo.state").optional(), {
    flags: "--state <file>",
    description: "keep the state in a file and resume from it; created if missing",
  }),
  resetState: option(onOff, {
    flags: "--reset-state",
    description: "start over with the world, and drop what the state file holds",
  }),
  watch: option(onOff, {
    flags: "--watch",
    description: "reload an edited world, dialect, config or module of handlers, and keep the created users",
  }),
  open: option(onOff, { flags: "--open", description: "open the console in a browser" }),
  quiet: option(onOff, { flags: "-q, --quiet", description: "print only the start-up lines, not every request" }),
});

type MockSettings = z.output<typeof mockOptions>;

type StateInputs = Pick<StateOptions, "world" | "dialect">;

/** `orgkit mock`: serves the simulation over HTTP until it is stopped. */
export default defineCommand(
  {
    name: "mock",
    summary: "serve a stateful mock of the service",
    description: "Serves the interface over HTTP, with the records of a world and the behavior of a dialect.",
    options: mockOptions,
    fromProject: Object.keys(simulationOptions),
    help: scenarioHelp(),
  },
  async ({ settings, read, configPath, baseUrl, version }) => {
    const { seed, host, port, quiet } = settings;
    const { world, dialect } = await openInputs(settings);
    // Watching loads what changed again, under new names.
    const { files, ...own } = await openModule(settings, settings.watch ? "1" : "");
    const simulation = await createSimulation({
      world,
      dialect,
      seed,
      ...own,
      scenarios: parseScenarios(settings.scenario.map(withFileContents), own.ownScenarios),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    });
    const state = await openMockState(settings.state, { simulation, world, dialect, reset: settings.resetState });
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
    // Watching starts before the start-up lines, so that no later edit is missed.
    if (settings.watch) watch({ simulation, state }, { settings, files }, configPath, read);
    // The token stays in the fragment, which reaches no server and no log.
    const token = server.controlToken === undefined ? "" : `#token=${server.controlToken}`;
    const console = `${server.url}/_orgkit/${token}`;
    const stateText = state && `${settings.state}: ${state.found}`;
    print(...startupLines({ version, url: server.url, console, host, seed, simulation, state: stateText }, paint));
    if (settings.open) openInBrowser(console);
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => void stop(server, state).then((code) => process.exit(code)));
    }
  },
);

async function openInputs({ world, dialect: name, seed, cors }: MockSettings): Promise<StateInputs> {
  const dialect = await openDialect(name);
  return { world: await openWorld(world, seed), dialect: cors ? changeRequests(dialect, { cors: openCors }) : dialect };
}

/** @param version another one loads an edited module */
async function openModule({ handlers }: MockSettings, version: string): Promise<ProjectModule> {
  if (handlers === undefined) return { handlers: [], ownScenarios: {}, files: [] };
  return (await import("../../mocks/adapters/project.ts")).loadModule(handlers, version);
}

/**
 * Keeps the simulation in a state file, if one is set. Problems with saving are printed on standard error.
 * @throws InputError if the file cannot be used
 */
async function openMockState(
  path: string | undefined,
  from: StateInputs & Pick<StateOptions, "simulation" | "reset">,
): Promise<State | undefined> {
  if (path === undefined) return undefined;
  const state = await import("../../mocks/state/state.ts");
  return state.State.open({
    ...from,
    path,
    onFailure: ({ message }) => warn(`Cannot save the state: the mock answers no requests until it can. ${message}`),
    onRecovery: () => warn("The state is being saved again"),
  });
}

/** Without a browser, the printed address is enough. */
function openInBrowser(url: string): void {
  const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "explorer" };
  const opener = spawn(openers[process.platform] ?? "xdg-open", [url], { stdio: "ignore", detached: true });
  opener.once("error", () => undefined);
  opener.unref();
}

function scenarioHelp(): string {
  const names = scenarioKinds.map(({ name }) => name).join(", ");
  return `
Scenarios (orgkit explain NAME describes each):
  ${names.replaceAll(/(.{1,90}), /g, "$1,\n  ")}
  Options of each: on=<operation>, rate=<0 to 1>, after=<requests>, times=<requests>.
  For a single request, send the header Prefer: scenario=<name> or Prefer: code=<status>.`;
}

interface Mock {
  readonly simulation: Simulation;
  readonly state: State | undefined;
}

/** After a broken edit, the last valid version stays, and the problem is printed. */
function watch(
  { simulation, state }: Mock,
  first: { readonly settings: MockSettings; readonly files: readonly string[] },
  configPath: string | undefined,
  read: () => Promise<MockSettings>,
): void {
  let last = first.settings;
  let version = 1;
  const changed = async (name: string): Promise<void> => {
    try {
      const settings = await read();
      const next = await openInputs(settings);
      version += 1;
      const { files: modules, ...code } = await openModule(settings, String(version));
      const conflicts = await simulation.adopt({ ...next, ...code });
      state?.adopted(next);
      if (settings.scenario.join(" ") !== last.scenario.join(" "))
        simulation.use(settings.scenario.map(withFileContents));
      last = settings;
      follow(settings, modules);
      print(`Reloaded ${name}`, ...conflicts.map((conflict) => `  ${conflict}`));
    } catch (error) {
      // A running mock outlives whatever its files contain.
      print(`Kept the last valid version. ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const lost = (name: string): void =>
    print(`Cannot watch ${name} (no such file): kept the last valid version until the file is back.`);
  const files = watchFiles({ changed, lost });
  const follow = ({ world, dialect }: MockSettings, modules: readonly string[]): void =>
    files.follow([...[world, dialect].filter(isPath), ...modules, ...(configPath === undefined ? [] : [configPath])]);
  follow(first.settings, first.files);
}

/** @returns the exit code */
async function stop(server: RunningServer, state: State | undefined): Promise<number> {
  await server.close();
  try {
    await state?.close();
    return 0;
  } catch (error) {
    return (await import("../terminal/problem.ts")).reportProblem(error);
  }
}
