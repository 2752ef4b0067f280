import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { checkout, test } from "./cli.fixture.ts";
import { linkPackages } from "./release/packed.fixture.ts";

const example = join(checkout, "mocks/adapters/example-project");

test("the mock serves what the project file says, with its handlers and scenarios, and reloads edited ones, and what they import", async ({
  directory,
  mock,
  write,
}) => {
  linkPackages(directory, ["msw"]);
  write(Object.fromEntries(readdirSync(example).map((name) => [name, readFileSync(join(example, name), "utf8")])));
  const handlers = `import { status } from "./status.js";\n${readFileSync(join(example, "handlers.ts"), "utf8")}
export const scenarios = { ours: () => ({ status, headers: {}, body: "" }) };`.replace(
    "export const scenarios:",
    "const others:",
  );
  write({ "handlers.ts": handlers, "status.js": "export const status = 418;\n" });
  const { url, output } = await mock(["--watch"]);
  const logIn = () => fetch(`${url}/login`, { method: "POST", body: '{"email":"ada@x.example"}' });
  const headers = { authorization: `Bearer ${(await (await logIn()).json()).token}`, origin: "https://app.example" };
  const removed = await fetch(`${url}/api/v1/users/u3`, { method: "DELETE", headers });
  expect([removed.status, removed.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  const preflight = { ...headers, "access-control-request-method": "DELETE" };
  const asked = await fetch(`${url}/api/v1/users/u3`, { method: "OPTIONS", headers: preflight });
  expect(asked.headers.get("access-control-allow-methods")).toBe("DELETE");
  expect(await (await fetch(`${url}/api/v1/users`, { headers })).json()).toMatchObject({ meta: { total: 2 } });
  expect((await fetch(`${url}/api/v1/users?export=1`, { headers })).status).toBe(503);
  await expect.poll(output).toMatch(/POST \/login 200 handler/);
  const journal = await (await fetch(`${url}/_orgkit/journal`)).json();
  expect(JSON.stringify(journal)).toContain('"rule":"handler POST /login"');
  const ours = async () =>
    (await fetch(`${url}/api/v1/users`, { headers: { ...headers, prefer: "scenario=ours" } })).status;
  expect(await ours()).toBe(418);
  write({ "status.js": "export const status = 419;\n" });
  await expect.poll(output).toContain("Reloaded status.js");
  expect(await ours()).toBe(419);
  write({ "handlers.ts": handlers.replace("status: 401", "status: 403").replace('user["email"] === email', "false") });
  await expect.poll(output).toContain("Reloaded handlers.ts");
  expect((await logIn()).status).toBe(403);
});
