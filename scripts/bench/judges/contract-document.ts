import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readDataFile } from "../../../fixtures/data-file.ts";
import { operations } from "../../../fixtures/contract/operations.ts";
import { parseWith } from "../../../fixtures/parse-with.ts";

const contractFile = fileURLToPath(new URL("../../../fixtures/contract/openapi.yaml", import.meta.url));
const contractSchema = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  components: z.object({ schemas: z.object({ Envelope: z.record(z.string(), z.json()) }) }),
});

/** The values a description needs before it can be sent. */
interface Examples {
  readonly subscriptionId: string;
  readonly createBody: unknown;
}

/** What the document calls any success and any refusal, as codes: some tools read no `2XX`. */
const codes = { success: "200", withoutToken: "401", wrongToken: "403" } as const;

function readContract(): z.infer<typeof contractSchema> {
  return parseWith(contractSchema, readDataFile(contractFile, "Contract"), "Contract");
}

/** The contract as OpenAPI 2, in which Dredd reads all that the schema of the envelope says. */
export function contractAsOpenApi2({ subscriptionId, createBody }: Examples): object {
  const { info, components } = readContract();
  const body = { name: "body", in: "body", required: true, schema: { type: "object", example: createBody } };
  const id = { name: "id", in: "path", required: true, type: "string", "x-example": subscriptionId };
  const responses = {
    [codes.success]: { description: "success", schema: { $ref: "#/definitions/Envelope" } },
    [codes.withoutToken]: { description: "refused" },
    [codes.wrongToken]: { description: "refused" },
  };
  return {
    swagger: "2.0",
    info,
    consumes: ["application/json"],
    produces: ["application/json"],
    paths: paths({ createUser: { parameters: [body] }, getSubscription: { parameters: [id] } }, responses),
    definitions: { Envelope: withoutOpenPoints(components.schemas.Envelope) },
  };
}

/** The contract as Portman reads it: with a code in the place of `2XX`. */
export function contractAsOpenApi3({ subscriptionId, createBody }: Examples): object {
  const { info, components } = readContract();
  const json = (content: object): object => ({ content: { "application/json": content } });
  const id = { name: "id", in: "path", required: true, schema: { type: "string" }, example: subscriptionId };
  const responses = {
    [codes.success]: { description: "success", ...json({ schema: { $ref: "#/components/schemas/Envelope" } }) },
    [codes.withoutToken]: { description: "refused" },
  };
  const requestBody = json({ schema: { type: "object" }, example: createBody });
  return {
    openapi: "3.1.0",
    info,
    security: [{ bearer: [] }],
    paths: paths({ createUser: { requestBody }, getSubscription: { parameters: [id] } }, responses),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Envelope: withoutOpenPoints(components.schemas.Envelope) },
    },
  };
}

function paths(more: Readonly<Record<string, object>>, responses: object): object {
  const found: Record<string, Record<string, object>> = {};
  for (const { id, method, path } of Object.values(operations)) {
    const described = { operationId: id, summary: id, ...more[id], responses };
    found[path] = { ...found[path], [method.toLowerCase()]: described };
  }
  return found;
}

/** Tools need not know our extension. */
function withoutOpenPoints(value: z.core.util.JSONType): z.core.util.JSONType {
  if (Array.isArray(value)) return value.map(withoutOpenPoints);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "x-open-point")
      .map(([key, inner]) => [key, withoutOpenPoints(inner)]),
  );
}
