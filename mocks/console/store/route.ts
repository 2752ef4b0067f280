import { percentDecoded } from "../../../fixtures/percent-decoded.ts";
import { signal } from "@preact/signals";

export const tabs = ["journal", "world", "scenarios", "accounts", "clock"] as const;
export type Tab = (typeof tabs)[number];

/** The current tab, and the rest of the address, which the tab interprets. */
export interface Route {
  readonly tab: Tab;
  /** `#world/acct_a/users` → `["acct_a", "users"]` */
  readonly rest: readonly string[];
}

/** Parses the fragment of an address; the journal if it names no tab. */
export function parseRoute(fragment: string): Route {
  const [name = "", ...rest] = fragment.replace(/^#/, "").split("/").map(percentDecoded);
  const tab = tabs.find((candidate) => candidate === name);
  return tab === undefined ? { tab: "journal", rest: [] } : { tab, rest };
}

export function fragmentOf(tab: Tab, ...rest: readonly string[]): string {
  return `#${[tab, ...rest].map(encodeURIComponent).join("/")}`;
}

export const route = signal<Route>(parseRoute(""));

/** Switches to another tab; the browser's back button returns. */
export function go(tab: Tab, ...rest: readonly string[]): void {
  location.hash = fragmentOf(tab, ...rest);
}

/** Keeps the route in sync with the address. */
export function followAddress(): void {
  const read = (): void => {
    route.value = parseRoute(location.hash);
  };
  addEventListener("hashchange", read);
  read();
}
