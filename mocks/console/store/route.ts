import { percentDecoded } from "../../../fixtures/percent-decoded.ts";
import { signal } from "@preact/signals";

export const tabs = ["journal", "world", "scenarios", "accounts", "dialect", "clock", "sandboxes"] as const;
export type Tab = (typeof tabs)[number];

/** What is shown: a tab, and within it what its own part of the address says. */
export interface Route {
  readonly tab: Tab;
  /** `#dialect/paging.users` → `["paging.users"]` */
  readonly rest: readonly string[];
}

/** Reads the fragment of an address; the journal where it names no tab. */
export function parseRoute(fragment: string): Route {
  const [name = "", ...rest] = fragment.replace(/^#/, "").split("/").map(percentDecoded);
  const tab = tabs.find((candidate) => candidate === name);
  return tab === undefined ? { tab: "journal", rest: [] } : { tab, rest };
}

export function fragmentOf(tab: Tab, ...rest: readonly string[]): string {
  return `#${[tab, ...rest].map(encodeURIComponent).join("/")}`;
}

export const route = signal<Route>(parseRoute(""));

/** Shows another tab; the way back leads to where one was. */
export function go(tab: Tab, ...rest: readonly string[]): void {
  location.hash = fragmentOf(tab, ...rest);
}

/** Keeps the route in step with the address. */
export function followAddress(): void {
  const read = (): void => {
    route.value = parseRoute(location.hash);
  };
  addEventListener("hashchange", read);
  read();
}
