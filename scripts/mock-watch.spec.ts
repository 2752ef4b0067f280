import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";
import { createUser, namesOf, worldOf } from "./mock-users.fixture.ts";

const args = ["--world", "./world.json", "--watch"];

test("an edited world is reloaded, created users stay, and a broken edit is reported and keeps the last valid version", async ({
  write,
  mock,
}) => {
  write({ "world.json": worldOf("ada", "ben") });
  const { url, output } = await mock(args);
  expect(await createUser(url, "cy")).toBe(201);
  write({ "world.json": worldOf("ada", "ben", "dee") });
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await namesOf(url)).toStrictEqual(["ada", "ben", "dee", "cy"]);

  write({ "world.json": worldOf("ada").replace('"tokens"', '"tokns"') });
  // The file may have been read while it was written.
  await expect
    .poll(output)
    .toMatch(/Kept the last valid version[^]*world\.json:1:\d+ accounts\[0\]\.tokns: unknown key/);
  expect(await namesOf(url)).toStrictEqual(["ada", "ben", "dee", "cy"]);

  write({ "world.json": worldOf("ada", "cy") });
  await expect.poll(output).toMatch(/dropped created user \S+ of acct_w: its email is taken/);
  expect(await namesOf(url)).toStrictEqual(["ada", "cy"]);
});

test("an edited config, and its dialect and world are reloaded", async ({ write, mock }) => {
  const config = (settings: object) => ({
    "orgkit.config.json": JSON.stringify({ mock: { watch: true, ...settings } }),
  });
  write(config({ world: "empty" }));
  const { url, output } = await mock();
  write({ "world.json": worldOf("ada", "ben"), "dialect.yaml": "name: mine\n" });
  write(config({ world: "./world.json", dialect: "./dialect.yaml", scenario: ["latency:ms=1"] }));
  await expect.poll(output).toContain("Reloaded orgkit.config.json");
  const state = await fetch(`${url}/_orgkit/state`);
  expect(await state.json()).toMatchObject({ scenarios: ["latency:ms=1"], world: { name: "watched" } });

  write({ "dialect.yaml": "paging: { users: { style: page, defaultSize: 1, maxSize: 1 } }\n" });
  await expect.poll(output).toContain("Reloaded dialect.yaml");
  expect(await namesOf(url)).toStrictEqual(["ada"]);
});

test("--watch follows the swapped links of a mounted volume", async ({ directory, write, mock }) => {
  const at = (path: string): string => join(directory, path);
  write({ "v1/world.json": worldOf("ada") });
  symlinkSync("v1", at("..data"));
  symlinkSync("..data/world.json", at("world.json"));
  const { url, output } = await mock(args);
  write({ "v2/world.json": worldOf("ada", "ben") });
  symlinkSync("v2", at("..data_tmp"));
  renameSync(at("..data_tmp"), at("..data"));
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await namesOf(url)).toStrictEqual(["ada", "ben"]);
});

test("a watched file that is gone is reported, and followed again when it is back", async ({
  directory,
  write,
  mock,
}) => {
  write({ "world.json": worldOf("ada") });
  const { url, output } = await mock(args);
  rmSync(join(directory, "world.json"));
  await expect.poll(output).toContain("Cannot watch world.json (no such file)");
  write({ "world.json": worldOf("eve") });
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await namesOf(url)).toStrictEqual(["eve"]);
});
