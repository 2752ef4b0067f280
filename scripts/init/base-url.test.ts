import { expect, test } from "vitest";
import { findBaseUrl, readBaseUrl, type FoundBaseUrl } from "./base-url.ts";

/** The base URL found in these files. */
function found(files: Readonly<Record<string, string>>): FoundBaseUrl | undefined {
  return findBaseUrl((path) => files[path] ?? "", ["none.js", "simulation.ts"]);
}

test.each([
  ["https://api.example/tenant/x/", "https://api.example/tenant/x"],
  [" https://api.example/api/v1 ", "https://api.example"],
  ["http://localhost:8080/api", "http://localhost:8080"],
  ["/", "/"],
  ["", "/"],
  ["/api/v1/", "/"],
  ["/backend", "/backend"],
  ["api.example", undefined],
  ["//api.example", undefined],
  ["ftp://api.example", undefined],
  ["https://", undefined],
  ["https://me:secret@api.example", undefined],
  ["https://api.example/?tenant=1", undefined],
  ["https://api.example/#x", undefined],
  ["https://api.example/\u001B[2J", undefined],
  ["https://api.example/\u202Ex", undefined],
])("%j is %j", (text, url) => {
  expect(readBaseUrl(text)).toBe(url);
});

test.each([
  ["VITE_API_URL", "VITE_API_URL=https://api.example"],
  ["NEXT_PUBLIC_API_BASE_URL", "# where it is\nNEXT_PUBLIC_API_BASE_URL='https://api.example/api/v1' # in staging"],
  ["VITE_BACKEND_ORIGIN", "VITE_TITLE=x\nVITE_BACKEND_ORIGIN=https://api.example"],
])("an env file is read by %s", (name, text) => {
  expect(found({ ".env": text })).toStrictEqual({ url: "https://api.example", from: `${name} in .env` });
});

test("development values come first, and those of an earlier run before all", () => {
  const files = {
    ".env": "VITE_API_URL=https://api.example",
    ".env.development": "VITE_API_URL=http://localhost:9000",
  };
  expect(found(files)?.url).toBe("http://localhost:9000");
  const written = { ...files, "simulation.ts": '/** Where. */\nexport const baseUrl = "/backend";\n' };
  expect(found(written)).toStrictEqual({ url: "/backend", from: "simulation.ts" });
});

test.each([
  "VITE_MAPS_API_URL=https://maps.example",
  "API_SECRET=https://x.example",
  "VITE_API_KEY=abc",
  "VITE_API_URL=abc",
  "",
])("%j is inconclusive", (text) => {
  expect(found({ ".env": text })).toBeUndefined();
});
