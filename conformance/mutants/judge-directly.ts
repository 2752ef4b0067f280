import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";
import { obligations } from "../../fixtures/contract/catalogue.ts";
import { levels } from "../../fixtures/contract/requirement.ts";
import { inTurn, judge } from "../checks/judge.ts";
import type { Finding } from "../report/finding.ts";
import { preflight } from "../run/preflight.ts";
import { connectionSchema } from "../target/connection.ts";
import { openSession } from "../target/session.ts";
import { secretsSchema, targetSchema } from "../target/target.ts";
import type { Served } from "./serve.ts";

/** What the values begin with that it makes up for a target. */
export const runId = "orgkit0d1ec7";

/** What the checks found on a target, and what it took. */
export interface Judged {
  readonly findings: readonly Pick<Finding, "id" | "operation" | "status" | "message">[];
  readonly requests: number;
  /** Users that were created, or may have been. */
  readonly created: number;
  /** Why it cannot be judged; absent where it can. */
  readonly problem?: string;
}

/**
 * Judges a target with every check, in the order of a run but without its process and its report: a fifth of the
 * time, where there are hundreds of targets.
 */
export async function judgeDirectly(
  { target }: Pick<Served, "target">,
  connection: z.input<typeof connectionSchema> = { patience: 300 },
): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-directly-"));
  const session = openSession({
    target: targetSchema.parse(target.target),
    secrets: secretsSchema.parse(target.secrets),
    connection: connectionSchema.parse(connection),
    runId,
    recordFile: join(folder, "exchanges.jsonl"),
  });
  try {
    const problem = await preflight(session);
    if (problem !== undefined) return { findings: [], requests: 0, created: 0, problem };
    const findings = await inTurn(obligations(levels), async (obligation) => {
      const { status, message } = await judge(session, obligation);
      return { id: obligation.requirement.id, operation: obligation.operation, status, message };
    });
    return {
      findings,
      requests: session.entries.reduce((sum, { requests }) => sum + requests, 0),
      created: (await session.creations()).length,
    };
  } finally {
    await session.close();
    rmSync(folder, { recursive: true });
  }
}
