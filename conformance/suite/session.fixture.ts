import { test as base } from "@playwright/test";
import type { Creation } from "../target/creations.ts";
import { readEnvelope } from "../target/envelope.ts";
import { preflight } from "../run/preflight.ts";
import { withoutCredentials } from "../target/exchange.ts";
import type { Facts } from "../report/finding.ts";
import { exchangesFile, readRun, readSecrets, runFolderVariable } from "../run/run.ts";
import { openSession, type Session } from "../target/session.ts";

/** One target while it is judged. */
export interface Judging {
  readonly session: Session;
  /** Why it cannot be judged; absent where it can. */
  readonly problem?: string;
  /** What the run was so far. */
  facts(): Promise<Facts>;
}

/** `test` with the target of its project, opened once a worker. */
export const test = base.extend<object, { judging: Judging }>({
  judging: [
    // Playwright reads the fixtures a fixture needs from the pattern of its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      const folder = process.env[runFolderVariable] ?? "";
      const { targets, connection, runId } = readRun(folder);
      const target = targets.find(({ name }) => name === project.name);
      if (target === undefined) throw new Error(`the run has no target "${project.name}"`);
      const secrets = readSecrets(process.env, target.name);
      const recordFile = exchangesFile(folder, target.name);
      const startedAt = new Date();
      const session = openSession({ target, secrets, connection, runId, recordFile });
      const problem = await preflight(session);
      await use({
        session,
        ...(problem === undefined ? {} : { problem }),
        facts: async () => ({
          index: targets.indexOf(target),
          name: target.name,
          baseUrl: target.baseUrl,
          dialect: target.dialect?.name ?? null,
          runId,
          startedAt: startedAt.toISOString(),
          durationMs: Date.now() - startedAt.getTime(),
          ...tally(session, await session.creations()),
          ...(problem === undefined ? {} : { problem }),
        }),
      });
      await session.close();
    },
    { scope: "worker" },
  ],
});

function tally({ entries }: Session, creations: readonly Creation[]): Pick<Facts, "requests" | "waitedMs" | "created"> {
  return {
    requests: entries.reduce((sum, { requests }) => sum + requests, 0),
    waitedMs: entries.reduce((sum, { waited }) => sum + waited, 0),
    created: creations.map(({ exchange: { request, response, noReply }, shownBy }) => {
      const data = response === undefined ? undefined : readEnvelope(response).data;
      const received =
        data === undefined ? (response?.body ?? noReply?.message ?? "").slice(0, 200) : JSON.stringify(data);
      return {
        sent: withoutCredentials(request.body ?? ""),
        received: withoutCredentials(received),
        ...(shownBy === "response" ? {} : { shownBy }),
      };
    }),
  };
}
