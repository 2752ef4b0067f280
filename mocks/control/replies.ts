/** The shapes of responses of the control API, for its routes and for the console. */
import type { RecordData } from "../../fixtures/worlds/records.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { CollectionName } from "../../fixtures/contract/record-kinds.ts";

export type { JournalEntry, RecordData };

export interface JournalPart {
  readonly entries: readonly JournalEntry[];
  readonly total: number;
  readonly dropped: number;
}

export interface AccountReply {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly { readonly token: string; readonly expiresAt?: string; readonly expired: boolean }[];
  readonly counts: Readonly<Record<CollectionName, number>>;
  readonly subscriptionIds: readonly string[];
}

export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
  readonly offsetMs: number;
}

export interface StateReply {
  readonly version: string;
  readonly url: string;
  readonly seed: number;
  readonly world: { readonly name: string };
  readonly dialect: { readonly name: string; readonly description: string; readonly values: object };
  readonly clock: ClockState;
  readonly scenarios: readonly string[];
  readonly accounts: readonly AccountReply[];
  readonly journal: { readonly size: number; readonly capacity: number; readonly total: number };
  readonly sandboxes: { readonly size: number; readonly capacity: number };
  readonly snapshots: readonly string[];
}

export interface RecordPage {
  readonly records: readonly RecordData[];
  readonly total: number;
}

/** An option of a scenario as JSON Schema. */
export interface ScenarioOption {
  readonly type?: "integer" | "number" | "boolean" | "string";
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface ScenarioInfo {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly options: Readonly<Record<string, ScenarioOption>>;
}

export interface Scenarios {
  readonly available: readonly ScenarioInfo[];
  readonly active: readonly string[];
}

/** A failed request, with the places of mistakes (RFC 9457). */
export interface ProblemDetails {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly { readonly at: string; readonly problem: string }[];
}
