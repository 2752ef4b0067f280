import { ask } from "../control.ts";
import { curlCommand, requestOf } from "../curl.ts";
import { fieldNames, type Filter } from "../journal-filter.ts";
import { journal } from "../store/journal.ts";
import { state } from "../store/mock.ts";
import { Button } from "./button.tsx";
import { CallDetail } from "./call-detail.tsx";
import { SearchField, Segments, useKeys } from "./field.tsx";
import { JournalList, listId } from "./journal-list.tsx";
import { EmptyState, openDialog } from "./parts.tsx";

const filterId = "journal-filter";

/** The calls as they come, and one of them in full. */
export function JournalPanel() {
  const selected = journal.selected.value;
  // `/` leads to the filter, as in many a tool.
  useKeys((event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    document.getElementById(filterId)?.focus();
  });
  const close = (): void => {
    journal.selected.value = undefined;
    document.getElementById(listId)?.focus();
  };
  return (
    <div class={`journal ${selected === undefined ? "" : "with-detail"}`}>
      <div class="journal-main">
        <Toolbar />
        {journal.shown.value.length > 0 ? <JournalList /> : <NoCalls />}
      </div>
      {selected !== undefined && <CallDetail entry={selected} onClose={close} />}
    </div>
  );
}

const outcomes: readonly (readonly [Filter["outcome"], string])[] = [
  ["all", "All"],
  ["2xx", "2xx"],
  ["3xx", "3xx"],
  ["4xx", "4xx"],
  ["5xx", "5xx"],
  ["none", "No reply"],
];

function Toolbar() {
  const { search, outcome, shown, kept, held } = journal;
  const isHeld = held.value !== undefined;
  const clear = async (): Promise<void> => {
    await ask("DELETE journal");
    journal.selected.value = undefined;
    await journal.reload();
  };
  return (
    <div class="toolbar">
      <SearchField
        id={filterId}
        label="Filter calls"
        placeholder="Filter: users, status:4xx, rule:AUTH, -GET"
        value={search}
      />
      <Button
        label="How to filter"
        icon="help"
        look="icon"
        onClick={() => openDialog({ title: "How to filter", children: help })}
      />
      <Segments
        label="Outcome"
        choices={outcomes}
        value={outcome.value}
        onChange={(value) => {
          outcome.value = value;
        }}
      />
      <span class="shown-count soft">
        {shown.value.length} of {kept.value.length}
      </span>
      <Button
        label={isHeld ? "Follow" : "Hold"}
        icon={isHeld ? "play" : "pause"}
        look="quiet"
        onClick={() => journal.hold(!isHeld)}
      >
        {isHeld && held.value > 0 && <span class="mark">{held.value} new</span>}
      </Button>
      <Button label="Clear" icon="remove" look="quiet" onClick={clear} />
    </div>
  );
}

const examples = [
  ["users", "calls whose line holds the word"],
  ["status:4xx", "replies from 400 to 499; status:409 and status:reset do as well"],
  ["rule:createUser.unique", "replies decided by this rule"],
  ["scenario:latency", "calls a scenario had a hand in"],
  ["body:ada@", "calls whose request or reply holds the text"],
  ["-method:GET", "all but those: a dash turns a term around"],
  ['"not found"', "quotation marks keep words together"],
] as const;

const help = (
  <>
    <p>Terms apart by spaces must all fit. Before a colon: {fieldNames.join(", ")}.</p>
    <dl class="pairs">
      {examples.map(([term, meaning]) => (
        <div key={term}>
          <dt>
            <code>{term}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <p>
      <kbd>/</kbd> leads to the filter, the arrow keys from call to call, <kbd>Enter</kbd> into a call and{" "}
      <kbd>Esc</kbd> out of it.
    </p>
  </>
);

function NoCalls() {
  if (journal.kept.value.length > 0) {
    const showAll = (): void => {
      journal.search.value = "";
      journal.outcome.value = "all";
    };
    return (
      <EmptyState title="No call fits the filter">
        <Button label="Show all calls" onClick={showAll} />
      </EmptyState>
    );
  }
  const { url = "", accounts = [] } = state.value ?? {};
  const token = accounts[0]?.tokens.find(({ expired }) => !expired)?.token ?? "";
  const command = curlCommand(url, requestOf("GET", "/api/v1/users", `Bearer ${token}`));
  return (
    <EmptyState title="No calls yet" command={command}>
      <p>
        Each call your app makes shows up here, with its reply and the reason for it. Point the app at {url}, or try:
      </p>
    </EmptyState>
  );
}
