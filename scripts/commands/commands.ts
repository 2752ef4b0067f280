import type { Command } from "commander";

type CommandFactory = (version: string) => Command;

/** Every command by its name. Each is loaded only where it is asked for: the mock must not wait for the judge. */
export const commands: Readonly<Record<string, () => Promise<CommandFactory>>> = {
  mock: async () => (await import("./mock.ts")).mockCommand,
  conform: async () => (await import("./conform.ts")).conformCommand,
  learn: async () => (await import("./learn.ts")).learnCommand,
  diff: async () => (await import("./diff.ts")).diffCommand,
  proxy: async () => (await import("./proxy.ts")).proxyCommand,
  init: async () => (await import("./init.ts")).initCommand,
  explain: async () => (await import("./explain.ts")).explainCommand,
  openapi: async () => (await import("./openapi.ts")).openApiCommand,
  verify: async () => (await import("./verify.ts")).verifyCommand,
  capsule: async () => (await import("./capsule.ts")).capsuleCommand,
  replay: async () => (await import("./replay.ts")).replayCommand,
  merge: async () => (await import("./merge.ts")).mergeCommand,
};
