import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";

const bearer = { authorization: "Bearer watched-token-1", "content-type": "application/json" };

/** A world of users with these names. */
function world(...people: readonly string[]): string {
  const users = people.map((name) => ({ id: `usr_${name}`, name, email: `${name}@watched.example` }));
  const accounts = [{ id: "acct_w", name: "Watched", tokens: ["watched-token-1"], users }];
  return JSON.stringify({ name: "watched", accounts });
}

async function names(url: string): Promise<readonly unknown[]> {
  const reply = await fetch(`${url}/api/v1/users`, { headers: bearer });
  const { data = [] }: { data?: { name: string }[] } = await reply.json();
  return data.map(({ name }) => name);
}

async function create(url: string, name: string): Promise<number> {
  const body = JSON.stringify({ name, email: `${name}@watched.example` });
  return (await fetch(`${url}/api/v1/users`, { method: "POST", headers: bearer, body })).status;
}

test("an edited world is reloaded, created users stay, and a broken edit is reported and keeps the last valid version", async ({
  directory,
  mock,
}) => {
  const file = join(directory, "world.json");
  writeFileSync(file, world("ada", "ben"));
  const { url, output } = await mock(["--world", file, "--watch"]);
  expect(await create(url, "cy")).toBe(201);
  writeFileSync(file, world("ada", "ben", "dee"));
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await names(url)).toStrictEqual(["ada", "ben", "dee", "cy"]);

  writeFileSync(file, world("ada").replace('"tokens"', '"tokns"'));
  await expect.poll(output).toContain("Kept the last valid version. Cannot use world");
  expect(output()).toMatch(/world\.json:1:\d+ accounts\[0\]\.tokns: unknown key/);
  expect(await names(url)).toStrictEqual(["ada", "ben", "dee", "cy"]);

  writeFileSync(file, world("ada", "cy"));
  await expect.poll(output).toMatch(/dropped created user \S+ of acct_w: its email is taken/);
  expect(await names(url)).toStrictEqual(["ada", "cy"]);
});

test("an edited config, and its dialect and world are reloaded", async ({ directory, mock }) => {
  const write = (file: string, text: string): void => writeFileSync(join(directory, file), text);
  const config = (settings: object): void =>
    write("orgkit.config.json", JSON.stringify({ mock: { watch: true, ...settings } }));
  config({ world: "empty" });
  const { url, output } = await mock();
  write("world.json", world("ada", "ben"));
  write("dialect.yaml", "name: mine\n");
  config({ world: "./world.json", dialect: "./dialect.yaml", scenario: ["latency:ms=1"] });
  await expect.poll(output).toContain("Reloaded orgkit.config.json");
  const state = await fetch(`${url}/_orgkit/state`);
  expect(await state.json()).toMatchObject({ scenarios: ["latency:ms=1"], world: { name: "watched" } });

  write("dialect.yaml", "name: mine\npaging: { users: { style: page, defaultSize: 1 } }\n");
  await expect.poll(output).toContain("Reloaded dialect.yaml");
  expect(await names(url)).toStrictEqual(["ada"]);
});

test("--watch follows the swapped links of a mounted volume", async ({ directory, mock }) => {
  const at = (path: string): string => join(directory, path);
  mkdirSync(at("v1"));
  writeFileSync(at("v1/world.json"), world("ada"));
  symlinkSync("v1", at("..data"));
  symlinkSync("..data/world.json", at("world.json"));
  const { url, output } = await mock(["--world", at("world.json"), "--watch"]);
  mkdirSync(at("v2"));
  writeFileSync(at("v2/world.json"), world("ada", "ben"));
  symlinkSync("v2", at("..data_tmp"));
  renameSync(at("..data_tmp"), at("..data"));
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await names(url)).toStrictEqual(["ada", "ben"]);
});

test("a watched file that is gone is reported, and followed again when it is back", async ({ directory, mock }) => {
  const file = join(directory, "world.json");
  writeFileSync(file, world("ada"));
  const { url, output } = await mock(["--world", file, "--watch"]);
  rmSync(file);
  await expect.poll(output).toContain("Cannot watch world.json (no such file)");
  writeFileSync(file, world("eve"));
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await names(url)).toStrictEqual(["eve"]);
});
