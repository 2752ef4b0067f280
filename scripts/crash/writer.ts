import { z } from "zod";
import type { Random } from "../../mocks/scenarios/random.ts";
import type { Ledger, User } from "./ledger.ts";

export const userSchema = z.looseObject({ email: z.string() });

const envelopeSchema = z.object({ data: z.array(userSchema).length(1) });

export interface WriterOptions {
  /** The base URL of the mock. */
  readonly url: string;
  readonly token: string;
  /** Of the account the token is for. */
  readonly account: string;
  readonly ledger: Ledger;
  /** Of the writer, and of the round: both are part of each email. */
  readonly number: number;
  readonly round: number;
  readonly random: Random;
}

/**
 * Creates users, one after the other, and now and then changes or removes one of them, until the mock is gone.
 * @throws Error where the mock answers something else than success
 */
export async function write(options: WriterOptions): Promise<void> {
  const own: User[] = [];
  for (let count = 0; ; count += 1) {
    const chance = options.random.fraction();
    const [first] = own;
    const isGone =
      first === undefined || chance < 0.8
        ? await create(options, count, own)
        : chance < 0.95
          ? await replace(options, first, own)
          : await remove(options, first, own);
    if (isGone) return;
  }
}

async function create({ url, token, ledger, ...options }: WriterOptions, count: number, own: User[]): Promise<boolean> {
  const { number, round, random } = options;
  const email = `round${round}-writer${number}-${count}@crash.example`;
  // Long ones, too: a write of many pages is what a crash can tear.
  const sent = { email, name: `Writer ${number}`, note: "\u{1F4A5}".repeat(random.between(0, 2000)) };
  ledger.create(number, sent);
  const authorization = `Bearer ${token}`;
  const reply = await send(`${url}/api/v1/users`, "POST", sent, { authorization });
  if (reply === undefined) return true;
  const user: User | undefined = envelopeSchema.parse(reply).data[0];
  if (user === undefined) throw new Error(`${email}: created, and not given out`);
  ledger.acknowledge(email, user);
  own.push(user);
  return false;
}

async function replace(options: WriterOptions, user: User, own: User[]): Promise<boolean> {
  const next = { ...user, note: `changed ${options.random.between(0, 1_000_000)}` };
  options.ledger.change(user, next);
  if ((await send(placeOf(options, user), "PUT", next)) === undefined) return true;
  options.ledger.acknowledge(user.email, next);
  own[0] = next;
  return false;
}

async function remove(options: WriterOptions, user: User, own: User[]): Promise<boolean> {
  options.ledger.change(user, "absent");
  if ((await send(placeOf(options, user), "DELETE")) === undefined) return true;
  options.ledger.acknowledge(user.email, "absent");
  own.shift();
  return false;
}

function placeOf({ url, account }: WriterOptions, { id }: User): string {
  return `${url}/_orgkit/accounts/${account}/users/${String(id)}`;
}

/**
 * @returns what the reply carries; `undefined` where none came
 * @throws Error where it is no success
 */
async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  let status;
  let text;
  try {
    const reply = await fetch(url, { method, headers: { ...headers, "content-type": "application/json" }, ...content });
    status = reply.status;
    text = await reply.text();
  } catch {
    return undefined;
  }
  if (status < 200 || status > 299) throw new Error(`${method} ${url} was answered with ${status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}
