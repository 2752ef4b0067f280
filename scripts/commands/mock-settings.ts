import { z } from "zod";
import type { Setting } from "../settings/setting.ts";
import { listenSchema, listenSettings } from "./listen-settings.ts";

/** What `orgkit mock` can be told, by flag, environment or config file. */
export const mockSettings: readonly Setting[] = [
  listenSettings.port,
  listenSettings.host,
  {
    ...listenSettings.allowedHost,
    description: "a host name the console may be reached by, besides localhost; repeatable",
  },
  {
    key: "world",
    flags: "-w, --world <name or file>",
    description: "the records to serve: demo, edge, empty, crowd:N, or a file",
    kind: "text",
    defaultText: "demo",
  },
  {
    key: "dialect",
    flags: "-d, --dialect <name or file>",
    description: "how to answer where the document is silent: reference, offset, terse, …, or a file",
    kind: "text",
    defaultText: "reference",
  },
  {
    key: "seed",
    flags: "--seed <integer>",
    description: "the same seed gives the same ids, generated worlds and faults",
    kind: "text",
    defaultText: "1",
  },
  {
    key: "scenario",
    flags: "-s, --scenario <name[:option=value,…]>",
    description: "a disturbance to begin with; repeatable, the first is the outermost",
    kind: "list",
    separator: " ",
  },
  {
    key: "state",
    flags: "--state <file>",
    description: "keep what is done in a file, and go on from it; made where there is none",
    kind: "text",
  },
  {
    key: "memory",
    flags: "--memory <MB>",
    description:
      "how much journal, undo history, recording, snapshots, sandboxes and caches may take together; what came first is forgotten first",
    kind: "text",
    defaultText: "256",
  },
  {
    key: "watch",
    flags: "--watch",
    description: "take over an edited world, dialect or config without losing what was done",
    kind: "switch",
  },
  { key: "open", flags: "--open", description: "open the console in a browser", kind: "switch" },
  { key: "quiet", flags: "-q, --quiet", description: "print only the start-up lines, not each call", kind: "switch" },
];

const expectedMemory = "expected a number of megabytes, 1 or more";

export const mockSettingsSchema = z.object({
  ...listenSchema.shape,
  world: z.string("expected a name or a file").default("demo"),
  dialect: z.string("expected a name or a file").default("reference"),
  seed: z.coerce.number("expected an integer").int("expected an integer").default(1),
  scenario: z.array(z.string("expected a scenario, for instance latency:ms=200")).default([]),
  state: z.string("expected a file, for instance ./demo.state").min(1, "expected a file").optional(),
  memory: z.coerce.number(expectedMemory).min(1, expectedMemory).max(1e6, expectedMemory).default(256),
  watch: z.boolean("expected true or false").default(false),
  open: z.boolean("expected true or false").default(false),
  quiet: z.boolean("expected true or false").default(false),
});

export type MockSettings = z.infer<typeof mockSettingsSchema>;
