import type * as z from "zod/mini";
import { ControlProblem } from "./control-problem.ts";
import {
  clockSchema,
  entrySchema,
  missedSchema,
  journalSchema,
  openedSandboxSchema,
  problemSchema,
  recordSchema,
  recordsSchema,
  sandboxesSchema,
  scenariosSchema,
  snapshotsSchema,
  stateSchema,
  type Clock,
  type Entry,
  type JournalPart,
  type Kind,
  type OpenedSandbox,
  type RecordData,
  type RecordPage,
  type Sandbox,
  type ScenarioKind,
  type Snapshot,
  type State,
} from "./control-schemas.ts";
import { readEvents } from "./event-stream.ts";

export interface ClientOptions {
  /** Where `/_orgkit/` is, with the slash at its end. */
  readonly base: string;
  /** The control token, where one is known. */
  readonly token: () => string | undefined;
  /** The sandbox to act on; the main simulation where there is none. */
  readonly sandbox: () => string | undefined;
}

/** Where records are kept. */
export interface Place {
  readonly account: string;
  readonly kind: Kind;
}

/** What the mock tells while it runs. */
export type Happening =
  | { readonly kind: "hello" }
  | { readonly kind: "call"; readonly entry: Entry }
  | { readonly kind: "missed"; readonly calls: number }
  | { readonly kind: "change" };

type ClockOrder = { readonly freeze: true | string } | { readonly advanceMs: number } | { readonly resume: true };

/** The control API, its answers checked. Each rejects with a ControlProblem. */
export interface ControlClient {
  state(): Promise<State>;
  journal(): Promise<JournalPart>;
  clearJournal(): Promise<void>;
  events(signal: AbortSignal): AsyncGenerator<Happening>;
  records(place: Place, page: { offset: number; limit: number; search: string }): Promise<RecordPage>;
  addRecord(place: Place, record: RecordData): Promise<RecordData>;
  replaceRecord(place: Place, id: string, record: RecordData): Promise<RecordData>;
  removeRecord(place: Place, id: string): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  reset(): Promise<void>;
  scenarios(): Promise<readonly ScenarioKind[]>;
  useScenarios(active: readonly string[]): Promise<void>;
  setClock(order: ClockOrder): Promise<Clock>;
  snapshots(): Promise<readonly Snapshot[]>;
  saveSnapshot(name: string): Promise<void>;
  restoreSnapshot(name: string): Promise<void>;
  dropSnapshot(name: string): Promise<void>;
  sandboxes(): Promise<readonly Sandbox[]>;
  openSandbox(account: string): Promise<OpenedSandbox>;
  closeSandbox(id: string): Promise<void>;
  capsule(): Promise<Blob>;
  interfaceDocument(): Promise<string>;
}

export function createControlClient({ base, token, sandbox }: ClientOptions): ControlClient {
  const send = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const url = new URL(path, base);
    const inSandbox = sandbox();
    if (inSandbox !== undefined && isScoped(path)) url.searchParams.set("sandbox", inSandbox);
    const secret = token();
    const headers = {
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(url, { method, headers, ...sent, ...(signal === undefined ? {} : { signal }) }).catch(
      () => {
        throw new ControlProblem(0, "The mock does not answer.");
      },
    );
    if (reply.ok) return reply;
    throw await problemOf(reply);
  };
  const read = async <Schema extends z.ZodMiniType>(schema: Schema, path: string): Promise<z.infer<Schema>> =>
    check(schema, await (await send("GET", path)).json());
  const tell = async (method: string, path: string, body?: unknown): Promise<void> => {
    await send(method, path, body);
  };
  const at = ({ account, kind }: Place, id?: string): string =>
    ["accounts", account, kind, ...(id === undefined ? [] : [id])].map(encodeURIComponent).join("/");
  const snapshotAt = (name: string): string => `snapshots/${encodeURIComponent(name)}`;

  return {
    state: () => read(stateSchema, "state"),
    journal: () => read(journalSchema, "journal?limit=1000"),
    clearJournal: () => tell("DELETE", "journal"),
    events: async function* (signal) {
      const reply = await send("GET", "events", undefined, signal);
      for await (const { event, data } of readEvents(reply.body)) {
        if (event === "hello" || event === "change") yield { kind: event };
        else if (event === "call") yield { kind: "call", entry: check(entrySchema, JSON.parse(data)) };
        else if (event === "missed") yield { kind: "missed", ...check(missedSchema, JSON.parse(data)) };
      }
    },
    records: (place, { offset, limit, search }) => {
      const query = new URLSearchParams({ offset: `${offset}`, limit: `${limit}`, search });
      return read(recordsSchema, `${at(place)}?${query}`);
    },
    addRecord: async (place, record) =>
      check(recordSchema, await (await send("POST", at(place), record)).json()).record,
    replaceRecord: async (place, id, record) =>
      check(recordSchema, await (await send("PUT", at(place, id), record)).json()).record,
    removeRecord: (place, id) => tell("DELETE", at(place, id)),
    undo: () => tell("POST", "undo"),
    redo: () => tell("POST", "redo"),
    reset: () => tell("POST", "reset"),
    scenarios: async () => (await read(scenariosSchema, "scenarios")).available,
    useScenarios: (active) => tell("PUT", "scenarios", { active }),
    setClock: async (order) => check(clockSchema, await (await send("POST", "clock", order)).json()),
    snapshots: async () => (await read(snapshotsSchema, "snapshots")).snapshots,
    saveSnapshot: (name) => tell("PUT", snapshotAt(name)),
    restoreSnapshot: (name) => tell("POST", `${snapshotAt(name)}/restore`),
    dropSnapshot: (name) => tell("DELETE", snapshotAt(name)),
    sandboxes: async () => (await read(sandboxesSchema, "sandboxes")).sandboxes,
    openSandbox: async (account) =>
      check(openedSandboxSchema, await (await send("POST", "sandboxes", { account })).json()),
    closeSandbox: (id) => tell("DELETE", `sandboxes/${encodeURIComponent(id)}`),
    capsule: async () => (await send("GET", "capsule")).blob(),
    interfaceDocument: async () => (await send("GET", "interface.json")).text(),
  };
}

/** Sandboxes themselves, and the interface, are of the whole mock. */
function isScoped(path: string): boolean {
  return !path.startsWith("sandboxes") && path !== "interface.json";
}

async function problemOf(reply: Response): Promise<ControlProblem> {
  const parsed = problemSchema.safeParse(await reply.json().catch(() => undefined));
  const { detail = `The mock answered ${reply.status}.`, errors = [] } = parsed.data ?? {};
  return new ControlProblem(reply.status, detail, errors);
}

function check<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const places = result.error.issues.map(({ path }) => path.join(".")).join(", ");
  throw new ControlProblem(0, `This console is of another version than the mock: it does not understand ${places}.`);
}
