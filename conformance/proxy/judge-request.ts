import { Validator } from "@cfworker/json-schema";
import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { readJson } from "../target/envelope.ts";
import { newUserSchema } from "../../fixtures/interface/user-schemas.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { Finding } from "./finding.ts";
import type { Seen } from "./seen.ts";

/** Judges what a client sent to an operation, by what Prism found in it. */
export type JudgeRequest = (seen: Seen, operation: OperationId, validated: readonly Diagnostic[]) => readonly Finding[];

/** Prepares for a dialect. */
export function createRequestJudge(dialect: Dialect | undefined): JudgeRequest {
  const schema =
    dialect &&
    new Validator(
      newUserSchema(dialect, (key) => isDeclared(dialect, key)),
      "2020-12",
    );
  return (seen, operation, validated) =>
    firstOfEachField(validated)
      .filter((diagnostic) => !isInBody(diagnostic) || schema === undefined || !fits(schema, seen.requestBody))
      .map((diagnostic) => toFinding(seen, operation, diagnostic));
}

/** One field may be wrong in several ways: what a person mends first. Of the body as a whole each is told. */
function firstOfEachField(validated: readonly Diagnostic[]): readonly Diagnostic[] {
  const keyOf = ({ path = [], code, message }: Diagnostic): string =>
    path.length > 1 ? path.join("/") : `${path.join("/")} ${String(code)} ${message}`;
  return [...Map.groupBy(validated, keyOf).values()].flatMap((group) => {
    const first = group.find(({ code }) => code === "not") ?? group[0];
    return first === undefined ? [] : [first];
  });
}

/** Two validators differ in how they read a format: a body that suits the one of the mock and the suite is no breach. */
function fits(schema: Validator, body: string | undefined): boolean {
  const value = readJson({ body: body ?? "" });
  if (value === undefined) return false;
  return schema.validate(value).valid;
}

function isInBody({ path }: Diagnostic): boolean {
  return path?.[0] === "body";
}

function toFinding(seen: Seen, operation: OperationId, diagnostic: Diagnostic): Finding {
  const { path = [], code = "", message } = diagnostic;
  if (code === 401) return { ...request, operation, rule: "#/security", place: "", found: credentialsInWords(seen) };
  const [part = "", name = ""] = path;
  const { method, path: template } = operations[operation];
  const pointer = `#/paths/${template.replaceAll("/", "~1")}/${method.toLowerCase()}`;
  const rule = part === "query" ? `${pointer}/parameters` : `${pointer}/requestBody`;
  const missing = /required property '(.*)'$/.exec(message)?.[1];
  return {
    ...request,
    operation,
    rule,
    place: [path.join("/"), String(code), missing].filter(Boolean).join(" "),
    found: inWords(part, name, code, message),
  };
}

function inWords(part: string, name: string, code: Diagnostic["code"], message: string): string {
  if (part === "query" && name !== "") return message.replace("Request query parameter", "the parameter");
  // The only schema of ours that says what a value must not be.
  return code === "not" ? `the required field ${name} is null` : message;
}

const request = { side: "request" } as const;

/** Without a word of what it carries. */
function credentialsInWords({ requestHeaders }: Seen): string {
  const { authorization } = requestHeaders;
  const rule = "§5: every call carries `Authorization: Bearer <ACCESS_TOKEN>`";
  if (authorization === undefined) return `there is no \`Authorization\`; ${rule}`;
  if (/^\s*(?:bearer\s*)?$/i.test(authorization)) return `\`Authorization\` carries no token; ${rule}`;
  if (/^bearer /i.test(authorization))
    return "the word `Bearer` is in another letter case than declared (auth.schemeCase)";
  return `\`Authorization\` is of another scheme; ${rule}`;
}

/** A call that means the interface, and no operation of it. */
export function misplaced({ method, path }: Seen, template?: string): Finding {
  if (template === undefined) {
    const found = `the interface has no path ${path} (§4)`;
    return { ...request, operation: undefined, rule: "#/paths", place: `${method} ${path}`, found };
  }
  const rule = `#/paths/${template.replaceAll("/", "~1")}`;
  const found = `${template} has no method ${method} (§4)`;
  return { ...request, operation: undefined, rule, place: method, found };
}
