import { z } from "zod";
import { conformOptions } from "../commands/conform-options.ts";
import { learnOptions } from "../commands/learn.ts";
import { mockOptions } from "../commands/mock.ts";
import { openApiOptions } from "../commands/openapi.ts";
import { proxyOptions } from "../commands/proxy.ts";
import type { sectionNames } from "../settings/config-file.ts";
import { listSettings } from "../settings/settings.ts";

/** The options of each command with a section. */
const sections: Readonly<Record<(typeof sectionNames)[number], z.ZodObject>> = {
  mock: mockOptions,
  conform: conformOptions,
  learn: learnOptions,
  proxy: proxyOptions,
  openapi: openApiOptions,
};

/** The schema of `orgkit.config.*` for editors: each section and key, with the text of its flag. */
export const describedConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  ...Object.fromEntries(Object.entries(sections).map(([name, options]) => [name, section(options)])),
});

function section(schema: z.ZodObject): z.ZodType {
  const described = listSettings(schema).map(({ key, flags, description }) => {
    // Any JSON, without details.
    const type = key === "createBody" ? z.unknown().optional() : schema.shape[key];
    return [key, flags === undefined || key === "baseUrl" ? type : type.describe(description)] as const;
  });
  return z.strictObject(Object.fromEntries(described)).optional();
}
