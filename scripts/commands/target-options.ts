import type { Json } from "../../fixtures/json.ts";
import { z } from "zod";
import { parseData } from "../../fixtures/parse-data.ts";
import { readDataFile } from "../../fixtures/read-text.ts";
import { parseWith, type GivenData } from "../../fixtures/parse-with.ts";
import type { ConformOptions, TargetOptions } from "../../conformance/api/conform-options.ts";
import { givenValue, rejectSameToken } from "../../conformance/api/option-schemas.ts";
import { tokenVariables } from "../../conformance/target/target.ts";
import { environmentName } from "../settings/option.ts";
import type { Sources } from "../settings/read-settings.ts";
import type { ConformSettings } from "./conform-options.ts";
import { baseUrlOf, headersOf, tokenOf } from "./reach-options.ts";

/**
 * The target in the settings.
 * @throws InputError if there is none, or a token is missing
 */
export function readTargetOptions(settings: ConformSettings): TargetOptions {
  const { token, tokenB, allowWrites, quick, createBody, dialect, header } = settings;
  const baseUrl = baseUrlOf(settings);
  const first = tokenOf(token, tokenVariables.first);
  rejectSameToken(first, tokenB, tokenVariables);
  return {
    baseUrl,
    token: first,
    secondToken: tokenB,
    ...idsOf(settings),
    allowWrites,
    quick,
    createBody: readBody(createBody),
    dialect,
    headers: headersOf(header),
  };
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

/** The mark of an id of the second account. */
const second = "second:";

/** Known ids for the API: `subscription=sub_1` each, of the second account with its mark, and those of subscriptions alone. */
export function idsOf({
  id,
  subscriptionId,
}: Pick<ConformSettings, "id" | "subscriptionId">): Required<
  Pick<ConformOptions, "ids" | "secondIds" | "subscriptionIds">
> {
  const theirs = id.filter((text) => text.startsWith(second));
  return {
    ids: idsByKind(id.filter((text) => !text.startsWith(second))),
    secondIds: idsByKind(theirs.map((text) => text.slice(second.length))),
    subscriptionIds: subscriptionId,
  };
}

function idsByKind(texts: readonly string[]): NonNullable<ConformOptions["ids"]> {
  const byKind = Map.groupBy(texts, (text) => text.slice(0, text.indexOf("=")));
  return Object.fromEntries(
    [...byKind].map(([kind, named]) => [kind, named.map((text) => text.slice(kind.length + 1))]),
  );
}

/** Recorded traffic on the command line overrides a target in the environment and the config file. */
export function preferTraffic({ flags, environment, config, ...sources }: Sources): Sources {
  if (flags["har"] === undefined) return { ...sources, flags, environment, config };
  return {
    ...sources,
    flags,
    environment: without(environment, environmentName("baseUrl")),
    config: without(config, "baseUrl"),
  };
}

function without<Value>(members: Readonly<Record<string, Value>>, left: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== left));
}
