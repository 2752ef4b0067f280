import { expect, test } from "./console.fixture.ts";

test("the interface is shown as an API reference, and requests go to the mock, without any other machine", async ({
  page,
  mock,
}) => {
  await page.goto(`${mock.server.url}/_orgkit/reference`);
  await expect(page.getByRole("heading", { name: "Organization Account REST Interface" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the console" })).toBeVisible();
  await expect(page.getByRole("button", { name: "The interface" })).toBeVisible();
  // The dialect's response at an open point.
  await expect(page.getByText("per_page", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: /^Test Request.*get \/api\/v1\/users/i }).click();
  await page.getByRole("button", { name: /^Send get/ }).click();
  await expect.poll(() => mock.simulation.journal.find({ operation: "listUsers", status: 200 }).length).toBe(1);
});

test.describe("on a mock that is open to other machines", () => {
  test.use({ host: "0.0.0.0", allowedComplaints: /401 \(Unauthorized\)/ });

  test("the reference says that it needs the token", async ({ page, mock }) => {
    await page.goto(`${mock.server.url}/_orgkit/reference`);
    await expect(page.getByRole("alert")).toContainText("needs the token it printed at its start");
  });

  test("the console passes its token on", async ({ page, mock, context }) => {
    await page.goto(`${mock.server.url}/_orgkit/#token=${mock.server.controlToken}`);
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "API reference" }).click();
    await expect((await opened).getByRole("heading", { name: "Create a user account" })).toBeVisible();
  });
});
