import type { ReactNode } from "react";

interface PageProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One page: its title in the document and on the screen, and what it holds. */
export function Page({ title, action, children }: PageProps) {
  return (
    <>
      <title>{`${title} · Organization`}</title>
      <header className="page-header">
        <h1 id="page-title">{title}</h1>
        {action}
      </header>
      {children}
    </>
  );
}
