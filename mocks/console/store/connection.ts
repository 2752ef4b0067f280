import { signal } from "@preact/signals";
import type { EventSourceMessage } from "eventsource-parser/stream";
import * as z from "zod/mini";
import { ControlProblem } from "../../control/control-problem.ts";
import { entryReply } from "../../control/replies.ts";
import { check, readEvents, sandbox, token } from "../control.ts";
import { journal } from "./journal.ts";
import { mayChangeRecords, noteChange, readState } from "./mock.ts";
import { tell } from "./notices.ts";

/** `locked`: the mock asks for its control token. */
export const connection = signal<"connecting" | "live" | "lost" | "locked">("connecting");

/** The control token that the mock last rejected. */
export const rejected = signal<string | undefined>(undefined);

const shortestWaitMs = 500;
const longestWaitMs = 5000;
const missedEvent = z.object({ calls: z.number() });

let running: AbortController | undefined;
/** Ends the wait before the next attempt, or skips the next wait. */
let again = Promise.withResolvers<void>();

/** Follows the mock while the page is open, and reconnects. */
export async function followMock(): Promise<never> {
  let waitMs = shortestWaitMs;
  for (;;) {
    running = new AbortController();
    again = Promise.withResolvers();
    const end = await follow(running.signal);
    if (connection.value === "live") waitMs = shortestWaitMs;
    if (end === "switched") continue;
    connection.value = end;
    if (end === "lost") setTimeout(again.resolve, waitMs);
    await again.promise;
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

/** Tries again at once. */
export function retryNow(): void {
  again.resolve();
}

/** Switches to a sandbox, or back to the main simulation. */
export function lookAt(id: string | undefined): void {
  if (sandbox.value === id) return;
  sandbox.value = id;
  journal.selected.value = undefined;
  running?.abort();
}

async function follow(signalToEnd: AbortSignal): Promise<"lost" | "locked" | "switched"> {
  const { value: given } = token;
  try {
    await readEvents(receive, signalToEnd);
  } catch (error) {
    const status = error instanceof ControlProblem ? error.status : 0;
    if (status === 401) {
      rejected.value = given;
      return "locked";
    }
    if (status === 404 && sandbox.value !== undefined) {
      tell(`The sandbox ${sandbox.value} is closed: back to the main simulation.`);
      sandbox.value = undefined;
      return "switched";
    }
  }
  return signalToEnd.aborted ? "switched" : "lost";
}

async function receive({ event, data }: EventSourceMessage): Promise<void> {
  if (event === "hello") {
    await journal.reload();
    await readState();
    connection.value = "live";
  } else if (event === "call") {
    const entry = check(entryReply, JSON.parse(data));
    journal.add(entry);
    if (mayChangeRecords(entry)) noteChange();
  } else {
    if (event === "missed") journal.miss(check(missedEvent, JSON.parse(data)).calls);
    noteChange();
  }
}
