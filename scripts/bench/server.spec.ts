import { expect, test } from "@playwright/test";
import { checkPage, creations, measureLoad, pages, startServer } from "./server.ts";
import { bare, users } from "./servers.ts";

test("a server is started, measured under load, and stopped", { tag: "@slow" }, async () => {
  const running = await startServer(bare);
  await checkPage(running, 2, users.slice(20, 40));
  await expect(checkPage(running, 1, users.slice(20, 40))).rejects.toThrow("page 1 lacks 20 of its users");
  const list = await measureLoad("list", running, pages(bare, 1, 50), 1);
  const create = await measureLoad("create", running, creations(bare), 1);
  for (const figure of [list["list/s"], list["list µs"], create["create/s"], create["create µs"]]) {
    expect(figure).toBeGreaterThan(0);
  }
  const unknown = { path: "/api/v1/users?page=x", newBody: () => "{}" };
  await expect(measureLoad("list", running, [unknown], 1)).rejects.toThrow("0 successes");
  await running[Symbol.asyncDispose]();
  await expect(fetch(running.url)).rejects.toThrow("fetch failed");
});
