import { Link } from "wouter";
import { Page } from "../parts/page.tsx";

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <p className="empty">
        There is nothing at this address. <Link href="/users">Go to the users</Link>
      </p>
    </Page>
  );
}
