import { expect, test } from "vitest";
import { parse } from "yaml";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import type { Call } from "../log/model.ts";
import { reading, type Reading } from "../open-points/open-point.ts";
import { NotApplicable, NotShown } from "../open-points/reader.ts";
import { scriptedReader } from "../open-points/scripted-reader.fixture.ts";
import { compose, dialectFile, learnedText } from "./compose.ts";

const baseUrl = "https://target.example";

function composed(keys: Readonly<Record<string, Reading | NotShown>>) {
  const readings = new Map<string, Reading>();
  const missing = new Map<string, NotShown>();
  for (const [key, read] of Object.entries(keys)) {
    if (read instanceof NotShown) missing.set(key, read);
    else readings.set(key, read);
  }
  const learned = { baseUrl, readings, missing, requests: 12, created: [] };
  return { learned, ...compose(learned) };
}

/** What a request shows. */
async function shownBy(value: Reading["value"], call: Call, more: Partial<Reading> = {}): Promise<Reading> {
  return reading(value, [await scriptedReader(() => ({})).reader.ask(call)], more);
}

test("keys that do not exist in the style are neither found nor missing", () => {
  const { keys, missing } = composed({
    "paging.users.style": reading("none", [], { doubt: "all came" }),
    "paging.users.defaultSize": reading(7, []),
    "paging.users.beyondLast": new NotApplicable("the dialect declares no pages"),
  });
  expect([...keys, ...missing].map(({ key }) => key)).toEqual(["paging.users.style"]);
});

test("a maximum page size is kept, though the default size is not known", () => {
  const { dialect, missing } = composed({
    "paging.users.style": reading("page", []),
    "paging.users.maxSize": reading(5, []),
  });
  expect([dialect.paging?.users, missing]).toEqual([{ style: "page", maxSize: 5 }, []]);
});

test("a contradictory reading is left out, with a note", () => {
  const { dialect, missing } = composed({
    "statuses.success.listUsers": reading(200, []),
    "paging.users.style": reading("page", []),
    "paging.users.maxSize": reading(5, []),
    "paging.users.defaultSize": reading(50, []),
  });
  expect(dialectSchema.safeParse(dialect).success).toBe(true);
  expect(missing).toHaveLength(1);
  expect(dialect).toHaveProperty("statuses.success.listUsers", 200);
});

test("a key below the value of another one adds to it, in any order, and has its own comment", async () => {
  const members = await shownBy({ listUsers: { took: "{{count}}" } }, { operation: "listUsers" });
  const below = await shownBy("{{page}}", { operation: "listInvoices" });
  const { learned, ...all } = composed({
    "responses.members.listUsers.at": below,
    "responses.members": members,
    "responses.members.listInvoices": reading({}, []),
  });
  expect(all.dialect.responses?.members).toEqual({
    listUsers: { took: "{{count}}", at: "{{page}}" },
    listInvoices: {},
  });
  expect(members.value).toEqual({ listUsers: { took: "{{count}}" } });
  expect(dialectFile(learned, all)).toMatch(/\n +# certain\n +#   GET \/api\/v1\/invoices → 200\n +at: /);
});

test("each key in the file has its evidence, and keys that were not learned come last", async () => {
  const query = { email: "ada@example.org" };
  const { learned, ...all } = composed({
    "auth.schemeCase": await shownBy("exact", { operation: "listUsers" }, { note: "a note" }),
    "filtering.style": await shownBy("plain", { operation: "listUsers", query, label: "a value seen" }),
    "limits.rate": new NotShown("no header mentions it", { give: "a token with a limit" }),
  });
  const text = dialectFile(learned, all);
  expect(text).toContain("  # certain: a note\n  #   GET /api/v1/users → 200\n  schemeCase: exact\n");
  expect(text).toContain("limits.rate: no header mentions it; give a token with a limit");
  expect(text).toContain("email=…");
  expect(text).not.toContain("ada@");
  expect(dialectSchema.safeParse(parse(text)).success).toBe(true);
});

test("what is only likely is in the dialect, and not declared", () => {
  const { dialect } = composed({
    "records.user": reading({ type: "object", required: ["id"] }, [], { doubt: "by 2 records of one account" }),
    "auth.schemeCase": reading("any", []),
  });
  const filled = fillDialect(dialect);
  expect(filled.records.user).toHaveProperty("required", ["id"]);
  expect(["records.user", "records.user.required", "auth.schemeCase"].map((key) => isDeclared(filled, key))).toEqual([
    false,
    false,
    true,
  ]);
});

test.each([
  [
    "what was learned of the lists is a success",
    ["paging.users.style"],
    "\n✓ 2 keys, 2 certain and 0 likely, in 50 of",
  ],
  ["nothing of the lists is none", [], "\n? no list could be read, so almost nothing was learned\n? 1 keys"],
])("%s", (_, keys, shown) => {
  const evidence = { value: 1, confidence: "certain", evidence: [] } as const;
  const text = learnedText(
    {
      baseUrl: "https://staging.example/x",
      keys: [...keys, "auth.challenge"].map((key) => ({ key, ...evidence })),
      missing: [],
      requests: 50,
      created: [],
    },
    { out: "dialect.yaml", paint: (__, part) => part },
  );
  expect(text).toContain(shown);
  expect(text.includes("✓")).toBe(keys.length > 0);
});

test("what was seen, and no dialect can say, is listed apart", () => {
  const text = learnedText(
    {
      baseUrl: "https://staging.example/x",
      keys: [],
      missing: [
        { key: "subscriptions", reason: "the second account's token reads a subscription of the first", isSeen: true },
        { key: "limits.rate", reason: "no header announces a limit" },
      ],
      requests: 50,
      created: [],
    },
    { out: "dialect.yaml", paint: (_, part) => part },
  );
  expect(text).toMatch(/Not learned \(1 keys\).*\n {2}– limits\.rate: no header/);
  expect(text).toMatch(/Seen, .* \(1 keys\).*\n {2}– subscriptions: the second account's token reads/);
});
