import { own, tryParseJson, valueAt } from "../../../fixtures/values/json.ts";
import { computed, signal, useComputed } from "@preact/signals";
import type { TargetedKeyboardEvent } from "preact";
import { accounts, calls, change, selected, state } from "../store.ts";
import {
  accountCommands,
  curlCommand,
  durationText,
  matchesText,
  scenarioName,
  findOutcome,
  resultText,
  type Outcome,
  deliveryText,
  timestampText,
} from "../text.ts";
import type { JournalEntry } from "../../control/replies.ts";
import { Button, Copyable, EmptyState, SearchField, Segments, CopyButton, Pairs, Prose } from "./controls.tsx";
import { useEffect } from "preact/hooks";
import rules from "../../../fixtures/contract/rules.json";
import { counted } from "../../../fixtures/values/text.ts";

const search = signal("");
const outcome = signal<Outcome | "all">("all");

/** The visible requests, newest first. */
const visible = computed(() =>
  calls.value
    .filter((entry) => outcome.value === "all" || findOutcome(entry) === outcome.value)
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
    selected.value = undefined;
    await change("DELETE journal");
  };
  return (
    <div
      class={`journal ${entry === undefined ? "" : "with-detail"}`}
      onKeyDown={({ key, target }) => {
        if (key === "Escape" && !(target instanceof HTMLInputElement)) closeEntry();
      }}
    >
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
      {entry !== undefined && <CallDetail entry={entry} />}
    </div>
  );
}

/** Closes the open request, and returns the focus to its row. */
function closeEntry(): void {
  document.querySelector<HTMLElement>(".call-row[aria-pressed=true]")?.focus();
  selected.value = undefined;
}

/** The row that was focused last. */
const focused = signal(0);

/** The only row that Tab reaches; the arrow keys reach the others. */
const tabStop = computed(() => {
  const isShown = visible.value.some(({ number }) => number === focused.value);
  return isShown ? focused.value : visible.value[0]?.number;
});

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

/** Moves the focus in the list. A request that is open gives way to the focused one. */
function moveFocus(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = own(steps, event.key);
  if (step === undefined) return;
  event.preventDefault();
  const rows = visible.value;
  const at = rows.findIndex(({ number }) => number === tabStop.value) + step;
  const to = Math.max(Math.min(at, rows.length - 1), 0);
  event.currentTarget.querySelectorAll<HTMLElement>(".call-row")[to]?.focus();
  if (selected.value !== undefined) selected.value = rows[to];
}

/** The browser renders only visible rows, and keeps the scroll position: see the stylesheet. */
function JournalList() {
  return (
    <div class="calls">
      <div class="call-head" aria-hidden="true">
        {["#", "Time (UTC)", "Method", "Path", "Response", "Duration", "Why"].map((name) => (
          <span key={name} class={`col-${name === "#" ? "number" : name.split(" ")[0]?.toLowerCase()}`}>
            {name}
          </span>
        ))}
      </div>
      <div class="call-list" role="group" aria-label="Requests, newest first" onKeyDown={moveFocus}>
        {visible.value.map((entry) => (
          <CallRow key={entry.number} entry={entry} />
        ))}
      </div>
    </div>
  );
}

/** One request in the list. Rendered once: only the selection changes. */
function CallRow({ entry }: { entry: JournalEntry }) {
  const { request, why } = entry;
  const { path, query } = request;
  const isSelected = useComputed(() => selected.value?.number === entry.number);
  const tabIndex = useComputed(() => (tabStop.value === entry.number ? 0 : -1));
  return (
    <button
      type="button"
      class="call-row"
      aria-pressed={isSelected}
      tabIndex={tabIndex}
      onFocus={() => (focused.value = entry.number)}
      onClick={() => (selected.value = entry)}
    >
      <span class="col-number">{entry.number}</span>
      <span class="col-time">{entry.at.slice(11, 23)}</span>
      <span class="col-method">{request.method}</span>
      <span class="col-path" title={query === "" ? path : `${path}?${query}`}>
        {path}
        {query !== "" && <span class="soft">?{query}</span>}
      </span>
      <span class={`col-response outcome of-${findOutcome(entry)}`}>{resultText(entry)}</span>
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
            {scenarioName(text)}
          </span>
        ))}
      </span>
    </button>
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

const detailId = "call-detail";

