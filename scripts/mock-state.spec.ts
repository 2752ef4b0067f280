import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";

const token = "empty-token-0001";
const account = "acct_empty";

function create(url: string, name: string, bearer = token): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  const body = JSON.stringify({ email: `${name}@new.example`, name, note: "x".repeat(1000) });
  return fetch(`${url}/api/v1/users`, { method: "POST", headers, body });
}

async function names(url: string, of = account): Promise<readonly unknown[]> {
  const reply = await fetch(`${url}/_orgkit/accounts/${of}/users?limit=1000`);
  const { records }: { records: { name: string }[] } = await reply.json();
  return records.map(({ name }) => name);
}

/** Creates users until the mock cannot save one. */
async function fill(url: string): Promise<{ readonly saved: readonly string[]; readonly refusal: Response }> {
  const saved: string[] = [];
  for (;;) {
    const name = `user-${saved.length}`;
    const reply = await create(url, name);
    if (reply.status !== 201) return { saved, refusal: reply };
    saved.push(name);
  }
}

test("the mock goes on from its file, and says so", async ({ folder, mock }) => {
  const args = ["--world", "empty", "--state", "./my.state"];
  const first = await mock(args);
  expect(first.output()).toContain("  State     ./my.state: new, begun with 0 users\n");
  expect((await create(first.url, "ada")).status).toBe(201);
  await fetch(`${first.url}/_orgkit/scenarios`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ active: ["latency:ms=1"] }),
  });
  expect(await first.stop()).toBe(0);
  expect(readdirSync(folder)).toStrictEqual(["my.state"]);

  const second = await mock(args);
  expect(second.output()).toContain("  State     ./my.state: went on from 1 user\n");
  expect(second.output()).not.toContain("Warning");
  expect(second.output()).toContain("  Scenarios latency:ms=1\n");
  expect(await names(second.url)).toStrictEqual(["ada"]);
  expect((await create(second.url, "ada")).status).toBe(409);
});

test("a file that cannot be used is named, with exit code 2: another process has it, or it is of another world", async ({
  folder,
  mock,
  orgkit,
}) => {
  const { url } = await mock(["--world", "empty", "--state", "./my.state"]);
  await (await mock(["--world", "empty", "--state", "./other.state"])).stop();
  for (const [file, problem] of [
    [join(folder, "my.state"), "my.state: another process uses it; stop it, or name another file"],
    ["other.state", "it was created with the world empty in dialect reference, and this is demo in dialect reference"],
  ] as const) {
    const ended = await orgkit(["mock", "--port", "0", "--state", file]);
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toContain(problem);
    expect(ended.err).not.toMatch(/^ {4}at /m);
  }
  expect((await create(url, "ada")).status).toBe(201);
});

test("a taken port leaves a file that can be used", async ({ folder, mock, orgkit }) => {
  const { port } = new URL((await mock()).url);
  expect((await orgkit(["mock", "--port", port, "--state", "./my.state"])).code).toBe(2);
  expect(readdirSync(folder)).toStrictEqual(["my.state"]);
  expect((await mock(["--state", "./my.state"])).output()).toContain("went on from 60 users");
});

test("a watched world that is taken over is the one the file goes on with", async ({ folder, mock, orgkit }) => {
  const file = join(folder, "world.json");
  const world = (users: readonly string[]): string =>
    JSON.stringify({
      name: "watched",
      accounts: [
        { id: "acct_w", name: "W", tokens: ["watched-token-1"], users: users.map((id) => ({ id, name: id })) },
      ],
    });
  writeFileSync(file, world(["ada"]));
  const args = ["--world", file, "--state", "./my.state", "--watch"];
  const { url, output, stop } = await mock(args);
  await create(url, "cy", "watched-token-1");
  writeFileSync(file, world(["ada", "ben"]));
  await expect.poll(output).toContain("Took over world.json");
  expect(await names(url, "acct_w")).toStrictEqual(["ada", "ben", "cy"]);
  await stop();

  const second = await mock(args);
  expect(second.output()).toContain("went on from 3 users");
  expect(await names(second.url, "acct_w")).toStrictEqual(["ada", "ben", "cy"]);
  await second.stop();
  writeFileSync(file, world(["eve"]));
  expect((await orgkit(["mock", "--port", "0", ...args])).err).toContain("has changed since");
});

test("where the disk takes no more, the mock says so, loses nothing it acknowledged, and goes on once it does", async ({
  mock,
}) => {
  const reason = "my.state: the disk accepts no more: it is full or failing, or the file would be larger";
  const args = ["--world", "empty", "--quiet", "--state", "./my.state"];
  const { url, pid, output, signal, ended } = await mock(args);
  const limit = (bytes: string): unknown => execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}`]);
  limit("200000:unlimited");
  const { saved, refusal } = await fill(url);
  expect(saved.length).toBeGreaterThan(5);
  expect(refusal.status).toBe(500);
  expect(await refusal.text()).toContain("orgkit cannot save what was done, and answers no call until it can.");
  // A reader would be told of what is not on disk.
  const read = await fetch(`${url}/api/v1/users`, { headers: { authorization: `Bearer ${token}` } });
  expect([read.status, await read.text()]).toStrictEqual([500, expect.stringContaining(reason)]);
  const control = await fetch(`${url}/_orgkit/accounts/${account}/users`);
  expect([control.status, await control.json()]).toStrictEqual([
    500,
    { status: 500, detail: expect.stringContaining(reason) },
  ]);
  expect(output()).toContain(`No call is answered until it can be saved: State file "./my.state"`);

  // Room is made.
  limit("unlimited");
  expect((await create(url, "after")).status).toBe(201);
  expect(output()).toContain("The state is saved again");
  limit("4096:unlimited");
  expect((await create(url, "late")).status).toBe(500);
  signal("SIGTERM");
  expect(await ended).toBe(2);

  const roomy = await mock(args);
  expect(await names(roomy.url)).toEqual(expect.arrayContaining([...saved, "after"]));
  expect(roomy.output()).toMatch(/went on from \d+ users/);
});
