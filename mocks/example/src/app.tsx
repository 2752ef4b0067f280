import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { createQueryClient } from "./api.ts";
import { CreateUserPage } from "./create-user-page.tsx";
import { UsersPage } from "./users-page.tsx";

export function App() {
  const [queryClient] = useState(createQueryClient);
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const lastPath = useRef(path);
  // Keyboards and screen readers continue from the newly opened page.
  useEffect(() => {
    if (lastPath.current !== path) main.current?.focus();
    lastPath.current = path;
  }, [path]);
  return (
    <QueryClientProvider client={queryClient}>
      <main ref={main} tabIndex={-1} aria-labelledby="page-title">
        <Switch>
          <Route path="/users" component={UsersPage} />
          <Route path="/users/new" component={CreateUserPage} />
          <Redirect to="/users" replace />
        </Switch>
      </main>
    </QueryClientProvider>
  );
}
