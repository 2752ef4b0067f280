import { visibleLine } from "../../conformance/report/visible.ts";
import { statSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { z } from "zod";
import type { Capsule } from "../../mocks/simulation/recording/capsule.ts";
import { invocation } from "../invocation.ts";
import { readConfigFile } from "../settings/config-file.ts";
import { readSettings } from "../settings/read-settings.ts";
import { addSettings, type Setting } from "../settings/setting.ts";
import { paintFor, type Paint } from "../terminal.ts";
import { capsuleSummary } from "./capsule-summary.ts";
import { fetchCapsule } from "./fetch-capsule.ts";
import { writeNewFile } from "./write-new-file.ts";

const defaultName = "orgkit-capsule.json";

/** The flags of `orgkit capsule`, in the order of its help. */
export const capsuleSettings: readonly Setting[] = [
  {
    key: "port",
    flags: "-p, --port <number>",
    description: "the port of the mock, where it runs on this machine",
    kind: "text",
    defaultText: "4010",
    alias: "PORT",
  },
  {
    key: "from",
    flags: "--from <url>",
    description: "the address of the mock, or of its console, in the place of --port",
    kind: "text",
  },
  { key: "sandbox", flags: "--sandbox <id>", description: "of this sandbox, not of the main world", kind: "text" },
  { key: "out", flags: "-o, --out <file>", description: "where to write it", kind: "text", defaultText: defaultName },
  {
    key: "controlToken",
    flags: "--control-token <token>",
    description: "what a mock that is open to other machines printed at its start",
    kind: "text",
  },
  { key: "force", flags: "--force", description: "overwrite a file that is there", kind: "switch" },
];

const expectedPort = "expected a port from 1 to 65535";

export const capsuleSettingsSchema = z.object({
  port: z.coerce.number(expectedPort).int(expectedPort).min(1, expectedPort).max(65_535, expectedPort).default(4010),
  from: z.string("expected an address, for instance http://127.0.0.1:4010").optional(),
  sandbox: z.string("expected the id of a sandbox").optional(),
  out: z.string("expected a file").min(1, "expected a file").default(defaultName),
  controlToken: z.string("expected the token the mock printed").optional(),
  force: z.boolean("expected true or false").default(false),
});

/** `orgkit capsule`: saves what a running mock was asked, with all it takes to get the same replies again. */
export function capsuleCommand(): Command {
  const command = new Command("capsule")
    .summary("save what a running mock was asked, to be replayed")
    .description(
      "Fetches a capsule from a running mock: world, dialect, seed, scenarios, clock and every call in order. orgkit replay gives the same replies again.",
    );
  return addSettings(command, capsuleSettings).action(async (flags: Record<string, unknown>) => {
    const config = await readConfigFile(process.cwd());
    // The mock of the same folder is the one that is meant, so its port counts.
    const { port: mockPort } = config.mock;
    const { port, from, sandbox, out, controlToken, force } = readSettings(capsuleSettingsSchema, capsuleSettings, {
      flags,
      environment: process.env,
      config: { ...(mockPort === undefined ? {} : { port: mockPort }), ...config.capsule },
      configName: config.name,
    });
    const source = { from: from ?? `http://127.0.0.1:${port}`, sandbox, controlToken };
    const { capsule, text } = await fetchCapsule(source);
    const path = isFolder(out) ? join(out, defaultName) : out;
    writeNewFile({ what: "Capsule", path, text, force });
    process.stdout.write(`${writtenText(path, capsule, paintFor(process.stdout))}\n`);
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function writtenText(path: string, capsule: Capsule, paint: Paint): string {
  const name = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
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
    `    ${invocation()} replay ${name}`,
    `    ${invocation()} replay ${name} --test reproduction.spec.ts`,
  ].join("\n");
}
