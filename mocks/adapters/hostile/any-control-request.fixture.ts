import fc from "fast-check";
import { scenarioKinds } from "../../scenarios/catalogue.ts";
import type { ControlRequest } from "../../control/route.ts";
import type { Simulation } from "../../simulation/simulation.ts";
import { anyJson, anyText, mix } from "./any-call.fixture.ts";

const anyMethod = fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE");
const anyBody = anyJson(["id", "email", "name", "__proto__"], { id: "usr_new" });

type Line = readonly [method: string, path: string, body: string];

/** Requests to the control API: its routes with names and bodies of all kinds, and unknown routes. */
export function anyControlRequest({ accounts }: Simulation): fc.Arbitrary<ControlRequest> {
  const ids = accounts.flatMap(({ users, invoices }) =>
    [...users.all(), ...invoices.all()].map(({ id }) => String(id)),
  );
  const place = fc.tuple(oneOf(accounts.map(({ id }) => id)), oneOf(["users", "invoices"]));
  const records = place.map((names) => `accounts/${names.join("/")}`);
  const record = fc.tuple(records, oneOf(ids)).map((names) => names.join("/"));
  const line = mix<Line>(
    [3, fc.tuple(fc.constantFrom("GET", "POST"), records, anyBody)],
    [3, fc.tuple(fc.constantFrom("PUT", "DELETE"), record, anyBody)],
    [6, anySetting],
    [6, anyOther.map((text): Line => [text.slice(0, text.indexOf(" ")), text.slice(text.indexOf(" ") + 1), ""])],
    [1, fc.tuple(anyMethod, anyText, anyBody)],
  );
  const method = mix<string | undefined>([15, fc.constant(undefined)], [1, anyMethod]);
  return fc
    .tuple(line, anyQuery, method)
    .map(([[right, path, body], query, other = right]) => ({ method: other, path, query, body }));
}

function oneOf(names: readonly string[]): fc.Arbitrary<string> {
  return mix([10, fc.constantFrom(...names)], [1, anyText]);
}

const anyScenario = mix(
  [8, fc.constantFrom(...scenarioKinds.flatMap(({ examples }) => examples))],
  [1, anyText],
  [1, anyText.map((value) => `latency:ms=${value}`)],
);

const anySetting = fc.oneof(
  of("PUT", "scenarios", { active: fc.array(anyScenario, { maxLength: 4 }) }),
  of("POST", "clock", { advanceMs: fc.oneof(fc.maxSafeInteger(), fc.integer()) }),
  of("POST", "clock", { freeze: fc.oneof(fc.constant(true), fc.constant("9999-12-31T23:59:59Z"), anyText) }),
  of("POST", "verify", {
    match: fc.record({ body: fc.jsonValue(), path: anyText, status: fc.integer() }, { requiredKeys: [] }),
    count: fc.oneof(fc.nat(), fc.record({ atLeast: fc.integer() })),
  }),
  of("POST", "sandboxes", {
    account: fc.constantFrom("acct_aurora", "acct_cedar", "__proto__"),
    seed: fc.oneof(fc.integer(), fc.double()),
    scenarios: fc.array(anyScenario, { maxLength: 2 }),
  }),
);

/** A request of a route, sometimes with an unexpected body. */
function of(method: string, path: string, members: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  const right = fc.record({ ...members }, { requiredKeys: [] }).map((value) => JSON.stringify(value));
  return mix([5, right], [1, anyBody]).map((body): Line => [method, path, body]);
}

const anyOther = fc.oneof(
  fc.constantFrom(
    ...["health", "state", "clock", "scenarios", "journal", "snapshots", "sandboxes", "journal.har"].map(
      (path) => `GET ${path}`,
    ),
    ...["reset", "undo", "redo", "snapshots/before/restore"].map((path) => `POST ${path}`),
    "GET interface.json",
    "PUT snapshots/before",
    "DELETE snapshots/before",
    "DELETE journal",
  ),
  anyText.map((name) => `PUT snapshots/${name}`),
  anyText.map((id) => `DELETE sandboxes/${id}`),
);

const anyQuery = mix(
  [12, fc.constant("")],
  [2, fc.tuple(fc.constantFrom("offset", "limit", "after", "search"), anyText).map((pair) => pair.join("="))],
  [1, anyText.map((value) => `sandbox=${value}`)],
  [1, anyText],
);
