import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openTemporaryFolder } from "../../fixtures/temporary-folder.ts";
import { findBaseUrl, readBaseUrl } from "./base-url.ts";

const folder = openTemporaryFolder();
const written: string[] = [];

function write(name: string, text: string): void {
  written.push(folder.write(name, text));
}

afterEach(() => {
  for (const path of written.splice(0)) rmSync(path);
});

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
])("%j is %j", (text, url) => {
  expect(readBaseUrl(text)).toBe(url);
});

test.each([
  ["VITE_API_URL", "VITE_API_URL=https://api.example"],
  ["NEXT_PUBLIC_API_BASE_URL", "# where it is\nNEXT_PUBLIC_API_BASE_URL='https://api.example/api/v1' # in staging"],
  ["VITE_BACKEND_ORIGIN", "VITE_TITLE=x\nVITE_BACKEND_ORIGIN=https://api.example"],
])("an env file tells by %s", (name, text) => {
  write(".env", text);
  expect(findBaseUrl(folder.path)).toStrictEqual({ url: "https://api.example", from: `${name} in .env` });
});

test("what holds in development comes first", () => {
  write(".env", "VITE_API_URL=https://api.example");
  write(".env.development", "VITE_API_URL=http://localhost:9000");
  expect(findBaseUrl(folder.path)?.url).toBe("http://localhost:9000");
});

test.each([
  "VITE_MAPS_API_URL=https://maps.example",
  "API_SECRET=https://x.example",
  "VITE_API_KEY=abc",
  "VITE_API_URL=abc",
])("%s tells nothing", (text) => {
  write(".env", text);
  expect(findBaseUrl(folder.path)).toBeUndefined();
});

test("what an earlier run wrote comes before all", () => {
  write(".env", "VITE_API_URL=https://api.example");
  write("simulation.ts", '/** Where. */\nexport const baseUrl = "/backend";\n');
  const expected = { url: "/backend", from: "simulation.ts" };
  expect(findBaseUrl(folder.path, ["none.js", "simulation.ts"])).toStrictEqual(expected);
});

test("without env files nothing is told", () => {
  expect(findBaseUrl(join(folder.path, "none"))).toBeUndefined();
});
