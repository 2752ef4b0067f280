import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { z } from "zod";
import {
  defaultSubscriptionIds,
  tokensOf,
  type IndependentServer,
} from "../../../conformance/independent/independent-server.ts";
import { readDataFile } from "../../../fixtures/data-file.ts";
import { fill, orgkitArguments, peerFile } from "../server.ts";

/** A running server, and everything that a judge may know about it. @param directory an empty one */
export function subjectOf(server: IndependentServer, baseUrl: string, directory: string) {
  const { first: token, second: secondToken } = tokensOf(server);
  const { subscriptionIds = defaultSubscriptionIds, headers = {}, dialect } = server;
  // `{{unique}}` becomes a unique text in each request.
  const { createBody = { name: "New {{unique}}", email: "{{unique}}@new.example" } } = server;
  const headerFlags = Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  return { baseUrl, directory, token, secondToken, subscriptionIds, createBody, headers, headerFlags, dialect };
}

export type Subject = ReturnType<typeof subjectOf>;

/**
 * Judges a server.
 * @returns a name for each failure, the same whenever a server fails in the same way
 * @throws Error if there is no result
 */
export type Judge = (subject: Subject) => Promise<readonly string[]>;

/** @returns the path of the file */
function write(directory: string, name: string, text: string): string {
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
}

/**
 * Runs a Node program to its end, whatever its exit code.
 * @returns what it wrote to the file
 * @throws Error if the file is missing or invalid, or after 90 seconds
 */
async function run<T>(schema: z.ZodType<T>, file: string, args: readonly string[], env = {}): Promise<T> {
  const cwd = dirname(file);
  const { timedOut, all } = await execa(process.execPath, args, {
    cwd,
    env,
    timeout: 90_000,
    reject: false,
    all: true,
  });
  if (timedOut || !existsSync(file)) throw new Error(timedOut ? "takes more than 90 s" : all.slice(-1000));
  return schema.parse(JSON.parse(readFileSync(file, "utf8")));
}

const reportSchema = z.object({
  problem: z.undefined().optional(),
  results: z.array(z.object({ id: z.string(), operation: z.string(), status: z.string() })),
});

/** `orgkit conform` with both accounts and the server's dialect, if it declares one. */
export const orgkitJudge: Judge = async (subject) => {
  const { baseUrl, directory, createBody, dialect } = subject;
  const args = orgkitArguments(
    "conform",
    baseUrl,
    "--allow-writes",
    "--create-body",
    JSON.stringify(createBody),
    ...subject.headerFlags,
    ...subject.subscriptionIds.flatMap((id) => ["--subscription-id", id]),
    ...(dialect === undefined ? [] : ["--dialect", write(directory, "dialect.yaml", JSON.stringify(dialect))]),
    "--out",
    directory,
    "--reporter",
    "json",
  );
  const tokens = { ORGKIT_TOKEN: subject.token, ORGKIT_TOKEN_B: subject.secondToken };
  const { results } = await run(reportSchema, join(directory, "report.json"), args, tokens);
  return results.filter(({ status }) => status === "failed").map(({ id, operation }) => `${id} ${operation}`);
};

function readYaml(path: string): unknown {
  return readDataFile(fileURLToPath(new URL(path, import.meta.url)), "file").value;
}

const contractSchema = z.looseObject({ components: z.looseObject({ schemas: z.object({ Envelope: z.json() }) }) });

/** The contract as OpenAPI, with status codes instead of `2XX` and `default`, which neither tool tests. */
function readContract() {
  const text = JSON.stringify(readYaml("../../../fixtures/contract/openapi.yaml"), (key, value: unknown) =>
    key === "x-open-point" || key === "servers" ? undefined : value,
  );
  const withCodes = text.replaceAll('"2XX"', '"200"').replaceAll('"default":{"$ref"', '"401":{"$ref"');
  return contractSchema.parse(JSON.parse(withCodes));
}

/** The contract for Dredd: `dredd.yaml`. */
export function dreddContract({ subscriptionIds: [id], createBody }: Subject): string {
  const envelope = readContract().components.schemas.Envelope;
  return fill(readYaml("dredd.yaml"), { ID: id, BODY: createBody, ENVELOPE: envelope });
}

/** The configuration of Portman: `portman.yaml`. */
export function portmanConfig({ createBody, headers }: Subject): string {
  const added = Object.entries(headers).map(([key, value]) => ({ key, value, insert: true }));
  return fill(readYaml("portman.yaml"), { BODY: createBody, HEADERS: added }).replaceAll("{{unique}}", "{{$guid}}");
}

const dreddSchema = z.array(z.object({ name: z.string(), status: z.string(), wrong: z.array(z.string()) }));

/** Dredd, with hooks for everything the document leaves open. */
export const dredd: Judge = async (subject) => {
  const { directory, baseUrl, token } = subject;
  const file = join(directory, "results.json");
  const args = [
    peerFile("dredd/bin/dredd"),
    write(directory, "contract.json", dreddContract(subject)),
    baseUrl,
    "--hookfiles",
    fileURLToPath(new URL("dredd-hooks.cjs", import.meta.url)),
    ...subject.headerFlags,
  ];
  const results = await run(dreddSchema, file, args, { JUDGE_TOKEN: token, JUDGE_RESULTS: file });
  return results
    .filter(({ status }) => status === "fail" || status === "error")
    .map(({ name, status, wrong }) => [name, status, ...wrong].join(" "));
};

const failureSchema = z.object({
  error: z.object({ name: z.string(), test: z.string().optional() }),
  source: z.object({ name: z.string() }).optional(),
});
const newmanSchema = z.object({ run: z.object({ failures: z.array(failureSchema) }) });

/**
 * Portman, which makes a Postman collection of the contract, and Newman, which runs it. Differences between servers are
 * variables of the collection, so servers with the same body and headers share one.
 * @param above a directory for the collections
 */
export function portman(above: string): Judge {
  const collections = new Map<string, Promise<string>>();
  return async (subject) => {
    const config = portmanConfig(subject);
    const collection = collections.get(config) ?? makeCollection(config, mkdtempSync(join(above, "portman-")));
    collections.set(config, collection);
    const file = join(subject.directory, "newman.json");
    const id = encodeURIComponent(subject.subscriptionIds[0] ?? "");
    const variables = [`baseUrl=${subject.baseUrl}`, `bearerToken=${subject.token}`, `subscriptionId=${id}`];
    const { run: result } = await run(newmanSchema, file, [
      peerFile("newman/bin/newman.js"),
      "run",
      await collection,
      ...variables.flatMap((variable) => ["--env-var", variable]),
      // A redirect is the server's own response; its target is not under test.
      "--ignore-redirects",
      "--reporters",
      "json",
      "--reporter-json-export",
      file,
    ]);
    return result.failures.map(({ error, source }) => `${source?.name}: ${error.test ?? error.name}`);
  };
}

async function makeCollection(config: string, directory: string): Promise<string> {
  const collection = join(directory, "collection.json");
  await run(z.json(), collection, [
    peerFile("@apideck/portman/bin/portman"),
    "-l",
    write(directory, "contract.json", JSON.stringify(readContract())),
    "-c",
    write(directory, "config.json", config),
    "-o",
    collection,
  ]);
  return collection;
}
