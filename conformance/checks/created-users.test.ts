import { describe, expect, test } from "vitest";
import type { Outcome } from "./check.ts";
import { judgeWrites, push, type Ways } from "./organization.fixture.ts";
import { envelope } from "./scripted-session.fixture.ts";

/** The list shows the first new user after 0.2 s; it shows later ones at once, but counts them after a second. */
function countingLate(): Ways {
  let now = 0;
  const countedAt = new Map<string, number>();
  return {
    patience: 1500,
    body: { name: "Ada", email: "{{unique}}@one.example" },
    wait: (_, milliseconds) => void (now += milliseconds),
    create: (row, organization, as) => {
      countedAt.set(row.id, now + (countedAt.size === 0 ? 150 : 1000));
      push(row, organization, as);
    },
    list: (rows) => {
      const counted = rows.filter(({ id }) => (countedAt.get(id) ?? 0) <= now);
      return envelope(rows.length - counted.length === 1 ? counted : rows, 1, counted.length);
    },
  };
}

describe("the results of creations", () => {
  const ids = ["CREATE-01", "CREATE-02", "CREATE-03", "CREATE-04"];

  test.each(ids)("%s: a correct service, also with concurrent requests", async (id) => {
    const outcome = await judgeWrites(id, {});
    expect(outcome).toMatchObject({ status: "passed" });
    expect(outcome.places?.map(({ place }) => place)).toContain("creation 5 of 5 at once");
    expect(outcome.places?.filter(({ status }) => status !== "passed")).toEqual([]);
  });

  test.each(ids)("%s: a rule that needs more users than allowed is not verified, with the reason", async (id) => {
    const outcome = await judgeWrites(id, { most: 2 });
    expect(outcome.status).toBe("passed");
    if (id === "CREATE-04") return;
    expect(outcome.places).toContainEqual({
      place: "concurrent creations",
      status: "skipped",
      reason: "not tried: a run creates at most 2 users (--max-created)",
    });
  });

  test.each<readonly [id: string, what: string, ways: Ways, found: string]>([
    [
      "CREATE-01",
      "others join, and the new user is nowhere",
      {
        create: () => undefined,
        before: ({ lists: { first } }) =>
          first.push({ id: `o-${first.length}`, name: "o", email: `o${first.length}@one.example` }),
      },
      "the new user is on no page",
    ],
    [
      "CREATE-01",
      "one of several at once is lost",
      {
        create: (row, organization, as) => (row.id === "n-4" ? undefined : push(row, organization, as)),
      },
      "on creation 3 of 5 at once: responded with 201, but the new user is on no page",
    ],
    [
      "CREATE-01",
      "the second account's are lost",
      {
        create: (row, organization, as) => (as === "second" ? undefined : push(row, organization, as)),
      },
      "on creation 2 of 5 at once",
    ],
    [
      "CREATE-02",
      "each is stored twice",
      {
        create: (row, organization, as) => {
          push(row, organization, as);
          push({ ...row, id: `${row.id}-2` }, organization, as);
        },
      },
      "and 2 users with these values in the list",
    ],
    [
      "CREATE-02",
      "what is rejected is stored",
      {
        create: (row, organization, as) => {
          push(row, organization, as);
          return row.id === "n-1" ? undefined : { status: 409, json: {} };
        },
      },
      "on creation 1 of 5 at once: rejected (409), and 1 user",
    ],
    [
      "CREATE-02",
      "rejected bodies are stored, and few users may be created",
      {
        most: 4,
        mayRepeat: true,
        rejected: ({ lists: { first } }) => first.push({ id: `r-${first.length}`, name: null, email: "" }),
      },
      "`meta.total` of listUsers grew by 1 each time",
    ],
    [
      "CREATE-02",
      "the total is unchanged",
      { list: (rows) => envelope([...rows], 1, rows.length > 2 ? 3 : 2) },
      "`meta.total` was 3",
    ],
    [
      "CREATE-03",
      "users are created in both accounts",
      {
        create: (row, { lists }) => {
          lists.first.push(row);
          lists.second.push({ ...row, id: `b-${row.id}` });
        },
      },
      "is in the list of the other account",
    ],
    [
      "CREATE-03",
      "all users are created in one account",
      {
        create: (row, { lists }) => void lists.first.push(row),
      },
      "on creation 2 of 5 at once (second account)",
    ],
    [
      "CREATE-04",
      "two fields have each other's values",
      {
        create: ({ name, ...row }, { lists }) => void lists.first.push({ ...row, name: row.email, email: name ?? "" }),
      },
      "does not have the sent value of `name`",
    ],
    [
      "CREATE-04",
      "an older user is returned",
      {
        create: (row, organization, as) => {
          push(row, organization, as);
          return envelope(organization.lists[as].slice(0, 1));
        },
      },
      "the response has another user",
    ],
    [
      "CREATE-04",
      "the user that is returned has another id",
      {
        create: (row, organization, as) => {
          push(row, organization, as);
          return envelope([{ ...row, id: "n-0" }]);
        },
      },
      "has different ids in the response and in the list",
    ],
    [
      "CREATE-04",
      "a field is lost",
      {
        create: (row, organization, as) => push({ ...row, name: null }, organization, as),
      },
      "does not have the sent value of `name` (null)",
    ],
    [
      "CREATE-04",
      "an address lost its end",
      {
        create: (row, organization, as) => push({ ...row, email: row.email.slice(0, 34) }, organization, as),
      },
      "does not have the sent value of `email`",
    ],
    [
      "CREATE-04",
      "names are escaped for HTML",
      {
        create: ({ name, ...row }, organization, as) =>
          push({ ...row, name: name?.replaceAll('"', "&quot;") ?? "" }, organization, as),
      },
      "does not have the sent value of `name`",
    ],
  ])("%s: %s", async (id, _, ways, found) => {
    const outcome = await judgeWrites(id, ways);
    expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining(found) });
  });

  test.each<readonly [id: string, what: string, ways: Ways, status: Outcome["status"]]>([
    [
      "CREATE-01",
      "the total is unchanged, and the user is listed",
      { list: (rows) => envelope([...rows], 1, 3) },
      "passed",
    ],
    [
      "CREATE-02",
      "others join meanwhile",
      {
        before: ({ lists: { first } }) =>
          first.push({ id: `o-${first.length}`, name: "o", email: `o${first.length}@one.example` }),
      },
      "passed",
    ],
    ["CREATE-02", "`meta.total` counts later users only when no patience is left", countingLate(), "passed"],
    [
      "CREATE-03",
      "two accounts of one organization",
      {
        create: (row, { lists }) => void (lists.first.push(row), lists.second.push(row)),
        before: ({ lists: { first, second } }) => void second.splice(0, second.length, ...first),
      },
      "skipped",
    ],
    [
      "CREATE-03",
      "two accounts of one organization, whose older users all look the same",
      {
        create: (row, { lists }) => void (lists.first.push(row), lists.second.push(row)),
        list: (rows) => envelope([...Array.from({ length: 9 }, () => ({ name: "Same" })), ...rows.slice(2)]),
      },
      "skipped",
    ],
    [
      "CREATE-04",
      "the list shows nothing of what was sent",
      { list: (rows) => envelope(rows.map(({ id }) => ({ id }))) },
      "skipped",
    ],
    [
      "CREATE-04",
      "the list masks what was sent",
      {
        list: (rows) => envelope(rows.map(({ id, email }) => ({ id, name: "***", email }))),
      },
      "passed",
    ],
    [
      "CREATE-04",
      "the list shows only the initial of a name",
      {
        list: (rows) => envelope(rows.map(({ id, name, email }) => ({ id, name: `${String(name)[0] ?? ""}.`, email }))),
      },
      "passed",
    ],
  ])("%s is not broken if %s", async (id, _, ways, status) => {
    expect(await judgeWrites(id, ways)).toMatchObject({ status });
  });
});
