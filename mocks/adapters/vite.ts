import { resolve } from "node:path";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Connect, EnvironmentModuleNode, Plugin, PreviewServer, ViteDevServer } from "vite";
import { findConfigFile } from "../../fixtures/settings/config-file.ts";
import metadata from "../../package.json" with { type: "json" };
import { createSimulation, type Simulation, type SimulationOptions } from "../simulation/simulation.ts";
import { readBaseUrl } from "./handler-options.ts";
import { maxHandledBytes, servedRequest } from "./handled.ts";
import { holdBody, toCall } from "./http-messages.ts";
import { createListener, type Listener } from "./http-server.ts";
import { controlPrefix } from "./control-guard.ts";
import { isControlPath } from "./open-control.ts";
import {
  editedOptions,
  loadModule,
  noModule,
  openFiles,
  openProject,
  parseModule,
  writeProjectSource,
} from "./project.ts";

/**
 * The Vite plugin: the dev server and `vite preview` answer `/api/v1/*`, and show the console at `/_orgkit/`. The dev
 * server reloads an edited project file, world, dialect or module of handlers, and created users stay.
 * @param options what differs from `orgkit.config.yaml`, which is looked for from Vite's root upwards
 */
export function orgkit(options: SimulationOptions = {}): Plugin {
  let root = "";
  let path: string | undefined;
  let devMock: ProjectMock | undefined;
  const findPath = (): string | undefined => (path ??= findConfigFile(root, process.cwd()));
  return {
    name: "orgkit",
    configResolved: (config) => {
      ({ root } = config);
      findPath();
    },
    // Before Vite finds the file of that name in the package.
    enforce: "pre",
    config: () => ({ optimizeDeps: { exclude: [projectName] } }),
    resolveId: (id) => (id === projectName ? projectId : undefined),
    load: (id) => (id === projectId ? writeProjectSource(findPath(), options) : undefined),
    configureServer: (server) => {
      const mock = new ProjectMock({ findPath, options, server, listen: server.config.server, load: loadBy(server) });
      devMock = mock;
      // Vitest's server may never be asked.
      if (!isVitest) {
        report(server, mock);
        server.watcher.on("add", (file) => {
          if (mock.isMadeOf([file])) void reload(server, mock, file);
        });
      }
      server.middlewares.use(answerBy(mock));
    },
    configurePreviewServer: (server) => {
      const mock = new ProjectMock({ findPath, options, server, listen: server.config.preview, load: loadModule });
      report(server, mock);
      server.middlewares.use(answerBy(mock));
    },
    handleHotUpdate: async ({ file, server }) => {
      const { ssr } = server.environments;
      invalidateProject(server);
      const modules = withImporters(ssr.moduleGraph.getModulesByFile(file));
      // Other code is the application's: Vite updates it by itself.
      if (!devMock?.isMadeOf([file, ...[...modules].flatMap((module) => module.file ?? [])])) return undefined;
      for (const module of modules) ssr.moduleGraph.invalidateModule(module);
      await reload(server, devMock, file);
      return [];
    },
    // An edited world runs the tests of Vitest again.
    configureVitest: async ({ vitest }) => {
      const found = findPath();
      if (found !== undefined)
        vitest.config.forceRerunTriggers.push(...(await openProject(found, () => Promise.resolve(noModule))).files);
    },
  };
}

/** What the mock is made of. */
interface MockSource {
  /** Of `orgkit.config.yaml`, which may be created later. */
  readonly findPath: () => string | undefined;
  readonly options: SimulationOptions;
  readonly server: ViteDevServer | PreviewServer;
  readonly listen: ListenOptions;
  readonly load: typeof loadModule;
}

interface OpenedMock extends Listener {
  readonly simulation: Simulation;
}

/** The mock of a project behind a server of Vite. */
class ProjectMock {
  readonly #source: MockSource;
  #files: ReadonlySet<string> = new Set();
  #opened: Promise<OpenedMock> | undefined;

  constructor(source: MockSource) {
    this.#source = source;
  }

