import { z } from "zod";
import { tokenSchema } from "../../conformance/target/target.ts";
import type { Setting } from "../settings/setting.ts";
import { conformSchema } from "./conform-settings.ts";

/** The variables that hold the tokens of targets: of the only one or of A, and of B where both are targets. */
export const diffTokenVariables = { a: "ORGKIT_TOKEN", b: "ORGKIT_TOKEN_OF_B" } as const;

/** The flags of `orgkit diff`, in the order of its help. */
export const diffSettings: readonly Setting[] = [
  { key: "json", flags: "--json", description: "print all that differs as JSON", kind: "switch" },
  {
    key: "subscriptionId",
    flags: "-s, --subscription-id <id>",
    description: "the id of a subscription of the target, or of A where both are; others are found in its records",
    kind: "list",
  },
  {
    key: "subscriptionIdOfB",
    flags: "--subscription-id-of-b <id>",
    description: "the id of a subscription of B, where both are targets",
    kind: "list",
  },
  {
    key: "header",
    flags: "-H, --header <'K: V'>",
    description: "a further header the target, or A, wants with every call; its value is not shown",
    kind: "list",
  },
  {
    key: "headerOfB",
    flags: "--header-of-b <'K: V'>",
    description: "the same for B, where both are targets",
    kind: "list",
  },
  { key: "maxRps", flags: "--max-rps <number>", description: "requests a second, at most", kind: "text" },
  {
    key: "timeout",
    flags: "--timeout <ms>",
    description: "how long to wait for a whole reply",
    kind: "text",
    defaultText: "15000",
  },
  { key: "ca", flags: "--ca <file>", description: "trust this certificate authority too (PEM)", kind: "text" },
  { key: "insecure", flags: "--insecure", description: "accept any certificate", kind: "switch" },
];

/** Not flags: a token on a command line could be read by others. */
export const furtherDiffSettings: readonly Setting[] = [
  { key: "token", flags: diffTokenVariables.a, description: "", kind: "text" },
  { key: "tokenOfB", flags: diffTokenVariables.b, description: "", kind: "text" },
];

const { subscriptionId, header, maxRps, timeout, ca, insecure } = conformSchema.shape;

export const diffSchema = z.object({
  json: z.boolean("expected true or false").default(false),
  token: tokenSchema.optional(),
  tokenOfB: tokenSchema.optional(),
  subscriptionId,
  subscriptionIdOfB: subscriptionId,
  header,
  headerOfB: header,
  maxRps,
  timeout,
  ca,
  insecure,
});

export type DiffSettings = z.output<typeof diffSchema>;
