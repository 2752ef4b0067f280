import type { ListName } from "../../fixtures/contract/operations.ts";
import type { Json } from "../../fixtures/values/json.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { World } from "../../fixtures/worlds/world.ts";

/** The finding for one key of a dialect. */
export interface LearnedKey {
  /** The path of the key: `paging.users.maxSize`. */
  readonly key: string;
  readonly value: Json;
  /** `certain`: with another value, the responses would differ. `likely`: it fits all responses. */
  readonly confidence: "certain" | "likely";
  /** The requests that show it: `GET /api/v1/users?page=x → 400`. They contain nothing from records. */
  readonly evidence: readonly string[];
  readonly note?: string;
}

/** A key that could not be learned. */
export interface MissingKey {
  readonly key: string;
  readonly reason: string;
  /** The flag or variable that would help, if there is one. */
  readonly give?: string;
}

/** Everything learned of a target. */
export interface LearnedDialect {
  readonly baseUrl: string;
  /**
   * With the mock's defaults for keys that were not learned: for `createSimulation`, and for `conform`, which judges
   * only learned keys.
   */
  readonly dialect: Dialect;
  /** The dialect as a YAML file: only what was learned, each key with the requests that show it. */
  readonly text: string;
  readonly keys: readonly LearnedKey[];
  readonly missing: readonly MissingKey[];
  /** The number of requests sent. */
  readonly requests: number;
  /** The created users, each with a value to find it by: the interface cannot delete them. */
  readonly created: readonly string[];
}

/** The learned dialect, with a matching world. */
export interface LearnedWithWorld extends LearnedDialect {
  /** Made-up records: for `createSimulation`. */
  readonly world: World;
  /** The world as a YAML file, for `orgkit mock --world`. */
  readonly worldText: string;
  /** The number of records in each of the target's lists, if it says so. */
  readonly totals: Readonly<Partial<Record<ListName, number>>>;
}
