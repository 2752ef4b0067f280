import { z } from "zod";
import { capsuleOptions } from "../commands/capsule.ts";
import { conformOptions } from "../commands/conform-options.ts";
import { diffOptions } from "../commands/diff.ts";
import { learnOptions } from "../commands/learn.ts";
import { mockOptions } from "../commands/mock.ts";
import { openApiOptions } from "../commands/openapi.ts";
import { proxyOptions } from "../commands/proxy.ts";
import { replayOptions } from "../commands/replay.ts";
import { settingsOf } from "./option.ts";

/** What an editor is told of `orgkit.config.*`: each section, each key, with the words of its flag. */
export const describedConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  mock: section(mockOptions),
  conform: section(conformOptions),
  learn: section(learnOptions),
  diff: section(diffOptions),
  proxy: section(proxyOptions),
  openapi: section(openApiOptions),
  capsule: section(capsuleOptions),
  replay: section(replayOptions),
});

function section(schema: z.ZodObject): z.ZodType {
  const described = settingsOf(schema).map(({ key, flags, description }) => {
    // Any JSON, of which no more can be said.
    const type = key === "createBody" ? z.unknown().optional() : schema.shape[key];
    return [key, flags === undefined || key === "baseUrl" ? type : type.describe(description)] as const;
  });
  return z.strictObject(Object.fromEntries(described)).optional();
}
