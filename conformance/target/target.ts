import { z } from "zod";

const baseUrl = z
  .string()
  .refine(isBaseUrl, "expected http:// or https://, a host, and at most a path, as in https://staging.example/x")
  .transform((text) => text.replace(/\/+$/, ""));

/** Any JSON; `{{unique}}` in its texts is replaced by a fresh value at each use. */
const createBody = z.json();

/** A base URL to judge, and what is known about it. Its tokens are kept apart: this may be written to disk. */
export const targetSchema = z.strictObject({
  baseUrl,
  /** Ids that the first token's account is known to have; `getSubscription` is judged with them. */
  subscriptionIds: z.array(z.string().min(1)),
  /** Without it no request but GET is sent. */
  allowWrites: z.boolean(),
  /** The body for `createUser`; absent: an illustrative one, which a target may rightly refuse. */
  createBody: createBody.optional(),
});

export type Target = z.infer<typeof targetSchema>;

/** The secrets of a target: its tokens. Never written, logged or reported. */
export interface Tokens {
  readonly first: string;
  /** Of another account. */
  readonly second?: string;
}

/** The environment variables that hold the tokens; reports write `$NAME` in a token's place. */
export const tokenVariables = { first: "ORGKIT_TOKEN", second: "ORGKIT_TOKEN_B" } as const;

/** What is sent to `createUser` where the user gave no body: the fields of the reference dialect. */
export const illustrativeBody = {
  name: "Conformance {{unique}}",
  email: "conformance.{{unique}}@orgkit.example",
} as const;

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const plain = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return plain && (url.protocol === "http:" || url.protocol === "https:");
}
