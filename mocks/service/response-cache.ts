import { Budget, type Evictable, type Share } from "./budget.ts";
import type { Reply } from "./call.ts";
import { Failure } from "./failure.ts";
import type { RecordCollection } from "./record-collection.ts";

/** The maximum number of replies per list, and the maximum size of a body. */
const maxReplies = 64;
const maxBodyLength = 256 * 1024;

interface CachedResponses {
  /** The version of the list they were made from. */
  version: number;
  readonly replies: Map<string, Reply>;
}

/**
 * Caches replies of a list until it changes: a frontend requests the same page again and again, and serializing its
 * records costs more than all the rest of a request.
 */
export class ResponseCache implements Evictable {
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

  /** Drops all of them. */
  forget(): void {
    this.#cached = new WeakMap();
    this.#since = undefined;
    this.#share.take(-this.#bytes);
    this.#bytes = 0;
  }

  /**
   * @param query as sent, with everything else that affects the response; it alone must decide which records are shown,
   * and how
   * @param make makes a response that is not cached
   */
  of(list: RecordCollection, query: string, make: () => Reply | Failure): Reply | Failure {
    // Not cached: hidden records appear after N reads, and a relation shows records of another list.
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
