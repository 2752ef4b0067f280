import { isAbsolute } from "../base-url.ts";
import type { SampleFile, Setup } from "./setup.ts";

/** What all the others share: where the service is, and what it holds. */
export function simulationFile({ mocksFolder, language, baseUrl }: Setup): SampleFile {
  const where = isAbsolute(baseUrl) ? "" : ", a path of its own origin";
  return {
    path: `${mocksFolder}/simulation.${language}`,
    text: `/** Where the application calls the service${where}; without /api/v1. */
export const baseUrl = ${JSON.stringify(baseUrl)};

/** The records it holds: "demo", "edge", "empty", "crowd:1000". */
export const world = "demo";
`,
  };
}
