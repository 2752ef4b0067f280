import { recordKinds, type RecordKind } from "../../../fixtures/contract/operations.ts";
import { own } from "../../../fixtures/own.ts";
import type { Members } from "../../target/envelope.ts";
import { formatOf } from "./format.ts";
import { isId, type Id } from "./identifier.ts";

/** Names of ids, the most reliable first. */
const namesOf = (kind: RecordKind): readonly RegExp[] => [
  /^(?:_?id|pk|[ug]?uid|guid)$/i,
  new RegExp(`^${kind}_?(?:id|no|nr|number|key|code|ref)$`, "i"),
  /^(?:ref|reference|key|no|nr|number|code|slug)$/i,
  /(?:[a-z](?:Id|ID|No|Number|Key|Ref|Code)|_(?:id|no|number|key|ref|code))$/,
];

/** Names of fields with names and contacts of people: unique, but not ids. */
const personal = /name|login|handle|nick|mail|phone|contact/i;

/** The form of ids if the name does not tell: a word with a digit, but not an amount. */
const looksLikeId = /^"(?=.*\d)(?!-?\d+\.\d+")[\w.:-]{1,64}"$/;

/**
 * The member that identifies these records; `undefined` if there is none.
 * @param knownIds ids by which some of them were requested
 */
export function idNameIn(
  records: readonly Members[],
  kind: RecordKind,
  knownIds: readonly string[] = [],
): string | undefined {
  const [first] = records;
  if (first === undefined) return undefined;
  if (records.every(({ id }) => isId(id))) return "id";
  const foreign = new RegExp(`^(?:${recordKinds.filter((other) => other !== kind).join("|")})`, "i");
  const candidates = Object.keys(first).filter((name) => {
    const values = records.map((record) => own(record, name));
    return !foreign.test(name) && values.every(isIdValue) && new Set(values.map(String)).size === values.length;
  });
  const isAsked = (name: string): boolean => records.some((record) => knownIds.includes(String(own(record, name))));
  const isWritten = (name: string): boolean =>
    !personal.test(name) && records.every((record) => looksLikeId.test(JSON.stringify(own(record, name))));
  return (
    candidates.find(isAsked) ??
    namesOf(kind)
      .flatMap((pattern) => candidates.filter((name) => pattern.test(name)))
      .at(0) ??
    candidates.find(isWritten)
  );
}

function isIdValue(value: unknown): value is Id {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return (
    typeof value === "string" && value !== "" && value.length <= 128 && ["string", "uuid"].includes(formatOf(value))
  );
}
