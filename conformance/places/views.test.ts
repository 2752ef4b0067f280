import { describe, expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import type { ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import { envelope, scriptedSession } from "../checks/scripted-session.fixture.ts";
import { views } from "./views.ts";

const statuses = ["open", "paid", "void"];
const rows = Array.from({ length: 9 }, (_, index) => ({
  id: `r-${index}`,
  name: `N${(index * 4) % 5}`,
  status: statuses[index % 3],
}));

/** A list with sorting, filters and pages; a strict one rejects unknown parameters. */
function serving(isStrict: boolean): (call: Call) => ScriptedResponse {
  return ({ query = {}, headers = {} }) => {
    const { sort = "", page = "1", per_page: size = "4", status, name, id, ...others } = query;
    if (isStrict && Object.keys(others).length > 0) return { status: 400, text: "no such parameter" };
    const by = sort.replace(/^-/, "");
    if (isStrict && by !== "" && !Object.keys(rows[0] ?? {}).includes(by))
      return { status: 400, text: "no such field" };
    const wanted = Object.entries({ status, name, id }).filter(([, value]) => value !== undefined);
    const found = rows.filter((row) => wanted.every(([field, value]) => Object(row)[field] === value));
    const sorted = found.toSorted((one, other) => (String(Object(one)[by]) < String(Object(other)[by]) ? -1 : 1));
    const all = by === "" ? found : sort.startsWith("-") ? sorted.toReversed() : sorted;
    const start = (Number(page) - 1) * Number(size);
    const reply = envelope(all.slice(start, start + Number(size)), Number(page), all.length);
    const etag = '"1"';
    return headers["if-none-match"] === etag ? { status: 304 } : { ...reply, headers: { etag } };
  };
}

const dialect = {
  filtering: { style: "plain" as const, users: ["status"], invoices: ["status"] },
  sorting: { style: "signed" as const, users: ["name"], invoices: ["name"] },
};

async function placesOn(isStrict: boolean, isDeclared: boolean, isQuick = false) {
  const session = scriptedSession({}, { answer: serving(isStrict), ...(isDeclared ? { dialect } : {}), isQuick });
  const visits = await views.explore(session);
  return { visits, places: visits.map(({ place }) => place), session };
}

describe.each([
  ["declared", true],
  ["found out", false],
])("a target whose sorts and filters are %s", (_, isDeclared) => {
  test("is requested in both orders, filtered, and page by page", async () => {
    const { places } = await placesOn(false, isDeclared);
    for (const list of ["users", "invoices"]) {
      expect(places).toEqual(
        expect.arrayContaining([
          `${list} sorted by name`,
          `${list} sorted by name, descending`,
          `${list} filtered by status`,
        ]),
      );
    }
    for (const list of ["users", "invoices", "the second account's invoices"]) {
      expect(places).toEqual(
        expect.arrayContaining([
          `${list} with an unknown parameter`,
          `${list} read again`,
          `${list} with Accept-Encoding: gzip`,
        ]),
      );
      expect(places.some((place) => place.startsWith(`${list} sorted`) && place.endsWith("page 2 of 3"))).toBe(true);
    }
    expect(places).toContain("invoices with the tag of the second account's");
  });

  test("with fewer requests in a quick run", async () => {
    const [whole, few] = await Promise.all([placesOn(false, isDeclared), placesOn(false, isDeclared, true)]);
    expect(few.visits.length).toBeLessThan(whole.visits.length / 2);
    expect(few.places).toContain("the second account's invoices with an unknown parameter");
  });
});

test("a success that may be a rejection is not a page that the target must support, unless it is one", async () => {
  const session = scriptedSession(
    {},
    {
      dialect,
      answer: (call) =>
        call.query?.["orgkitNoSuchParameter"] !== undefined || call.query?.["status"]?.startsWith("orgkit") === true
          ? { status: 200, json: { error: "no such thing" } }
          : serving(false)(call),
    },
  );
  const visits = await views.explore(session);
  const open = visits.filter(({ isServed }) => !isServed).map(({ place }) => place);
  expect(open).toEqual(expect.arrayContaining(["users with an unknown parameter", "users filtered without matches"]));
  expect(open).not.toContain("users filtered by status");
});

test("a target that rejects unknown names gets those it knows, in requests that only read", async () => {
  const { visits, session } = await placesOn(true, false);
  expect(visits.filter(({ exchange }) => exchange.response?.status === 200).length).toBeGreaterThan(10);
  expect(session.entries.every(({ call }) => call.operation.startsWith("list") && call.method === undefined)).toBe(
    true,
  );
});
