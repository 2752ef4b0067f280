import type { Paint } from "../../fixtures/values/text.ts";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { operationPath, operations } from "../../fixtures/contract/operations.ts";
import { keysByRequirement } from "../../fixtures/dialect/keys.ts";
import { findRequirement } from "../requirements/catalogue.ts";
import type { Level, Requirement } from "../requirements/requirement.ts";
import { credentialKinds, operationOfVariants } from "../target/credentials.ts";
import { curlLine } from "../report/repeat.ts";

/** What there is to say about a name, in labelled texts. */
export interface Explanation {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, text: string])[];
}

/** Explains one requirement, whatever the letter case of its id; `undefined` if it is unknown. */
export function explain(id: string): Explanation | undefined {
  const requirement = findRequirement(id.trim().toUpperCase());
  if (requirement === undefined) return undefined;
  const { level, sections, operations: on, quote } = requirement;
  return {
    title: `${requirement.id}  ${requirement.rule}`,
    rows: withTexts([
      ["Level", `${level}: ${levelMeanings[level]}`],
      ["Section", sections.map((section) => `§${section}`).join(", ")],
      ["On", on.map((name) => `${name.padEnd(16)} ${operations[name].method} ${operations[name].path}`).join("\n")],
      ["Document", quote && `“${quote}”`],
      ...describeLevel(requirement),
      ["Try", exampleCurl(requirement)],
    ]),
  };
}

function describeLevel(requirement: Requirement): Parameters<typeof withTexts>[0] {
  if (requirement.level === "observed") {
    const key = openPoints.find((point) => point.id === requirement.openPoint)?.key;
    return [
      ["Settled by", describeKey(key)],
      ["Recorded", requirement.recorded],
    ];
  }
  if (requirement.level === "declared") {
    return [
      ["Key", describeKey((declaredKeys ??= keysByRequirement()).get(requirement.id))],
      ["Fix", requirement.fix],
    ];
  }
  const { why, good, bad, fix } = requirement;
  const credentials = listCredentials(requirement.id);
  return [
    ["Why", why],
    ["Tried", credentials],
    ["Judged", credentials && judgedCredentials],
    ["Passes", good],
    ["Fails", bad],
    ["Fix", fix],
  ];
}

/** Where a kind of credentials is tried. */
const operationsTried = {
  all: "on every operation (on createUser with --allow-writes)",
  reads: "on each operation that reads",
  one: `on ${operationOfVariants}`,
} as const;

/** The wrong credentials that a target may not accept by this requirement, by where they are tried. */
function listCredentials(id: string): string {
  const byOperations = Map.groupBy(
    Object.values(credentialKinds).filter(({ breaks }) => breaks === id),
    ({ on }) => on,
  );
  return (["all", "reads", "one"] as const)
    .flatMap(
      (on) =>
        byOperations
          .get(on)
          ?.map(({ words }, index) => (index === 0 ? `${operationsTried[on]}:\n` : "") + `- ${words}`) ?? [],
    )
    .join("\n");
}

const judgedCredentials =
  "A 2xx with an envelope (`data` and `meta`), with records in the form in which the real token gets them, or with the same body, accepts the credentials, and fails. A 3xx, a 4xx except 429, and any other 2xx reject them, and pass. 429, 5xx, no response, and a 2xx that the real token may get, too, are inconclusive; so are operations that do not accept the real token. With records, or a created user, one request is a failure, since nobody else can cause that; an empty list is one if the same request gets it again.";

/** Leaves out rows without a text. */
export function withTexts(rows: readonly (readonly [label: string, text: string | undefined])[]): Explanation["rows"] {
  return rows.flatMap(([label, text = ""]) => (text === "" ? [] : [[label, text] as const]));
}

let declaredKeys: ReadonlyMap<string, string> | undefined;

function describeKey(key: string | undefined): string | undefined {
  return key && `${key} (in the dialect)`;
}

function exampleCurl({ operations: [operation = "listUsers"], call = {} }: Requirement): string {
  const { method: ownMethod, record } = operations[operation];
  const { authorization = "Bearer $ORGKIT_TOKEN", method = ownMethod, query } = call;
  const path = call.path ?? operationPath(operation, `${record.toUpperCase()}_ID`);
  const body = call.body ?? (method === "POST" ? '{"email":"ada@example.com","name":"Ada"}' : undefined);
  return curlLine({
    request: {
      method,
      // A placeholder for the reader's base URL.
      url: `https://staging.example${path}${query === undefined ? "" : `?${query}`}`,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(body === undefined ? {} : { "content-type": call.contentType ?? "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    },
  });
}

export const levelMeanings: Readonly<Record<Level, string>> = {
  stated: "the document says it",
  implied: "it follows from the document",
  declared: "the dialect says it; judged where one is given",
  observed: "the document is silent: recorded, never failed",
};

/** Labels after an empty line. */
const separated = new Set(["Why", "Recorded", "Tried", "Passes", "Try"]);
const colours: Readonly<Record<string, "green" | "red">> = { Passes: "green", Fails: "red" };

/** An explanation for a terminal. */
export function explanationText({ title, rows }: Explanation, paint: Paint): string {
  const lines = rows.flatMap(([label, text]) => {
    const colour = colours[label];
    // Commands stay on one line, so that they can be copied.
    const wrapped = label === "Try" ? [text] : text.split("\n").flatMap((line) => wrap(line, 92));
    return [
      ...(separated.has(label) ? [""] : []),
      ...wrapped.map(
        (line, index) =>
          `  ${(index === 0 ? label : "").padEnd(12)}${colour === undefined ? line : paint(colour, line)}`,
      ),
    ];
  });
  return [paint("bold", title), "", ...lines, "", ""].join("\n");
}

/** Breaks a text at spaces; a longer word stays whole. */
function wrap(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  return [...text.matchAll(new RegExp(`(?=\\S)(?:.{1,${width}}|\\S+)(?=\\s|$)`, "g"))].map(([line]) => line.trimEnd());
}
