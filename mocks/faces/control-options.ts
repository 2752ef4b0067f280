import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createControl, type Control } from "../control/control.ts";
import { createSandboxes } from "../control/sandboxes.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { isLoopback, type GuardOptions } from "./control-guard.ts";

export interface ControlServerOptions {
  /** Of orgkit, as `/_orgkit/health` tells it. */
  readonly version: string;
  /** Names a browser may reach the mock by, besides loopback and IP addresses. */
  readonly allowedHosts?: readonly string[];
  /** How many sandboxes there may be at once. */
  readonly sandboxes?: number;
}

const contract = new URL("../../fixtures/contract/openapi.yaml", import.meta.url);

/** The control API of a server, and what guards it: a fresh token wherever other machines can reach it. */
export function openControl(
  simulation: Simulation,
  { version, allowedHosts = [], sandboxes: capacity }: ControlServerOptions,
  host: string,
  url: () => string,
): { readonly control: Control; readonly guard: GuardOptions } {
  const sandboxes = createSandboxes(simulation, capacity === undefined ? {} : { capacity });
  const control = createControl(simulation, sandboxes, {
    version,
    url,
    contract: () => readFileSync(contract, "utf8"),
  });
  const token = isLoopback(host) ? undefined : randomBytes(24).toString("base64url");
  return { control, guard: { token, allowedHosts } };
}
