import { inTypeScript, type SampleFile, type Setup } from "./setup.ts";

/**
 * A client component that holds the application back until the worker answers: Next has no moment of its own to
 * wait in. Bundlers for its server must not even see the import, since msw has no worker there; webpack leaves out
 * what stands in a block, but not what comes after a return.
 */
export function nextFile(setup: Setup): SampleFile {
  const ts = (text: string): string => inTypeScript(setup, text);
  const playwright = setup.tools.has("playwright")
    ? "  // Under Playwright its fixture answers.\n  if (navigator.webdriver) return;\n"
    : "";
  return {
    path: `${setup.mocksFolder}/mock-provider.${setup.language}x`,
    text: `"use client";

import { useEffect, useState${ts(", type ReactNode")} } from "react";

/** Shows the application once the mock answers its calls; in production at once, and without the mock. */
export function MockProvider({ children }${ts(": { children: ReactNode }")}) {
  const [isReady, setIsReady] = useState(process.env.NODE_ENV !== "development");
  useEffect(() => {
    void start().then(() => setIsReady(true));
  }, []);
  return isReady ? children : null;
}

async function start()${ts(": Promise<void>")} {
${playwright}  // Next leaves out what stands in this block: on its server, and in production.
  if (process.env.NODE_ENV === "development" && typeof window !== "undefined") {
    const { startMock } = await import("./browser");
    await startMock();
  }
}
`,
  };
}
