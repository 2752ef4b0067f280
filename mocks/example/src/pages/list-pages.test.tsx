// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { createTest } from "orgkit/vitest";
import { expect } from "vitest";
import { renderApp, test } from "../render-app.fixture.tsx";

test("a page beyond the last leads to the last, and an invalid one is the first", async () => {
  const person = renderApp("/users?page=99");
  await screen.findByText("The list has no page 99.");
  await person.click(screen.getByRole("link", { name: "Previous" }));
  expect(await screen.findByText("41 to 47 of 47")).toBeDefined();
  renderApp("/users?page=-1");
  expect(await screen.findAllByText("1 to 20 of 47")).toBeDefined();
});

createTest({ baseUrl: "http://api.example", world: "empty" })("a list without records says so", async () => {
  renderApp("/users", "empty-token-0001");
  expect(await screen.findByText(/Nobody is here yet/)).toBeDefined();
});

test("an invoice is shown with its amount, and links to its subscription", async () => {
  const person = renderApp("/invoices");
  const row = await screen.findByRole("row", { name: /AUR-1024/ });
  expect(row.textContent).toMatch(/open.*€1,740.00/);
  await person.click(within(row).getByRole("link", { name: "sub_k9p34y6n" }));
  expect(await screen.findByRole("heading", { name: "business" })).toBeDefined();
  const details = screen.getByRole("region", { name: "Details" });
  expect(details.textContent).toMatch(/Seats60.*€29.00 each month/);
});

test("an unknown subscription is not an error", async () => {
  renderApp("/subscriptions/sub_00000000");
  expect(await screen.findByText("There is no subscription sub_00000000.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("an expired token asks for the next one, which shows its own account", async () => {
  const person = renderApp("/users", "aurora-expired-0b2c");
  expect((await screen.findByRole("alert")).textContent).toContain("Your session has ended");
  expect(screen.queryByRole("table")).toBeNull();
  await person.type(screen.getByLabelText("Access token"), "brightwater-token-c83d20");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("1 to 12 of 12")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});
