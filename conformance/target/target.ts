import { z } from "zod";
import { operations, recordKinds, type OperationId } from "../../fixtures/contract/operations.ts";
import { writtenDialectSchema } from "../../fixtures/dialect/declared.ts";

const baseUrl = z
  .string()
  .refine(isBaseUrl, "expected http:// or https://, a host, and at most a path, as in https://staging.example/x")
  .transform((text) => text.replace(/\/+$/, ""));

/** Any JSON; `{{unique}}` in its texts is replaced by a fresh value at each use. */
const createBody = z.json();

export const variableName = z.string().regex(/^[A-Za-z_]\w*$/, "expected the name of an environment variable");

/** The environment variables that hold the tokens; reports write `$NAME` in a token's place. */
export const tokenVariables = { first: "ORGKIT_TOKEN", second: "ORGKIT_TOKEN_B" } as const;

/** A base URL to judge, and what is known about it. Its secrets are kept apart: this may be written to disk. */
export const targetSchema = z.strictObject({
  /** What reports of several targets call it. */
  name: z
    .string()
    // It is the name of a directory, too.
    .regex(/^(?!\.{1,2}$)[\w.-]{1,60}$/, "expected letters, digits, '_', '.' or '-', at most 60")
    .default("target"),
  baseUrl,
  /** Ids that records of the first token's account are known to have, by kind. */
  ids: z.partialRecord(z.enum(recordKinds), z.array(z.string().min(1))).default(() => ({})),
  /** Without it only GET, HEAD and OPTIONS are sent. */
  allowWrites: z.boolean(),
  /** Whether fewer places are looked at, so that a run takes about 120 requests. */
  isQuick: z.boolean().default(false),
  /** The body for `createUser`; absent: one that fits the dialect, or an illustrative one. */
  createBody: createBody.optional(),
  /** The answers that are declared at the open points: without defaults, which nobody declared. */
  dialect: writtenDialectSchema.optional(),
  /** The variables its tokens come from. */
  tokenVariables: z.strictObject({ first: variableName, second: variableName }).default(() => ({ ...tokenVariables })),
});

export type Target = z.infer<typeof targetSchema>;

/** The ids that are known of the records an operation is about. */
export function knownIds({ ids }: Pick<Target, "ids">, operation: OperationId): readonly string[] {
  return ids[operations[operation].record] ?? [];
}

/** What a header can carry after `Bearer `. The message must not quote what was given. */
export const tokenSchema = z
  .string("expected a token")
  .regex(/^[\u0021-\u007E]+$/, "expected a token of visible ASCII characters, without spaces");

/** The secrets of a target. Never written, logged or reported. */
export const secretsSchema = z.strictObject({
  first: z.string(),
  /** The token of another account. */
  second: z.string().optional(),
  /** Further headers the target wants with every call; their values may be secret too. */
  headers: z.record(z.string(), z.string()).default({}),
});

export type Secrets = z.infer<typeof secretsSchema>;

function isBaseUrl(text: string): boolean {
  // The parser leaves out or encodes what is not seen; the text itself is printed.
  if (!URL.canParse(text) || /[\s\p{Cc}\p{Cf}]/u.test(text)) return false;
  const url = new URL(text);
  const plain = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return plain && (url.protocol === "http:" || url.protocol === "https:");
}
