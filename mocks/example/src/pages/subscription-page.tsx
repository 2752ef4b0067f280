import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "orgkit";
import { Link, useParams } from "wouter";
import { subscriptionQuery } from "../api/queries.ts";
import { Page, QueryState } from "../parts/page.tsx";
import { Day, Money, Status } from "../parts/values.tsx";

export function SubscriptionPage() {
  const { id = "" } = useParams();
  const query = useQuery(subscriptionQuery(id));
  const isUnknown = query.error?.kind === 404;
  return (
    <Page title="Subscription" action={<Link href="/invoices">All invoices</Link>}>
      {isUnknown && <p className="empty">There is no subscription {id}.</p>}
      {!isUnknown && <QueryState query={query} label="the subscription" />}
      {query.data && <Details {...query.data} />}
    </Page>
  );
}

function Details({ id, plan, status, seats, unitAmount, currency, interval, renewsAt }: Subscription) {
  return (
    <section className="card" aria-label="Details">
      <header className="card-header">
        <h2>{plan}</h2>
        <Status of={status} />
        <code>{id}</code>
      </header>
      <dl>
        <dt>Seats</dt>
        <dd>{seats ?? "–"}</dd>
        <dt>Price of a seat</dt>
        <dd>
          <Money minorUnits={unitAmount} currency={currency} /> each {interval}
        </dd>
        <dt>Renews</dt>
        <dd>
          <Day of={renewsAt} />
        </dd>
      </dl>
    </section>
  );
}
