import { hasId, operationIds, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import { onGood, onUnknownId, present, reshape, sending, taking, type Departure } from "../departures.ts";
import { forgetting } from "./write-departures.ts";
import { members, success, type Row, type Service } from "../service.ts";
import { defect, each, recordsOf, type Parts } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

type Line = readonly [id: string, parts: Parts];

const broken = (rules: string, operation: OperationId, ...lines: readonly Line[]) =>
  lines.map(([id, parts]) => defect(rules, operation, id, parts));

const codes = ["K9P34Y6N", "3WD25RQ4", "Q7T18MZ2", "Z2X66BVA", "H5J91CKE", "B8G07DFU"];
const asFirst = taking("listInvoices", (ask, { accounts: [{ token }], accountOf }) =>
  accountOf(ask) === undefined ? {} : { authorization: `Bearer ${token}` },
);

/** Sends these invoices instead of the client's own. */
function invoices(choose: (own: readonly unknown[], accounts: Service["accounts"]) => readonly unknown[]): Departure {
  return sending("listInvoices", ({ data }, _, { accounts }) => choose(data, accounts));
}

/** Everyone gets the invoices of the first account, in another format. */
const leak = (name: string, show: (row: Row, index: number) => unknown): Line => [
  `leak-by-${name}`,
  invoices((_, [first]) => first.invoices.slice(0, codes.length).map(show)),
];

/** SUB-01 to SUB-03 of an operation with an id: the wrong record, or the wrong number. */
function idDefects(operation: OperationId): readonly IndependentServer[] {
  /** Returns these records if the id is unknown. */
  const unknown = (choose: (all: readonly Row[]) => readonly Row[], status = 200): Departure =>
    onUnknownId(({ accounts: [first] }) => {
      const shown = choose(recordsOf(operation, first));
      return success(shown, 1, shown.length, status);
    }, operation);
  const idIgnored = sending(operation, (_, __, { accounts: [first] }) => recordsOf(operation, first).slice(0, 1));
  return [
    ...broken(
      "SUB-01",
      operation,
      ["record-twice", sending(operation, ({ data }) => [...data, ...data])],
      [
        "record-with-history",
        sending(operation, ({ data }) =>
          data.flatMap((row) => [row, { ...members(row), until: "2024-12-31", seats: 1 }]),
        ),
      ],
      ["record-empty", sending(operation, () => [])],
    ),
    ...broken(
      "SUB-02",
      operation,
      ["id-ignored", idIgnored],
      ["id-ignored-at-a-time", [present(operation, (row) => ({ ...row, asOf: new Date().toISOString() })), idIgnored]],
    ),
    ...broken("SUB-02 SUB-03", operation, ["any-id-ignored", [unknown((all) => all.slice(0, 1)), idIgnored]]),
    ...broken(
      "SUB-03",
      operation,
      ["unknown-id-is-first", unknown((all) => all.slice(0, 1))],
      ["unknown-id-is-another", unknown((all) => all.slice(1, 2))],
      ["unknown-id-is-all", unknown((all) => all)],
      ["unknown-id-202", unknown((all) => all.slice(0, 1), 202)],
    ),
  ];
}

/** Sends a user instead of each record of the first account. */
function usersInstead(operation: OperationId): Departure {
  return sending(operation, ({ data }, _, { accounts: [first] }) => {
    const all = recordsOf(operation, first).map((row) => JSON.stringify(row));
    return data.map((row) => first.users[all.indexOf(JSON.stringify(row))] ?? row);
  });
}

/** SCOPE-01, KIND-01, SUB-01 to SUB-03, CREATE-01: the wrong records. */
export const recordDefects = [
  ...broken("KIND-01", "listInvoices", ["shows-users", taking("listInvoices", () => ({ path: "/api/v1/users" }))]),
  ...each(
    "KIND-01",
    "shows-users",
    usersInstead,
    operationIds.filter((operation) => hasId(operation) && operations[operation].record !== "user"),
  ),
  ...broken(
    "SCOPE-01",
    "listInvoices",
    ["everyone-sees-the-first", asFirst],
    [
      "everyone-sees-the-first-by-ref",
      [present("listInvoices", ({ id: own = null, ...rest }) => ({ ...rest, of: { own } })), asFirst],
    ],
    [
      "another-s-invoice-among-them",
      reshape("listInvoices", (envelope, ask, { accounts: [first], accountOf }) => {
        const { data, meta } = envelope;
        if (accountOf(ask) === first) return envelope;
        return { data: [first.invoices[0], ...data], meta: { ...meta, total: meta.total + 1 } };
      }),
    ],
    [
      "another-s-invoice-last",
      reshape("listInvoices", (envelope, ask, { accounts: [first], accountOf }) => {
        const { data, meta } = envelope;
        if (accountOf(ask) === first) return envelope;
        return { data: [...data, first.invoices[codes.length - 1]], meta: { ...meta, total: meta.total + 1 } };
      }),
    ],
    [
      "the-second-s-invoice-first",
      reshape("listInvoices", (envelope, ask, { accounts: [first, second], accountOf }) => {
        const { data, meta } = envelope;
        if (accountOf(ask) !== first || meta.page > 1 || data.length === 0) return envelope;
        return { data: [second.invoices[0], ...data.slice(1)], meta };
      }),
    ],
    ["all-invoices", invoices((_, accounts) => accounts.flatMap((account) => account.invoices))],
    ["invoices-of-the-second", invoices((_, [, second]) => second.invoices)],
    leak("ref", (of, index) => ({ ref: codes[index], paid: true, amount: "19.00", of })),
    leak("no", (_, index) => ({ no: 5000 + 17 * index + index * index, amount: "19.00" })),
    leak("nested", (_, index) => ({ amount: 19, document: { reference: { value: codes[index] } } })),
    leak("counted", (_, index) => ({ invoiceNumber: index + 1, total: [7.3, 12.1, 9.9, 44, 3, 18.5][index] })),
  ),
  ...operationIds.filter(hasId).flatMap(idDefects),
  ...broken(
    "CREATE-01",
    "createUser",
    ["created-and-forgotten", forgetting(() => true)],
    ["accepted-and-forgotten", [onGood("createUser", () => success([], 1, 0, 202)), ...forgetting(() => true)]],
  ),
];
