import { createHash } from "node:crypto";
import { withAccount } from "./defects/places.ts";
import { withListParameters, oddities, onGood, present, reshape, type Departure } from "./departures.ts";
import { members, without, type Reply } from "./service.ts";

const lists = ["listUsers", "listInvoices"] as const;

/** Sets an ETag on lists by their content, and responds 304 if the client has this version. */
const tagged = (weak = ""): Departure =>
  onGood(lists, (reply, { headers }): Reply => {
    const etag = `${weak}"${createHash("sha1").update(JSON.stringify(reply.envelope)).digest("hex")}"`;
    const isKnown = headers["if-none-match"] === etag;
    return isKnown ? { status: 304, headers: { etag } } : { ...reply, headers: { ...reply.headers, etag } };
  });

/** Unusual parts, orders and repeated reads of a list (§4 shows no parameter, §5 no condition). */
export const conformingInViews = oddities({
  "sorts-filters-and-pages": withListParameters(),
  "filters-by-prefix": withListParameters((value, wanted) => value.startsWith(wanted)),
  "filters-by-part-in-any-case": withListParameters((value, wanted) =>
    value.toLowerCase().includes(wanted.toLowerCase()),
  ),
  "filters-nothing-out": withListParameters(() => true),
  "filters-by-account": [
    // Naming another account finds nothing.
    reshape("listInvoices", ({ data, meta }, { query }) => {
      const wanted = query.get("account");
      const found = data.filter((row) => wanted === null || members(row)["account"] === wanted);
      return { data: found, meta: { ...meta, total: found.length } };
    }),
    withAccount,
  ],
  "tags-lists": tagged(),
  "tags-lists-weakly": [tagged("W/"), withListParameters()],
  "same-plan-in-every-view": [
    present("listInvoices", (row) => ({ ...without(row, "number", "cents"), month: "2025-01", paid: true })),
    withListParameters(),
  ],
  "numbered-alike-in-every-view": [
    present("listInvoices", ({ number }) => ({ no: Number(String(number).split("-")[1]), cents: 1900 })),
    withListParameters(),
    { world: { invoices: [12, 9] } },
  ],
});
