import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { run, test } from "./cli.fixture.ts";

const bearer = { authorization: "Bearer watched-token-1", "content-type": "application/json" };

/** A world of users with these names. */
function world(...people: readonly string[]): string {
  const users = people.map((name) => ({ id: `usr_${name}`, name, email: `${name}@watched.example` }));
  const accounts = [{ id: "acct_w", name: "Watched", tokens: ["watched-token-1"], users }];
  return JSON.stringify({ name: "watched", accounts });
}

async function names(url: string, query = ""): Promise<readonly unknown[]> {
  const reply = await fetch(`${url}/api/v1/users${query}`, { headers: bearer });
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
  expect(await create(url, "cy")).toBe(201);

  write("dialect.yaml", "name: mine\npaging: { users: { style: page, defaultSize: 1 } }\n");
  await expect.poll(output).toContain("Reloaded dialect.yaml");
  expect([await names(url), await names(url, "?page=3")]).toStrictEqual([["ada"], ["cy"]]);
  write("world.json", world("eve"));
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await names(url)).toStrictEqual(["eve"]);
});

/** Each way in which tools change a file, as a function of its directory and the new text. */
const waysToChange: readonly (readonly [
  way: string,
  prepare: (at: string) => string,
  change: (at: string, text: string) => void,
])[] = [
  [
    "the file behind a link",
    (at) => (symlinkSync(join(at, "real.json"), join(at, "world.json")), join(at, "real.json")),
    (at, text) => writeFileSync(join(at, "real.json"), text),
  ],
  [
    "a link that is swapped",
    (at) => (symlinkSync(join(at, "one.json"), join(at, "world.json")), join(at, "one.json")),
    (at, text) => {
      writeFileSync(join(at, "two.json"), text);
      symlinkSync(join(at, "two.json"), join(at, "next"));
      renameSync(join(at, "next"), join(at, "world.json"));
    },
  ],
  [
    "the data directory of a mounted volume",
    (at) => {
      mkdirSync(join(at, "v1"));
      symlinkSync("v1", join(at, "..data"));
      symlinkSync("..data/world.json", join(at, "world.json"));
      return join(at, "v1/world.json");
    },
    (at, text) => {
      mkdirSync(join(at, "v2"));
      writeFileSync(join(at, "v2/world.json"), text);
      symlinkSync("v2", join(at, "..data_tmp"));
      renameSync(join(at, "..data_tmp"), join(at, "..data"));
    },
  ],
  [
    "a directory that is deleted and created again",
    (at) => join(at, "world.json"),
    (at, text) => {
      rmSync(at, { recursive: true });
      mkdirSync(at);
      writeFileSync(join(at, "world.json"), text);
    },
  ],
  [
    "an editor that renames a new file",
    (at) => join(at, "world.json"),
    (at, text) => {
      writeFileSync(join(at, "world.json~"), text);
      renameSync(join(at, "world.json~"), join(at, "world.json"));
    },
  ],
];

for (const [way, prepare, change] of waysToChange) {
  test(`--watch follows ${way}`, async ({ directory, mock }) => {
    const at = join(directory, "watched");
    mkdirSync(at);
    writeFileSync(prepare(at), world("ada"));
    const { url, output } = await mock(["--world", join(at, "world.json"), "--watch"]);
    change(at, world("ada", "ben"));
    await expect.poll(output).toContain("Reloaded world.json");
    expect(await names(url)).toStrictEqual(["ada", "ben"]);
  });
}

test("a watched file that is gone is said, and followed again when it is back; a pipe is refused", async ({
  directory,
  mock,
  orgkit,
}) => {
  const file = join(directory, "world.json");
  writeFileSync(file, world("ada"));
  const { url, output } = await mock(["--world", file, "--watch"]);
  rmSync(file);
  await expect.poll(output).toContain("Cannot watch world.json (no such file)");
  writeFileSync(file, world("eve"));
  await expect.poll(output).toContain("Reloaded world.json");
  expect(await names(url)).toStrictEqual(["eve"]);
  await run("/bin/sh", ["-c", "mkfifo pipe.json"], directory, {});
  const refused = await orgkit(["mock", "--port", "0", "--world", "./pipe.json", "--watch"]);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("pipe or a device") });
});
