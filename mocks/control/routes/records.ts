import { z } from "zod";
import { collections as kinds, recordSchema, type RecordData } from "../../../fixtures/worlds/world.ts";
import type { Account, Kind, Place } from "../../service/accounts.ts";
import type { Simulation } from "../../simulation/simulation.ts";
import { ControlProblem } from "../control-problem.ts";
import { recordReply, recordsReply } from "../replies.ts";
import { route, type Input } from "../route.ts";

const kindSchema = z.enum(kinds, `expected ${kinds.join(", ")}`);
const newRecord = z.record(z.string(), z.json());

interface Found {
  readonly account: Account;
  readonly kind: Kind;
  readonly place: Place;
}

function find(simulation: Simulation, { parameters }: Input<unknown>): Found {
  const account = simulation.accounts.find(({ id }) => id === parameters["account"]);
  if (account === undefined) throw new ControlProblem(404, `There is no account "${parameters["account"]}".`);
  const kind = kindSchema.safeParse(parameters["kind"]);
  if (!kind.success) throw new ControlProblem(404, `There are no ${parameters["kind"]}: ${kinds.join(", ")}.`);
  return { account, kind: kind.data, place: { account: account.id, kind: kind.data } };
}

function findRecord(simulation: Simulation, input: Input<unknown>): Found & { readonly id: string } {
  const found = find(simulation, input);
  const { id = "" } = input.parameters;
  if (found.account[found.kind].find(id) !== undefined) return { ...found, id };
  throw new ControlProblem(404, `None of the ${found.kind} of ${found.account.name} has the id "${id}".`);
}

/** Those that hold the text in any field, in any case. */
function matching(records: readonly RecordData[], text: string): readonly RecordData[] {
  const wanted = text.toLowerCase();
  return wanted === "" ? records : records.filter((record) => JSON.stringify(record).toLowerCase().includes(wanted));
}

function count(text: string | null, fallback: number, most: number): number {
  const number = Number(text ?? fallback);
  return Number.isInteger(number) && number >= 0 ? Math.min(number, most) : fallback;
}

export const recordRoutes = [
  route({
    method: "GET",
    path: "accounts/{account}/{kind}",
    summary: "Records of an account: users, subscriptions or invoices.",
    query: { offset: "from which record on, 0 by default", limit: "how many, 50 by default", search: "a text in them" },
    reply: recordsReply,
    success: 200,
    handle: ({ simulation }, input) => {
      const { account, kind } = find(simulation, input);
      const offset = count(input.query.get("offset"), 0, Number.MAX_SAFE_INTEGER);
      const limit = count(input.query.get("limit"), 50, 1000);
      const records = matching(account[kind].records(), input.query.get("search") ?? "");
      return { status: 200, json: { records: records.slice(offset, offset + limit), total: records.length } };
    },
  }),
  route({
    method: "POST",
    path: "accounts/{account}/{kind}",
    summary: "Adds a record; one without an id is given one.",
    body: newRecord,
    reply: recordReply,
    success: 201,
    handle: async ({ simulation }, input) => {
      const { place } = find(simulation, input);
      const given = recordSchema.safeParse(
        "id" in input.body ? input.body : { id: simulation.edits.newId(place), ...input.body },
      );
      if (!given.success) throw invalid(given.error);
      return { status: 201, json: { record: await simulation.edits.add(place, given.data) } };
    },
  }),
  route({
    method: "PUT",
    path: "accounts/{account}/{kind}/{id}",
    summary: "Puts a record in the place of another.",
    body: recordSchema,
    reply: recordReply,
    success: 200,
    handle: async ({ simulation }, input) => {
      const { place, id } = findRecord(simulation, input);
      return { status: 200, json: { record: await simulation.edits.replace(place, id, input.body) } };
    },
  }),
  route({
    method: "DELETE",
    path: "accounts/{account}/{kind}/{id}",
    summary: "Removes a record.",
    success: 204,
    handle: async ({ simulation }, input) => {
      const { place, id } = findRecord(simulation, input);
      await simulation.edits.remove(place, id);
      return { status: 204 };
    },
  }),
  ...(["undo", "redo"] as const).map((direction) =>
    route({
      method: "POST",
      path: direction,
      summary: direction === "undo" ? "Takes the last edit back." : "Puts back the edit last taken back.",
      success: 200,
      handle: async ({ simulation: { edits } }) => {
        if (await edits[direction]()) return { status: 200, json: { edits: edits.counts } };
        const why = edits.hasForgotten ? " Older edits were forgotten: there was no room for them any more." : "";
        throw new ControlProblem(409, `There is nothing to ${direction}.${why}`);
      },
    }),
  ),
];

function invalid(error: z.ZodError): ControlProblem {
  const mistakes = error.issues.map((issue) => ({ at: issue.path.join("."), problem: issue.message }));
  return new ControlProblem(422, "The record cannot be used.", mistakes);
}
