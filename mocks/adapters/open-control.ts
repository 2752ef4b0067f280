import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { createSandboxes, type Sandboxes } from "../control/sandboxes.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { isLoopback } from "./control-guard.ts";
import type { ServingControl } from "./control-server.ts";

export interface ControlServerOptions {
  /** Of orgkit, as `/_orgkit/health` tells it. */
  readonly version: string;
  /** Names a browser may reach the mock by, besides loopback and IP addresses. */
  readonly allowedHosts?: readonly string[];
  /** How many sandboxes there may be at once. */
  readonly sandboxes?: number;
}

/** What the control API needs of the server it is part of. */
export interface Surroundings extends Pick<ServingControl, "letGo" | "saved"> {
  readonly host: string;
  /** The base URL. */
  readonly url: () => string;
}

/** The control API of a server, before anybody asked for it. */
export interface OpenControl {
  readonly sandboxes: Sandboxes;
  /** What it asks for, a fresh one: where other machines can reach it. */
  readonly token: string | undefined;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Opens the control API of a server. What it consists of is loaded with the first request: a mock must not wait for it. */
export function openControl(
  simulation: Simulation,
  { version, allowedHosts = [], sandboxes: capacity }: ControlServerOptions,
  { host, url, letGo, saved }: Surroundings,
): OpenControl {
  const sandboxes = createSandboxes(simulation, capacity === undefined ? {} : { capacity });
  const token = isLoopback(host) ? undefined : randomBytes(24).toString("base64url");
  const load = async (): Promise<OpenControl["serve"]> => {
    const [{ createControl }, { serveControl }] = await Promise.all([
      import("../control/control.ts"),
      import("./control-server.ts"),
    ]);
    const control = createControl(simulation, sandboxes, { version, url, contract: contractText });
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
