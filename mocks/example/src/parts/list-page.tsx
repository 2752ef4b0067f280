import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import type { Envelope } from "orgkit";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import type { ApiError } from "../api/client.ts";
import { pageSize } from "../api/queries.ts";
import { Page, QueryState } from "./page.tsx";

interface ListPageProps<T> {
  readonly title: string;
  readonly action?: ReactNode;
  readonly notice?: ReactNode;
  readonly query: (page: number) => UseQueryOptions<Envelope<T>, ApiError, Envelope<T>, (string | number)[]>;
  /** By column header. */
  readonly columns: Readonly<Record<string, (record: T) => ReactNode>>;
  /** Shown if the list is empty. */
  readonly empty: string;
}

/**
 * One page of a list in each of its states. The address has its number: `?page=2`. While the next page loads, the
 * current one stays.
 */
export function ListPage<T extends { readonly id: string | number }>(props: ListPageProps<T>) {
  const { title, action, notice, query, columns, empty } = props;
  const [search] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  const result = useQuery(query(page));
  const { data, meta } = result.data ?? { data: [], meta: { total: undefined } };
  return (
    <Page title={title} action={action}>
      {notice}
      <QueryState query={result} label={title.toLowerCase()} />
      {meta.total === 0 && <p className="empty">{empty}</p>}
      {meta.total !== undefined && meta.total > 0 && (
        <div className="list" aria-busy={result.isPlaceholderData}>
          {data.length > 0 && (
            <table>
              <caption className="unseen">{title}</caption>
              <thead>
                <tr>
                  {Object.keys(columns).map((header) => (
                    <th key={header} scope="col">
                      {header}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map((record) => (
                  <tr key={record.id}>
                    {Object.entries(columns).map(([header, cell]) => (
                      <td key={header}>{cell(record)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <Pagination page={page} total={meta.total} />
        </div>
      )}
    </Page>
  );
}

/** The position in a list, and links to other pages. At either end the link stays, disabled, and so does the focus. */
function Pagination({ page, total }: { readonly page: number; readonly total: number }) {
  const last = Math.ceil(total / pageSize);
  const isBeyond = page > last;
  return (
    <nav className="pagination" aria-label="Pages">
      <p role="status">
        {isBeyond
          ? `The list has no page ${page}.`
          : `${(page - 1) * pageSize + 1} to ${Math.min(page * pageSize, total)} of ${total}`}
      </p>
      <Link
        className="button"
        href={`?page=${Math.min(Math.max(page - 1, 1), last)}`}
        aria-disabled={page === 1}
        rel="prev"
      >
        Previous
      </Link>
      <Link className="button" href={`?page=${Math.min(page + 1, last)}`} aria-disabled={page >= last} rel="next">
        Next
      </Link>
    </nav>
  );
}
