import { isDeclared, isFilled } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { recordProblem, recordValidator } from "../../fixtures/dialect/record-validator.ts";
import { isObject, type JsonObject } from "../../fixtures/json.ts";
import type { AccountRecords, Kind } from "./accounts.ts";
import { sentRecord } from "../../fixtures/dialect/response-templates.ts";
import { collections, kindOfList } from "../../fixtures/contract/operations.ts";

/**
 * Where the records of a world do not match the record schemas of a dialect of the user's own: values of the wrong
 * type, missing and unknown fields. The schemas of built-in dialects are illustrative.
 * @returns one text each, with its place: `accounts[0].users[3] status: …`
 */
export function findMisfits(accounts: readonly AccountRecords[], dialect: Dialect): readonly string[] {
  if (!isFilled(dialect)) return [];
  const judged = collections.filter((kind) => isDeclared(dialect, `records.${kindOfList[kind]}`));
  return judged.flatMap((kind) => {
    const problemOf = createRecordCheck(kind, dialect);
    return accounts.flatMap((account, index) =>
      account[kind].flatMap((record, at) => {
        const problem = problemOf(sentRecord(record, dialect.responses.ids[kindOfList[kind]]));
        return problem === undefined ? [] : [`accounts[${index}].${kind}[${at}] ${problem}`];
      }),
    );
  });
}

function createRecordCheck(kind: Kind, dialect: Dialect): (record: JsonObject) => string | undefined {
  const name = kindOfList[kind];
  const schema = dialect.records[name];
  const { properties, additionalProperties } = schema;
  const validate = recordValidator(schema);
  return (record) => {
    const problem = recordProblem(validate, record);
    if (problem !== undefined || !isObject(properties) || additionalProperties !== undefined) return problem;
    const unknown = Object.keys(record).find((field) => !Object.hasOwn(properties, field));
    return unknown === undefined ? undefined : `${unknown}: records.${name} does not have this field`;
  };
}
