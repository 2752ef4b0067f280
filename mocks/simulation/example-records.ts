import { collectionOf, recordKinds } from "../../fixtures/contract/record-kinds.ts";
import type { Examples } from "../../fixtures/interface/schemas.ts";
import type { Simulation } from "./simulation.ts";

/** The first record of each kind, for the document of the interface. */
export function exampleRecords({ accounts }: Pick<Simulation, "accounts">): Examples {
  return Object.fromEntries(
    recordKinds.flatMap((kind) =>
      accounts
        .flatMap((account) => account[collectionOf(kind)].slice(0, 1).map((record) => [kind, record]))
        .slice(0, 1),
    ),
  );
}
