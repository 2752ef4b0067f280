import type { JSX } from "preact";
import { accountCalls } from "../../account-calls.ts";
import { kinds, type Account } from "../../control-schemas.ts";
import { fragmentOf } from "../../store/route.ts";
import { momentText } from "../../time-text.ts";
import { CopyButton } from "../parts/copy-button.tsx";

export interface AccountCardProps {
  readonly account: Account;
  readonly baseUrl: string;
}

/** An account: its tokens, what it holds, and each operation as a command line. */
export function AccountCard({ account, baseUrl }: AccountCardProps): JSX.Element {
  const { id, name, tokens, counts, subscriptionIds } = account;
  const good = tokens.find(({ expired }) => !expired) ?? tokens[0];
  return (
    <li class="card account">
      <div class="account-facts">
        <div class="card-head">
          <h2>{name}</h2>
          <code class="soft">{id}</code>
        </div>
        <p class="counts">
          {kinds.map((kind) => (
            <a key={kind} href={fragmentOf("world", id, kind)}>
              {counts[kind]} {counts[kind] === 1 ? kind.slice(0, -1) : kind}
            </a>
          ))}
        </p>
        <h3>{tokens.length === 1 ? "Token" : "Tokens"}</h3>
        <ul class="lines">
          {tokens.map((token) => (
            <TokenLine key={token.token} {...token} />
          ))}
        </ul>
        {subscriptionIds.length > 0 && <SubscriptionIds ids={subscriptionIds} />}
      </div>
      <div class="account-calls">
        <h3>As curl</h3>
        <ul class="lines">
          {accountCalls(account, good?.token ?? "", baseUrl).map(({ operation, purpose, command }) => (
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

function TokenLine({ token, expired, expiresAt }: Account["tokens"][number]): JSX.Element {
  return (
    <li>
      <code>{token}</code>
      <CopyButton label={`Copy token ${token}`} text={token} />
      {expiresAt !== undefined && (
        <span class={`tag ${expired ? "bad" : ""}`} title={`${momentText(expiresAt)} UTC`}>
          {expired ? "expired" : `until ${momentText(expiresAt)}`}
        </span>
      )}
    </li>
  );
}

function SubscriptionIds({ ids }: { readonly ids: readonly string[] }): JSX.Element {
  return (
    <>
      <h3>{ids.length === 1 ? "Subscription id" : "Subscription ids"}</h3>
      <ul class="lines flowing">
        {ids.map((id) => (
          <li key={id}>
            <code>{id}</code>
            <CopyButton label={`Copy ${id}`} text={id} />
          </li>
        ))}
      </ul>
    </>
  );
}
