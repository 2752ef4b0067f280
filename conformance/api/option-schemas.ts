import { z } from "zod";
import { recordKinds } from "../../fixtures/contract/operations.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import { parseWith, type GivenData } from "../../fixtures/input/parse-with.ts";
import { connectionSchema, type Connection } from "../target/connection.ts";
import { targetSchema, tokenSchema, type Target } from "../target/target.ts";
import type { ConnectionOptions, TargetOptions, WritingOptions } from "./conform-options.ts";

/** A callback; callers in JavaScript may pass anything. */
export function callback<Function extends (...given: never[]) => void>(): z.ZodOptional<z.ZodType<Function>> {
  return z.custom<Function>((given) => typeof given === "function", "expected a function").optional();
}

/** From any realm: the signal of a simulated browser is not an instance of Node's class. */
export const signalOption = z
  .custom<AbortSignal>(
    (given) => typeof given === "object" && given !== null && "aborted" in given && "addEventListener" in given,
    "expected an AbortSignal",
  )
  .optional();

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~\w-]+$/, "expected the name of a header")
  .refine((name) => name.toLowerCase() !== "authorization", "expected another header: this one is the token's");

/** Additional headers, with lower-case names. */
const headers = z
  .record(headerName, z.string().regex(/^[^\r\n\0]*$/, "expected a value of one line"))
  .transform((given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])));

const idList = z.array(z.string().min(1, "expected an id"), "expected a list of ids");

/** The options of a target, common to all commands. */
export const targetShape = {
  baseUrl: targetSchema.shape.baseUrl,
  token: tokenSchema,
  ids: z.partialRecord(z.enum(recordKinds), idList).optional(),
  subscriptionIds: idList.optional(),
  headers: headers.optional(),
};

/** All given ids, by kind. */
export function idsOf({
  ids = {},
  subscriptionIds = [],
}: Pick<TargetOptions, "ids" | "subscriptionIds">): Target["ids"] {
  const subscription = [...(ids.subscription ?? []), ...subscriptionIds];
  const given = Object.entries(subscription.length === 0 ? ids : { ...ids, subscription });
  return Object.fromEntries(given.map(([kind, known]) => [kind, [...known]]));
}

export const switchOption = z.boolean("expected true or false").optional();

/** The body for `createUser`. */
export const createBodyOption = z.record(z.string(), z.json(), "expected a JSON object").optional();

/** The options for reaching a target. */
export const connectionShape = {
  maxRps: z.number("expected a number").positive("expected more than 0").optional(),
  timeout: z.number("expected milliseconds").int("expected whole milliseconds").min(1, "expected 1 or more").optional(),
  ca: z
    .string("expected PEM")
    .includes("-----BEGIN CERTIFICATE-----", "holds no certificate; expected PEM, not a path")
    .optional(),
  caFile: z.string("expected the path of a file").optional(),
  insecure: z.boolean("expected true or false").optional(),
} satisfies Record<keyof ConnectionOptions, z.ZodType>;

export const writingShape = {
  maxCreated: z.int("expected a whole number").min(1, "expected 1 or more").optional(),
  maxRequests: z.int("expected a whole number").min(20, "expected 20 or more").optional(),
  patience: z.number("expected seconds").min(0, "expected 0 or more").optional(),
} satisfies Record<keyof WritingOptions, z.ZodType>;

/** The options for reaching a target, with defaults. */
export function readConnection(options: ConnectionOptions & WritingOptions): Connection {
  const { maxRps, timeout, ca, caFile, insecure, maxCreated, maxRequests, patience } = options;
  const waiting = patience === undefined ? {} : { patience: Math.round(patience * 1000) };
  return connectionSchema.parse({ maxRps, timeout, ca, caFile, insecure, maxCreated, maxRequests, ...waiting });
}

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

/**
 * @param names of the two tokens, as the user knows them
 * @throws InputError if both tokens are the same, which would show nothing
 */
export function rejectSameToken(
  first: string,
  second: string | undefined,
  names: { readonly first: string; readonly second: string },
): void {
  if (first !== second) return;
  const problem = `is the same as ${names.first}; expected a token of another account`;
  throw new InputError("the second token", [{ at: names.second, problem }]);
}
