import { z } from "zod";
import { exampleRecords, openApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { writeWholeFile } from "../../fixtures/files/write-file.ts";
import { yamlText } from "../../fixtures/values/yaml-text.ts";
import { option, text as nonEmptyText } from "../../fixtures/settings/settings.ts";
import { frozenClock } from "../../mocks/service/clock.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { print, printData } from "../terminal/terminal.ts";
import { defineCommand } from "./define-command.ts";
import { forceOption, prepareNewFile } from "./shared-options.ts";

/** The options of `orgkit openapi`, in the order of its help. */
export const openApiOptions = z.object({
  dialect: option(z.string("expected a name or a file").default("reference"), {
    flags: "-d, --dialect <name or file>",
    description: "the dialect to describe: reference, offset, terse, …, or a file",
    defaultText: "the project's in the config file, or reference",
  }),
  world: option(z.string("expected a name or a file").default("demo"), {
    flags: "-w, --world <name or file>",
    description: "the records that examples show: demo, edge, …, or a file",
    defaultText: "the project's in the config file, or demo",
  }),
  out: option(nonEmptyText("expected a file").optional(), {
    flags: "-o, --out <file>",
    description: "write to this file, as YAML if it ends in .yaml or .yml (default: print JSON)",
  }),
  force: forceOption,
});

/**
 * `orgkit openapi`: the interface in a dialect as an OpenAPI document, as a mock serves it at
 * `/_orgkit/interface.json`.
 */
export default defineCommand(
  {
    name: "openapi",
    summary: "print the OpenAPI document of a dialect",
    description:
      "Prints an OpenAPI 3.1 document of a service with this dialect: parameters, status codes, headers, bodies and records. A running mock serves the same at /_orgkit/interface.json. Generate a client from it, for instance with openapi-typescript.",
    options: openApiOptions,
    fromProject: ["dialect", "world"],
  },
  async ({ settings: { dialect, world, out, force } }) => {
    // At a fixed time, so that the document of a project changes with the project only.
    const simulation = await createSimulation({ dialect, world, clock: frozenClock(Date.UTC(2026, 0, 1)) });
    const examples = exampleRecords(simulation.accounts);
    const document = openApiDocument(simulation.dialect, { examples });
    const json = JSON.stringify(document, null, 2);
    if (out === undefined) return printData(json);
    const text = /\.ya?ml$/i.test(out) ? yamlText(document) : `${json}\n`;
    prepareNewFile({ what: "OpenAPI document", at: "--out", path: out, force });
    writeWholeFile(out, text);
    print(`Wrote ${out}`);
  },
);
