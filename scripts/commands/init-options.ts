import { z } from "zod";
import { expectedUrl, readBaseUrl } from "../init/base-url.ts";
import { tools } from "../init/tools.ts";
import { onOff, option } from "../settings/option.ts";

/** The options of `orgkit init`, in the order of its help. */
export const initOptions = z.object({
  yes: option(onOff, "-y, --yes", "ask nothing and write; files of other content are left as they are"),
  dryRun: option(onOff, "--dry-run", "show every line that would be written, and write none"),
  force: option(onOff, "--force", "overwrite files of other content"),
  only: option(
    z.array(z.enum(tools, `expected one of ${tools.join(", ")}`)).optional(),
    "--only <tool>",
    `set up this alone, of ${tools.join(", ")}; repeatable`,
    { defaultText: "all that are found" },
  ),
  baseUrl: option(
    z.string(expectedUrl).transform(readBaseUrl).pipe(z.string(expectedUrl)).optional(),
    "--base-url <url>",
    "where the application calls the API, without /api/v1; / is its own origin",
    // ORGKIT_BASE_URL is what orgkit conform judges.
    { defaultText: "by its env files, or /", variable: "ORGKIT_INIT_BASE_URL" },
  ),
  publicDir: option(
    z.string("expected a folder").min(1, "expected a folder").optional(),
    "--public-dir <folder>",
    "the folder that is served as it is",
    { defaultText: "by the framework, or public" },
  ),
});

export type InitSettings = z.output<typeof initOptions>;
