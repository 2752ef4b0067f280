// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { createTest } from "orgkit/vitest";
import { expect } from "vitest";
import { renderApp } from "../render-app.tsx";

const test = createTest({ baseUrl: "http://api.example", world: "demo" });

test("an invoice is shown with its amount, and leads to its subscription", async () => {
  const person = renderApp("/invoices");
  const row = await screen.findByRole("row", { name: /AUR-1024/ });
  expect(row.textContent).toContain("€1,740.00");
  expect(row.textContent).toContain("open");

  await person.click(within(row).getByRole("link", { name: "sub_k9p34y6n" }));
  expect(await screen.findByRole("heading", { name: "business" })).toBeDefined();
});
