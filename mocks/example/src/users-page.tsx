import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { pageSize, usersQuery } from "./api.ts";
import { ErrorNotice, Notice, WaitNotice } from "./notices.tsx";

/** The address has the number of the page: `?page=2`. While the next page loads, the current one stays. */
export function UsersPage() {
  const added = useHistoryState<string | null>();
  const [search] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  const {
    data: list,
    error,
    failureReason,
    isFetching,
    isPending,
    isPlaceholderData,
    refetch,
  } = useQuery(usersQuery(page));
  const isWaiting = isFetching && failureReason !== null;
  return (
    <>
      <header className="page-header">
        <h1 id="page-title">Users</h1>
        <Link className="button primary" href="/users/new">
          Add user
        </Link>
      </header>
      {added !== null && <Notice tone="good" title={`${added} was added`} />}
      {isWaiting && <WaitNotice retryAfter={failureReason.retryAfter} />}
      {!isWaiting && error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {!isWaiting && isPending && error === null && (
        <div className="skeleton" role="status" aria-label="Loading users" />
      )}
      {list?.meta.total === 0 && <p className="empty">Nobody is here yet. Add the first user to begin.</p>}
      {list !== undefined && list.meta.total > 0 && (
        <div className="list" aria-busy={isPlaceholderData}>
          <table aria-labelledby="page-title">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Role</th>
                <th scope="col">Added</th>
              </tr>
            </thead>
            <tbody>
              {list.data.map(({ id, name, email, role, createdAt }) => (
                <tr key={id}>
                  <td>
                    <strong dir="auto">{name}</strong>
                    <span className="second-line">{email}</span>
                  </td>
                  <td>{role}</td>
                  <td>{createdAt?.slice(0, 10)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pagination page={page} total={list.meta.total} />
        </div>
      )}
    </>
  );
}

/** The position in the list, and links to other pages. At either end the link stays, disabled, and so does the focus. */
function Pagination({ page, total }: { readonly page: number; readonly total: number }) {
  const last = Math.ceil(total / pageSize);
  const [first, end] = [(page - 1) * pageSize + 1, Math.min(page * pageSize, total)];
  return (
    <nav className="pagination" aria-label="Pages">
      <p role="status">{page > last ? `The list has no page ${page}.` : `${first} to ${end} of ${total}`}</p>
      <Link className="button" href={`?page=${Math.min(Math.max(page - 1, 1), last)}`} aria-disabled={page === 1}>
        Previous
      </Link>
      <Link className="button" href={`?page=${Math.min(page + 1, last)}`} aria-disabled={page >= last}>
        Next
      </Link>
    </nav>
  );
}
