import { expect, test } from "vitest";
import { readEvents, type StreamedEvent } from "./event-stream.ts";

async function readAll(chunks: readonly string[]): Promise<readonly StreamedEvent[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const events: StreamedEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

test("events are read whole, however they are cut on the way", async () => {
  const text = 'event: hello\ndata: {}\n\n: still here\n\nevent: call\ndata: {"a":"é"}\n\ndata: 1\ndata: 2\n\n';
  const events = [
    { event: "hello", data: "{}" },
    { event: "call", data: '{"a":"é"}' },
    { event: "message", data: "1\n2" },
  ];
  expect(await readAll([text])).toStrictEqual(events);
  expect(await readAll(text.split(""))).toStrictEqual(events);
});

test("what was not ended is no event", async () => {
  expect(await readAll(["event: call\ndata: {"])).toStrictEqual([]);
});

test("a reply without a body has no events", async () => {
  expect(await readEvents(null).next()).toStrictEqual({ done: true, value: undefined });
});
