import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";

const users = "_orgkit/accounts/acct_empty/users";
const token = "empty-token-0001";
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

async function create(url: string, name: string): Promise<Response> {
  const body = JSON.stringify({ email: `${name}@new.example`, name, note: "x".repeat(1000) });
  return fetch(`${url}/api/v1/users`, { method: "POST", headers, body });
}

async function names(url: string): Promise<readonly unknown[]> {
  const reply = await fetch(`${url}/${users}?limit=1000`);
  const { records }: { records: { name: string }[] } = await reply.json();
  return records.map(({ name }) => name);
}

/** A world that replaces `empty`. */
function world(...people: readonly string[]): string {
  const records = people.map((name) => ({ id: name, name }));
  const accounts = [{ id: "acct_empty", name: "W", tokens: [token], users: records }];
  return JSON.stringify({ name: "watched", accounts });
}

test("the mock resumes from its file, also with a reloaded world, and says so", async ({ directory, mock, orgkit }) => {
  const file = join(directory, "world.json");
  writeFileSync(file, world("ada"));
  const args = ["--world", file, "--state", "./my.state", "--watch"];
  const first = await mock(args);
  expect(first.output()).toContain("  State     ./my.state: new, begun with 1 user\n");
  expect((await create(first.url, "cy")).status).toBe(201);
  writeFileSync(file, world("ada", "ben"));
  await expect.poll(first.output).toContain("Reloaded world.json");
  expect(await first.stop()).toBe(0);
  expect(readdirSync(directory).toSorted()).toStrictEqual(["my.state", "world.json"]);

  const second = await mock(args);
  expect(second.output()).toContain("  State     ./my.state: resumed with 3 users\n");
  expect(await names(second.url)).toStrictEqual(["ada", "ben", "cy"]);
  expect((await create(second.url, "cy")).status).toBe(409);
  await second.stop();
  writeFileSync(file, world("eve"));
  expect((await orgkit(["mock", "--port", "0", ...args])).err).toContain("has changed since");
});

test("a file that cannot be used is reported with exit code 2: in use, or of another world", async ({
  mock,
  orgkit,
}) => {
  const { url } = await mock(["--world", "empty", "--state", "./my.state"]);
  // After a port conflict, the file can still be used.
  const port = ["--world", "empty", "--port", new URL(url).port];
  expect((await orgkit(["mock", ...port, "--state", "./other.state"])).err).toContain("the port is taken");
  for (const [file, problem] of [
    ["./my.state", "my.state: another process uses it; stop it, or name another file"],
    ["other.state", "it was created with the world empty in dialect reference, and this is demo in dialect reference"],
  ] as const) {
    const ended = await orgkit(["mock", "--port", "0", "--state", file]);
    expect(ended).toMatchObject({ code: 2, out: "", err: expect.stringContaining(problem) });
    expect(ended.err).not.toMatch(/^ {4}at /m);
  }
  expect((await create(url, "ada")).status).toBe(201);
});

test("on a full disk the mock says so, loses no acknowledged write, and continues when there is room", async ({
  mock,
}) => {
  const args = ["--world", "empty", "--quiet", "--state", "./my.state"];
  const { url, pid, output, signal, ended } = await mock(args);
  const limit = (bytes: string): unknown => execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}`]);
  limit("200000:unlimited");
  const saved: string[] = [];
  let reply = await create(url, "user-0");
  for (; reply.status === 201; reply = await create(url, `user-${saved.length}`)) saved.push(`user-${saved.length}`);
  expect(saved.length).toBeGreaterThan(5);
  expect(reply.status).toBe(500);
  // A read would show what is not on disk.
  const read = await fetch(`${url}/api/v1/users`, { headers });
  expect([read.status, await read.text()]).toStrictEqual([500, expect.stringContaining("the disk accepts no more")]);
  expect(output()).toContain("Cannot save the state: the mock answers no requests until it can.");

  // Makes room on the disk.
  limit("unlimited");
  expect((await create(url, "after")).status).toBe(201);
  expect(output()).toContain("The state is being saved again");
  limit("4096:unlimited");
  expect((await create(url, "late")).status).toBe(500);
  signal("SIGTERM");
  expect(await ended).toBe(2);

  const roomy = await mock(args);
  expect(await names(roomy.url)).toEqual(expect.arrayContaining([...saved, "after"]));
  expect(roomy.output()).toMatch(/resumed with \d+ users/);
});
