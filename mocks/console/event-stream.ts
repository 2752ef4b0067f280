/** One server-sent event. */
export interface StreamedEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from the body of a reply, until it ends. `EventSource` would do it, but cannot send
 * the control token.
 */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): AsyncGenerator<StreamedEvent> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const read = readBlock(block);
        if (read !== undefined) yield read;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Comments, the heartbeat among them, are no events. */
function readBlock(block: string): StreamedEvent | undefined {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) event = line.slice(7);
    else if (line.startsWith("data: ")) data.push(line.slice(6));
  }
  return data.length === 0 ? undefined : { event, data: data.join("\n") };
}
