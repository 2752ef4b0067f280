import { visibleLine } from "../../conformance/report/visible.ts";
import type { Seen } from "../../conformance/proxy/seen.ts";
import type { Judged } from "../../conformance/proxy/judge.ts";
import type { Mask } from "../../conformance/proxy/mask.ts";
import type { Counted } from "../../conformance/proxy/tally.ts";
import { violationName } from "../../conformance/proxy/proxy-text.ts";
import type { Paint } from "../terminal.ts";

type Call = Pick<Seen, "method" | "path" | "query">;

/** One exchange in one line, and each violation below it: with what was found the first time, with its name after that. */
export function exchangeLines(
  seen: Seen,
  judged: Judged,
  counted: readonly Counted[],
  mask: Mask,
  paint: Paint,
): string {
  const { status } = seen.response;
  const shownStatus = paint(status >= 200 && status < 300 ? "green" : "yellow", String(status));
  const what =
    judged.notJudged === undefined ? (judged.operation ?? "") : `not judged: ${visibleLine(judged.notJudged)}`;
  const violations = counted.map(({ finding, isNew }) => {
    const name = paint("red", `  ✗ ${visibleLine(violationName(finding))}`);
    return isNew ? `${name} ${visibleLine(finding.found)}` : `${name} ${paint("dim", "again")}`;
  });
  return [`${callLine(seen, mask, paint)} ${shownStatus} ${paint("dim", what)}`.trimEnd(), ...violations].join("\n");
}

/** A call that got no whole reply. */
export function lostLine(call: Call, reason: string, mask: Mask, paint: Paint): string {
  return `${callLine(call, mask, paint)} ${paint("yellow", `no reply: ${visibleLine(reason)}`)}`;
}

function callLine(call: Call, mask: Mask, paint: Paint): string {
  return `${paint("dim", new Date().toTimeString().slice(0, 8))} ${visibleLine(`${call.method} ${mask.target(call)}`)}`;
}
