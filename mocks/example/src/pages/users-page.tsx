import { Link } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { usersQuery } from "../api/queries.ts";
import { ListPage } from "../parts/list-page.tsx";
import { Notice } from "../parts/page.tsx";
import { Day, Status } from "../parts/values.tsx";

export function UsersPage() {
  const added = useHistoryState<string | null>();
  return (
    <ListPage
      title="Users"
      query={usersQuery}
      empty="Nobody is here yet. Add the first user to begin."
      notice={added !== null && <Notice tone="good" title={`${added} was added`} />}
      action={
        <Link className="button primary" href="/users/new">
          Add user
        </Link>
      }
      columns={{
        Name: ({ name, email }) => (
          <>
            <strong dir="auto">{name}</strong>
            <span className="second-line">{email}</span>
          </>
        ),
        Role: ({ role }) => role,
        Status: ({ status }) => <Status of={status} />,
        Added: ({ createdAt }) => <Day of={createdAt} />,
      }}
    />
  );
}
