import { z } from "zod";
import { onOff, option } from "../settings/option.ts";
import { listenOptions } from "./listen-options.ts";

const { port, host, allowedHost } = listenOptions.shape;
const expectedMemory = "expected a number of megabytes, 1 or more";

/** The options of `orgkit mock`, in the order of its help. */
export const mockOptions = z.object({
  port,
  host,
  allowedHost: option(
    allowedHost,
    "--allowed-host <name>",
    "a host name the console may be reached by, besides localhost; repeatable",
  ),
  world: option(
    z.string("expected a name or a file").default("demo"),
    "-w, --world <name or file>",
    "the records to serve: demo, edge, empty, crowd:N, or a file",
  ),
  dialect: option(
    z.string("expected a name or a file").default("reference"),
    "-d, --dialect <name or file>",
    "how to answer where the document is silent: reference, offset, terse, …, or a file",
  ),
  seed: option(
    z.coerce.number("expected an integer").int("expected an integer").default(1),
    "--seed <integer>",
    "the same seed gives the same ids, generated worlds and faults",
  ),
  scenario: option(
    z.array(z.string("expected a scenario, for instance latency:ms=200")).default([]),
    "-s, --scenario <name[:option=value,…]>",
    "a disturbance to begin with; repeatable, the first is the outermost",
    { separator: " " },
  ),
  state: option(
    z.string("expected a file, for instance ./demo.state").min(1, "expected a file").optional(),
    "--state <file>",
    "keep what is done in a file, and go on from it; made where there is none",
  ),
  memory: option(
    z.coerce.number(expectedMemory).min(1, expectedMemory).max(1e6, expectedMemory).default(256),
    "--memory <MB>",
    "how much journal, undo history, recording, snapshots, sandboxes and caches may take together; what came first is forgotten first",
  ),
  watch: option(onOff, "--watch", "take over an edited world, dialect or config without losing what was done"),
  open: option(onOff, "--open", "open the console in a browser"),
  quiet: option(onOff, "-q, --quiet", "print only the start-up lines, not each call"),
});

export type MockSettings = z.output<typeof mockOptions>;
