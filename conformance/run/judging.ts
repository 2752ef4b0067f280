import type { Obligation } from "../checks/catalogue.ts";
import { inconclusive } from "../checks/check.ts";
import { judge } from "../checks/judge.ts";
import { placesLeftOut } from "../places/places.ts";
import type { Facts, Finding } from "../report/report.ts";
import type { Creation } from "../target/creations.ts";
import { readEnvelope } from "../target/envelope.ts";
import { dialectOf } from "../target/dialect.ts";
import { asEvidence, evidenceBody, type Exchange } from "../target/exchange.ts";
import { requestsOf } from "../target/recorder.ts";
import type { Session } from "../target/session.ts";
import { preflight } from "./preflight.ts";
import { stoppedResponding } from "./stopped-target.ts";

/** Judges one target. Nothing here throws, whatever the target responds or orgkit does wrong. */
export interface Judging {
  /** Why there are no findings: a problem of the target, or a fault of orgkit. */
  readonly obstacle: Pick<Facts, "problem" | "fault"> | undefined;
  find(obligation: Obligation): Promise<Finding>;
  /** The state of the run so far. */
  facts(): Promise<Facts>;
}

/** The findings for a target that cannot be judged. */
const cannotBeJudged = inconclusive("it cannot be judged");

/** Starts to judge the target of a session. */
export async function openJudging(session: Session, runId: string): Promise<Judging> {
  const startedAt = new Date();
  const shown = new Map<Exchange, Exchange>();
  let obstacle: Judging["obstacle"];
  const attempt = async <Found>(find: () => Promise<Found>): Promise<Found | undefined> => {
    try {
      return await find();
    } catch (error) {
      obstacle ??= { fault: faultText(error) };
      return undefined;
    }
  };
  /** Many findings share the same few exchanges. */
  const show = (exchange: Exchange): Exchange => {
    const evidence = shown.get(exchange) ?? asEvidence(exchange);
    shown.set(exchange, evidence);
    return evidence;
  };
  const problem = await attempt(() => preflight(session));
  if (problem !== undefined) obstacle = { problem };
  return {
    get obstacle() {
      return obstacle;
    },
    async find(obligation) {
      const found =
        obstacle === undefined
          ? await attempt(async () => {
              const { evidence, ...outcome } = await judge(session, obligation);
              return { ...outcome, evidence: evidence.map(show) };
            })
          : undefined;
      const stopped = await attempt(() => stoppedResponding(session));
      if (stopped !== undefined) obstacle ??= { problem: stopped };
      return findingOf(obligation, found ?? cannotBeJudged);
    },
    async facts() {
      const creations = (await attempt(() => session.creations())) ?? [];
      return {
        ...factsOf(session.target, runId),
        startedAt: startedAt.toISOString(),
        durationMs: Date.now() - startedAt.getTime(),
        ...tally(session, creations),
        ...obstacle,
      };
    },
  };
}

export function findingOf({ requirement, operation }: Obligation, found: Omit<Finding, "id" | "operation">): Finding {
  return { id: requirement.id, operation, ...found };
}

export function faultText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** The state of a target before it is judged. */
export function factsOf(target: Session["target"], runId: string): Facts {
  return {
    target: { name: target.name, baseUrl: target.baseUrl, dialect: dialectOf(target)?.filled.name ?? null },
    runId,
    startedAt: new Date().toISOString(),
    durationMs: 0,
    requests: 0,
    waitedMs: 0,
    created: [],
  };
}

function tally(
  session: Session,
  creations: readonly Creation[],
): Pick<Facts, "requests" | "waitedMs" | "placesLeftOut" | "created"> {
  const { entries } = session;
  const leftOut = placesLeftOut(session);
  return {
    requests: requestsOf(entries),
    waitedMs: entries.reduce((sum, { waited }) => sum + waited, 0),
    ...(leftOut === undefined ? {} : { placesLeftOut: leftOut }),
    created: creations.map(({ exchange: { request, response, noReply }, shownBy }) => {
      const data = response === undefined ? undefined : readEnvelope(response).data;
      const received =
        data === undefined ? (response?.body ?? noReply?.message ?? "").slice(0, 200) : JSON.stringify(data);
      return {
        sent: evidenceBody(request.body ?? ""),
        received: evidenceBody(received),
        ...(shownBy === "response" ? {} : { shownBy }),
      };
    }),
  };
}
