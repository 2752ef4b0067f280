import { z } from "zod";
import { learn, type LearnProgress } from "../../conformance/index.ts";
import { compareDialects, comparisonText, type Side } from "../../conformance/diff/diff.ts";
import { learnOptions } from "../../conformance/options/options.ts";
import { targetSchema, tokenSchema, tokenVariables } from "../../conformance/target/target.ts";
import { inputError } from "../../fixtures/input/input-error.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { option } from "../../fixtures/settings/settings.ts";
import { interruption, print, statusLine } from "../terminal/terminal.ts";
import { defineCommand } from "./define-command.ts";
import { groupIds, idOption } from "./shared-options.ts";

const reach = z.object(learnOptions.shape).pick({
  subscriptionIds: true,
  headers: true,
  maxRps: true,
  timeout: true,
  ca: true,
  cert: true,
  key: true,
  insecure: true,
});

/** The options of `orgkit diff`: those of `learn` without a target, which a dialect does not need. */
const diffOptions = z.object({
  token: option(tokenSchema.optional(), { description: "the token of A" }),
  tokenB: option(tokenSchema.optional(), { description: "the token of B" }),
  id: idOption,
  ...reach.shape,
});

/** `orgkit diff`: where two targets or dialects differ at the open points of the document. */
export default defineCommand(
  {
    name: "diff",
    summary: "compare the behavior of two targets or dialects",
    description: `Compares two sides at each open point of the interface document. A side is the base URL of a target, which is read with requests that change nothing, or a dialect by name or file. Set the token of A in ${tokenVariables.first}, and that of B in ${tokenVariables.second} if it has another one.`,
    arguments: { "<A>": "a base URL, or a dialect by name or file", "<B>": "the other one" },
    options: diffOptions,
    exitCodes: {
      0: "no key differs, or only likely ones",
      1: "at least one key differs",
      2: "wrong usage or config",
      3: "a target could not be reached, rejects its token, or stopped responding",
    },
  },
  async ({ settings, given: [one = "", other = ""] }) => {
    const { token, tokenB = token } = settings;
    const signal = interruption();
    const left = isTarget(one) ? await learnSide(one, token) : await loadSide(one);
    const right = isTarget(other) ? await learnSide(other, tokenB) : await loadSide(other);
    const comparison = compareDialects(left, right);
    print(comparisonText(left, right, comparison));
    return comparison.differences.length === 0 ? 0 : 1;

    async function learnSide(name: string, sideToken: string | undefined): Promise<Side> {
      if (sideToken === undefined)
        throw inputError("these settings", tokenVariables.first, "expected a token of the target");
      const { draw, end } = statusLine();
      const onProgress = ({ key, requests }: LearnProgress): void => draw(`${name}: ${requests} requests: ${key}`);
      const { dialect } = await learn({
        ...reach.parse(settings),
        baseUrl: name,
        token: sideToken,
        ids: groupIds(settings.id).ids,
        signal,
        onProgress,
      }).finally(end);
      return { name, dialect };
    }
  },
);

function isTarget(name: string): boolean {
  return targetSchema.shape.baseUrl.safeParse(name).success;
}

async function loadSide(name: string): Promise<Side> {
  return { name, dialect: await openDialect(name) };
}
