import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { renderWorld, type AccountChange, type AccountRecords } from "../service/accounts.ts";
import type { Share } from "../service/budget.ts";
import { createService, type Service } from "../service/service.ts";
import type { RecordsSnapshot } from "../service/snapshot.ts";

/** One account of a world, under a token of its own. */
export interface OneAccount {
  readonly account: string;
  readonly token: string;
}

export interface ServedFrom {
  readonly world: World;
  readonly dialect: Dialect;
  readonly seed: number;
  /** The moment relative ones are resolved against, milliseconds since 1970. */
  readonly startedAt: number;
  readonly sandbox: OneAccount | undefined;
  /** Told of each record that comes or goes, but not of a restored snapshot. */
  readonly recordChanged?: ((change: AccountChange) => void) | undefined;
}

/** A world in a dialect, as it is served. */
export interface Served {
  readonly world: World;
  readonly dialect: Dialect;
  readonly service: Service;
  /** The records as the world has them. */
  readonly initial: () => RecordsSnapshot;
}

/** @throws InputError where world and dialect do not go together, or there is no such account */
export function serveWorld(
  { world, dialect, seed, startedAt, sandbox, recordChanged }: ServedFrom,
  share: Share,
): Served {
  const all = renderWorld(world, dialect, startedAt);
  const accounts = sandbox === undefined ? all : oneAccount(all, sandbox);
  const service = createService({ accounts, dialect, seed, changed: recordChanged, share });
  return { world, dialect, service, initial: service.mark() };
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
