import { Link, useLocation } from "wouter";
import type { Paging } from "../api/operations.ts";
import { pageSizes, pagingSearch } from "./use-paging.ts";

interface PaginationProps {
  readonly paging: Paging;
  readonly total: number;
}

/** Where one is in a list, and the ways on. At either end the link stays, without effect, and so does the focus. */
export function Pagination({ paging, total }: PaginationProps) {
  const [, navigate] = useLocation();
  const { page, perPage } = paging;
  const last = Math.max(1, Math.ceil(total / perPage));
  const first = (page - 1) * perPage + 1;
  return (
    <nav className="pagination" aria-label="Pages">
      <p role="status">
        {first} to {Math.min(page * perPage, total)} of {total}
      </p>
      <label>
        Rows
        <select
          value={perPage}
          onChange={({ target }) => navigate(pagingSearch({ page: 1, perPage: Number(target.value) }))}
        >
          {[...new Set([...pageSizes, perPage])].map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <Link
        className="button"
        href={pagingSearch({ page: Math.max(page - 1, 1), perPage })}
        aria-disabled={page === 1}
        rel="prev"
      >
        Previous
      </Link>
      <Link
        className="button"
        href={pagingSearch({ page: Math.min(page + 1, last), perPage })}
        aria-disabled={page >= last}
        rel="next"
      >
        Next
      </Link>
    </nav>
  );
}
