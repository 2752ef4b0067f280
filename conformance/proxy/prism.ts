import type * as PrismPackage from "@stoplight/prism-http";
import { z } from "zod";
import {
  isList,
  listOf,
  operationPath,
  operations,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { recordKinds, schemaName } from "../../fixtures/contract/record-kinds.ts";
import { declaredValue, isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { firstPosition, isNumbered } from "../../fixtures/dialect/query-parameters.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import { hoistDefinitions, newUserSchema, setByService, itemSchema } from "../../fixtures/interface/schemas.ts";
import { readContract, type Contract } from "../../fixtures/interface/contract.ts";
import { changeOperations, type OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { mapNames, type Json, type JsonObject, propertiesOf } from "../../fixtures/values/json.ts";
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
  const contract = { ...readContract(), servers: [{ url: "/" }] };
  const document = dialect === undefined ? contract : judgedDocument(contract, dialect);
  const described = await getHttpOperationsFromSpec(structuredClone(document));
  return async (exchange, operation) => {
    const { status = 500, body = "" } = exchange.response ?? {};
    const right = {
      statusCode: status,
      headers: { "content-type": "application/json" },
      body: readJson({ body }) ?? body,
    };
    const forward = () => () => () => Promise.resolve({ _tag: "Right" as const, right });
    const input = toPrismRequest(exchange, operation, dialect !== undefined && judgesBodies(dialect));
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

/** Whether a dialect declares what can be wrong with a body of `createUser`. */
function judgesBodies(dialect: Dialect): boolean {
  return ["createUser.required", "createUser.body", "createUser.unknownFields", "records.user"].some((key) =>
    isDeclared(dialect, key),
  );
}

/** The contract, for judging: of what it leaves open, only what a dialect declares to be wrong is wrong in it. */
export function judgedDocument(contract: Contract, dialect: Dialect): OpenApiDocument {
  const { paths, components } = contract;
  const records = recordKinds.map((kind) => [schemaName(kind), dialect.records[kind]] as const);
  const content = { "application/json": { schema: { $ref: "#/components/schemas/NewUser" } } };
  const requestBody = judgesBodies(dialect) ? { requestBody: { required: true, content } } : {};
  return {
    ...contract,
    paths: changeOperations(paths, (operation) => ({
      ...(isList(operation) ? { parameters: pagingParameters(operation, dialect) } : {}),
      ...(operations[operation].shape === "create" ? requestBody : {}),
      responses: responses(operation, dialect),
    })),
    components: {
      ...components,
      schemas: { ...components.schemas, ...hoistDefinitions([...records, ["NewUser", bodySchema(dialect)]]) },
    },
  };
}

/** The paging parameters with a declared name, and the values that are declared to be rejected. */
function pagingParameters(operation: ListOperationId, dialect: Dialect): JsonObject[] {
  const list = listOf(operation);
  const paging = dialect.paging[list];
  if (!isNumbered(paging)) return [];
  const declared = (key: string): Json | undefined => declaredValue(dialect, `paging.${list}.${key}`);
  const isAtLeast = (minimum: number): JsonObject =>
    declared("unreadable") === "reject" ? { type: "integer", minimum } : {};
  const maximum = declared("oversize") === "reject" ? declared("maxSize") : undefined;
  const position = isAtLeast(declared("firstPage") === undefined ? 0 : firstPosition(paging));
  const size = { ...isAtLeast(1), ...(maximum === undefined ? {} : { maximum }) };
  return Object.entries({ page: position, offset: position, size, limit: size }).flatMap(([key, schema]) => {
    const name = declared(`parameters.${key}`);
    return typeof name === "string" ? [{ name, in: "query", schema }] : [];
  });
}

/** The body of `createUser`: what is not declared rejects nothing, and fields that the service sets are ignored. */
function bodySchema(dialect: Dialect): JsonObject {
  const { createUser, records } = dialect;
  const hasTypes = isDeclared(dialect, "records.user");
  const schema = newUserSchema({
    ...dialect,
    records: { ...records, user: hasTypes ? records.user : {} },
    createUser: {
      ...createUser,
      body: isDeclared(dialect, "createUser.body") ? createUser.body : null,
      required: isDeclared(dialect, "createUser.required") ? createUser.required : [],
      unknownFields: hasTypes && isDeclared(dialect, "createUser.unknownFields") ? createUser.unknownFields : "keep",
    },
  });
  return { ...schema, properties: { ...mapNames(setByService(dialect), () => ({})), ...propertiesOf(schema) } };
}

/** Only a declared success code is right, with the declared records; every failure is. */
function responses(operation: OperationId, dialect: Dialect): JsonObject {
  const { record } = operations[operation];
  const status = isDeclared(dialect, `statuses.success.${operation}`) ? dialect.statuses.success[operation] : "2XX";
  const items = isDeclared(dialect, `records.${record}`) ? itemSchema(operation) : {};
  const schema = { allOf: [{ $ref: "#/components/schemas/Envelope" }, { properties: { data: { items } } }] };
  const failure = { $ref: "#/components/responses/Failure" };
  return {
    [status]: { description: "", content: { "application/json": { schema } } },
    "3XX": failure,
    "4XX": failure,
    "5XX": failure,
  };
}
