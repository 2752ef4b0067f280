// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { createTest } from "orgkit/vitest";
import { expect } from "vitest";
import { renderApp } from "../render-app.tsx";

const test = createTest({ baseUrl: "http://api.example", world: "demo" });

async function fillIn(person: UserEvent, { name, email }: { name: string; email: string }): Promise<void> {
  await person.type(screen.getByRole("textbox", { name: "Name" }), name);
  await person.type(screen.getByRole("textbox", { name: "Email" }), email);
  await person.click(screen.getByRole("button", { name: "Add user" }));
}

function describedBy(control: HTMLElement): string | null | undefined {
  return document.getElementById(control.getAttribute("aria-describedby") ?? "")?.textContent;
}

test("a new user is sent once, and on top of the list", async ({ simulation }) => {
  const person = renderApp("/users/new");
  await person.selectOptions(screen.getByRole("combobox", { name: "Role" }), "admin");
  await fillIn(person, { name: " Ada Lovelace ", email: "ada@aurora-cycles.example" });

  expect(await screen.findByText("Ada Lovelace was added")).toBeDefined();
  const [first] = (await screen.findAllByRole("row")).slice(1);
  expect(first?.textContent).toContain("ada@aurora-cycles.example");
  const body = { name: "Ada Lovelace", email: "ada@aurora-cycles.example", role: "admin" };
  expect(simulation).toHaveReceived({ operation: "createUser", body }, { count: 1 });
});

test("what is missing is said at its field, and nothing is sent", async ({ simulation }) => {
  const person = renderApp("/users/new");
  await person.type(screen.getByRole("textbox", { name: "Email" }), "ada");
  await person.click(screen.getByRole("button", { name: "Add user" }));

  const name = screen.getByRole("textbox", { name: "Name" });
  expect(describedBy(name)).toBe("Enter a name.");
  expect(describedBy(screen.getByRole("textbox", { name: "Email" }))).toContain("Enter an email address");
  expect(document.activeElement).toBe(name);
  expect(simulation).toHaveReceived({ operation: "createUser" }, { count: 0 });
});

test("what the service finds wrong is said at its field (422)", async () => {
  const person = renderApp("/users/new");
  // The form is content with this address; the service is not.
  await fillIn(person, { name: "Ada", email: "ada@example..com" });

  const email = await screen.findByRole("textbox", { name: "Email", description: /format/ });
  expect(email.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(email);
});

test("an address that is taken is said at its field (409), and what was typed is kept", async () => {
  const person = renderApp("/users/new");
  await fillIn(person, { name: "Omar", email: "omar.osei@aurora-cycles.example" });

  expect(await screen.findByRole("textbox", { name: "Email", description: "is taken" })).toBe(document.activeElement);
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Omar");
});

test("a refusal without a field is said above the form", async ({ simulation }) => {
  simulation.use("server-errors");
  const person = renderApp("/users/new");
  await fillIn(person, { name: "Ada", email: "ada@aurora-cycles.example" });
  expect((await screen.findByRole("alert")).textContent).toContain("The service");
});
