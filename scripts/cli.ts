#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import metadata from "../package.json" with { type: "json" };

type CommandFactory = (version: string) => Command;

/** Each command is loaded only where it is asked for: the mock must not wait for the judge. */
const commands: Readonly<Record<string, () => Promise<CommandFactory>>> = {
  mock: async () => (await import("./commands/mock.ts")).mockCommand,
  conform: async () => (await import("./commands/conform.ts")).conformCommand,
  learn: async () => (await import("./commands/learn.ts")).learnCommand,
  diff: async () => (await import("./commands/diff.ts")).diffCommand,
  proxy: async () => (await import("./commands/proxy.ts")).proxyCommand,
  init: async () => (await import("./commands/init.ts")).initCommand,
  explain: async () => (await import("./commands/explain.ts")).explainCommand,
  verify: async () => (await import("./commands/verify.ts")).verifyCommand,
  capsule: async () => (await import("./commands/capsule.ts")).capsuleCommand,
  replay: async () => (await import("./commands/replay.ts")).replayCommand,
  merge: async () => (await import("./commands/merge.ts")).mergeCommand,
};

// Whoever reads the output may have seen enough: `orgkit explain | head`. The exit code stays what it is.
for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

/** The command line. Exit codes: 0 conforming or alike, 1 non-conforming or different, 2 wrong usage or config, 3 could not judge. */
const program = new Command("orgkit")
  .description(metadata.description)
  .version(metadata.version)
  .showHelpAfterError("Run with --help for usage.")
  .exitOverride();

const asked = commands[process.argv[2] ?? ""];
for (const load of asked === undefined ? Object.values(commands) : [asked]) {
  program.addCommand((await load())(metadata.version));
}
for (const command of program.commands) command.copyInheritedSettings(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else process.exitCode = (await import("./problem.ts")).reportProblem(error);
}
