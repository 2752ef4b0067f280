import type { Paint } from "../../fixtures/values/text.ts";
import { isMap, isScalar, type Document, type YAMLMap } from "yaml";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { yamlText } from "../../fixtures/values/yaml-text.ts";
import type { Composed, LearnedKey, MissingKey } from "./compose.ts";
import { maxRequests, type Learned } from "./learn-from.ts";

type Run = Pick<Learned, "baseUrl" | "requests" | "created">;

/** The maximum number of requests listed as evidence of a key. */
const maxShown = 3;

/**
 * The text of a dialect file: each key with a comment on its confidence and evidence, and at the end the keys that were
 * not learned.
 */
export function dialectFile({ baseUrl, requests, created }: Run, { dialect, keys, missing }: Composed): string {
  return yamlText(dialect, (document) => {
    for (const one of keys) comment(document, one.key.split("."), describeKey(one));
    document.commentBefore = [
      ` The dialect of ${baseUrl}, as far as ${requests} requests show it.`,
      ` certain: another value would have shown a different response. likely: consistent with all responses, as`,
      ` others would be; the mock uses it, conform and diff do not. To declare it, take it from the list of likely keys.`,
      ...(created.length === 0
        ? [" No user was created."]
        : [` ${created.length} users were created, and the interface cannot delete them:`, ...indented(created)]),
    ].join("\n");
    document.comment = (
      missing.length === 0
        ? [" Nothing was left open."]
        : [` Not learned (${missing.length}); the mock uses its default:`, ...indented(missingLines(missing))]
    ).join("\n");
  });
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `   ${line}`);
}

function describeKey({ confidence, note, evidence }: LearnedKey): string {
  const rest = evidence.length - maxShown;
  const lines = [...evidence.slice(0, maxShown), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return [note === undefined ? ` ${confidence}` : ` ${confidence}: ${note}`, ...indented(lines)].join("\n");
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

/** What could not be learned, a line for each reason: the keys, why, and how to learn them. */
function missingLines(missing: readonly MissingKey[]): readonly string[] {
  const groups = Map.groupBy(missing, ({ reason, give }) => reason + (give === undefined ? "" : `; give ${give}`));
  return [...groups].map(([reason, keys]) => `${keys.map(({ key }) => key).join(", ")}: ${reason}`);
}

/** The output at the end of a run: what was learned, what was not and why, and which users were created. */
export function learnedText(
  { baseUrl, requests, created, keys, missing }: Run & Pick<Composed, "keys" | "missing">,
  { out, paint }: { readonly out: string; readonly paint: Paint },
): string {
  const sure = keys.filter(({ confidence }) => confidence === "certain").length;
  const isBlind = !keys.some(({ key }) => /^(?:paging|records)\./.test(key));
  const sign = isBlind ? paint("yellow", "?") : paint("green", "✓");
  const seen = missing.filter(({ isSeen }) => isSeen);
  const hidden = missing.filter(({ isSeen }) => !isSeen);
  const listed = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  – ${visibleLine(line)}`), ""];
  return [
    `Learned ${paint("bold", baseUrl)}`,
    "",
    ...listed(`Not learned (${hidden.length} keys): the default is used`, missingLines(hidden)),
    ...listed(`Seen, and beyond dialects (${seen.length} keys): the mock does otherwise`, missingLines(seen)),
    ...listed(`Created (${created.length} of the organization's users)`, created),
    ...(isBlind ? [`${sign} neither list could be read, so almost nothing was learned`] : []),
    `${sign} ${keys.length} keys, ${sure} certain and ${keys.length - sure} likely, in ${requests} of at most ${maxRequests} requests`,
    `Wrote ${paint("bold", out)}: each key lists the requests that show it`,
  ].join("\n");
}
