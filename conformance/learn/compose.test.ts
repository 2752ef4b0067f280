import { expect, test } from "vitest";
import { parse } from "yaml";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { compose } from "./compose.ts";
import { dialectFile } from "./dialect-file.ts";
import { certain, likely, Unset, type Answer, type Finding } from "../discovery/observation.ts";

const baseUrl = "https://target.example/x";

function composed(found: Readonly<Record<string, Finding>>) {
  const findings = Object.entries(found).map(([key, finding]) => ({ key, finding }));
  const learned = { baseUrl, findings, requests: 12, created: [], mask: (line: string) => line };
  return { learned, ...compose(learned) };
}

function answer(query: Readonly<Record<string, string>>, path: string, label?: string): Answer {
  const request = {
    method: "GET",
    url: `${baseUrl}${path}?${new URLSearchParams(query)}`.replace(/\?$/, ""),
    headers: {},
  };
  const response = { status: 200, headers: {}, body: "", ms: 1 };
  return { call: { operation: "listUsers", query, ...(label && { label }) }, exchange: { request, response } };
}

test("keys exist only with their style", () => {
  const { dialect, unset } = composed({
    "paging.users.style": new Unset("not seen"),
    "paging.users.defaultSize": certain(7, []),
  });
  expect(dialect).not.toHaveProperty("paging");
  expect(unset.get("paging.users.defaultSize")?.unset).toContain("7");
});

test("a list with known responses to invalid values, but no parameter, has the default style", () => {
  const { dialect, found } = composed({
    "paging.users.style": new Unset("there is only one record"),
    "paging.users.unreadable": likely("default", [], "nothing is rejected"),
  });
  expect(dialect.paging).toEqual({ users: { style: "page", unreadable: "default" } });
  expect(found.get("paging.users.style")).toMatchObject({ confidence: "likely" });
});

test("keys that do not exist in the style are neither found nor missing", () => {
  const { found, unset } = composed({
    "paging.users.style": likely("none", [], "all came"),
    "paging.users.maxSize": new Unset("no size"),
  });
  expect([...found.keys(), ...unset.keys()]).toEqual(["paging.users.style"]);
});

test("usual responses are found, and not written", () => {
  const { dialect, found } = composed({
    "responses.contentType": certain("application/json; charset=utf-8", []),
    "responses.ids": certain({ user: "id", subscription: "ref" }, []),
  });
  expect([...found.keys()]).toEqual(["responses.contentType", "responses.ids"]);
  expect(dialect).toHaveProperty("responses", { ids: { user: "id", subscription: "ref" } });
});

test("a contradictory finding is left out, with a note", () => {
  const { dialect, unset } = composed({
    "statuses.success.listUsers": certain(200, []),
    "paging.users.style": certain("page", []),
    "paging.users.maxSize": certain(5, []),
  });
  // The default size, used if none is found, would exceed the maximum.
  expect(dialectSchema.safeParse(dialect).success).toBe(true);
  expect([...unset.keys()]).toEqual(["paging.users.maxSize"]);
  expect(dialect).toHaveProperty("statuses.success.listUsers", 200);
});

test("each key in the file has its evidence, and keys that were not learned come last", () => {
  const { learned, ...all } = composed({
    "auth.schemeCase": certain("exact", [answer({}, "/api/v1/users")], "a note"),
    "filtering.style": certain("plain", [answer({ email: "ada@example.org" }, "/api/v1/users", "a value seen")]),
    "limits.rate": new Unset("no header mentions it", "a token with a limit"),
  });
  const text = dialectFile(learned, all);
  expect(text).toContain("  # certain: a note\n  #   GET /api/v1/users → 200\n  schemeCase: exact\n");
  expect(text).toContain("limits.rate: no header mentions it; give a token with a limit");
  expect(text).toContain("email=…");
  expect(text).not.toContain("ada@");
  expect(dialectSchema.safeParse(parse(text)).success).toBe(true);
});
