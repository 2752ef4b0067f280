import {
  hasId,
  listOperationIds,
  operations,
  readOperationIds,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Experiment, type Explorer } from "../log/experiment.ts";
import type { Place, Probe } from "../log/model.ts";
import { credentialKinds, credentials, operationOfVariants, type Credentials } from "../target/credentials.ts";
import { readUsers, isRandomAccess, pageProbe, sizeQuery, withQuery } from "./walk.ts";

/** Headers of clients that a service may trust, each sent without `Authorization`. */
const trustedHeaders: readonly { readonly words: string; readonly headers: Readonly<Record<string, string>> }[] = [
  {
    words: "headers of an internal address",
    headers: {
      "x-forwarded-for": "127.0.0.1",
      "x-real-ip": "127.0.0.1",
      "x-internal-request": "true",
      "x-user-id": "1",
    },
  },
  { words: "the headers of a browser", headers: { accept: "text/html,application/xhtml+xml" } },
  {
    words: "a header of a preflight",
    headers: { "access-control-request-method": "GET", origin: "https://a.example" },
  },
];

/** The credentials that are tried at every place. */
const guarded = ["none", "never-issued"] as const;

/** Accepted and rejected requests at once: one may get what the other is served, and one of several instances may be open. */
const mixed = ["first", "none", "first", "never-issued"] as const;

/** The other wrong credentials that are tried on operations (`on`), in the order of the table. */
const wrongCredentials = credentials.filter((as) => credentialKinds[as].on && !guarded.some((one) => one === as));

/** Whether these credentials are tried on an operation. */
function isPossible(as: Credentials, operation: OperationId): boolean {
  const { on } = credentialKinds[as];
  if (as === "in-body") return operations[operation].method === "POST";
  if (on === "one") return operation === operationOfVariants;
  return on === "all" || operations[operation].method === "GET";
}

/** Whether accepting these credentials breaks one of some requirements; those that read all rejections need each kind. */
function breaksOne(as: Credentials, ids: ReadonlySet<string>): boolean {
  return ids.has(credentialKinds[as].breaks ?? "") || [...ids].some((id) => !/^AUTH-(?:0[2-7]|10)/.test(id));
}

/** Wrong credentials on the operations where the table has them and the real token works; one request each. */
export function* exploreCredentials(facts: Facts, _: unknown, ids: ReadonlySet<string>): Explorer {
  const served = readOperationIds.filter((operation) => facts.isTokenValidFor(operation));
  yield served.map(guardedAgain);
  yield wrongCredentials
    .filter((as) => breaksOne(as, ids) && (as !== "sql" || facts.target.allowWrites))
    .flatMap((as) => served.filter((operation) => isPossible(as, operation)).map((operation) => ({ operation, as })))
    .map(sendWith);
  yield (breaksOne("none", ids) ? trustedHeaders : [])
    .flatMap(({ words, headers }) =>
      served.map((operation) => ({ operation, as: "none" as const, headers, place: { words } })),
    )
    .map(sendWith);
  yield* exploreFurtherPlaces(facts);
}

/** No and, at the first of them, an unknown token on further pages and other ids, which were read before. */
function* exploreFurtherPlaces(facts: Facts): Explorer {
  const ids = readOperationIds.filter(hasId).flatMap((operation) => otherIds(operation, facts));
  const byOperation = Map.groupBy([...walkPlaces(facts), ...ids], ({ operation }) => operation);
  for (const [first, ...others] of byOperation.values()) {
    if (first === undefined) continue;
    yield [
      ...guarded.map((as) => sendWith({ ...first, as })),
      ...others.map((probe) => sendWith({ ...probe, as: "none" })),
    ];
  }
}

function otherIds(operation: OperationId, facts: Facts): readonly Probe[] {
  return facts
    .readableIds(operation)
    .slice(1, 2)
    .map((id) => ({ operation, id, place: { words: `the id "${id}"` } }));
}

function sendWith(probe: Probe): Experiment {
  const words = probe.place?.words === undefined ? "" : `, ${probe.place.words},`;
  return sendOnce(`${probe.operation}${words} as ${probe.as ?? "first"}`, probe);
}

/** Rejected requests, and then the accepted one: a cache may keep the rejection. */
function guardedAgain(operation: OperationId): Experiment {
  return {
    name: `${operation} without the token, again and again`,
    run: async (ask) => {
      for (const as of guarded) await ask({ operation, as });
      await Promise.all(mixed.map((as) => ask({ operation, as, place: { isConcurrent: true } })));
      await ask({ operation });
    },
  };
}

/** The wrong credentials of a creation, one after the other: each may create a user. */
export function* exploreRejectedCreations(facts: Facts, _: unknown, ids: ReadonlySet<string>): Explorer {
  const operation = "createUser";
  yield {
    name: "creations that are rejected, and the list of users",
    run: async (ask) => {
      await readUsers(ask, facts, "first", "before");
      for (const as of guarded) await ask({ operation, as });
      await readUsers(ask, facts, "first", "after");
    },
  };
  for (const as of wrongCredentials.filter((one) => breaksOne(one, ids) && isPossible(one, operation))) {
    if (facts.createdMarkers.size > 0) return;
    yield sendWith({ operation, as });
  }
  for (const { words, headers } of breaksOne("none", ids) ? trustedHeaders : []) {
    if (facts.createdMarkers.size > 0) return;
    yield sendWith({ operation, as: "none", headers, place: { words } });
  }
}

/** Places in lists beside the first page: a further page, a page of one record, and one beyond the last. */
function walkPlaces(facts: Facts): readonly Probe[] {
  return listOperationIds.flatMap((operation): readonly Probe[] => {
    const paging = facts.paging(operation);
    const [plain] = facts.plain(operation);
    const page = plain && facts.page(plain);
    if (plain === undefined || page === undefined || page.records.length === 0) return [];
    const base: Probe = { operation };
    const probes: Probe[] = [];
    const at = (number: number, place: Place): void => {
      const probe = pageProbe(facts, base, paging, number, page.records.length, plain);
      if (probe !== undefined) probes.push({ ...probe, place });
    };
    if (page.total > page.records.length) at(2, { words: "a further page", page: 2 });
    if (paging.size !== undefined) {
      probes.push({ ...withQuery(base, sizeQuery(paging, 1)), place: { words: "a page of one record" } });
    }
    if (isRandomAccess(paging)) at(page.total + 7, { words: "a page beyond the last", isBeyondLast: true });
    return probes;
  });
}
