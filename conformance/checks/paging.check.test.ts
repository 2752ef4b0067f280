import { findRequirement } from "./catalogue.ts";
import { describe, expect, test } from "vitest";
import type { Outcome } from "./check.ts";
import { envelope, scriptedSession, type ScriptedResponse, type ScriptOptions } from "./scripted-session.fixture.ts";

const users = Array.from({ length: 7 }, (_, index) => ({ id: `u-${index}` }));
const declared: ScriptOptions["dialect"] = {
  paging: { users: { style: "page", parameters: { page: "page", size: "per_page" }, defaultSize: 3 } },
};

interface Service {
  /** The content of a page; the first is 1. */
  readonly page?: (number: number, size: number) => readonly unknown[];
  readonly number?: (number: number) => unknown;
  readonly total?: (number: number, length: number) => unknown;
  readonly status?: (number: number) => number;
}

function judge(service: Service, dialect: ScriptOptions["dialect"] | null = declared): Promise<Outcome> {
  const { page = slice, number: says = (number) => number, total = () => users.length, status = () => 200 } = service;
  const answer = ({ query = {} }: { query?: Readonly<Record<string, string>> | undefined }): ScriptedResponse => {
    const number = Number(query["page"] ?? 1);
    const data = page(number, Number(query["per_page"] ?? 3));
    return { status: status(number), ...envelope(data, says(number), total(number, data.length)) };
  };
  const check = findRequirement("PAGE-01");
  if (check === undefined) throw new Error("PAGE-01 has no check");
  return check.judge(
    scriptedSession({}, { ...(dialect === null || dialect === undefined ? {} : { dialect }), answer }),
    "listUsers",
  );
}

function slice(number: number, size: number): readonly unknown[] {
  return users.slice((number - 1) * size, number * size);
}

/** The page parameter works without a declaration. */
const undeclared = null;

describe.each([
  ["declared", declared],
  ["not declared, but shown", undeclared],
] as const)("paging that is %s", (_, dialect) => {
  test("one list in pages passes", async () => {
    expect(await judge({}, dialect)).toMatchObject({ status: "passed", message: "3 pages, one list" });
  });

  test.each<readonly [string, Service, string]>([
    [
      "the first page again",
      { page: (_number, size) => users.slice(0, size) },
      "3 of 3 users of page 2 are on page 1 too",
    ],
    [
      "pages that overlap by one",
      { page: (number, size) => users.slice(Math.max((number - 1) * size - 1, 0), number * size) },
      "users of page 2 are on page 1 too",
    ],
    [
      "one record more than the size of the page",
      { page: (number, size) => users.slice((number - 1) * size, number * size + 1) },
      "users of page 2 are on page 1 too",
    ],
    [
      "a record lost at each border",
      {
        page: (number, size) =>
          slice(number, size)
            .slice(0, size - 1)
            .concat(number === 1 ? [users[2]] : []),
      },
      "the pages hold 6 users in all, and `meta.total` is 7",
    ],
    ["a page number that stays", { number: () => 1 }, "page 2 has `meta.page` 1, after 1 on the first"],
    ["a page number that is how many there are", { number: () => 3 }, "page 2 has `meta.page` 3, after 3 on the first"],
    ["page numbers that begin with 2", { number: (number) => number + 1 }, "page 1 has `meta.page` 2"],
    [
      "a page number that counts down",
      { number: (number) => 4 - number },
      "page 2 has `meta.page` 2, after 3 on the first",
    ],
    [
      "a total that is the size of the page",
      { total: (number, length) => (number === 1 ? 7 : length) },
      "has `meta.total` 3, after 7 on the first",
    ],
  ])("%s fails", async (_sentence, service, message) => {
    const outcome = await judge(service, dialect);
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome.message).toContain(message);
  });

  test("a list that changes while it is read is inconclusive", async () => {
    let calls = 0;
    const moving = (number: number, size: number): readonly unknown[] => {
      calls += 1;
      const inserted = Array.from({ length: calls }, (_unused, index) => ({ id: `new-${calls - index}` }));
      return [...inserted, ...users].slice((number - 1) * size, number * size);
    };
    expect(await judge({ page: moving, total: () => 7 + calls }, dialect)).toMatchObject({ status: "inconclusive" });
  });
});

test("a rejected declared page is missing", async () => {
  const outcome = await judge({ status: (number) => (number === 2 ? 404 : 200) });
  expect(outcome).toMatchObject({ status: "failed" });
  expect(outcome.message).toContain("page 2 of 3 is not a page of the list: responded with 404");
  expect(await judge({ status: (number) => (number === 2 ? 503 : 200) })).toMatchObject({ status: "inconclusive" });
});

