import { shellWord } from "../../fixtures/shell-word.ts";
import { visibleLine } from "../../conformance/report/visible.ts";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { z } from "zod";
import type { Capsule } from "../../mocks/simulation/recording/capsule.ts";
import { invocation } from "../invocation.ts";
import { mockSetting } from "../settings/config-file.ts";
import { defineCommand } from "../settings/define-command.ts";
import { option } from "../settings/option.ts";
import { paintFor, type Paint } from "../terminal.ts";
import { capsuleSummary } from "./capsule-summary.ts";
import { fetchCapsule } from "./fetch-capsule.ts";
import { forceOption, writeNewFile } from "./write-new-file.ts";

const defaultName = "orgkit-capsule.json";

const expectedPort = "expected a port from 1 to 65535";

/** The options of `orgkit capsule`, in the order of its help. */
export const capsuleOptions = z.object({
  port: option(
    z.coerce.number(expectedPort).int(expectedPort).min(1, expectedPort).max(65_535, expectedPort).default(4010),
    "-p, --port <number>",
    "the port of the mock, where it runs on this machine",
    { alias: "PORT" },
  ),
  from: option(
    z.string("expected an address, for instance http://127.0.0.1:4010").optional(),
    "--from <url>",
    "the address of the mock, or of its console, in the place of --port",
  ),
  sandbox: option(
    z.string("expected the id of a sandbox").optional(),
    "--sandbox <id>",
    "of this sandbox, not of the main world",
  ),
  out: option(
    z.string("expected a file").min(1, "expected a file").default(defaultName),
    "-o, --out <file>",
    "where to write it",
  ),
  controlToken: option(
    z.string("expected the token the mock printed").optional(),
    "--control-token <token>",
    "what a mock that is open to other machines printed at its start",
  ),
  force: forceOption,
});

/** `orgkit capsule`: saves what a running mock was asked, with all it takes to get the same replies again. */
export function capsuleCommand(): Command {
  return defineCommand(
    {
      name: "capsule",
      summary: "save what a running mock was asked, to be replayed",
      description:
        "Fetches a capsule from a running mock: world, dialect, seed, scenarios, clock and every call in order. orgkit replay gives the same replies again.",
      options: capsuleOptions,
      // The mock of the same folder is the one that is meant, so its port counts.
      fallback: (config) => mockSetting(config, "port"),
    },
    async ({ settings: { port, from, sandbox, out, controlToken, force } }) => {
      const source = { from: from ?? `http://127.0.0.1:${port}`, sandbox, controlToken };
      const { capsule, text } = await fetchCapsule(source);
      const path = isFolder(out) ? join(out, defaultName) : out;
      writeNewFile({ what: "Capsule", path, text, force });
      process.stdout.write(`${writtenText(path, capsule, paintFor(process.stdout))}\n`);
    },
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function writtenText(path: string, capsule: Capsule, paint: Paint): string {
  return [
    `Wrote ${paint("bold", visibleLine(path))}`,
    "",
    ...capsuleSummary(capsule),
    "",
    paint(
      "dim",
      "  It holds every record of the world, and the calls as they were sent; tokens from elsewhere are masked.",
    ),
    "",
    "  Replay it",
    `    ${invocation()} replay ${shellWord(path)}`,
    `    ${invocation()} replay ${shellWord(path)} --test reproduction.spec.ts`,
  ].join("\n");
}
