import { describe, expect, test } from "vitest";
import { operationIds } from "../../fixtures/contract/operations.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import type { Json, JsonObject } from "../../fixtures/values/json.ts";
import { judgeDeclared } from "./judge-open-points.ts";
import { requireValue } from "./open-point.ts";
import { findPoints, openPointRows } from "./open-points.ts";
import { NotShown } from "./reader.ts";
import { readKey, scriptedReader, smallService, type ServiceOptions } from "./scripted-reader.fixture.ts";

/** What `learn` reads of a service: the value, with `?` if it is in doubt; a message if there is none. */
async function learnKey(options: ServiceOptions, key: string): Promise<Json | undefined> {
  const { reader, explore } = scriptedReader(smallService(options), { tries: true });
  await explore();
  try {
    const found = await requireValue(readKey(reader, key));
    return found.doubt === undefined ? found.value : ["doubtful", found.value];
  } catch (error) {
    if (error instanceof NotShown) return { missing: error.message };
    throw error;
  }
}

/** The verdict on a service for what a dialect declares. */
async function judge(options: ServiceOptions, dialect: DialectInput, name: string): Promise<string> {
  const [requirement = "", operation] = name.split(" ");
  const { reader } = scriptedReader(smallService(options), { dialect });
  const on = operationIds.find((one) => one === operation) ?? "listUsers";
  // As a run has done before it judges open points.
  await reader.ask({ operation: on });
  return (await judgeDeclared(reader, requirement, on)).status;
}

const missing = (reason: RegExp) => ({ missing: expect.stringMatching(reason) });

const sorts = ["name", "score"];

test.each<[key: string, options: ServiceOptions, value: unknown]>([
  ["paging.users.style", {}, "page"],
  ["paging.users.parameters", { page: "p", size: "limit" }, { page: "p", size: "limit" }],
  ["paging.users.firstPage", {}, 1],
  ["paging.users.defaultSize", {}, 5],
  ["paging.users.defaultSize", { records: [{ id: "1" }, { id: "2" }] }, missing(/^all 2 .* so it is 2 or more$/)],
  ["paging.users.maxSize", { maxSize: 7 }, 7],
  ["paging.users.maxSize", { maxSize: 7, oversize: "reject" }, 7],
  ["paging.users.maxSize", { maxSize: 7, oversize: "usual" }, missing(/^not every size over 5 .* cannot express$/)],
  ["paging.users.maxSize", { maxSize: 100 }, missing(/^a request for 10001 users returns all 23$/)],
  ["paging.users.oversize", { maxSize: 7, oversize: "reject" }, "reject"],
  ["paging.users.beyondLast", {}, "empty"],
  ["paging.users.beyondLast", { beyondLast: "reject" }, "reject"],
  ["paging.users.beyondLast", { beyondLast: "last" }, "last"],
  ["paging.users.unreadable", { unreadable: "default" }, "default"],
  ["paging.users.unreadable", {}, "reject"],
  ["filtering.style", { filters: ["role"] }, "plain"],
  ["filtering.users", { filters: ["role"] }, ["role"]],
  ["filtering.users", { filters: ["filter[score]", "role"] }, ["role"]],
  ["filtering.style", {}, "none"],
  ["filtering.users", {}, missing(/^the lists are not filtered$/)],
  ["sorting.style", { sorts }, "signed"],
  ["sorting.style", { sorts, sortStyle: "pair" }, "pair"],
  ["sorting.style", { sorts, sortStyle: "pair", unknownField: "reject" }, "pair"],
  ["sorting.style", { sorts, sortStyle: "ascending" }, ["doubtful", "pair"]],
  ["sorting.style", {}, ["doubtful", "none"]],
  ["sorting.style", { sorts, sortStyle: "by page" }, ["doubtful", "none"]],
  ["sorting.parameter", { sorts }, "sort"],
  ["sorting.orderParameter", { sorts }, missing(/^a minus reverses the order$/)],
  ["sorting.orderParameter", { sorts, sortStyle: "pair" }, "order"],
  ["sorting.users", { sorts }, sorts],
  ["sorting.users", { sorts, unknownField: "reject" }, sorts],
  ["sorting.unknownField", { sorts }, "ignore"],
  ["sorting.unknownField", { sorts, unknownField: "reject" }, "reject"],
])("%s of %j is learned", async (key, options, value) => {
  expect(await learnKey(options, key)).toEqual(value);
});

