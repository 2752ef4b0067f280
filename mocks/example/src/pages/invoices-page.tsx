import { Link } from "wouter";
import { invoicesQuery } from "../api/queries.ts";
import { ListPage } from "../parts/list-page.tsx";
import { Day, Money, Status } from "../parts/values.tsx";

export function InvoicesPage() {
  return (
    <ListPage
      title="Invoices"
      query={invoicesQuery}
      empty="There are no invoices yet."
      columns={{
        Invoice: ({ number, subscriptionId }) => (
          <>
            <strong>{number}</strong>
            {subscriptionId && (
              <Link className="second-line" href={`/subscriptions/${encodeURIComponent(subscriptionId)}`}>
                {subscriptionId}
              </Link>
            )}
          </>
        ),
        Due: ({ dueAt }) => <Day of={dueAt} />,
        Status: ({ status }) => <Status of={status} />,
        Amount: ({ amountDue, currency }) => <Money minorUnits={amountDue} currency={currency} />,
      }}
    />
  );
}
