import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";

/** The text of every file in a directory, and of every file in its archives. */
export function textsIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => textsOf(readFileSync(join(parentPath, name))));
}

/** A file, its members if it is a zip archive, and those of an archive embedded in a page. */
function textsOf(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes).toString();
  const embedded = /data:application\/zip;base64,([\w+/=]+)/.exec(text)?.[1];
  const archives = [...(text.startsWith("PK") ? [bytes] : []), ...(embedded ? [Buffer.from(embedded, "base64")] : [])];
  return [text, ...archives.flatMap((archive) => Object.values(unzipSync(archive)).flatMap(textsOf))];
}
