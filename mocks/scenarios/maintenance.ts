import { z } from "zod";
import { retryAfter as retryAfterHeader } from "../service/rate-limit.ts";
import { defineScenario } from "./scenario.ts";
import { htmlPage } from "./stand-in.ts";

/** A page for people in the place of every answer, at whatever path. */
export const maintenance = defineScenario({
  name: "maintenance",
  summary: "Everything is answered by a maintenance page in HTML: 503 with Retry-After.",
  options: z.object({
    retryAfter: z.int().min(1).max(604_800).default(120).describe("Seconds until callers are to come back."),
    format: z.enum(["seconds", "date", "none"]).default("seconds").describe("How Retry-After names it."),
  }),
  examples: ["maintenance", "maintenance:retryAfter=3600,format=date"],
  start:
    ({ retryAfter, format }) =>
    ({ now }) =>
      htmlPage(
        503,
        "Down for maintenance",
        "We are working on it and will be back soon.",
        retryAfterHeader(format, now + retryAfter * 1000, now),
      ),
});
