import type { Json } from "../../fixtures/json.ts";
import { z } from "zod";
import { parseData, readDataFile } from "../../fixtures/data-file.ts";
import { parseWith, type GivenData } from "../../fixtures/parse-with.ts";
import { own } from "../../fixtures/own.ts";
import type { ConformAllOptions } from "../../conformance/api/conform-options.ts";
import { givenValue, rejectSameToken } from "../../conformance/api/option-schemas.ts";
import { targetSchema, tokenSchema, tokenVariables } from "../../conformance/target/target.ts";
import { conformOptions, type ConformSettings } from "./conform-options.ts";
import { environmentName } from "../settings/option.ts";
import { wrongSetting, type Sources } from "../settings/read-settings.ts";
import { baseUrlOf, headersOf, tokenOf } from "./reach-options.ts";

/** The message for a value that may be a token in the wrong place: never quote it. */
const expectedVariable = "expected the name of an environment variable that holds the token, and not the token itself";

/** A target with the options of the API. */
export type NamedTarget = ConformAllOptions["targets"][number];

/** Names of the variables with tokens. The usual ones may also be in the config file. */
type Tokens = Readonly<Record<string, string | undefined>>;

function variableIn(tokens: Tokens): z.ZodOptional<z.ZodString> {
  return z
    .string(expectedVariable)
    .refine(
      (name) => (own(tokens, name) ?? "") !== "",
      `names no environment variable that is set; ${expectedVariable}`,
    )
    .optional();
}

const { allowWrites, quick, createBody, dialect, header, ...common } = conformOptions.shape;

/** One target of a `targets.yaml`, with the keys of the config file. Missing keys come from the settings. */
const entryShape = {
  baseUrl: targetSchema.shape.baseUrl,
  id: common.id.unwrap().optional(),
  subscriptionId: common.subscriptionId.unwrap().optional(),
  allowWrites: allowWrites.unwrap().optional(),
  quick: quick.unwrap().optional(),
  createBody,
  dialect,
  header: header.unwrap().optional(),
};

function entrySchema(tokens: Tokens) {
  const variable = variableIn(tokens);
  return z.strictObject({ ...entryShape, token: variable, tokenB: variable });
}

type Entry = z.infer<ReturnType<typeof entrySchema>>;

/**
 * The targets in the settings: BASE_URL, each `--target`, or those of the `--targets` file.
 * @throws InputError if there is none, or a token is missing
 */
export function readTargets(settings: ConformSettings, environment: NodeJS.ProcessEnv): readonly NamedTarget[] {
  const { [tokenVariables.first]: first, [tokenVariables.second]: second } = environment;
  const { token = first, tokenB = second } = settings;
  const tokens = { ...environment, [tokenVariables.first]: token, [tokenVariables.second]: tokenB };
  return namedEntries(settings, tokens).map(([name, entry]) => toTarget(name, entry, settings, tokens));
}

function namedEntries(
  { baseUrl, target, targets }: ConformSettings,
  tokens: Tokens,
): readonly (readonly [string, Entry])[] {
  const given = [baseUrl, target[0], targets].filter((source) => source !== undefined);
  if (given.length > 1) {
    throw wrongSetting("BASE_URL", "expected only one of BASE_URL, --target and --targets");
  }
  if (targets !== undefined) {
    const fileSchema = z.strictObject({
      targets: z
        .record(targetSchema.shape.name.unwrap(), entrySchema(tokens))
        .refine((entries) => Object.keys(entries).length > 0, "expected a target"),
    });
    return Object.entries(parseWith(fileSchema, readDataFile(targets, "targets"), "targets").targets);
  }
  if (target.length === 0) return [["target", { baseUrl: baseUrlOf({ baseUrl }) }]];
  return target.map((text) => {
    const [name = "", ...url] = text.split("=");
    return [name, { baseUrl: parsed(targetSchema.shape.baseUrl, url.join("="), `--target ${name}`) }];
  });
}

/** Validates a text. @param at the name of its place, for the user */
function parsed(schema: z.ZodType<string>, given: string, at: string): string {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw wrongSetting(at, result.error.issues[0]?.message ?? "is wrong");
}

function toTarget(name: string, entry: Entry, settings: ConformSettings, tokens: Tokens): NamedTarget {
  const variables = { first: entry.token ?? tokenVariables.first, second: entry.tokenB ?? tokenVariables.second };
  const first = tokenOf(tokenIn(tokens, variables.first), variables.first);
  const second = tokenIn(tokens, variables.second);
  rejectSameToken(first, second, variables);
  return {
    name,
    baseUrl: entry.baseUrl,
    token: first,
    secondToken: second,
    ...idsOf({ id: entry.id ?? settings.id, subscriptionId: entry.subscriptionId ?? settings.subscriptionId }),
    allowWrites: entry.allowWrites ?? settings.allowWrites,
    quick: entry.quick ?? settings.quick,
    createBody: readBody(entry.createBody ?? settings.createBody),
    dialect: entry.dialect ?? settings.dialect,
    headers: headersOf(entry.header ?? settings.header),
    tokenVariables: variables,
  };
}

function tokenIn(tokens: Tokens, variable: string): string | undefined {
  const given = own(tokens, variable) ?? "";
  return given === "" ? undefined : parsed(tokenSchema, given, variable);
}

/** In a config file, a body is JSON already; on the command line it is a text, or `@` and a file. */
export function readBody(given: Json | undefined): Readonly<Record<string, Json>> | undefined {
  if (given === undefined) return undefined;
  const file = typeof given === "string" ? bodyText(given) : givenValue(given, "createBody", "createBody");
  return parseWith(z.record(z.string(), z.json(), "expected a JSON object"), file, "body for createUser");
}

function bodyText(given: string): GivenData {
  return given.startsWith("@")
    ? readDataFile(given.slice(1), "body for createUser")
    : parseData(given, "--create-body", "body for createUser");
}

/** Known ids for the API: `subscription=sub_1` each, and those of subscriptions alone. */
export function idsOf({ id, subscriptionId }: Pick<ConformSettings, "id" | "subscriptionId">): KnownIds {
  const byKind = Map.groupBy(id, (text) => text.slice(0, text.indexOf("=")));
  const ids = [...byKind].map(([kind, texts]) => [kind, texts.map((text) => text.slice(kind.length + 1))]);
  return { ids: Object.fromEntries(ids), subscriptionIds: subscriptionId };
}

type KnownIds = Required<Pick<NamedTarget, "ids" | "subscriptionIds">>;

/** The settings that select targets, of which only one is allowed. */
const naming = ["baseUrl", "target", "targets"];

/**
 * Targets or recorded traffic on the command line override those in the environment and the config file, and the
 * environment overrides the file.
 */
export function nearestTargets({ flags, environment, config, ...sources }: Sources): Sources {
  const variables = naming.map(environmentName);
  const isFlagged = [...naming, "har"].some((key) => flags[key] !== undefined);
  const isInEnvironment = variables.some((name) => (environment[name] ?? "") !== "");
  return {
    ...sources,
    flags,
    environment: isFlagged ? without(environment, variables) : environment,
    config: isFlagged || isInEnvironment ? without(config, naming) : config,
  };
}

function without<Value>(members: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}
