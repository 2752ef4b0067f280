import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { operationIds } from "../../../fixtures/contract/operations.ts";
import type { Stranger } from "../../../conformance/strangers/stranger.ts";
import { contractAsOpenApi3 } from "./contract-document.ts";
import { createBodyOf, knownSubscription, tokenOf, type Failure, type Judge, type Verdict } from "./judge.ts";
import { judgePackage, limitMs } from "./judge-package.ts";
import { portmanConfig } from "./portman-config.ts";
import { runProgram } from "./run-program.ts";

/**
 * Portman, which makes a Postman collection of the contract, and Newman, which runs it. What differs between the
 * servers are variables of the collection, so one is made for all of them that want the same body and headers.
 * @param folder for the collections
 */
export function portman(folder: string): Judge {
  const collections = new Map<string, Promise<string>>();
  const collectionFor = (stranger: Stranger): Promise<string> => {
    const key = JSON.stringify([createBodyOf(stranger), stranger.headers ?? {}]);
    const known = collections.get(key) ?? makeCollection(stranger, join(folder, `portman-${collections.size}`));
    collections.set(key, known);
    return known;
  };
  return {
    name: `Portman ${judgePackage.version("@apideck/portman")}, Newman ${judgePackage.version("newman")}`,
    tells: "the call, and the place in the body",
    blindTo:
      "what no single reply shows, since its tests are made of the description, one call at a time: pages of one list, a user that was not created, two ids, two accounts, a token that is wrong in one character; all of that would be tests written by hand",
    judge: async (subject) => {
      const collection = await collectionFor(subject.stranger);
      const resultsFile = join(subject.folder, "newman.json");
      const variables = {
        baseUrl: subject.baseUrl,
        bearerToken: tokenOf(subject),
        subscriptionId: encodeURIComponent(knownSubscription(subject)),
      };
      const run = await runProgram(
        {
          program: process.execPath,
          args: [
            judgePackage.file("newman", "bin/newman.js"),
            "run",
            collection,
            ...Object.entries(variables).flatMap(([name, value]) => ["--env-var", `${name}=${value}`]),
            // A redirect is an answer of the server, and where it leads to is not under test.
            "--ignore-redirects",
            "--reporters",
            "json",
            "--reporter-json-export",
            resultsFile,
          ],
        },
        { folder: subject.folder, limitMs },
      );
      const verdict = existsSync(resultsFile)
        ? readNewman(JSON.parse(readFileSync(resultsFile, "utf8")))
        : { failures: [], problem: run.said };
      return { ...verdict, cost: run };
    },
  };
}

/** @returns the file of the collection. @throws Error where Portman makes none */
async function makeCollection(stranger: Stranger, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const description = join(folder, "contract.json");
  const config = join(folder, "config.json");
  const collection = join(folder, "collection.json");
  const createBody = createBodyOf(stranger);
  writeFileSync(description, JSON.stringify(contractAsOpenApi3({ subscriptionId: "id", createBody })));
  writeFileSync(config, JSON.stringify(portmanConfig(createBody, stranger.headers ?? {})));
  const cli = judgePackage.file("@apideck/portman", "bin/portman");
  const { said } = await runProgram(
    { program: process.execPath, args: [cli, "-l", description, "-c", config, "-o", collection] },
    { folder, limitMs },
  );
  if (!existsSync(collection)) throw new Error(`Portman made no collection: ${said}`);
  return collection;
}

const resultsSchema = z.object({
  run: z.object({
    failures: z.array(
      z.object({
        error: z.object({ name: z.string(), test: z.string().optional() }),
        source: z.object({ name: z.string() }).optional(),
      }),
    ),
  }),
});

/** What Newman's JSON reporter wrote of a run. @throws ZodError where it is something else */
export function readNewman(results: unknown): Verdict {
  const failures = resultsSchema.parse(results).run.failures.map(({ error, source }): Failure => {
    const call = source?.name ?? "the run";
    const operation = operationIds.find((id) => id === call.replace(/\[.*$/, ""));
    return { name: `${call}: ${error.test ?? error.name}`, operation };
  });
  return { failures };
}
