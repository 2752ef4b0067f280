import { listen } from "../../fixtures/network/listen.fixture.ts";
import { createServer, request as httpRequest } from "node:http";
import { expect, test } from "./console.fixture.ts";

test("each tab has an address, which survives a reload", async ({ open }) => {
  const { page, tab } = await open();
  for (const name of ["Journal", "World", "Scenarios", "Accounts", "Clock"]) {
    await tab(name).click();
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  }
  await page.reload();
  await expect(page).toHaveURL(/#clock$/);
  await expect(tab("Clock")).toHaveAttribute("aria-current", "page");
  await page.goBack();
  await expect(tab("Accounts")).toHaveAttribute("aria-current", "page");
});

test.describe("a lost connection", () => {
  test.use({ allowedComplaints: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING/ });

  test("is shown, and restored without a reload", async ({ open, mock }) => {
    const { page, calls } = await open();
    await mock.call();
    await expect(calls).toHaveCount(1);
    await mock.close();
    await expect(page.getByText("Connection lost")).toBeVisible();
    await expect(calls).toHaveCount(1);
    await mock.call({ path: "/api/v1/invoices" });
    await mock.startAgain();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await expect(calls).toHaveCount(2);
  });
});

test("a reset by another client empties the journal", async ({ open, mock }) => {
  const { calls } = await open();
  await mock.call();
  await mock.call();
  await expect(calls).toHaveCount(2);
  await mock.simulation.reset();
  await mock.call({ path: "/api/v1/invoices" });
  await mock.call({ path: "/api/v1/nowhere" });
  await expect(calls).toContainText(["/api/v1/nowhere", "/api/v1/invoices"]);
});

test("a reset asks for confirmation, and resets everything", async ({ open, mock }) => {
  const { page, button, notices, calls } = await open();
  mock.simulation.use("empty-lists");
  await mock.call();
  await button("Reset").click();
  await page.keyboard.press("Escape");
  await expect(button("Reset")).toBeFocused();
  await expect(calls).toHaveCount(1);
  await button("Reset").click();
  await button("Reset everything").click();
  await expect(notices).toContainText("The mock was reset.");
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  expect(mock.simulation.scenarios()).toStrictEqual([]);
});

test.describe("behind a proxy that replaces the host", () => {
  test.use({ allowedComplaints: /403 \(Forbidden\)|^asked / });

  test("the console works, and a page that is rejected says why", async ({ page, mock }) => {
    const target = new URL(mock.server.url);
    let site = "same-origin";
    const proxy = createServer((request, response) => {
      const headers = { ...request.headers, host: target.host, "sec-fetch-site": site };
      const { method, url } = request;
      const forward = httpRequest({ host: target.hostname, port: target.port, method, path: url, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      });
      request.pipe(forward.on("error", () => response.destroy()));
    });
    const { baseUrl, stop } = await listen(proxy);
    await page.goto(`${baseUrl.replace("127.0.0.1", "localhost")}/_orgkit/`);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByRole("button", { name: "Reset everything" }).click();
    await expect(page.getByRole("status", { name: "Notices" })).toContainText("The mock was reset.");
    site = "same-site";
    await page.reload();
    await expect(page.getByRole("heading", { name: "The mock rejects this page" })).toBeVisible();
    await expect(page.getByText("A page of another origin may not use the control API.")).toBeVisible();
    await stop();
  });
});

test.describe("a mock that is open to other machines", () => {
  test.use({ host: "0.0.0.0", allowedComplaints: /401 \(Unauthorized\)/ });

  test("says how to get in, takes the token from the address, and removes it there", async ({ page, mock }) => {
    const address = `${mock.server.url}/_orgkit/`;
    await page.goto(address);
    await expect(page.getByText("Open the console address that it printed at this start")).toBeVisible();
    await page.goto(`${address}#token=${mock.server.controlToken}`);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(address);
    await page.reload();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  });
});
