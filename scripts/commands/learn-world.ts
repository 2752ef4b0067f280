import { visibleLine } from "../../conformance/report/visible.ts";
import type { LearnedWithWorld } from "../../conformance/index.ts";
import type { Paint } from "../terminal.ts";

/** What is in a world that was learned, and what was replaced and how; no value of the source. */
export function worldText({ world, replaced, totals }: LearnedWithWorld, files: Files, paint: Paint): string {
  const [account] = world.accounts;
  const { users = [], subscriptions = [], invoices = [] } = account ?? {};
  const lists = [`${ofAll(users.length, totals.users)} users`, `${ofAll(invoices.length, totals.invoices)} invoices`];
  return [
    "",
    `Captured ${lists.join(", ")}, ${subscriptions.length} subscriptions; what tells of a person is made up:`,
    ...replaced.map((line) => `  – ${visibleLine(line)}`),
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
