import { collections, kindOf } from "../../fixtures/contract/record-kinds.ts";
import { present } from "../../fixtures/values/json.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { hideInPath, hideInQuery } from "../../fixtures/secrets/named.ts";
import { type Answered, startServer, type RunningServer } from "../../mocks/adapters/http-server.ts";
import type { Call } from "../../mocks/service/call.ts";
import { isLoopback } from "../../fixtures/network/loopback.ts";
import { counted, shellWord } from "../../fixtures/values/text.ts";
import { contract } from "../../fixtures/contract/operations.ts";
import { systemClock } from "../../mocks/service/clock.ts";
import type { Account, Token } from "../../mocks/service/accounts.ts";
import { type Simulation, createSimulation } from "../../mocks/simulation/simulation.ts";
import { invocation, paint, print, warn } from "../terminal/terminal.ts";
import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { spawn } from "node:child_process";
import { config, z } from "zod";
import { onOff, option, text } from "../../fixtures/settings/settings.ts";
import { changeRequests, openDialect } from "../../fixtures/dialect/open.ts";
import { scenarioKinds } from "../../mocks/scenarios/catalogue.ts";
import { openCors } from "../../mocks/service/cors.ts";
import { editedOptions, loadModule, namedFiles, openSettings, type Project } from "../../mocks/adapters/project.ts";
import type { State } from "../../mocks/state/state.ts";
import { configNames, simulationOptions } from "../../fixtures/settings/config-file.ts";
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
    const { host, port, quiet } = settings;
    // Watching loads what changed again, under new names.
    const { options, files } = await openInputs(settings, baseUrl, settings.watch ? "1" : "");
    const simulation = await createSimulation(options);
    const state = await openState(simulation, settings);
    const server = await startServer(simulation, {
      host,
      port,
      control: { version, allowedHosts: settings.allowedHost },
      ...present({ saved: state?.saved }),
      ...(quiet ? {} : { onAnswer: (call, reply) => print(logLine(call, reply, simulation.accounts, new Date())) }),
    }).catch(async (error: unknown) => {
      await state?.close();
      throw error;
    });
    // Watching starts before the start-up lines, so that no later edit is missed.
    if (settings.watch) watch(simulation, state, files, configPath, read);
    // The token stays in the fragment, which reaches no server and no log.
    const token = server.controlToken === undefined ? "" : `#token=${server.controlToken}`;
    const console = `${server.url}/_orgkit/${token}`;
    const stateText = state === undefined ? "" : `${settings.state}: ${state.found}`;
    print(...startupLines(simulation, { version, host, url: server.url, console, state: stateText }));
    if (settings.open) openInBrowser(console);
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => void stop(server, state).then((code) => process.exit(code)));
    }
  },
);

/** @param version another one loads an edited module */
async function openInputs(
  { world, dialect, seed, scenario, handlers, cors }: MockSettings,
  baseUrl: string | undefined,
  version: string,
): Promise<Project> {
  const settings = { world, dialect, seed, scenarios: scenario, ...present({ baseUrl, handlers }) };
  const project = await openSettings(settings, (file) => loadModule(file, version));
  if (!cors) return project;
  const open = changeRequests(await openDialect(dialect), { cors: openCors });
  return { ...project, options: { ...project.options, dialect: open } };
}

/**
 * Keeps the simulation in a state file, if one is set. Problems with saving are printed on standard error.
 * @throws InputError if the file cannot be used
 */
