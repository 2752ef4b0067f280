import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { parseContract } from "../../fixtures/interface/contract.ts";
import { openApiDocument, type OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";

/** The OpenAPI document that exchanges are judged by: the contract, and what a dialect declares to be wrong. */
export function judgingDocument(dialect?: Dialect): OpenApiDocument {
  const declares = (key: string): boolean => dialect !== undefined && isDeclared(dialect, key);
  return openApiDocument(parseContract(contractText()), dialect, { url: "/", declares });
}
