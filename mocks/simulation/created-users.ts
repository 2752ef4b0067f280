import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import type { Account, StartingAccount } from "../service/accounts.ts";

/** A user that was added since the start, and the id of its account. */
interface CreatedUser {
  readonly account: string;
  readonly user: RecordData;
}

export function findCreatedUsers(
  accounts: readonly Account[],
  starting: readonly StartingAccount[],
): readonly CreatedUser[] {
  return accounts.flatMap(({ id: account, users }) => {
    const atStart = starting.find(({ id }) => id === account)?.users.all() ?? [];
    const before = new Set(atStart.map(({ id }) => id));
    return users
      .records()
      .filter(({ id }) => !before.has(id))
      .map((user) => ({ account, user }));
  });
}

/**
 * Adds users that were created before another world was loaded, unless their id or a unique value is taken.
 * @returns which were dropped, and why
 */
export async function addUsers(
  created: readonly CreatedUser[],
  accounts: readonly Account[],
  { createUser }: Dialect,
): Promise<readonly string[]> {
  const dropped: string[] = [];
  for (const { account: id, user } of created) {
    const users = accounts.find((account) => account.id === id)?.users;
    const takenFields = ["id", ...createUser.unique].filter((field) =>
      field === "id" ? users?.find(String(user.id)) : users?.isTaken(field, user),
    );
    const reason =
      users === undefined ? "its account is gone from the file" : `its ${takenFields.join(" and ")} is taken`;
    if (users === undefined || takenFields.length > 0)
      dropped.push(`dropped created user ${user.id} of ${id}: ${reason}`);
    else await users.insert({ ...user }, "request");
  }
  return dropped;
}
