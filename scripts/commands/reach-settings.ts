import { z } from "zod";
import type { Setting } from "../settings/setting.ts";

/** How a target is reached: the same flags wherever one is asked. */
export const reachSettings = {
  maxRps: {
    key: "maxRps",
    flags: "--max-rps <number>",
    description: "requests a second to a target, at most",
    kind: "text",
  },
  timeout: {
    key: "timeout",
    flags: "--timeout <ms>",
    description: "how long to wait for a whole reply",
    kind: "text",
    defaultText: "15000",
  },
  header: {
    key: "header",
    flags: "-H, --header <'K: V'>",
    description:
      "a further header the target wants with every call; its value is not shown (a secret one in ORGKIT_HEADER: other users of the machine can read a command line)",
    kind: "list",
  },
  ca: { key: "ca", flags: "--ca <file>", description: "trust this certificate authority too (PEM)", kind: "text" },
  insecure: { key: "insecure", flags: "--insecure", description: "accept any certificate", kind: "switch" },
} as const satisfies Readonly<Record<string, Setting>>;

const expectedHeader = "expected 'Name: value', and not the Authorization header, which is the token's";

export const reachSchema = z.object({
  maxRps: z.coerce.number("expected a number").positive("expected more than 0").optional(),
  timeout: z.coerce
    .number("expected milliseconds")
    .int("expected whole milliseconds")
    .min(1, "expected 1 or more")
    .optional(),
  header: z
    .array(z.string().regex(/^(?!authorization\s*:)[!#$%&'*+.^_`|~\w-]+:[^\r\n]*$/i, expectedHeader), expectedHeader)
    .default([]),
  ca: z.string("expected a PEM file").optional(),
  insecure: z.boolean("expected true or false").default(false),
});
