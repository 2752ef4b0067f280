import type { UseQueryResult } from "@tanstack/react-query";
import type { Envelope } from "orgkit";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Paging } from "../api/operations.ts";
import { Pagination } from "./pagination.tsx";
import { QueryNotice } from "./query-notice.tsx";
import { SkeletonRows } from "./skeleton.tsx";
import { pagingSearch } from "./use-paging.ts";

export interface Column<T> {
  readonly header: string;
  readonly cell: (record: T) => ReactNode;
  readonly align?: "end";
  /** Left out on narrow screens. */
  readonly isExtra?: boolean;
}

interface RecordTableProps<T> {
  readonly caption: string;
  readonly query: UseQueryResult<Envelope<T>>;
  readonly paging: Paging;
  readonly columns: readonly Column<T>[];
  /** Said where the list has no record at all. */
  readonly empty: ReactNode;
}

/** One page of a list in each of its states. While the next page loads, the one before it stays, dimmed. */
export function RecordTable<T extends { readonly id: string | number }>(props: RecordTableProps<T>) {
  const { query, caption, paging, empty } = props;
  const { data: list, isPending, failureReason, isPlaceholderData } = query;
  return (
    <>
      <QueryNotice query={query} />
      {isPending && failureReason === null && <SkeletonRows label={`Loading ${caption.toLowerCase()}`} />}
      {list?.meta.total === 0 && <div className="empty">{empty}</div>}
      {list !== undefined && list.meta.total > 0 && (
        <div className="list" aria-busy={isPlaceholderData}>
          {list.data.length === 0 && <PageBeyond paging={paging} />}
          {list.data.length > 0 && <Rows {...props} records={list.data} />}
          {list.data.length > 0 && <Pagination paging={paging} total={list.meta.total} />}
        </div>
      )}
    </>
  );
}

function Rows<T extends { readonly id: string | number }>(
  props: RecordTableProps<T> & { readonly records: readonly T[] },
) {
  const { caption, columns, records } = props;
  return (
    <table>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header, align, isExtra }) => (
            <th key={header} scope="col" data-align={align} data-extra={isExtra}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <tr key={record.id}>
            {columns.map(({ header, cell, align, isExtra }) => (
              <td key={header} data-align={align} data-extra={isExtra}>
                {cell(record)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PageBeyond({ paging }: { readonly paging: Paging }) {
  return (
    <p className="empty">
      The list has no page {paging.page}. <Link href={pagingSearch({ ...paging, page: 1 })}>Go to the first one</Link>
    </p>
  );
}
