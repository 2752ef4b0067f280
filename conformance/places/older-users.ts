import { look, totalsOf, totalSteps, type TotalStep } from "../target/created-user.ts";
import type { Exchange } from "../target/exchange.ts";
import { recordKey, shownPage } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import type { UserList } from "./user-list.ts";

/** A creation of this run, with the unique value of its body. */
interface Marked {
  readonly exchange: Exchange;
  readonly mark: string;
  readonly as: "first" | "second";
  readonly came: "accepted" | "rejected" | "unknown";
}

/** The accepted creations of an account. */
export function acceptedOf<Creation extends Marked>(
  all: readonly Creation[],
  account: Marked["as"],
): readonly Creation[] {
  return all.filter(({ as, came }) => as === account && came === "accepted");
}

/** The minimum number of readings of the list without a creation in between. */
const enoughLooks = 5;

/** The minimum number of creations that cost another account a user each. */
const enoughCreations = 2;

/** Whether the total was read often, and changed only after creations of this run: no other client was writing. */
export function changedOnlyByUs({ entries }: Session, lag: number): boolean {
  const steps = totalSteps(entries, ({ call }) => call.operation === "createUser");
  // New users may appear late.
  const isOurs = ({ by, calls }: TotalStep): boolean => by === 0 || (by > 0 && (calls > 0 || lag > 0));
  return steps.length >= enoughLooks && steps.every(isOurs);
}

/** The number of users from before all creations that are missing. */
export function goneFrom(
  { users, total, isWhole }: UserList,
  all: readonly Marked[],
  totalBefore: number | undefined,
): number {
  const isCounted = isWhole && totalBefore !== undefined && users.length === total;
  return isCounted ? totalBefore - notOurs(users, all).length : 0;
}

/**
 * The number of older users that the second account lost, if that is one for each creation of the first: with that
 * number, other clients are hardly the cause.
 */
export function goneElsewhere(
  second: UserList | undefined,
  all: readonly Marked[],
  entries: Session["entries"],
): number {
  const from = entries.findIndex((entry) => totalsOf([entry], "second").length > 0);
  const [before] = totalsOf(entries.slice(0, from + 1), "second");
  const later = new Set(entries.slice(from + 1).map(({ exchange }) => exchange));
  const made = acceptedOf(all, "first").filter(({ exchange }) => later.has(exchange)).length;
  if (second === undefined || before === undefined || made < enoughCreations) return 0;
  if (totalSteps(entries, undefined, "second").some(({ by }) => by !== 0)) return 0;
  const gone = goneFrom(second, all, before);
  return gone === made ? gone : 0;
}

/** Whether users from before all creations are missing. */
export async function lacksOlder(session: Session, { users }: UserList): Promise<boolean> {
  const before = await look(session);
  const keys = new Set(users.map(({ key }) => key));
  return (
    before !== undefined && (shownPage(before.exchange)?.records ?? []).some((record) => !keys.has(recordKey(record)))
  );
}

function notOurs(users: UserList["users"], all: readonly Marked[]): UserList["users"] {
  return users.filter(({ text }) => !all.some(({ mark }) => text.includes(mark)));
}

/** Whether `meta.total` is wrong, though the list holds as many older users as before: no other client was writing. */
export function isMiscounted(
  { users, total, isWhole }: UserList,
  all: readonly Marked[],
  totalBefore: number | undefined,
): boolean {
  return isWhole && total !== undefined && users.length !== total && notOurs(users, all).length === totalBefore;
}
