import { isObject, type Json } from "../../../fixtures/json.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { Call } from "../../target/call.ts";
import { isSuccess } from "../../target/exchange.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import { goodBody } from "../../target/body.ts";
import { readEnvelope, readJson, type Members } from "../../target/envelope.ts";
import type { Target } from "../../target/target.ts";
import type { Success } from "../../target/exchange.ts";
import { shows } from "../../target/created-user.ts";
import { objectsOf, pageIn, type Page } from "../../target/records.ts";
import { pagedBy } from "./lists.ts";
import { whichPage } from "../../places/way.ts";

/** The common parts of requirements on a creation, and why they are declared. */
export const ofCreation = { level: "declared", sections: ["4"], operations: ["createUser"] } as const;
export const openBody = "§4 leaves the body of a creation open";

/** The body of a creation as members. */
export type Body = { readonly [field: string]: Json };

/** A body that the target should accept, if it is an object. */
export function bodyOf(target: Target): Body {
  const body = goodBody(target);
  return typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
}

/** The members of a creation's body. */
export function sentWith({ request }: Success): Members {
  const sent = readJson({ body: request.body ?? "" });
  return isObject(sent) ? sent : {};
}

/** The record in the response to a creation; `undefined` if there is none. */
export function recordIn({ response }: Success): Members | undefined {
  const [record] = readEnvelope(response).data ?? [];
  return isObject(record) ? record : undefined;
}

/** The record of a creation in the list of users: on its first page, or on the last. */
export async function listedRecord(
  session: Session,
  creation: Success,
  dialect: Dialect,
): Promise<Members | undefined> {
  const first = await readUsers(session, creation, { operation: "listUsers", label: "for the created user" });
  const paging = pagedBy(dialect, "listUsers");
  if (first === undefined || first.record !== undefined || paging === undefined) return first?.record;
  const last = Math.max(Math.ceil(first.page.total / paging.defaultSize) - 1, 0);
  const query = whichPage(paging, last, paging.defaultSize);
  return (await readUsers(session, creation, { operation: "listUsers", query, label: "for the created user" }))?.record;
}

async function readUsers(
  session: Session,
  creation: Success,
  call: Call,
): Promise<{ readonly page: Page; readonly record: Members | undefined } | undefined> {
  const exchange = await session.call(call);
  if (exchange instanceof Unavailable || !isSuccess(exchange)) return undefined;
  const page = pageIn(exchange);
  if (page === undefined) return undefined;
  const isCreated = (record: Members): boolean => {
    const body = JSON.stringify(record);
    return shows({ exchange: { ...exchange, response: { ...exchange.response, body } }, total: page.total }, creation);
  };
  return { page, record: objectsOf(page.records).find(isCreated) };
}