describe("creating is learned", () => {
  const requireFields =
    (...fields: readonly string[]): ServiceOptions["create"] =>
    (body, count) => {
      const lacking = fields.filter((field) => !Object.hasOwn(body, field));
      if (lacking.length > 0) return { status: 422, json: { error: "invalid", fields: lacking } };
      return {
        ...body,
        id: `n-${count}`,
        status: "invited",
        role: body["role"] ?? "member",
        at: new Date().toISOString(),
      };
    };
  test.each<[key: string, create: ServiceOptions["create"], value: unknown]>([
    ["required", requireFields("name"), ["name"]],
    ["required", requireFields(), []],
    ["unknownFields", requireFields("name"), "keep"],
    ["unknownFields", ({ name = null }, count) => ({ id: `n-${count}`, name }), "drop"],
    [
      "unknownFields",
      (body, count) =>
        Object.hasOwn(body, "orgkitUnknownField") ? { status: 422, json: {} } : { id: `n-${count}`, ...body },
      "reject",
    ],
    ["unique", requireFields("name"), []],
    ["defaults", requireFields("name"), { role: "member" }],
    ["generated", requireFields("name"), { id: "{{id}}", status: "invited", at: "{{now}}" }],
    // What is not read in full may differ in what is left out.
    ["generated", (body, count) => ({ ...body, id: `n-${count}`, deep }), { id: "{{id}}" }],
    ["id", requireFields("name"), { kind: "prefixed", prefix: "n-", alphabet: "digits", length: 2 }],
    ["location", requireFields("name"), null],
    [
      "location",
      (body) => ({ status: 201, json: { data: [{ ...body, id: 1 }] }, headers: { location: "/api/v1/users/1" } }),
      "/api/v1/users/{{id}}",
    ],
    ["returns", requireFields("name"), "record"],
  ])("createUser.%s", async (key, create, value) => {
    const read = await learnKey(create === undefined ? {} : { create }, `createUser.${key}`);
    expect(Array.isArray(read) && read[0] === "doubtful" ? read[1] : read).toEqual(value);
  });
});

const paged = (more: object = {}): DialectInput => ({
  paging: { users: { style: "page", parameters: { page: "page", size: "per_page" }, ...more } },
});
const filtering = { style: "plain" as const, users: ["role"] };
const sorting = { style: "signed" as const, parameter: "sort", users: ["name"] };
/** Nested too deeply to be validated. */
const deep: JsonObject = JSON.parse(`{"id":"1","name":${"[".repeat(120)}${"]".repeat(120)}}`);

