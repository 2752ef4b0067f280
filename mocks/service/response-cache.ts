import { Budget, type Keeper, type Share } from "./budget.ts";
import type { Reply } from "./call.ts";
import { Failure } from "./failure.ts";
import type { RecordCollection } from "./record-collection.ts";

/** How many replies are kept for one list, and how long a body is worth keeping. */
const maxReplies = 64;
const maxBodyLength = 256 * 1024;

interface CachedResponses {
  /** Of the list, when they were made. */
  version: number;
  readonly replies: Map<string, Reply>;
}

/**
 * The replies to what was asked of a list last, as long as the list stays as it is: a frontend asks for the same
 * page again and again, and writing its records as JSON costs more than all the rest of a call.
 */
export class ResponseCache implements Keeper {
  readonly #share: Share;
  #cached = new WeakMap<RecordCollection, CachedResponses>();
  #bytes = 0;
  #since: number | undefined;

  constructor(share: Share = new Budget().share()) {
    this.#share = share;
    share.join(this);
  }

  get oldest(): number | undefined {
    return this.#since;
  }

  /** All of them: each can be made anew. */
  forget(): void {
    this.#cached = new WeakMap();
    this.#since = undefined;
    this.#share.take(-this.#bytes);
    this.#bytes = 0;
  }

  /**
   * @param query as sent, with whatever else shows in a reply; it alone must decide which records of the list are shown, and how
   * @param make answers anew
   */
  of(list: RecordCollection, query: string, make: () => Reply | Failure): Reply | Failure {
    // Hidden records are shown after N readings, and a relation shows what another list holds.
    if (list.version === undefined) return make();
    const kept = this.#current(list, list.version);
    const known = kept.replies.get(query);
    if (known !== undefined) return known;
    const made = make();
    if (made instanceof Failure || made.body.length > maxBodyLength) return made;
    if (kept.replies.size >= maxReplies) this.#clear(kept);
    kept.replies.set(query, made);
    this.#since ??= this.#share.tick();
    this.#take(bytesOf(query, made));
    return made;
  }

  #take(bytes: number): void {
    this.#bytes += bytes;
    this.#share.take(bytes);
  }

  #clear({ replies }: CachedResponses): void {
    for (const [query, reply] of replies) this.#take(-bytesOf(query, reply));
    replies.clear();
  }

  #current(list: RecordCollection, version: number): CachedResponses {
    const kept = this.#cached.get(list) ?? { version, replies: new Map<string, Reply>() };
    this.#cached.set(list, kept);
    if (kept.version !== version) {
      this.#clear(kept);
      kept.version = version;
    }
    return kept;
  }
}

function bytesOf(query: string, { body }: Reply): number {
  return query.length + body.length + 500;
}
