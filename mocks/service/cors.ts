import type { Reply } from "./call.ts";

/**
 * Every origin may read, none with credentials: a browser frontend on any port can use the mock, and a
 * cookie never travels. `*` does not cover Authorization, so it is named.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
};

/** A reply that a page of any origin may read. */
export function readable(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, ...corsHeaders } };
}

/** The answer to a preflight, and to any OPTIONS. */
export const preflightReply: Reply = {
  status: 204,
  headers: {
    ...corsHeaders,
    "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
    "access-control-allow-headers": "Authorization, *",
    "access-control-max-age": "600",
  },
  body: "",
  why: { rule: "cors" },
};
