import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createSimulation } from "orgkit";
import { setupServer } from "orgkit/node";
import { createTest } from "orgkit/vitest";
import { loadModule, parseModule, withProject } from "./project.ts";

const example = fileURLToPath(new URL("example-project", import.meta.url));

test("the project file is read once, and what code says wins", async () => {
  const [first, second] = [await withProject({ seed: 5 }, example), await withProject({ world: "edge" }, example)];
  expect(first).toMatchObject({ baseUrl: "https://api.example/tenant/x", seed: 5 });
  expect(second).toMatchObject({ baseUrl: "https://api.example/tenant/x", world: { name: "edge" } });
  expect(first.dialect).toBe(second.dialect);
  expect(await withProject({}, dirname(example))).toEqual({});
});

test("a program has the project file of its working directory", async () => {
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(example);
  const simulation = await createSimulation();
  const server = setupServer(simulation);
  server.listen({ onUnhandledFrame: "error" });
  onTestFinished(() => server.close());
  const headers = { authorization: "Bearer our-token-1" };
  const response = await fetch("https://api.example/tenant/x/api/v1/users", { headers });
  expect(await response.json()).toMatchObject({ meta: { total: 3 } });
  await expect(createSimulation({ world: "./none.yaml" })).rejects.toThrow(`./none.yaml: no such file in ${example}`);
});

test("a module that does not exist, and a scenario that is no function, are named", async () => {
  await expect(loadModule("./none.ts")).rejects.toThrow(`./none.ts: no such file in ${process.cwd()}`);
  expect(() => parseModule("own.ts", { scenarios: { mine: 5 } }, [])).toThrow(
    "own.ts scenarios.mine: expected a function: (turn, next) => reply",
  );
});

for (const baseUrl of ["/", "/tenant/x", "*"]) {
  createTest({ baseUrl })(`the base URL ${baseUrl} is one of any origin`, async () => {
    const headers = { authorization: "Bearer aurora-token-4f7a91" };
    const url = `http://localhost:3000${baseUrl.replace(/[*/]$/, "")}/api/v1/users`;
    expect((await fetch(url, { headers })).status).toBe(200);
  });
}
