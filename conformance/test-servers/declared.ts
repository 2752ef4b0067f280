import {
  byList,
  listOperationIds,
  operationIds,
  operations,
  type ListName,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { defects, obligationsOf, type Parts } from "./defects/defect.ts";
import {
  independentServer,
  instead,
  isFor,
  present,
  taking,
  withListParameters,
  type Departure,
} from "./departures.ts";
import { ordinaryDialect } from "./dialect.ts";
import type { IndependentServer } from "./independent-server.ts";
import { members, textFields, without } from "./service.ts";

const fields = { users: ["email", "team"], invoices: ["currency", "month"] } satisfies Readonly<
  Record<ListName, readonly string[]>
>;
const { users } = ordinaryDialect.paging;

/** The dialect of the ordinary service with pages, filters and orders. */
const dialect: DialectInput = {
  ...ordinaryDialect,
  paging: { ...byList(() => ({ ...users, defaultSize: 2 })), users },
  filtering: { style: "plain", ...fields },
  sorting: { style: "signed", ...fields, unknownField: "ignore" },
};

/** The service with this dialect, and one defect. */
function declaring(depart: (operation: OperationId) => Departure): (operation: OperationId) => Parts {
  return (operation) => [depart(operation), withListParameters(), { dialect }];
}

/** A field of each record that the dialect declares as a text. */
const textField = (operation: OperationId): string => textFields[operations[operation].record];

/** The independent service with defects of declared behavior that no other dialect has. */
export const declaredDefects: readonly IndependentServer[] = [
  independentServer("filter-lets-one-through", obligationsOf("DECL-07", listOperationIds), [
    withListParameters((value, wanted) => value === wanted || /^person3@|-03$/.test(value)),
    { dialect },
  ]),
  ...defects("DECL-08", listOperationIds, {
    "sorted-the-other-way": declaring((operation) =>
      taking(operation, ({ query }) => {
        const sort = query.get("sort");
        const other = sort?.startsWith("-") === true ? sort.slice(1) : `-${sort}`;
        return sort === null ? {} : { query: new URLSearchParams([...query, ["sort", other]].toReversed()) };
      }),
    ),
  }),
  ...defects("DECL-18", operationIds, {
    "error-without-code": declaring((operation) =>
      instead(
        ({ status }, ask) => status >= 400 && isFor(ask, operation),
        (reply) => ({ ...reply, body: { error: { message: members(members(reply.body)["error"])["message"] } } }),
      ),
    ),
  }),
  ...defects("DECL-31", operationIds, {
    "field-missing": declaring((operation) => present(operation, (record) => without(record, textField(operation)))),
    "field-of-another-type": declaring((operation) =>
      present(operation, (record) => ({ ...record, [textField(operation)]: 7 })),
    ),
  }),
];
