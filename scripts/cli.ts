#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import metadata from "../package.json" with { type: "json" };
import { conformCommand } from "./commands/conform.ts";
import { mockCommand } from "./commands/mock.ts";
import { reportProblem } from "./problem.ts";

/** The command line. Exit codes: 0 conforming, 1 non-conforming, 2 wrong usage or config, 3 could not judge. */
const program = new Command("orgkit")
  .description(metadata.description)
  .version(metadata.version)
  .addCommand(mockCommand(metadata.version))
  .addCommand(conformCommand(metadata.version))
  .showHelpAfterError("Run with --help for usage.")
  .exitOverride();

for (const command of program.commands) command.copyInheritedSettings(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else process.exitCode = reportProblem(error);
}
