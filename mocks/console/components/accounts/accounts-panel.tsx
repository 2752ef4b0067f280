import type { JSX } from "preact";
import { accounts, state } from "../../store/mock-state.ts";
import { AccountCard } from "./account-card.tsx";

/** Whom an app can call as. */
export function AccountsPanel(): JSX.Element {
  return (
    <div class="accounts scroll">
      <ul class="cards">
        {accounts.value.map((account) => (
          <AccountCard key={account.id} account={account} baseUrl={state.value?.url ?? ""} />
        ))}
      </ul>
    </div>
  );
}
