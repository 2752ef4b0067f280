import { useComputed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Entry } from "../../control/replies.ts";
import { nameIn } from "../call-text.ts";
import { journal } from "../store/journal.ts";
import { detailId } from "./call-detail.tsx";
import { OutcomeText } from "./parts.tsx";

export const listId = "calls";

/** The requests, newest first. The browser renders only visible ones: see `content-visibility` in the stylesheet. */
export function JournalList() {
  const list = useRef<HTMLDivElement>(null);
  const entries = journal.shown.value;
  const { selected } = journal;
  const before = useRef(entries);
  useLayoutEffect(() => {
    // Keeps the scroll position while requests are added above.
    const added = entries.findIndex(({ number }) => number === before.current[0]?.number);
    before.current = entries;
    if (list.current !== null && added > 0 && list.current.scrollTop >= rowHeight()) {
      list.current.scrollTop += added * rowHeight();
    }
  }, [entries]);
  useLayoutEffect(() => {
    if (selected.value !== undefined) {
      document.getElementById(rowId(selected.value))?.scrollIntoView({ block: "nearest" });
    }
  }, [selected.value]);
  const rowHeight = (): number => list.current?.querySelector<HTMLElement>(".call-row")?.offsetHeight ?? 1;

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = entries.findIndex(({ number }) => number === selected.value?.number);
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / rowHeight()) - 1);
    const last = entries.length - 1;
    const target = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === "Enter") document.getElementById(detailId)?.focus();
    if (event.key === "Escape") selected.value = undefined;
    if (target === undefined) return;
    event.preventDefault();
    selected.value = entries[Math.max(0, Math.min(target, last))];
  };

  return (
    <div class="calls">
      <div class="call-head" aria-hidden="true">
        <span class="col-number">#</span>
        <span class="col-time">Time (UTC)</span>
        <span class="col-method">Method</span>
        <span class="col-path">Path</span>
        <span class="col-status">Response</span>
        <span class="col-why">Why</span>
      </div>
      <div
        ref={list}
        id={listId}
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

function rowId({ number }: Entry): string {
  return `call-${number}`;
}

/**
 * One request in the list: its method and path, the result, and the reason. Rendered once: only the selection changes.
 */
function CallRow({ entry }: { entry: Entry }) {
  const { request, why } = entry;
  const isSelected = useComputed(() => journal.selected.value?.number === entry.number);
  return (
    <div
      id={rowId(entry)}
      class="call-row"
      role="option"
      aria-selected={isSelected}
      onClick={() => {
        journal.selected.value = entry;
      }}
    >
      <span class="col-number">{entry.number}</span>
      <span class="col-time">{entry.at.slice(11, 23)}</span>
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
