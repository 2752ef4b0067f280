import { z } from "zod";
import { creations } from "../load/creations.ts";
import { cycle, type Load, type LoadCall } from "../load/request.ts";
import { listCall, pageSize, type Contender } from "../servers/contender.ts";
import type { StartedServer } from "../servers/start-server.ts";

/** A kind of call whose cost must not grow with the world. */
export interface ScaleCall {
  readonly name: string;
  readonly load: Load;
}

const usersSchema = z.object({ data: z.array(z.object({ email: z.string() })), meta: z.object({ total: z.int() }) });
const invoicesSchema = z.object({ data: z.array(z.object({ subscriptionId: z.string() })) });

/** How many neighbouring pages are asked for in turn. */
const spell = 10;

/**
 * The calls to measure on a world of any size: what they ask for is read from the mock itself. Those that create come
 * last, since the world grows by them.
 */
export async function scaleCalls(server: StartedServer, contender: Contender): Promise<readonly ScaleCall[]> {
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${contender.token}` };
    const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
    if (!reply.ok) throw new Error(`GET ${path} was answered with ${reply.status}`);
    return reply.json();
  };
  const users = usersSchema.parse(await get(listCall(contender, 1).path));
  const last = Math.ceil(users.meta.total / pageSize);
  const pages = (from: number): readonly LoadCall[] =>
    Array.from({ length: spell }, (_, index) => listCall(contender, from + index));
  const middle = pages(Math.floor((last - spell) / 2));
  const known = await Promise.all(
    [...pages(1), ...middle].map(async ({ path }) => usersSchema.parse(await get(path)).data),
  );
  const invoices = invoicesSchema.parse(await get("/api/v1/invoices?page=1&per_page=100")).data;
  const ids = [...new Set(invoices.map(({ subscriptionId }) => subscriptionId))];
  const read = (path: string): LoadCall => ({ method: "GET", path, token: contender.token });
  const filtered = filters.map((filter) => read(`${contender.users}?${filter}&page=2&per_page=5`));
  return [
    { name: "first pages", load: cycle(pages(1)) },
    { name: "middle pages", load: cycle(middle) },
    { name: "last pages", load: cycle(pages(last - spell + 1)) },
    { name: "filtered pages", load: cycle(filtered) },
    {
      name: "filtered by email",
      load: cycle(known.flat().map(({ email }) => read(`${contender.users}?email=${encodeURIComponent(email)}`))),
    },
    { name: "subscription by id", load: cycle(ids.map((id) => read(`/api/v1/subscriptions/${id}`))) },
    { name: "creation", load: creations(contender) },
    { name: "creation, then filtered page", load: alternating(creations(contender, "mixed"), cycle(filtered)) },
  ];
}

/** Each matches so many, also of a thousand, that it has a second page of five. */
const filters = ["suspended", "invited", "active"].flatMap((status) =>
  ["billing", "admin", "member"].map((role) => `status=${status}&role=${role}`),
);

function alternating(...loads: readonly Load[]): Load {
  let next = 0;
  return () => {
    next += 1;
    return loads[next % loads.length]?.() ?? "";
  };
}
