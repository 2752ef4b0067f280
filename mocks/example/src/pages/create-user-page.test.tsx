// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect } from "vitest";
import { renderApp, test } from "../render-app.fixture.tsx";

async function add(name: string, email: string, role = "member"): Promise<void> {
  const person = renderApp("/users/new");
  if (name !== "") await person.type(screen.getByRole("textbox", { name: "Name" }), name);
  await person.type(screen.getByRole("textbox", { name: "Email" }), email);
  await person.selectOptions(screen.getByRole("combobox", { name: "Role" }), role);
  await person.click(screen.getByRole("button", { name: "Add user" }));
}

test("a new user is sent once, and appears at the top of the list", async ({ simulation }) => {
  await add(" Ada Lovelace ", "ada@aurora-cycles.example", "admin");
  expect(await screen.findByText("Ada Lovelace was added")).toBeDefined();
  const [, first] = await screen.findAllByRole("row");
  expect(first?.textContent).toContain("ada@aurora-cycles.example");
  const body = { name: "Ada Lovelace", email: "ada@aurora-cycles.example", role: "admin" };
  expect(simulation).toHaveReceived({ operation: "createUser", body }, { count: 1 });
});

for (const [what, name, email, field, problem] of [
  ["a name that is missing (422)", "", "ada@aurora-cycles.example", "Name", /empty/],
  ["an invalid address (422)", "Ada", "ada@example..com", "Email", /valid email/],
  ["an address that is taken (409)", "Omar", "omar.osei@aurora-cycles.example", "Email", /is taken/],
] as const) {
  test(`${what} is shown at its focused field, and inputs are kept`, async () => {
    await add(name, email);
    const control = await screen.findByRole("textbox", { name: field, description: problem });
    expect([control, control.getAttribute("aria-invalid")]).toStrictEqual([document.activeElement, "true"]);
    expect(screen.getByRole("textbox", { name: "Email" })).toHaveProperty("value", email);
  });
}

test("a rejection without a field is shown above the form", async ({ simulation }) => {
  simulation.use("server-errors");
  await add("Ada", "ada@aurora-cycles.example");
  expect((await screen.findByRole("alert")).textContent).toContain("The service");
});
