import type { Finding } from "./finding.ts";
import type { Learning } from "./learning.ts";

/** How one key of the dialect is found out. */
export interface Inference {
  /** The path of the key in the dialect: `paging.users.maxSize`. */
  readonly key: string;
  probe(learning: Learning): Promise<Finding>;
}
