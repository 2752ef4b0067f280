import { z } from "zod";
import { metaShape } from "../../../fixtures/contract/envelope.ts";
import { recordKinds } from "../../../fixtures/contract/operations.ts";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { dialectSchema, type Dialect } from "../../../fixtures/dialect/dialect.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { startServer } from "../../../mocks/adapters/http-server.ts";
import { createSimulation, type Simulation } from "../../../mocks/simulation/simulation.ts";
import type { Defect, DialectInput } from "../defects/defect.ts";
import type { Report } from "../../report/report.ts";
import type { TargetToJudge } from "../../run/judge-target.ts";
import { judgeForReport } from "../../run/conform.ts";
import { withDepartures, type Departure } from "../departures.ts";
import { listen, serverOf } from "../serve.ts";
import { readObject, type Account, type Service } from "../service.ts";
import type { Running } from "../independent-server.ts";
import { bodyFor } from "../../target/body.ts";

/** A simulation on its own port, with everything a run needs to know of it. */
export interface Served extends Running {
  readonly target: TargetToJudge;
}

export interface ServeOptions {
  readonly name: string;
  /** The dialect that the target declares. */
  readonly dialect: Dialect;
  /** The dialect that it uses. */
  readonly speaks?: Dialect;
  readonly world: string;
  /** Whether the run knows the dialect. */
  readonly isDeclared: boolean;
  readonly around?: readonly Departure[] | undefined;
}

/** How to serve a mutant: the judge gets the dialect of the correct service. */
export function servedAs({
  id,
  dialect = "reference",
  speaks = dialect,
  isEmpty = false,
  isDeclared = true,
  around,
}: Defect): ServeOptions {
  return {
    name: id.replaceAll(/[^\w.-]/g, ".").slice(0, 60),
    dialect: read(dialect),
    speaks: read(speaks),
    world: isEmpty ? "empty" : "demo",
    isDeclared,
    around,
  };
}

function read(dialect: DialectInput): Dialect {
  return typeof dialect === "string" ? loadDialect(dialect) : dialectSchema.parse(dialect);
}

/** Serves a simulation, with or without a defect, on loopback and a free port. */
export async function serve({ name, dialect, speaks, world, isDeclared, around }: ServeOptions): Promise<Served> {
  const simulation = await createSimulation({ world: loadWorld(world, 1), dialect: speaks ?? dialect });
  const running = await (around === undefined
    ? serveWhole(simulation)
    : listen(serverOf(withDepartures(serviceOf(simulation), around))));
  return { ...running, target: targetOf(simulation, { name, baseUrl: running.baseUrl, dialect, isDeclared }) };
}

/** All options for a simulation at a base URL. */
export function targetOf(
  { accounts: [first, second] }: Simulation,
  { name, baseUrl, dialect, isDeclared }: Pick<ServeOptions, "name" | "dialect" | "isDeclared"> & { baseUrl: string },
): TargetToJudge {
  return {
    target: {
      name,
      baseUrl,
      allowWrites: true,
      ids: Object.fromEntries(
        recordKinds.map((kind) => [kind, (first?.[`${kind}s`].all() ?? []).slice(0, 3).map(({ id }) => String(id))]),
      ),
      ...(isDeclared ? { dialect } : { createBody: bodyFor(dialect) }),
    },
    secrets: { first: tokenOf(first), second: tokenOf(second) },
  };
}

export interface JudgingProgress {
  readonly target: string;
  readonly done: number;
  readonly of: number;
}

export interface Judging {
  /** How many targets are judged at the same time. */
  readonly workers: number;
  /** Called before each target is judged. */
  readonly onProgress?: (progress: JudgingProgress) => void;
}

/** Serves simulations, and judges each. */
export async function judgeServed(
  options: readonly ServeOptions[],
  { workers, onProgress }: Judging,
): Promise<readonly Report[]> {
  const reports: Report[] = [];
  const waiting = options.entries();
  const lane = async (): Promise<void> => {
    for (const [index, option] of waiting) {
      onProgress?.({ target: option.name, done: index, of: options.length });
      const { target, stop } = await serve(option);
      // No simulation shows creations late.
      reports[index] = await judgeForReport({ target, connection: { patience: 300 } }).finally(stop);
    }
  };
  await Promise.all(Array.from({ length: workers }, lane));
  return reports;
}

async function serveWhole(simulation: Simulation): Promise<Running> {
  const server = await startServer(simulation, { port: 0 });
  return { baseUrl: server.url, stop: () => server.close() };
}

const envelopeSchema = z.object({
  data: z.array(z.json()),
  meta: z.looseObject(metaShape),
});

/** The mock as a service for departures: its answer function and its records. */
function serviceOf(simulation: Simulation): Service {
  const [first, second] = simulation.accounts.map((account): Account => ({
    token: tokenOf(account),
    get users() {
      return [...account.users.all()];
    },
    get subscriptions() {
      return new Map(account.subscriptions.all().map((record) => [String(record.id), record]));
    },
    get invoices() {
      return [...account.invoices.all()];
    },
  }));
  if (first === undefined || second === undefined) throw new Error("a mutant needs two accounts");
  return {
    accounts: [first, second],
    pageSize: 20,
    accountOf: ({ authorization }) => [first, second].find(({ token }) => authorization === `Bearer ${token}`),
    answer: async ({ authorization, query, body, ...ask }) => {
      const own = Object.entries(ask.headers).map(([name, value]) => [name, value?.toString()]);
      const { status, headers, why, ...reply } = await simulation.answer({
        ...ask,
        query: query.toString(),
        headers: { ...Object.fromEntries(own), authorization },
        body: new TextEncoder().encode(body),
      });
      const sent = readObject(reply.body);
      const envelope = status < 300 ? envelopeSchema.safeParse(sent).data : undefined;
      return {
        status,
        headers,
        ...(sent === undefined ? { text: reply.body } : envelope === undefined ? { body: sent } : { envelope }),
        ...(why.rule.startsWith("AUTH-") && { isRejection: true }),
      };
    },
  };
}

function tokenOf(account: Simulation["accounts"][number] | undefined): string {
  return account?.tokens.find(({ expiresAt }) => expiresAt === undefined)?.token ?? "";
}
