import { z } from "zod";
import { learn, type LearnProgress, type LearnedDialect, type LearnedWithWorld } from "../../conformance/index.ts";
import { maxRequests } from "../../conformance/learn/learn-from.ts";
import { learnedText } from "../../conformance/learn/compose.ts";
import { learnOptions, withDistinctTokens } from "../../conformance/options/options.ts";
import { expiredTokenVariable, tokenVariables } from "../../conformance/target/target.ts";
import { collections } from "../../fixtures/contract/record-kinds.ts";
import { writeWholeFile } from "../../fixtures/files/write-file.ts";
import { option, text } from "../../fixtures/settings/settings.ts";
import { interruption, paint, print, statusLine } from "../terminal/terminal.ts";
import { defineCommand } from "./define-command.ts";
import { groupIds, idOption, forceOption, prepareNewFile } from "./shared-options.ts";

const aFile = text("expected a file");

/** The options of `orgkit learn`: those of `learn`, and what its command adds. */
export const learnCommandOptions = withDistinctTokens(
  z.object({
    id: idOption,
    ...learnOptions.shape,
    out: option(aFile.default("dialect.yaml"), {
      flags: "-o, --out <file>",
      description: "where to write the dialect",
    }),
    world: option(aFile.optional(), {
      flags: "--world <file>",
      description: "also write a made-up world: records with the learned fields, formats and sizes",
      // ORGKIT_WORLD is the world of orgkit mock.
      variable: "ORGKIT_LEARN_WORLD",
    }),
    force: forceOption,
  }),
);

/** `orgkit learn`: infers a target's dialect and writes it to a file. */
export default defineCommand(
  {
    name: "learn",
    summary: "infer a target's dialect",
    description: `Infers a target's dialect: sends at most ${maxRequests} requests to find out how it behaves where the interface document is silent, and writes the result to a file for orgkit mock and conform. --world also makes up records like the target's; nothing of its records is in them, except for enumerations. Set the token in ${tokenVariables.first} and, if you have them, that of a second account in ${tokenVariables.second}, whose records may have other fields, and an expired token in ${expiredTokenVariable}. The config file has token, tokenB and tokenExpired.`,
    options: learnCommandOptions,
    fromProject: ["baseUrl"],
    exitCodes: {
      0: "the dialect was written",
      2: "wrong usage or config, or an output file exists (overwrite it with --force)",
      3: "the target could not be reached or stopped responding, rejects the token, or the base URL is wrong",
    },
  },
  async ({ settings }) => {
    prepareOutput(settings);
    const { draw, end } = statusLine();
    const learned = await learn({
      // Without what the command adds.
      ...z.object(learnOptions.shape).omit({ world: true }).parse(settings),
      ids: groupIds(settings.id).ids,
      world: settings.world !== undefined,
      signal: interruption(),
      onProgress: ({ done, of, requests, key }: LearnProgress): void =>
        draw(`${done} of ${of} keys, ${requests} requests: ${key}`),
    }).finally(end);
    write(learned, settings);
  },
);

type Output = Pick<z.output<typeof learnCommandOptions>, "out" | "world" | "force">;

/** Before sending anything, so that no run is wasted. @throws InputError if a file exists, or cannot be written */
function prepareOutput({ out, world, force }: Output): void {
  prepareNewFile({ what: "dialect", at: "--out", path: out, force });
  if (world !== undefined) prepareNewFile({ what: "world", at: "--world", path: world, force });
}

function write(learned: LearnedDialect | LearnedWithWorld, { out, world }: Output): void {
  writeWholeFile(out, learned.text);
  print(learnedText(learned, { out, paint }));
  if (world === undefined || !("world" in learned)) return;
  writeWholeFile(world, learned.worldText);
  print(...worldLines(learned, world, out));
}

/** The content of a made-up world. */
function worldLines({ world }: LearnedWithWorld, file: string, dialect: string): readonly string[] {
  const [account] = world.accounts;
  const counts = collections.map((name) => `${account?.[name].length ?? 0} ${name}`);
  // Written so that commands take it for a path, not a name.
  const typed = (path: string): string => (/[/\\]/.test(path) ? path : `./${path}`);
  return [
    "",
    `Made up ${new Intl.ListFormat("en-GB").format(counts)}`,
    `Wrote ${paint("bold", file)}`,
    `Serve it: orgkit mock --world ${typed(file)} --dialect ${typed(dialect)}`,
  ];
}
