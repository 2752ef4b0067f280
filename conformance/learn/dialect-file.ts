import { isMap, isScalar, type Document, type YAMLMap } from "yaml";
import { yamlText } from "../../fixtures/values/yaml-text.ts";
import type { Composed } from "./compose.ts";
import type { Reading } from "../open-points/open-point.ts";
import type { Learned } from "./learn-from.ts";
import { createdText, evidenceLines, missingLines } from "./texts.ts";

/** The maximum number of requests listed as evidence of a key. */
const maxShown = 3;

type Written = Pick<Learned, "baseUrl" | "requests" | "created">;

/**
 * The text of a dialect file: each key with a comment on its confidence and evidence, and at the end the keys that were
 * not learned.
 */
export function dialectFile(learned: Written, composed: Composed): string {
  return yamlText(composed.dialect, (document) => {
    for (const [key, reading] of composed.readings) comment(document, key.split("."), readingText(reading, learned));
    document.commentBefore = [
      ` The dialect of ${learned.baseUrl}, as far as ${learned.requests} requests show it.`,
      ` certain: another value would have shown a different response. likely: consistent with all responses.`,
      ...createdLines(learned),
    ].join("\n");
    document.comment = missingComment(composed).join("\n");
  });
}

/** `certain`: with another value, the responses would differ. `likely`: it fits all responses. */
export function rateConfidence({ doubt }: Pick<Reading, "doubt">): "certain" | "likely" {
  return doubt === undefined ? "certain" : "likely";
}

function readingText(reading: Reading, written: Written): string {
  const { doubt, note = doubt } = reading;
  const all = evidenceLines(reading, written);
  const firstLines = all.slice(0, maxShown);
  const rest = all.length - firstLines.length;
  const calls = [...firstLines, ...(rest > 0 ? [`and ${rest} more`] : [])];
  const head = note === undefined ? ` ${rateConfidence(reading)}` : ` ${rateConfidence(reading)}: ${note}`;
  return [head, ...calls.map((call) => `   ${call}`)].join("\n");
}

/** A comment above a key at any depth. */
function comment(document: Document, path: readonly string[], text: string): void {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return;
  const key = findKey(parent, path.at(-1) ?? "");
  if (key !== undefined) key.commentBefore = text;
}

function findKey(map: YAMLMap, name: string): { commentBefore?: string | null | undefined } | undefined {
  const key = map.items.map((item) => item.key).find((candidate) => isScalar(candidate) && candidate.value === name);
  return isScalar(key) ? key : undefined;
}

function createdLines({ created }: Written): readonly string[] {
  if (created.length === 0) return [" No user was created."];
  return [
    ` ${created.length} users were created, and the interface cannot delete them:`,
    ...created.map((user) => `   ${createdText(user)}`),
  ];
}

function missingComment({ missing }: Composed): readonly string[] {
  if (missing.size === 0) return [" Nothing was left open."];
  return [
    ` Not learned (${missing.size}); the mock uses its default:`,
    ...missingLines(missing).map((line) => `   ${line}`),
  ];
}
