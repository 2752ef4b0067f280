import { z } from "zod";
import { isList } from "../../fixtures/contract/operations.ts";
import { envelopeOf } from "../service/reply.ts";
import { defineScenario } from "./scenario.ts";

/** What a new customer sees: every list exists and is empty. */
export const emptyLists = defineScenario({
  name: "empty-lists",
  summary: "Return empty lists of users and invoices, as for a new account.",
  options: () => z.object({}),
  examples: ["empty-lists", "empty-lists:on=listInvoices"],
  start:
    () =>
    async ({ operation }, next) => {
      const reply = await next();
      if (operation === undefined || !isList(operation) || reply.status < 200 || reply.status >= 300) return reply;
      return { ...reply, body: JSON.stringify(envelopeOf([])), why: { ...reply.why, rule: "scenario" } };
    },
});
