import { ask } from "../control.ts";
import { curlCommand, requestOf } from "../curl.ts";
import { fieldNames, type Filter } from "../journal-filter.ts";
import { journal } from "../store/journal.ts";
import { state } from "../store/mock.ts";
import { CallDetail } from "./call-detail.tsx";
import { Button, SearchField, Segments, useKeys } from "./controls.tsx";
import { JournalList, listId } from "./journal-list.tsx";
import { EmptyState, openDialog, Pair } from "./parts.tsx";

const filterId = "journal-filter";

/** The list of requests, and one of them in full. */
export function JournalPanel() {
  const selected = journal.selected.value;
  // `/` moves the focus to the filter, as in many tools.
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
  ["none", "No response"],
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
        label="Filter requests"
        placeholder="Filter: users, status:4xx, rule:AUTH, -GET"
        value={search}
      />
      <Button
        label="Filter syntax"
        icon="help"
        look="icon"
        onClick={() => openDialog({ title: "Filter syntax", children: help })}
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
        label={isHeld ? "Resume" : "Pause"}
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
  ["users", "requests with this word in their line"],
  ["status:4xx", "responses from 400 to 499; also status:409, status:reset"],
  ["rule:createUser.unique", "responses decided by this rule"],
  ["scenario:latency", "requests affected by this scenario"],
  ["body:ada@", "this text in the request or response"],
  ["-method:GET", "a dash excludes the term"],
  ['"not found"', "quotation marks keep words together"],
] as const;

const help = (
  <>
    <p>Separate terms with spaces; all must match. Fields: {fieldNames.join(", ")}.</p>
    <dl class="pairs">
      {examples.map(([term, meaning]) => (
        <Pair key={term} name={<code>{term}</code>}>
          {meaning}
        </Pair>
      ))}
    </dl>
    <p>
      <kbd>/</kbd> focuses the filter, the arrow keys move between requests, <kbd>Enter</kbd> opens a request and{" "}
      <kbd>Esc</kbd> closes it.
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
      <EmptyState title="No requests match the filter">
        <Button label="Show all requests" onClick={showAll} />
      </EmptyState>
    );
  }
  const { url = "", accounts = [] } = state.value ?? {};
  const token = accounts[0]?.tokens.find(({ expired }) => !expired)?.token ?? "";
  const command = curlCommand(url, requestOf("GET", "/api/v1/users", `Bearer ${token}`));
  return (
    <EmptyState title="No requests yet" command={command}>
      <p>Requests appear here, with their responses and the reason for each. Point your app at {url}, or try:</p>
    </EmptyState>
  );
}
