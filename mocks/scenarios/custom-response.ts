import { z } from "zod";
import { jsonOf } from "../../fixtures/json.ts";
import { withoutBody } from "../service/call.ts";
import { defineScenario } from "./scenario.ts";

/** An option that may look like a number, or like true. */
const text = z.preprocess(
  (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value),
  z.string().optional(),
);

/** Any response that a test needs, whatever the dialect says. */
export const customResponse = defineScenario({
  name: "respond",
  summary: "Respond with a status code and a body of your own instead of the service's.",
  options: z.object({
    status: z.int().min(200).max(599).default(200).describe("The status code."),
    body: text.describe("The body as it is sent; by default empty."),
    json: text
      .refine((value) => value === undefined || jsonOf(value) !== undefined, "expected JSON")
      .describe("The body as JSON; on the command line also `@FILE`."),
    type: text.describe("The `Content-Type`; by default application/json for `json`, and text/plain for `body`."),
  }),
  hasTexts: true,
  examples: ['respond:status=409,json={"error":"taken","field":"email"},on=createUser', "respond:status=503,body=down"],
  start: ({ status, body, json, type = json === undefined ? "text/plain; charset=utf-8" : "application/json" }) => {
    const sent = withoutBody.has(status) ? "" : (json ?? body ?? "");
    const headers: Readonly<Record<string, string>> = sent === "" ? {} : { "content-type": type };
    return () => ({ status, headers, body: sent, why: { rule: "scenario" } });
  },
});
