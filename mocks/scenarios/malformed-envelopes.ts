import { z } from "zod";
import { isObject, jsonOf, jsonText, type Json, type JsonObject } from "../../fixtures/json.ts";
import { defineScenario } from "./scenario.ts";

interface Envelope {
  readonly data: readonly Json[];
  readonly meta: JsonObject;
}

const rules = ["ENV-01", "ENV-02", "ENV-03", "ENV-04", "ENV-05", "ENV-06", "ENV-07"] as const;
type Rule = (typeof rules)[number];

/** Each as real services break it. */
const breakRule: Readonly<Record<Rule, (envelope: Envelope) => unknown>> = {
  "ENV-01": ({ data }) => data,
  "ENV-02": ({ data, meta }) => ({ data: data[0] ?? null, meta }),
  "ENV-03": ({ data, meta }) => ({ data, meta: meta["total"] ?? null }),
  "ENV-04": ({ data, meta }) => ({ data, meta: { ...meta, page: jsonText(meta["page"] ?? null) } }),
  "ENV-05": ({ data, meta }) => ({ data, meta: { ...meta, total: jsonText(meta["total"] ?? null) } }),
  "ENV-06": ({ meta }) => ({ data: [], meta: { ...meta, page: 0, total: 0 } }),
  "ENV-07": ({ data, meta }) => ({ data, meta: { ...meta, total: data.length - 1 } }),
};

/** A success that breaks exactly one rule of the contract (§2). */
export const malformedEnvelope = defineScenario({
  name: "malformed-envelope",
  summary: "Break one envelope rule in successful responses: ENV-01 to ENV-07.",
  options: () =>
    z.object({
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
      const envelope = parseEnvelope(reply.body);
      if (envelope === undefined || reply.status >= 300) return reply;
      const possible: readonly Rule[] =
        envelope.data.length > 0 ? rules : rules.filter((candidate) => candidate !== "ENV-07");
      const broken = possible[rule === undefined ? random.between(0, possible.length - 1) : possible.indexOf(rule)];
      if (broken === undefined) return reply;
      return { ...reply, body: JSON.stringify(breakRule[broken](envelope)), why: { ...reply.why, rule: broken } };
    },
});

function parseEnvelope(body: string): Envelope | undefined {
  const given = jsonOf(body);
  const { data, meta } = isObject(given) ? given : {};
  return Array.isArray(data) && isObject(meta) ? { data, meta } : undefined;
}
