import { computed, signal } from "@preact/signals";
import { clockAfter } from "../time-text.ts";
import { readAt, state } from "./mock-state.ts";

const tick = signal(0);

/** The moment the simulation is at, in ISO 8601; goes on with each second. */
export const shownNow = computed(() => {
  const clock = state.value?.clock;
  return clock === undefined ? "" : clockAfter(clock, Math.max(0, tick.value - readAt.value));
});

/** Lets the shown clock go on. */
export function runClock(): void {
  setInterval(() => {
    tick.value = performance.now();
  }, 1000);
}
