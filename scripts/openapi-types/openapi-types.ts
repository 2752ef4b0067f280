import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

/**
 * TypeScript types for an OpenAPI document.
 * @param document its text, JSON or YAML
 * @param kept which interfaces of openapi-typescript to keep: `components`, `operations`, …
 */
export async function openApiTypes(document: string, members: readonly string[]): Promise<string> {
  const declarations = await openapiTS(document, { immutable: true, silent: true });
  return astToString(
    declarations.filter((node) => ts.isInterfaceDeclaration(node) && members.includes(node.name.text)),
  );
}
