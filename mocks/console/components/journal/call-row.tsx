import type { JSX } from "preact";
import type { Entry } from "../../control-schemas.ts";
import { nameIn } from "../../scenario-text.ts";
import { timeOfDay } from "../../time-text.ts";
import { OutcomeText } from "../parts/outcome.tsx";

export interface CallRowProps {
  readonly entry: Entry;
  /** From the top of the list. Pixels. */
  readonly top: number;
  readonly index: number;
  /** Of how many. */
  readonly count: number;
  readonly isSelected: boolean;
  readonly onSelect: (index: number) => void;
}

export function rowId({ number }: Entry): string {
  return `call-${number}`;
}

/** One call in the list: what was asked, what came of it, and why. */
export function CallRow({ entry, top, index, count, isSelected, onSelect }: CallRowProps): JSX.Element {
  const { request, why } = entry;
  return (
    <div
      id={rowId(entry)}
      class="call-row"
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ top: `${top}px` }}
      onClick={() => onSelect(index)}
    >
      <span class="col-number">{entry.number}</span>
      <span class="col-time">{timeOfDay(entry.at)}</span>
      <span class="col-method">{request.method}</span>
      <span class="col-path" title={request.path}>
        {request.path}
        {request.query !== "" && <span class="soft">?{request.query}</span>}
      </span>
      <span class="col-status">
        <OutcomeText entry={entry} />
      </span>
      <span class="col-why">
        <code>{why.rule}</code>
        {why.scenarios.map((text) => (
          <span key={text} class="tag warn" title={text}>
            {nameIn(text)}
          </span>
        ))}
      </span>
    </div>
  );
}
