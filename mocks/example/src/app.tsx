import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, Redirect, Route, Switch, useLocation, useRoute } from "wouter";
import { createQueryClient } from "./api/query-client.ts";
import { CreateUserPage } from "./pages/create-user-page.tsx";
import { InvoicesPage } from "./pages/invoices-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { SubscriptionPage } from "./pages/subscription-page.tsx";
import { UsersPage } from "./pages/users-page.tsx";
import { SignInAgain } from "./parts/sign-in-again.tsx";

export function App() {
  const [queryClient] = useState(createQueryClient);
  const main = useMainFocusedOnNavigation();
  return (
    <QueryClientProvider client={queryClient}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="site-header">
        <p className="brand">
          <img src="/favicon.svg" alt="" width="24" height="24" />
          Organization
        </p>
        <nav aria-label="Main">
          <NavigationLink to="/users" label="Users" />
          <NavigationLink to="/invoices" label="Invoices" />
        </nav>
      </header>
      <main id="main" ref={main} tabIndex={-1} aria-labelledby="page-title">
        <SignInAgain />
        <Switch>
          <Route path="/">
            <Redirect to="/users" replace />
          </Route>
          <Route path="/users" component={UsersPage} />
          <Route path="/users/new" component={CreateUserPage} />
          <Route path="/subscriptions/:id" component={SubscriptionPage} />
          <Route path="/invoices" component={InvoicesPage} />
          <Route component={NotFoundPage} />
        </Switch>
      </main>
    </QueryClientProvider>
  );
}

function NavigationLink({ to, label }: { readonly to: string; readonly label: string }) {
  const [isHere] = useRoute(`${to}/*?`);
  return (
    <Link href={to} aria-current={isHere ? "page" : undefined}>
      {label}
    </Link>
  );
}

/** Moves the focus into the page that has just been opened, so that keyboards and screen readers go on from there. */
function useMainFocusedOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) main.current?.focus();
    shown.current = path;
  }, [path]);
  return main;
}
