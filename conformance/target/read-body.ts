import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

/** A body that exceeds the limit. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** @throws TooLarge if the body has more bytes than `limit` */
export async function readWithin(body: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > limit) throw new TooLarge();
  }
  return Buffer.concat(chunks);
}

/**
 * The client asks for no encoding, but decodes a compressed response anyway. A body that does not match its header
 * stays as received, for the checks to judge.
 */
export function decompress(
  body: Buffer,
  encoding: string | string[] | undefined,
  limit: number,
): { readonly content: Buffer; readonly isDecoded: boolean } {
  const decoders = chooseDecoders(String(encoding ?? "").toLowerCase());
  for (const decode of decoders) {
    try {
      return { content: decode(body, { maxOutputLength: limit }), isDecoded: true };
    } catch (error) {
      if (error instanceof RangeError) throw new TooLarge();
    }
  }
  return { content: body, isDecoded: decoders.length === 0 || body.length === 0 };
}

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Buffer;

function chooseDecoders(encoding: string): readonly Decoder[] {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return [gunzipSync];
    // Servers disagree on whether "deflate" has a zlib header; browsers accept both.
    case "deflate":
      return [inflateSync, inflateRawSync];
    case "br":
      return [brotliDecompressSync];
    default:
      return [];
  }
}
