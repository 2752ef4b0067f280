import { listOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { onGood } from "../strangers/departures.ts";
import { positive, type Envelope, type Reply } from "../strangers/service.ts";
import { defect, undeclared, type Defect } from "./defect.ts";

/** A place at which a response may break a rule though the plain call keeps it. */
interface Place {
  readonly id: string;
  readonly operations: readonly OperationId[];
  readonly holds: (envelope: Envelope, size: number) => boolean;
}

const places: readonly Place[] = [
  { id: "on-page-2", operations: listOperationIds, holds: ({ meta }) => meta.page === 2 },
  {
    id: "on-last-page",
    operations: listOperationIds,
    holds: ({ data, meta }, size) =>
      meta.page > 1 && data.length > 0 && (meta.page - 1) * size + data.length >= meta.total,
  },
];

type Change = (envelope: Envelope) => Partial<Reply>;

const withMeta =
  (more: (meta: Envelope["meta"]) => object): Change =>
  ({ data, meta }) => ({
    body: { data, meta: { ...meta, ...more(meta) } },
  });

/** One way to break each rule that a response shows by itself. */
const changes: Readonly<Record<string, Change>> = {
  "ENV-01": ({ data }) => ({ body: data }),
  "ENV-02": ({ data, meta }) => ({ body: { data: Object.fromEntries(data.entries()), meta } }),
  "ENV-03": ({ data }) => ({ body: { data } }),
  "ENV-04": withMeta(({ page }) => ({ page: String(page) })),
  "ENV-05": withMeta(({ total }) => ({ total: String(total) })),
  "ENV-08": () => ({ headers: { "content-type": "text/html" } }),
  "ENV-09": ({ data, meta }) => ({
    text: `{"data":[],"data":${JSON.stringify(data)},"meta":${JSON.stringify(meta)}}`,
  }),
};

/** Each rule broken at one place alone. */
export const placeDefects: readonly Defect[] = Object.entries(changes).flatMap(([rule, change]) =>
  places.flatMap(({ id, operations, holds }) =>
    operations.map((operation) =>
      defect(
        rule,
        operation,
        `${rule.toLowerCase()}-${id}`,
        onGood(operation, (reply, ask, service) => {
          const size = positive(ask.query.get("per_page"), service.pageSize);
          return holds(reply.envelope, size) ? { ...reply, ...change(reply.envelope) } : reply;
        }),
        undeclared,
      ),
    ),
  ),
);
