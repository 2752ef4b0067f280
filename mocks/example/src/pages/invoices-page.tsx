import { useQuery } from "@tanstack/react-query";
import type { Invoice } from "orgkit";
import { Link } from "wouter";
import { invoicesQuery } from "../api/queries.ts";
import { formatDay } from "../format/dates.ts";
import { Money } from "../parts/money.tsx";
import { Page } from "../parts/page.tsx";
import { RecordTable, type Column } from "../parts/record-table.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { Timestamp } from "../parts/timestamp.tsx";
import { usePaging } from "../parts/use-paging.ts";

const columns: readonly Column<Invoice>[] = [
  {
    header: "Invoice",
    cell: ({ number, subscriptionId }) => (
      <>
        <strong>{number}</strong>
        <SubscriptionLink id={subscriptionId} />
      </>
    ),
  },
  { header: "Issued", isExtra: true, cell: ({ issuedAt }) => <Timestamp value={issuedAt} format={formatDay} /> },
  { header: "Due", cell: ({ dueAt }) => <Timestamp value={dueAt} format={formatDay} /> },
  { header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: "Amount",
    align: "end",
    cell: ({ amountDue, currency }) => <Money minorUnits={amountDue} currency={currency} />,
  },
];

export function InvoicesPage() {
  const paging = usePaging();
  const invoices = useQuery(invoicesQuery(paging));
  return (
    <Page title="Invoices">
      <RecordTable
        caption="Invoices"
        query={invoices}
        paging={paging}
        columns={columns}
        empty={<p>There are no invoices yet.</p>}
      />
    </Page>
  );
}

function SubscriptionLink({ id }: { readonly id: Invoice["subscriptionId"] }) {
  if (id === null || id === undefined) return null;
  return (
    <Link className="second-line" href={`/subscriptions/${encodeURIComponent(id)}`}>
      {id}
    </Link>
  );
}
