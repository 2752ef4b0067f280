import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Entry } from "../../control-schemas.ts";
import { rowAfterKey, rowsInSight, scrollTo } from "../../row-window.ts";
import { journal } from "../../store/journal.ts";
import { detailId } from "./call-detail.tsx";
import { CallRow, rowId } from "./call-row.tsx";

export const listId = "calls";

/** Below these widths a row drops its lesser columns, then takes two lines. Pixels. */
const fullFrom = 860;
const oneLineFrom = 560;

/** The calls, newest first; only the rows in sight are drawn. */
export function JournalList(): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const size = useSignal({ width: 0, height: 0 });
  const layout = useComputed(() => {
    const { width } = size.value;
    return width >= fullFrom ? "full" : width >= oneLineFrom ? "short" : "stacked";
  });
  const rowHeight = layout.value === "stacked" ? 52 : 30;
  const entries = journal.shown.value;
  const selected = journal.selected.value;
  const { first, end } = rowsInSight(entries.length, rowHeight, scrollTop.value, size.value.height);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = (): void => {
      size.value = { width: element.clientWidth, height: element.clientHeight };
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useKeptPlace(list.current, entries, rowHeight);

  const select = (index: number): void => {
    const element = list.current;
    journal.selected.value = entries[index];
    if (element !== null) element.scrollTop = scrollTo(index, rowHeight, element.scrollTop, element.clientHeight);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = entries.findIndex(({ number }) => number === selected?.number);
    const page = Math.max(1, Math.floor(size.value.height / rowHeight) - 1);
    const target = rowAfterKey(event.key, index, entries.length, page);
    if (event.key === "Enter") document.getElementById(detailId)?.focus();
    if (event.key === "Escape") journal.selected.value = undefined;
    if (target === undefined) return;
    event.preventDefault();
    select(target);
  };

  return (
    <div class={`calls ${layout.value}`}>
      <div class="call-head" aria-hidden="true">
        <span class="col-number">#</span>
        <span class="col-time">Time (UTC)</span>
        <span class="col-method">Method</span>
        <span class="col-path">Path</span>
        <span class="col-status">Reply</span>
        <span class="col-why">Why</span>
      </div>
      <div
        ref={list}
        id={listId}
        class="call-list"
        role="listbox"
        tabIndex={0}
        aria-label="Calls, newest first"
        aria-activedescendant={selected === undefined ? undefined : rowId(selected)}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          scrollTop.value = event.currentTarget.scrollTop;
        }}
      >
        <div class="call-space" role="presentation" style={{ height: `${entries.length * rowHeight}px` }}>
          {entries.slice(first, end).map((entry, offset) => (
            <CallRow
              key={entry.number}
              entry={entry}
              top={(first + offset) * rowHeight}
              index={first + offset}
              count={entries.length}
              isSelected={entry.number === selected?.number}
              onSelect={select}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Whoever has scrolled down keeps the same rows in sight while calls come in above. */
function useKeptPlace(element: HTMLElement | null, entries: readonly Entry[], rowHeight: number): void {
  const before = useRef(entries);
  useLayoutEffect(() => {
    const firstBefore = before.current[0];
    before.current = entries;
    if (element === null || element.scrollTop < rowHeight || firstBefore === undefined) return;
    const added = entries.findIndex(({ number }) => number === firstBefore.number);
    if (added > 0) element.scrollTop += added * rowHeight;
  }, [entries]);
}
