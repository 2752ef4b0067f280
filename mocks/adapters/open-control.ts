import type { IncomingMessage, ServerResponse } from "node:http";
import { Sandboxes } from "../control/sandboxes.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { isLoopback } from "../../fixtures/network/loopback.ts";
import { controlPrefix } from "./control-guard.ts";
import type { ServingControl } from "./control-server.ts";

export interface ControlServerOptions {
  /** The orgkit version, shown by `/_orgkit/health`. */
  readonly version: string;
  /** Allowed host names, besides loopback and IP addresses. */
  readonly allowedHosts?: readonly string[];
  /** The maximum number of open sandboxes. */
  readonly sandboxes?: number;
}

/** The server of a control API. */
export interface ControlHost extends Pick<ServingControl, "letGo" | "saved"> {
  readonly host: string;
  /** The base URL. */
  readonly url: () => string;
}

/** The control API of a server, before the first request to it. */
interface OpenControl {
  readonly sandboxes: Sandboxes;
  /** A new control token, if other machines can reach the server. */
  readonly token: string | undefined;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Opens the control API of a server. Its modules load with the first request, so that they do not delay the start. */
export function openControl(
  simulation: Simulation,
  { version, allowedHosts = [], sandboxes: capacity }: ControlServerOptions,
  { host, url, letGo, saved }: ControlHost,
): OpenControl {
  const sandboxes = new Sandboxes(simulation, capacity === undefined ? {} : { capacity });
  const token = isLoopback(host) ? undefined : crypto.randomUUID();
  const load = async (): Promise<OpenControl["serve"]> => {
    const [{ createControl }, { serveControl }] = await Promise.all([
      import("../control/control.ts"),
      import("./control-server.ts"),
    ]);
    const control = createControl(simulation, sandboxes, { version, url, pause });
    const serving: ServingControl = { control, guard: { token, allowedHosts }, letGo, saved };
    return (request, response) => serveControl(serving, request, response);
  };
  let loading: ReturnType<typeof load> | undefined;
  return {
    sandboxes,
    token,
    serve: async (request, response) => {
      loading ??= load();
      return (await loading)(request, response);
    },
  };
}

/** Of the platform, even if a test replaces it later. */
const { setImmediate: afterOthers } = globalThis;

function pause(): Promise<void> {
  return new Promise((resolve) => {
    afterOthers(resolve);
  });
}

/** Whether a path is the control API's or the console's. */
export function isControlPath(url: string): boolean {
  return url.startsWith(controlPrefix) && /^(?:$|[/?])/.test(url.slice(controlPrefix.length));
}

/** Whether a request is for the control API or the console, or a browser's for the base URL, which is redirected there. */
export function isControl({ method, url = "", headers }: IncomingMessage): boolean {
  const isBrowserAtBase = method === "GET" && /^\/(?:$|\?)/.test(url) && /\btext\/html\b/.test(headers.accept ?? "");
  return isControlPath(url) || isBrowserAtBase;
}
