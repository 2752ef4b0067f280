import { expect, test } from "vitest";
import { judgeWrites, push, type Create, type Organization, type Ways } from "../checks/organization.fixture.ts";
import { envelope } from "../checks/scripted-session.fixture.ts";

/** Reads an account's list before concurrent requests have written it, and writes it after them. */
function overwriting(): Create {
  const read = new Map<string, Organization["lists"]["first"]>();
  return (row, { lists }, as) => {
    const known = read.get(as) ?? [...lists[as]];
    read.set(as, known);
    queueMicrotask(() => read.delete(as));
    lists[as].splice(0, lists[as].length, ...known, row);
  };
}

const shift = ({ lists: { first } }: Organization): void => void first.shift();
const isOurs = ({ email }: { readonly email: string }): boolean => email.includes("orgkit");

function every(count: number, act: (organization: Organization) => void): (organization: Organization) => void {
  let calls = 0;
  return (organization) => ((calls += 1) % count === 0 ? act(organization) : undefined);
}

const locked = new Set<Organization>();

/** Removes new users after the run has waited. */
function rollsBack(): Ways {
  let waited = 0;
  return {
    wait: ({ lists: { first } }, milliseconds) => {
      waited += milliseconds;
      if (waited > 100) first.splice(0, first.length, ...first.filter((user) => !isOurs(user)));
    },
  };
}

/** Every other reading comes from a replica, which lacks new users until the Nth reading. */
function replicas(readings: number): NonNullable<Ways["list"]> {
  let count = 0;
  return (rows) => {
    count += 1;
    return envelope(count % 2 === 0 && count < readings ? rows.filter((user) => !isOurs(user)) : [...rows]);
  };
}

const join = ({ lists: { first } }: Organization): void => {
  first.push({ id: `o-${first.length}`, name: "", email: `${first.length}@one.example` });
};

const tagged: Ways = {
  list: (rows, { headers }) =>
    headers?.["if-none-match"] === undefined
      ? { ...envelope([...rows]), headers: { etag: 'W/"users"' } }
      : { status: 304, text: "" },
};

test.each<readonly [id: string, what: string, ways: Ways, found: string]>([
  ["CREATE-01", "of two creations at once one is lost", { create: overwriting(), most: 4 }, "at once"],
  ["CREATE-01", "a new user vanishes", rollsBack(), "but not at the end of the run"],
  ["CREATE-02", "a rejected body leaves a user", { rejected: join, most: 4 }, "grew by 1 each time"],
  [
    "CREATE-02",
    "each creation drops the oldest user",
    { create: (row, organization, as) => (push(row, organization, as), void organization.lists[as].shift()), most: 4 },
    "older users are gone",
  ],
  [
    "CREATE-02",
    "each creation but the first takes the place of an older user",
    {
      create: (row, { lists }, as) => {
        if (row.id !== "n-1") lists[as].shift();
        lists[as].push(row);
      },
      most: 4,
    },
    "older users are gone",
  ],
  [
    "CREATE-02",
    "each creation stores the user once more than the one before",
    {
      create: (row, { lists }, as) => {
        lists[as].push(...Array.from({ length: Number(row.id.replace("n-", "")) }, () => row));
      },
      mayRepeat: true,
      most: 4,
    },
    "2 creations (201 and 201), and 3 users",
  ],
  [
    "CREATE-02",
    "each creation of one account costs the other one a user",
    {
      create: (row, organization, as) => {
        push(row, organization, as);
        if (as === "first") organization.lists.second.shift();
      },
      most: 4,
    },
    "the second account lacks 2 older users",
  ],
  [
    "PATH-01",
    "a rejection keeps a lock",
    {
      rejected: (organization) => void locked.add(organization),
      create: (row, organization, as) => (locked.has(organization) ? { status: 503 } : push(row, organization, as)),
      mayRepeat: true,
      most: 9,
    },
    "valid creations get 503 each time",
  ],
  [
    "CREATE-02",
    "every third creation fails, and stores the user",
    {
      create: (row, ...at) => {
        push(row, ...at);
        return row.id === "n-3" ? { status: 500, json: {} } : undefined;
      },
      most: 4,
    },
    "rejected (500), and 1 user",
  ],
  [
    "CREATE-01",
    "every fourth creation is lost, and no other user shows what is sent",
    {
      create: (row, ...at) => (row.id === "n-4" ? undefined : push(row, ...at)),
      list: (rows) => envelope(rows.map(({ email, ...row }) => ({ ...row, contact: [email] }))),
      most: 4,
    },
    "on creation 3 of 3 at once: responded with 201, but the new user is on no page",
  ],
  [
    "CREATE-01",
    "a name with letters beyond ASCII is lost",
    {
      create: (row, ...at) => (/[^ -~]/.test(row.name ?? "") ? undefined : push(row, ...at)),
      mayRepeat: true,
      most: 4,
    },
    "at once",
  ],
  [
    "CREATE-04",
    "letters beyond ASCII are written in another encoding, in a field that is the same for all",
    {
      create: ({ name, ...row }, ...at) =>
        push({ ...row, name: Buffer.from(name?.replaceAll(/orgkit[^ ]*/g, "") ?? "").toString("latin1") }, ...at),
      body: { name: "Ada", email: "{{unique}}@x.example" },
      most: 4,
    },
    "does not have the sent value of `name`",
  ],
  [
    "CREATE-01",
    "users are gone after an empty body, and others have their ids",
    {
      create: (row, organization, as) => push({ ...row, id: `n-${organization.lists[as].length}` }, organization, as),
      rejected: ({ lists: { first } }) => first.splice(0, first.length, ...first.filter((user) => !isOurs(user))),
      most: 4,
    },
    "listed, but not at the end of the run",
  ],
  [
    "CREATE-04",
    "addresses are cut",
    { create: ({ email, ...row }, ...at) => push({ ...row, email: email.slice(0, 9) }, ...at), most: 4 },
    "does not have the sent value of `email`",
  ],
  ["CREATE-01", "one of two replicas lacks new users", { list: replicas(Infinity), most: 4 }, "only now and then"],
  [
    "CREATE-04",
    "letters beyond ASCII are stored in another encoding",
    {
      create: ({ name, ...row }, ...at) => push({ ...row, name: Buffer.from(name ?? "").toString("latin1") }, ...at),
      most: 4,
    },
    "does not have the sent value of `name`",
  ],
  ["CREATE-01", "the ETag stays as it was", tagged, "on a request with the ETag from before: responded with 304"],
])("%s is broken if %s", async (id, _, ways, found) => {
  expect(await judgeWrites(id, ways)).toMatchObject({ status: "failed", message: expect.stringContaining(found) });
});

