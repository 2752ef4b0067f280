import { expect, test } from "vitest";
import { z } from "zod";
import { operationIds, operations } from "../../../fixtures/contract/operations.ts";
import { score, type JudgeResult } from "../parts/judges.ts";
import { dreddContract, portmanConfig, subjectOf } from "./judges.ts";

const server = {
  id: "s",
  breaks: [],
  subscriptionIds: ["sub/1"],
  headers: { "X-Tenant": "acme" },
  start: () => Promise.reject(new Error("is never started")),
};
const subject = subjectOf(server, "http://127.0.0.1:1", "/nowhere");

test("Dredd gets each operation, with the envelope of the contract, and of values to send", () => {
  const operation = z.looseObject({ operationId: z.string(), responses: z.record(z.string(), z.looseObject({})) });
  const schema = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });
  const { paths } = schema.parse(JSON.parse(dreddContract(subject)));
  for (const id of operationIds) {
    const { method, path } = operations[id];
    const described = paths[path]?.[method.toLowerCase()];
    expect(described, id).toMatchObject({ operationId: id, responses: { 401: {}, 403: {} } });
    expect(described?.responses["200"]).toMatchObject({
      schema: { required: ["data", "meta"], properties: { meta: { properties: { total: { minimum: 0 } } } } },
    });
  }
  expect(JSON.stringify(paths)).toContain('"x-example":"sub/1"');
  expect(JSON.stringify(paths)).toContain("{{unique}}@new.example");
  expect(JSON.stringify(paths)).not.toContain("x-open-point");
});

test("Portman makes a new value for each creation, and sends the headers that the server wants", () => {
  expect(JSON.parse(portmanConfig(subject))).toMatchObject({
    overwrites: [
      { openApiOperationId: "getSubscription" },
      { overwriteRequestBody: [{ value: { name: "New {{$guid}}", email: "{{$guid}}@new.example" } }] },
      { overwriteRequestHeaders: [{ key: "X-Tenant", value: "acme", insert: true }] },
    ],
  });
});

function opinion(id: string, breaks: readonly string[], failures: readonly string[], problem?: string): JudgeResult {
  return { id, breaks, failures, seconds: 1, ...(problem !== undefined && { problem }) };
}

test("a server is accused of what the plain one is not, and one without a result of nothing", () => {
  const rule = ["ENV-04 listUsers"];
  const opinions = [
    opinion("ordinary", [], ["time limit"]),
    opinion("same-as-plain", rule, ["time limit"]),
    opinion("better-than-plain", rule, []),
    opinion("page-is-text", rule, ["time limit", "schema"]),
    opinion("odd", [], ["schema"]),
    opinion("slow", [], [], "takes more than 90 s"),
  ];
  expect(score(opinions)).toStrictEqual({ found: ["page-is-text"], falseAlarms: ["odd"], failed: ["slow"] });
});

test("nothing counts without a result on the plain server", () => {
  expect(() => score([opinion("ordinary", [], [], "crashed")])).toThrow("crashed");
});
