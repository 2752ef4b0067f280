import { setTimeout as pass } from "node:timers/promises";
import { z } from "zod";
import { startMock } from "./mock-process.ts";

const account = "acct_empty";
const writers = 24;

const userSchema = z.looseObject({ id: z.string(), email: z.string(), note: z.string(), createdAt: z.string() });
const pageSchema = z.object({ records: z.array(userSchema), total: z.int() });
const createdSchema = z.object({ data: z.tuple([userSchema]) });

/** The note each user may have after a crash, by email; `undefined` where there may be no such user. */
type Expected = Map<string, readonly (string | undefined)[]>;

export interface CrashReport {
  /** How many writes were acknowledged. */
  readonly acknowledged: number;
  /** What is lost, or not as it was acknowledged. */
  readonly faults: readonly string[];
}

/** Kills a mock under load, again and again, and compares each time what it holds with what it acknowledged. */
export async function crashRounds(file: string, rounds: number): Promise<CrashReport> {
  const expected: Expected = new Map();
  const faults: string[] = [];
  let acknowledged = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const mock = startMock(file, "empty");
    const url = await mock.up;
    faults.push(...compare(expected, await foundUsers(url)));
    const until = round === rounds ? 0 : 20 + Math.random() * 200;
    const writing = Array.from({ length: until === 0 ? 0 : writers }, async (_, number) => {
      for (let count = 0; ; count += 1) {
        const written = await write(url, expected, `round${round}-writer${number}-${count}@crash.example`);
        if (written === 0) return;
        acknowledged += written;
      }
    });
    await pass(until);
    mock.signal("SIGKILL");
    await Promise.all([mock.ended, ...writing]);
  }
  return { acknowledged, faults };
}

/** Creates a user; replaces or deletes some. @returns how many writes were acknowledged; 0 once the mock is gone */
async function write(url: string, expected: Expected, email: string): Promise<number> {
  const set = async (
    note: string | undefined,
    before: string | undefined,
    act: () => Promise<unknown>,
  ): Promise<unknown> => {
    expected.set(email, [before, note]);
    const body = await act();
    if (body !== undefined) expected.set(email, [note]);
    return body;
  };
  const note = `${email}${"\u{1F4A5}".repeat(Math.random() * 2000)}`;
  const body = await set(note, undefined, () => send(`${url}/api/v1/users`, "POST", { email, name: "Writer", note }));
  if (body === undefined) return 0;
  const [user] = createdSchema.parse(body).data;
  const place = `${url}/_orgkit/accounts/${account}/users/${user.id}`;
  const chance = Math.random();
  if (chance < 0.8) return 1;
  const next = chance < 0.9 ? `changed ${email}` : undefined;
  const result = await set(next, note, () =>
    next === undefined ? send(place, "DELETE") : send(place, "PUT", { ...user, note: next }),
  );
  return result === undefined ? 0 : 2;
}

/** @returns the body of the response; `undefined` where there is none because the mock was killed */
async function send(url: string, method: string, content?: object): Promise<unknown> {
  const headers = { authorization: "Bearer empty-token-0001", "content-type": "application/json" };
  let status;
  let text;
  try {
    const response = await fetch(url, { method, headers, ...(content && { body: JSON.stringify(content) }) });
    status = response.status;
    text = await response.text();
  } catch {
    return undefined;
  }
  if (status > 299) throw new Error(`${method} ${url} was answered with ${status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

async function foundUsers(url: string): Promise<readonly z.infer<typeof userSchema>[]> {
  const users = [];
  for (let total = 1; users.length < total;) {
    const response = await fetch(`${url}/_orgkit/accounts/${account}/users?offset=${users.length}&limit=1000`);
    const page = pageSchema.parse(await response.json());
    users.push(...page.records);
    total = page.total;
  }
  return users;
}

/** What was found is what is expected from then on. */
export function compare(
  expected: Expected,
  users: readonly { readonly email: string; readonly note: string }[],
): readonly string[] {
  const found = new Map(users.map(({ email, note }) => [email, note]));
  const faults = users.length === found.size ? [] : ["an email is there twice"];
  for (const email of new Set([...expected.keys(), ...found.keys()])) {
    const allowed = expected.get(email) ?? [undefined];
    const note = found.get(email);
    if (!allowed.includes(note)) faults.push(`${email}: ${note === undefined ? "lost" : "not as it was acknowledged"}`);
    expected.set(email, [note]);
  }
  return faults;
}
