import { z } from "zod";
import { tokenSchema } from "../../conformance/target/target.ts";
import type { Setting } from "../settings/setting.ts";
import { conformSchema } from "./conform-settings.ts";
import { reachSchema, reachSettings } from "./reach-settings.ts";

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
    ...reachSettings.header,
    description: "a further header the target, or A, wants with every call; its value is not shown",
  },
  {
    key: "headerOfB",
    flags: "--header-of-b <'K: V'>",
    description: "the same for B, where both are targets",
    kind: "list",
  },
  reachSettings.maxRps,
  reachSettings.timeout,
  reachSettings.ca,
  reachSettings.insecure,
];

/** Not flags: a token on a command line could be read by others. */
export const furtherDiffSettings: readonly Setting[] = [
  { key: "token", flags: diffTokenVariables.a, description: "", kind: "text" },
  { key: "tokenOfB", flags: diffTokenVariables.b, description: "", kind: "text" },
];

const { subscriptionId } = conformSchema.shape;

export const diffSchema = z.object({
  json: z.boolean("expected true or false").default(false),
  token: tokenSchema.optional(),
  tokenOfB: tokenSchema.optional(),
  subscriptionId,
  subscriptionIdOfB: subscriptionId,
  headerOfB: reachSchema.shape.header,
  ...reachSchema.shape,
});

export type DiffSettings = z.output<typeof diffSchema>;
