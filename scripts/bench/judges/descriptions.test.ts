import { expect, test } from "vitest";
import { contractAsOpenApi2, contractAsOpenApi3 } from "./contract-document.ts";
import { portmanConfig } from "./portman-config.ts";

const examples = { subscriptionId: "s-1", createBody: { name: "New {{unique}}" } };

test.each([
  ["OpenAPI 2", contractAsOpenApi2(examples)],
  ["OpenAPI 3.1", contractAsOpenApi3(examples)],
])("%s has each operation, with a success as the contract has it and a refusal", (_, document) => {
  const text = JSON.stringify(document);
  const envelope =
    /"required":\["data","meta"\].*"required":\["page","total"\].*"total":\{"type":"integer","minimum":0/;
  expect(text).toMatch(envelope);
  expect(text).not.toContain("x-open-point");
  expect(document).toMatchObject({
    paths: {
      "/api/v1/users": {
        get: { operationId: "listUsers", summary: "listUsers", responses: { 200: {}, 401: {} } },
        post: { operationId: "createUser", responses: { 200: {}, 401: {} } },
      },
      "/api/v1/subscriptions/{id}": { get: { operationId: "getSubscription", responses: { 200: {}, 401: {} } } },
      "/api/v1/invoices": { get: { operationId: "listInvoices", responses: { 200: {}, 401: {} } } },
    },
  });
});

test("Dredd is given the values it sends", () => {
  expect(contractAsOpenApi2(examples)).toMatchObject({
    paths: {
      "/api/v1/users": { post: { parameters: [{ in: "body", schema: { example: { name: "New {{unique}}" } } }] } },
      "/api/v1/subscriptions/{id}": { get: { parameters: [{ in: "path", "x-example": "s-1" }] } },
    },
  });
});

test("Postman makes a fresh value for each creation, and sends what the server wants with every call", () => {
  const { overwrites } = { overwrites: [], ...portmanConfig(examples.createBody, { "X-Tenant": "acme" }) };
  expect(overwrites).toMatchObject([
    { openApiOperationId: "getSubscription" },
    { overwriteRequestBody: [{ key: ".", value: { name: "New {{$guid}}" } }] },
    { overwriteRequestHeaders: [{ key: "X-Tenant", value: "acme", insert: true }] },
  ]);
});
