import { z } from "zod";
import { operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { readDataFile } from "../../fixtures/data-file.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { ListPaging } from "../../fixtures/dialect/paging.ts";
import { packaged } from "../../fixtures/packaged.ts";
import { bodySchema, relocated } from "./body-schema.ts";
import { fileURLToPath } from "node:url";

const members = z.record(z.string(), z.json());

const contractSchema = z.looseObject({
  openapi: z.string(),
  info: members,
  security: z.json(),
  paths: z.record(z.string(), z.record(z.string(), members)),
  components: z.looseObject({
    securitySchemes: members,
    responses: members,
    schemas: z.looseObject({
      Envelope: z.looseObject({ properties: z.looseObject({ data: members }) }),
    }),
  }),
});

/** The OpenAPI document that exchanges are judged by. */
export type OpenApiDocument = z.infer<typeof contractSchema>;

/**
 * The contract as OpenAPI, and, where a dialect is declared, what that settles: the status code of each success, the
 * fields of the records, the body of `createUser`, and the paging parameters whose values it refuses. What neither
 * says stays open in it.
 */
export function openApiDocument(dialect?: Dialect): OpenApiDocument {
  const path = fileURLToPath(packaged("fixtures/contract/openapi.yaml"));
  const contract = contractSchema.parse(readDataFile(path, "Contract").value);
  const document = { ...contract, servers: [{ url: "/" }] };
  return dialect === undefined ? document : withDialect(document, dialect);
}

const recordOf = {
  listUsers: "user",
  createUser: "user",
  getSubscription: "subscription",
  listInvoices: "invoice",
} as const satisfies Record<OperationId, keyof Dialect["records"]>;

function withDialect(document: OpenApiDocument, dialect: Dialect): OpenApiDocument {
  const { components, paths } = document;
  const schemas = {
    ...dialect.records,
    newUser: bodySchema(dialect),
  };
  const relocatedSchemas = Object.entries(schemas).map(([name, schema]) => [
    name,
    relocated(schema, `#/components/schemas/${name}`),
  ]);
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, described]) => [method, { ...described, ...settled(path, method) }]),
        ),
      ]),
    ),
    components: { ...components, schemas: { ...components.schemas, ...Object.fromEntries(relocatedSchemas) } },
  };

  function settled(path: string, method: string): z.infer<typeof members> {
    const operation = operationIds.find(
      (id) => operations[id].path === path && operations[id].method === method.toUpperCase(),
    );
    if (operation === undefined) return {};
    return {
      ...parametersOf(operation, dialect),
      ...(operation === "createUser" ? { requestBody: newUserBody } : {}),
      responses: responsesOf(operation, dialect, document),
    };
  }
}

const newUserBody = {
  description: "The body that the dialect declares (createUser).",
  required: true,
  content: { "application/json": { schema: { $ref: "#/components/schemas/newUser" } } },
};

/** Of the success codes only the declared one; a failure may have any. */
function responsesOf(
  operation: OperationId,
  dialect: Dialect,
  { components }: OpenApiDocument,
): z.infer<typeof members> {
  const { Envelope: envelope } = components.schemas;
  const { properties } = envelope;
  const items = { $ref: `#/components/schemas/${recordOf[operation]}` };
  const schema = z.json().parse({ ...envelope, properties: { ...properties, data: { ...properties.data, items } } });
  const failure = { $ref: "#/components/responses/Failure" };
  return {
    [String(dialect.statuses.success[operation])]: {
      description: "The envelope, with the records that the dialect declares.",
      content: { "application/json": { schema } },
    },
    "3XX": failure,
    "4XX": failure,
    "5XX": failure,
  };
}

function parametersOf(operation: OperationId, { paging }: Dialect): z.infer<typeof members> {
  if (operation === "listUsers") return { parameters: pagingParameters(paging.users) };
  return operation === "listInvoices" ? { parameters: pagingParameters(paging.invoices) } : {};
}

/** Only what the dialect refuses is wrong to send. */
function pagingParameters(paging: ListPaging): z.infer<typeof members>[] {
  if (paging.style === "none") return [];
  const least = paging.unreadable === "reject" ? (minimum: number) => ({ type: "integer", minimum }) : () => ({});
  const most = paging.oversize === "reject" ? { maximum: paging.maxSize } : {};
  const [position, size, first] =
    paging.style === "page"
      ? [paging.parameters.page, paging.parameters.size, paging.firstPage]
      : [paging.parameters.offset, paging.parameters.limit, 0];
  return [
    { name: position, in: "query", schema: least(first) },
    { name: size, in: "query", schema: { ...least(1), ...most } },
  ];
}
