import { z } from "zod";
import { diffText } from "../../conformance/diff/diff-text.ts";
import { isTargetUrl } from "../../conformance/diff/prepare-side.ts";
import { diff, type DiffSide } from "../../conformance/index.ts";
import { maxCreated } from "../../conformance/target/creations.ts";
import { defineCommand } from "../settings/define-command.ts";
import { onOff, option } from "../settings/option.ts";
import { interruption, paint, print } from "../terminal.ts";
import { conformOptions } from "./conform-options.ts";
import { idsOf, readBody } from "./conform-targets.ts";
import { showLearning } from "./learn-progress.ts";
import { headersOf, toConnectionOptions, reachOptions, tokenOf } from "./reach-options.ts";

/** The variables with the targets' tokens: of the only one or of A, and of B if both are targets. */
const variables = { a: "ORGKIT_TOKEN", b: "ORGKIT_TOKEN_OF_B" } as const;

const { id, subscriptionId, token, allowWrites, createBody } = conformOptions.shape;

/** The options of `orgkit diff`, in the order of its help. */
export const diffOptions = z.object({
  json: option(onOff, "--json", "print the differences as JSON"),
  token,
  tokenOfB: token,
  id,
  idOfB: option(id, "--id-of-b <KIND=ID>", "the same for B, if both are targets"),
  subscriptionId,
  subscriptionIdOfB: option(subscriptionId, "--subscription-id-of-b <id>", "the same as --id-of-b subscription=ID"),
  allowWrites: option(
    allowWrites,
    "--allow-writes",
    `also compare createUser, by creating at most ${maxCreated.learn + maxCreated.diff} users on each target; without it, only GET, HEAD and OPTIONS are sent`,
  ),
  createBody,
  ...reachOptions.shape,
  headerOfB: option(reachOptions.shape.header, "--header-of-b <'K: V'>", "the same for B, if both are targets"),
});

type DiffSettings = z.output<typeof diffOptions>;

/** `orgkit diff`: compares two targets, dialects or reports. */
export default defineCommand(
  {
    name: "diff",
    summary: "compare two targets, dialects or reports",
    description: `Compares A with B. Each is a target (its base URL; learned as by orgkit learn), a dialect (name or file), or a report.json of orgkit conform. Set the token of the target in ${variables.a}; if both are targets, set that of B in ${variables.b}. The config file has token and tokenOfB.`,
    arguments: { "<A>": "a base URL, a dialect or a report.json", "<B>": "what to compare it with" },
    options: diffOptions,
    exitCodes: {
      0: "no differences in what is known on both sides",
      1: "differences",
      2: "wrong usage or config",
      3: "a target could not be reached, or nothing is known on both sides",
    },
  },
  async ({ settings, given: [first = "", second = ""] }) => {
    const [a, b] = sidesOf(first, second, settings);
    const { onProgress, end } = showLearning({ A: first, B: second });
    const comparison = await diff(a, b, { onProgress, signal: interruption() }).finally(end);
    print(settings.json ? JSON.stringify(comparison, null, 2) : diffText(comparison, paint));
    if (comparison.compared === 0) return 3;
    return comparison.same ? 0 : 1;
  },
);

/**
 * The token of one target is never sent to the other.
 * @throws InputError if a token is missing
 */
function sidesOf(first: string, second: string, settings: DiffSettings): readonly [DiffSide, DiffSide] {
  const { idOfB, subscriptionIdOfB, headerOfB, tokenOfB } = settings;
  const ofB = { id: idOfB, subscriptionId: subscriptionIdOfB, header: headerOfB, token: tokenOfB };
  const sideOf = (baseUrl: string, variable: string, { token: ownToken, header: headers, ...ids }: Access): DiffSide =>
    isTargetUrl(baseUrl)
      ? {
          ...toConnectionOptions(settings),
          ...idsOf(ids),
          baseUrl,
          token: tokenOf(ownToken, variable),
          tokenVariable: variable,
          headers: headersOf(headers),
          allowWrites: settings.allowWrites,
          createBody: readBody(settings.createBody),
        }
      : baseUrl;
  return [
    sideOf(first, variables.a, settings),
    isTargetUrl(first) ? sideOf(second, variables.b, ofB) : sideOf(second, variables.a, settings),
  ];
}

/** The settings of one target. */
type Access = Pick<DiffSettings, "id" | "subscriptionId" | "header" | "token">;
