import { deliveryScenarios } from "./delivery.ts";
import { listScenarios } from "./lists.ts";
import { rejectionScenarios } from "./rejections.ts";
import type { ScenarioKind } from "./scenario.ts";

const kinds = [...deliveryScenarios, ...rejectionScenarios, ...listScenarios] as const;

/** All scenarios, in the order of lists: slow, broken, rejecting, and unusual. */
export const scenarioKinds: readonly ScenarioKind[] = kinds;

type ScenarioName = (typeof kinds)[number]["name"];

/** A scenario as text: its name, or its name with options, such as `latency:ms=200,on=listUsers`. */
export type ScenarioText = ScenarioName | `${ScenarioName}:${string}`;
