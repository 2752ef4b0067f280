import { Validator } from "@cfworker/json-schema";
import type * as PrismPackage from "@stoplight/prism-http";
import { z } from "zod";
import { operationPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { parseContract } from "../../fixtures/interface/contract.ts";
import { openApiDocument, type OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { bodyKeys, newUserSchema } from "../../fixtures/interface/user-schemas.ts";
import { readJson } from "../target/envelope.ts";
import type { TrafficExchange } from "./exchange.ts";

/** What is wrong with a client's request. */
export interface RequestViolation {
  /** `undefined` if the request matches none. */
  readonly operation: OperationId | undefined;
  /** A JSON pointer into the OpenAPI document. */
  readonly rule: string;
  /** Distinguishes violations of one rule: `body/email format`. Equal for the same violation. */
  readonly place: string;
  /** What was found, in plain words; not redacted. */
  readonly message: string;
}

/** Judges a client's request to an operation. */
export type RequestJudge = (exchange: TrafficExchange, operation: OperationId) => Promise<readonly RequestViolation[]>;

type PrismHttp = Pick<typeof PrismPackage, "createInstance" | "getHttpOperationsFromSpec">;
type Logger = Parameters<PrismHttp["createInstance"]>[1]["logger"];

/** One finding of Prism: its path, keyword and message. */
interface Diagnostic {
  readonly path?: readonly string[];
  readonly code?: string | number;
  readonly message: string;
}

/** Prism sends nothing. Credentials are judged by our own check, since the letter case of the scheme is open. */
const config = {
  isProxy: true,
  upstream: new URL("http://127.0.0.1"),
  upstreamProxy: undefined,
  checkSecurity: false,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  mock: { dynamic: false },
} as const;

/** Prism logs requests with their headers, so it gets a silent logger. */
const logger = z.custom<Logger>().parse({ child: () => undefined });

const packageName = "@stoplight/prism-http";

/**
 * Loads Prism, a peer package, with the document of a dialect.
 * @param load imports the package; tests can replace it
 * @throws InputError if it is not installed
 */
export async function openRequestJudge(
  dialect?: Dialect,
  load: () => Promise<PrismHttp> = () => import("@stoplight/prism-http"),
): Promise<RequestJudge> {
  const { createInstance, getHttpOperationsFromSpec } = await load().catch((error: unknown) => {
    const problem = `is not installed, and orgkit proxy needs it; run npm i -D ${packageName}`;
    throw isMissing(error) ? new InputError("Prism", [{ at: packageName, problem }]) : error;
  });
  const described = await getHttpOperationsFromSpec(structuredClone(judgingDocument(dialect)));
  const forward = () => () => () =>
    Promise.resolve({ _tag: "Right" as const, right: { statusCode: 200, headers: {}, body: undefined } });
  const prism = createInstance(config, { logger, forward });
  const validator =
    dialect &&
    new Validator(
      newUserSchema(dialect, (key) => isDeclared(dialect, key)),
      "2020-12",
    );
  return async (exchange, operation) => {
    const { request } = exchange;
    const validated = await prism.request(requestForPrism(exchange, operation, dialect), described)();
    if (validated._tag === "Left") throw validated.left;
    // Validators may read a format differently: a body that the mock's validator accepts is not a violation.
    const isValidBody = validator?.validate(readJson({ body: request.body ?? "" }) ?? null).valid === true;
    const { method, path } = operations[operation];
    const pointer = `#/paths/${escapePointer(path)}/${method.toLowerCase()}`;
    const { authorization } = request.headers;
    return [
      ...(hasBearerToken(authorization, dialect)
        ? []
        : [{ operation, rule: "#/security", place: "", message: describeCredentials(authorization) }]),
      ...firstOfEachField(validated.right.validations.input)
        .filter(({ path: [part] = [] }) => part !== "body" || !isValidBody)
        .map((diagnostic) => ({
          operation,
          rule: `${pointer}/${diagnostic.path?.[0] === "query" ? "parameters" : "requestBody"}`,
          place: keyOfDiagnostic(diagnostic),
          message: describeDiagnostic(diagnostic),
        })),
    ];
  };
}

/** The OpenAPI document to judge by: the contract, and what a dialect declares to be wrong. */
export function judgingDocument(dialect?: Dialect): OpenApiDocument {
  const declares = (key: string): boolean => dialect !== undefined && isDeclared(dialect, key);
  return openApiDocument(parseContract(contractText()), dialect, { url: "/", declares });
}

/** A request to the interface that matches none of its operations. */
export function misplacedRequest(method: string, path: string, template?: string): RequestViolation {
  return template === undefined
    ? {
        operation: undefined,
        rule: "#/paths",
        place: `${method} ${path}`,
        message: `the interface has no path ${path} (§4)`,
      }
    : {
        operation: undefined,
        rule: `#/paths/${escapePointer(template)}`,
        place: method,
        message: `${template} has no method ${method} (§4)`,
      };
}

/** Whether a header has a token in the form of §5; the letter case of the word is open, unless it is declared. */
export function hasBearerToken(authorization = "", dialect?: Dialect): boolean {
  return (dialect?.auth.schemeCase === "exact" ? /^Bearer +\S/ : /^bearer +\S/i).test(authorization);
}

/** Never quotes the header. */
function describeCredentials(authorization: string | undefined): string {
  const rule = "§5: every request carries `Authorization: Bearer <ACCESS_TOKEN>`";
  if (authorization === undefined) return `there is no \`Authorization\`; ${rule}`;
  if (/^\s*(?:bearer\s*)?$/i.test(authorization)) return `\`Authorization\` carries no token; ${rule}`;
  if (hasBearerToken(authorization))
    return "the word `Bearer` is in another letter case than declared (auth.schemeCase)";
  return `\`Authorization\` is of another scheme; ${rule}`;
}

/** Prism itself is missing, not one of its dependencies. */
function isMissing(error: unknown): boolean {
  const { code, message } = z.object({ code: z.string(), message: z.string() }).safeParse(error).data ?? {};
  return code === "ERR_MODULE_NOT_FOUND" && message?.includes(`'${packageName}'`) === true;
}

/**
 * Removes what the document leaves open from a request, since Prism would judge it: repeated parameters, the exact JSON
 * media type, and a body if the dialect does not declare it (§4 shows none).
 */
function requestForPrism({ request }: TrafficExchange, operation: OperationId, dialect: Dialect | undefined) {
  const query = new URLSearchParams(URL.parse(request.url)?.search);
  const single = [...query].filter(([name]) => query.getAll(name).length === 1);
  const url = { path: operationPath(operation, "id"), query: Object.fromEntries(single) };
  if (operations[operation].method === "GET") return { method: "get" as const, url, headers: {} };
  const { body = "", headers } = request;
  const isJudged = body !== "" && dialect !== undefined && bodyKeys.some((key) => isDeclared(dialect, key));
  if (!isJudged) return { method: "post" as const, url, headers: {} };
  const bodyHeaders = {
    "content-type": mediaType(headers["content-type"] ?? ""),
    "content-length": String(Buffer.byteLength(body)),
  };
  return { method: "post" as const, url, headers: bodyHeaders, body: readJson({ body }) ?? body };
}

/** All JSON media types are the same to a schema; an invalid media type counts as bytes. */
function mediaType(contentType: string): string {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  if (/^application\/(?:[\w.+-]+\+)?json$/.test(type)) return "application/json";
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
}

/** One field may have several problems: only the one to fix first is listed. For the body as a whole, all are. */
function firstOfEachField(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const fieldOf = (diagnostic: Diagnostic): string =>
    (diagnostic.path?.length ?? 0) > 1 ? `${diagnostic.path?.join("/")}` : keyOfDiagnostic(diagnostic);
  return [...Map.groupBy(diagnostics, fieldOf).values()].flatMap(
    (group) => group.find(({ code }) => code === "not") ?? group[0] ?? [],
  );
}

/** Its path and keyword; missing members of an object have one key each. */
function keyOfDiagnostic({ path = [], code, message }: Diagnostic): string {
  const member = /required property '(.*)'$/.exec(message)?.[1];
  return [path.join("/"), code, member].filter((part) => part !== undefined && part !== "").join(" ");
}

function describeDiagnostic({ path: [part, name] = [], code, message }: Diagnostic): string {
  if (part === "query" && name !== undefined) return message.replace("Request query parameter", "the parameter");
  // The only schema of ours that forbids a value.
  return code === "not" ? `the required field ${name} is null` : message;
}

function escapePointer(path: string): string {
  return path.replaceAll("/", "~1");
}
