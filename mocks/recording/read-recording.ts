import { jsonOf } from "../../fixtures/json.ts";
import { parseData, readText } from "../../fixtures/data-file.ts";
import type { GivenData } from "../../fixtures/parse-with.ts";
import { parseRecording, type Recording } from "../simulation/recorder/recording.ts";

/** Read as JSON, which takes little more memory than it is long. Bytes. */
const maxBytes = 256e6;

/**
 * Reads a recording from a file.
 * @throws InputError where it cannot be read, is no recording, or is one of a newer orgkit
 */
export function readRecording(path: string): Recording {
  const text = readText(path, "Recording", maxBytes);
  let document: GivenData | undefined;
  // Only where there is a mistake: it knows positions, but takes a hundred times as long, and a recording may be large.
  const read = (): GivenData => (document ??= parseData(text, path, "Recording"));
  const value = jsonOf(text) ?? read().value;
  return parseRecording({ path, value, position: (place) => read().position(place) });
}
