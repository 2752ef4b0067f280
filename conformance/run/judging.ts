import type { Obligation } from "../../fixtures/contract/catalogue.ts";
import { inconclusive } from "../checks/check.ts";
import { judge } from "../checks/judge.ts";
import type { Facts, Finding } from "../report/finding.ts";
import type { Creation } from "../target/creations.ts";
import { readEnvelope } from "../target/envelope.ts";
import { evidenceBody } from "../target/exchange.ts";
import { dialectOf } from "../target/dialect.ts";
import type { Session } from "../target/session.ts";
import { preflight } from "./preflight.ts";
import type { Run } from "./run.ts";

/** One target while it is judged. Whatever it answers, and whatever breaks in orgkit, nothing here throws. */
export interface Judging {
  find(obligation: Obligation): Promise<Finding>;
  /** What the run was so far. */
  facts(): Promise<Facts>;
}

/** What is found on a target that cannot be judged. */
export const cannotBeJudged = inconclusive("it cannot be judged");

/** Begins to judge the target of a session. */
export async function openJudging(session: Session, run: Pick<Run, "runId" | "targets">): Promise<Judging> {
  const startedAt = new Date();
  let obstacle: Pick<Facts, "problem" | "fault"> | undefined;
  const attempt = async <Found>(find: () => Promise<Found>): Promise<Found | undefined> => {
    try {
      return await find();
    } catch (error) {
      obstacle ??= { fault: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
      return undefined;
    }
  };
  const problem = await attempt(() => preflight(session));
  if (problem !== undefined) obstacle = { problem };
  return {
    async find(obligation) {
      const outcome = obstacle === undefined ? await attempt(() => judge(session, obligation)) : undefined;
      const found = outcome ?? cannotBeJudged;
      const { requirement, operation } = obligation;
      return { id: requirement.id, operation, ...found, evidence: [...found.evidence] };
    },
    async facts() {
      const creations = (await attempt(() => session.creations())) ?? [];
      return {
        ...factsOf(session.target, run),
        startedAt: startedAt.toISOString(),
        durationMs: Date.now() - startedAt.getTime(),
        ...tally(session, creations),
        ...obstacle,
      };
    },
  };
}

/** What is known of a target before it is judged. */
export function factsOf(target: Session["target"], { runId, targets }: Pick<Run, "runId" | "targets">): Facts {
  return {
    index: targets.findIndex(({ name }) => name === target.name),
    name: target.name,
    baseUrl: target.baseUrl,
    dialect: dialectOf(target)?.filled.name ?? null,
    runId,
    startedAt: new Date().toISOString(),
    durationMs: 0,
    requests: 0,
    waitedMs: 0,
    created: [],
  };
}

function tally({ entries }: Session, creations: readonly Creation[]): Pick<Facts, "requests" | "waitedMs" | "created"> {
  return {
    requests: entries.reduce((sum, { requests }) => sum + requests, 0),
    waitedMs: entries.reduce((sum, { waited }) => sum + waited, 0),
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
