import { z } from "zod";
import { learn, type LearnProgress, type LearnedDialect, type LearnedWithWorld } from "../../conformance/index.ts";
import { maxRequests } from "../../conformance/learn/learn-from.ts";
import { learnedText } from "../../conformance/learn/texts.ts";
import { maxCreated } from "../../conformance/target/connection.ts";
import { expiredTokenVariable, tokenSchema, tokenVariables } from "../../conformance/target/target.ts";
import { rejectSameToken } from "../../conformance/api/option-schemas.ts";
import { writeWholeFile } from "../../fixtures/files/write-file.ts";
import { defineCommand } from "../settings/define-command.ts";
import { option, text } from "../settings/settings.ts";
import { interruption, paint, print, statusLine } from "../terminal/terminal.ts";
import { conformOptions, readBody } from "./conform-options.ts";
import { readTarget, targetOptions } from "./target-options.ts";
import { forceOption, prepareNewFile } from "./write-new-file.ts";

const { allowWrites, createBody } = conformOptions.shape;
const { baseUrl, token, id, subscriptionId, ...reach } = targetOptions.shape;
const aFile = text("expected a file");

/** The options of `orgkit learn`, in the order of its help. */
export const learnOptions = z.object({
  baseUrl,
  token,
  tokenB: tokenSchema.optional(),
  tokenExpired: tokenSchema.optional(),
  id,
  subscriptionId,
  allowWrites: option(
    allowWrites,
    "--allow-writes",
    `also learn createUser, by creating at most ${maxCreated.learn} users; without it, only GET, HEAD and OPTIONS are sent`,
  ),
  createBody,
  out: option(aFile.default("dialect.yaml"), "-o, --out <file>", "where to write the dialect"),
  world: option(
    aFile.optional(),
    "--world <file>",
    "also write a made-up world: records with the learned fields, formats and sizes",
    // ORGKIT_WORLD is the world of orgkit mock.
    { variable: "ORGKIT_LEARN_WORLD" },
  ),
  force: forceOption,
  ...reach,
});

/** `orgkit learn`: infers a target's dialect and writes it to a file. */
export default defineCommand(
  {
    name: "learn",
    summary: "infer a target's dialect",
    description: `Infers a target's dialect: sends at most ${maxRequests} requests to find out how it behaves where the interface document is silent, and writes the result to a file for orgkit mock and conform. --world also makes up records like the target's; nothing of its records is in them, except for enumerations. Set the token in ${tokenVariables.first} and, if you have them, that of a second account in ${tokenVariables.second}, whose records may have other fields, and an expired token in ${expiredTokenVariable}. The config file has token, tokenB and tokenExpired.`,
    options: learnOptions,
    exitCodes: {
      0: "the dialect was written",
      2: "wrong usage or config, or an output file exists (overwrite it with --force)",
      3: "the target could not be reached or stopped responding, rejects the token, or the base URL is wrong",
    },
  },
  async ({ settings }) => {
    const { secondIds: _, ...reached } = readTarget(settings);
    rejectSameToken(reached.token, settings.tokenB, tokenVariables);
    const options = {
      ...reached,
      secondToken: settings.tokenB,
      expiredToken: settings.tokenExpired,
      allowWrites: settings.allowWrites,
      createBody: readBody(settings.createBody),
      world: settings.world !== undefined,
    };
    prepareOutput(settings);
    const { draw, end } = statusLine();
    const onProgress = ({ done, of, requests, key }: LearnProgress): void =>
      draw(`${done} of ${of} keys, ${requests} requests: ${key}`);
    const learned = await learn({ ...options, signal: interruption(), onProgress }).finally(end);
    write(learned, settings);
  },
);

type Output = Pick<z.output<typeof learnOptions>, "out" | "world" | "force">;

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
  const { users = [], subscriptions = [], invoices = [] } = world.accounts[0] ?? {};
  // Written so that commands take it for a path, not a name.
  const typed = (path: string): string => (/[/\\]/.test(path) ? path : `./${path}`);
  return [
    "",
    `Made up ${users.length} users, ${subscriptions.length} subscriptions and ${invoices.length} invoices`,
    `Wrote ${paint("bold", file)}`,
    `Serve it: orgkit mock --world ${typed(file)} --dialect ${typed(dialect)}`,
  ];
}
