import { z } from "zod";
import { defineScenario } from "./scenario.ts";
import { htmlPage } from "./stand-in.ts";

/** A captive portal, or a gateway with sessions of its own: who follows its redirect gets a page and 200. */
export const redirectToLogin = defineScenario({
  name: "redirect-to-login",
  summary: "Every call is sent to a login page in HTML, as by a captive portal or a session that ended.",
  options: z.object({
    status: z.literal([301, 302, 303, 307, 308]).default(302).describe("Of the redirect."),
    location: z
      .string()
      .regex(/^[/\w.:%?=&~-]+$/, "expected a path or a URL, as in /login")
      .optional()
      .describe("Where to: by default where the dialect's auth.login says, /login."),
  }),
  examples: ["redirect-to-login", "redirect-to-login:status=307,location=/api/login"],
  start:
    ({ status, location }) =>
    ({ call, dialect }) => {
      const login = location ?? dialect.auth.login;
      if (call.path === login.split("?")[0]) return htmlPage(200, "Sign in", "Sign in to go on.");
      return htmlPage(status, "Moved", "Sign in to go on.", { location: login });
    },
});
