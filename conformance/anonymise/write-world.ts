import { stringify } from "yaml";
import type { World } from "../../fixtures/worlds/world.ts";

const heading = [
  "# A world learned from a live service: its records with every personal value replaced.",
  "# Names, addresses, numbers and texts in it are made up.",
].join("\n");

/** The world as YAML, as `orgkit mock --world FILE` reads it. */
export function writeWorld({ name, description, accounts }: World): string {
  const written = {
    name,
    ...(description === "" ? {} : { description }),
    accounts: accounts.map(({ tokens, ...account }) => ({
      id: account.id,
      name: account.name,
      tokens: tokens.map(({ token, expiresAt }) => (expiresAt === undefined ? token : { token, expiresAt })),
      users: account.users,
      subscriptions: account.subscriptions,
      invoices: account.invoices,
    })),
  };
  return `${heading}\n${stringify(written, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}
