import { visibleLine } from "../../conformance/report/visible.ts";
import { Command } from "commander";
import { z } from "zod";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { openApiYaml, parseContract } from "../../fixtures/interface/contract.ts";
import { openApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { readConfigFile } from "../settings/config-file.ts";
import { readSettings } from "../settings/read-settings.ts";
import { addSettings, type Setting } from "../settings/setting.ts";
import { writeNewFile } from "./write-new-file.ts";

/** The flags of `orgkit openapi`, in the order of its help. */
export const openApiSettings: readonly Setting[] = [
  {
    key: "dialect",
    flags: "-d, --dialect <name or file>",
    description: "what to describe where the document is silent: reference, offset, terse, …, or a file",
    kind: "text",
    defaultText: "that of the mock in the config file, or reference",
  },
  {
    key: "out",
    flags: "-o, --out <file>",
    description: "write it there, as YAML where the name ends in .yaml or .yml; otherwise it is printed as JSON",
    kind: "text",
  },
  { key: "force", flags: "--force", description: "overwrite a file that is there", kind: "switch" },
];

export const openApiSettingsSchema = z.object({
  dialect: z.string("expected a name or a file").default("reference"),
  out: z.string("expected a file").min(1, "expected a file").optional(),
  force: z.boolean("expected true or false").default(false),
});

/** `orgkit openapi`: the interface in a dialect as an OpenAPI document, as a mock serves it at `/_orgkit/interface.json`. */
export function openApiCommand(): Command {
  const command = new Command("openapi")
    .summary("print the interface in a dialect as an OpenAPI document")
    .description(
      "Prints an OpenAPI 3.1 document of what a service of this dialect answers: parameters, status codes, headers, bodies and records. Generate a client from it, for instance with openapi-typescript. A running mock serves the same at /_orgkit/interface.json.",
    );
  return addSettings(command, openApiSettings).action(async (flags: Record<string, unknown>) => {
    const config = await readConfigFile(process.cwd());
    // The mock of the same folder is the one that is meant.
    const { dialect: mockDialect } = config.mock;
    const { dialect, out, force } = readSettings(openApiSettingsSchema, openApiSettings, {
      flags,
      environment: process.env,
      config: { ...(mockDialect === undefined ? {} : { dialect: mockDialect }), ...config.openapi },
      configName: config.name,
    });
    const document = openApiDocument(parseContract(contractText()), await openDialect(dialect));
    const isYaml = /\.ya?ml$/i.test(out ?? "");
    const text = isYaml ? openApiYaml(document) : `${JSON.stringify(document, null, 2)}\n`;
    if (out === undefined) {
      process.stdout.write(text);
      return;
    }
    writeNewFile({ what: "OpenAPI document", path: out, text, force });
    process.stdout.write(`Wrote ${visibleLine(out)}\n`);
  });
}