  /** Once; after a mistake again with the next request, as it may be fixed by then. */
  open(): Promise<OpenedMock> {
    this.#opened ??= this.#read()
      .then((read) => start(read, this.#source))
      .catch((error: unknown) => {
        this.#opened = undefined;
        throw error;
      });
    return this.#opened;
  }

  /** Whether it was opened, and one of the files is its project's, also a project file with a mistake. */
  isMadeOf(files: readonly string[]): boolean {
    const own = new Set([...this.#files, resolve(this.#source.findPath() ?? "")]);
    return this.#opened !== undefined && files.some((file) => own.has(resolve(file)));
  }

  /** Reads the project again. @returns what of the old state stays, in words. @throws InputError; all stays then */
  async reload(): Promise<readonly string[]> {
    const { simulation } = await this.open();
    return simulation.adopt(editedOptions(await this.#read()));
  }

  async #read(): Promise<SimulationOptions> {
    const { findPath, options, server, load } = this.#source;
    const path = findPath();
    const watch = (files: readonly string[]): void => {
      this.#files = new Set(files.map((file) => resolve(file)));
      if ("watcher" in server) server.watcher.add([...this.#files]);
    };
    // Also what cannot be read, or has a mistake: its fix is an edit, too.
    const addNamed = (files: readonly string[]): void => watch([...this.#files, ...files]);
    const project = path === undefined ? { options: {}, files: [] } : await openProject(path, load, addNamed);
    watch(project.files);
    return openFiles({ ...project.options, ...options });
  }
}

/** Reads a project again of which a file was edited, and says so. After a mistake, the last valid version stays. */
async function reload(server: ViteDevServer, mock: ProjectMock, file: string): Promise<void> {
  const { logger } = server.config;
  invalidateProject(server);
  try {
    const kept = await mock.reload();
    logger.info(["[orgkit] Reloaded", file, ...kept].join("\n  "), { timestamp: true });
    server.ws.send({ type: "full-reload" });
  } catch (error) {
    logger.error(`[orgkit] Kept the last valid version. ${describeError(error)}`, { timestamp: true });
  }
}

/** A page that is loaded again gets the project as it is then. */
function invalidateProject({ environments: { client } }: ViteDevServer): void {
  const inPage = client.moduleGraph.getModuleById(projectId);
  if (inPage !== undefined) client.moduleGraph.invalidateModule(inPage);
}

/** What a page imports for `createSimulation(project)`. */
const projectName = "orgkit/project";
const projectId = `\0${projectName}`;

/** Vitest, in its browser mode, reads the configuration of Vite, too. */
const isVitest = process.env["VITEST"] !== undefined;

/** Loads handlers as Vite loads other code: with its aliases, and edited ones again. */
function loadBy(server: ViteDevServer): typeof loadModule {
  // The server of Vitest bundles packages of Node, which then fail.
  if (isVitest) return loadModule;
  return async (path) => parseModule(path, await server.ssrLoadModule(resolve(path)), [path]);
}

/** Modules, and all that import them. */
function withImporters(modules: Iterable<EnvironmentModuleNode> = []): ReadonlySet<EnvironmentModuleNode> {
  const found = new Set(modules);
  // The set grows while it is read.
  for (const module of found) for (const importer of module.importers) found.add(importer);
  return found;
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Adds the console to the addresses that Vite prints, or prints why there is no mock. */
function report(server: ViteDevServer | PreviewServer, mock: ProjectMock): void {
  const { logger } = server.config;
  const printUrls = server.printUrls.bind(server);
  let token: string | undefined;
  server.printUrls = () => {
    printUrls();
    const url = `${findUrl(server)}${controlPrefix}/${token === undefined ? "" : `#token=${token}`}`;
    logger.info(`  ➜  orgkit:  ${url}`);
  };
  mock.open().then(
    ({ controlToken }) => (token = controlToken),
    (error: unknown) => logger.error(describeError(error)),
  );
}

/** Without a trailing slash. */
function findUrl({ resolvedUrls }: ViteDevServer | PreviewServer): string {
  const url = resolvedUrls?.local[0] ?? resolvedUrls?.network[0];
  return url === undefined ? "" : new URL(url).origin;
}

interface ListenOptions {
  readonly host?: string | boolean | undefined;
  readonly allowedHosts?: readonly string[] | true | undefined;
}

async function start(
  options: SimulationOptions,
  { server, listen: { host = false, allowedHosts = [] } }: MockSource,
): Promise<OpenedMock> {
  const simulation = await createSimulation(options);
  const closing = new AbortController();
  server.httpServer?.once("close", () => closing.abort());
  const control = { version: metadata.version, allowedHosts: allowedHosts === true ? [] : allowedHosts };
  const listener = createListener(
    simulation,
    { control },
    {
      host: typeof host === "string" ? host : host ? "0.0.0.0" : "127.0.0.1",
      url: () => findUrl(server) + readBaseUrl(simulation.baseUrl).prefix,
      letGo: () => undefined,
      closing: closing.signal,
    },
  );
  return { simulation, ...listener };
}

/** Answers what is the mock's, and leaves the rest to Vite. */
function answerBy(mock: ProjectMock): Connect.NextHandleFunction {
  return (request, response, next) => {
    const openAndAnswer = async (): Promise<void> => {
      try {
        await answerOrPassOn(await mock.open(), request, response, next);
      } catch (error) {
        // Without its options, the mock knows no prefix. The pages of the application work.
        if (/\/(?:_orgkit|api\/v1)(?:$|[/?])/.test(request.url ?? "")) next(error);
        else next();
      }
    };
    void openAndAnswer();
  };
}

async function answerOrPassOn(
  { simulation, serve }: OpenedMock,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): Promise<void> {
  const { url = "/", headers } = request;
  // With HTTP/2, there is no other.
  headers.host ??= [headers[":authority"]].flat()[0];
  if (isControlPath(url)) return serve(request, response);
  const { prefix } = readBaseUrl(simulation.baseUrl);
  if (!url.startsWith(`${prefix}/`)) return next();
  const leave = enterPrefix(request, prefix);
  const passOn = (): void => {
    leave();
    next();
  };
  if (/^\/api\/v1(?:$|[/?])/.test(request.url ?? "")) return serve(request, response);
  if (simulation.listHandlers().length === 0) return passOn();
  const body = await holdBody(request, maxHandledBytes);
  if (body !== undefined && (await isHandled(simulation, request, body))) serve(request, response, { body, passOn });
  else passOn();
}

/** Makes a request one below the base URL, as the mock knows them. @returns what makes it Vite's again */
function enterPrefix(request: IncomingMessage, prefix: string): () => void {
  const { url = "/", headers } = request;
  const forwarded = headers["x-forwarded-prefix"];
  request.url = url.slice(prefix.length);
  // Links in responses are below it.
  if (prefix !== "") headers["x-forwarded-prefix"] ??= prefix;
  return () => {
    request.url = url;
    if (forwarded === undefined) delete headers["x-forwarded-prefix"];
  };
}

/** Whether one of the project's own handlers may answer the request. */
async function isHandled(simulation: Simulation, request: IncomingMessage, body: Uint8Array): Promise<boolean> {
  const asked = servedRequest(simulation, toCall(request, { allowedHosts: [], isOpen: false }, body), request);
  return asked !== undefined && (await simulation.handles(asked.request, asked.base));
}
