import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { tokensOf } from "../../../conformance/strangers/stranger.ts";
import { operationIds } from "../../../fixtures/contract/operations.ts";
import { orgkitLaunch } from "../servers/orgkit.ts";
import { createBodyOf, subscriptionIds, type Judge, type Subject, type Verdict } from "./judge.ts";
import { limitMs } from "./judge-package.ts";
import { runProgram } from "./run-program.ts";

/** `orgkit conform`, told of both accounts and, where the server declares one, of its dialect. */
export const orgkit: Judge = {
  name: "orgkit",
  tells: "the rule, its section, the calls and how to mend it",
  blindTo:
    "anything but this one interface, since its checks are written for it and not made of a description; and rules the document does not state, as it never fails what is left open",
  judge: async (subject) => {
    const { stranger, folder } = subject;
    const { first, second } = tokensOf(stranger);
    const run = await runProgram(orgkitLaunch(["conform", subject.baseUrl, ...flags(subject)]), {
      folder,
      limitMs,
      environment: { ORGKIT_TOKEN: first, ORGKIT_TOKEN_B: second },
    });
    const file = join(folder, "report.json");
    const verdict = existsSync(file)
      ? readOrgkit(JSON.parse(readFileSync(file, "utf8")))
      : { failures: [], problem: run.said };
    return { ...verdict, cost: run };
  },
};

function flags({ stranger, folder }: Subject): readonly string[] {
  const headers = Object.entries(stranger.headers ?? {}).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  return [
    ...subscriptionIds(stranger).flatMap((id) => ["--subscription-id", id]),
    "--allow-writes",
    "--create-body",
    JSON.stringify(createBodyOf(stranger)),
    ...headers,
    ...(stranger.dialect === undefined ? [] : ["--dialect", writeDialect(folder, stranger.dialect)]),
    "--out",
    folder,
    "--reporter",
    "json",
  ];
}

function writeDialect(folder: string, dialect: unknown): string {
  const file = join(folder, "dialect.yaml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(dialect));
  return file;
}

const reportSchema = z.object({
  problem: z.string().optional(),
  results: z.array(z.object({ id: z.string(), operation: z.enum(operationIds), status: z.string() })),
});

/** What a report says. @throws ZodError where it is none */
export function readOrgkit(report: unknown): Verdict {
  const { problem, results } = reportSchema.parse(report);
  const failures = results
    .filter(({ status }) => status === "failed")
    .map(({ id, operation }) => ({ name: `${id} ${operation}`, operation, rule: id }));
  return { failures, ...(problem === undefined ? {} : { problem }) };
}
