import { z } from "zod";
import { operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { recordKinds } from "../../fixtures/contract/record-kinds.ts";
import { dialectSchema, type DialectInput } from "../../fixtures/dialect/dialect.ts";

const baseUrl = z
  .string("expected the base URL of the target, for instance https://staging.example/x")
  .refine(isBaseUrl, "expected http:// or https://, a host, and at most a path, as in https://staging.example/x")
  .transform((text) => text.replace(/\/+$/, ""));

/** Any JSON; `{{unique}}` becomes a unique value in each request. */
const createBody = z.json();

/** Known ids of an account's records, by kind. */
export const idsByKind = z.partialRecord(
  z.enum(recordKinds),
  z.array(z.string().min(1, "expected an id"), "expected a list of ids").readonly(),
);

const variableName = z.string().regex(/^[A-Za-z_]\w*$/, "expected the name of an environment variable");

/** The environment variables of the tokens; reports show `$NAME` instead of a token. */
export const tokenVariables = { first: "ORGKIT_TOKEN", second: "ORGKIT_TOKEN_B" } as const;

/** The variable of the expired token. */
export const expiredTokenVariable = "ORGKIT_TOKEN_EXPIRED";

/** How many requests the experiments of a run send at most, for all operations; in a quick run fewer. */
export const usualRequests: number = 100 * operationIds.length;
export const quickRequests: number = 0.3 * usualRequests;

/** A base URL to judge, and what is known about it. Secrets are kept apart: this may be written to disk. */
export const targetSchema = z.strictObject({
  /** The target's name in reports of several targets. */
  name: z
    .string()
    // Also the name of a directory.
    .regex(/^(?!\.{1,2}$)[\w.-]{1,60}$/, "expected letters, digits, '_', '.' or '-', at most 60")
    .default("target"),
  baseUrl,
  /** Known ids of the first account's records, by kind. */
  ids: idsByKind.default(() => ({})),
  /** Known ids of the second account's records. */
  secondIds: idsByKind.default(() => ({})),
  /** Users that an earlier run created: a text in each record, and the account whose list had it. */
  earlierUsers: z.array(z.strictObject({ text: z.string(), account: z.enum(["first", "second"]) })).default(() => []),
  /** Without it, only GET, HEAD and OPTIONS are sent. */
  allowWrites: z.boolean(),
  /** Whether to check fewer places, in less than a third of the requests. */
  isQuick: z.boolean().default(false),
  /** The body for `createUser`; by default one that fits the dialect, or an illustrative one. */
  createBody: createBody.optional(),
  /** The declared keys of its dialect, without defaults. */
  dialect: z.custom<DialectInput>((given) => dialectSchema.safeParse(given).success).optional(),
  /** The variables of its tokens. */
  tokenVariables: z.strictObject({ first: variableName, second: variableName }).default(() => ({ ...tokenVariables })),
});

export type Target = z.infer<typeof targetSchema>;

/** The known ids of the first account for an operation. */
export function knownIds({ ids }: Pick<Target, "ids">, operation: OperationId): readonly string[] {
  return ids[operations[operation].record] ?? [];
}

/** Valid after `Bearer ` in a header. The message must not quote the value. */
export const tokenSchema = z
  .string("expected a token (orgkit mock prints its own)")
  .regex(/^[\u0021-\u007E]+$/, "expected a token of visible ASCII characters, without spaces");

/** The secrets of a target. Never written, logged or reported. */
export const secretsSchema = z.strictObject({
  first: z.string(),
  /** The token of another account. */
  second: z.string().optional(),
  /** An expired token, to learn how it is rejected. */
  expired: z.string().optional(),
  /** Additional headers for every request; their values may be secret too. */
  headers: z.record(z.string(), z.string()).default({}),
});

export type Secrets = z.infer<typeof secretsSchema>;

function isBaseUrl(text: string): boolean {
  // URL parsers drop or encode invisible characters; the text itself is printed.
  if (!URL.canParse(text) || /[\s\p{Cc}\p{Cf}]/u.test(text)) return false;
  const url = new URL(text);
  const plain = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return plain && (url.protocol === "http:" || url.protocol === "https:");
}