async function openState(
  simulation: Simulation,
  { state: path, resetState: reset }: MockSettings,
): Promise<State | undefined> {
  if (path === undefined) return undefined;
  const { State } = await import("../../mocks/state/state.ts");
  return State.open({
    simulation,
    path,
    reset,
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

/** After a broken edit, the last valid version stays, and the problem is printed. */
function watch(
  simulation: Simulation,
  state: State | undefined,
  firstFiles: readonly string[],
  configPath: string | undefined,
  read: () => Promise<{ readonly settings: MockSettings; readonly baseUrl: string | undefined }>,
): void {
  let version = 1;
  const changed = async (name: string): Promise<void> => {
    try {
      const { settings, baseUrl } = await read();
      version += 1;
      // Also what cannot be read, or has a mistake: its fix is an edit, too.
      follow([...followed, ...namedFiles(settings)]);
      const { options, files } = await openInputs(settings, baseUrl, String(version));
      const conflicts = await simulation.adopt(editedOptions(options));
      state?.adopted();
      follow(files);
      print(`Reloaded ${name}`, ...conflicts.map((conflict) => `  ${conflict}`));
    } catch (error) {
      // A running mock outlives whatever its files contain.
      print(`Kept the last valid version. ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const lost = (name: string): void =>
    print(`Cannot watch ${name} (no such file): kept the last valid version until the file is back.`);
  const followFiles = watchFiles(changed, lost);
  let followed: readonly string[] = [];
  const follow = (files: readonly string[]): void => {
    followed = [...new Set(files)];
    followFiles([...followed, ...(configPath === undefined ? configNames : [configPath])]);
  };
  follow(firstFiles);
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

/**
 * The output of `orgkit mock` at the start: what a user needs for the first request. The address of the console has its
 * token if it needs one; `state` is the state file with what was found in it, or empty.
 */
function startupLines(
  simulation: Simulation,
  { version, host, url, console, state }: Readonly<Record<"version" | "host" | "url" | "console" | "state", string>>,
): readonly string[] {
  const { accounts, dialect, seed, world } = simulation;
  return [
    `${paint("bold", "orgkit")} ${version} serves the ${contract.title} ${contract.version}`,
    "",
    `  Base URL  ${paint("cyan", url)}`,
    `  Console   ${paint("cyan", console)}`,
    `  World     ${visibleLine(world.name)}, seed ${seed}`,
    `  Dialect   ${visibleLine(dialect.name + (dialect.description === "" ? "" : `: ${dialect.description}`))}`,
    ...(state === "" ? [] : [`  State     ${state}`]),
    ...simulation.scenarios().map((scenario, index) => `  ${index === 0 ? "Scenarios" : "         "} ${scenario}`),
    ...(isLoopback(host) ? [] : [paint("yellow", `  Reachable from other machines: listening on ${host}`)]),
    "",
    ...accounts.flatMap((account) => accountLines(account)),
    "  Try",
    ...tryLines(url, simulation),
    "",
    paint("dim", "  Stop with Ctrl+C"),
  ];
}

function accountLines(account: Account): readonly string[] {
  const counts = collections.map((name) => counted(account[name].count(), kindOf(name))).join(", ");
  const ids = account.subscriptions.records().map(({ id }) => String(id));
  return [
    `  ${paint("bold", visibleLine(account.name))} ${paint("dim", counts)}`,
    ...account.tokens.map(
      (token) => `    Authorization: Bearer ${token.token}${isExpired(token) ? paint("yellow", "  (expired)") : ""}`,
    ),
    ...(ids.length === 0 ? [] : [`    Subscriptions: ${shortList(ids, 4)}`]),
    "",
  ];
}

function shortList(items: readonly string[], most: number): string {
  const rest = items.length - most;
  return items.slice(0, most).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function isExpired({ expiresAt }: Token): boolean {
  return expiresAt !== undefined && expiresAt <= systemClock.now();
}

/** Commands to copy: a list of users, and a run of conform on this mock. */
function tryLines(url: string, { accounts }: Simulation): readonly string[] {
  const [first, second] = accounts.map((account) => account.tokens.find((token) => !isExpired(token))?.token);
  if (first === undefined) return ["    Every token of the first account has expired."];
  const id = accounts[0]?.subscriptions.records()[0]?.id;
  const other = second === undefined ? "" : ` ORGKIT_TOKEN_B=${second}`;
  const subscription = id === undefined ? "" : ` --subscription-id ${shellWord(String(id))}`;
  return [
    `    curl -H "Authorization: Bearer ${first}" "${url}/api/v1/users"`,
    `    ORGKIT_TOKEN=${first}${other} ${invocation()} conform ${url}${subscription}`,
  ];
}

const hidden = "[token]";

/**
 * One request on one line: time, method and path, status, and the reason: the operation for a success, the requirement
 * or dialect key for a rejection, and the scenarios that took part. Tokens are not shown.
 */
function logLine(call: Call, reply: Answered, accounts: readonly Account[], at: Date): string {
  const tokens = accounts.flatMap((account) => account.tokens.map(({ token }) => token));
  const rest = (shown: string): string => tokens.reduce((masked, token) => masked.replaceAll(token, hidden), shown);
  const masker = { hide: () => hidden, rest };
  const query = call.query === "" ? "" : `?${hideInQuery(call.query, masker)}`;
  const target = `${hideInPath(call.path, masker)}${query}`;
  const isWell = reply.status >= 200 && reply.status < 300 && reply.delivery?.end === undefined;
  const status = paint(isWell ? "green" : "yellow", reply.delivery?.end ?? String(reply.status));
  const why = [isWell ? (reply.why.operation ?? reply.why.rule) : reply.why.rule, ...(reply.why.scenarios ?? [])].join(
    " ",
  );
  return `${paint("dim", at.toTimeString().slice(0, 8))} ${visibleLine(call.method)} ${visibleLine(target)} ${status} ${paint("dim", why)}`;
}

/** Milliseconds between two looks at a file. */
const interval = 100;

/**
 * Reports each change of some files. Looks at them regularly instead of waiting for notifications of the file system:
 * these miss what happens behind a symbolic link, a swapped link (Kubernetes), and a directory that is created again.
 * `fs.watchFile` misses a change before its first look, which is later than its call.
 * @param changed called for one change after the other, with the name of a file that has new content
 * @param lost called if there is no file any more; it is watched again as soon as it is back
 * @returns a function that watches the files at these paths from now on, and no others
 */
function watchFiles(
  changed: (name: string) => Promise<void>,
  lost: (name: string) => void,
): (paths: readonly string[]) => void {
  const versions = new Map<string, string>();
  let last = Promise.resolve();
  const look = (): void => {
    for (const [path, before] of versions) {
      const version = readVersion(path);
      versions.set(path, version);
      if (version === before) continue;
      if (version === "") lost(basename(path));
      else last = last.then(() => changed(basename(path)));
    }
  };
  setInterval(look, interval).unref();
  return (paths) => {
    const followed = paths.map((path) => resolve(path));
    for (const path of versions.keys()) if (!followed.includes(path)) versions.delete(path);
    for (const path of followed) if (!versions.has(path)) versions.set(path, readVersion(path));
  };
}

/** Another text after each change of a file; empty if there is none. */
function readVersion(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return "";
  }
}
