/** The front door: a simulation of the service, and what tests need around it. Runs in Node and in a browser. */
export { Collection, Query } from "@msw/data";
export { InputError, type Mistake } from "../fixtures/input/input-error.ts";
export type {
  Envelope,
  Invoice,
  NewUser,
  OperationRequest,
  OperationResponse,
  Subscription,
  User,
} from "../fixtures/contract/types.ts";
export type { DialectSource } from "../fixtures/dialect/open.ts";
export type { WorldSource } from "../fixtures/worlds/open.ts";
export type { BuiltInDialectName } from "../fixtures/dialect/built-in.ts";
export type { Dialect, DialectInput } from "../fixtures/dialect/dialect.ts";
export type { BuiltInWorldName, CrowdName } from "../fixtures/worlds/built-in.ts";
export type { RecordData } from "../fixtures/worlds/records.ts";
export type { World, WorldInput } from "../fixtures/worlds/world.ts";
export { openSandbox, type OpenSandbox, type SandboxOptions } from "./adapters/sandbox-client.ts";
export type { JournalEntry } from "./journal/entry.ts";
export type { Count, Match } from "./journal/match.ts";
export type { Journal, Verification } from "./journal/journal.ts";
export type { ScenarioText } from "./scenarios/catalogue.ts";
export type { OwnScenario, OwnScenarios } from "./scenarios/parse.ts";
export type { Turn } from "./scenarios/scenario.ts";
export type { Call, Delivery, Reply, Why } from "./service/call.ts";
export { frozenClock, type AdjustableClock, type Clock } from "./service/clock.ts";
export {
  createSimulation,
  type Collections,
  type HandlersSource,
  type RecordShapes,
  type RequestHandler,
  type Simulation,
  type SimulationOptions,
} from "./simulation/simulation.ts";
export type { Snapshot } from "./service/snapshot.ts";
