import { EventSourceParserStream, type EventSourceMessage } from "eventsource-parser/stream";
import { percentDecoded } from "../../fixtures/values/text.ts";
import { ControlProblem, type ProblemDetails, type JournalEntry, type JournalPart } from "../control/replies.ts";
import type { StateReply } from "../control/routes.ts";
import { batch, computed, signal } from "@preact/signals";

const tokenKey = "orgkit-control-token";

/**
 * Takes the control token from the address (`#token=…`, as the mock prints it) and removes it there, so that it does
 * not end up in a screenshot or a bookmark. Keeps it for this tab.
 */
function takeToken(): void {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (token === undefined) return;
  sessionStorage.setItem(tokenKey, percentDecoded(token));
  history.replaceState(null, "", location.pathname + location.search);
}

/**
 * Sends a request to the control API.
 * @param request for instance `PUT scenarios`
 * @throws ControlProblem with the API's message; with status 0 if it does not respond
 */
async function send(request: string, body?: unknown): Promise<Response> {
  const [method = "", path = ""] = request.split(" ");
  const headers = new Headers(body === undefined ? {} : { "content-type": "application/json" });
  const token = sessionStorage.getItem(tokenKey);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  const sent = body === undefined ? null : JSON.stringify(body);
  const reply = await fetch(path, { method, headers, body: sent }).catch(() => {
    throw new ControlProblem(0, "The mock does not respond.");
  });
  if (reply.ok) return reply;
  const problem: Partial<ProblemDetails> = await reply.json().catch(() => ({}));
  throw new ControlProblem(reply.status, problem.detail ?? `The mock responded with ${reply.status}.`, problem.errors);
}

/** Sends a request, and returns the data of its response, which the control API describes. */
export async function read<Reply>(request: string, body?: unknown): Promise<Reply> {
  const reply: Reply = await (await send(request, body)).json();
  return reply;
}

/** Reads events until the connection ends. `EventSource` cannot send the control token. */
async function readEvents(): Promise<void> {
  const { body } = await send("GET events");
  await body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .pipeTo(new WritableStream({ write: receive }));
}

export const tabs = ["journal", "world", "scenarios", "snapshots", "accounts", "clock"] as const;
export type Tab = (typeof tabs)[number];

/** The current tab, and the rest of the address: `#world/acct_a/users`. */
export const route = signal<{ readonly tab: Tab; readonly rest: readonly string[] }>({ tab: "journal", rest: [] });

export function tabAddress(tab: Tab, ...rest: readonly string[]): string {
  return `#${[tab, ...rest].map(encodeURIComponent).join("/")}`;
}

/** Keeps the route in sync with the address, which the browser's back button changes, and takes a token from it. */
export function followAddress(): void {
  const readAddress = (): void => {
    takeToken();
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
export const state = signal<StateReply | undefined>(undefined);
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

/** All kept requests, the oldest first, and the number of requests since the journal began. */
export const calls = signal<readonly JournalEntry[]>([]);
export const total = signal(0);
export const selected = signal<JournalEntry | undefined>(undefined);

/**
 * Reads the state and new requests.
 * @throws ControlProblem if the mock does not respond
 */
export async function refresh(): Promise<void> {
  const next = await read<StateReply>("GET state");
  // The page of another version of the mock.
  if (state.value !== undefined && state.value.version !== next.version) location.reload();
  const entries = await readCalls(next.journal.capacity);
  batch(() => {
    state.value = next;
    readAt.value = performance.now();
    changes.value += 1;
    calls.value = entries;
    if (entries.length === 0) selected.value = undefined;
  });
}

/** Changes the mock, shows its new state, and tells what was done. */
export async function change(request: string, { body, done }: { body?: unknown; done?: string } = {}): Promise<void> {
  await send(request, body);
  await refresh();
  if (done !== undefined) tell(done);
}

/** Reads only new requests, unless the journal was cleared, or more came than it keeps. */
async function readCalls(capacity: number): Promise<readonly JournalEntry[]> {
  const last = calls.value.at(-1);
  const part = await read<JournalPart>(`GET journal?limit=${capacity}&after=${(last?.number ?? 1) - 1}`);
  total.value = part.total;
  const [first, ...added] = part.entries;
  if (last === undefined) return part.entries;
  if (JSON.stringify(first) === JSON.stringify(last)) return [...calls.value, ...added].slice(-capacity);
  return (await read<JournalPart>(`GET journal?limit=${capacity}`)).entries;
}

/** `locked`: the mock asks for its control token. */
export const connection = signal<"connecting" | "live" | "lost" | "locked">("connecting");
/** Why the mock rejects this page, for instance at this address. */
export const rejection = signal("");

const retryMs = 1000;

/** Follows the mock while the page is open, and reconnects. */
export async function followMock(): Promise<never> {
  for (;;) {
    try {
      await readEvents();
      connection.value = "lost";
    } catch (error) {
      const problem = error instanceof ControlProblem && error.status !== 0 ? error : undefined;
      connection.value = problem?.status === 401 ? "locked" : "lost";
      rejection.value = problem?.message ?? "";
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

async function receive({ event }: EventSourceMessage): Promise<void> {
  if (event === "change") return void refreshSoon();
  await refresh();
  connection.value = "live";
}

const pauseMs = 250;
let isRefreshing = false;
let isDue = false;

/** Refreshes at once, but at most once in each pause. The connection reports errors. */
async function refreshSoon(): Promise<void> {
  isDue = true;
  if (isRefreshing) return;
  isRefreshing = true;
  while (isDue) {
    isDue = false;
    await refresh().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  isRefreshing = false;
}
