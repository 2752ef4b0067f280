import type { Contender } from "../servers/contender.ts";
import { startServer, type StartedServer } from "../servers/start-server.ts";

/** What was measured of one contender, one result for each round. */
export type Results<R> = ReadonlyMap<Contender, readonly R[]>;

export interface Rounds {
  readonly count: number;
  readonly say: (text: string) => void;
}

/**
 * Measures contenders in turns, A B C A B C …, each time in a process started anew: what changes on the machine
 * meanwhile meets them all.
 */
export async function inRounds<R>(
  contenders: readonly Contender[],
  { count, say }: Rounds,
  measure: (server: StartedServer, contender: Contender, round: number) => Promise<R>,
): Promise<Results<R>> {
  const results = new Map(contenders.map((contender): [Contender, R[]] => [contender, []]));
  for (let round = 0; round < count; round += 1) {
    for (const contender of contenders) {
      say(`round ${round + 1} of ${count}: ${contender.name}`);
      const server = await startServer(contender);
      try {
        results.get(contender)?.push(await measure(server, contender, round));
      } finally {
        await server.stop();
      }
    }
  }
  return results;
}

/** The rounds of a contender. @throws Error where it was not measured */
export function roundsOf<R>(results: Results<R>, contender: Contender): readonly R[] {
  const rounds = results.get(contender);
  if (rounds === undefined) throw new Error(`${contender.name} was not measured`);
  return rounds;
}

/** One thing of all that each round measured. */
export function select<R, S>(results: Results<R>, thing: (result: R) => S): Results<S> {
  return new Map([...results].map(([contender, rounds]) => [contender, rounds.map(thing)]));
}

/** For a report that tools read: the rounds by the names of the contenders. */
export function byName<R>(results: Results<R>): Readonly<Record<string, readonly R[]>> {
  return Object.fromEntries([...results].map(([{ name }, rounds]) => [name, rounds]));
}
