import { expect, test } from "vitest";
import type { Json } from "../../fixtures/values/json.ts";
import { inferTemplate, type Sample } from "./template.ts";

/** Pages of 20 in a list of 57, by number. */
function pageOf(page: number, value: Json | undefined): Sample {
  const placeholders = {
    page,
    size: 20,
    total: 57,
    pages: 3,
    offset: (page - 1) * 20,
    hasNext: page < 3,
    hasPrev: page > 1,
    next: page < 3 ? page + 1 : undefined,
    prev: page > 1 ? page - 1 : undefined,
    first: 1,
    last: 3,
    count: page < 3 ? 20 : 17,
    origin: "http://a.test",
    path: "/api/v1/users",
  };
  return { value, placeholders, parameters: { size: "n", place: "p" } };
}

const templateOf = (name: string, ...values: readonly (Json | undefined)[]): Json | undefined =>
  inferTemplate(
    values.map((value, index) => pageOf(index + 1, value)),
    () => undefined,
    [name],
  );

test.each<[name: string, values: readonly (Json | undefined)[], template: Json | undefined]>([
  ["per_page", [20, 20], "{{size}}"],
  ["pageCount", [3, 3], "{{pages}}"],
  ["x", [0, 20, 40], "{{offset}}"],
  ["next_page", [2, 3, undefined], "{{next}}"],
  ["next", [2, 3, null], "{{next or null}}"],
  ["has_more", [true, true, false], "{{hasNext}}"],
  ["next", ["/api/v1/users?p=2&n=20", "/api/v1/users?p=3&n=20", null], "{{path}}?p={{next or null}}&n={{size}}"],
  ["self", ["http://a.test/api/v1/users?p=1", "http://a.test/api/v1/users?p=2"], "{{origin}}{{path}}?p={{page}}"],
  ["trace", [null, "b", "c"], undefined],
  ["last", ["/other?p=3", "/other?p=3"], "/other?p={{last}}"],
  ["included", [[], []], []],
  ["links", [{ next: 2 }, { next: 3, prev: 1 }], { next: "{{next}}", prev: "{{prev}}" }],
  ["next", [null, null], null],
])("%s of %j is %j", (name, values, template) => {
  expect(templateOf(name, ...values)).toEqual(template);
});

test("an opaque cursor is recognized by its name, if the position of the next page is unknown", () => {
  const { next: _, ...placeholders } = pageOf(1, null).placeholders;
  const value = (text: string): Sample => ({ value: text, placeholders, parameters: {} });
  expect(inferTemplate([value("eyJvIjoyMH0"), value("eyJvIjo0MH0")], () => undefined, ["next_cursor"])).toBe(
    "{{next}}",
  );
  const link = (cursor: string): Sample => ({ ...value(`/api/v1/users?c=${cursor}`), parameters: { place: "c" } });
  expect(inferTemplate([link("eyJvIjoyMH0"), link("eyJvIjo0MH0")], () => undefined, ["next"])).toBe(
    "{{path}}?c={{next}}",
  );
});
