import { setTimeout as pass } from "node:timers/promises";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";

/** `npm run crash` sets more. */
const rounds = Number(process.env["ORGKIT_CRASH_ROUNDS"] ?? 3);
const writers = 24;
const collection = "_orgkit/accounts/acct_empty/users";

interface User {
  readonly id: string;
  readonly email: string;
  readonly note: string;
}

test(`a mock killed under load ${rounds} times loses no acknowledged write`, async ({ mock }) => {
  test.setTimeout(rounds * 40_000);
  /** The possible notes of each user after a crash, by email; `undefined` if the user may be missing. */
  const expected = new Map<string, readonly (string | undefined)[]>();

  for (let round = 0; round <= rounds; round += 1) {
    let acknowledged = 0;
    const { url, signal, ended } = await mock(["--quiet", "--world", "empty", "--state", "./crash.state"]);

    async function send(path: string, method: string, content?: object): Promise<string> {
      const headers = { authorization: "Bearer empty-token-0001", "content-type": "application/json" };
      const response = await fetch(`${url}/${path}`, { method, headers, body: JSON.stringify(content) });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      acknowledged += 1;
      return text;
    }

    /** Both are possible until the change is acknowledged. */
    async function change<Result>(email: string, to: string | undefined, act: () => Promise<Result>): Promise<Result> {
      expected.set(email, [...(expected.get(email) ?? [undefined]), to]);
      const result = await act();
      expected.set(email, [to]);
      return result;
    }

    /** Creates users until the mock is killed; replaces and deletes some. */
    async function write(writer: number): Promise<void> {
      for (let count = 0; ; count += 1) {
        const email = `${round}-${writer}-${count}@crash.example`;
        const note = "\u{1F4A5}".repeat(Math.random() * 2000);
        const body = await change(email, note, () => send("api/v1/users", "POST", { email, name: "Writer", note }));
        const [user]: [User] = JSON.parse(body).data;
        const path = `${collection}/${user.id}`;
        if (count % 8 === 3) await change(email, "changed", () => send(path, "PUT", { ...user, note: "changed" }));
        if (count % 8 === 7) await change(email, undefined, () => send(path, "DELETE"));
      }
    }

    const found = new Map<string, string>();
    const faults: string[] = [];
    for (let [offset, total] = [0, 1]; offset < total; offset += 1000) {
      const response = await fetch(`${url}/${collection}?offset=${offset}&limit=1000`);
      const page: { records: readonly User[]; total: number } = await response.json();
      for (const { email, note } of page.records) {
        if (found.has(email)) faults.push(`${email} is there twice`);
        found.set(email, note);
      }
      total = page.total;
    }
    for (const email of new Set([...expected.keys(), ...found.keys()])) {
      const [notes, note] = [expected.get(email) ?? [undefined], found.get(email)];
      if (!notes.includes(note)) faults.push(`${email} ${note === undefined ? "is lost" : "is not as acknowledged"}`);
      expected.set(email, [note]);
    }
    expect(faults, `after round ${round}`).toEqual([]);

    if (round === rounds) return;
    const stopped = Promise.allSettled(Array.from({ length: writers }, (_, writer) => write(writer)));
    await expect.poll(() => acknowledged, { intervals: [5] }).toBeGreaterThan(2);
    await pass(Math.random() * 200);
    signal("SIGKILL");
    await ended;
    for (const writer of await stopped) {
      // A writer only ends with the kill.
      if (writer.status === "rejected") expect(String(writer.reason)).toMatch(/fetch failed|terminated/);
    }
  }
});
