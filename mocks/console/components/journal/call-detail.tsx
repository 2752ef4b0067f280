import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Entry } from "../../control-schemas.ts";
import { curlCommand } from "../../curl-command.ts";
import { state } from "../../store/mock-state.ts";
import { momentText } from "../../time-text.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { OutcomeText } from "../parts/outcome.tsx";
import { MessagePart } from "./message-part.tsx";
import { WhyPart } from "./why-part.tsx";

export const detailId = "call-detail";

export interface CallDetailProps {
  readonly entry: Entry;
  readonly onClose: () => void;
}

/** One call in full: why its reply is what it is, the request and the reply. */
export function CallDetail({ entry, onClose }: CallDetailProps): JSX.Element {
  const { number, at, account, request, reply } = entry;
  const name = state.value?.accounts.find(({ id }) => id === account)?.name ?? account;
  useEffect(() => {
    const element = document.getElementById(detailId);
    element?.scrollTo(0, 0);
    // Where it covers the list, the focus goes with it.
    if (matchMedia("(width < 900px)").matches) element?.focus();
  }, [number]);
  return (
    <section
      id={detailId}
      class="call-detail"
      aria-label={`Call ${number}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header class="detail-head">
        <Button label="Back to the calls" icon="back" look="icon" class="back" onClick={onClose} />
        <h2>
          <span class="method">{request.method}</span> {request.path}
        </h2>
        <Button label="Close" icon="close" look="icon" class="close" onClick={onClose} />
      </header>
      <p class="detail-line">
        <OutcomeText entry={entry} />
        <span class="soft">
          #{number} · {momentText(at)}.{at.slice(20, 23)} UTC{name === undefined ? "" : ` · ${name}`}
        </span>
        <CopyButton label="Copy as curl" look="quiet" text={() => curlCommand(state.value?.url ?? "", request)} />
      </p>
      <WhyPart entry={entry} />
      <MessagePart title="Request" headers={request.headers} body={request.body} query={request.query} />
      {reply.status === 0 ? (
        <section class="part">
          <h3>Reply</h3>
          <p class="soft">None was sent.</p>
        </section>
      ) : (
        <MessagePart title="Reply" headers={reply.headers} body={reply.body} query="" />
      )}
    </section>
  );
}
