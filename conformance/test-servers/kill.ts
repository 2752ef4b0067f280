import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { judgeTarget } from "../run/judge-target.ts";
import type { Finding } from "../report/report.ts";
import { newRunId } from "../target/body.ts";
import { connectionSchema, type Connection } from "../target/connection.ts";
import { createHttpClient, type HttpClient } from "../target/http-client.ts";
import { secretsOf } from "../target/secrets.ts";
import { tokenVariables } from "../target/target.ts";
import { atOnce } from "./at-once.fixture.ts";
import { optionsFor, type IndependentServer } from "./independent-server.ts";
import { brokenServers, conformingServers, notFound } from "./servers.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";

/**
 * `npm run kill -- [PATTERN]`: how many of the test servers the judge finds. `--conforming`: only those without a
 * defect; `--latency=N`: each request takes N milliseconds longer; `--surplus`, `--inconclusive`: more output.
 */
const {
  values: { latency: latencyText, ...shows },
  positionals: [pattern = ""],
} = parseArgs({
  allowPositionals: true,
  options: {
    conforming: { type: "boolean" },
    latency: { type: "string", default: "0" },
    surplus: { type: "boolean" },
    inconclusive: { type: "boolean" },
  },
});
const only = new RegExp(pattern);
const lanes = 12;
const latency = Number(latencyText);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function slowClient(
  { token, secondToken, headers = {} }: ReturnType<typeof optionsFor>,
  connection: Connection,
): HttpClient {
  const redactor = createRedactor(secretsOf({ first: token, second: secondToken, headers }, { tokenVariables }));
  const client = createHttpClient({ ...connection, redactor });
  return {
    close: () => client.close(),
    send: async (outgoing) => {
      await sleep(latency * (0.5 + Math.random()));
      return client.send(outgoing);
    },
  };
}

interface Judged {
  readonly server: IndependentServer;
  readonly findings: readonly Finding[];
  readonly failed: readonly string[];
  readonly requests: number;
  /** How many users the server has of this run. */
  readonly created: number;
}

async function judge(server: IndependentServer): Promise<Judged> {
  const { stop, usersWith, ...running } = await server.start();
  try {
    const given = optionsFor(server, running);
    const { baseUrl, token, secondToken, ids, allowWrites, createBody, headers = {}, dialect } = given;
    const runId = newRunId();
    const connection = { patience: 4000 };
    const client = latency === 0 ? {} : { client: slowClient(given, connectionSchema.parse(connection)) };
    const known = Object.fromEntries(Object.entries(ids).map(([kind, some]) => [kind, [...some]]));
    const target = { baseUrl, ids: known, allowWrites, createBody, ...(dialect === undefined ? {} : { dialect }) };
    const secrets = { first: token, second: secondToken, headers };
    const { findings, facts } = await judgeTarget({ target, secrets, ...client }, { connection, runId });
    if (facts.fault !== undefined) print(`crash on ${server.id}: ${facts.fault}`);
    if (facts.problem !== undefined) print(`${server.id} cannot be judged: ${facts.problem}`);
    const failed = findings.filter(({ status }) => status === "failed").map(nameOf);
    return { server, findings, failed, requests: facts.requests, created: usersWith?.(runId) ?? 0 };
  } finally {
    await stop();
  }
}

function nameOf({ id, operation }: Finding): string {
  return `${id} ${operation}`;
}

async function judgeAll(servers: readonly IndependentServer[]): Promise<readonly Judged[]> {
  const all: Judged[] = [];
  const matching = servers.filter(({ id }) => only.test(id));
  await atOnce(lanes, matching, async (server) => {
    all.push(await judge(server));
    if (all.length % 100 === 0) print(`… ${all.length} of ${matching.length}`);
  });
  return all;
}

const started = performance.now();
const conforming = await judgeAll(conformingServers);
const broken = shows.conforming ? [] : await judgeAll(brokenServers);
const missed = broken.filter(({ failed, server }) => !failed.some((name) => server.breaks.includes(name)));
const whole = broken.filter(({ failed, server }) => server.breaks.every((name) => failed.includes(name)));
const blamed = conforming.filter(({ failed }) => failed.length > 0);
const uncertain = conforming.flatMap(({ findings }) => findings.filter(({ status }) => status === "inconclusive"));
for (const { server, findings } of blamed)
  for (const one of findings.filter(({ status }) => status === "failed"))
    print(`BLAMED ${server.id}: ${nameOf(one)}: ${one.message}`);
for (const { server, findings, failed } of missed) {
  const wanted = findings.filter((one) => server.breaks.includes(nameOf(one)));
  const why = wanted.map(({ status, message }) => `${status}: ${message}`).join("; ");
  const known = notFound.get(server.id) ?? why;
  print(`missed ${server.id}: ${server.breaks.join(", ")}; instead ${failed.join(", ")} (${known})`);
}
for (const { server, created } of [...conforming, ...broken].filter((one) => one.created > 4))
  print(`created ${created} on ${server.id}`);
if (shows.surplus) {
  for (const { server, failed } of broken) {
    const surplus = failed.filter((name) => !server.breaks.includes(name));
    if (surplus.length > 0) print(`surplus ${server.id}: ${surplus.join(", ")}`);
  }
}
if (shows.inconclusive) for (const one of uncertain) print(`inconclusive ${nameOf(one)}: ${one.message}`);
const requests = [...conforming, ...broken].map((one) => one.requests).toSorted((one, other) => one - other);
const seconds = Math.round((performance.now() - started) / 1000);
print(
  `found ${broken.length - missed.length} of ${broken.length}, all of it ${whole.length}; blamed ${blamed.length} of ${conforming.length}; inconclusive on conforming ${uncertain.length}; requests median ${requests[Math.floor(requests.length / 2)] ?? 0}, max ${requests.at(-1) ?? 0}; ${seconds} s`,
);
const isSurprising = missed.some(({ server }) => !notFound.has(server.id));
process.exitCode = !isSurprising && blamed.length === 0 ? 0 : 1;
