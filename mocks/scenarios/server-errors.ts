import { z } from "zod";
import type { Reply } from "../service/call.ts";
import { Failure } from "../service/failure.ts";
import { reasonPhrase } from "../service/reason-phrases.ts";
import { defineScenario, type Turn } from "./scenario.ts";
import { htmlPage, standIn } from "./stand-in.ts";

const usual = [500, 502, 503] as const;

const optionsSchema = z.object({
  status: z.int().min(500).max(599).optional().describe("By default 500, 502 or 503, drawn for each burst."),
  burst: z.int().min(1).max(1000).default(1).describe("So many calls fail in a row."),
  every: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe("Of each so many calls one burst fails, its place drawn; by default each call does."),
  body: z
    .enum(["dialect", "text", "html", "empty"])
    .optional()
    .describe("By default the dialect's for 500, and a gateway's page in HTML for any other."),
  served: z.boolean().default(false).describe("Whether the service serves the call all the same, a write committed."),
});

type Options = z.infer<typeof optionsSchema>;

/** The service, or a gateway in front of it, has a bad moment: some calls in a row fail, then all is well again. */
export const serverErrors = defineScenario({
  name: "server-errors",
  summary: "Calls fail with 500, 502 or 503: each of them, a share, or bursts now and then.",
  options: optionsSchema.refine(({ burst, every }) => every === undefined || burst <= every, {
    path: ["burst"],
    error: "expected no more calls than every has",
  }),
  examples: ["server-errors", "server-errors:status=503,rate=0.1", "server-errors:every=20,burst=3,body=empty"],
  start: (options) => {
    const bursts = createBursts(options);
    return {
      goesOn: () => bursts.left > 0,
      disturb: async (turn, next) => {
        const status = bursts.next(turn);
        if (status === undefined) return next();
        if (options.served) await next();
        return failure(turn, status, options.body);
      },
    };
  },
});

interface Bursts {
  /** How many calls of the burst are still to fail. */
  readonly left: number;
  /** The status a call fails with; `undefined` where it does not. */
  next(turn: Turn): number | undefined;
}

function createBursts({ burst, every = 1, status }: Options): Bursts {
  let left = 0;
  let current = 0;
  let calls = 0;
  let first = 0;
  const begins = ({ random }: Turn): boolean => {
    if (every === 1) return true;
    const place = calls % every;
    if (place === 0) first = random.between(0, every - burst);
    calls += 1;
    return place === first;
  };
  return {
    get left() {
      return left;
    },
    next: (turn) => {
      if (left > 0) {
        left -= 1;
        if (every > 1) calls += 1;
        return current;
      }
      if (!begins(turn)) return undefined;
      left = burst - 1;
      return (current = status ?? usual[turn.random.between(0, usual.length - 1)] ?? usual[0]);
    },
  };
}

function failure({ refuse }: Turn, status: number, asked: Options["body"]): Reply {
  const title = reasonPhrase(status);
  switch (asked ?? (status === 500 ? "dialect" : "html")) {
    case "dialect":
      return refuse(new Failure("badParameter", `${title}: something went wrong.`, { rule: "scenario", status }));
    case "text":
      return standIn(status, { "content-type": "text/plain; charset=utf-8" }, `${title}\n`);
    case "html":
      return htmlPage(status, `${status} ${title}`, "The gateway had no answer from the service.");
    case "empty":
      return standIn(status, {}, "");
  }
}
