import { isObject, readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";

/** What is looked at of one reply. A dialect knows no page of more than 10,000 records. */
const bounds = { records: 20_000, fields: 1000, levels: 100, characters: 2 ** 22, failure: 2 ** 18 } as const;

/**
 * Why nothing is learned of a reply: it is so long, wide or deep that to look at it would take more time, memory or
 * stack than any reply is worth. `undefined` where it is not.
 */
export function beyondBounds(exchange: Exchange): string | undefined {
  const { response } = exchange;
  if (response === undefined) return undefined;
  const { length } = response.body;
  const most = isSuccess(exchange) ? bounds.characters : bounds.failure;
  if (length > most) return `a reply has ${length} characters, and no more than ${most} are looked at`;
  if (isDeeper(response.body)) return `a reply nests values more than ${bounds.levels} levels deep`;
  const { data = [] } = readEnvelope(response);
  if (data.length > bounds.records) return `a reply holds ${data.length} records`;
  const isWide = data.some((record) => isObject(record) && Object.keys(record).length > bounds.fields);
  return isWide ? `a record has more than ${bounds.fields} fields` : undefined;
}

/** By its brackets: to read it first would take the stack that is to be saved. */
function isDeeper(body: string): boolean {
  let levels = 0;
  let isText = false;
  for (let index = 0; index < body.length && levels <= bounds.levels; index += 1) {
    const sign = body[index];
    if (isText && sign === "\\") index += 1;
    else if (sign === '"') isText = !isText;
    else if (!isText && (sign === "[" || sign === "{")) levels += 1;
    else if (!isText && (sign === "]" || sign === "}")) levels -= 1;
  }
  return levels > bounds.levels;
}
