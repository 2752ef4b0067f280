// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { createTest } from "orgkit/vitest";
import { expect } from "vitest";
import { renderApp } from "../render-app.tsx";

const test = createTest({ baseUrl: "http://api.example", world: "demo" });

/** What stands beside a term of the details. */
function detail(term: string): string | null | undefined {
  return screen.getByText(term, { selector: "dt" }).nextElementSibling?.textContent;
}

test("a subscription is shown with its price", async () => {
  renderApp("/subscriptions/sub_k9p34y6n");
  expect(await screen.findByRole("heading", { name: "business" })).toBeDefined();
  expect(detail("Seats")).toBe("60");
  expect(detail("Price of a seat")).toBe("€29.00");
  expect(detail("Total each month")).toBe("€1,740.00");
  expect(detail("Ends")).toBe("–");
});

test("an unknown subscription is told from a fault", async () => {
  renderApp("/subscriptions/sub_00000000");
  expect(await screen.findByRole("heading", { name: "No such subscription" })).toBeDefined();
  expect(screen.getByRole("link", { name: /among the invoices/ })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
