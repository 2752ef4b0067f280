import type { Json } from "../../fixtures/json.ts";
import type { Call } from "../target/call.ts";
import type { Session } from "../target/session.ts";
import { findRequirement } from "./catalogue.ts";
import type { Outcome } from "./check.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

/** An organization with two accounts, each with its own users; tests can change its behavior. */
export interface Organization {
  readonly lists: { readonly first: Row[]; readonly second: Row[] };
}

type Row = { readonly id: string; readonly name: string | null; readonly email: string };
export type Create = (row: Row, organization: Organization, as: "first" | "second") => ScriptedResponse | void;

/** The behavior that a test changes. */
export interface Ways {
  readonly create?: Create;
  readonly list?: (rows: readonly Row[], call: Call) => ScriptedResponse;
  /** Called before the list is read. */
  readonly before?: (organization: Organization) => void;
  /** Called before a creation is rejected for its body. */
  readonly rejected?: (organization: Organization) => void;
  readonly most?: number;
  /** What is sent, where that is not a name and an address of its own. */
  readonly body?: Json;
  /** Whether two users may have the same address. */
  readonly mayRepeat?: boolean;
  readonly patience?: number;
  /** Called before the run waits. */
  readonly wait?: (organization: Organization, milliseconds: number) => void;
}

/** A correct service except for a test's changes, judged by one rule. */
export async function judgeWrites(id: string, ways: Ways): Promise<Outcome> {
  const row = (name: string): Row => ({ id: `u-${name}`, name, email: `${name}@one.example` });
  const organization: Organization = {
    lists: { first: ["ada", "bo", "cy"].map(row), second: ["dee", "eve", "fay", "gil"].map(row) },
  };
  let count = 0;
  const answer = (call: Call, body: string): ScriptedResponse => {
    const as = call.as === "second" ? "second" : "first";
    const list = organization.lists[as];
    if (call.operation === "listUsers") {
      ways.before?.(organization);
      return ways.list?.(list, call) ?? envelope([...list]);
    }
    const { name, email } = Object(body.endsWith("}") ? JSON.parse(body) : {});
    if (typeof name !== "string" || typeof email !== "string") {
      ways.rejected?.(organization);
      return { status: 422, json: {} };
    }
    if (ways.mayRepeat !== true && list.some((user) => user.email === email)) return { status: 409, json: {} };
    count += 1;
    const user: Row = { id: `n-${count}`, name, email };
    const reply = ways.create?.(user, organization, as);
    if (reply !== undefined) return reply;
    if (ways.create === undefined) list.push(user);
    return { status: 201, json: { data: [user], meta: { page: 1, total: 1 } } };
  };
  const scripted = scriptedSession(
    {},
    {
      answer,
      maxCreated: ways.most ?? 9,
      ...(ways.patience === undefined ? {} : { patience: ways.patience }),
      ...(ways.body === undefined ? {} : { createBody: ways.body }),
    },
  );
  const wait: Session["wait"] = (milliseconds) => {
    ways.wait?.(organization, milliseconds);
    return scripted.wait(milliseconds);
  };
  const session: Session = Object.create(scripted, { wait: { value: wait } });
  await session.call({ operation: "listUsers" });
  const outcome = await findRequirement(id)?.judge(session, "createUser");
  if (outcome === undefined) throw new Error(`${id} has no check`);
  return outcome;
}

export const push: Create = (row, { lists }, as) => void lists[as].push(row);
