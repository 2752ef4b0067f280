/** https://sqlite.org/fileformat2.html#walformat */
const headerSize = 32;
const frameHeaderSize = 24;

/**
 * How many bytes of an interrupted write are at the end of a write-ahead log. SQLite ignores all from the first frame
 * that is not as it was written; where writes that were on disk follow, that is damage.
 * @returns `undefined` where it is damaged
 */
export function interruptedBytes(log: Buffer): number | undefined {
  if (log.length < headerSize) return 0;
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1;
  let [one, two] = [0, 0];
  const add = (start: number, end: number): void => {
    for (let at = start; at < end; at += 8) {
      one = (one + two + (isBigEndian ? log.readUInt32BE(at) : log.readUInt32LE(at))) >>> 0;
      two = (two + one + (isBigEndian ? log.readUInt32BE(at + 4) : log.readUInt32LE(at + 4))) >>> 0;
    }
  };
  const isSum = (at: number): boolean => log.readUInt32BE(at) === one && log.readUInt32BE(at + 4) === two;

  add(0, 24);
  const frameSize = frameHeaderSize + log.readUInt32BE(8);
  const isHeaderGood = isSum(24) && log.readUInt32BE(0) >>> 1 === 0x377f0682 >>> 1;
  // It is on disk before the first frame is written.
  if (!isHeaderGood) return log.length > headerSize ? undefined : log.length;

  const salts = log.subarray(16, 24);
  // Frames of an earlier round of the log have other salts.
  const isOfThisRound = (at: number): boolean =>
    log.subarray(at + 8, at + 16).equals(salts.subarray(0, log.length - at - 8));
  const isCommit = (at: number): boolean => log.readUInt32BE(at + 4) !== 0;
  let end = headerSize;
  let at = headerSize;
  for (; at + frameSize <= log.length && isOfThisRound(at); at += frameSize) {
    add(at, at + 8);
    add(at + frameHeaderSize, at + frameSize);
    if (!isSum(at + 16)) break;
    if (isCommit(at)) end = at + frameSize;
  }
  let last = end;
  let commits = 0;
  for (at = end; at < log.length; at += frameSize) {
    if (!isOfThisRound(at)) continue;
    last = Math.min(at + frameSize, log.length);
    if (last - at === frameSize && isCommit(at)) commits += 1;
  }
  return commits > 1 ? undefined : last - end;
}
