import { z } from "zod";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { errorTemplate } from "../../../fixtures/dialect/error-templates.ts";
import { jsonOf } from "../../../fixtures/json.ts";
import type { Call, Reply } from "../../service/call.ts";

/** A response as a client sees it. */
export type SeenReply = Pick<Reply, "status" | "headers" | "body">;

const envelope = z
  .strictObject({
    data: z.array(z.looseObject({ id: z.union([z.string(), z.int()]) })),
    meta: z.strictObject({ page: z.int(), total: z.int() }),
  })
  .refine(
    ({ data, meta }) => meta.page >= 0 && meta.total >= data.length,
    "expected a total of at least the records shown",
  );

/** What is wrong with the response to any request; `undefined` if the dialect allows it. */
export function replyFault(call: Call, { status, headers, body }: SeenReply, dialect: Dialect): string | undefined {
  const odd = Object.entries(headers).find(
    ([name, value]) => !/^[a-z0-9-]+$/.test(name) || !/^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(value),
  );
  if (odd !== undefined) return `the header ${JSON.stringify(odd)} cannot be sent`;
  if (call.method === "OPTIONS") return status === 204 && body === "" ? undefined : "no preflight reply";
  // A request may ask for a status or a scenario.
  if (isDisturbed(call)) return undefined;
  if (headers["access-control-allow-origin"] !== "*") return "a page could not read it";
  const { success, failure } = dialect.statuses;
  const isOneOf = (statuses: object): boolean => Object.values(statuses).includes(status);
  const template = errorTemplate(dialect.errors);
  if (!isOneOf(success) && (status >= 500 || !isOneOf(failure))) return `the status ${status} is none of the dialect's`;
  if (!isOneOf(success) && status < 400 && headers["location"] !== dialect.auth.login) {
    return "a redirect to no login page";
  }
  const type = isOneOf(success) ? "application/json; charset=utf-8" : template.contentType;
  if (headers["content-type"] !== type) return `of type ${headers["content-type"]}`;
  if (call.method === "HEAD") return body === "" ? undefined : "a body for HEAD";
  const fits = isOneOf(success)
    ? envelope.safeParse(jsonOf(body)).success
    : failurePattern(template.body, status).test(body);
  return fits ? undefined : `a body that is none of the dialect's: ${body.slice(0, 200)}`;
}

/** Whether a request asks for something other than the service's response. */
function isDisturbed({ headers }: Pick<Call, "headers">): boolean {
  return /(?:^|[,;])\s*(?:code|scenario)\s*=/i.test(headers["prefer"] ?? "");
}

/** Turns a template into a pattern: fixed parts are literal, placeholders match their kind. */
function failurePattern(template: unknown, status: number): RegExp {
  const isText = typeof template === "string";
  const parts = (isText ? template : JSON.stringify(template)).split(
    /(,"\w+":"\{\{errors\}\}"|"\{\{status\}\}"|\{\{\s*\w+\s*\}\})/,
  );
  const pattern = parts.map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    if (part.includes("errors")) return String.raw`(?:,"\w+":\[.+\])?`;
    if (part.startsWith('"')) return status;
    return isText ? String.raw`[\s\S]+` : String.raw`(?:[^"\\]|\\.)+`;
  });
  return new RegExp(`^${pattern.join("")}$`);
}
