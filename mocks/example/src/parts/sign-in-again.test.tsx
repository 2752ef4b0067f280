// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { createTest } from "orgkit/vitest";
import { expect } from "vitest";
import { renderApp } from "../render-app.tsx";

const test = createTest({ baseUrl: "http://api.example", world: "demo" });

test("an expired token asks for the next one, which shows its own account", async () => {
  const person = renderApp("/users", "aurora-expired-0b2c");
  expect((await screen.findByRole("alert")).textContent).toContain("Your session has ended");
  expect(screen.queryByRole("table")).toBeNull();

  await person.type(screen.getByLabelText("Access token"), "brightwater-token-c83d20");
  await person.click(screen.getByRole("button", { name: "Sign in" }));

  expect(await screen.findByText("1 to 12 of 12")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});
