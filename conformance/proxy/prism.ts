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

/** One thing that Prism found: where, by which keyword, and what. */
export interface Diagnostic {
  readonly path?: readonly string[];
  readonly code?: string | number;
  readonly message: string;
}

/** Validates an exchange of an operation by an OpenAPI document: parameters and body of the request, and the response. */
export type Prism = (
  exchange: Passed,
  operation: OperationId,
  dialect: Dialect | undefined,
) => Promise<{ readonly input: readonly Diagnostic[]; readonly output: readonly Diagnostic[] }>;

/** Prism sends nothing; security is judged by §5, since the letter case of a scheme is open. */
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

/** Prism would log requests with their headers; all it gets to log is a logger of its own. */
const logger = z.custom<Logger>().parse({ child: () => undefined });

/** The longest response that Prism is shown, in characters: it would name each place of each record. */
const maxBodyLength = 200_000;

const packageName = "@stoplight/prism-http";

/**
 * Loads Prism, which is not installed with orgkit, and gives it the document.
 * @param load loads the package; a test may load another
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
      // Every type that carries JSON is as good as any other.
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

const missing = `is not installed; orgkit proxy validates by it. Add it with: npm i -D ${packageName}`;

/** Prism itself is missing, not something that it needs. */
function isMissing(error: unknown): boolean {
  const { code, message } = z.object({ code: z.string(), message: z.string() }).safeParse(error).data ?? {};
  return code === "ERR_MODULE_NOT_FOUND" && message?.includes(`'${packageName}'`) === true;
}

/**
 * A request without what the document leaves open and Prism would judge all the same: a parameter that is sent twice,
 * the exact name of a type that carries JSON, and a body of which the dialect says nothing (§4 shows none).
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

/** Every type that carries JSON is the same to a schema; anything that is not a media type is bytes. */
function mediaType(contentType: string): string {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  if (/^application\/(?:[\w.+-]+\+)?json$/.test(type)) return "application/json";
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
}

/** Where and by which keyword; each record of a list is one like the other, and one object may lack several members. */
export function placeOf({ path = [], code, message }: Diagnostic): string {
  const name = path.map((part) => (/^\d+$/.test(part) ? "*" : part)).join("/");
  const lacking = /required property '(.*)'$/.exec(message)?.[1];
  return [name, code, lacking].filter((part) => part !== undefined && part !== "").join(" ");
}
