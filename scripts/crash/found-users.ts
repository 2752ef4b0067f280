import { z } from "zod";
import type { User } from "./ledger.ts";
import { userSchema } from "./writer.ts";

const pageSize = 1000;

const pageSchema = z.object({ records: z.array(userSchema), total: z.int() });
const listSchema = z.object({ meta: z.object({ total: z.int() }) });

/** Where users are. */
export interface UsersOf {
  /** The base URL of the mock. */
  readonly url: string;
  readonly token: string;
  readonly account: string;
}

/**
 * Every user of an account, in the order of the list.
 * @throws Error where the interface tells another number of them than the control API
 */
export async function foundUsers({ url, token, account }: UsersOf): Promise<readonly User[]> {
  const users: User[] = [];
  let total = 1;
  while (users.length < total) {
    const page = await fetch(`${url}/_orgkit/accounts/${account}/users?offset=${users.length}&limit=${pageSize}`);
    const { records, total: all } = pageSchema.parse(await page.json());
    users.push(...records);
    total = all;
  }
  const reply = await fetch(`${url}/api/v1/users`, { headers: { authorization: `Bearer ${token}` } });
  const told = listSchema.parse(await reply.json()).meta.total;
  if (told !== users.length) throw new Error(`the interface tells of ${told} users, there are ${users.length}`);
  return users;
}
