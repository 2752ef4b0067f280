import { Validator } from "@cfworker/json-schema";
import { expect, test } from "vitest";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { readContract } from "../../fixtures/interface/contract.ts";
import { judgedDocument } from "./prism.ts";

function documentOf(declared: DialectInput) {
  const { paths, components } = judgedDocument(readContract(), fillDialect(declared));
  return { users: Object(paths["/api/v1/users"]), NewUser: Object(components.schemas["NewUser"]) };
}

const nothing = { query: [], body: {}, statuses: ["2XX", "3XX", "4XX", "5XX"] };
const bounds = { style: "offset", maxSize: 50, defaultSize: 20, oversize: "reject" } as const;

test.each<readonly [declared: DialectInput, wrong: object]>([
  [{}, nothing],
  [{ statuses: { success: { listUsers: 200 } } }, { ...nothing, statuses: ["200", "3XX", "4XX", "5XX"] }],
  [{ paging: { users: bounds }, createUser: { unique: [] } }, nothing],
  [
    { paging: { users: { ...bounds, parameters: { limit: "max" } } } },
    { ...nothing, query: [{ name: "max", in: "query", schema: { maximum: 50 } }] },
  ],
  [{ createUser: { required: [] } }, { ...nothing, body: { $ref: "#/components/schemas/NewUser" } }],
])("of a dialect, only what %j declares can be wrong", (declared, expected) => {
  const { get, post } = documentOf(declared).users;
  const body = post.requestBody.content["application/json"].schema;
  expect({ query: get.parameters, body, statuses: Object.keys(get.responses) }).toStrictEqual(expected);
});

const user = {
  properties: { id: { type: "string" }, email: {}, name: {}, role: { enum: ["admin"] }, status: { type: "string" } },
};
const types: DialectInput = { records: { user } };
const required: DialectInput = { createUser: { required: ["email", "name"] } };
const closed: DialectInput = { createUser: { unknownFields: "reject", generated: { status: "new" } } };
const ada = { email: "a@b.example", name: "Ada" };

test.each<readonly [isRight: boolean, declared: DialectInput, body: unknown]>([
  [true, required, { ...ada, role: 7, nick: "A" }],
  [false, required, { email: "a@b.example" }],
  [false, required, { ...ada, email: null }],
  [false, required, []],
  [true, types, { name: "Ada", role: "admin", nick: "A" }],
  [false, types, { ...ada, role: "pope" }],
  [true, { ...types, ...closed }, { ...ada, id: null, status: 7 }],
  [false, { ...types, ...closed }, { ...ada, nick: "A" }],
  [true, closed, { ...ada, nick: "A" }],
])("is it %s that with %j the body %j is right", (isRight, declared, body) => {
  expect(new Validator(documentOf(declared).NewUser, "2020-12").validate(body).valid).toBe(isRight);
});