test("a parameter that the target ignores proves nothing", async () => {
  const outcome = await judge({ page: () => users.slice(0, 3), number: () => 1 }, undeclared);
  expect(outcome).toMatchObject({ status: "skipped", lack: "dialect" });
});

test("a link to the next page that leads to the same page fails", async () => {
  const judgeLink = (isFollowed: boolean) => {
    const answer = ({ query = {} }: { query?: Readonly<Record<string, string>> | undefined }): ScriptedResponse => {
      const from = isFollowed ? Number(query["from_id"] ?? 0) : 0;
      const next = from + 3 < users.length ? { next: `/api/v1/users?from_id=${from + 3}` } : {};
      return { json: { data: users.slice(from, from + 3), meta: { page: from / 3 + 1, total: 7 }, links: next } };
    };
    return findRequirement("PAGE-01")?.judge(scriptedSession({}, { answer }), "listUsers");
  };
  expect(await judgeLink(true)).toMatchObject({ status: "passed" });
  expect(await judgeLink(false)).toMatchObject({
    status: "failed",
    message: "the link to the next page leads to the same page",
  });
});

test("page 2, requested by its number, is not numbered 1", async () => {
  const judgeNumber = (isStrict: boolean) => {
    const answer = ({ query = {} }: { query?: Readonly<Record<string, string>> | undefined }): ScriptedResponse => {
      if (isStrict && "page[number]" in query) return { status: 400, text: "expected a hash" };
      const number = Number(query["page"] ?? 1);
      return envelope(slice(number, Number(query["per_page"] ?? 3)), number - 1, users.length);
    };
    return findRequirement("PAGE-01")?.judge(scriptedSession({}, { answer }), "listUsers");
  };
  for (const isStrict of [false, true]) {
    expect(await judgeNumber(isStrict)).toMatchObject({
      status: "failed",
      message: expect.stringContaining("page 2, requested by this number, has `meta.page` 1"),
    });
  }
});

test("pages may count from 0, and the last one may be repeated beyond the list", async () => {
  const answer = ({ query = {} }: { query?: Readonly<Record<string, string>> | undefined }): ScriptedResponse => {
    const size = Number(query["per_page"] ?? 4);
    const index = Math.min(Number(query["page"] ?? 0), Math.ceil(users.length / size) - 1);
    return envelope(slice(index + 1, size), index, users.length);
  };
  const outcome = await findRequirement("PAGE-01")?.judge(scriptedSession({}, { answer }), "listUsers");
  expect(outcome).toMatchObject({ status: "passed" });
});

test("too few users, users without identity, and an unpaged list show nothing", async () => {
  expect(await judge({ page: () => [{ id: 1 }], total: () => 1 })).toMatchObject({ status: "skipped" });
  const names = ["ada", "bob", "ada", "ada", "bob", "cid", "ada"];
  expect(await judge({ page: (number, size) => names.slice((number - 1) * size, number * size) })).toMatchObject({
    status: "skipped",
  });
  expect(await judge({}, { paging: { users: { style: "none" } } })).toMatchObject({ lack: "nothing" });
});

test.each<[what: string, data: readonly unknown[], status: string]>([
  ["an id stands twice", [{ id: 1 }, { id: 2 }, { id: 1 }], "failed"],
  [
    "an invoice of one number stands twice",
    ["A-1", "A-2", "A-1"].map((invoiceNumber) => ({ invoiceNumber, sum: 5 })),
    "failed",
  ],
  ["all look alike", ["A-1", "A-1", "A-1"].map((number) => ({ number })), "skipped"],
  ["records that carry no number look alike", [{ sum: 5 }, { sum: 5 }, { sum: 7 }], "skipped"],
  [
    "each has a number of its own",
    [
      { no: "A-1", sum: 5 },
      { no: "A-2", sum: 5 },
    ],
    "skipped",
  ],
  [
    "several records have one customer",
    [
      { customer_id: 7, sum: 5 },
      { customer_id: 7, sum: 5 },
    ],
    "skipped",
  ],
])("a list on one page in which %s", async (_, data, status) => {
  const session = scriptedSession({}, { answer: ({ as }) => envelope(as === "second" ? [] : data) });
  expect(await findRequirement("PAGE-01")?.judge(session, "listInvoices")).toMatchObject({ status });
});
