/** The responses of the control API, for its routes and for the console. */
import type { Mistake } from "../../fixtures/input/input-error.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import type { JournalEntry } from "../journal/entry.ts";

export type { JournalEntry, RecordData };

export interface JournalPart {
  readonly entries: readonly JournalEntry[];
  readonly total: number;
  readonly dropped: number;
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

/** The error of a failed control API request. *Not* a rejection by the simulated service. */
export class ControlProblem extends Error {
  override readonly name = "ControlProblem";
  readonly status: number;
  readonly mistakes: readonly Mistake[];

  constructor(status: number, message: string, mistakes: readonly Mistake[] = []) {
    super(message);
    this.status = status;
    this.mistakes = mistakes;
  }
}
