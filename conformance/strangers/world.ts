import { defaultSubscriptionIds, defaultTokens, type Tokens } from "./stranger.ts";

/** One record. What it holds is an open point: nothing here but the service itself relies on a member. */
export type Row = Readonly<Record<string, unknown>>;

export interface Account {
  readonly token: string;
  /** In the order of creation. */
  readonly users: Row[];
  readonly subscriptions: ReadonlyMap<string, Row>;
  readonly invoices: Row[];
}

export interface WorldOptions {
  readonly tokens: Tokens;
  /** How many the first and the second account have. */
  readonly users: readonly [number, number];
  readonly invoices: readonly [number, number];
  readonly subscriptionIds: readonly string[];
}

const ordinaryWorld: WorldOptions = {
  tokens: defaultTokens,
  users: [25, 7],
  invoices: [6, 3],
  subscriptionIds: defaultSubscriptionIds,
};

const givenNames = ["Ada", "Björn", "Chloé", "Dmitri", "Ewa", "Farid", "Grace", "Hiro", "Inés", "Jonas"];
const familyNames = ["Okafor", "Lindqvist", "Marsh"];
const plans = ["starter", "studio", "enterprise"];

function numbered<T>(count = 0, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** The user a creation adds: what was asked for, and an id. */
export function makeUser(id: number, name: string, email: string): Row {
  return { id, name, email, team: "unassigned" };
}

function person(account: number, index: number): Row {
  const name = `${givenNames[index % givenNames.length]} ${familyNames[(index + account) % familyNames.length]}`;
  return {
    ...makeUser(account * 1000 + index + 1, name, `person${index + 1}@company${account}.example`),
    team: "core",
  };
}

function invoice(account: number, index: number): Row {
  return {
    number: `R${account}-${String(index + 1).padStart(4, "0")}`,
    cents: 1900 + 350 * index + account,
    currency: "EUR",
    month: `2025-${String((index % 12) + 1).padStart(2, "0")}`,
  };
}

/** Two accounts; the first has the subscriptions. */
export function makeWorld(options: Partial<WorldOptions> = {}): readonly [Account, Account] {
  const { tokens, users, invoices, subscriptionIds } = { ...ordinaryWorld, ...options };
  const subscriptions = subscriptionIds.map(
    (key, index) => [key, { key, plan: plans[index % plans.length], seats: 5 * (index + 1) }] as const,
  );
  const account = (number: number, token: string, own: Account["subscriptions"]): Account => ({
    token,
    users: numbered(users[number - 1], (index) => person(number, index)),
    subscriptions: own,
    invoices: numbered(invoices[number - 1], (index) => invoice(number, index)),
  });
  return [account(1, tokens.first, new Map(subscriptions)), account(2, tokens.second, new Map())];
}
