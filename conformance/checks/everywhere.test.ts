import { expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import { catalogue } from "./catalogue.ts";
import type { Outcome } from "./check.ts";
import { scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

const all = Array.from({ length: 5 }, (_, index) => ({ id: `u-${index}` }));

/** Judges a rule on a list of five users, two a page. @param answer overrides responses */
async function judge(
  id: string,
  answer: (page: number, query: Call["query"]) => ScriptedResponse | undefined,
): Promise<Outcome> {
  const session = scriptedSession(
    {},
    {
      dialect: {
        paging: {
          users: { style: "page", parameters: { page: "page", size: "per_page" }, defaultSize: 2, maxSize: 2 },
        },
      },
      answer: ({ operation, query = {} }) => {
        const page = Number(query["page"] ?? 1);
        if (operation !== "listUsers") return { json: { data: [], meta: { page: 1, total: 0 } } };
        return (
          answer(page, query) ?? {
            json: { data: all.slice(2 * page - 2, 2 * page), meta: { page, total: all.length } },
          }
        );
      },
    },
  );
  const requirement = catalogue.find((candidate) => candidate.id === id);
  if (requirement === undefined) throw new Error(`${id} is not a requirement`);
  return requirement.judge(session, "listUsers");
}

test("a rule is checked on every page", async () => {
  const { status, places = [] } = await judge("ENV-04", () => undefined);
  expect(status).toBe("passed");
  expect(places).toContainEqual({ place: "page 3 of listUsers (?page=3)", status: "passed" });
});

test("a rule that is broken only on the last page fails there, with that exchange", async () => {
  const outcome = await judge("ENV-05", (page) =>
    page === 3 ? { json: { data: all.slice(4), meta: { page, total: "5" } } } : undefined,
  );
  expect(outcome).toMatchObject({
    status: "failed",
    message: expect.stringMatching(/^on page 3 of listUsers \(\?page=3.*string "5"/),
    evidence: expect.arrayContaining([
      expect.objectContaining({ request: expect.objectContaining({ url: expect.stringContaining("page=3") }) }),
    ]),
  });
});

test.each([
  ["on a page that exists is a fault", (page: number) => page === 2, "failed"],
  ["on the page beyond the last may reject it", (page: number) => page > 3, "passed"],
  ["on the plain call is that call's fault, and other places are not named", () => true, "failed"],
] as const)("a success that is not an envelope: %s", async (_, isBroken, status) => {
  const outcome = await judge("ENV-03", (page) => (isBroken(page) ? { json: { error: "no such page" } } : undefined));
  expect(outcome.status).toBe(status);
});

test("a list without records has the parts of an envelope, whatever is requested", async () => {
  const outcome = await judge("ENV-03", (page) => (page > 3 ? { json: { data: [] } } : undefined));
  expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining("beyond the last") });
});

test.each([
  ["a warning before the envelope is a fault, whatever is requested", 'Warning: key "sort"\n', "failed"],
  ["a text without an envelope may be a rejection", undefined, "passed"],
] as const)("%s", async (_, before, status) => {
  const outcome = await judge("ENV-01", (page, query) => {
    const text = JSON.stringify({ data: all.slice(0, 2), meta: { page, total: all.length } });
    if (query?.["orgkitNoSuchParameter"] === undefined) return undefined;
    return { text: before === undefined ? 'expected {"data" to be a filter' : before + text };
  });
  expect(outcome.status).toBe(status);
});

test.each<[string, string, ScriptedResponse]>([
  ["inside another member", "ENV-02", { json: { result: { data: all, meta: { page: 2, total: 5 } } } }],
  [
    "as the text of a program's own form",
    "ENV-01",
    { text: "{'data': [{'id': 'u-1', 'no': 101}], 'meta': {'page': 2}}" },
  ],
])("a page that has the envelope %s is not a rejection", async (_, id, response) => {
  const numbered = { json: { data: all.map((one, no) => ({ ...one, no: 100 + no })), meta: { page: 1, total: 5 } } };
  const outcome = await judge(id, (page, query) =>
    query?.["orgkitNoSuchParameter"] !== undefined ? response : page === 1 ? numbered : undefined,
  );
  expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining("with an unknown parameter") });
});

test("a text that names parameters may be a rejection", async () => {
  const outcome = await judge("ENV-01", (_, query) =>
    query?.["orgkitNoSuchParameter"] === undefined
      ? undefined
      : { text: 'unknown parameter; there are "id" and "name"' },
  );
  expect(outcome.status).toBe("passed");
});