test.each<readonly [id: string, what: string, ways: Ways]>([
  ["CREATE-02", "others sometimes join", { before: every(3, join) }],
  [
    "CREATE-02",
    "others join each time that a body is rejected, and at other times",
    { rejected: join, before: every(5, join) },
  ],
  [
    "CREATE-01",
    "the list is empty now and then, also at the end",
    { list: (rows, { label = "" }) => envelope(label.startsWith("at the end, look 1") ? [] : [...rows]), most: 4 },
  ],
  ["CREATE-02", "others sometimes leave", { before: every(7, shift) }],
  ["CREATE-01", "others remove users, also new ones", { before: every(3, shift), most: 4 }],
  [
    "CREATE-02",
    "others remove users, also one of two with the same body",
    { before: every(3, shift), mayRepeat: true, most: 4 },
  ],
  [
    "CREATE-02",
    "others leave just as users are created, and join at other times",
    {
      before: every(13, join),
      create: (row, organization, as) => (push(row, organization, as), void organization.lists[as].shift()),
      most: 4,
    },
  ],
  [
    "PATH-01",
    "creations get 503 after one that was accepted, not since one was rejected",
    {
      create: (row, ...at) => (["n-1", "n-3", "n-4", "n-5"].includes(row.id) ? push(row, ...at) : { status: 503 }),
      mayRepeat: true,
      most: 9,
    },
  ],
  ["CREATE-01", "one of two replicas lacks new users for a while", { list: replicas(20), most: 4 }],
  [
    "CREATE-01",
    "the ETag is that of the list",
    {
      list: (rows, { headers }) => {
        const etag = `"${rows.length}"`;
        return headers?.["if-none-match"] === etag ? { status: 304 } : { ...envelope([...rows]), headers: { etag } };
      },
    },
  ],
])("%s is not broken if %s", async (id, _, ways) => {
  expect(await judgeWrites(id, ways)).not.toMatchObject({ status: "failed" });
});

test("concurrent creations are of both accounts, within four users", async () => {
  const madeBy = async (mayRepeat: boolean): Promise<readonly string[]> => {
    const made: string[] = [];
    const create: Create = (row, organization, as) => (push(row, organization, as), void made.push(as));
    await judgeWrites("CREATE-01", { create, mayRepeat, most: 4 });
    return made;
  };
  expect(await madeBy(false)).toEqual(["first", "first", "second", "first"]);
  // The second is the same body again.
  expect(await madeBy(true)).toEqual(["first", "first", "first", "second"]);
});
