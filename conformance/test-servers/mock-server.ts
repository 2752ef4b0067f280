import { collectionOf, recordKinds } from "../../fixtures/contract/record-kinds.ts";
import { dialectSchema, type Dialect, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { openWorld } from "../../fixtures/worlds/open.ts";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import { bodyFor } from "../target/body.ts";
import type { IndependentServer, Running } from "./independent-server.ts";

interface MockServer {
  readonly id: string;
  /** The obligations that must fail; none if it speaks the dialect that it declares. */
  readonly breaks?: readonly string[];
  /** The dialect that it uses, or the name of a built-in one. */
  readonly speaks: DialectInput | string;
  /** The dialect that it declares: by default the same, with `null` none. */
  readonly declares?: DialectInput | string | null;
  readonly world?: string;
}

/** The mock as a server to judge. */
export function mockServer({
  id,
  breaks = [],
  speaks,
  declares = speaks,
  world = "demo",
}: MockServer): IndependentServer {
  return {
    id,
    breaks,
    ...(declares === null ? { createBody: bodyFor(parse(speaks)) } : { dialect: parse(declares) }),
    start: async () => {
      const simulation = await createSimulation({ world: await openWorld(world, 1), dialect: parse(speaks) });
      const server = await startServer(simulation, { port: 0 });
      return { baseUrl: server.url, ...knownTo(simulation), stop: () => server.close() };
    },
  };
}

/** The tokens and ids that a user of a mock knows. */
function knownTo({ accounts: [first, second] }: Simulation): Pick<Running, "ids" | "tokens"> {
  const tokenOf = (account: typeof first): string =>
    account?.tokens.find(({ expiresAt }) => expiresAt === undefined)?.token ?? "";
  const idsOf = (kind: (typeof recordKinds)[number]): readonly string[] =>
    (first?.[collectionOf(kind)].all() ?? []).slice(0, 3).map(({ id }) => String(id));
  return {
    tokens: { first: tokenOf(first), second: tokenOf(second) },
    ids: Object.fromEntries(recordKinds.map((kind) => [kind, idsOf(kind)])),
  };
}

const builtIn = new Map(
  await Promise.all(builtInDialectNames.map(async (name) => [name, await openDialect(name)] as const)),
);

function parse(dialect: DialectInput | string): Dialect {
  return dialectSchema.parse(typeof dialect === "string" ? builtIn.get(dialect) : dialect);
}
