import { inTypeScript, type SampleFile, type Setup } from "./setup.ts";

/**
 * A client component that holds back the application's effects until the worker answers. The server renders the
 * application as ever: a component that renders nothing there breaks what Next checks of a page in development.
 * Next must not even see the import where it builds its server, since msw has no worker there: webpack leaves out
 * what stands in a block, but not what comes after a return.
 */
export function nextFile(setup: Setup): SampleFile {
  const ts = (text: string): string => inTypeScript(setup, text);
  const start = setup.projectTools.has("playwright")
    ? "// Under Playwright its fixture answers.\n    if (!navigator.webdriver) await startMock();"
    : "await startMock();";
  return {
    path: `${setup.mocksFolder}/mock-provider.${setup.language}x`,
    text: `"use client";

import { lazy, Suspense${ts(", type ReactNode")} } from "react";
${ts("\ninterface Props {\n  children: ReactNode;\n}\n")}
/** Starts the application once the mock answers its calls; in production at once, and without the mock. */
export function MockProvider({ children }${ts(": Props")}) {
  if (process.env.NODE_ENV !== "development") return children;
  return (
    <Suspense>
      <Mocked>{children}</Mocked>
    </Suspense>
  );
}

const Mocked = lazy(async () => {
  // Next leaves out what stands in this block: on its server, and in production.
  if (process.env.NODE_ENV === "development" && typeof window !== "undefined") {
    const { startMock } = await import("./browser${setup.importExtension}");
    ${start}
  }
  return { default: ({ children }${ts(": Props")}) => children };
});
`,
  };
}
