// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { createTest } from "orgkit/vitest";
import { describe, expect } from "vitest";
import { renderApp } from "../render-app.tsx";

const test = createTest({ baseUrl: "http://api.example", world: "demo" });
const testEmpty = createTest({ baseUrl: "http://api.example", world: "empty" });

/** Of the records, without the row of headers. */
async function findRows(): Promise<HTMLElement[]> {
  const table = await screen.findByRole("table", { name: "Users" });
  return within(table).getAllByRole("row").slice(1);
}

describe("the users page", () => {
  test("shows the newest users first, and how many there are", async () => {
    renderApp("/users");
    expect(screen.getByRole("status", { name: "Loading users" })).toBeDefined();
    const rows = await findRows();
    expect(rows).toHaveLength(20);
    expect(rows[0]?.textContent).toContain("Chidi Kaya");
    expect(screen.getByText("1 to 20 of 47")).toBeDefined();
  });

  test("goes from page to page, and names the page in the address", async () => {
    const person = renderApp("/users?page=2&per_page=20");
    await screen.findByText("21 to 40 of 47");
    await person.click(screen.getByRole("link", { name: "Next" }));
    expect(window.location.search).toBe("?page=3&per_page=20");
    await screen.findByText("41 to 47 of 47");
    expect(await findRows()).toHaveLength(7);
    expect(screen.getByRole("link", { name: "Next" }).getAttribute("aria-disabled")).toBe("true");
  });

  test("begins at the first page when the number of rows changes", async () => {
    const person = renderApp("/users?page=3");
    await screen.findByText("41 to 47 of 47");
    await person.selectOptions(screen.getByRole("combobox", { name: "Rows" }), "50");
    await screen.findByText("1 to 47 of 47");
    expect(window.location.search).toBe("?page=1&per_page=50");
  });

  test("leads back from a page that does not exist", async () => {
    const person = renderApp("/users?page=99");
    await person.click(await screen.findByRole("link", { name: "Go to the first one" }));
    expect(await screen.findByText("1 to 20 of 47")).toBeDefined();
  });

  test("takes what it cannot read in the address as left out", async () => {
    renderApp("/users?page=-1&per_page=many");
    expect(await screen.findByText("1 to 20 of 47")).toBeDefined();
  });

  test("tries again when asked to, after a fault of the service", async ({ simulation }) => {
    simulation.use("server-errors");
    const person = renderApp("/users");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The service");
    simulation.use();
    await person.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await findRows()).toHaveLength(20);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the users page of an organization without users", () => {
  testEmpty("says so", async () => {
    renderApp("/users", "empty-token-0001");
    expect(await screen.findByText(/Nobody is here yet/)).toBeDefined();
  });
});
