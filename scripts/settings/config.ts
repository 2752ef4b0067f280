import type { components } from "./config.generated.ts";

/** What `orgkit.config.ts` exports: one section a command, one key a flag. */
export type OrgkitConfig = components["schemas"]["Config"];
