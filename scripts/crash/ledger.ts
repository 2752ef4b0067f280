import { isDeepStrictEqual } from "node:util";

/** A user as the mock gives it out; `email` tells it from all others for ever. */
export type User = Readonly<Record<string, unknown>> & { readonly email: string };

/** A user as it may be found after a crash: as it was acknowledged, or as a call without an answer would have made it. */
type Version = { readonly whole: User } | { readonly sent: User } | "absent";

interface Entry {
  readonly versions: readonly Version[];
  /** Who created it; one writer does one thing after the other. */
  readonly writer: number;
}

/** What writers did, and what therefore must be found after a crash. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  /** The emails of the list as it was found last, in its order. */
  #found: readonly string[] = [];
  #acknowledged = 0;

  /** How many writes were acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** A user is asked for. */
  create(writer: number, sent: User): void {
    this.#entries.set(sent.email, { writer, versions: ["absent", { sent }] });
  }

  /** A user is to become another, or to go. */
  change({ email }: User, next: User | "absent"): void {
    const entry = this.#entries.get(email);
    if (entry === undefined) throw new Error(`${email} was never created`);
    const version: Version = next === "absent" ? next : { whole: next };
    this.#entries.set(email, { ...entry, versions: [...entry.versions, version] });
  }

  /** The answer came: from now on it is so, and not otherwise. */
  acknowledge(email: string, now: User | "absent"): void {
    this.#acknowledged += 1;
    const { writer = 0 } = this.#entries.get(email) ?? {};
    this.#entries.set(email, { writer, versions: [now === "absent" ? now : { whole: now }] });
  }

  /**
   * Compares what is found after a crash with what was done, and takes it as given from then on.
   * @returns in words, what is not as it must be
   */
  settle(found: readonly User[]): readonly string[] {
    const byEmail = new Map(found.map((user) => [user.email, user]));
    const faults = [
      ...twins(found),
      ...[...this.#entries].flatMap(([email, entry]) => faultsOf(email, entry, byEmail.get(email))),
      ...found.filter(({ email }) => !this.#entries.has(email)).map(({ email }) => `${email}: nobody created it`),
      ...this.#disorder(found),
    ];
    this.#found = found.map(({ email }) => email);
    for (const [email, { writer }] of this.#entries) {
      const user = byEmail.get(email);
      if (user === undefined) this.#entries.delete(email);
      else this.#entries.set(email, { writer, versions: [{ whole: user }] });
    }
    return faults;
  }

  /** Those found before come first and as they stood; of those that are new, each writer's as it made them. */
  #disorder(found: readonly User[]): readonly string[] {
    const emails = found.map(({ email }) => email);
    const there = new Set(emails);
    const known = new Set(this.#found);
    const earlier = this.#found.filter((email) => there.has(email));
    const created = [...this.#entries.keys()].filter((email) => there.has(email) && !known.has(email));
    const later = emails.filter((email) => !known.has(email));
    const writers = new Set(created.map((email) => this.#writerOf(email)));
    const of = (list: readonly string[], writer: number | undefined): readonly string[] =>
      list.filter((email) => this.#writerOf(email) === writer);
    return [
      ...(isDeepStrictEqual(emails.slice(0, earlier.length), earlier) ? [] : ["the order of the list has changed"]),
      ...[...writers]
        .filter((writer) => !isDeepStrictEqual(of(later, writer), of(created, writer)))
        .map((writer) => `the users of writer ${writer} are not in the order of their creation`),
    ];
  }

  #writerOf(email: string): number | undefined {
    return this.#entries.get(email)?.writer;
  }
}

function twins(found: readonly User[]): readonly string[] {
  return (["email", "id"] as const).flatMap((field) => {
    const seen = new Set<unknown>();
    const again = found.filter((user) => seen.size === seen.add(user[field]).size);
    return again.map((user) => `${user.email}: its ${field} is there twice`);
  });
}

function faultsOf(email: string, { versions }: Entry, found: User | undefined): readonly string[] {
  if (versions.some((version) => isVersion(version, found))) return [];
  if (found === undefined) return [`${email}: acknowledged and lost`];
  return versions.every((version) => version === "absent")
    ? [`${email}: removed, and there again`]
    : [`${email}: not as it was acknowledged: ${JSON.stringify(found)}`];
}

function isVersion(version: Version, found: User | undefined): boolean {
  if (version === "absent") return found === undefined;
  if (found === undefined) return false;
  if ("whole" in version) return isDeepStrictEqual(found, version.whole);
  const isWhole = found["id"] !== undefined && found["createdAt"] !== undefined;
  return isWhole && Object.entries(version.sent).every(([field, value]) => found[field] === value);
}
