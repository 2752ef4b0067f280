import { z } from "zod";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { parseData, readDataFile } from "../../fixtures/input/parse-data.ts";
import { parseWith, type GivenData } from "../../fixtures/input/parse-with.ts";
import { onOff, option } from "../../fixtures/settings/settings.ts";
import { isObject, type JsonObject } from "../../fixtures/values/json.ts";
import type { ExperimentProgress } from "../judge/stage.ts";
import { reportSchema } from "../report/report.ts";
import { connectionOptions, limitOptions } from "../target/connection.ts";
import {
  expiredTokenVariable,
  idsByKind,
  quickRequests,
  targetSchema,
  tokenSchema,
  tokenVariables,
  usualRequests,
  type Target,
} from "../target/target.ts";

const idList = z.array(z.coerce.string<string>().min(1, "expected an id"), "expected a list of ids").readonly();

const expectedHeader = "expected 'Name: value'; set the token in ORGKIT_TOKEN, not as a header";
const headerName = z.string().regex(/^(?!authorization$)[!#$%&'*+.^_`|~\w-]+$/i, expectedHeader);

/** Additional headers, with lower-case names. */
const headers = z
  .record(headerName, z.string().regex(/^[^\r\n\0]*$/, "expected a value of one line"), expectedHeader)
  .readonly()
  .transform((given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])));

/** A callback; callers in JavaScript may pass anything. */
function callback<Function extends (...given: never[]) => void>(): z.ZodOptional<z.ZodType<Function, Function>> {
  return z.custom<Function>((given) => typeof given === "function", "expected a function").optional();
}

/** From any realm: the signal of a simulated browser is not an instance of Node's class. */
const signal = z
  .custom<AbortSignal>(
    (given) => typeof given === "object" && given !== null && "aborted" in given && "addEventListener" in given,
    "expected an AbortSignal",
  )
  .optional()
  .describe("aborts the run: nothing more is sent, no files remain, and the promise rejects with the signal's reason");

const bodySchema = z.record(z.string(), z.json(), "expected a JSON object");

/** The target of all functions, and what is known about it. */
const targetOptions = {
  baseUrl: option(targetSchema.shape.baseUrl, {
    flags: "[BASE_URL]",
    description: "the base URL of the target, without /api/v1 (env: ORGKIT_BASE_URL)",
  }),
  token: option(tokenSchema, {
    description: `a valid token; no report or error contains it: they show $${tokenVariables.first}`,
  }),
  secondToken: option(tokenSchema.optional(), {
    key: "tokenB",
    description:
      "a token of another account, to check that accounts are kept apart, and to learn what their records share",
  }),
  expiredToken: option(tokenSchema.optional(), {
    key: "tokenExpired",
    description: `an expired token, to see how it is rejected; it is shown as $${expiredTokenVariable}`,
  }),
  ids: idsByKind
    .optional()
    .describe(
      "ids of records by kind: one to check an operation with an id, two to check that each id returns its own record",
    ),
  subscriptionIds: option(idList.optional(), {
    key: "subscriptionId",
    flags: "-s, --subscription-id <id>",
    description: "the same as --id subscription=ID",
  }),
  headers: option(headers.optional(), {
    key: "header",
    flags: "-H, --header <'K: V'>",
    description:
      "a header to add to every request; its value is not shown (set a secret one in ORGKIT_HEADER: other users can read the command line)",
    parseList: (texts) =>
      Object.fromEntries(
        texts.map((text) => {
          const [name = "", ...value] = text.split(":");
          return value.length === 0 ? [" ", text] : [name, value.join(":").trim()];
        }),
      ),
  }),
  allowWrites: option(onOff, {
    flags: "--allow-writes",
    description: "also send createUser; without it, only GET, HEAD and OPTIONS are sent",
  }),
  createBody: option(
    z.custom<JsonObject>((given) => bodySchema.safeParse(given).success, "expected a JSON object").optional(),
    {
      flags: "--create-body <JSON or @file>",
      description: "a body that creates a user; {{unique}} becomes a unique value",
      parse: readBody,
    },
  ),
};

function readBody(text: string): JsonObject {
  const what = "body for createUser";
  const given = text.startsWith("@") ? readDataFile(text.slice(1), what) : parseData(text, "--create-body", what);
  return parseWith(bodySchema, given, what);
}

