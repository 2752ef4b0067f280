import type { Json } from "../../../fixtures/json.ts";
import { z } from "zod";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { errorTemplate } from "../../../fixtures/dialect/error-templates.ts";
import type { Call, Reply } from "../../service/call.ts";
import { readPreference } from "../../simulation/prefer.ts";

/** A reply as a caller sees it. */
export type SeenReply = Pick<Reply, "status" | "headers" | "body">;

const envelope = z
  .strictObject({
    data: z.array(z.looseObject({ id: z.union([z.string(), z.int()]) })),
    meta: z.strictObject({ page: z.int().min(0), total: z.int().min(0) }),
  })
  .refine(({ data, meta }) => meta.total >= data.length, "expected a total of at least the records shown");

const headerName = /^[a-z0-9-]+$/;
const headerValue = /^[\t\u0020-\u007E\u0080-\u00FF]*$/;

/** What is wrong with the reply to a call, whatever was called: `undefined` where it is one the dialect knows. */
export function replyFault(call: Call, reply: SeenReply, dialect: Dialect): string | undefined {
  const headers = headerFault(reply);
  if (headers !== undefined) return headers;
  if (call.method === "OPTIONS") return reply.status === 204 && reply.body === "" ? undefined : "no preflight reply";
  // Whoever asks for a status or a disturbance gets it.
  if (isDisturbed(call)) return undefined;
  if (reply.headers["access-control-allow-origin"] !== "*") return "a page could not read it";
  const successes: ReadonlySet<number> = new Set(Object.values(dialect.statuses.success));
  if (successes.has(reply.status)) return successFault(call, reply);
  return failureFault(call, reply, dialect);
}

/** Whether a call asks for something else than the service. */
export function isDisturbed({ headers }: Call): boolean {
  const { code, scenarios } = readPreference(headers["prefer"]);
  return code !== undefined || scenarios.length > 0;
}

function headerFault({ headers }: SeenReply): string | undefined {
  const wrong = Object.entries(headers).find(([name, value]) => !headerName.test(name) || !headerValue.test(value));
  return wrong === undefined ? undefined : `the header ${JSON.stringify(wrong)} cannot be sent`;
}

function successFault({ method }: Call, { headers, body }: SeenReply): string | undefined {
  if (headers["content-type"] !== "application/json; charset=utf-8") return `of type ${headers["content-type"]}`;
  if (method === "HEAD") return body === "" ? undefined : "a body for HEAD";
  const { error } = envelope.safeParse(parse(body));
  return error === undefined ? undefined : `no envelope: ${error.message}`;
}

function failureFault({ method }: Call, reply: SeenReply, dialect: Dialect): string | undefined {
  const { status, headers, body } = reply;
  const failures: ReadonlySet<number> = new Set(Object.values(dialect.statuses.failure));
  if (status >= 500 || !failures.has(status)) return `the status ${status} is none of the dialect's`;
  if (status < 400 && headers["location"] !== dialect.auth.login) return "a redirect to no login page";
  const template = errorTemplate(dialect.errors);
  if (headers["content-type"] !== template.contentType) return `of type ${headers["content-type"]}`;
  if (method === "HEAD") return body === "" ? undefined : "a body for HEAD";
  const isText = typeof template.body === "string";
  const fits = fitsTemplate(template.body, isText ? body : parse(body), status);
  return fits ? undefined : `a body that is none of the dialect's: ${body.slice(0, 200)}`;
}

function parse(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Whether a value is what a template becomes: fixed parts as they are, and in the place of each placeholder its kind. */
function fitsTemplate(template: Json, actual: Json | undefined, status: number): boolean {
  if (typeof template === "string") return fitsText(template, actual, status);
  if (typeof template !== "object" || template === null) return actual === template;
  if (Array.isArray(template)) {
    return Array.isArray(actual) && template.every((item, index) => fitsTemplate(item, actual[index], status));
  }
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return false;
  return (
    Object.keys(actual).every((name) => Object.hasOwn(template, name)) &&
    Object.entries(template).every(([name, part]) => fitsTemplate(part, actual[name], status))
  );
}

function fitsText(template: string, actual: Json | undefined, status: number): boolean {
  switch (template) {
    case "{{status}}":
      return actual === status;
    case "{{errors}}":
      return actual === undefined || (Array.isArray(actual) && actual.length > 0);
    default:
      return typeof actual === "string" && textPattern(template).test(actual);
  }
}

function textPattern(template: string): RegExp {
  const fixed = template
    .split(/\{\{\s*\w+\s*\}\}/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${fixed.join(String.raw`[\s\S]+`)}$`);
}
