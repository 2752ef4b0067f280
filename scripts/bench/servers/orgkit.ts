import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InputError } from "../../../fixtures/input-error.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import type { Contender, Launch } from "./contender.ts";
import { benchData, benchWorld } from "./data.ts";

/** The command that is measured: as it is published. */
const builtCommand = fileURLToPath(new URL("../../../dist/lib/orgkit.mjs", import.meta.url));

/**
 * A call of the command that is measured.
 * @throws InputError where it is not built
 */
export function orgkitLaunch(args: readonly string[]): Launch {
  if (!existsSync(builtCommand)) {
    throw new InputError("The built command", [{ at: builtCommand, problem: "is not there; build it: npm run build" }]);
  }
  return { program: process.execPath, args: [builtCommand, ...args] };
}

/** Where the control API of a mock is, below its base URL. */
export const controlPath = "/_orgkit";

interface OrgkitOptions {
  readonly name?: string;
  /** The world to serve: {@link benchWorld} by default. */
  readonly world?: string;
  /** A token of its first account. */
  readonly token?: string;
  /** In the place of `--quiet`, which leaves the log of calls out. */
  readonly flags?: readonly string[];
}

/** `orgkit mock`, without the log of calls unless told otherwise. */
export function orgkitMock({
  name = "orgkit",
  world = benchWorld,
  token = benchData.token,
  flags = ["--quiet"],
}: OrgkitOptions = {}): Contender {
  return {
    name,
    way: "the simulation, with its journal",
    token,
    users: "/api/v1/users",
    paging: ["page", "per_page"],
    launch: ({ port }) => orgkitLaunch(["mock", "--port", String(port), "--world", world, ...flags]),
  };
}

/** `orgkit mock` with the world it has by default. */
export function orgkitDemo(): Contender {
  return orgkitMock({ name: "orgkit, demo", world: "demo", token: demoToken(0) });
}

/** The token of an account of the demo world. @throws Error where it has none */
export function demoToken(account: number): string {
  const token = loadWorld("demo", 1).accounts[account]?.tokens[0]?.token;
  if (token === undefined) throw new Error(`account ${account} of the demo world has no token`);
  return token;
}
