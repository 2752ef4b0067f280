import { loadDialect } from "../../fixtures/dialect/load.ts";
import { dialectSchema, type Dialect } from "../../fixtures/dialect/dialect.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { startServer, type RunningServer } from "../../mocks/faces/http-server.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import type { TargetToJudge } from "../run/judge-target.ts";
import { bodyFor } from "../target/body.ts";
import type { Alter, DialectInput, Mutant } from "./mutant.ts";

/** A simulation on a port of its own, with all that a run has to know of it. */
export interface Served {
  readonly target: TargetToJudge;
  readonly server: RunningServer;
}

export interface ServeOptions {
  readonly name: string;
  /** What the target is said to speak. */
  readonly dialect: Dialect;
  /** What it speaks. */
  readonly speaks?: Dialect | undefined;
  readonly world: string;
  /** Whether the run is told of the dialect. */
  readonly isDeclared: boolean;
  readonly alter?: Alter | undefined;
}

/** Serves a mutant; the judge is told the dialect it would speak if it were whole. */
export function serveMutant({ id, dialect, speaks, world = "demo", alter }: Mutant): Promise<Served> {
  const name = id.replaceAll(/[^\w.-]/g, ".").slice(0, 60);
  return serve({
    name,
    dialect: read(dialect),
    speaks: speaks === undefined ? undefined : read(speaks),
    world,
    isDeclared: true,
    alter,
  });
}

function read(dialect: DialectInput = "reference"): Dialect {
  return typeof dialect === "string" ? loadDialect(dialect) : dialectSchema.parse(dialect);
}

/** Serves a simulation, altered or whole, on loopback and a free port. */
export async function serve({ name, dialect, speaks, world, isDeclared, alter }: ServeOptions): Promise<Served> {
  const simulation = await createSimulation({ world: loadWorld(world, 1), dialect: speaks ?? dialect });
  const altered =
    alter === undefined ? simulation : { ...simulation, answer: alter((call) => simulation.answer(call), simulation) };
  const server = await startServer(altered, { port: 0 });
  const [first, second] = simulation.accounts;
  return {
    server,
    target: {
      target: {
        name,
        baseUrl: server.url,
        allowWrites: true,
        subscriptionIds: (first?.subscriptions.all() ?? []).map(({ id }) => String(id)),
        ...(isDeclared ? { dialect } : { createBody: bodyFor(dialect) }),
      },
      secrets: { first: tokenOf(first), second: tokenOf(second) },
    },
  };
}

function tokenOf(account: Simulation["accounts"][number] | undefined): string {
  return account?.tokens.find(({ expiresAt }) => expiresAt === undefined)?.token ?? "";
}
