import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { valueAt } from "../../../fixtures/json.ts";
import type { Entry } from "../../control/replies.ts";
import { deliveryText, timestampText } from "../call-text.ts";
import { curlCommand } from "../curl.ts";
import { explainRule } from "../explain.ts";
import { withTerm } from "../journal-filter.ts";
import { prettyJson } from "../shown-json.ts";
import { journal } from "../store/journal.ts";
import { accounts, dialectValues, state } from "../store/mock.ts";
import { Button, CopyButton } from "./controls.tsx";
import { JsonView, OutcomeText, Pair, Prose } from "./parts.tsx";

export const detailId = "call-detail";

/** One request in full: the reason for its response, the request and the response. */
export function CallDetail({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { number, at, account, request, reply } = entry;
  const name = accounts.value.find(({ id }) => id === account)?.name ?? account;
  useEffect(() => {
    const element = document.getElementById(detailId);
    element?.scrollTo(0, 0);
    // Where it covers the list, it gets the focus.
    if (matchMedia("(width < 900px)").matches) element?.focus();
  }, [number]);
  return (
    <section
      id={detailId}
      class="call-detail"
      aria-label={`Request ${number}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header class="detail-head">
        <h2>
          {request.method} {request.path}
        </h2>
        <Button label="Close" icon="close" look="icon" onClick={onClose} />
      </header>
      <p class="detail-line">
        <OutcomeText entry={entry} />
        <span class="soft">
          #{number} · {timestampText(at)}.{at.slice(20, 23)} UTC{name === undefined ? "" : ` · ${name}`}
        </span>
        <CopyButton label="Copy as curl" look="quiet" text={curlCommand(state.value?.url ?? "", request)} />
      </p>
      <Why entry={entry} />
      <section class="part">
        <h3>Request</h3>
        {request.query !== "" && <Wire pairs={[...new URLSearchParams(request.query)]} />}
        <Message {...request} />
      </section>
      <section class="part">
        <h3>Response</h3>
        {reply.status === 0 ? <p class="soft">No response was sent.</p> : <Message {...reply} />}
      </section>
    </section>
  );
}

/** The reason for a response: the operation, the rule that decided, the scenarios that took part. */
function Why({ entry }: { entry: Entry }) {
  const { operation, rule, scenarios, isDefault } = entry.why;
  const { text, section, quote } = explainRule(rule);
  const value = valueAt(dialectValues.value, rule);
  const delivery = deliveryText(entry);
  return (
    <section class="part why">
      <h3>Why</h3>
      <dl class="pairs">
        <Pair name="Operation">{operation === undefined ? "none" : <Term name="operation" value={operation} />}</Pair>
        <Pair name="Rule">
          <Term name="rule" value={rule} />
          {text !== "" && (
            <p>
              <Prose text={text} />
            </p>
          )}
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
              {quote}
            </blockquote>
          )}
        </Pair>
        <Pair name="Scenarios">
          {scenarios.length === 0 && <span class="soft">none</span>}
          {scenarios.map((scenario) => (
            <Term key={scenario} name="scenario" value={scenario} />
          ))}
        </Pair>
        {delivery.length > 0 && <Pair name="Delivery">{delivery.join("; ")}</Pair>}
      </dl>
    </section>
  );
}

/** A value to filter by. */
function Term({ name, value }: { name: string; value: string }) {
  return (
    <button
      type="button"
      class={`term ${name === "scenario" ? "warn" : ""}`}
      title={`Show only requests with this ${name}`}
      onClick={() => {
        journal.search.value = withTerm(journal.search.value, name, value);
      }}
    >
      {value}
    </button>
  );
}

/** Stays open for the next request: whoever opens headers wants those of the next one, too. */
const areHeadersOpen = signal(false);

/** The headers and the body of a request or a response. */
function Message({ headers, body }: Pick<Entry["request"], "headers" | "body">) {
  const pairs = Object.entries(headers);
  const pretty = useMemo(() => prettyJson(body), [body]);
  return (
    <>
      <details
        open={areHeadersOpen}
        onToggle={(event) => {
          areHeadersOpen.value = event.currentTarget.open;
        }}
      >
        <summary>{pairs.length === 1 ? "1 header" : `${pairs.length} headers`}</summary>
        <Wire pairs={pairs} />
      </details>
      {body === "" ? (
        <p class="soft">No body.</p>
      ) : (
        <div class="body">
          <div class="body-head soft">
            <span>
              {pretty === undefined ? "Text" : "JSON"}, {body.length.toLocaleString("en")} characters
            </span>
            <CopyButton label="Copy body" text={body} />
          </div>
          <JsonView key={body} text={pretty ?? body} isJson={pretty !== undefined} />
        </div>
      )}
    </>
  );
}

function Wire({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
  return (
    <dl class="pairs wire">
      {pairs.map(([name, value], index) => (
        <Pair key={`${index}${name}`} name={name}>
          {value}
        </Pair>
      ))}
    </dl>
  );
}
