import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { state } from "../../store/mock-state.ts";
import { go, route, tabs, type Tab } from "../../store/route.ts";

const titles: Readonly<Record<Tab, string>> = {
  journal: "Journal",
  world: "World",
  scenarios: "Scenarios",
  accounts: "Accounts",
  dialect: "Dialect",
  clock: "Clock & snapshots",
  sandboxes: "Sandboxes",
};

/** What a tab shows of its content: how many scenarios are in force, how many sandboxes are open. */
const marks = computed<Partial<Record<Tab, { readonly count: number; readonly text: string }>>>(() => ({
  scenarios: { count: state.value?.scenarios.length ?? 0, text: "in force" },
  sandboxes: { count: state.value?.sandboxes.size ?? 0, text: "open" },
}));

export const panelId = "panel";

/** The tabs; the arrow keys go from one to the next. */
export function Tabs(): JSX.Element {
  const { tab: current } = route.value;
  useEffect(() => {
    document.getElementById(tabId(current))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  const move = (event: KeyboardEvent): void => {
    const index = tabs.indexOf(current);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (tab === undefined) return;
    event.preventDefault();
    go(tab);
    document.getElementById(tabId(tab))?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Console" onKeyDown={move}>
      {tabs.map((tab) => {
        const mark = marks.value[tab];
        return (
          <button
            key={tab}
            id={tabId(tab)}
            type="button"
            role="tab"
            class="tab"
            aria-selected={tab === current}
            aria-controls={panelId}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => go(tab)}
          >
            {titles[tab]}
            {mark !== undefined && mark.count > 0 && (
              <span class="mark">
                {mark.count}
                <span class="unseen"> {mark.text}</span>
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

export function tabId(tab: Tab): string {
  return `tab-${tab}`;
}
