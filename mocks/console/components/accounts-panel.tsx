import { collections, kindOf } from "../../../fixtures/contract/record-kinds.ts";
import { counted } from "../../../fixtures/values/text.ts";
import type { AccountReply } from "../../control/replies.ts";
import { accountCommands, timestampText } from "../text.ts";
import { accounts, tabAddress, state } from "../store.ts";
import { Copyable, CopyButton } from "./controls.tsx";

/** The accounts that an app can use. */
export function AccountsPanel() {
  return (
    <ul class="cards scroll">
      {accounts.value.map((account) => (
        <AccountCard key={account.id} account={account} />
      ))}
    </ul>
  );
}

/** An account: its tokens, its records, and each operation as a command. */
function AccountCard({ account }: { account: AccountReply }) {
  const { id, name, tokens, counts, subscriptionIds } = account;
  return (
    <li class="card account">
      <div class="account-facts">
        <div class="card-head">
          <h2>{name}</h2>
          <code class="soft">{id}</code>
        </div>
        <p class="counts">
          {collections.map((kind) => (
            <a key={kind} href={tabAddress("world", id, kind)}>
              {counted(counts[kind], kindOf(kind))}
            </a>
          ))}
        </p>
        <h3>Tokens</h3>
        <ul class="lines">
          {tokens.map(({ token, expired, expiresAt }) => (
            <li key={token}>
              <Copyable label={`Copy token ${token}`} text={token} />
              {expiresAt !== undefined && (
                <span class={`tag ${expired ? "bad" : ""}`} title={`${timestampText(expiresAt)} UTC`}>
                  {expired ? "expired" : `until ${timestampText(expiresAt)}`}
                </span>
              )}
            </li>
          ))}
        </ul>
        <h3>Subscription ids</h3>
        <ul class="lines flowing">
          {subscriptionIds.map((subscription) => (
            <li key={subscription}>
              <Copyable label={`Copy ${subscription}`} text={subscription} />
            </li>
          ))}
        </ul>
      </div>
      <div class="account-calls">
        <h3>As curl</h3>
        <ul class="lines">
          {accountCommands(account, state.value?.url ?? "").map(({ operation, purpose, command }) => (
            <li key={operation}>
              <span class="operation" title={purpose}>
                {operation}
              </span>
              <code class="grow one-line" title={command}>
                {command}
              </code>
              <CopyButton label={`Copy curl for ${operation}`} text={command} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
