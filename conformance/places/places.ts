import type { Session } from "../target/session.ts";
import { concurrency } from "./concurrency.ts";
import { ids } from "./ids.ts";
import { namedAccounts } from "./named-accounts.ts";
import { pages } from "./pages.ts";
import { repetition } from "./repetition.ts";
import { views } from "./views.ts";
import type { Exploration, Visit } from "./visit.ts";
import { writes } from "./writes.ts";

/** The dimensions that a run explores, in order. */
export const explorations: readonly Exploration[] = [pages, ids, views, namedAccounts, concurrency, repetition, writes];

const explored = new WeakMap<Session, Promise<readonly Visit[]>>();

/** Every place that the run comes to: explored once, by whoever asks first. */
export function visits(session: Session): Promise<readonly Visit[]> {
  const known = explored.get(session) ?? exploreAll(session);
  explored.set(session, known);
  return known;
}

async function exploreAll(session: Session): Promise<readonly Visit[]> {
  const found: Visit[] = [];
  for (const { explore } of explorations) found.push(...(await explore(session)));
  return found;
}
