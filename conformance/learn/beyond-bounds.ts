import { isObject } from "../../fixtures/json.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";

/** What is looked at of one reply. A dialect knows no page of more than 10,000 records. */
const bounds = { records: 20_000, fields: 1000, characters: 2 ** 22, failure: 2 ** 18 } as const;

/**
 * Why nothing is learned of a reply: it is so long or wide that to look at it would take more time and memory than
 * any reply is worth. `undefined` where it is not. Deep values are cut before (`parseJson`).
 */
export function beyondBounds(exchange: Exchange): string | undefined {
  const { response } = exchange;
  if (response === undefined) return undefined;
  const { length } = response.body;
  const most = isSuccess(exchange) ? bounds.characters : bounds.failure;
  if (length > most) return `a reply has ${length} characters, and no more than ${most} are looked at`;
  const { data = [] } = readEnvelope(response);
  if (data.length > bounds.records) return `a reply holds ${data.length} records`;
  const isWide = data.some((record) => isObject(record) && Object.keys(record).length > bounds.fields);
  return isWide ? `a record has more than ${bounds.fields} fields` : undefined;
}
