import type * as PrismPackage from "@stoplight/prism-http";
import { z } from "zod";
import { operationPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { bodyKeys } from "../../fixtures/interface/user-schemas.ts";
import { readJson } from "../target/envelope.ts";
import type { Passed } from "./finding.ts";

type PrismHttp = Pick<typeof PrismPackage, "createInstance" | "getHttpOperationsFromSpec">;
type Logger = Parameters<PrismHttp["createInstance"]>[1]["logger"];

/** One finding of Prism: place, keyword, and message. */
export interface Diagnostic {
  readonly path?: readonly string[];
  readonly code?: string | number;
  readonly message: string;
}

/**
 * Validates an exchange of an operation by an OpenAPI document: parameters and body of the request, and the response.
 */
export type Prism = (
  exchange: Passed,
  operation: OperationId,
  dialect: Dialect | undefined,
) => Promise<{ readonly input: readonly Diagnostic[]; readonly output: readonly Diagnostic[] }>;

/** Prism sends nothing. Security is judged by our own check, since the letter case of the scheme is open. */
const config = {
  isProxy: true,
  upstream: new URL("http://127.0.0.1"),
  upstreamProxy: undefined,
  checkSecurity: false,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  mock: { dynamic: false },
} as const;

/** Prism logs requests with their headers, so it gets a silent logger. */
const logger = z.custom<Logger>().parse({ child: () => undefined });

/** The maximum characters of a response for Prism, which reports each place in each record. */
const maxBodyLength = 200_000;

const packageName = "@stoplight/prism-http";

/**
 * Loads Prism, a peer package, with the document.
 * @param load imports the package; tests can replace it
 * @throws InputError if it is not installed
 */
export async function openPrism(
  document: OpenApiDocument,
  load: () => Promise<PrismHttp> = () => import("@stoplight/prism-http"),
): Promise<Prism> {
  const { createInstance, getHttpOperationsFromSpec } = await load().catch((error: unknown) => {
    throw isMissing(error) ? new InputError("Prism", [{ at: packageName, problem: missing }]) : error;
  });
  const described = await getHttpOperationsFromSpec(structuredClone(document));
  return async (exchange, operation, dialect) => {
    const { status, headers, body } = exchange.response;
    const response = {
      statusCode: status,
      // All JSON media types are equivalent.
      headers: { ...headers, "content-type": "application/json" },
      body: body.length > maxBodyLength ? undefined : readJson({ body }),
    };
    const forward = () => () => () => Promise.resolve({ _tag: "Right" as const, right: response });
    const instance = createInstance(config, { logger, forward });
    const validated = await instance.request(requestForPrism(exchange, operation, dialect), described)();
    if (validated._tag === "Left") throw validated.left;
    return validated.right.validations;
  };
}

const missing = `is not installed, and orgkit proxy needs it; run npm i -D ${packageName}`;

/** Prism itself is missing, not one of its dependencies. */
function isMissing(error: unknown): boolean {
  const { code, message } = z.object({ code: z.string(), message: z.string() }).safeParse(error).data ?? {};
  return code === "ERR_MODULE_NOT_FOUND" && message?.includes(`'${packageName}'`) === true;
}

/**
 * Removes what the document leaves open from a request, since Prism would judge it: repeated parameters, the exact JSON
 * media type, and a body if the dialect does not declare it (§4 shows none).
 */
function requestForPrism({ request }: Passed, operation: OperationId, dialect: Dialect | undefined) {
  const query = new URLSearchParams(URL.parse(request.url)?.search);
  const single = [...query].filter(([name]) => query.getAll(name).length === 1);
  const url = { path: operationPath(operation, "id"), query: Object.fromEntries(single) };
  if (operations[operation].method === "GET") return { method: "get" as const, url, headers: {} };
  const { body = "", headers } = request;
  const isSettled = dialect !== undefined && bodyKeys.some((key) => isDeclared(dialect, key));
  if (!isSettled || body === "") return { method: "post" as const, url, headers: {} };
  const ofBody = {
    "content-type": mediaType(headers["content-type"] ?? ""),
    "content-length": String(Buffer.byteLength(body)),
  };
  return { method: "post" as const, url, headers: ofBody, body: readJson({ body }) ?? body };
}

/** All JSON media types are the same to a schema; an invalid media type counts as bytes. */
function mediaType(contentType: string): string {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  if (/^application\/(?:[\w.+-]+\+)?json$/.test(type)) return "application/json";
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
}

/** The key of a finding: place and keyword. Records of a list share one; missing members of an object have one each. */
export function placeOf({ path = [], code, message }: Diagnostic): string {
  const name = path.map((part) => (/^\d+$/.test(part) ? "*" : part)).join("/");
  const lacking = /required property '(.*)'$/.exec(message)?.[1];
  return [name, code, lacking].filter((part) => part !== undefined && part !== "").join(" ");
}
