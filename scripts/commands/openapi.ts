import { visibleLine } from "../../conformance/report/visible.ts";
import type { Command } from "commander";
import { z } from "zod";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { openApiYaml, parseContract } from "../../fixtures/interface/contract.ts";
import { openApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { mockSetting } from "../settings/config-file.ts";
import { defineCommand } from "../settings/define-command.ts";
import { option } from "../settings/option.ts";
import { forceOption, writeNewFile } from "./write-new-file.ts";

/** The options of `orgkit openapi`, in the order of its help. */
export const openApiOptions = z.object({
  dialect: option(
    z.string("expected a name or a file").default("reference"),
    "-d, --dialect <name or file>",
    "what to describe where the document is silent: reference, offset, terse, …, or a file",
    { defaultText: "that of the mock in the config file, or reference" },
  ),
  out: option(
    z.string("expected a file").min(1, "expected a file").optional(),
    "-o, --out <file>",
    "write it there, as YAML where the name ends in .yaml or .yml; otherwise it is printed as JSON",
  ),
  force: forceOption,
});

/** `orgkit openapi`: the interface in a dialect as an OpenAPI document, as a mock serves it at `/_orgkit/interface.json`. */
export function openApiCommand(): Command {
  return defineCommand(
    {
      name: "openapi",
      summary: "print the interface in a dialect as an OpenAPI document",
      description:
        "Prints an OpenAPI 3.1 document of what a service of this dialect answers: parameters, status codes, headers, bodies and records. Generate a client from it, for instance with openapi-typescript. A running mock serves the same at /_orgkit/interface.json.",
      options: openApiOptions,
      // The mock of the same folder is the one that is meant.
      fallback: (config) => mockSetting(config, "dialect"),
    },
    async ({ settings: { dialect, out, force } }) => {
      const document = openApiDocument(parseContract(contractText()), await openDialect(dialect));
      const isYaml = /\.ya?ml$/i.test(out ?? "");
      const text = isYaml ? openApiYaml(document) : `${JSON.stringify(document, null, 2)}\n`;
      if (out === undefined) {
        process.stdout.write(text);
        return;
      }
      writeNewFile({ what: "OpenAPI document", path: out, text, force });
      process.stdout.write(`Wrote ${visibleLine(out)}\n`);
    },
  );
}
