import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";

/** The text of every file in a directory, and of every file in its archives. */
export function textsIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      const embedded = /data:application\/zip;base64,([\w+/=]+)/.exec(bytes.toString())?.[1];
      return [bytes.toString(), ...unzipped(bytes), ...unzipped(Buffer.from(embedded ?? "", "base64"))];
    });
}

/** The files of a zip archive, by its central directory. */
function unzipped(bytes: Buffer): readonly string[] {
  const end = bytes.indexOf("PK\u0005\u0006");
  if (end < 0 || bytes.indexOf("PK") !== 0) return [];
  const files: Buffer[] = [];
  let at = bytes.readUInt32LE(end + 16);
  while (bytes.readUInt32LE(at) === 0x0201_4b50) {
    const header = bytes.readUInt32LE(at + 42);
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const content = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    files.push(bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files.flatMap((file) => [file.toString(), ...unzipped(file)]);
}
