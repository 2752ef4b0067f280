import { randomInt } from "node:crypto";
import { describeReplacements } from "../../conformance/anonymise/replacement-log.ts";
import { writeWorld } from "../../conformance/anonymise/write-world.ts";
import { makeWorld, type LearnedWorld } from "../../conformance/learn/learned-world.ts";
import type { Learned } from "../../conformance/learn/learn.ts";
import type { Paint } from "../terminal.ts";
import { writeNewFile } from "./write-new-file.ts";

/** Makes a world of what was learned. Nobody is told the seed. */
export function worldOf(learned: Learned): LearnedWorld {
  return makeWorld(learned, randomInt(2 ** 32));
}

/** @throws InputError where there is a file already, or it cannot be written */
export function writeLearnedWorld({ world }: LearnedWorld, path: string, force: boolean): void {
  writeNewFile({ what: "World", path, text: writeWorld(world), force });
}

/** What is in a world that was learned, and what was replaced and how; no value of the source. */
export function worldText({ world, replaced, learned }: LearnedWorld, files: Files, paint: Paint): string {
  const { totals } = learned.sample;
  const [account] = world.accounts;
  const { users = [], subscriptions = [], invoices = [] } = account ?? {};
  const lists = [`${ofAll(users.length, totals.users)} users`, `${ofAll(invoices.length, totals.invoices)} invoices`];
  return [
    "",
    `Captured ${lists.join(", ")}, ${subscriptions.length} subscriptions; what tells of a person is made up:`,
    ...describeReplacements(replaced).map((line) => `  – ${line}`),
    "",
    `Wrote ${paint("bold", files.world)}: look through it before you share it`,
    `Serve it: orgkit mock --world ${typed(files.world)} --dialect ${typed(files.dialect)}`,
  ].join("\n");
}

interface Files {
  readonly world: string;
  readonly dialect: string;
}

function ofAll(count: number, total: number | undefined): string {
  return total === undefined || total === count ? String(count) : `${count} of ${total}`;
}

/** As a command takes it for a path, and not for a name. */
function typed(path: string): string {
  return /[/\\]/.test(path) ? path : `./${path}`;
}
