import { jsonOf } from "../../fixtures/json.ts";
import { parseData } from "../../fixtures/data-file.ts";
import { readText } from "../../fixtures/read-text.ts";
import type { GivenData } from "../../fixtures/parse-with.ts";
import { parseRecording, type Recording } from "../simulation/recorder/recording.ts";

/** In bytes. Parsed as JSON, a recording takes little more memory than its text. */
const maxBytes = 256e6;

/**
 * Reads a recording from a file.
 * @throws InputError if it cannot be read, is not a recording, or is from a newer orgkit
 */
export function readRecording(path: string): Recording {
  const text = readText(path, "recording", maxBytes);
  let document: GivenData | undefined;
  // Parsed as YAML only to locate a mistake: that takes a hundred times as long, and a recording may be large.
  const read = (): GivenData => (document ??= parseData(text, path, "recording"));
  const value = jsonOf(text) ?? read().value;
  return parseRecording({ path, value, position: (place) => read().position(place) });
}
