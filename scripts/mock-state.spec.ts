import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";
import { createUser, namesOf, worldOf } from "./mock-users.fixture.ts";

test("the mock resumes from its file, also with a reloaded world, and says so", async ({
  directory,
  write,
  mock,
  orgkit,
}) => {
  write({ "world.json": worldOf("ada") });
  const args = ["--world", "./world.json", "--state", "./my.state", "--watch"];
  const first = await mock(args);
  expect(first.output()).toContain("  State     ./my.state: new, begun with 1 user\n");
  expect(await createUser(first.url, "cy")).toBe(201);
  write({ "world.json": worldOf("ada", "ben") });
  await expect.poll(first.output).toContain("Reloaded world.json");
  expect(await first.stop()).toBe(0);
  expect(readdirSync(directory).toSorted()).toStrictEqual(["my.state", "world.json"]);

  const second = await mock(args);
  expect(second.output()).toContain("  State     ./my.state: resumed with 3 users\n");
  expect(await namesOf(second.url)).toStrictEqual(["ada", "ben", "cy"]);
  expect(await createUser(second.url, "cy")).toBe(409);
  await second.stop();
  write({ "world.json": worldOf("eve") });
  expect((await orgkit(["mock", "--port", "0", ...args])).err).toContain("has changed since");
});

test("a file that cannot be used is reported with exit code 2", async ({ mock, orgkit }) => {
  const { url } = await mock(["--world", "empty", "--state", "./my.state"]);
  for (const [flags, problem] of [
    [["--port", "0", "--state", "./my.state"], "my.state: another process uses it; stop it, or name another file"],
    // After a port conflict, the file can still be used: it is found to be of another world.
    [["--port", new URL(url).port, "--state", "./other.state", "--world", "empty"], "the port is taken"],
    [["--port", "0", "--state", "./other.state"], "and this is demo"],
  ] as const) {
    const ended = await orgkit(["mock", ...flags]);
    expect(ended).toMatchObject({ code: 2, out: "", err: expect.stringContaining(problem) });
  }
});

test("on a full disk the mock says so, loses no acknowledged write, and continues when there is room", async ({
  write,
  mock,
}) => {
  write({ "world.json": worldOf() });
  const args = ["--world", "./world.json", "--quiet", "--state", "./my.state"];
  const { url, pid, output, signal, ended } = await mock(args);
  const limit = (bytes: string): unknown => execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}`]);
  limit("200000:unlimited");
  const saved: string[] = [];
  let status = await createUser(url, "user-0");
  for (; status === 201; status = await createUser(url, `user-${saved.length}`)) saved.push(`user-${saved.length}`);
  expect(saved.length).toBeGreaterThan(5);
  expect(status).toBe(500);
  // A read would show what is not on disk.
  const read = await fetch(`${url}/api/v1/users`, { headers: { authorization: "Bearer watched-token-1" } });
  expect([read.status, await read.text()]).toStrictEqual([500, expect.stringContaining("the disk accepts no more")]);
  expect(output()).toContain("Cannot save the state: the mock answers no requests until it can.");

  // Makes room on the disk.
  limit("unlimited");
  expect(await createUser(url, "after")).toBe(201);
  expect(output()).toContain("The state is being saved again");
  limit("4096:unlimited");
  expect(await createUser(url, "late")).toBe(500);
  signal("SIGTERM");
  expect(await ended).toBe(2);

  const roomy = await mock(args);
  expect(await namesOf(roomy.url)).toEqual(expect.arrayContaining([...saved, "after"]));
  expect(roomy.output()).toMatch(/resumed with \d+ users/);
});
