import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { openApiTypes } from "../openapi-types/openapi-types.ts";

const notice = "by npm run generate.";

/** The types of the operations, as the OpenAPI document in this file has them. */
export async function operationTypes(source: URL): Promise<string> {
  const types = await openApiTypes(readFileSync(source, "utf8"), ["components", "operations"]);
  return `// Generated from openapi.yaml ${notice}\n${types}`;
}

/** The types of the records, as their JSON Schemas in a dialect have them. */
export async function recordTypes(records: Dialect["records"]): Promise<string> {
  const document = {
    openapi: "3.1.0",
    info: { title: "Records", version: "1" },
    paths: {},
    components: { schemas: { User: records.user, Subscription: records.subscription, Invoice: records.invoice } },
  };
  const types = await openApiTypes(JSON.stringify(document), ["components"]);
  return `// Generated from the records of the reference dialect ${notice}\n${types}`;
}

/** The type of `orgkit.config.ts`, as its schema has it. */
export async function configTypes(schema: z.ZodType): Promise<string> {
  // A key with a default is one that may be left out, but the types would have it always there.
  const Config = z.toJSONSchema(schema, { io: "input", override: ({ jsonSchema }) => delete jsonSchema.default });
  const document = {
    openapi: "3.1.0",
    info: { title: "Config", version: "1" },
    paths: {},
    components: { schemas: { Config } },
  };
  const types = await openApiTypes(JSON.stringify(document), ["components"]);
  return `// Generated from the settings of the commands ${notice}\n${types}`;
}
