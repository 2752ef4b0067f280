import { z } from "zod";
import { metaShape } from "../../fixtures/contract/envelope.ts";
import { jsonOf } from "../../fixtures/json.ts";
import { defineScenario } from "./scenario.ts";

const envelopeSchema = z.object({
  data: z.array(z.json()),
  meta: z.looseObject(metaShape),
});
type Envelope = z.infer<typeof envelopeSchema>;

const rules = ["ENV-01", "ENV-02", "ENV-03", "ENV-04", "ENV-05", "ENV-06", "ENV-07"] as const;
type Rule = (typeof rules)[number];

/** Each as real services break it. */
const breakRule: Readonly<Record<Rule, (envelope: Envelope) => unknown>> = {
  "ENV-01": ({ data }) => data,
  "ENV-02": ({ data, meta }) => ({ data: data[0] ?? null, meta }),
  "ENV-03": ({ data, meta }) => ({ data, meta: meta.total }),
  "ENV-04": ({ data, meta }) => ({ data, meta: { ...meta, page: String(meta.page) } }),
  "ENV-05": ({ data, meta }) => ({ data, meta: { ...meta, total: String(meta.total) } }),
  "ENV-06": ({ meta }) => ({ data: [], meta: { ...meta, page: 0, total: 0 } }),
  "ENV-07": ({ data, meta }) => ({ data, meta: { ...meta, total: data.length - 1 } }),
};

/** A success that breaks exactly one rule of the contract (§2). */
export const malformedEnvelope = defineScenario({
  name: "malformed-envelope",
  summary: "Break one envelope rule in successful responses: ENV-01 to ENV-07.",
  options: z.object({
    rule: z
      .enum(rules)
      .optional()
      .describe(
        "By default a random one for each request. ENV-07 needs a response with records; others are not changed.",
      ),
  }),
  examples: ["malformed-envelope", "malformed-envelope:rule=ENV-02", "malformed-envelope:rule=ENV-05,rate=0.1"],
  start:
    ({ rule }) =>
    async ({ random }, next) => {
      const reply = await next();
      const { data: envelope } = envelopeSchema.safeParse(jsonOf(reply.body));
      if (envelope === undefined || reply.status >= 300) return reply;
      const possible: readonly Rule[] =
        envelope.data.length > 0 ? rules : rules.filter((candidate) => candidate !== "ENV-07");
      const broken = possible[rule === undefined ? random.between(0, possible.length - 1) : possible.indexOf(rule)];
      if (broken === undefined) return reply;
      return { ...reply, body: JSON.stringify(breakRule[broken](envelope)), why: { ...reply.why, rule: broken } };
    },
});
