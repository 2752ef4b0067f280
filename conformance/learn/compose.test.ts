import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { compose } from "./compose.ts";
import { dialectFile } from "./dialect-file.ts";
import { certain, likely, Unset, type Answer, type Finding } from "../discovery/observation.ts";

const baseUrl = "https://target.example/x";

function findingsOf(found: Readonly<Record<string, Finding>>): {
  baseUrl: string;
  findings: { key: string; finding: Finding }[];
} {
  return { baseUrl, findings: Object.entries(found).map(([key, finding]) => ({ key, finding })) };
}

function answer(path: string, query: Readonly<Record<string, string>>, moment?: string): Answer {
  const text = new URLSearchParams(query).toString();
  const url = `${baseUrl}${path}${text === "" ? "" : `?${text}`}`;
  return {
    call: { operation: "listUsers", query, ...(moment === undefined ? {} : { moment }) },
    exchange: {
      request: { method: "GET", url, headers: {} },
      response: { status: 200, headers: {}, body: "", ms: 1 },
    },
  };
}

describe("a dialect that is learned loads", () => {
  test("keys of a part mean nothing without its style", () => {
    const { dialect, unset: missing } = compose(
      findingsOf({ "paging.users.style": new Unset("not seen"), "paging.users.defaultSize": certain(7, []) }),
    );
    expect(dialect).not.toHaveProperty("paging");
    expect(missing.get("paging.users.defaultSize")?.unset).toContain("7");
  });

  test("keys that do not arise in the style are neither found nor missed", () => {
    const { found, unset: missing } = compose(
      findingsOf({
        "paging.users.style": likely("none", [], "all came"),
        "paging.users.maxSize": new Unset("no size"),
      }),
    );
    expect([...found.keys(), ...missing.keys()]).toEqual(["paging.users.style"]);
  });

  test("what does not go with the rest is left out, and said", () => {
    const { dialect, unset: missing } = compose(
      findingsOf({
        "statuses.success.listUsers": certain(200, []),
        "paging.users.style": certain("page", []),
        "paging.users.maxSize": certain(5, []),
      }),
    );
    // The usual size that holds where none is found would be greater than the greatest.
    expect(dialectSchema.safeParse(dialect).success).toBe(true);
    expect([...missing.keys()]).toEqual(["paging.users.maxSize"]);
    expect(dialect).toHaveProperty("statuses.success.listUsers", 200);
  });
});

test("each key of the file carries its evidence, and what is not told stands at the end", () => {
  const learned = {
    ...findingsOf({
      "versions.others": certain("alias", [answer("/api/v2/users", {})], "a note"),
      "filtering.style": certain("plain", [answer("/api/v1/users", { email: "ada@example.org" }, "a value seen")]),
      "limits.rate": new Unset("no header tells of it", "a token with a limit"),
    }),
    requests: 12,
    created: [],
    mask: (line: string) => line,
  };
  const text = dialectFile(learned, compose(learned));
  expect(text).toContain("  # certain: a note\n  #   GET /api/v2/users → 200\n  others: alias\n");
  expect(text).toContain("limits.rate: no header tells of it; give a token with a limit");
  expect(text).toContain("email=…");
  expect(text).not.toContain("ada@");
  expect(dialectSchema.safeParse(parse(text)).success).toBe(true);
});
