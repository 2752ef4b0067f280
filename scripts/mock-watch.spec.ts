import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";

const bearer = { authorization: "Bearer watched-token-1" };
const world = (people: readonly string[]): string =>
  JSON.stringify({
    name: "watched",
    accounts: [
      {
        id: "acct_w",
        name: "Watched",
        tokens: ["watched-token-1"],
        users: people.map((name) => ({ id: `usr_${name}`, name, email: `${name}@watched.example` })),
      },
    ],
  });

async function names(url: string, query = ""): Promise<readonly unknown[]> {
  const reply = await fetch(`${url}/api/v1/users${query}`, { headers: bearer });
  const { data = [] }: { data?: { name: string }[] } = await reply.json();
  return data.map(({ name }) => name);
}

async function create(url: string, name: string): Promise<number> {
  const headers = { ...bearer, "content-type": "application/json" };
  const body = JSON.stringify({ name, email: `${name}@watched.example` });
  return (await fetch(`${url}/api/v1/users`, { method: "POST", headers, body })).status;
}

test("an edited world is taken over, and what was created stays", async ({ folder, mock }) => {
  const file = join(folder, "world.json");
  writeFileSync(file, world(["ada", "ben"]));
  const { url, output } = await mock(["--world", file, "--watch"]);
  expect(await create(url, "cy")).toBe(201);
  writeFileSync(file, world(["ada", "ben", "dee"]));
  await expect.poll(output).toContain("Took over world.json");
  expect(await names(url)).toStrictEqual(["ada", "ben", "dee", "cy"]);

  writeFileSync(file, world(["ada", "cy"]));
  await expect
    .poll(output)
    .toMatch(/acct_w users \S+: created in the mock, but its email is taken in the file; it is dropped/);
  expect(await names(url)).toStrictEqual(["ada", "cy"]);
});

test("a broken edit is named, and the last good one stays", async ({ folder, mock }) => {
  const file = join(folder, "world.json");
  writeFileSync(file, world(["ada"]));
  const { url, output } = await mock(["--world", file, "--watch"]);
  writeFileSync(file, world(["ada"]).replace('"tokens"', '"tokns"'));
  await expect.poll(output).toContain("Kept the last good state: World");
  expect(output()).toMatch(/world\.json:1:\d+ accounts\[0\]\.tokns: unknown key/);
  expect(await names(url)).toStrictEqual(["ada"]);
  writeFileSync(file, world(["eve"]));
  await expect.poll(output).toContain("Took over world.json");
  expect(await names(url)).toStrictEqual(["eve"]);
});

test("an edited dialect and config are taken over", async ({ folder, mock }) => {
  writeFileSync(join(folder, "world.json"), world(["ada", "ben"]));
  writeFileSync(join(folder, "dialect.yaml"), "name: mine\n");
  writeFileSync(
    join(folder, "orgkit.config.yaml"),
    "mock: { world: ./world.json, dialect: ./dialect.yaml, watch: true }\n",
  );
  const { url, output } = await mock([]);
  expect(await create(url, "cy")).toBe(201);
  writeFileSync(join(folder, "dialect.yaml"), "name: mine\npaging: { users: { style: page, defaultSize: 1 } }\n");
  await expect.poll(output).toContain("Took over dialect.yaml");
  expect(await names(url)).toStrictEqual(["ada"]);
  expect(await names(url, "?page=3")).toStrictEqual(["cy"]);

  const config = readFileSync(join(folder, "orgkit.config.yaml"), "utf8");
  writeFileSync(
    join(folder, "orgkit.config.yaml"),
    config.replace("watch: true", 'watch: true, scenario: ["latency:ms=1"]'),
  );
  await expect.poll(output).toContain("Took over orgkit.config.yaml");
  const state = await fetch(`${url}/_orgkit/state`);
  expect(await state.json()).toMatchObject({ scenarios: ["latency:ms=1"] });
});

test("an edited config in TypeScript is read again", async ({ folder, mock }) => {
  const config = join(folder, "orgkit.config.ts");
  writeFileSync(config, "export default { mock: { world: 'empty', watch: true } satisfies object };\n");
  const { url, output } = await mock([]);
  writeFileSync(config, "export default { mock: { world: 'edge', watch: true } satisfies object };\n");
  await expect.poll(output).toContain("Took over orgkit.config.ts");
  const state = await fetch(`${url}/_orgkit/state`);
  expect(await state.json()).toMatchObject({ world: { name: "edge" } });

  writeFileSync(join(folder, "world.json"), world(["ada"]));
  writeFileSync(config, "export default { mock: { world: './world.json', watch: true } satisfies object };\n");
  await expect.poll(async () => names(url)).toStrictEqual(["ada"]);
  writeFileSync(join(folder, "world.json"), world(["ada", "ben"]));
  await expect.poll(output).toContain("Took over world.json");
  expect(await names(url)).toStrictEqual(["ada", "ben"]);
});
