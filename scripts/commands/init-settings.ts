import { z } from "zod";
import { readBaseUrl } from "../init/base-url.ts";
import { tools } from "../init/tools.ts";
import type { Setting } from "../settings/setting.ts";

/** The flags of `orgkit init`, in the order of its help. */
export const initSettings: readonly Setting[] = [
  {
    key: "yes",
    flags: "-y, --yes",
    description: "ask nothing and write; files of other content are left as they are",
    kind: "switch",
  },
  {
    key: "dryRun",
    flags: "--dry-run",
    description: "show every line that would be written, and write none",
    kind: "switch",
  },
  { key: "force", flags: "--force", description: "overwrite files of other content", kind: "switch" },
  {
    key: "only",
    flags: "--only <tool>",
    description: `set up this alone, of ${tools.join(", ")}; repeatable`,
    kind: "list",
    defaultText: "all that are found",
  },
  {
    key: "baseUrl",
    flags: "--base-url <url>",
    description: "where the application calls the API, without /api/v1; / is its own origin",
    kind: "text",
    defaultText: "by its env files, or /",
    // ORGKIT_BASE_URL is what orgkit conform judges.
    variable: "ORGKIT_INIT_BASE_URL",
  },
  {
    key: "publicDir",
    flags: "--public-dir <folder>",
    description: "the folder that is served as it is",
    kind: "text",
    defaultText: "by the framework, or public",
  },
];

const expectedUrl = "expected an absolute URL, or a path of the application's own origin: https://api.example, /";

export const initSchema = z.object({
  yes: z.boolean("expected true or false").default(false),
  dryRun: z.boolean("expected true or false").default(false),
  force: z.boolean("expected true or false").default(false),
  only: z.array(z.enum(tools, `expected one of ${tools.join(", ")}`)).optional(),
  baseUrl: z
    .string(expectedUrl)
    .transform((text, context) => {
      const url = readBaseUrl(text);
      if (url !== undefined) return url;
      context.addIssue({ code: "custom", message: expectedUrl });
      return z.NEVER;
    })
    .optional(),
  publicDir: z.string("expected a folder").min(1, "expected a folder").optional(),
});

export type InitSettings = z.output<typeof initSchema>;