/** One request in full: the reason for its response, the request and the response. */
function CallDetail({ entry }: { entry: JournalEntry }) {
  const { number, at, account, request, reply } = entry;
  const name = accounts.value.find(({ id }) => id === account)?.name ?? account;
  useEffect(() => {
    const element = document.getElementById(detailId);
    element?.scrollTo(0, 0);
    // Where it covers the list, it gets the focus.
    if (matchMedia("(width < 900px)").matches) element?.focus();
  }, [number]);
  return (
    <section id={detailId} class="call-detail" aria-label={`Request ${number}`} tabIndex={-1}>
      <header class="detail-head">
        <h2>
          {request.method} {request.path}
        </h2>
        <Button label="Close" icon="close" look="icon" onClick={closeEntry} />
      </header>
      <p class="detail-line">
        <span class={`outcome of-${findOutcome(entry)}`}>{resultText(entry)}</span>
        <span class="soft">
          #{number} · {timestampText(at)}.{at.slice(20, 23)} UTC{name === undefined ? "" : ` · ${name}`}
        </span>
        <CopyButton label="Copy as curl" look="quiet" text={curlCommand(state.value?.url ?? "", request)} />
      </p>
      <Why entry={entry} />
      <section class="part">
        <h3>Request</h3>
        {request.query !== "" && <Pairs look="wire" pairs={[...new URLSearchParams(request.query)]} />}
        <Message {...request} />
      </section>
      <section class="part">
        <h3>Response</h3>
        {reply.status === 0 ? <p class="soft">No response was sent.</p> : <Message {...reply} />}
      </section>
    </section>
  );
}

/** A rule in words: one sentence, and the passage of the document that it is based on, or that leaves it open. */
interface Explanation {
  readonly text: string;
  readonly section?: string;
  readonly quote?: string;
}

const explanations: Readonly<Record<string, Explanation>> = rules;

/** The reason for a response: the operation, the rule that decided, the scenarios that took part. */
function Why({ entry }: { entry: JournalEntry }) {
  const { operation, rule, scenarios, isDefault } = entry.why;
  const {
    text = "",
    section,
    quote,
  } = own(explanations, rule.replace(/(?<=^paging)\.\w+(?=\.)|(?<=^handler) .*/, "")) ?? {};
  const value = valueAt(state.value?.dialect.values, rule);
  const delivery = deliveryText(entry);
  const term = (word: string, look = "") => (
    <button key={word} type="button" class={`term ${look}`} title="Filter" onClick={() => (search.value = word)}>
      {word}
    </button>
  );
  const explained = (
    <>
      {term(rule)}
      <p>
        <Prose text={text} />
      </p>
      {value !== undefined && (
        <p>
          <code class="value">{JSON.stringify(value)}</code> in the dialect {state.value?.dialect.name}
        </p>
      )}
      {isDefault && <p>Default: the dialect does not declare it, so it was not learned.</p>}
      {quote !== undefined && (
        <blockquote>
          <span class="soft">
            {value === undefined ? "Document" : "Left open by the document"}, §{section}:
          </span>{" "}
          {rowText(quote)}
        </blockquote>
      )}
    </>
  );
  return (
    <section class="part why">
      <h3>Why</h3>
      <Pairs
        pairs={[
          ["Operation", operation === undefined ? "none" : term(operation)],
          ["Rule", explained],
          ["Scenarios", scenarios.length === 0 ? "none" : scenarios.map((scenario) => term(scenario, "warn"))],
          ...(delivery === "" ? [] : [["Delivery", delivery] as const]),
        ]}
      />
    </section>
  );
}

/** A row of a table in the document without its Markdown. */
function rowText(quote: string): string {
  return quote.replaceAll(/^\| | \|$/g, "").replaceAll(" | ", ": ");
}

/** Stays open for the next request: whoever opens headers wants those of the next one, too. */
const areHeadersOpen = signal(false);

/** The headers and the body of a request or a response. Bodies are text, and never rendered as markup. */
function Message({ headers, body }: Pick<JournalEntry["request"], "headers" | "body">) {
  const pairs = Object.entries(headers);
  const json = tryParseJson(body);
  return (
    <>
      <details open={areHeadersOpen} onToggle={(event) => (areHeadersOpen.value = event.currentTarget.open)}>
        <summary>{counted(pairs.length, "header")}</summary>
        <Pairs look="wire" pairs={pairs} />
      </details>
      {body === "" ? (
        <p class="soft">No body.</p>
      ) : (
        <div class="body">
          <div class="body-head soft">
            <span>
              {json === undefined ? "Text" : "JSON"}, {counted(body.length, "character")}
            </span>
            <CopyButton label="Copy body" text={body} />
          </div>
          <pre class="json">{json === undefined ? body : JSON.stringify(json, null, 2)}</pre>
        </div>
      )}
    </>
  );
}