const conformShape = {
  ...targetOptions,
  secondIds: idsByKind.optional().describe("ids of records of the second account, by kind"),
  quick: option(onOff, {
    flags: "--quick",
    description: `send about ${quickRequests} requests instead of up to ${usualRequests}: the same as --max-requests ${quickRequests}`,
  }),
  ...limitOptions,
  dialect: option(
    z
      .custom<DialectInput | string>(
        (given) => typeof given === "string" || isObject(given),
        "expected the name of a dialect, a file, or a dialect",
      )
      .optional(),
    { flags: "-d, --dialect <name or file>", description: "also judge the target against its own dialect" },
  ),
  level: option(z.enum(["stated", "implied", "declared"], "expected stated, implied or declared").default("declared"), {
    flags: "--level <stated|implied|declared>",
    description: "judge the requirements up to this level",
  }),
  grep: option(z.string("expected a part of a requirement's id").optional(), {
    flags: "-g, --grep <id>",
    description:
      "judge only requirements or operations whose name contains this: ENV-04, AUTH, listUsers, or several: ENV|listUsers",
  }),
  baseline: option(reportSchema.optional(), {
    flags: "--baseline <report.json>",
    description:
      "show new, fixed and still failing checks since this report; with --allow-writes, look for the users that its run created",
    parse: (file) => parseWith(reportSchema, readDataFile(file, "baseline"), "baseline"),
  }),
  ...connectionOptions,
  name: targetSchema.shape.name.unwrap().optional().describe("the target's name in reports; `target` by default"),
  tokenVariables: targetSchema.shape.tokenVariables
    .unwrap()
    .optional()
    .describe("the names of the variables that reports show instead of the tokens; nothing is read from them"),
  signal,
  onExperiment: callback<(progress: ExperimentProgress) => void>().describe(
    "called before each experiment, which most of a run's time goes to; if it throws, the run ends",
  ),
};

/** Two equal tokens would show nothing. */
export function withDistinctTokens<Schema extends z.ZodType<{ token: string; secondToken?: string | undefined }>>(
  schema: Schema,
): Schema {
  const error = "is the same as the first token; expected a token of another account";
  return schema.refine(({ token, secondToken }) => token !== secondToken, { error, path: ["secondToken"] });
}

export const conformOptions = withDistinctTokens(
  z.strictObject(conformShape).describe("one target, and how to judge it"),
);

export type ConformOptions = z.input<typeof conformOptions>;

/** The progress of a run. */
export interface LearnProgress {
  /** The key that is inferred now: `paging.users.maxSize`. */
  readonly key: string;
  readonly done: number;
  readonly of: number;
  /** The number of requests so far. */
  readonly requests: number;
}

export const learnOptions = withDistinctTokens(
  z
    .strictObject({
      ...targetOptions,
      world: onOff.describe(
        "whether to make up a world, too: records like the target's, without any value of them but enumerations",
      ),
      ...connectionOptions,
      signal,
      onProgress: callback<(progress: LearnProgress) => void>().describe(
        "called before each key is inferred; if it throws, the run ends",
      ),
    })
    .describe("one target, and how to learn it"),
);

export type LearnOptions = z.input<typeof learnOptions>;

/**
 * Parses the options of a function.
 * @param name of the function, for messages
 * @throws InputError with each wrong option and what was expected; it quotes no value, which might be a token
 */
export function parseOptions<Schema extends z.ZodType>(
  schema: Schema,
  options: unknown,
  name: string,
): z.output<Schema> {
  return parseWith(schema, givenValue(options, `${name}()`, "options"), "options");
}

/**
 * A value from a program, without lines and columns.
 * @param place its name in messages
 */
export function givenValue(value: unknown, path: string, place: string): GivenData {
  return { path, value, position: (at) => (at.length === 0 ? place : "") };
}

/** All given ids, by kind. */
export function mergeIds(ids: Target["ids"] | undefined = {}, subscriptionIds: readonly string[] = []): Target["ids"] {
  if (subscriptionIds.length === 0) return ids;
  return { ...ids, subscription: [...(ids.subscription ?? []), ...subscriptionIds] };
}
