import { signal } from "@preact/signals";
import type { Happening } from "../control-client.ts";
import { ControlProblem } from "../control-problem.ts";
import { client, sandbox, token } from "./client.ts";
import { journal } from "./journal.ts";
import { mayChangeRecords, noteChange, readState } from "./mock-state.ts";
import { tell } from "./notices.ts";

/** `locked`: the mock asks for its control token. */
export const connection = signal<"connecting" | "live" | "lost" | "locked">("connecting");

/** The control token that the mock refused last. */
export const refused = signal<string | undefined>(undefined);

const shortestWaitMs = 500;
const longestWaitMs = 5000;

let running: AbortController | undefined;
let wake: () => void = () => undefined;
/** Whether it was asked for while the last attempt was still under way. */
let isAskedAgain = false;

/** Follows the mock for as long as the page is open, and finds it again where it was lost. */
export async function followMock(): Promise<never> {
  let waitMs = shortestWaitMs;
  for (;;) {
    running = new AbortController();
    isAskedAgain = false;
    const isOver = await follow(running.signal);
    if (connection.value === "live") waitMs = shortestWaitMs;
    if (isOver === "switched") continue;
    connection.value = isOver;
    if (!isAskedAgain) await pause(isOver === "locked" ? Number.POSITIVE_INFINITY : waitMs);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

/** Tries again at once. */
export function retryNow(): void {
  isAskedAgain = true;
  wake();
}

/** Looks at a sandbox, or at the main simulation again. */
export function lookAt(id: string | undefined): void {
  if (sandbox.value === id) return;
  sandbox.value = id;
  journal.selected.value = undefined;
  running?.abort();
}

async function follow(signalToEnd: AbortSignal): Promise<"lost" | "locked" | "switched"> {
  const { value: given } = token;
  try {
    for await (const happening of client.events(signalToEnd)) await receive(happening);
  } catch (error) {
    if (error instanceof ControlProblem && error.status === 401) {
      refused.value = given;
      return "locked";
    }
    if (error instanceof ControlProblem && error.status === 404 && sandbox.value !== undefined) {
      tell(`The sandbox ${sandbox.value} is closed: back to the main simulation.`);
      sandbox.value = undefined;
      return "switched";
    }
  }
  return signalToEnd.aborted ? "switched" : "lost";
}

async function receive(happening: Happening): Promise<void> {
  if (happening.kind === "hello") {
    await journal.reload();
    await readState();
    connection.value = "live";
  } else if (happening.kind === "change") {
    noteChange();
  } else if (happening.kind === "missed") {
    journal.miss(happening.calls);
    noteChange();
  } else {
    journal.add(happening.entry);
    if (mayChangeRecords(happening.entry)) noteChange();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
