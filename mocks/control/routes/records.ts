import { z } from "zod";
import { collections as kinds, recordSchema } from "../../../fixtures/worlds/world.ts";
import type { Place } from "../../service/accounts.ts";
import type { RecordCollection } from "../../service/record-collection.ts";
import type { Simulation } from "../../simulation/simulation.ts";
import { ControlProblem, mistakesOf } from "../control-problem.ts";
import { recordReply, recordsReply } from "../replies.ts";
import { count, route, type Input } from "../route.ts";

interface Found {
  readonly place: Place;
  readonly records: RecordCollection;
}

function find(simulation: Simulation, { parameters }: Input): Found {
  const account = simulation.accounts.find(({ id }) => id === parameters["account"]);
  if (account === undefined) throw new ControlProblem(404, `There is no account "${parameters["account"]}".`);
  const kind = kinds.find((name) => name === parameters["kind"]);
  if (kind === undefined) throw new ControlProblem(404, `There are no ${parameters["kind"]}: ${kinds.join(", ")}.`);
  const { id } = parameters;
  if (id !== undefined && account[kind].find(id) === undefined) {
    throw new ControlProblem(404, `Unknown id "${id}" among the ${kind} of ${account.name}.`);
  }
  return { place: { account: account.id, kind }, records: account[kind] };
}

export const recordRoutes = [
  route({
    method: "GET",
    path: "accounts/{account}/{kind}",
    summary: "Records of an account: users, subscriptions or invoices.",
    query: z.object({
      offset: count(0).describe("the index of the first record, 0 by default"),
      limit: count(50, 1000).describe("how many, 50 by default"),
      search: z.string().default("").describe("a text that the records contain"),
    }),
    reply: recordsReply,
    handle: ({ simulation }, input) => {
      const { offset, limit, search } = input.query;
      const wanted = search.toLowerCase();
      const all = find(simulation, input).records.records();
      const records =
        wanted === "" ? all : all.filter((record) => JSON.stringify(record).toLowerCase().includes(wanted));
      return { records: records.slice(offset, offset + limit), total: records.length };
    },
  }),
  route({
    method: "POST",
    path: "accounts/{account}/{kind}",
    summary: "Adds a record. Without an id, it gets one.",
    body: z.record(z.string(), z.json()),
    reply: recordReply,
    success: 201,
    handle: async ({ simulation: { edits }, simulation }, input) => {
      const { place } = find(simulation, input);
      const given = recordSchema.safeParse("id" in input.body ? input.body : { id: edits.newId(place), ...input.body });
      if (!given.success) throw new ControlProblem(422, "The record is invalid.", mistakesOf(given.error));
      return { record: await edits.add(place, given.data) };
    },
  }),
  route({
    method: "PUT",
    path: "accounts/{account}/{kind}/{id}",
    summary: "Replaces a record.",
    body: recordSchema,
    reply: recordReply,
    handle: async ({ simulation }, input) => {
      const { place } = find(simulation, input);
      return { record: await simulation.edits.replace(place, input.parameters["id"] ?? "", input.body) };
    },
  }),
  route({
    method: "DELETE",
    path: "accounts/{account}/{kind}/{id}",
    summary: "Removes a record.",
    success: 204,
    handle: ({ simulation }, input) =>
      simulation.edits.remove(find(simulation, input).place, input.parameters["id"] ?? ""),
  }),
];
