import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { operationIds } from "../../../fixtures/contract/operations.ts";
import { contractAsOpenApi2 } from "./contract-document.ts";
import { createBodyOf, knownSubscription, tokenOf, type Failure, type Judge, type Verdict } from "./judge.ts";
import { judgePackage, limitMs } from "./judge-package.ts";
import { runProgram } from "./run-program.ts";

const hooksFile = fileURLToPath(new URL("dredd-hooks.cjs", import.meta.url));
const resultsSchema = z.array(z.object({ name: z.string(), status: z.string(), wrong: z.array(z.string()) }));

/** Dredd, with the contract as OpenAPI 2 and hooks for what the document leaves open. */
export function dredd(): Judge {
  return {
    name: `Dredd ${judgePackage.version("dredd")}`,
    tells: "the call, and the place in the body",
    blindTo:
      "what shows only between calls, since it sends each described call once and judges each reply by itself: pages of one list, a user that was not created, two ids, two accounts; and what a refusal gives away, since nothing is described of its body",
    judge: async (subject) => {
      const { stranger, baseUrl, folder } = subject;
      const description = join(folder, "contract.json");
      const resultsFile = join(folder, "results.json");
      const examples = { subscriptionId: knownSubscription(subject), createBody: createBodyOf(stranger) };
      writeFileSync(description, JSON.stringify(contractAsOpenApi2(examples)));
      const headers = Object.entries(stranger.headers ?? {}).flatMap(([name, value]) => [
        "--header",
        `${name}: ${value}`,
      ]);
      const run = await runProgram(
        {
          program: process.execPath,
          args: [
            judgePackage.file("dredd", "bin/dredd"),
            description,
            baseUrl,
            "--hookfiles",
            hooksFile,
            "--no-color",
            ...headers,
          ],
        },
        { folder, limitMs, environment: { JUDGE_TOKEN: tokenOf(subject), JUDGE_RESULTS: resultsFile } },
      );
      const verdict = existsSync(resultsFile)
        ? readDredd(JSON.parse(readFileSync(resultsFile, "utf8")))
        : { failures: [], problem: run.said };
      return { ...verdict, cost: run };
    },
  };
}

/** What the hooks wrote down of a run. @throws ZodError where it is something else */
export function readDredd(results: unknown): Verdict {
  const failures = resultsSchema
    .parse(results)
    .filter(({ status }) => status === "fail" || status === "error")
    .map(({ name, status, wrong }): Failure => {
      // A call is named by its path, the summary of its operation, the code and the media type.
      const operation = operationIds.find((id) => id === name.split(" > ")[1]);
      return { name: [name, status, ...wrong].join(" "), operation };
    });
  return { failures };
}
