import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "./file-problem.ts";

/** What came after the base is not folded into a new one before it takes so much. Bytes. */
const leastToFold = 1024 * 1024;

/** How much is handed to the system at once. Characters. */
const writeSize = 256 * 1024;

/** The file of a state: a base, and what was appended since. Every method rejects with what the system reports. */
export interface StateFile {
  /** Whether more was appended than the base takes: a new base is worth its cost. */
  readonly isLong: boolean;
  /** Whether a new base took its place, but may not hold it through a loss of power: another must be written. */
  readonly isUnsettled: boolean;
  /** Resolves once the text is on disk. Where it rejects, nothing of it counts. */
  append(text: string): Promise<void>;
  /** Puts a new base in the place of all there is. Where it rejects, what there was stays, unless `isUnsettled`. */
  replace(lines: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}

/** How far a file is known to be good. Bytes. */
export interface Extent {
  readonly base: number;
  /** The base and what was appended. */
  readonly length: number;
}

/**
 * Opens a file for writing, and cuts what is beyond its known length.
 * @param extent absent where the file is to be made: nothing can be appended before `replace`
 */
export async function openStateFile(path: string, extent?: Extent): Promise<StateFile> {
  let { base, length } = extent ?? { base: 0, length: 0 };
  let handle = extent === undefined ? undefined : await open(path, "r+");
  let isUnsettled = false;
  // Beyond the known length there may be part of a write that failed.
  let isClean = false;

  const cut = async (file: FileHandle): Promise<void> => {
    if (isClean) return;
    await file.truncate(length);
    await file.datasync();
    isClean = true;
  };

  try {
    if (handle !== undefined) await cut(handle);
    await rm(draftOf(path), { force: true });
  } catch (error) {
    await handle?.close();
    throw error;
  }

  return {
    get isLong() {
      return length - base > Math.max(leastToFold, base);
    },
    get isUnsettled() {
      return isUnsettled;
    },
    append: async (text) => {
      if (handle === undefined) throw new Error("a state file has no base yet");
      await cut(handle);
      isClean = false;
      try {
        const end = await writeAt(handle, text, length);
        await handle.datasync();
        length = end;
        isClean = true;
      } catch (error) {
        // Where this fails, too, it is done before the next write.
        await cut(handle).catch(() => undefined);
        throw error;
      }
    },
    replace: async (lines) => {
      const made = await writeDraft(path, lines, await handle?.stat());
      try {
        await rename(draftOf(path), path);
      } catch (error) {
        await abandon(made.file, path);
        throw error;
      }
      const earlier = handle;
      handle = made.file;
      base = made.length;
      length = made.length;
      isClean = true;
      isUnsettled = true;
      await earlier?.close();
      await syncFolder(dirname(path));
      isUnsettled = false;
    },
    close: async () => handle?.close(),
  };
}

function draftOf(path: string): string {
  return `${path}.new`;
}

interface Draft {
  readonly file: FileHandle;
  readonly length: number;
}

/** Writes a new file beside the old one, on disk before it returns; leaves none where it rejects. */
async function writeDraft(
  path: string,
  lines: Iterable<string>,
  like: { readonly mode: number } | undefined,
): Promise<Draft> {
  const file = await open(draftOf(path), "w+");
  try {
    if (like !== undefined) await file.chmod(like.mode & 0o777);
    let length = 0;
    let text = "";
    for (const line of lines) {
      text += line;
      if (text.length < writeSize) continue;
      length = await writeAt(file, text, length);
      text = "";
    }
    length = await writeAt(file, text, length);
    await file.sync();
    return { file, length };
  } catch (error) {
    await abandon(file, path);
    throw error;
  }
}

async function abandon(file: FileHandle, path: string): Promise<void> {
  await file.close();
  await rm(draftOf(path), { force: true });
}

/** @returns where the text ends */
async function writeAt(file: FileHandle, text: string, position: number): Promise<number> {
  const bytes = Buffer.from(text);
  // A disk that is nearly full takes part of a write, and refuses the next.
  for (let written = 0; written < bytes.byteLength;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.byteLength - written, position + written);
    written += bytesWritten;
  }
  return position + bytes.byteLength;
}

/** A rename is on disk once its folder is. Some systems cannot do this to a folder, and need not. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!["EINVAL", "EISDIR", "EPERM", "EACCES", "ENOTSUP"].includes(errorCode(error) ?? "")) throw error;
  }
}
