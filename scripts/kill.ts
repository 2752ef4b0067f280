import { judgeTarget } from "../conformance/judge/judge.ts";
import { optionsFor, type IndependentServer } from "../conformance/test-servers/independent-server.ts";
import { brokenServers, conformingServers } from "../conformance/test-servers/servers.ts";
import { atOnce } from "../conformance/test-servers/at-once.fixture.ts";
import { newRunId } from "../conformance/target/body.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { createRedactor } from "../fixtures/secrets/redactor.ts";
import { createHttpClient, type HttpClient } from "../conformance/target/http-client.ts";
import { secretsOf } from "../conformance/target/secrets.ts";
import { connectionSchema, type Connection } from "../conformance/target/connection.ts";
import { secretsSchema, targetSchema, tokenVariables } from "../conformance/target/target.ts";

// How many of the test servers the judge finds: node scripts/kill.ts [PATTERN] [--conforming] [--verbose]

const [pattern = "", ...flags] = process.argv.slice(2).filter((word) => word !== "--");
const isVerbose = flags.includes("--verbose");
const only = new RegExp(pattern);
const lanes = 12;
/** Milliseconds that each request takes in addition: `--latency=40`. */
const latency = Number(flags.find((flag) => flag.startsWith("--latency="))?.slice(10) ?? 0);

function slowClient(
  { token, secondToken, headers = {} }: ReturnType<typeof optionsFor>,
  connection: Connection,
): HttpClient {
  const target = { tokenVariables };
  const redactor = createRedactor(secretsOf({ first: token, second: secondToken, headers }, target));
  const client = createHttpClient({ ...connection, redactor });
  return {
    close: () => client.close(),
    send: async (outgoing) => {
      await sleep(latency * (0.5 + Math.random()));
      return client.send(outgoing);
    },
  };
}

async function judge(server: IndependentServer) {
  const { stop, usersWith, ...running } = await server.start();
  const connection = connectionSchema.parse({ patience: 4000 });
  const client = latency === 0 ? {} : { client: slowClient(optionsFor(server, running), connection) };
  try {
    const {
      baseUrl,
      token,
      secondToken,
      ids,
      allowWrites,
      createBody,
      headers = {},
      dialect,
    } = optionsFor(server, running);
    const runId = newRunId();
    const { conclusions, stage } = await judgeTarget({
      target: targetSchema.parse({
        baseUrl,
        ids,
        allowWrites,
        createBody,
        ...(dialect === undefined ? {} : { dialect }),
      }),
      secrets: secretsSchema.parse({ first: token, second: secondToken, headers }),
      connection,
      runId,
      ...client,
    });
    const failed = conclusions.filter(({ status }) => status === "failed");
    const created = usersWith?.(runId) ?? 0;
    const isKept = flags.includes("--log") || flags.includes("--count");
    const { requests } = stage;
    return { server, failed, conclusions, created, requests, log: isKept ? stage.log : [], notPlayed: stage.notPlayed };
  } finally {
    await stop();
  }
}

type Judged = Awaited<ReturnType<typeof judge>>;

function nameOf({ requirement, operation }: Judged["failed"][number]): string {
  return `${requirement} ${operation}`;
}

async function judgeAll(servers: readonly IndependentServer[]): Promise<readonly Judged[]> {
  const all: Judged[] = [];
  await atOnce(
    lanes,
    servers.filter(({ id }) => only.test(id)),
    async (server) => {
      try {
        all.push(await judge(server));
      } catch (error) {
        process.stdout.write(`crash on ${server.id}: ${String(error instanceof Error ? error.stack : error)}\n`);
      }
    },
  );
  return all;
}

const started = performance.now();
const conforming = await judgeAll(conformingServers);
const broken = flags.includes("--conforming") ? [] : await judgeAll(brokenServers);
const isFound = ({ failed, server }: Judged): boolean => failed.some((one) => server.breaks.includes(nameOf(one)));
const missed = broken.filter((one) => !isFound(one));
const partly = broken.filter(
  (one) => isFound(one) && !one.server.breaks.every((name) => one.failed.map(nameOf).includes(name)),
);
const surplus = broken.map(
  (one) => [one.server.id, one.failed.map(nameOf).filter((name) => !one.server.breaks.includes(name))] as const,
);
const blamed = conforming.filter(({ failed }) => failed.length > 0);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
for (const one of blamed)
  for (const found of one.failed) print(`BLAMED ${one.server.id}: ${nameOf(found)}: ${found.message}`);
for (const one of missed) {
  const other = one.failed.map(nameOf).join(", ");
  const wanted = one.conclusions.filter((found) => one.server.breaks.includes(nameOf(found)));
  const why = wanted.map((found) => `${found.status}: ${found.message}`).join("; ");
  print(`missed ${one.server.id}: ${one.server.breaks.join(", ")}${other === "" ? "" : `; instead ${other}`} (${why})`);
}
if (isVerbose) {
  for (const one of partly)
    print(
      `partly ${one.server.id}: not ${one.server.breaks.filter((name) => !one.failed.map(nameOf).includes(name)).join(", ")}`,
    );
  for (const [id, names] of surplus) if (names.length > 0) print(`surplus ${id}: ${names.join(", ")}`);
}
if (flags.includes("--log")) {
  for (const one of [...conforming, ...broken]) {
    for (const { number, request, response, noReply, as, experiment } of one.log) {
      print(
        `${number} ${request.method} ${request.url.replace(/^http:..[^/]+/, "")} as ${as} → ${response?.status ?? noReply?.message ?? ""} ${response?.body.slice(0, 150) ?? ""}   [${experiment}]`,
      );
    }
    for (const found of one.conclusions) print(`${found.status} ${nameOf(found)}: ${found.message} (${found.places})`);
    for (const [name, why] of one.notPlayed) print(`not played: ${name}: ${why}`);
  }
}
const requests = [...conforming, ...broken].map(({ requests: count }) => count).toSorted((one, other) => one - other);
const tooMany = [...conforming, ...broken].filter(({ created }) => created > 4);
for (const { server, created } of tooMany) print(`created ${created} on ${server.id}`);
const uncertain = conforming.flatMap(({ conclusions, server }) =>
  conclusions
    .filter(({ status }) => status === "inconclusive")
    .map((one) => `${server.id}: ${nameOf(one)}: ${one.message}`),
);
if (flags.includes("--inconclusive")) for (const line of uncertain) print(`inconclusive ${line}`);
print(
  `found ${broken.length - missed.length} of ${broken.length}, all of it ${broken.length - missed.length - partly.length}; blamed ${blamed.length} of ${conforming.length}; inconclusive on conforming ${uncertain.length}; requests median ${requests[Math.floor(requests.length / 2)] ?? 0}, max ${requests.at(-1) ?? 0}; ${Math.round((performance.now() - started) / 1000)} s`,
);
if (flags.includes("--count")) {
  const counts = new Map<string, number>();
  for (const one of [...conforming, ...broken])
    for (const { experiment } of one.log) {
      const name = experiment.replace(/ (as|with|of|and) .*|,.*/, "").replaceAll(/\d/g, "N");
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  for (const [name, count] of [...counts].toSorted((one, other) => other[1] - one[1]).slice(0, 40))
    print(`${count} ${name}`);
}
