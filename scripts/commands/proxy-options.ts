import { z } from "zod";
import { sides } from "../../conformance/proxy/finding.ts";
import { onOff, option } from "../settings/option.ts";
import { conformOptions } from "./conform-options.ts";
import { listenOptions } from "./listen-options.ts";

const { baseUrl, dialect, out, timeout, ca, insecure } = conformOptions.shape;

/** The options of `orgkit proxy`, in the order of its help. */
export const proxyOptions = z.object({
  baseUrl,
  dialect: option(
    dialect,
    "-d, --dialect <name or file>",
    "judge what the target declares, too: fields of records, status codes, the body of createUser",
  ),
  side: option(
    z.enum(["both", ...sides], "expected both, request or reply").default("both"),
    "--side <both|request|reply>",
    "judge what the client sends, what the target replies, or both",
  ),
  failOnViolation: option(onOff, "--fail-on-violation", "exit 1 where there was one"),
  out: option(out, "-o, --out <folder>", "write proxy.json, summary.md, junit.xml and openapi.json there"),
  ...listenOptions.shape,
  allowOrigin: option(
    z
      .array(
        z
          .string()
          .refine((text) => URL.parse(text)?.origin === text, "expected an origin, for instance https://app.example"),
      )
      .default([]),
    "--allow-origin <origin>",
    "an origin whose pages may use the proxy, besides those on localhost; repeatable",
  ),
  timeout: option(
    timeout,
    "--timeout <ms>",
    "how long to wait for the target to begin its reply, and to go on with it",
    { defaultText: "60000" },
  ),
  ca,
  insecure,
  quiet: option(onOff, "-q, --quiet", "print no line for each call, only the report"),
});

export type ProxySettings = z.output<typeof proxyOptions>;
