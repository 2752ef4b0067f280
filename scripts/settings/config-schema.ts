import { z } from "zod";
import { capsuleSettings, capsuleSettingsSchema } from "../commands/capsule.ts";
import { conformSchema, conformSettings } from "../commands/conform-settings.ts";
import { diffSchema, diffSettings } from "../commands/diff-settings.ts";
import { learnSchema, learnSettings } from "../commands/learn-settings.ts";
import { mockSettings, mockSettingsSchema } from "../commands/mock-settings.ts";
import { openApiSettings, openApiSettingsSchema } from "../commands/openapi.ts";
import { proxySchema, proxySettings } from "../commands/proxy-settings.ts";
import { replaySettings, replaySettingsSchema } from "../commands/replay.ts";
import type { Setting } from "./setting.ts";

/** What an editor is told of `orgkit.config.*`: each section, each key, with the words of its flag. */
export const describedConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  mock: section(mockSettingsSchema, mockSettings),
  conform: section(conformSchema, conformSettings),
  learn: section(learnSchema, learnSettings),
  diff: section(diffSchema, diffSettings),
  proxy: section(proxySchema, proxySettings),
  openapi: section(openApiSettingsSchema, openApiSettings),
  capsule: section(capsuleSettingsSchema, capsuleSettings),
  replay: section(replaySettingsSchema, replaySettings),
});

function section(schema: z.ZodObject, settings: readonly Setting[]): z.ZodType {
  const described = Object.entries(schema.shape).map(([key, value]) => {
    const setting = settings.find((candidate) => candidate.key === key);
    // Any JSON, of which no more can be said.
    const type = key === "createBody" ? z.unknown().optional() : value;
    return [key, setting === undefined ? type : type.describe(setting.description)] as const;
  });
  return z.strictObject(Object.fromEntries(described)).optional();
}
