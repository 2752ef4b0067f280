import { addUser, expect, test } from "./app.fixture.ts";

/** Problems of a service, and what its users see. */

test("another client adds a user between two pages: the total is updated, and the new user is on the earlier page", async ({
  page,
  simulation,
}) => {
  simulation.use("moving-page");
  await page.goto("/users");
  await expect(page.getByText("1 to 20 of 47")).toBeVisible();

  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("21 to 40 of 48")).toBeVisible();

  simulation.use();
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByText("1 to 20 of 48")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("Newcomer");
});

test("the response to a write is lost: nothing is sent twice, and the list shows that it was done", async ({
  page,
  simulation,
}) => {
  simulation.use("lost-response:on=createUser");
  await page.goto("/users/new");
  await addUser(page, "Ada Lovelace", "ada@aurora-cycles.example");

  await expect(page.getByRole("alert")).toContainText("No response received");
  await expect(simulation).toHaveReceived({ operation: "createUser" }, { count: 1 });

  await page.getByRole("link", { name: "Look at the newest users" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("ada@aurora-cycles.example");
});

test("too many requests: the app waits as long as the service asks, then shows the page", async ({
  page,
  simulation,
}) => {
  await page.clock.install();
  simulation.clock.freeze();
  simulation.use("too-many-requests:retryAfter=30");
  await page.goto("/users");
  await expect(page.getByText("It asks for a pause of 30 seconds.")).toBeVisible();

  await page.clock.runFor("00:20");
  await expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 1 });

  simulation.clock.advance(30_000);
  await page.clock.runFor("00:10");
  await expect(page.getByText("1 to 20 of 47")).toBeVisible();
  await expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 2 });
});

test("the session ends while a form is filled in: inputs survive the next sign-in", async ({ page, simulation }) => {
  simulation.use("expired-token:after=1");
  await page.goto("/users");
  await page.getByRole("link", { name: "Add user" }).click();
  await addUser(page, "Ada Lovelace", "ada@aurora-cycles.example");
  await expect(page.getByRole("alert")).toContainText("Your session has ended");

  simulation.use();
  await page.getByLabel("Access token").fill("aurora-token-4f7a91");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);

  await page.getByRole("button", { name: "Add user" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("Ada Lovelace");
});

/** The app's message in a scenario. */
const failures = [
  ["maintenance", "It may be under maintenance"],
  ["server-errors:status=500", "The service has a problem"],
  ["refused", "The service cannot be reached"],
  ["reset", "The service cannot be reached"],
  ["truncated-body", "an answer that cannot be read"],
  ["malformed-envelope:rule=ENV-02", "an answer that cannot be read"],
] as const;

test("each failure has its own message, and the app recovers", async ({ page, simulation }) => {
  for (const [scenario, text] of failures) {
    simulation.use(scenario);
    await page.goto("/users");
    await expect(page.getByRole("alert"), scenario).toContainText(text);
    simulation.use();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("1 to 20 of 47")).toBeVisible();
  }
});

test("a service that never responds times out", async ({ page, simulation }) => {
  // The app waits for ten seconds; here a tenth of one is enough.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms / 100);
  });
  simulation.use("hang");
  await page.goto("/users");
  await expect(page.getByRole("alert")).toContainText("The service takes too long to answer");
});

test("a list that lags behind a write does not hide that it was done", async ({ page, simulation }) => {
  simulation.use("eventual-consistency");
  await page.goto("/users/new");
  await addUser(page, "Ada Lovelace", "ada@aurora-cycles.example");
  await expect(page.getByText("Ada Lovelace was added")).toBeVisible();
  await expect(page.getByText("1 to 20 of 47")).toBeVisible();

  simulation.use();
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toContainText("Ada Lovelace");
});
