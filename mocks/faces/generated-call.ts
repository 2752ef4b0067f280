import fc from "fast-check";
import type { ListPaging } from "../../fixtures/dialect/paging.ts";
import type { Simulation } from "../simulation/simulation.ts";

/** A call as a client writes it: any method, path, token, query and body a client can send through `fetch`. */
export interface GeneratedCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Calls of every kind to a simulation, right and wrong ones mixed; for tests of its faces. */
export function arbitraryCall(simulation: Simulation): fc.Arbitrary<GeneratedCall> {
  const tokens = simulation.accounts.flatMap((account) => account.tokens.map(({ token }) => token));
  const ids = simulation.accounts.flatMap((account) => account.subscriptions.all().map(({ id }) => String(id)));
  const authorization = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...tokens).map((token) => `Bearer ${token}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...tokens.map((token) => `bearer ${token}`), ...tokens, "Bearer", "Basic YTpi", ""),
    },
  );
  const id = fc.oneof(fc.constantFrom(...ids), fc.constantFrom("sub_00000000", "42", "%2F", "a%20b", "é", "__proto__"));
  // The msw face leaves other paths of an origin to the application, so only an alias can be compared.
  const unversioned = simulation.dialect.versions.unversioned === "alias" ? ["/users", "/invoices"] : [];
  const path = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("/api/v1/users", "/api/v1/invoices") },
    { weight: 3, arbitrary: id.map((text) => `/api/v1/subscriptions/${encodeURI(decodeURI(text))}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "/api/v2/users",
        "/api/v1/",
        "/api/v1/users/",
        "/api/v1/nothing",
        ...unversioned,
        "/api/users",
      ),
    },
  );
  return fc
    .record({
      path,
      query: arbitraryQuery(simulation),
      authorization,
      post: fc.boolean(),
      body: arbitraryBody,
      method: anyMethod,
    })
    .map(({ path: target, query, authorization: value, post, body, method: other }) => {
      const method = post ? "POST" : other;
      const headers = value === "" ? {} : { authorization: value };
      const call = { method, path: target + query, headers };
      if (method !== "POST") return call;
      return { ...call, headers: { ...headers, "content-type": body.type }, body: body.text };
    });
}

const anyMethod = fc.oneof(
  { weight: 8, arbitrary: fc.constant("GET") },
  { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE") },
);

const arbitraryBody = fc.record({
  type: fc.oneof(
    { weight: 9, arbitrary: fc.constant("application/json") },
    { weight: 1, arbitrary: fc.constantFrom("text/plain", "application/vnd.api+json; charset=utf-8") },
  ),
  text: fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .record(
          {
            email: fc.constantFrom("a@b.example", "c@d.example", "nope"),
            name: fc.string({ maxLength: 8 }),
            role: fc.constantFrom("admin", "boss"),
          },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    },
    { weight: 1, arbitrary: fc.json() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "{",
        "[]",
        "null",
        '{"__proto__": {"admin": true}, "email": "p@q.example", "name": "P"}',
      ),
    },
  ),
});

function arbitraryQuery({ dialect }: Simulation): fc.Arbitrary<string> {
  const names = [
    ...pagingNames(dialect.paging.users),
    ...pagingNames(dialect.paging.invoices),
    "sort",
    "order",
    "orderBy",
    "sort_by",
    "status",
    "filter[status]",
  ];
  const values = fc.constantFrom(
    "0",
    "1",
    "2",
    "3",
    "5",
    "50",
    "1000",
    "-1",
    "1.5",
    "x",
    "",
    "99999999999999999999",
    "active",
    "-email",
    "nope",
    "desc",
  );
  return fc
    .array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 3 })
    .map((pairs) => (pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`));
}

function pagingNames(paging: ListPaging): readonly string[] {
  return paging.style === "none" ? [] : Object.values(paging.parameters);
}
