import { resolve } from "node:path";
import type { IncomingMessage } from "node:http";
import type { Connect, Plugin, PreviewServer, ViteDevServer } from "vite";
import { findConfigFile } from "../../fixtures/settings/config-file.ts";
import metadata from "../../package.json" with { type: "json" };
import { createSimulation } from "../simulation/create-simulation.ts";
import type { Simulation, SimulationOptions } from "../simulation/simulation.ts";
import { readBaseUrl } from "./handler-options.ts";
import { servedRequest } from "./handled.ts";
import { toCall } from "./http-messages.ts";
import { createListener, type Listener } from "./http-server.ts";
import { controlPrefix } from "./control-guard.ts";
import { isControlPath } from "./open-control.ts";
import { loadModule, openFiles, openProject, parseModule, writeProjectSource, type ProjectModule } from "./project.ts";

/** A simulation behind a server of Vite. */
interface Mock extends Listener {
  readonly simulation: Simulation;
}

/**
 * The Vite plugin: the dev server and `vite preview` answer `/api/v1/*`, and show the console at `/_orgkit/`. Edited
 * worlds, dialects and handlers are reloaded, and created users stay.
 * @param options what differs from `orgkit.config.yaml`, which is looked for from Vite's root upwards
 */
export function orgkit(options: SimulationOptions = {}): Plugin {
  let path: string | undefined;
  let files: readonly string[] = [];
  let mock: Promise<Mock> | undefined;
  const once = (open: () => Promise<Mock>) => (): Promise<Mock> => {
    if (mock !== undefined) return mock;
    const opening = open();
    // Tried again with the next request: the mistake may be fixed by then.
    opening.catch(() => (mock = undefined));
    return (mock = opening);
  };
  const read = async (load: typeof loadModule): Promise<SimulationOptions> => {
    const project = path === undefined ? { options: {}, files: [] } : await openProject(path, load);
    files = project.files.map((file) => resolve(file));
    return openFiles({ ...project.options, ...options });
  };
  return {
    name: "orgkit",
    configResolved: ({ root }) => {
      path = findConfigFile(root, process.cwd());
    },
    // Before Vite finds the file of that name in the package.
    enforce: "pre",
    config: () => ({ optimizeDeps: { exclude: [projectName] } }),
    resolveId: (id) => (id === projectName ? projectId : undefined),
    load: (id) => (id === projectId ? writeProjectSource(path, options) : undefined),
    configureServer: (server) => {
      const open = once(async () => {
        const started = await start(await read(loadBy(server)), server, server.config.server);
        server.watcher.add([...files]);
        return started;
      });
      if (!isVitest) report(server, open());
      server.middlewares.use(answer(open));
    },
    configurePreviewServer: (server) => {
      const open = once(async () => start(await read(loadModule), server, server.config.preview));
      report(server, open());
      server.middlewares.use(answer(open));
    },
    handleHotUpdate: async ({ file, server }) => {
      const { client, ssr } = server.environments;
      const { moduleGraph } = ssr;
      const inPage = client.moduleGraph.getModuleById(projectId);
      if (inPage !== undefined) client.moduleGraph.invalidateModule(inPage);
      const code = [...(moduleGraph.getModulesByFile(file) ?? [])];
      if (mock === undefined || !(code.length > 0 || files.includes(resolve(file)))) return undefined;
      // With those that import it.
      for (const module of code) {
        moduleGraph.invalidateModule(module);
        code.push(...[...module.importers].filter((importer) => !code.includes(importer)));
      }
      const { logger } = server.config;
      try {
        const { simulation } = await mock;
        const next = await read(loadBy(server));
        const { world = "demo", dialect = "reference", handlers = [], ownScenarios = {}, scenarios = [] } = next;
        const kept = await simulation.adopt({ world, dialect, handlers, ownScenarios });
        simulation.use(scenarios);
        server.watcher.add([...files]);
        logger.info(["[orgkit] Reloaded", file, ...kept].join("\n  "), { timestamp: true });
        server.ws.send({ type: "full-reload" });
      } catch (error) {
        logger.error(`[orgkit] Kept the last valid version. ${messageOf(error)}`, { timestamp: true });
      }
      return [];
    },
    // An edited world runs the tests of Vitest again.
    configureVitest: async ({ vitest }) => {
      if (path !== undefined) vitest.config.forceRerunTriggers.push(...(await openProject(path, noCode)).files);
    },
  };
}

