// Loaded into `orgkit conform` with --import: writes to the file request-time for how many milliseconds at least one
// request was under way.
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";

const pending = new Set();
let since = 0;
let total = 0;

subscribe("undici:request:create", ({ request }) => {
  if (pending.size === 0) since = performance.now();
  pending.add(request);
});

function settle({ request }) {
  if (pending.delete(request) && pending.size === 0) total += performance.now() - since;
}

subscribe("undici:request:trailers", settle);
subscribe("undici:request:error", settle);
process.once("exit", () => writeFileSync("request-time", String(total)));
