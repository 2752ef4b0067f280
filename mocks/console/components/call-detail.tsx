import { signal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import rules from "../../../fixtures/contract/rules.json";
import { tryParseJson, valueAt, own } from "../../../fixtures/values/json.ts";
import { counted } from "../../../fixtures/values/text.ts";
import type { JournalEntry } from "../../control/replies.ts";
import { curlCommand } from "../curl.ts";
import { accounts, state } from "../store.ts";
import { deliveryText, findOutcome, resultText, timestampText } from "../text.ts";
import { Button, CopyButton, Pairs, Prose } from "./controls.tsx";

const detailId = "call-detail";

interface DetailProps {
  entry: JournalEntry;
  /** The text that the journal is filtered by. */
  search: Signal<string>;
  onClose: () => void;
}

/** One request in full: the reason for its response, the request and the response. */
export function CallDetail({ entry, search, onClose }: DetailProps) {
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
        <Button label="Close" icon="close" look="icon" onClick={onClose} />
      </header>
      <p class="detail-line">
        <span class={`outcome of-${findOutcome(entry)}`}>{resultText(entry)}</span>
        <span class="soft">
          #{number} · {timestampText(at)}.{at.slice(20, 23)} UTC{name === undefined ? "" : ` · ${name}`}
        </span>
        <CopyButton label="Copy as curl" look="quiet" text={curlCommand(state.value?.url ?? "", request)} />
      </p>
      <Why entry={entry} search={search} />
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

const explanations: Readonly<Record<string, Explanation>> = {
  ...rules,
  scenario: { text: "An active scenario responded instead of the service, or changed its response." },
  handler: { text: "A request handler of MSW responded instead of the service." },
  prefer: { text: "The request asked for this response with its Prefer header." },
};

/** The reason for a response: the operation, the rule that decided, the scenarios that took part. */
function Why({ entry, search }: Pick<DetailProps, "entry" | "search">) {
  const { operation, rule, scenarios, isDefault } = entry.why;
  const {
    text = "",
    section,
    quote,
  } = own(
    explanations,
    rule.replace(/^paging\.(users|invoices)|(?<=^handler) .*/, (part) => (part.startsWith("p") ? "paging" : "")),
  ) ?? {};
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
