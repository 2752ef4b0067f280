import { z } from "zod";
import type { sectionNames } from "../../fixtures/settings/config-file.ts";
import { projectSchema } from "../../fixtures/settings/simulation-options.ts";
import { listSettings } from "../../fixtures/settings/settings.ts";
import { conformCommandOptions } from "../commands/conform-options.ts";
import { learnCommandOptions } from "../commands/learn.ts";
import { mockOptions } from "../commands/mock.ts";
import { openApiOptions } from "../commands/openapi.ts";
import { proxyOptions } from "../commands/proxy.ts";

/** The options of each command with a section. */
const sections: Readonly<Record<(typeof sectionNames)[number], z.ZodObject>> = {
  mock: mockOptions,
  conform: conformCommandOptions,
  learn: learnCommandOptions,
  proxy: proxyOptions,
  openapi: openApiOptions,
};

/** The schema of `orgkit.config.*` for editors: each section and key, with the text of its flag. */
export const describedConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  ...projectSchema.shape,
  ...Object.fromEntries(Object.entries(sections).map(([name, options]) => [name, section(options)])),
});

function section(options: z.ZodObject): z.ZodType {
  const keys = listSettings(options).map(({ member, key, description, parse, parseList }) => {
    const schema: z.ZodType = options.shape[member];
    // What a text stands for may be given itself: without details, which a report has many of.
    const given = parse === undefined ? schema : z.unknown();
    const type = parseList === undefined ? given : z.union([given, z.array(z.string())]);
    return [key, (type.isOptional() ? type : type.optional()).describe(description)] as const;
  });
  return z.strictObject(Object.fromEntries(keys)).optional();
}
