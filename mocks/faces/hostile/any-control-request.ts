import fc from "fast-check";
import { scenarioKinds } from "../../scenarios/catalogue.ts";
import type { ControlRequest } from "../../control/route.ts";
import type { Simulation } from "../../simulation/simulation.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", "..", "%", "%2F", "%2e%2e%2fetc%2fpasswd", "__proto__", "constructor", "a b", "\uD800", "%00"),
);

const anyBody = fc.oneof(
  fc.constant(""),
  fc.json(),
  fc
    .dictionary(fc.oneof(fc.constantFrom("id", "email", "name", "__proto__"), text), fc.jsonValue())
    .map((value) => JSON.stringify(value)),
  fc
    .record({ id: fc.oneof(text, fc.integer(), fc.constantFrom("usr_new", "__proto__")), name: fc.jsonValue() })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom("{", '{"n":1e999}', '{"id":"\\ud800"}', `{"id":1,"d":${"[".repeat(3000)}${"]".repeat(3000)}}`),
);

const anyMethod = fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE");

type Request = Omit<ControlRequest, "query">;

/** Requests to the control API: its routes with names and bodies of every kind, and others. */
export function anyControlRequest(simulation: Simulation): fc.Arbitrary<ControlRequest> {
  const request = fc.oneof(
    { weight: 6, arbitrary: anyRecordRequest(simulation) },
    { weight: 6, arbitrary: anySettingRequest },
    { weight: 6, arbitrary: anyOtherRequest },
    { weight: 1, arbitrary: fc.record({ method: anyMethod, path: text, body: anyBody }) },
  );
  const method = fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyMethod });
  return fc
    .record({ request, query: anyQuery, method })
    .map(({ request: right, query, method: other = right.method }) => ({ ...right, query, method: other }));
}

function anyRecordRequest({ accounts }: Simulation): fc.Arbitrary<Request> {
  const ids = accounts.flatMap(({ users, invoices }) =>
    [...users.all(), ...invoices.all()].map(({ id }) => String(id)),
  );
  const account = oneOrText(accounts.map((one) => one.id));
  const kind = oneOrText(["users", "invoices"]);
  return fc
    .record({
      account,
      kind,
      id: fc.option(oneOrText(ids)),
      body: anyBody,
      method: fc.constantFrom("GET", "PUT", "DELETE"),
    })
    .map(({ account: owner, kind: name, id, body, method }) =>
      id === null
        ? { method: method === "GET" ? method : "POST", path: `accounts/${owner}/${name}`, body }
        : { method: method === "GET" ? "PUT" : method, path: `accounts/${owner}/${name}/${id}`, body },
    );
}

function oneOrText(names: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 10, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text });
}

const anyScenario = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...scenarioKinds.flatMap(({ examples }) => examples)) },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: text.map((value) => `latency:ms=${value}`) },
);

const anySettingRequest = fc.oneof(
  of("PUT", "scenarios", { active: fc.array(anyScenario, { maxLength: 4 }) }),
  of("POST", "clock", { advanceMs: fc.oneof(fc.maxSafeInteger(), fc.integer()) }),
  of("POST", "clock", { freeze: fc.oneof(fc.constant(true), fc.constant("9999-12-31T23:59:59Z"), text) }),
  of("POST", "verify", {
    match: fc.record({ body: fc.jsonValue(), path: text, status: fc.integer() }, { requiredKeys: [] }),
    count: fc.oneof(fc.nat(), fc.record({ atLeast: fc.integer() })),
  }),
  of("POST", "sandboxes", {
    account: fc.constantFrom("acct_aurora", "acct_cedar", "__proto__"),
    seed: fc.oneof(fc.integer(), fc.double()),
    scenarios: fc.array(anyScenario, { maxLength: 2 }),
  }),
);

/** A request as its route has it, now and then with something else for a body. */
function of(
  method: string,
  path: string,
  members: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Request> {
  const right = fc.record({ ...members }, { requiredKeys: [] }).map((value) => JSON.stringify(value));
  const body = fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: anyBody });
  return body.map((given) => ({ method, path, body: given }));
}

const anyOtherRequest = fc
  .oneof(
    fc.constantFrom(
      ...["health", "state", "clock", "scenarios", "journal", "snapshots", "sandboxes", "capsule"].map(
        (path) => `GET ${path}`,
      ),
      ...["reset", "undo", "redo", "snapshots/before/restore"].map((path) => `POST ${path}`),
      "GET openapi.json",
      "GET contract.yaml",
      "GET interface.json",
      "GET interface.yaml",
      "PUT snapshots/before",
      "DELETE snapshots/before",
      "DELETE journal",
    ),
    text.map((name) => `PUT snapshots/${name}`),
    text.map((id) => `DELETE sandboxes/${id}`),
  )
  .map((line): Request => {
    const space = line.indexOf(" ");
    return { method: line.slice(0, space), path: line.slice(space + 1), body: "" };
  });

const anyQuery = fc.oneof(
  { weight: 12, arbitrary: fc.constant("") },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("offset", "limit", "after", "search"), text)
      .map(([name, value]) => `${name}=${value}`),
  },
  { weight: 1, arbitrary: text.map((value) => `sandbox=${value}`) },
  { weight: 1, arbitrary: text },
);
