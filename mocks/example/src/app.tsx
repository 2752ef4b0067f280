import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { createQueryClient } from "./api/queries.ts";
import { signIn, useSession } from "./api/session.ts";
import { CreateUserPage } from "./pages/create-user-page.tsx";
import { InvoicesPage } from "./pages/invoices-page.tsx";
import { SubscriptionPage } from "./pages/subscription-page.tsx";
import { UsersPage } from "./pages/users-page.tsx";
import { textIn } from "./parts/page.tsx";

export function App() {
  const [queryClient] = useState(createQueryClient);
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const shown = useRef(path);
  // Keyboards and screen readers continue from the newly opened page.
  useEffect(() => {
    if (shown.current !== path) main.current?.focus();
    shown.current = path;
  }, [path]);
  return (
    <QueryClientProvider client={queryClient}>
      <header className="site-header">
        <p className="brand">
          <img src="/favicon.svg" alt="" width="24" height="24" />
          Organization
        </p>
        <nav aria-label="Main">
          <Link href="/users">Users</Link>
          <Link href="/invoices">Invoices</Link>
        </nav>
      </header>
      <main ref={main} tabIndex={-1} aria-labelledby="page-title">
        <SignInAgain />
        <Switch>
          <Route path="/users" component={UsersPage} />
          <Route path="/users/new" component={CreateUserPage} />
          <Route path="/subscriptions/:id" component={SubscriptionPage} />
          <Route path="/invoices" component={InvoicesPage} />
          <Redirect to="/users" replace />
        </Switch>
      </main>
    </QueryClientProvider>
  );
}

/** Shown above every page after the session has ended; inputs on the page are kept. */
function SignInAgain() {
  const queryClient = useQueryClient();
  const { hasEnded } = useSession();
  if (!hasEnded) return null;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    signIn(textIn(event.currentTarget, "token"));
    // The next token may be of another account, so drop everything fetched with the last one.
    await queryClient.resetQueries();
  }

  return (
    <section className="session" aria-labelledby="session-title">
      <div role="alert">
        <h2 id="session-title">Your session has ended</h2>
        <p>Sign in again to continue. What you typed is kept.</p>
      </div>
      <form onSubmit={submit}>
        <label>
          Access token
          <input name="token" type="password" autoComplete="current-password" required />
        </label>
        <button className="primary">Sign in</button>
      </form>
    </section>
  );
}
