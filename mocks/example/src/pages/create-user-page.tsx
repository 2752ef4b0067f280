import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Link, useLocation } from "wouter";
import type { ApiError, FieldProblem } from "../api/api-error.ts";
import type { UserDraft } from "../api/operations.ts";
import { useCreateUser } from "../api/queries.ts";
import { ErrorNotice } from "../parts/error-notice.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { Page } from "../parts/page.tsx";
import { WaitNotice } from "../parts/wait-notice.tsx";
import { findProblems, readDraft, roles } from "./user-draft.ts";
import type { UsersPageState } from "./users-page.tsx";

export function CreateUserPage() {
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const creation = useCreateUser();
  const problemOf = (name: keyof UserDraft) => problems.find(({ field }) => field === name)?.message;
  const isShownAtFields = [problemOf("name"), problemOf("email"), problemOf("role")].some(Boolean);

  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (creation.isPending) return;
    const draft = readDraft(event.currentTarget);
    const found = findProblems(draft);
    setProblems(found);
    if (found.length > 0) return;
    creation.mutate(draft, {
      onSuccess: () => navigate("/users", { state: { added: draft.name } satisfies UsersPageState }),
      onError: (error) => setProblems(error.fields),
    });
  }

  return (
    <Page title="Add user">
      <form className="card" ref={form} noValidate onSubmit={submit}>
        {creation.isPending && creation.failureReason !== null && <WaitNotice reason={creation.failureReason} />}
        {creation.error !== null && !isShownAtFields && <CreationFailed error={creation.error} />}
        <Field label="Name" problem={problemOf("name")}>
          {(control) => <input {...control} name="name" autoComplete="off" required />}
        </Field>
        <Field label="Email" problem={problemOf("email")}>
          {(control) => <input {...control} name="email" type="email" autoComplete="off" required />}
        </Field>
        <Field label="Role" problem={problemOf("role")}>
          {(control) => (
            <select {...control} name="role">
              {roles.map((role) => (
                <option key={role}>{role}</option>
              ))}
            </select>
          )}
        </Field>
        <div className="actions">
          <button className="primary" aria-disabled={creation.isPending}>
            {creation.isPending ? "Adding…" : "Add user"}
          </button>
          <Link href="/users">Cancel</Link>
        </div>
      </form>
    </Page>
  );
}

/** A write without an answer is never sent again unasked: it may have been done. */
function CreationFailed({ error }: { readonly error: ApiError }) {
  if (!error.leavesOutcomeOpen) return <ErrorNotice error={error} />;
  return (
    <Notice tone="bad" title="No answer came back">
      <p>
        The user may have been added, or not. <Link href="/users">Look at the newest users</Link> before you try again.
      </p>
    </Notice>
  );
}
