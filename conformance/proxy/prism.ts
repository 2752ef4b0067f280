import type * as PrismPackage from "@stoplight/prism-http";
import { z } from "zod";
import { operationPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { parseContract } from "../../fixtures/interface/contract.ts";
import { openApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { bodyKeys } from "../../fixtures/interface/user-schemas.ts";
import { readJson } from "../target/envelope.ts";
import type { HttpExchange } from "../target/exchange.ts";

/** What Prism finds wrong. Its message quotes names, and values of the schema, but none of the exchange. */
interface Diagnostic {
  readonly path?: readonly string[];
  readonly message: string;
}

/** Validates an exchange against the contract, and what a dialect declares to be wrong. */
export type Validate = (
  exchange: HttpExchange,
  operation: OperationId,
) => Promise<{ readonly input: readonly Diagnostic[]; readonly output: readonly Diagnostic[] }>;

type PrismHttp = Pick<typeof PrismPackage, "createInstance" | "getHttpOperationsFromSpec">;

/** Prism sends nothing. It does not judge credentials, since the letter case of the scheme is open. */
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
const logger = z.custom<Parameters<PrismHttp["createInstance"]>[1]["logger"]>().parse({ child: () => undefined });

const packageName = "@stoplight/prism-http";

/**
 * Loads Prism, a peer package, with the OpenAPI document of a dialect.
 *
 * @param load imports the package; tests can replace it
 * @throws InputError if it is not installed
 */
export async function openPrism(
  dialect?: Dialect,
  load: () => Promise<PrismHttp> = () => import("@stoplight/prism-http"),
): Promise<Validate> {
  const { createInstance, getHttpOperationsFromSpec } = await load().catch((error: unknown) => {
    const problem = `is not installed, and orgkit proxy needs it; run npm i -D ${packageName}`;
    const isMissing = error instanceof Error && error.message.includes(`'${packageName}'`);
    throw isMissing ? new InputError("Prism", [{ at: packageName, problem }]) : error;
  });
  const declares = (key: string): boolean => dialect !== undefined && isDeclared(dialect, key);
  const document = openApiDocument(parseContract(contractText()), dialect, { url: "/", declares });
  const described = await getHttpOperationsFromSpec(structuredClone(document));
  const contentType = dialect?.responses.contentType ?? "application/json";
  return async (exchange, operation) => {
    const { status = 500, body = "" } = exchange.response ?? {};
    const right = { statusCode: status, headers: { "content-type": contentType }, body: readJson({ body }) ?? body };
    const forward = () => () => () => Promise.resolve({ _tag: "Right" as const, right });
    const input = toPrismRequest(exchange, operation, bodyKeys.some(declares));
    const validated = await createInstance(config, { logger, forward }).request(input, described)();
    if (validated._tag === "Left") throw validated.left;
    return validated.right.validations;
  };
}

/**
 * A request without what the document leaves open, since Prism would judge it: the id, repeated parameters, the exact
 * media type of JSON, and a body that no dialect declares.
 */
function toPrismRequest({ request }: HttpExchange, operation: OperationId, isBodyDeclared: boolean) {
  const query = new URLSearchParams(URL.parse(request.url)?.search);
  const single = [...query].filter(([name]) => query.getAll(name).length === 1);
  const url = { path: operationPath(operation, "id"), query: Object.fromEntries(single) };
  const { body = "", headers } = request;
  if (operations[operation].method === "GET") return { method: "get" as const, url, headers: {} };
  if (body === "" || !isBodyDeclared) return { method: "post" as const, url, headers: {} };
  const isJson = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headers["content-type"] ?? "");
  const type = { "content-type": isJson ? "application/json" : "text/plain", "content-length": String(body.length) };
  return { method: "post" as const, url, headers: type, body: readJson({ body }) ?? body };
}