describe("what is declared is judged", () => {
  test.each<[name: string, dialect: DialectInput, options: ServiceOptions, status: string]>([
    ["DECL-01", paged(), {}, "passed"],
    ["DECL-01", paged(), { page: "p" }, "failed"],
    ["DECL-01", paged(), { records: [] }, "skipped"],
    ["DECL-03", paged({ defaultSize: 5 }), {}, "passed"],
    ["DECL-03", paged({ defaultSize: 6 }), {}, "failed"],
    ["DECL-03", paged({ defaultSize: 3 }), { records: [{ id: "1" }, { id: "2" }] }, "skipped"],
    ["DECL-03", paged({ defaultSize: 1 }), { records: [{ id: "1" }, { id: "2" }] }, "failed"],
    ["DECL-04", paged({ maxSize: 10 }), {}, "passed"],
    ["DECL-04", paged({ maxSize: 9 }), {}, "failed"],
    ["DECL-04", paged({ maxSize: 10, oversize: "reject" }), {}, "failed"],
    ["DECL-04", paged({ maxSize: 10, oversize: "reject" }), { oversize: "reject" }, "passed"],
    ["DECL-04", paged({ maxSize: 11, oversize: "reject" }), { oversize: "reject" }, "failed"],
    ["DECL-04", paged({ maxSize: 50, oversize: "clamp" }), { maxSize: 50 }, "skipped"],
    ["DECL-04", paged({ maxSize: 20, oversize: "clamp" }), { maxSize: 50 }, "failed"],
    ["DECL-05", paged({ beyondLast: "last" }), { beyondLast: "last" }, "passed"],
    ["DECL-05", paged({ beyondLast: "empty" }), { beyondLast: "last" }, "failed"],
    ["DECL-06", paged({ unreadable: "default" }), {}, "failed"],
    ["DECL-07", { filtering }, { filters: ["role"] }, "passed"],
    ["DECL-07", { filtering }, {}, "failed"],
    ["DECL-07", { filtering: { ...filtering, users: ["absent"] } }, {}, "skipped"],
    ["DECL-08", { sorting }, { sorts }, "passed"],
    ["DECL-08", { sorting }, {}, "failed"],
    ["DECL-08", { sorting }, { sorts, sortStyle: "ascending" }, "passed"],
    ["DECL-08", { sorting: { ...sorting, users: ["id", "name"] } }, {}, "failed"],
    ["DECL-08", { sorting: { ...sorting, users: ["id"] } }, {}, "passed"],
    ["DECL-09", { sorting: { ...sorting, unknownField: "reject" } }, { sorts }, "failed"],
    ["DECL-09", { sorting: { ...sorting, unknownField: "ignore" } }, { sorts }, "passed"],
    ["DECL-10", { statuses: { success: { listUsers: 200 } } }, {}, "passed"],
    ["DECL-10", { statuses: { success: { listUsers: 203 } } }, {}, "failed"],
    ["DECL-11", { statuses: { failure: { missingToken: 401 } } }, {}, "passed"],
    ["DECL-12", { statuses: { failure: { refusedToken: 403 } } }, {}, "failed"],
    ["DECL-31", { records: { user: { type: "object" } } }, {}, "passed"],
    ["DECL-31", { records: { user: { type: "object", required: ["age"] } } }, {}, "failed"],
    ["DECL-31", { records: { user: { required: ["age"] } } }, { records: [deep] }, "skipped"],
    ["DECL-31", { likely: ["records.user"], records: { user: { required: ["age"] } } }, {}, "skipped"],
    ["DECL-22 createUser", { createUser: { required: ["name"] } }, {}, "failed"],
    ["DECL-25 createUser", { createUser: { generated: { id: "{{id}}" } } }, {}, "passed"],
    ["DECL-25 createUser", { createUser: { generated: { at: "{{now}}" } } }, {}, "failed"],
    // What a body adds to an object that is set is no other value.
    [
      "DECL-25 createUser",
      { createUser: { defaults: { profile: { team: "none" } } } },
      { create: (body, count) => ({ ...body, id: `n-${count}`, profile: { team: "none", more: true } }) },
      "passed",
    ],
    ["DECL-26 createUser", { createUser: { id: { kind: "uuid" } } }, {}, "failed"],
    ["DECL-27 createUser", { createUser: { returns: "nothing" } }, {}, "failed"],
  ])("%s of %j on %j", async (name, dialect, options, status) => {
    expect(await judge(options, dialect, name)).toBe(status);
  });
});

test("what a dialect does not declare is not judged, and the reason says which key is missing", async () => {
  const { reader } = scriptedReader(smallService(), { dialect: { statuses: { failure: { notFound: 404 } } } });
  const requirements = new Set(openPointRows.flatMap(({ requirement = "DECL-13" }) => requirement));
  requirements.delete("DECL-13");
  for (const requirement of requirements) {
    const [operation = "listUsers"] = findPoints(requirement)[0]?.operations ?? [];
    expect(await judgeDeclared(reader, requirement, operation), requirement).toMatchObject({
      status: "skipped",
      message: expect.stringMatching(/^not declared: the dialect does not say \w/),
      lack: "nothing",
    });
  }
});
