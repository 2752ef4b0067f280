// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { createTest } from "orgkit/vitest";
import { afterEach, expect } from "vitest";
import { signIn } from "./api.ts";
import { App } from "./app.tsx";

afterEach(cleanup);

const baseUrl = "http://api.example";

/** Each test has a service with its own world. */
const test = createTest({ baseUrl, world: "demo" });

/** Opens the app at an address, signed in; returns the simulated user. */
function openApp(address: string, token = "aurora-token-4f7a91"): UserEvent {
  signIn(token);
  window.history.replaceState(null, "", address);
  render(<App />);
  return userEvent.setup();
}

async function addUser(name: string, email: string): Promise<void> {
  const person = openApp("/users/new");
  if (name !== "") await person.type(screen.getByRole("textbox", { name: "Name" }), name);
  await person.type(screen.getByRole("textbox", { name: "Email" }), email);
  await person.click(screen.getByRole("button", { name: "Add user" }));
}

test("a new user is sent once, and appears at the top of the list", async ({ simulation }) => {
  await addUser(" Ada Lovelace ", "ada@aurora-cycles.example");
  expect(await screen.findByText("Ada Lovelace was added")).toBeDefined();
  const [, first] = await screen.findAllByRole("row");
  expect(first?.textContent).toContain("ada@aurora-cycles.example");
  const body = { name: "Ada Lovelace", email: "ada@aurora-cycles.example" };
  expect(simulation).toHaveReceived({ operation: "createUser", body }, { count: 1 });
});

for (const [what, name, email, field, problem] of [
  ["a name that is missing (422)", "", "ada@aurora-cycles.example", "Name", /empty/],
  ["an address that is taken (409)", "Omar", "omar.osei@aurora-cycles.example", "Email", /is taken/],
] as const) {
  test(`${what} is shown at its focused field, and inputs are kept`, async () => {
    await addUser(name, email);
    const control = await screen.findByRole("textbox", { name: field, description: problem });
    expect(control).toBe(document.activeElement);
    expect(screen.getByRole("textbox", { name: "Email" })).toHaveProperty("value", email);
  });
}

test("a page beyond the last leads to the last", async () => {
  const person = openApp("/users?page=99");
  await screen.findByText("The list has no page 99.");
  await person.click(screen.getByRole("link", { name: "Previous" }));
  expect(await screen.findByText("41 to 47 of 47")).toBeDefined();
});

createTest({ baseUrl, world: "empty" })("a list without records says so", async () => {
  openApp("/users", "empty-token-0001");
  expect(await screen.findByText(/Nobody is here yet/)).toBeDefined();
});

test("an expired token asks for the next one, which shows its own account", async () => {
  const person = openApp("/users", "aurora-expired-0b2c");
  expect((await screen.findByRole("alert")).textContent).toContain("Your session has ended");
  await person.type(screen.getByLabelText("Access token"), "brightwater-token-c83d20");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("1 to 12 of 12")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});
