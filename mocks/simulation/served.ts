import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { renderWorld, type AccountRecords, type OpenOptions } from "../service/accounts.ts";
import type { Share } from "../service/budget.ts";
import { createService, type Service } from "../service/service.ts";
import type { RecordsSnapshot } from "../service/snapshot.ts";

/** One account of a world, under a token of its own. */
export interface OneAccount {
  readonly account: string;
  readonly token: string;
}

export interface ServedFrom extends OpenOptions {
  readonly world: World;
  readonly seed: number;
  /** The moment relative ones are resolved against, milliseconds since 1970. */
  readonly startedAt: number;
  readonly sandbox: OneAccount | undefined;
}

/** A world in a dialect, as it is served. */
export interface Served {
  readonly world: World;
  readonly dialect: Dialect;
  readonly service: Service;
  /** The records as the world has them. */
  readonly initial: RecordsSnapshot;
}

/** Rejects with an InputError where world and dialect do not go together, or there is no such account. */
export async function serveWorld({ world, startedAt, sandbox, ...options }: ServedFrom, share: Share): Promise<Served> {
  const { dialect } = options;
  const all = renderWorld(world, dialect, startedAt);
  const accounts = sandbox === undefined ? all : oneAccount(all, sandbox);
  const service = await createService({ ...options, accounts, share });
  return { world, dialect, service, initial: service.snapshot() };
}

function oneAccount(
  accounts: readonly AccountRecords[],
  { account: id, token }: OneAccount,
): readonly AccountRecords[] {
  const account = accounts.find((candidate) => candidate.id === id);
  if (account !== undefined) return [{ ...account, tokens: [{ token }] }];
  const known = accounts.map((candidate) => candidate.id).join(", ");
  throw new InputError("Account", [{ at: id, problem: `there is no such account; expected ${known}` }]);
}
