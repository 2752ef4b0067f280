import { latency } from "./latency.ts";
import { lostResponse } from "./lost-response.ts";
import type { ScenarioKind } from "./scenario.ts";

/** Every scenario there is, in the order in which they are listed. */
export const scenarioKinds: readonly ScenarioKind[] = [latency, lostResponse];
