import type { AccountChange } from "../service/accounts.ts";
import type { StoredChange } from "./entries.ts";

/** What was done since the last write. */
export interface Taken {
  readonly changes: readonly StoredChange[];
  /** The clock was set, or other scenarios are in force. */
  readonly hasSetting: boolean;
  /** Everything was exchanged: only a new base can tell it. */
  readonly isAnew: boolean;
}

/** Gathers what is not on disk yet, in the order of its effects. */
export class Unsaved {
  #changes: StoredChange[] = [];
  #hasSetting = false;
  #isAnew = false;

  get isEmpty(): boolean {
    return this.#changes.length === 0 && !this.#hasSetting && !this.#isAnew;
  }

  record({ place, before, after }: AccountChange): void {
    if (before !== undefined) {
      this.#changes.push({ ...place, removed: { id: before.record.id, index: before.index } });
    }
    if (after !== undefined) this.#changes.push({ ...place, added: after });
  }

  setting(): void {
    this.#hasSetting = true;
  }

  all(): void {
    this.#isAnew = true;
  }

  /** All there is; nothing of it is unsaved from then on. */
  take(): Taken {
    const taken = { changes: this.#changes, hasSetting: this.#hasSetting, isAnew: this.#isAnew };
    this.#changes = [];
    this.#hasSetting = false;
    this.#isAnew = false;
    return taken;
  }

  /** What was taken could not be written: it comes before what was done since. */
  putBack({ changes, hasSetting, isAnew }: Taken): void {
    this.#changes = [...changes, ...this.#changes];
    this.#hasSetting ||= hasSetting;
    this.#isAnew ||= isAnew;
  }
}
