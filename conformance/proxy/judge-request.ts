import { Validator } from "@cfworker/json-schema";
import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { newUserSchema } from "../../fixtures/interface/user-schemas.ts";
import { readJson } from "../target/envelope.ts";
import type { Finding, Passed } from "./finding.ts";
import { placeOf, type Diagnostic } from "./prism.ts";

/** Judges a client's request to an operation, from Prism's findings. */
export type JudgeRequest = (
  exchange: Passed,
  operation: OperationId,
  validated: readonly Diagnostic[],
) => readonly Finding[];

const side = "request";

/** Prepares for a dialect. */
export function createRequestJudge(dialect: Dialect | undefined): JudgeRequest {
  // Validators may read a format differently: a body that the mock's validator accepts is not a violation.
  const validator =
    dialect &&
    new Validator(
      newUserSchema(dialect, (key) => isDeclared(dialect, key)),
      "2020-12",
    );
  return ({ request }, operation, validated) => {
    const isFit = validator?.validate(readJson({ body: request.body ?? "" }) ?? null).valid === true;
    const { method, path } = operations[operation];
    const pointer = `#/paths/${escaped(path)}/${method.toLowerCase()}`;
    const authorization = request.headers["authorization"];
    return [
      ...(showsToken(authorization, dialect)
        ? []
        : [{ side, operation, rule: "#/security", place: "", found: credentialsInWords(authorization) } as const]),
      ...firstOfEachField(validated)
        .filter(({ path: [part] = [] }) => part !== "body" || !isFit)
        .map((diagnostic) => {
          const isQuery = diagnostic.path?.[0] === "query";
          const rule = `${pointer}/${isQuery ? "parameters" : "requestBody"}`;
          return { side, operation, rule, place: placeOf(diagnostic), found: inWords(diagnostic) } as const;
        }),
    ];
  };
}

/** A request to the interface that matches none of its operations. */
export function misplaced(method: string, path: string, template?: string): Finding {
  const operation = undefined;
  return template === undefined
    ? { side, operation, rule: "#/paths", place: `${method} ${path}`, found: `the interface has no path ${path} (§4)` }
    : {
        side,
        operation,
        rule: `#/paths/${escaped(template)}`,
        place: method,
        found: `${template} has no method ${method} (§4)`,
      };
}

/** Whether a header has a token in the form of §5; the letter case of the word is open, unless it is declared. */
export function showsToken(authorization = "", dialect?: Dialect): boolean {
  return (dialect?.auth.schemeCase === "exact" ? /^Bearer +\S/ : /^bearer +\S/i).test(authorization);
}

/** Never quotes the header. */
function credentialsInWords(authorization: string | undefined): string {
  const rule = "§5: every request carries `Authorization: Bearer <ACCESS_TOKEN>`";
  if (authorization === undefined) return `there is no \`Authorization\`; ${rule}`;
  if (/^\s*(?:bearer\s*)?$/i.test(authorization)) return `\`Authorization\` carries no token; ${rule}`;
  if (showsToken(authorization)) return "the word `Bearer` is in another letter case than declared (auth.schemeCase)";
  return `\`Authorization\` is of another scheme; ${rule}`;
}

/** One field may have several problems: only the one to fix first is listed. For the body as a whole, all are. */
function firstOfEachField(validated: readonly Diagnostic[]): readonly Diagnostic[] {
  const keyOf = (found: Diagnostic): string =>
    (found.path?.length ?? 0) > 1 ? `${found.path?.join("/")}` : placeOf(found);
  return [...Map.groupBy(validated, keyOf).values()].flatMap((group) => {
    const first = group.find(({ code }) => code === "not") ?? group[0];
    return first === undefined ? [] : [first];
  });
}

function inWords({ path: [part, name] = [], code, message }: Diagnostic): string {
  if (part === "query" && name !== undefined) return message.replace("Request query parameter", "the parameter");
  // The only schema of ours that forbids a value.
  return code === "not" ? `the required field ${name} is null` : message;
}

function escaped(path: string): string {
  return path.replaceAll("/", "~1");
}
