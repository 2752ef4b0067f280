#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import metadata from "../package.json" with { type: "json" };
import { commands } from "./commands/commands.ts";
import { exitWithProblem, watchOutput } from "./terminal/problem.ts";

watchOutput();
process.on("uncaughtException", exitWithProblem);

/**
 * The command line. Exit codes: 0 conforming, 1 non-conforming and nothing else, 2 wrong usage or config, 3 could not
 * judge, or the result could not be written.
 */
const program = new Command("orgkit")
  .description(metadata.description)
  .version(metadata.version)
  .showHelpAfterError("Run with --help for usage.")
  .exitOverride()
  // Its message quotes the arguments, and one may be a token in the wrong place.
  .configureOutput({
    outputError: (text, write) =>
      write(text.replace(/(unknown option '[^'=]*)=[^]*'/, "$1'").replace(/(but got \d+): [^]*\.\n/, "$1.\n")),
  });

try {
  const [, , name = ""] = process.argv;
  const command = commands[name];
  // The version is shown without them; a help text lists all.
  const all = /^(?:-V|--version)$/.test(name) ? [] : Object.values(commands);
  for (const load of command === undefined ? all : [command]) {
    program.addCommand((await load()).default(metadata.version));
  }
  for (const added of program.commands) added.copyInheritedSettings(program);
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else process.exitCode = (await import("./terminal/problem.ts")).reportProblem(error);
}
