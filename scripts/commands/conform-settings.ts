import { z } from "zod";
import { targetSchema, tokenSchema, tokenVariables } from "../../conformance/target/target.ts";
import type { Setting } from "../settings/setting.ts";
import { reachSchema, reachSettings } from "./reach-settings.ts";
import { reporterNames } from "./write-reports.ts";

/** The flags of `orgkit conform`, in the order of its help. */
export const conformSettings: readonly Setting[] = [
  {
    key: "subscriptionId",
    flags: "-s, --subscription-id <id>",
    description: "the id of a subscription the first account has; twice, to check that ids select",
    kind: "list",
  },
  {
    key: "allowWrites",
    flags: "--allow-writes",
    description: "judge createUser too; without it no request but GET is sent",
    kind: "switch",
  },
  {
    key: "createBody",
    flags: "--create-body <JSON or @file>",
    description: "the body for createUser; {{unique}} becomes a fresh value",
    kind: "text",
  },
  {
    key: "dialect",
    flags: "-d, --dialect <name or file>",
    description: "judge what the target declares, too",
    kind: "text",
  },
  {
    key: "level",
    flags: "--level <stated|implied|declared>",
    description: "judge the requirements up to this level",
    kind: "text",
    defaultText: "declared",
  },
  {
    key: "grep",
    flags: "-g, --grep <id>",
    description: "judge only what has this in its name: ENV-04, AUTH, listUsers",
    kind: "text",
  },
  { key: "complete", flags: "--complete", description: "exit 3 where something was not verified", kind: "switch" },
  { key: "out", flags: "-o, --out <folder>", description: "write the reports there", kind: "text" },
  {
    key: "reporter",
    flags: "-r, --reporter <name>",
    description: `which reports, of ${reporterNames.join(", ")}; may be given more than once`,
    kind: "list",
    defaultText: "all",
  },
  {
    key: "baseline",
    flags: "--baseline <report.json>",
    description: "say what is new, mended and still failing since that report",
    kind: "text",
  },
  {
    key: "target",
    flags: "-t, --target <NAME=URL>",
    description: "judge several targets in one run: once each, in the place of BASE_URL",
    kind: "list",
  },
  {
    key: "targets",
    flags: "--targets <file>",
    description: "judge the targets of a YAML file, each with its token variables, dialect and ids",
    kind: "text",
  },
  {
    key: "shard",
    flags: "--shard <I/N>",
    description: "judge a part of the targets, for orgkit merge; N alone takes I from JOB_COMPLETION_INDEX",
    kind: "text",
  },
  {
    key: "workers",
    flags: "-w, --workers <number>",
    description: "how many targets are judged at the same time",
    kind: "text",
    defaultText: "2",
  },
  ...Object.values(reachSettings),
];

/** Not flags: the base URL is an argument, and a token on a command line could be read by others. */
export const furtherConformSettings: readonly Setting[] = [
  { key: "baseUrl", flags: "BASE_URL", description: "", kind: "text" },
  { key: "token", flags: tokenVariables.first, description: "", kind: "text" },
  { key: "tokenB", flags: tokenVariables.second, description: "", kind: "text" },
];

const expected = {
  shard: "expected I/N, for instance 1/3",
  target: "expected NAME=URL, for instance staging=https://staging.example/x",
};

export const conformSchema = z.object({
  baseUrl: targetSchema.shape.baseUrl.optional(),
  token: tokenSchema.optional(),
  tokenB: tokenSchema.optional(),
  subscriptionId: z.array(z.coerce.string().min(1, "expected an id"), "expected a list of ids").default([]),
  allowWrites: z.boolean("expected true or false").default(false),
  createBody: z.json().optional(),
  dialect: z.string("expected the name of a dialect or a file").optional(),
  level: z.enum(["stated", "implied", "declared"], "expected stated, implied or declared").default("declared"),
  grep: z.string("expected a part of a requirement's id").optional(),
  complete: z.boolean("expected true or false").default(false),
  out: z.string("expected a folder").min(1, "expected a folder").optional(),
  reporter: z.array(z.enum(reporterNames, `expected one of ${reporterNames.join(", ")}`)).default([...reporterNames]),
  baseline: z.string("expected a report.json").optional(),
  target: z.array(z.string().regex(/^(?!\.{1,2}=)[\w.-]{1,60}=.+$/, expected.target)).default([]),
  targets: z.string("expected a YAML file").optional(),
  shard: z
    .string(expected.shard)
    .regex(/^([1-9]\d{0,3}\/)?[1-9]\d{0,3}$/, expected.shard)
    .optional(),
  workers: z.coerce
    .number()
    .int("expected a whole number")
    .min(1, "expected 1 or more")
    .max(32, "expected at most 32")
    .default(2),
  ...reachSchema.shape,
});

export type ConformSettings = z.output<typeof conformSchema>;
