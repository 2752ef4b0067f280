import { z } from "zod";
import { mostSampled } from "../../conformance/learn/facts/sample.ts";
import { expiredTokenVariable } from "../../conformance/learn/learning.ts";
import { maxCreated } from "../../conformance/target/creations.ts";
import { tokenSchema, tokenVariables } from "../../conformance/target/target.ts";
import type { Setting } from "../settings/setting.ts";
import { conformSchema } from "./conform-settings.ts";
import { reachSchema, reachSettings } from "./reach-settings.ts";

const defaultOut = "dialect.yaml";

/** The flags of `orgkit learn`, in the order of its help. */
export const learnSettings: readonly Setting[] = [
  {
    key: "subscriptionId",
    flags: "-s, --subscription-id <id>",
    description: "the id of a subscription the account has; others are found in its records",
    kind: "list",
  },
  {
    key: "allowWrites",
    flags: "--allow-writes",
    description: `learn createUser too, for which at most ${maxCreated.learn} users are created; without it no request but GET is sent`,
    kind: "switch",
  },
  {
    key: "createBody",
    flags: "--create-body <JSON or @file>",
    description: "a body that creates a user; {{unique}} becomes a fresh value",
    kind: "text",
  },
  {
    key: "out",
    flags: "-o, --out <file>",
    description: "where to write the dialect",
    kind: "text",
    defaultText: defaultOut,
  },
  {
    key: "world",
    flags: "--world <file>",
    description: `write a world too: of up to ${mostSampled} users and invoices, with every personal value replaced`,
    kind: "text",
    // ORGKIT_WORLD is what orgkit mock reads.
    variable: "ORGKIT_LEARN_WORLD",
  },
  { key: "force", flags: "--force", description: "overwrite a file that is there", kind: "switch" },
  ...Object.values(reachSettings),
];

/** Not flags: the base URL is an argument, and a token on a command line could be read by others. */
export const furtherLearnSettings: readonly Setting[] = [
  { key: "baseUrl", flags: "BASE_URL", description: "", kind: "text" },
  { key: "token", flags: tokenVariables.first, description: "", kind: "text" },
  { key: "tokenExpired", flags: expiredTokenVariable, description: "", kind: "text" },
];

const { subscriptionId, allowWrites, createBody, baseUrl } = conformSchema.shape;

export const learnSchema = z.object({
  baseUrl,
  token: tokenSchema.optional(),
  tokenExpired: tokenSchema.optional(),
  subscriptionId,
  allowWrites,
  createBody,
  out: z.string("expected a file").min(1, "expected a file").default(defaultOut),
  world: z.string("expected a file").min(1, "expected a file").optional(),
  force: z.boolean("expected true or false").default(false),
  ...reachSchema.shape,
});

export type LearnSettings = z.output<typeof learnSchema>;
