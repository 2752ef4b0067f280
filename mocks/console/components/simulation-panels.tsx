import { collections, kindOf } from "../../../fixtures/contract/record-kinds.ts";
import { counted } from "../../../fixtures/values/text.ts";
import type { AccountReply } from "../../control/routes.ts";
import { accountCommands, timestampText } from "../text.ts";
import { accounts, change, tabAddress, state, displayedTime } from "../store.ts";
import { Copyable, CopyButton, Button, TextForm, confirm } from "./controls.tsx";

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

const setClock = (setting: object): Promise<void> => change("POST clock", { body: setting });

const steps = [
  ["+1 min", 60_000],
  ["+1 h", 3_600_000],
  ["+1 day", 86_400_000],
  ["+30 days", 30 * 86_400_000],
] as const;

export function ClockPanel() {
  const { frozen = false, offsetMs = 0 } = state.value?.clock ?? {};
  const now = timestampText(displayedTime.value);
  const difference = `${Math.abs(offsetMs / 3_600_000).toLocaleString("en")} h ${offsetMs > 0 ? "ahead of" : "behind"}`;
  return (
    <div class="clock scroll">
      <section class="card">
        <h2>Clock</h2>
        <p class="big-clock">
          <span>{now.slice(11)}</span> <span class="soft">{now.slice(0, 10)} UTC</span>
        </p>
        <p role="status">
          {frozen
            ? "Frozen until you set or resume it."
            : offsetMs === 0
              ? "Follows the system clock."
              : `Running, ${difference} the system clock.`}
        </p>
        <p class="soft">
          It decides when tokens expire, what a new record's createdAt says, and when a rate limit is over.
        </p>
        <div class="buttons">
          <Button label="Freeze" icon="pause" disabled={frozen} onClick={() => setClock({ freeze: true })} />
          <Button
            label="Resume"
            icon="play"
            disabled={!frozen && offsetMs === 0}
            title="Follow the system clock again"
            onClick={() => setClock({ resume: true })}
          />
          {steps.map(([label, advanceMs]) => (
            <Button key={label} label={label} onClick={() => setClock({ advanceMs })} />
          ))}
        </div>
        <TextForm
          label="Freeze at (UTC)"
          action="Freeze there"
          input={{ type: "datetime-local", step: 1 }}
          // The field omits seconds if they are 0.
          onSend={(timestamp) => setClock({ freeze: `${timestamp.padEnd(19, ":00")}Z` })}
        />
      </section>
    </div>
  );
}

/** The saved snapshots, to restore and delete, and a form to save one. */
export function SnapshotsPanel() {
  const names = state.value?.snapshots ?? [];
  return (
    <div class="cards scroll">
      <section class="card">
        <p class="soft">A snapshot holds the records, the id generator and the clock, until the mock stops.</p>
        {names.length === 0 && <p>No snapshots yet.</p>}
        <ul class="lines ruled">
          {names.map((name) => (
            <Snapshot key={name} name={name} />
          ))}
        </ul>
        <TextForm
          label="Name"
          action="Save the current state"
          input={{ spellcheck: false }}
          onSend={(name) => change(`PUT ${pathTo(name)}`, { done: `Saved ${name}.` })}
        />
      </section>
    </div>
  );
}

function pathTo(name: string): string {
  return `snapshots/${encodeURIComponent(name)}`;
}

function Snapshot({ name }: { name: string }) {
  const restore = (): void =>
    confirm({
      title: `Restore ${name}?`,
      text: "The current records, ids and clock are replaced.",
      action: "Restore",
      run: () => change(`POST ${pathTo(name)}/restore`, { done: `Restored ${name}.` }),
    });
  const remove = (): void =>
    confirm({
      title: `Delete ${name}?`,
      text: "The snapshot is removed.",
      action: "Delete",
      run: () => change(`DELETE ${pathTo(name)}`, { done: `Deleted ${name}.` }),
    });
  return (
    <li>
      <strong>{name}</strong>
      <Button label={`Restore ${name}`} icon="reset" look="icon" onClick={restore} />
      <Button label={`Delete ${name}`} icon="remove" look="icon" onClick={remove} />
    </li>
  );
}
