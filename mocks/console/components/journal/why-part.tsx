import type { JSX } from "preact";
import type { Entry } from "../../control-schemas.ts";
import { explainRule, type Explanation } from "../../explain-rule.ts";
import { withTerm } from "../../journal-filter.ts";
import { deliveryText } from "../../status-text.ts";
import { journal } from "../../store/journal.ts";
import { dialectValues, state } from "../../store/mock-state.ts";
import { fragmentOf } from "../../store/route.ts";
import { Prose } from "../parts/prose.tsx";

/** Why a reply is what it is: the operation, the rule that decided, the scenarios that had a hand in it. */
export function WhyPart({ entry }: { readonly entry: Entry }): JSX.Element {
  const { why } = entry;
  const delivery = deliveryText(entry);
  const explanation = explainRule(why.rule, dialectValues.value);
  return (
    <section class="part why">
      <h3>Why</h3>
      <dl class="pairs">
        <div>
          <dt>Operation</dt>
          <dd>
            {why.operation === undefined ? "none of the interface" : <Term name="operation" value={why.operation} />}
          </dd>
        </div>
        <div>
          <dt>Rule</dt>
          <dd>
            <Term name="rule" value={why.rule} />
            <Reason explanation={explanation} />
          </dd>
        </div>
        <div>
          <dt>Scenarios</dt>
          <dd>
            {why.scenarios.length === 0 && <span class="soft">none</span>}
            {why.scenarios.map((text) => (
              <Term key={text} name="scenario" value={text} />
            ))}
          </dd>
        </div>
        {delivery.length > 0 && (
          <div>
            <dt>Delivery</dt>
            <dd>{delivery.join("; ")}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Reason({ explanation: { text, quote, dialect } }: { readonly explanation: Explanation }): JSX.Element {
  return (
    <>
      {text !== "" && (
        <p>
          <Prose text={text} />
        </p>
      )}
      {dialect !== undefined && (
        <p>
          <code class="value">{JSON.stringify(dialect.value)}</code> in the{" "}
          <a href={fragmentOf("dialect", dialect.key)}>dialect {state.value?.dialect.name}</a>
        </p>
      )}
      {quote !== undefined && (
        <blockquote>
          <span class="soft">
            {dialect === undefined ? "Document" : "Left open by the document"}, §{quote.section}:
          </span>{" "}
          {quote.text}
        </blockquote>
      )}
    </>
  );
}

/** A value to filter by. */
function Term({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <button
      type="button"
      class={`term ${name === "scenario" ? "warn" : ""}`}
      title={`Show only calls with this ${name}`}
      onClick={() => {
        const { text } = journal.filter.value;
        journal.filter.value = { ...journal.filter.value, text: withTerm(text, name, value) };
      }}
    >
      {value}
    </button>
  );
}
