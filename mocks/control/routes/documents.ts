import type { OpenApiDocument } from "../../../fixtures/interface/openapi-document.ts";
import { route, type ControlContext } from "../route.ts";

/** Loaded only where it is asked for. */
async function interfaceDocument({ about, simulation }: ControlContext): Promise<OpenApiDocument> {
  const { parseContract } = await import("../../../fixtures/interface/contract.ts");
  const { openApiDocument } = await import("../../../fixtures/interface/openapi-document.ts");
  return openApiDocument(parseContract(about.contract()), simulation.dialect, { url: about.url() });
}

const yaml = "application/yaml; charset=utf-8";

export const documentRoutes = [
  route({
    method: "GET",
    path: "interface.json",
    summary: "The interface in the dialect of this mock, as an OpenAPI document: what it really answers.",
    success: 200,
    handle: async (context) => ({ status: 200, json: await interfaceDocument(context) }),
  }),
  route({
    method: "GET",
    path: "interface.yaml",
    summary: "The same as YAML.",
    success: 200,
    handle: async (context) => {
      const { openApiYaml } = await import("../../../fixtures/interface/contract.ts");
      return { status: 200, text: { type: yaml, body: openApiYaml(await interfaceDocument(context)) } };
    },
  }),
  route({
    method: "GET",
    path: "contract.yaml",
    summary: "The interface without a dialect, as an OpenAPI document: what is stated, and what is left open.",
    success: 200,
    handle: ({ about }) => ({ status: 200, text: { type: yaml, body: about.contract() } }),
  }),
];
