import { useEffect, useId, useRef, type ReactNode, type SubmitEvent } from "react";
import { Link, useLocation } from "wouter";
import { useCreateUser, type ApiError } from "./api.ts";
import { ErrorNotice, Notice, SignInAgain, textIn, WaitNotice } from "./notices.tsx";

/** The service validates the fields. With a mock that has the same rules, the form needs none of its own. */
export function CreateUserPage() {
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const { mutate, reset, isPending, error, failureReason } = useCreateUser();
  const problemOf = (name: string) => error?.fields.find(({ field }) => field === name)?.message;

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const [name, email] = [textIn(event.currentTarget, "name"), textIn(event.currentTarget, "email")];
    mutate({ name, email }, { onSuccess: () => navigate("/users", { state: name }) });
  }

  return (
    <>
      <header className="page-header">
        <h1 id="page-title">Add user</h1>
      </header>
      {isPending && failureReason && <WaitNotice retryAfter={failureReason.retryAfter} />}
      {error && !problemOf("name") && !problemOf("email") && <CreationFailed error={error} onSignedIn={reset} />}
      <form className="card" ref={form} noValidate onSubmit={submit}>
        <Field label="Name" problem={problemOf("name")}>
          {(control) => <input {...control} name="name" autoComplete="off" required />}
        </Field>
        <Field label="Email" problem={problemOf("email")}>
          {(control) => <input {...control} name="email" type="email" autoComplete="off" required />}
        </Field>
        <div className="actions">
          <button className="primary" aria-disabled={isPending}>
            {isPending ? "Adding…" : "Add user"}
          </button>
          <Link href="/users">Cancel</Link>
        </div>
      </form>
    </>
  );
}

/** A write without a response is never retried automatically: it may have been done. */
function CreationFailed({ error, onSignedIn }: { readonly error: ApiError; readonly onSignedIn: () => void }) {
  if (error.kind === 401) return <SignInAgain onSignedIn={onSignedIn} />;
  if (typeof error.kind === "number") return <ErrorNotice error={error} />;
  return (
    <Notice tone="bad" title="No response received">
      <p>
        The user may have been added, or not. <Link href="/users">Look at the newest users</Link> before you try again.
      </p>
    </Notice>
  );
}

interface FieldProps {
  readonly label: string;
  readonly problem: string | undefined;
  readonly children: (control: { id: string; "aria-invalid": boolean; "aria-describedby": string }) => ReactNode;
}

/** A labelled control with its error. */
function Field({ label, problem, children }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": problem !== undefined, "aria-describedby": `${id}-problem` })}
      <p id={`${id}-problem`} className="field-problem">
        {problem}
      </p>
    </div>
  );
}
