import { z } from "zod";
import { recordSchema } from "../../fixtures/worlds/world.ts";
import { fullText, type RecordCollection } from "../service/record-collection.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { givenData, parseWith } from "../../fixtures/input/parse-with.ts";
import { ControlProblem } from "./control-problem.ts";
import type { RecordPage } from "./replies.ts";
import { count, route, type Input } from "./route.ts";
import { collections } from "../../fixtures/contract/record-kinds.ts";

/** The list at a path, and the id of a record in it. */
function find(simulation: Simulation, { parameters }: Input): { readonly list: RecordCollection; readonly id: string } {
  const account = simulation.accounts.find(({ id }) => id === parameters["account"]);
  if (account === undefined) throw new ControlProblem(404, `There is no account "${parameters["account"]}".`);
  const kind = collections.find((name) => name === parameters["kind"]);
  if (kind === undefined)
    throw new ControlProblem(404, `There are no ${parameters["kind"]}: ${collections.join(", ")}.`);
  const { id } = parameters;
  if (id !== undefined && account[kind].find(id) === undefined) {
    throw new ControlProblem(404, `Unknown id "${id}" among the ${kind} of ${account.name}.`);
  }
  return { list: account[kind], id: id ?? "" };
}

export const recordRoutes = [
  route({
    method: "GET",
    path: "accounts/{account}/{kind}",
    summary: `Records of an account: ${collections.join(", ")}.`,
    query: z.object({
      offset: count(0).describe("the index of the first record, 0 by default"),
      limit: count(50, 1000).describe("how many, 50 by default"),
      search: z.string().default("").describe("a text that the records contain"),
    }),
    handle: ({ simulation }, input): RecordPage => {
      const { offset, limit, search } = input.query;
      const searchText = search.toLowerCase();
      const all = find(simulation, input).list.records();
      const records =
        searchText === "" ? all : all.filter((record) => JSON.stringify(record).toLowerCase().includes(searchText));
      return { records: records.slice(offset, offset + limit), total: records.length };
    },
  }),
  route({
    method: "POST",
    path: "accounts/{account}/{kind}",
    summary: "Adds a record. Without an id, it gets one.",
    body: z.record(z.string(), z.json()),
    status: 201,
    handle: async ({ simulation }, input) => {
      const { list } = find(simulation, input);
      const value = "id" in input.body ? input.body : { id: list.newId(), ...input.body };
      const record = parseWith(recordSchema, givenData(list.kind, value), "the record for");
      if (list.isFull) throw new ControlProblem(507, fullText);
      await list.insert(record, "edit");
      return { record };
    },
  }),
  route({
    method: "PUT",
    path: "accounts/{account}/{kind}/{id}",
    summary: "Replaces a record.",
    body: recordSchema,
    handle: async ({ simulation }, input) => {
      const { list, id } = find(simulation, input);
      await list.replace(id, input.body);
      return { record: input.body };
    },
  }),
  route({
    method: "DELETE",
    path: "accounts/{account}/{kind}/{id}",
    summary: "Removes a record.",
    handle: ({ simulation }, input) => {
      const { list, id } = find(simulation, input);
      list.remove(id);
    },
  }),
];
