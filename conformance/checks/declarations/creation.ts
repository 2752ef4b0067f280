import { goodBody, type Json } from "../../target/body.ts";
import { isObject, readEnvelope, readJson, type Members } from "../../target/envelope.ts";
import type { Target } from "../../target/target.ts";
import type { Success } from "../authorized.ts";

/** The body of a creation as members. */
export type Body = { readonly [field: string]: Json };

/** The body that the target should accept, where it is an object. */
export function bodyOf(target: Target): Body {
  const body = goodBody(target);
  return typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
}

/** What was sent with a creation, as members. */
export function sentWith({ request }: Success): Members {
  const sent = readJson({ status: 0, headers: {}, body: request.body ?? "", ms: 0 });
  return isObject(sent) ? sent : {};
}

/** The record that the reply to a creation holds; `undefined` where it holds none. */
export function recordIn({ response }: Success): Members | undefined {
  const [record] = readEnvelope(response).data ?? [];
  return isObject(record) ? record : undefined;
}
