import { jsonOf } from "../../fixtures/json.ts";
import { parseData, readText } from "../../fixtures/data-file.ts";
import type { GivenData } from "../../fixtures/parse-with.ts";
import { parseCapsule, type Capsule } from "../simulation/recording/capsule.ts";

/** Read as JSON, which takes little more memory than it is long. Bytes. */
const maxBytes = 256e6;

/**
 * Reads a capsule from a file.
 * @throws InputError where it cannot be read, is no capsule, or is one of a newer orgkit
 */
export function readCapsule(path: string): Capsule {
  const text = readText(path, "Capsule", maxBytes);
  let document: GivenData | undefined;
  // Only where there is a mistake: it knows positions, but takes a hundred times as long, and a capsule may be large.
  const read = (): GivenData => (document ??= parseData(text, path, "Capsule"));
  const value = jsonOf(text) ?? read().value;
  return parseCapsule({ path, value, position: (place) => read().position(place) });
}
