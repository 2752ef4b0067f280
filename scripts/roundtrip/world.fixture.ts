import { crowdWorld } from "../../fixtures/worlds/crowd.ts";
import { worldSchema, type World } from "../../fixtures/worlds/world.ts";

/** A valid token and an expired one. */
export const tokens = { good: "roundtrip-token-0001", expired: "roundtrip-token-0002" } as const;

const ids = "k9p34y6n 3wd25rq4 f5zr37e3 p0x8m2va z7c1b6ht w4g9s5ju m3k7y2qd a8e0i6ou"
  .split(" ")
  .map((id) => `sub_${id}`);

/**
 * One account with many users, as many invoices, and a few subscriptions that the invoices refer to; by default more
 * records than the maximum page size of a random dialect.
 */
export async function roundtripWorld(size = 400): Promise<World> {
  const [crowd] = (await crowdWorld(size * 10, 7)).accounts;
  const invoices = crowd?.invoices.slice(0, size) ?? [];
  const account = {
    ...crowd,
    tokens: [tokens.good, { token: tokens.expired, expiresAt: "2020-01-01T00:00:00Z" }],
    users: crowd?.users.slice(0, size),
    subscriptions: ids.map((id, index) => ({ ...crowd?.subscriptions[index % crowd.subscriptions.length], id })),
    invoices: invoices.map((invoice, index) => ({ ...invoice, subscriptionId: ids[index % ids.length] })),
  };
  return worldSchema.parse({ name: "roundtrip", accounts: [account] });
}
