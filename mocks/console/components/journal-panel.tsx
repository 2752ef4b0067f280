import { computed, signal, useComputed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { send } from "../client.ts";
import { accountCommands } from "../curl.ts";
import type { JournalEntry } from "../../control/replies.ts";
import { accounts, calls, refresh, selected, state } from "../store.ts";
import { durationText, matchesText, nameIn, outcomeOf, statusText, type Outcome } from "../text.ts";
import { CallDetail, detailId } from "./call-detail.tsx";
import { Button, Copyable, EmptyState, SearchField, Segments } from "./controls.tsx";

const search = signal("");
const outcome = signal<Outcome | "all">("all");

/** The visible requests, newest first. */
const visible = computed(() =>
  calls.value
    .filter((entry) => outcome.value === "all" || outcomeOf(entry) === outcome.value)
    .filter((entry) => matchesText(entry, search.value.trim()))
    .toReversed(),
);

const outcomes: readonly (readonly [Outcome | "all", string])[] = [
  ["all", "All"],
  ["2xx", "2xx"],
  ["3xx", "3xx"],
  ["4xx", "4xx"],
  ["5xx", "5xx"],
  ["none", "No response"],
];

/** The list of requests, and one of them in full. */
export function JournalPanel() {
  const entry = selected.value;
  const clear = async (): Promise<void> => {
    await send("DELETE journal");
    selected.value = undefined;
    await refresh();
  };
  return (
    <div class={`journal ${entry === undefined ? "" : "with-detail"}`}>
      <div class="journal-main">
        <div class="toolbar">
          <SearchField label="Filter requests" value={search} />
          <Segments
            label="Outcome"
            choices={outcomes}
            value={outcome.value}
            onChange={(value) => (outcome.value = value)}
          />
          <span class="shown-count soft">
            {visible.value.length} of {calls.value.length}
          </span>
          <Button label="Clear" icon="remove" look="quiet" onClick={clear} />
        </div>
        {visible.value.length > 0 ? <JournalList /> : <NoCalls />}
      </div>
      {entry !== undefined && <CallDetail entry={entry} search={search} onClose={() => focusList()} />}
    </div>
  );
}

function focusList(): void {
  selected.value = undefined;
  document.getElementById("calls")?.focus();
}

/** The browser renders only visible rows: see `content-visibility` in the stylesheet. */
function JournalList() {
  const list = useRef<HTMLDivElement>(null);
  const entries = visible.value;
  const before = useRef(entries);
  useLayoutEffect(() => {
    // Keeps the scroll position while requests are added above.
    const added = entries.findIndex(({ number }) => number === before.current[0]?.number);
    before.current = entries;
    const rowHeight = list.current?.querySelector<HTMLElement>(".call-row")?.offsetHeight ?? 1;
    if (list.current !== null && added > 0 && list.current.scrollTop >= rowHeight) {
      list.current.scrollTop += added * rowHeight;
    }
  }, [entries]);
  useLayoutEffect(() => {
    if (selected.value !== undefined) {
      document.getElementById(rowId(selected.value))?.scrollIntoView({ block: "nearest" });
    }
  }, [selected.value]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = entries.findIndex(({ number }) => number === selected.value?.number);
    const last = entries.length - 1;
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }[event.key];
    if (event.key === "Enter") document.getElementById(detailId)?.focus();
    if (event.key === "Escape") selected.value = undefined;
    if (target === undefined) return;
    event.preventDefault();
    selected.value = entries[Math.max(0, Math.min(target, last))];
  };

  return (
    <div class="calls">
      <div class="call-head" aria-hidden="true">
        {["#", "Time (UTC)", "Method", "Path", "Response", "Duration", "Why"].map((name) => (
          <span key={name} class={`col-${name === "#" ? "number" : name.split(" ")[0]?.toLowerCase()}`}>
            {name}
          </span>
        ))}
      </div>
      <div
        ref={list}
        id="calls"
        class="call-list"
        role="listbox"
        tabIndex={0}
        aria-label="Requests, newest first"
        aria-activedescendant={selected.value && rowId(selected.value)}
        onKeyDown={onKeyDown}
      >
        {entries.map((entry) => (
          <CallRow key={entry.number} entry={entry} />
        ))}
      </div>
    </div>
  );
}

function rowId({ number }: JournalEntry): string {
  return `call-${number}`;
}

/** One request in the list. Rendered once: only the selection changes. */
function CallRow({ entry }: { entry: JournalEntry }) {
  const { request, why } = entry;
  const isSelected = useComputed(() => selected.value?.number === entry.number);
  return (
    <div
      id={rowId(entry)}
      class="call-row"
      role="option"
      aria-selected={isSelected}
      onClick={() => (selected.value = entry)}
    >
      <span class="col-number">{entry.number}</span>
      <span class="col-time">{entry.at.slice(11, 23)}</span>
      <span class="col-method">{request.method}</span>
      <span class="col-path" title={request.path}>
        {request.path}
        {request.query !== "" && <span class="soft">?{request.query}</span>}
      </span>
      <span class={`col-response outcome of-${outcomeOf(entry)}`}>{statusText(entry)}</span>
      <span class="col-duration">{durationText(entry)}</span>
      <span class="col-why">
        <code>{why.rule}</code>
        {why.isDefault && (
          <span class="tag" title="The dialect does not declare this key: it was not learned.">
            default
          </span>
        )}
        {why.scenarios.map((text) => (
          <span key={text} class="tag warn" title={text}>
            {nameIn(text)}
          </span>
        ))}
      </span>
    </div>
  );
}

function NoCalls() {
  if (calls.value.length > 0) {
    const showAll = (): void => {
      search.value = "";
      outcome.value = "all";
    };
    return (
      <EmptyState title="No requests match the filter">
        <Button label="Show all requests" onClick={showAll} />
      </EmptyState>
    );
  }
  const url = state.value?.url ?? "";
  const [account] = accounts.value;
  const command = account && accountCommands(account, url)[0]?.command;
  return (
    <EmptyState title="No requests yet">
      <p>Requests appear here, with their responses and the reason for each. Point your app at {url}, or try:</p>
      {command !== undefined && (
        <p class="command">
          <Copyable text={command} label="Copy command" />
        </p>
      )}
    </EmptyState>
  );
}
