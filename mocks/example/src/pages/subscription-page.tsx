import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "orgkit";
import type { ReactNode } from "react";
import { Link, useParams } from "wouter";
import { subscriptionQuery } from "../api/queries.ts";
import { formatMoment } from "../format/dates.ts";
import { Money } from "../parts/money.tsx";
import { Page } from "../parts/page.tsx";
import { QueryNotice } from "../parts/query-notice.tsx";
import { SkeletonRows } from "../parts/skeleton.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { Timestamp } from "../parts/timestamp.tsx";

export function SubscriptionPage() {
  const { id = "" } = useParams();
  const query = useQuery(subscriptionQuery(id));
  const { data: subscription, error, isPending, failureReason } = query;
  if (error?.kind === "notFound") return <NoSuchSubscription id={id} />;
  return (
    <Page title="Subscription" action={<Link href="/invoices">All invoices</Link>}>
      <QueryNotice query={query} />
      {isPending && failureReason === null && <SkeletonRows label="Loading the subscription" rows={5} />}
      {subscription !== undefined && <Details subscription={subscription} />}
    </Page>
  );
}

function Details({ subscription }: { readonly subscription: Subscription }) {
  const { id, plan, status, seats, unitAmount, currency, interval, startedAt, renewsAt, cancelAt } = subscription;
  const total = seats === undefined || unitAmount === undefined ? undefined : seats * unitAmount;
  return (
    <section className="card" aria-label="Details">
      <header className="card-header">
        <h2>{plan}</h2>
        <StatusBadge status={status} />
        <code>{id}</code>
      </header>
      <dl>
        <Detail term="Seats">{seats ?? "–"}</Detail>
        <Detail term="Price of a seat">
          <Money minorUnits={unitAmount} currency={currency} />
        </Detail>
        <Detail term={`Total each ${interval ?? "period"}`}>
          <Money minorUnits={total} currency={currency} />
        </Detail>
        <Detail term="Started">
          <Timestamp value={startedAt} format={formatMoment} />
        </Detail>
        <Detail term="Renews">
          <Timestamp value={renewsAt} format={formatMoment} />
        </Detail>
        <Detail term="Ends">
          <Timestamp value={cancelAt} format={formatMoment} />
        </Detail>
      </dl>
    </section>
  );
}

function Detail({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function NoSuchSubscription({ id }: { readonly id: string }) {
  return (
    <Page title="No such subscription">
      <p className="empty">
        There is no subscription <code>{id}</code>. <Link href="/invoices">Find one among the invoices</Link>
      </p>
    </Page>
  );
}
