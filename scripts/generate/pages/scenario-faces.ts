import type { Delivery } from "../../../mocks/service/call.ts";
import { table } from "./markdown.ts";

/** The ways in which a reply can be delivered otherwise than at once and whole. */
export const deliveries = ["late", "slow body", "cut", "reset", "refused", "never"] as const;
export type DeliveryName = (typeof deliveries)[number];

export function deliveryNames({ delayMs = 0, bodyMs = 0, end }: Delivery): readonly DeliveryName[] {
  return [
    ...(delayMs > 0 ? ["late" as const] : []),
    ...(bodyMs > 0 ? ["slow body" as const] : []),
    ...(end === undefined ? [] : [end]),
  ];
}

interface OnFaces {
  readonly http: string;
  readonly msw: string;
  readonly playwright: string;
  /** What the others cannot do as the network does it. */
  readonly limit?: string;
}

const onFaces: Readonly<Record<DeliveryName, OnFaces>> = {
  late: { http: "waits", msw: "waits", playwright: "waits" },
  "slow body": {
    http: "headers at once, the body in ten parts",
    msw: "headers at once, the body in ten parts",
    playwright: "waits, then all at once",
    limit: "A Playwright route cannot spread a body: all of it comes late.",
  },
  cut: {
    http: "half of the body, then the connection is closed",
    msw: "half of the body, then the stream fails",
    playwright: "half of the body, as if it were all",
    limit:
      "A Playwright route cannot cut a body: half of it comes whole, so that its JSON is broken, not the connection.",
  },
  reset: { http: "the connection is reset", msw: "`fetch` fails", playwright: "aborted: `connectionreset`" },
  refused: {
    http: "the connection is reset at once",
    msw: "`fetch` fails",
    playwright: "aborted: `connectionrefused`",
    limit: "An HTTP server has taken the connection before it can refuse it, so it resets it.",
  },
  never: {
    http: "the connection stays open",
    msw: "`fetch` waits until aborted",
    playwright: "waits until the test ends",
  },
};

export function deliveryTable(): string {
  return table(
    ["", "HTTP server", "msw: in Node, vitest, a browser's worker", "Playwright route"],
    deliveries.map((name) => [`*${name}*`, onFaces[name].http, onFaces[name].msw, onFaces[name].playwright]),
  );
}

/** On which faces a scenario can be met, and where not as on a network. */
export function facesInWords(names: readonly DeliveryName[]): string {
  if (names.length === 0) return "Alike on every face.";
  const limits = names.flatMap((name) => onFaces[name].limit ?? []);
  const ways = `On every face: [${names.map((name) => `*${name}*`).join(", ")}](#how-each-face-delivers-it).`;
  return [ways, ...limits].join(" ");
}
