import { z } from "zod";
import { sides } from "../../conformance/proxy/finding.ts";
import type { Setting } from "../settings/setting.ts";
import { conformSchema } from "./conform-settings.ts";
import { listenSchema, listenSettings } from "./listen-settings.ts";
import { mockSettingsSchema } from "./mock-settings.ts";
import { reachSchema, reachSettings } from "./reach-settings.ts";

/** The flags of `orgkit proxy`, in the order of its help. */
export const proxySettings: readonly Setting[] = [
  {
    key: "dialect",
    flags: "-d, --dialect <name or file>",
    description: "judge what the target declares, too: fields of records, status codes, the body of createUser",
    kind: "text",
  },
  {
    key: "side",
    flags: "--side <both|request|reply>",
    description: "judge what the client sends, what the target replies, or both",
    kind: "text",
    defaultText: "both",
  },
  { key: "failOnViolation", flags: "--fail-on-violation", description: "exit 1 where there was one", kind: "switch" },
  {
    key: "out",
    flags: "-o, --out <folder>",
    description: "write proxy.json, summary.md, junit.xml and openapi.json there",
    kind: "text",
  },
  ...Object.values(listenSettings),
  {
    key: "allowOrigin",
    flags: "--allow-origin <origin>",
    description: "an origin whose pages may use the proxy, besides those on localhost; repeatable",
    kind: "list",
  },
  {
    key: "timeout",
    flags: "--timeout <ms>",
    description: "how long to wait for the target to begin its reply, and to go on with it",
    kind: "text",
    defaultText: "60000",
  },
  reachSettings.ca,
  reachSettings.insecure,
  { key: "quiet", flags: "-q, --quiet", description: "print no line for each call, only the report", kind: "switch" },
];

/** Not a flag: the base URL is an argument. */
export const furtherProxySettings: readonly Setting[] = [
  { key: "baseUrl", flags: "BASE_URL", description: "", kind: "text" },
];

const { baseUrl, dialect, out } = conformSchema.shape;
const { timeout, ca, insecure } = reachSchema.shape;
const { quiet } = mockSettingsSchema.shape;

const originSchema = z
  .string()
  .refine((text) => URL.parse(text)?.origin === text, "expected an origin, for instance https://app.example");

export const proxySchema = z.object({
  baseUrl,
  dialect,
  side: z.enum(["both", ...sides], "expected both, request or reply").default("both"),
  failOnViolation: z.boolean("expected true or false").default(false),
  out,
  ...listenSchema.shape,
  allowOrigin: z.array(originSchema).default([]),
  timeout,
  ca,
  insecure,
  quiet,
});

export type ProxySettings = z.output<typeof proxySchema>;
