import { isDeclared, isFilled } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { recordProblem, recordValidator } from "../../fixtures/dialect/record-validator.ts";
import { sentRecord } from "../../fixtures/dialect/response-templates.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { collectionOf, recordKinds, type RecordKind } from "../../fixtures/contract/record-kinds.ts";
import type { AccountRecords } from "./accounts.ts";

/** Mistakes to show: after the first few, most are alike. */
const maxShown = 5;

/**
 * Warns where the records of a world do not match the record schemas of a dialect of the user's own: values of the wrong
 * type, missing and unknown fields. The schemas of built-in dialects are illustrative.
 */
export function warnOfMisfits(world: string, accounts: readonly AccountRecords[], dialect: Dialect): void {
  if (!isFilled(dialect)) return;
  const declared = recordKinds.filter((kind) => isDeclared(dialect, `records.${kind}`));
  const misfits = declared.flatMap((kind) => findMisfits(kind, accounts, dialect));
  if (misfits.length === 0) return;
  const lines = misfits.slice(0, maxShown);
  if (misfits.length > maxShown) lines.push(`and ${misfits.length - maxShown} more`);
  const head = `[orgkit] The world "${world}" does not match the records of its dialect:`;
  console.warn([head, ...lines].map((line) => visibleLine(line)).join("\n  "));
}

/** @returns one text each, with its place: `accounts[0].users[3] status: …` */
function findMisfits(kind: RecordKind, accounts: readonly AccountRecords[], dialect: Dialect): readonly string[] {
  const collection = collectionOf(kind);
  const schema = dialect.records[kind];
  const { properties, additionalProperties } = schema;
  const validate = recordValidator(schema);
  return accounts.flatMap((account, index) =>
    account[collection].flatMap((record, at) => {
      const sent = sentRecord(record, dialect.responses.ids[kind]);
      const isClosed = isObject(properties) && additionalProperties === undefined;
      const unknown = isClosed && Object.keys(sent).find((field) => !Object.hasOwn(properties, field));
      const unknownProblem = unknown && `${unknown}: records.${kind} does not have this field`;
      const problem = recordProblem(validate, sent) ?? unknownProblem;
      return problem ? [`accounts[${index}].${collection}[${at}] ${problem}`] : [];
    }),
  );
}
