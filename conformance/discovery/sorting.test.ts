import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { filteringStyle } from "./filtering.ts";
import { sortingFields, sortingStyle, sortingUnknownField } from "./sorting.ts";
import { openSource, type Source } from "./source.ts";

const records = ["mo", "al", "ze", "di"].map((name, index) => ({ id: index + 1, name }));

/** Sorts users by a name of theirs and rejects other names; each list is whole. */
function service(invoices: (sort: string | undefined) => ScriptedResponse): Source {
  const answer = ({ operation, query: { sort } = {} }: Call): ScriptedResponse => {
    if (operation === "listInvoices") return invoices(sort);
    if (sort === undefined) return envelope(records);
    const sorted = records.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    if (!["name", "-name"].includes(sort)) return { status: 400, json: { error: "unknown sort" } };
    return envelope(sort === "name" ? sorted : sorted.toReversed());
  };
  return openSource(scriptedSession({}, { answer }));
}

test("a list that takes any sort field and stays in its order is sorted by none", async () => {
  const source = service(() => envelope(records));
  expect((await sortingFields(source, "users")).value).toEqual(["name"]);
  expect((await sortingFields(source, "invoices")).value).toEqual([]);
  expect((await sortingUnknownField(source)).value).toBe("reject");
});

test("a list that rejects unknown sort fields is sorted by those that it takes", async () => {
  const isKnown = (sort = "id"): boolean => ["id", "-id"].includes(sort);
  const source = service((sort) => (isKnown(sort) ? envelope(records) : { status: 400, json: { error: "sort" } }));
  expect((await sortingFields(source, "invoices")).value).toEqual(["id"]);
});

test("without invoices, the users alone show that nothing is sorted or filtered", async () => {
  const answer = ({ operation }: Call): ScriptedResponse => envelope(operation === "listInvoices" ? [] : records);
  const source = openSource(scriptedSession({}, { answer }));
  expect(await sortingStyle(source)).toMatchObject({ value: "none", confidence: "likely" });
  expect(await filteringStyle(source)).toMatchObject({ value: "none", confidence: "likely" });
});
