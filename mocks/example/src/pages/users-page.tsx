import { useQuery } from "@tanstack/react-query";
import type { User } from "orgkit";
import { Link } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { usersQuery } from "../api/queries.ts";
import { formatMoment, formatRelative } from "../format/dates.ts";
import { Notice } from "../parts/notice.tsx";
import { Page } from "../parts/page.tsx";
import { RecordTable, type Column } from "../parts/record-table.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { Timestamp } from "../parts/timestamp.tsx";
import { usePaging } from "../parts/use-paging.ts";

/** What the page that led here tells: the name of the user it has added. */
export interface UsersPageState {
  readonly added: string;
}

const columns: readonly Column<User>[] = [
  {
    header: "Name",
    cell: ({ name, email }) => (
      <>
        <strong dir="auto">{name}</strong>
        <span className="second-line">{email}</span>
      </>
    ),
  },
  { header: "Role", cell: ({ role }) => role ?? "–" },
  { header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: "Last seen",
    isExtra: true,
    cell: ({ lastSeenAt }) => <Timestamp value={lastSeenAt} format={formatRelative} />,
  },
  { header: "Added", isExtra: true, cell: ({ createdAt }) => <Timestamp value={createdAt} format={formatMoment} /> },
];

export function UsersPage() {
  const paging = usePaging();
  const users = useQuery(usersQuery(paging));
  const state = useHistoryState<UsersPageState | null>();
  const addUser = (
    <Link className="button primary" href="/users/new">
      Add user
    </Link>
  );
  return (
    <Page title="Users" action={addUser}>
      {state !== null && <Notice tone="good" title={`${state.added} was added`} />}
      <RecordTable
        caption="Users"
        query={users}
        paging={paging}
        columns={columns}
        empty={<p>Nobody is here yet. Add the first user to begin.</p>}
      />
    </Page>
  );
}
