import { z } from "zod";
import type { Reply } from "../service/call.ts";
import { defineScenario } from "./scenario.ts";

const rules = ["ENV-01", "ENV-02", "ENV-03", "ENV-04", "ENV-05", "ENV-06", "ENV-07"] as const;
type Rule = (typeof rules)[number];

const envelopeSchema = z.object({
  data: z.array(z.json()),
  meta: z.object({ page: z.number(), total: z.number() }),
});
type Envelope = z.infer<typeof envelopeSchema>;

/** A success that breaks one rule of the contract (§2), and no other. */
export const malformedEnvelope = defineScenario({
  name: "malformed-envelope",
  summary: "Successes break one rule of the envelope: ENV-01 to ENV-07.",
  options: z.object({
    rule: z
      .enum(rules)
      .optional()
      .describe("By default one drawn for each call. ENV-07 takes a reply with records; others are left as they are."),
  }),
  examples: ["malformed-envelope", "malformed-envelope:rule=ENV-02", "malformed-envelope:rule=ENV-05,rate=0.1"],
  start:
    ({ rule }) =>
    async ({ random }, next) => {
      const reply = await next();
      const envelope = readEnvelope(reply);
      if (envelope === undefined) return reply;
      const possible = rules.filter((candidate) => candidate !== "ENV-07" || envelope.data.length > 0);
      const broken = rule ?? possible[random.between(0, possible.length - 1)];
      if (broken === undefined || !possible.includes(broken)) return reply;
      return { ...reply, body: JSON.stringify(breaking[broken](envelope)), why: { ...reply.why, rule: broken } };
    },
});

function readEnvelope({ status, body }: Reply): Envelope | undefined {
  if (status < 200 || status >= 300) return undefined;
  try {
    return envelopeSchema.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** Each as services in the field do it. */
const breaking: Readonly<Record<Rule, (envelope: Envelope) => unknown>> = {
  "ENV-01": ({ data }) => data,
  "ENV-02": ({ data, meta }) => ({ data: data[0] ?? null, meta }),
  "ENV-03": ({ data, meta }) => ({ data, meta: meta.total }),
  "ENV-04": ({ data, meta }) => ({ data, meta: { ...meta, page: String(meta.page) } }),
  "ENV-05": ({ data, meta }) => ({ data, meta: { ...meta, total: String(meta.total) } }),
  "ENV-06": () => ({ data: [], meta: { page: 0, total: 0 } }),
  "ENV-07": ({ data, meta }) => ({ data, meta: { ...meta, total: data.length - 1 } }),
};
