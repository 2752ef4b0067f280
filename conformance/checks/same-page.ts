import { operations, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { servedIn } from "../places/places.ts";
import { heldIn } from "../places/walk.ts";
import type { Call } from "../target/call.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed } from "./check.ts";
import type { AtPlace } from "./everywhere.ts";

/** The plain list, where it has fewer records with other headers (an encoding, a language), but the same total. */
export async function shorterWithHeaders(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const read = async (call: Call) => {
    const exchange = await session.call(call);
    const held = exchange instanceof Unavailable ? undefined : heldIn(exchange);
    return exchange instanceof Unavailable || held === undefined ? undefined : { exchange, held };
  };
  const plain = await read({ operation });
  if (plain === undefined) return [];
  const served = await servedIn(session, operation);
  const judged = served.map(async ({ call, place, exchange }): Promise<readonly AtPlace[]> => {
    const isPlain = (call.as ?? "first") === "first" && (call.query ?? call.path) === undefined;
    const held = isPlain && call.headers !== undefined ? heldIn(exchange) : undefined;
    // A list may lose records, but not one page of it.
    if (held === undefined || held.records.length >= Math.min(plain.held.records.length, held.total)) return [];
    const [one, other] = await Promise.all([
      read({ ...call, label: "again, for its length" }),
      read({ operation, label: `again, beside ${place}` }),
    ]);
    const isShorter =
      one !== undefined && other?.held.total === one.held.total && one.held.records.length < other.held.records.length;
    if (!isShorter) return [];
    const text = `${counted(one.held.records.length, operations[operation].record)}, and ${other.held.records.length} without these headers; \`meta.total\` is ${one.held.total} both times`;
    return [{ place, outcome: failed(text, one.exchange, other.exchange) }];
  });
  return (await Promise.all(judged)).flat();
}
