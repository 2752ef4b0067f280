import { batch, computed, signal } from "@preact/signals";
import type { EventSourceMessage } from "eventsource-parser/stream";
import { percentDecoded } from "../../fixtures/text.ts";
import { ControlProblem } from "../control/control-problem.ts";
import { entryReply, journalReply, stateReply, type Entry, type State } from "../control/replies.ts";
import { check, read, readEvents, token } from "./client.ts";

export const tabs = ["journal", "world", "scenarios", "accounts", "clock"] as const;
export type Tab = (typeof tabs)[number];

/** The current tab, and the rest of the address: `#world/acct_a/users`. */
export const route = signal<{ readonly tab: Tab; readonly rest: readonly string[] }>({ tab: "journal", rest: [] });

export function fragmentOf(tab: Tab, ...rest: readonly string[]): string {
  return `#${[tab, ...rest].map(encodeURIComponent).join("/")}`;
}

/** Keeps the route in sync with the address, which the browser's back button changes. */
export function followAddress(): void {
  const readAddress = (): void => {
    const [name = "", ...rest] = location.hash.replace(/^#/, "").split("/").map(percentDecoded);
    const tab = tabs.find((candidate) => candidate === name);
    route.value = tab === undefined ? { tab: "journal", rest: [] } : { tab, rest };
  };
  addEventListener("hashchange", readAddress);
  readAddress();
}

/** A short message that disappears by itself. */
interface Notice {
  readonly kind: "done" | "problem";
  readonly text: string;
}

const noticeMs = 6000;
/** More would cover the page. */
const maxNotices = 3;

export const notices = signal<readonly Notice[]>([]);

export function tell(text: string, kind: Notice["kind"] = "done"): void {
  const notice = { kind, text };
  notices.value = [...notices.value, notice].slice(-maxNotices);
  setTimeout(() => dismiss(notice), noticeMs);
}

export function dismiss(notice: Notice): void {
  notices.value = notices.value.filter((other) => other !== notice);
}

/** Runs an action, and shows its error. */
export async function attempt(task: () => unknown): Promise<void> {
  try {
    await task();
  } catch (error) {
    tell(problemText(error), "problem");
  }
}

/** The error in one sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof ControlProblem)) return error instanceof Error ? error.message : "That did not work.";
  const mistakes = error.mistakes.map(({ at, problem }) => (at === "" ? problem : `${at}: ${problem}`));
  return mistakes.length === 0 ? error.message : mistakes.join("; ");
}

/** The state of the mock, as last read. */
export const state = signal<State | undefined>(undefined);
export const accounts = computed(() => state.value?.accounts ?? []);

/** Increases whenever records may have changed. */
export const changes = signal(0);

/** When the state was read and the current time, by the page's clock. */
const [readAt, tick] = [signal(0), signal(0)];
setInterval(() => (tick.value = performance.now()), 1000);

/** The simulation's time in ISO 8601, updated every second. */
export const displayedTime = computed(() => {
  const { now, frozen } = state.value?.clock ?? { now: "", frozen: true };
  return frozen ? now : new Date(Date.parse(now) + Math.max(0, tick.value - readAt.value)).toISOString();
});

/** @throws ControlProblem if the mock does not respond */
export async function readState(): Promise<void> {
  const next = await read(stateReply, "GET state");
  const isCleared = next.journal.total < total.value;
  batch(() => {
    state.value = next;
    readAt.value = performance.now();
    changes.value += 1;
  });
  if (isCleared) await readJournal();
}

/** The same maximum as the mock's. */
const capacity = 1000;

/** All kept requests, the oldest first, and the number of requests since the journal began. */
export const calls = signal<readonly Entry[]>([]);
export const total = signal(0);
export const selected = signal<Entry | undefined>(undefined);

export async function readJournal(): Promise<void> {
  const part = await read(journalReply, `GET journal?limit=${capacity}`);
  batch(() => {
    calls.value = part.entries;
    total.value = part.total;
    if (part.entries.length === 0) selected.value = undefined;
  });
}

/** `locked`: the mock asks for its control token. */
export const connection = signal<"connecting" | "live" | "lost" | "locked">("connecting");

/** The control token that the mock last rejected. */
export const rejected = signal<string | undefined>(undefined);

const retryMs = 1000;
let retry = Promise.withResolvers<void>();

/** Follows the mock while the page is open, and reconnects. */
export async function followMock(): Promise<never> {
  for (;;) {
    retry = Promise.withResolvers();
    const { value: given } = token;
    try {
      await readEvents(receive);
      connection.value = "lost";
    } catch (error) {
      const isLocked = error instanceof ControlProblem && error.status === 401;
      connection.value = isLocked ? "locked" : "lost";
      if (isLocked) rejected.value = given;
    }
    if (connection.value === "lost") setTimeout(retry.resolve, retryMs);
    await retry.promise;
  }
}

/** Tries again at once. */
export function retryNow(): void {
  retry.resolve();
}

async function receive({ event, data }: EventSourceMessage): Promise<void> {
  if (event === "hello") {
    await readJournal();
    await readState();
    connection.value = "live";
  } else if (event === "call") {
    const entry = check(entryReply, JSON.parse(data));
    addCall(entry);
    // Writes change records, and so do some scenarios.
    if (!["GET", "HEAD", "OPTIONS"].includes(entry.request.method) || entry.why.scenarios.length > 0) noteChange();
  } else {
    if (event === "missed") noteMissed();
    noteChange();
  }
}

/** Requests that arrived since the last frame. */
let arrived: readonly Entry[] = [];

/** Shows a request with the next frame, together with all that arrive before it. */
function addCall(entry: Entry): void {
  if (arrived.length === 0) requestAnimationFrame(showArrived);
  // A hidden page has no frames.
  arrived = [...arrived, entry].slice(-capacity);
}

function showArrived(): void {
  const [first] = arrived;
  const last = calls.value.at(-1);
  // Requests are numbered from 1 again after a reset.
  if (first !== undefined && last !== undefined && first.number <= last.number) noteMissed();
  else {
    batch(() => {
      calls.value = [...calls.value, ...arrived].slice(-capacity);
      total.value += arrived.length;
    });
  }
  arrived = [];
}

const pauseMs = 250;

/** Reads the state again, or the whole journal, soon. Connection errors are handled by the connection. */
export const noteChange = paced(readState);
const noteMissed = paced(readJournal);

/** Runs a task at once, then at most once in each pause, never twice at the same time. A call during it runs it again. */
function paced(task: () => Promise<void>): () => void {
  let isBusy = false;
  let isAsked = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      await task().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void run();
  };
}
