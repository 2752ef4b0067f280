import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { prettyJson } from "../../shown-json.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { JsonView } from "../parts/json-view.tsx";

/** Whoever opens the headers of one call wants those of the next one, too. */
const areHeadersOpen = signal(false);

export interface MessagePartProps {
  readonly title: string;
  /** Of the address; empty where there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request or a reply: its query, headers and body. */
export function MessagePart({ title, query, headers, body }: MessagePartProps): JSX.Element {
  const pairs = Object.entries(headers);
  return (
    <section class="part">
      <h3>{title}</h3>
      {query !== "" && <Pairs of={[...new URLSearchParams(query)]} />}
      <details
        open={areHeadersOpen.value}
        onToggle={(event) => {
          areHeadersOpen.value = event.currentTarget.open;
        }}
      >
        <summary>{pairs.length === 1 ? "1 header" : `${pairs.length} headers`}</summary>
        <Pairs of={pairs} />
      </details>
      {body === "" ? <p class="soft">No body.</p> : <Body text={body} />}
    </section>
  );
}

function Body({ text }: { readonly text: string }): JSX.Element {
  const pretty = useMemo(() => prettyJson(text), [text]);
  return (
    <div class="body">
      <div class="body-head soft">
        <span>
          {pretty === undefined ? "Text" : "JSON"}, {text.length.toLocaleString("en")} characters
        </span>
        <CopyButton label="Copy body" text={text} />
      </div>
      <JsonView key={text} text={pretty ?? text} isJson={pretty !== undefined} />
    </div>
  );
}

function Pairs({ of: pairs }: { readonly of: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <dl class="pairs wire">
      {pairs.map(([name, value], index) => (
        <div key={`${index}${name}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
