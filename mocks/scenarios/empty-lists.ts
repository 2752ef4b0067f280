import { z } from "zod";
import { isList } from "../../fixtures/contract/operations.ts";
import { envelopeOf } from "../service/envelope.ts";
import { defineScenario } from "./scenario.ts";

/** What a new customer sees: every list is there, and there is nothing in it. */
export const emptyLists = defineScenario({
  name: "empty-lists",
  summary: "Lists of users and invoices have no records, as on the first day of an account.",
  options: z.object({}),
  examples: ["empty-lists", "empty-lists:on=listInvoices"],
  start:
    () =>
    async ({ operation }, next) => {
      const reply = await next();
      const isOfList = operation !== undefined && isList(operation);
      if (!isOfList || reply.status < 200 || reply.status >= 300) return reply;
      return { ...reply, body: JSON.stringify(envelopeOf([])), why: { ...reply.why, rule: "scenario" } };
    },
});
