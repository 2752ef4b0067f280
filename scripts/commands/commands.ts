import type { CommandFactory } from "./define-command.ts";

/** Every command by name, loaded on demand: the mock must not wait for the judge. */
export const commands: Readonly<Record<string, () => Promise<{ readonly default: CommandFactory }>>> = {
  mock: () => import("./mock.ts"),
  conform: () => import("./conform.ts"),
  learn: () => import("./learn.ts"),
  diff: () => import("./diff.ts"),
  proxy: () => import("./proxy.ts"),
  init: () => import("./init.ts"),
  explain: () => import("./explain.ts"),
  openapi: () => import("./openapi.ts"),
};
