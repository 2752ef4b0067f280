import { expect, test } from "vitest";
import { deliveries, scenariosPage } from "./scenarios-page.ts";

test("the handwritten table of adapters has a row for each kind of delivery", async () => {
  const page = await scenariosPage();
  for (const name of deliveries) expect(page).toContain(`\n| *${name}* | `);
});
