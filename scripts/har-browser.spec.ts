import { join } from "node:path";
import { expect } from "@playwright/test";
import { bearer, test, token } from "./cli.fixture.ts";

test("Playwright's recording of a page on the mock is judged, without secrets", async ({
  directory,
  mock,
  orgkit,
  browser,
}) => {
  const service = await mock();
  const context = await browser.newContext({ recordHar: { path: join(directory, "page.har"), content: "embed" } });
  const page = await context.newPage();
  await page.goto(`${service.url}/_orgkit/`);
  const statuses = await page.evaluate(async (headers) => {
    const body = JSON.stringify({ name: "Grace Hopper", email: "grace@aurora-cycles.example" });
    // A recording has the bodies that a page reads.
    const send = async (path: string, more: RequestInit = {}): Promise<number> => {
      const response = await fetch(path, { headers, ...more });
      await response.json();
      return response.status;
    };
    return [
      await send("/api/v1/users"),
      await send("/api/v1/users?page=2"),
      await send("/api/v1/users", { method: "POST", body }),
    ];
  }, bearer);
  expect(statuses).toEqual([200, 200, 201]);
  await context.close();

  const judged = await orgkit(["conform", "--har", "page.har"]);
  expect(judged).toMatchObject({ code: 0, err: "" });
  expect(judged.out).toMatch(/\? no violation in \d+ exchanges: \d+ of \d+ verified/);
  expect(judged.out).not.toMatch(new RegExp(`${token}|Hopper|aurora-cycles`));
});
