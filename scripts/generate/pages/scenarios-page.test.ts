import { expect, test } from "vitest";
import { deliveries, scenariosPage } from "./scenarios-page.ts";

test("the table of adapters, which is written by hand, has a row for each way to deliver a response", async () => {
  const page = await scenariosPage();
  for (const name of deliveries) expect(page).toContain(`\n| *${name}* | `);
});