/** What a page imports for `createSimulation(project)`. */
const projectName = "orgkit/project";
const projectId = `\0${projectName}`;

const noCode = (): Promise<ProjectModule> => Promise.resolve({ handlers: [], ownScenarios: {}, files: [] });

/** Vitest, in its browser mode, reads the configuration of Vite, too. */
const isVitest = process.env["VITEST"] !== undefined;

/** Loads handlers as Vite loads other code: with its aliases, and edited ones again. */
function loadBy(server: ViteDevServer): typeof loadModule {
  // The server of Vitest bundles packages of Node, which then fail.
  if (isVitest) return loadModule;
  return async (path) => parseModule(path, await server.ssrLoadModule(resolve(path)), [path]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Adds the console to the addresses that Vite prints, or prints why there is no mock. */
function report(server: ViteDevServer | PreviewServer, starting: Promise<Mock>): void {
  const { logger } = server.config;
  const printUrls = server.printUrls.bind(server);
  let token: string | undefined;
  server.printUrls = () => {
    printUrls();
    const url = `${urlOf(server)}${controlPrefix}/${token === undefined ? "" : `#token=${token}`}`;
    logger.info(`  ➜  orgkit:  ${url}`);
  };
  starting.then(
    ({ controlToken }) => (token = controlToken),
    (error: unknown) => logger.error(messageOf(error)),
  );
}

/** Without a trailing slash. */
function urlOf({ resolvedUrls }: ViteDevServer | PreviewServer): string {
  const url = resolvedUrls?.local[0] ?? resolvedUrls?.network[0];
  return url === undefined ? "" : new URL(url).origin;
}

interface ListenOptions {
  readonly host?: string | boolean | undefined;
  readonly allowedHosts?: readonly string[] | true | undefined;
}

async function start(
  options: SimulationOptions,
  server: ViteDevServer | PreviewServer,
  { host = false, allowedHosts = [] }: ListenOptions,
): Promise<Mock> {
  const simulation = await createSimulation(options);
  const closing = new AbortController();
  server.httpServer?.once("close", () => closing.abort());
  const control = { version: metadata.version, allowedHosts: allowedHosts === true ? [] : allowedHosts };
  const listener = createListener(
    simulation,
    { control },
    {
      host: typeof host === "string" ? host : host ? "0.0.0.0" : "127.0.0.1",
      url: () => urlOf(server) + readBaseUrl(simulation.baseUrl).prefix,
      letGo: () => undefined,
      closing: closing.signal,
    },
  );
  return { simulation, ...listener };
}

/** Answers what is the mock's, and leaves the rest to Vite. */
function answer(open: () => Promise<Mock>): Connect.NextHandleFunction {
  return (request, response, next) => {
    const tryMock = async (): Promise<void> => {
      try {
        const { simulation, serve } = await open();
        const { url } = request;
        const owner = await findOwner(simulation, request);
        const passOn = (): void => {
          request.url = url;
          next();
        };
        if (owner === "Vite") passOn();
        else serve(request, response, owner === "handlers" ? passOn : undefined);
      } catch (error) {
        // Without its options, the mock knows no prefix. The pages of the application work.
        if (/\/(?:_orgkit|api\/v1)(?:$|[/?])/.test(request.url ?? "")) next(error);
        else next();
      }
    };
    void tryMock();
  };
}

/** Who answers a request; handlers may leave it to Vite. Its URL is below the base URL from then on, unless it is Vite's. */
async function findOwner(simulation: Simulation, request: IncomingMessage): Promise<"mock" | "handlers" | "Vite"> {
  const { url = "/", headers } = request;
  // With HTTP/2, there is no other.
  headers.host ??= [headers[":authority"]].flat()[0];
  if (isControlPath(url)) return "mock";
  const { prefix } = readBaseUrl(simulation.baseUrl);
  if (!url.startsWith(`${prefix}/`)) return "Vite";
  request.url = url.slice(prefix.length);
  const isOperation = /^\/api\/v1(?:$|[/?])/.test(request.url);
  const asked = servedRequest(simulation, toCall(request, { allowedHosts: [], isOpen: false }), request);
  if (!isOperation && (asked === undefined || !(await simulation.handles(asked.request, asked.base)))) return "Vite";
  // Links in responses are below it.
  if (prefix !== "") headers["x-forwarded-prefix"] ??= prefix;
  return isOperation ? "mock" : "handlers";
}
