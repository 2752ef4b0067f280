import { crowdWorld } from "../../../fixtures/worlds/crowd.ts";
import type { RecordData } from "../../../fixtures/worlds/world.ts";
import { pageSize } from "./contender.ts";

/** What every server holds: the users of the world `crowd:1000`. */
export interface BenchData {
  readonly token: string;
  readonly users: readonly RecordData[];
}

/** The world that is {@link benchData}, by its name. */
export const benchWorld = "crowd:1000";

export const benchData = readData();

function readData(): BenchData {
  const [account] = crowdWorld(1000, 1).accounts;
  const token = account?.tokens[0]?.token;
  if (account === undefined || token === undefined) throw new Error(`${benchWorld} has no account with a token`);
  return { token, users: account.users };
}

/** The body of the first page, for servers that are told what to answer. */
export function firstPage(): object {
  const { users } = benchData;
  return { data: users.slice(0, pageSize), meta: { page: 1, total: users.length } };
}

/** The reply to a creation, for servers that are told what to answer. */
export function createdPage(): object {
  return { data: benchData.users.slice(0, 1), meta: { page: 1, total: 1 } };
}
